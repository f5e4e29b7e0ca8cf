//! The program with markers: where the machine stops so that something is counted or settled.
//!
//! A marker is a statement with a number above those of the procedure. There is one on every edge and at the entry
//! of every procedure, one behind each assignment, and one behind each condition and subscript, which are computed
//! into temporaries of their own first. Temporaries hold what the expression would have held at that moment, so
//! that everything is computed in the same order as without them.
//!
//! Blocks keep their ids. A block with several conditions is split, because a later one is computed only if those
//! before it do not hold.

use sextant_base::{Id, IdVec, Span};
use sextant_flow::{
    Action, Block, BlockId, Condition, Edge, FlowGraph, FlowProgram, Instruction, Terminator,
};
use sextant_state::{Code, Policy, compile};
use sextant_syntax::{
    Argument, Expr, ExprKind, OutputItem, Passing, Place, ProcId, StatementInfo, StatementNumber, Storage,
    Type, VarId, Variable,
};

use super::Shape;

/// What a marker stands for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Marker {
    /// A procedure begins.
    Enter,
    /// An edge of a block is taken.
    Edge(BlockId, usize),
    /// A scalar variable has a new value.
    Assigned(VarId),
    /// An element of an array has the value of a temporary.
    Element { array: VarId, value: VarId },
    /// A condition or subscript in a temporary is to be replaced by its actual value.
    Settle(VarId),
    /// A value in a temporary is about to be written.
    Written(VarId),
    /// A call is over: these scalars may have changed.
    Called(Vec<VarId>),
}

/// What the machine stopped at.
pub(super) enum Mark<'w> {
    /// A statement of the program.
    Statement(StatementNumber),
    /// A marker with the place it belongs to.
    Marker(&'w (Marker, Span)),
}

/// An instrumented program with its code.
#[derive(Clone, Debug)]
pub struct Woven {
    /// The program as it was.
    pub program: FlowProgram,
    /// Its loops.
    pub shapes: IdVec<ProcId, Shape>,
    /// The code with the markers.
    pub code: Code,
    /// Each with the place it belongs to.
    markers: IdVec<ProcId, Vec<(Marker, Span)>>,
}

impl Woven {
    /// Instruments a program. With `settle_subscripts` a subscript that depends on symbols means the element it
    /// has in the run; without, elements become conditional values.
    pub fn new(program: &FlowProgram, policy: Policy, settle_subscripts: bool) -> Self {
        let plain = compile(program, policy);
        let mut woven = program.clone();
        let mut markers = IdVec::new();
        for (id, graph) in program.procedures.iter_enumerated() {
            let mut weaver = Weaver {
                original: graph,
                code: &plain,
                procedure: id,
                settle_subscripts,
                blocks: graph.blocks.iter().map(|_| None).collect(),
                variables: graph.variables.clone(),
                statements: graph.statements.clone(),
                markers: Vec::new(),
                temporaries: Vec::new(),
                used: 0,
            };
            weaver.weave();
            markers.push(std::mem::take(&mut weaver.markers));
            woven.procedures[id] = weaver.finish();
        }
        debug_assert_eq!(sextant_flow::verify(&woven), Ok(()));
        Self {
            shapes: program.procedures.iter().map(Shape::of).collect(),
            code: compile(&woven, policy),
            program: program.clone(),
            markers,
        }
    }

    pub(super) fn mark(&self, procedure: ProcId, number: StatementNumber) -> Mark<'_> {
        let statements = self.program.procedures[procedure].statements.len();
        match (number.0 as usize).checked_sub(statements + 1) {
            None => Mark::Statement(number),
            Some(marker) => Mark::Marker(&self.markers[procedure][marker]),
        }
    }
}

/// Weaves one procedure.
pub(super) struct Weaver<'p> {
    original: &'p FlowGraph,
    pub(super) code: &'p Code,
    pub(super) procedure: ProcId,
    pub(super) settle_subscripts: bool,
    blocks: Vec<Option<Block>>,
    variables: IdVec<VarId, Variable>,
    statements: Vec<StatementInfo>,
    markers: Vec<(Marker, Span)>,
    /// Temporaries; those up to `used` are in use by the instruction being woven.
    temporaries: Vec<VarId>,
    used: usize,
}

impl Weaver<'_> {
    fn weave(&mut self) {
        for (id, block) in self.original.blocks.iter_enumerated() {
            let mut out = Vec::new();
            for instruction in &block.instructions {
                self.instruction(instruction, &mut out);
            }
            let end = block.instructions.last().map_or(self.original.span, |last| last.span);
            let (terminator, at) = match &block.terminator {
                Terminator::Edges(edges) => self.edges(id, edges, end, &mut out),
                Terminator::Return(Some(value)) => {
                    let value = self.settled(value, &mut out);
                    (Terminator::Return(Some(value)), id)
                }
                other => (other.clone(), id),
            };
            self.used = 0;
            self.blocks[at.index()] = Some(Block { instructions: out, terminator });
        }
        let mut actions = Vec::new();
        self.mark(Marker::Enter, self.original.span, &mut actions);
        let enter = Edge { condition: Condition::Always, actions, to: self.original.entry };
        let terminator = Terminator::Edges(vec![enter]);
        self.blocks.push(Some(Block { instructions: Vec::new(), terminator }));
    }

    fn finish(self) -> FlowGraph {
        let entry = BlockId::from_index(self.blocks.len() - 1);
        FlowGraph {
            variables: self.variables,
            blocks: self.blocks.into_iter().map(|block| block.expect("every block is woven")).collect(),
            entry,
            statements: self.statements,
            ..self.original.clone()
        }
    }

    /// The edges of a block, each with its marker. Further conditions get blocks of their own; returned is the
    /// terminator of the last of these, with its id, and `out` has its instructions.
    fn edges(
        &mut self,
        id: BlockId,
        edges: &[Edge],
        end: Span,
        out: &mut Vec<Instruction>,
    ) -> (Terminator, BlockId) {
        let mut at = id;
        let mut woven: Vec<Edge> = Vec::new();
        for (position, edge) in edges.iter().enumerate() {
            let condition = match &edge.condition {
                Condition::When(condition) => {
                    if !woven.is_empty() {
                        let next = BlockId::from_index(self.blocks.len());
                        self.blocks.push(None);
                        woven.push(Edge { condition: Condition::Otherwise, actions: Vec::new(), to: next });
                        let terminator = Terminator::Edges(std::mem::take(&mut woven));
                        let instructions = std::mem::take(out);
                        self.blocks[at.index()] = Some(Block { instructions, terminator });
                        at = next;
                    }
                    let settled = self.settled(condition, out);
                    let held = self.hold(settled, condition.span, out);
                    self.mark(Marker::Settle(variable_of(&held)), condition.span, out);
                    // If no edge is taken, that is an error at the end of the block.
                    if let Some(last) = out.last_mut() {
                        last.span = end;
                    }
                    Condition::When(held)
                }
                other => other.clone(),
            };
            self.used = 0;
            let mut actions = Vec::new();
            self.mark(Marker::Edge(id, position), end, &mut actions);
            for instruction in &edge.actions {
                self.instruction(instruction, &mut actions);
            }
            woven.push(Edge { condition, actions, to: edge.to });
        }
        (Terminator::Edges(woven), at)
    }

    fn instruction(&mut self, instruction: &Instruction, out: &mut Vec<Instruction>) {
        let span = instruction.span;
        let plain = |action: Action| Instruction { action, span };
        match &instruction.action {
            Action::Statement(_)
            | Action::Claim(..)
            | Action::Write(OutputItem::Text(_) | OutputItem::NewLine) => {
                out.push(instruction.clone());
            }
            Action::Assign(place, value) if !value.ty.is_simple() => {
                out.push(plain(Action::Assign(place.clone(), value.clone())));
            }
            Action::Assign(place @ Place::Part(_), value) => {
                let value = self.settled(value, out);
                out.push(plain(Action::Assign(place.clone(), value)));
            }
            Action::Assign(Place::Variable(variable), value) => {
                let value = self.settled(value, out);
                out.push(plain(Action::Assign(Place::Variable(*variable), value)));
                self.assigned(*variable, span, out);
            }
            Action::Assign(Place::Element(array, index), value) => {
                let value = self.settled(value, out);
                let value = self.hold(value, span, out);
                self.assign_element(*array, index, value, span, out);
            }
            Action::Read(Place::Variable(variable)) => {
                out.push(instruction.clone());
                self.assigned(*variable, span, out);
            }
            Action::Read(Place::Element(array, index)) => {
                let ty = self.variables[*array].ty.scalar().clone();
                let value = self.temporary(ty, span);
                out.push(plain(Action::Read(Place::Variable(variable_of(&value)))));
                self.assign_element(*array, index, value, span, out);
            }
            Action::Call { procedure, arguments, result } => {
                let arguments = self.arguments(arguments, span, out);
                let changed = self.changed(&arguments, *result);
                out.push(plain(Action::Call { procedure: *procedure, arguments, result: *result }));
                if !changed.is_empty() {
                    self.mark(Marker::Called(changed), span, out);
                }
            }
            Action::Write(OutputItem::Value(value)) => {
                let value = self.settled(value, out);
                let value = self.hold(value, span, out);
                self.mark(Marker::Written(variable_of(&value)), span, out);
                out.push(plain(Action::Write(OutputItem::Value(value))));
            }
            Action::Assume(condition) => {
                let condition = self.settled(condition, out);
                out.push(plain(Action::Assume(condition)));
            }
            Action::Prove(condition) => {
                let condition = self.settled(condition, out);
                out.push(plain(Action::Prove(condition)));
            }
            Action::Assert(condition) => {
                let condition = self.settled(condition, out);
                out.push(plain(Action::Assert(condition)));
            }
            // Nothing of the others is counted or settled.
            _ => out.push(instruction.clone()),
        }
        self.used = 0;
    }

    fn assigned(&mut self, variable: VarId, span: Span, out: &mut Vec<Instruction>) {
        if !self.original.variables[variable].is_made() {
            self.mark(Marker::Assigned(variable), span, out);
        }
    }

    fn assign_element(
        &mut self,
        array: VarId,
        index: &Expr,
        value: Expr,
        span: Span,
        out: &mut Vec<Instruction>,
    ) {
        let index = self.subscript(index, span, out);
        let held = variable_of(&value);
        let action = Action::Assign(Place::Element(array, Box::new(index)), value);
        out.push(Instruction { action, span });
        self.mark(Marker::Element { array, value: held }, span, out);
    }

    fn arguments(&mut self, arguments: &[Argument], span: Span, out: &mut Vec<Instruction>) -> Vec<Argument> {
        let mut woven: Vec<Argument> = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let expr = match (&argument.expr.kind, argument.passing) {
                (ExprKind::Load(Place::Element(array, index)), Passing::Reference) => {
                    let index = self.subscript(index, span, out);
                    let kind = ExprKind::Load(Place::Element(*array, Box::new(index)));
                    Expr { kind, ..argument.expr.clone() }
                }
                (_, Passing::Reference | Passing::Absent) => argument.expr.clone(),
                (_, Passing::Copy | Passing::Value) if !argument.expr.ty.is_simple() => argument.expr.clone(),
                (_, Passing::Copy | Passing::Value) => {
                    let value = self.settled(&argument.expr, out);
                    self.hold(value, span, out)
                }
            };
            woven.push(Argument { expr, passing: argument.passing });
        }
        woven
    }

    /// The scalars of the caller that a call may change, so far as they belong to it alone.
    fn changed(&self, arguments: &[Argument], result: Option<VarId>) -> Vec<VarId> {
        let passed = arguments.iter().filter_map(|argument| match argument.expr.kind {
            ExprKind::Load(Place::Variable(variable)) if argument.passing == Passing::Reference => {
                Some(variable)
            }
            _ => None,
        });
        let all = passed.chain(result).filter(|&variable| {
            let known = variable.index() < self.original.variables.len();
            known && !self.original.variables[variable].is_made() && !self.variables[variable].ty.is_array()
        });
        let mut changed: Vec<VarId> = all.collect();
        changed.sort();
        changed.dedup();
        changed
    }

    /// A marker.
    pub(super) fn mark(&mut self, marker: Marker, span: Span, out: &mut Vec<Instruction>) {
        self.markers.push((marker, span));
        self.statements.push(StatementInfo { span });
        let number = StatementNumber(self.statements.len() as u32);
        out.push(Instruction { action: Action::Statement(number), span });
    }

    /// Computes a value into a temporary.
    pub(super) fn hold(&mut self, value: Expr, span: Span, out: &mut Vec<Instruction>) -> Expr {
        let held = self.temporary(value.ty.clone(), value.span);
        let action = Action::Assign(Place::Variable(variable_of(&held)), value);
        out.push(Instruction { action, span });
        held
    }

    /// A temporary of the type that the instruction being woven does not use yet.
    fn temporary(&mut self, ty: Type, span: Span) -> Expr {
        let found = (self.used..self.temporaries.len())
            .find(|&position| self.variables[self.temporaries[position]].ty == ty);
        let position = found.unwrap_or_else(|| {
            let name = format!("trace.{}", self.temporaries.len() + 1);
            let storage = Storage::Automatic;
            let variable = Variable { name, ty: ty.clone(), storage, initial: Vec::new(), span };
            self.temporaries.push(self.variables.push(variable));
            self.temporaries.len() - 1
        });
        self.temporaries.swap(self.used, position);
        self.used += 1;
        let variable = self.temporaries[self.used - 1];
        Expr { kind: ExprKind::Load(Place::Variable(variable)), ty, span }
    }
}

/// The temporary that an expression made by [`Weaver::hold`] loads.
pub(super) fn variable_of(held: &Expr) -> VarId {
    match &held.kind {
        ExprKind::Load(place) => place.variable(),
        other => unreachable!("a temporary is loaded, not {other:?}"),
    }
}
