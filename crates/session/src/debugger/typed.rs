//! Expressions and assignments that the user types, in the variables of a procedure.
//!
//! What is typed becomes a procedure of its own with the variables of the one it speaks of, and the machine runs it
//! in that procedure's activation. So it means at the prompt what it means in the program, checks included.

use sextant_base::{IdVec, Sources, Span};
use sextant_engines::forward::Bench;
use sextant_expr::Sort;
use sextant_flow::{Action, Block, BlockId, FlowGraph, FlowProgram, Instruction, Terminator};
use sextant_front_pli::parse_condition;
use sextant_solver::Verdict;
use sextant_state::{
    Code, Ending, Entry, Machine, Output, QuestionKind, State, Stop, Until, Value, VariablePlace, compile,
};
use sextant_syntax::{
    ArrayBounds, BinaryOp, Expr, ExprKind, OutputItem, ProcId, Procedure, Storage, Type, VarId,
};

use super::desk::Desk;
use crate::inputs::program_symbols;

/// Something typed, compiled.
pub(super) struct Typed {
    /// The procedure it speaks of.
    pub procedure: ProcId,
    code: Code,
    entry: Entry,
    symbols: Vec<(String, Sort)>,
}

impl Desk<'_> {
    /// Reads a condition over the variables of a procedure.
    pub(super) fn condition(&mut self, procedure: ProcId, text: &str) -> Result<Typed, String> {
        let condition = self.read(procedure, text)?;
        self.compile_typed(procedure, Action::Write(OutputItem::Value(condition)))
    }

    /// Reads a value: a number or a condition.
    pub(super) fn value(&mut self, procedure: ProcId, text: &str) -> Result<Typed, String> {
        // A comparison lets the front end read numbers as well; only its first operand is used.
        let (value, _) = self.sides(procedure, text, "0")?;
        self.compile_typed(procedure, Action::Write(OutputItem::Value(value)))
    }

    /// An expression of the program itself.
    pub(super) fn written(&mut self, procedure: ProcId, expr: &Expr) -> Result<Typed, String> {
        self.compile_typed(procedure, Action::Write(OutputItem::Value(expr.clone())))
    }

    /// Reads an assignment.
    pub(super) fn assignment(
        &mut self,
        procedure: ProcId,
        place: &str,
        value: &str,
    ) -> Result<Typed, String> {
        let (target, mut value) = self.sides(procedure, place, value)?;
        let ExprKind::Load(place) = target.kind else {
            return Err(format!("{} cannot be assigned", place.trim()));
        };
        if value.ty != target.ty {
            let span = value.span;
            value = Expr { kind: ExprKind::Convert(Box::new(value)), ty: target.ty, span };
        }
        self.compile_typed(procedure, Action::Assign(place, value))
    }

    /// Both sides of `left = right`, without the conversions of the comparison.
    fn sides(&mut self, procedure: ProcId, left: &str, right: &str) -> Result<(Expr, Expr), String> {
        let comparison = self.read(procedure, &format!("({left}) = ({right})"))?;
        let plain = |side: Expr| match side.kind {
            ExprKind::Convert(inner) if side.ty != Type::Logical => *inner,
            _ => side,
        };
        match comparison.kind {
            ExprKind::Binary(BinaryOp::Equal, left, right) => Ok((plain(*left), plain(*right))),
            _ => Err("this is not a value".into()),
        }
    }

    fn read(&mut self, procedure: ProcId, text: &str) -> Result<Expr, String> {
        let graph = &self.session.program.procedures[procedure];
        let known = Procedure {
            name: graph.name.clone(),
            parameters: graph.parameters.clone(),
            variables: graph.variables.clone(),
            returns: None,
            recursive: false,
            body: Vec::new(),
            labels: IdVec::new(),
            statements: Vec::new(),
            span: graph.span,
        };
        let mut sources = Sources::new();
        let id = sources.add("", text);
        parse_condition(&sources, id, &known).map_err(|errors| match errors.sorted().first() {
            Some(first) => first.message.clone(),
            None => "this cannot be read".into(),
        })
    }

    fn compile_typed(&mut self, procedure: ProcId, action: Action) -> Result<Typed, String> {
        let graph = &self.session.program.procedures[procedure];
        let code = self.bench.machine.code();
        let program = FlowProgram {
            language: self.session.program.language,
            procedures: [procedure_of(graph, &code.procedures[procedure].variables, action)]
                .into_iter()
                .collect(),
            externals: IdVec::new(),
        };
        let mut symbols = Vec::new();
        program_symbols(&program, &mut symbols);
        let entry = Entry {
            procedure: ProcId(0),
            arguments: Vec::new(),
            input: Vec::new(),
            symbolic_input: false,
            given: self.call.entry.given.clone(),
        };
        let typed = Typed { procedure, code: compile(&program, code.policy), entry, symbols };
        self.claim_symbols(&typed)?;
        Ok(typed)
    }

    /// Makes sure that the symbols of something typed mean in this call what they mean there.
    fn claim_symbols(&mut self, typed: &Typed) -> Result<(), String> {
        for (name, sort) in &typed.symbols {
            match self.bench.table.symbol_named(name) {
                Some(term) if self.bench.table.sort(term) != *sort => {
                    return Err(format!("\"{name}\" means something else in this call"));
                }
                Some(_) => {}
                None => {
                    self.bench.table.symbol(name, *sort);
                }
            }
        }
        Ok(())
    }

    /// From now on the symbols of something typed are inputs of the call.
    pub(super) fn adopt_symbols(&mut self, typed: &Typed) {
        for (name, _) in &typed.symbols {
            if !self.symbols.contains(name) {
                self.symbols.push(name.clone());
            }
        }
    }

    /// What a typed value is in a state, or why it has no value there.
    pub(super) fn evaluate(&mut self, typed: &Typed, state: &State) -> Result<Value, String> {
        self.claim_symbols(typed)?;
        let done = typed.run(&mut self.bench, state.clone())?;
        match done.output().last() {
            Some(Output::Value(value)) => Ok(*value),
            _ => Err("this has no value".into()),
        }
    }

    /// The state after a typed assignment.
    pub(super) fn assign(&mut self, typed: &Typed, state: &State) -> Result<State, String> {
        typed.run(&mut self.bench, state.clone())
    }
}

impl Typed {
    fn run(&self, bench: &mut Bench<'_>, mut state: State) -> Result<State, String> {
        let machine = Machine::new(&self.code, &self.entry, &mut bench.table);
        let (helper, _) = machine.start(&mut bench.table);
        let decisions = state.decisions.clone();
        let variables = self.code.procedures[ProcId(0)].variables.len();
        let mut own = std::mem::replace(&mut state.frame, helper.frame);
        state.frame.slots[..variables].copy_from_slice(&own.slots[..variables]);
        loop {
            match machine.run(&mut bench.table, &mut state, Until::default()) {
                Stop::Ended(Ending::Stopped) => break,
                Stop::Ask(question) => {
                    let conditions: Vec<_> = state.premises().collect();
                    let verdict = bench.solver.implies(&mut bench.table, &conditions, question.condition);
                    match (verdict, question.kind) {
                        (Verdict::Holds, _) => state.answer(true, true),
                        (_, QuestionKind::Check(kind)) => return Err(format!("this may fail: {kind}")),
                        _ => state.answer(false, true),
                    }
                }
                Stop::Ended(Ending::Error { kind, subject, .. }) => {
                    return Err(match subject {
                        Some(name) => format!("{kind} ({name})"),
                        None => kind.to_string(),
                    });
                }
                Stop::Ended(Ending::Unsupported { what, .. }) => return Err(what),
                _ => return Err("this has no value".into()),
            }
        }
        own.slots[..variables].copy_from_slice(&state.frame.slots[..variables]);
        state.frame = own;
        state.decisions = decisions;
        Ok(state)
    }
}

/// A procedure that does one thing in the activation of another: variables are where they are there.
fn procedure_of(graph: &FlowGraph, places: &IdVec<VarId, VariablePlace>, action: Action) -> FlowGraph {
    let mut variables = graph.variables.clone();
    for (variable, place) in variables.iter_mut().zip(places.iter()) {
        variable.initial.clear();
        variable.storage = match place {
            VariablePlace::Slot(_) => Storage::Automatic,
            VariablePlace::Object(_) => Storage::Parameter,
        };
        if let Type::Array(_, bounds) = &mut variable.ty {
            *bounds = ArrayBounds::OfArgument;
        }
    }
    let span: Span = graph.span;
    // An instruction that asks nothing ends the questions of the interrupted one.
    let truth = Expr { kind: ExprKind::Bool(true), ty: Type::Logical, span };
    let instructions = [Action::Assume(truth), action].map(|action| Instruction { action, span });
    FlowGraph {
        name: graph.name.clone(),
        parameters: Vec::new(),
        variables,
        returns: None,
        blocks: [Block { instructions: instructions.into(), terminator: Terminator::Stop }]
            .into_iter()
            .collect(),
        entry: BlockId(0),
        statements: Vec::new(),
        span,
    }
}
