//! Programs whose assertions can be executed: contracts become tests, quantifiers become loops.
//!
//! At its entry a procedure keeps the old values its contract speaks of and tests its entry assertions; before each
//! return it tests its exit assertions. A quantifier becomes a loop that looks for a witness or a counterexample, in
//! front of the assertion it stands in; its statement marker is that of the assertion, so that budgets count it. In an
//! assertion `a & b`, `a | b` and `a -> b` do not look at a `b` that could fail where `a` settles the matter.
//!
//! Invariants
//! - Variables, procedures, statements and existing blocks keep their ids; new ones come after them.
//! - The result has neither [`Specification`] nor claims other than measures.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use sextant_base::Span;
use sextant_syntax::{
    ArrayBounds, BinaryOp, Bound, Claim, Expr, ExprKind, Intrinsic, Place, ProcId, Specification,
    StatementNumber, Storage, Type, VarId, Variable, each_operand_mut,
};

use crate::operands::any_in;
use crate::typing::INT;
use crate::walk::instructions;
use crate::{Action, Block, BlockId, Condition, Edge, FlowGraph, FlowProgram, Instruction, Terminator};

/// The program with executable assertions; itself if it has them.
pub fn executable(program: &FlowProgram) -> Cow<'_, FlowProgram> {
    if !program.procedures.iter().any(speaks_of_more) {
        return Cow::Borrowed(program);
    }
    let mut program = program.clone();
    for graph in program.procedures.iter_mut().filter(|graph| speaks_of_more(graph)) {
        *graph = Maker::new(graph).graph();
    }
    Cow::Owned(program)
}

/// The program in which the callers of a procedure keep its contract: its entry assertions are assumptions.
pub fn under_contract(program: &FlowProgram, procedure: ProcId) -> FlowProgram {
    let mut program = program.clone();
    let graph = &mut program.procedures[procedure];
    let mut assumed = Vec::new();
    for block in graph.blocks.iter_mut() {
        block.instructions.retain(|Instruction { action, span }| {
            let Action::Claim(Claim::Entry, condition) = action else { return true };
            assumed.push(Instruction { action: Action::Assume(condition.clone()), span: *span });
            false
        });
    }
    let terminator = Terminator::go(graph.entry);
    graph.entry = graph.blocks.push(Block { instructions: assumed, terminator });
    program
}

fn speaks_of_more(graph: &FlowGraph) -> bool {
    instructions(graph).any(|instruction| match &instruction.action {
        Action::Claim(claim, _) => *claim != Claim::Measure,
        Action::Assert(condition) | Action::Assume(condition) | Action::Prove(condition) => {
            has_specification(condition)
        }
        _ => false,
    })
}

/// Whether evaluating the expression may be an error of the program.
fn may_fail(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Load(Place::Element(..)) | ExprKind::Intrinsic(Intrinsic::Mod, _) => true,
        ExprKind::Binary(BinaryOp::Divide | BinaryOp::Power, ..) => true,
        ExprKind::Unary(_, operand) | ExprKind::Convert(operand) => may_fail(operand),
        ExprKind::Binary(_, left, right) => may_fail(left) || may_fail(right),
        ExprKind::Intrinsic(_, operands) => operands.iter().any(may_fail),
        ExprKind::Specification(specification) => specification.parts().into_iter().any(may_fail),
        _ => false,
    }
}

/// Whether an assertion cannot be executed as one expression.
fn has_specification(expr: &Expr) -> bool {
    any_in(expr, &|part| match &part.kind {
        ExprKind::Specification(_) => true,
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Implies, _, right) => may_fail(right),
        _ => false,
    })
}

/// A graph in the making. Instructions go to the current block.
struct Maker<'g> {
    source: &'g FlowGraph,
    graph: FlowGraph,
    current: BlockId,
    statement: StatementNumber,
    /// Where the old values of variables are kept.
    old: FxHashMap<VarId, VarId>,
    result: Option<VarId>,
}

impl<'g> Maker<'g> {
    fn new(source: &'g FlowGraph) -> Self {
        let graph = source.clone();
        let current = source.entry;
        Self {
            source,
            graph,
            current,
            statement: StatementNumber(1),
            old: FxHashMap::default(),
            result: None,
        }
    }

    fn graph(mut self) -> FlowGraph {
        let claims = |wanted: Claim| {
            instructions(self.source).filter_map(move |instruction| match &instruction.action {
                Action::Claim(claim, condition) if *claim == wanted => {
                    Some((condition.clone(), instruction.span))
                }
                _ => None,
            })
        };
        let (entry, exit): (Vec<_>, Vec<_>) = (claims(Claim::Entry).collect(), claims(Claim::Exit).collect());
        for (id, block) in self.source.blocks.iter_enumerated() {
            self.block(id, block, &exit);
        }
        self.prologue(&entry);
        self.graph
    }

    /// Rewrites one block; what is behind a loop goes to new blocks.
    fn block(&mut self, id: BlockId, block: &Block, exit: &[(Expr, Span)]) {
        self.current = id;
        self.graph.blocks[id].instructions.clear();
        self.instructions(&block.instructions);
        let terminator = match &block.terminator {
            Terminator::Edges(edges) => Terminator::Edges(edges.iter().map(|edge| self.edge(edge)).collect()),
            Terminator::Return(value) if !exit.is_empty() => {
                Terminator::Return(self.returned(value.as_ref(), exit))
            }
            other => other.clone(),
        };
        self.graph.blocks[self.current].terminator = terminator;
    }

    fn instructions(&mut self, instructions: &[Instruction]) {
        for Instruction { action, span } in instructions {
            let action = match action {
                Action::Statement(number) => {
                    self.statement = *number;
                    action.clone()
                }
                Action::Claim(Claim::Entry | Claim::Exit, _) => continue,
                Action::Assert(condition) => Action::Assert(self.executed(condition)),
                Action::Assume(condition) => Action::Assume(self.executed(condition)),
                Action::Prove(condition) => Action::Prove(self.executed(condition)),
                other => other.clone(),
            };
            self.emit(action, *span);
        }
    }

    /// An edge whose actions have quantifiers leads through a block of its own.
    fn edge(&mut self, edge: &Edge) -> Edge {
        let plain = edge.actions.iter().all(|instruction| match &instruction.action {
            Action::Claim(claim, _) => *claim == Claim::Measure,
            Action::Assert(condition) | Action::Assume(condition) | Action::Prove(condition) => {
                !has_specification(condition)
            }
            _ => true,
        });
        if plain {
            return edge.clone();
        }
        let from = self.current;
        let to = self.new_block();
        self.current = to;
        self.instructions(&edge.actions);
        self.go_to(edge.to);
        self.current = from;
        Edge { condition: edge.condition.clone(), actions: Vec::new(), to }
    }

    fn returned(&mut self, value: Option<&Expr>, exit: &[(Expr, Span)]) -> Option<Expr> {
        let value = value.map(|value| {
            let result = match self.result {
                Some(result) => result,
                None => self.temporary("result", value.ty.clone(), value.span),
            };
            self.result = Some(result);
            self.emit(Action::Assign(Place::Variable(result), value.clone()), value.span);
            load(result, &value.ty, value.span)
        });
        for (condition, span) in exit {
            let condition = self.executed(condition);
            self.emit(Action::Assert(condition), *span);
        }
        value
    }

    /// Old values, then the entry assertions, then the old entry.
    fn prologue(&mut self, entry: &[(Expr, Span)]) {
        let first = self.new_block();
        self.current = first;
        self.statement = StatementNumber(1);
        for (condition, span) in entry {
            let condition = self.executed(condition);
            self.emit(Action::Assert(condition), *span);
        }
        let tests = (first, self.current);
        // Entry assertions may have asked for old values as well: those are kept before them.
        let keeping = self.new_block();
        self.current = keeping;
        let mut kept: Vec<(VarId, VarId)> =
            self.old.iter().map(|(&variable, &old)| (variable, old)).collect();
        kept.sort();
        for (variable, old) in kept {
            self.keep(variable, old);
        }
        self.go_to(tests.0);
        self.current = tests.1;
        self.go_to(self.source.entry);
        self.graph.entry = keeping;
    }

    /// Copies a variable, an array element by element.
    fn keep(&mut self, variable: VarId, old: VarId) {
        let Variable { ty, span, .. } = self.graph.variables[variable].clone();
        let Type::Array(element, _) = &ty else {
            return self.emit(Action::Assign(Place::Variable(old), load(variable, &ty, span)), span);
        };
        let bound = |bound| Expr { kind: ExprKind::BoundOf(bound, variable), ty: INT, span };
        let (low, high) = (bound(Bound::Low), bound(Bound::High));
        let index = self.temporary("old", INT, span);
        self.emit(Action::Assign(Place::Variable(index), low), span);
        let (head, body, done) = (self.new_block(), self.new_block(), self.new_block());
        self.go_to(head);
        self.current = head;
        self.emit(Action::Statement(StatementNumber(1)), span);
        let at = load(index, &INT, span);
        self.branch(binary(BinaryOp::LessEqual, at.clone(), high), body, done);
        self.current = body;
        let value = Expr {
            kind: ExprKind::Load(Place::Element(variable, Box::new(at.clone()))),
            ty: (**element).clone(),
            span,
        };
        self.emit(Action::Assign(Place::Element(old, Box::new(at.clone())), value), span);
        self.emit(Action::Assign(Place::Variable(index), binary(BinaryOp::Add, at, integer(1, span))), span);
        self.go_to(head);
        self.current = done;
    }

    /// The condition with every quantifier computed before.
    fn executed(&mut self, condition: &Expr) -> Expr {
        self.rewritten(condition, &mut FxHashMap::default(), false)
    }

    fn rewritten(&mut self, expr: &Expr, bound: &mut FxHashMap<VarId, VarId>, old: bool) -> Expr {
        match &expr.kind {
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Implies), left, right)
                if may_fail(right) =>
            {
                return self.guarded(*op, left, right, bound, old, expr.span);
            }
            ExprKind::Specification(specification) => match &**specification {
                Specification::Old(inner) => return self.rewritten(inner, bound, true),
                // Only in a graph that the verifier refuses is there no result.
                Specification::Result => {
                    return self
                        .result
                        .map_or_else(|| expr.clone(), |result| load(result, &expr.ty, expr.span));
                }
                Specification::Quantified { all, variable, low, high, body } => {
                    let low = self.rewritten(low, bound, old);
                    let high = self.rewritten(high, bound, old);
                    return self.search(*all, *variable, low, high, body, bound, old, expr.span);
                }
            },
            _ => {}
        }
        let mut own = expr.clone();
        if let ExprKind::Load(place) = &mut own.kind {
            *place = self.named(place.clone(), bound, old);
        }
        each_operand_mut(&mut own, &mut |operand| *operand = self.rewritten(operand, bound, old));
        own
    }

    /// A connective whose right side is looked at only where the left side leaves it open.
    fn guarded(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        bound: &mut FxHashMap<VarId, VarId>,
        old: bool,
        span: Span,
    ) -> Expr {
        let verdict = self.temporary("holds", Type::Logical, span);
        let truth = |value| Expr { kind: ExprKind::Bool(value), ty: Type::Logical, span };
        let left = self.rewritten(left, bound, old);
        let settled = op != BinaryOp::And;
        self.emit(Action::Assign(Place::Variable(verdict), truth(settled)), span);
        let (open, done) = (self.new_block(), self.new_block());
        let (holds, fails) = if op == BinaryOp::Or { (done, open) } else { (open, done) };
        self.branch(left, holds, fails);
        self.current = open;
        let right = self.rewritten(right, bound, old);
        self.emit(Action::Assign(Place::Variable(verdict), right), span);
        self.go_to(done);
        self.current = done;
        load(verdict, &Type::Logical, span)
    }

    /// The same part of the variable that stands for the one of the place.
    fn named(&mut self, place: Place, bound: &FxHashMap<VarId, VarId>, old: bool) -> Place {
        let variable = place.variable();
        let named = match bound.get(&variable) {
            Some(&bound) => bound,
            None if old => self.old_variable(variable),
            None => variable,
        };
        place.with_base(named)
    }

    /// Where the old value of a variable is kept.
    fn old_variable(&mut self, variable: VarId) -> VarId {
        if let Some(&old) = self.old.get(&variable) {
            return old;
        }
        let Variable { ty, span, .. } = self.graph.variables[variable].clone();
        let ty = match ty {
            Type::Array(element, bounds) if bounds.len() == 1 => {
                let bound =
                    |bound| Box::new(Expr { kind: ExprKind::BoundOf(bound, variable), ty: INT, span });
                Type::vector(
                    *element,
                    ArrayBounds::Given { low: bound(Bound::Low), high: bound(Bound::High) },
                )
            }
            scalar => scalar,
        };
        let old = self.temporary("old", ty, span);
        self.old.insert(variable, old);
        old
    }

    /// A loop that looks for a counterexample, or a witness; what is returned reads the verdict.
    #[allow(clippy::too_many_arguments, reason = "the parts of a quantifier and where it stands")]
    fn search(
        &mut self,
        all: bool,
        variable: VarId,
        low: Expr,
        high: Expr,
        body: &Expr,
        bound: &mut FxHashMap<VarId, VarId>,
        old: bool,
        span: Span,
    ) -> Expr {
        let index_type = self.graph.variables[variable].ty.clone();
        let last_type = high.ty.clone();
        let verdict = self.temporary("holds", Type::Logical, span);
        let index = self.temporary("any", index_type.clone(), span);
        let last = self.temporary("last", last_type.clone(), span);
        let low = crate::typing::coerce(low, &index_type);
        let truth = |value| Expr { kind: ExprKind::Bool(value), ty: Type::Logical, span };
        self.emit(Action::Assign(Place::Variable(verdict), truth(all)), span);
        self.emit(Action::Assign(Place::Variable(index), low), span);
        self.emit(Action::Assign(Place::Variable(last), high), span);
        let [head, inside, found, next, done] = std::array::from_fn(|_| self.new_block());
        self.go_to(head);
        self.current = head;
        self.emit(Action::Statement(self.statement), span);
        let at = load(index, &index_type, span);
        self.branch(binary(BinaryOp::LessEqual, at.clone(), load(last, &last_type, span)), inside, done);
        self.current = inside;
        let hidden = bound.insert(variable, index);
        let condition = self.rewritten(body, bound, old);
        match hidden {
            Some(outer) => bound.insert(variable, outer),
            None => bound.remove(&variable),
        };
        let (holds, fails) = if all { (next, found) } else { (found, next) };
        self.branch(condition, holds, fails);
        self.current = found;
        self.emit(Action::Assign(Place::Variable(verdict), truth(!all)), span);
        self.go_to(done);
        self.current = next;
        self.emit(Action::Assign(Place::Variable(index), binary(BinaryOp::Add, at, integer(1, span))), span);
        self.go_to(head);
        self.current = done;
        load(verdict, &Type::Logical, span)
    }

    fn temporary(&mut self, stem: &str, ty: Type, span: Span) -> VarId {
        let name = format!("{stem}.{}", self.graph.variables.len());
        self.graph.variables.push(Variable {
            name,
            ty,
            storage: Storage::Automatic,
            initial: Vec::new(),
            span,
        })
    }

    fn new_block(&mut self) -> BlockId {
        self.graph.blocks.push(Block { instructions: Vec::new(), terminator: Terminator::Stop })
    }

    fn emit(&mut self, action: Action, span: Span) {
        self.graph.blocks[self.current].instructions.push(Instruction { action, span });
    }

    fn go_to(&mut self, to: BlockId) {
        self.graph.blocks[self.current].terminator = Terminator::go(to);
    }

    fn branch(&mut self, condition: Expr, holds: BlockId, fails: BlockId) {
        let edges =
            vec![Edge::new(Condition::When(condition), holds), Edge::new(Condition::Otherwise, fails)];
        self.graph.blocks[self.current].terminator = Terminator::Edges(edges);
    }
}

fn load(variable: VarId, ty: &Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Load(Place::Variable(variable)), ty: ty.clone(), span }
}

fn integer(value: i64, span: Span) -> Expr {
    Expr { kind: ExprKind::Int(value.into()), ty: INT, span }
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let ty = crate::typing::binary_type(op, &left.ty, &right.ty);
    let span = left.span;
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span }
}
