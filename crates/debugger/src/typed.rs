//! Expressions and assignments that the user types, in the variables of a procedure.
//!
//! What is typed becomes a procedure of its own with the variables of the one it speaks of, and the machine runs it
//! in that procedure's activation. So it means at the prompt what it means in the program, checks included.

use std::ops::ControlFlow::{Break, Continue};

use sextant_base::{Diagnostics, IdVec, Sources, Span};
use sextant_engines::forward::Bench;
use sextant_expr::{FloatKind, Scalar, Sort, TermId};
use sextant_flow::{Action, Block, BlockId, FlowGraph, FlowProgram, Instruction, Terminator};
use sextant_front_fortran::{Surroundings, parse_value};
use sextant_front_pli::parse_condition;
use sextant_session::program_symbols;
use sextant_solver::Verdict;
use sextant_state::{
    Code, Driver, Ending, Entry, Machine, Next, Output, Part, PartValue, Question, QuestionKind, State, Stop,
    Until, Value, VariablePlace, compile,
};
use sextant_syntax::{
    ArrayBounds, BinaryOp, Expr, ExprKind, IntType, OutputItem, ProcId, Procedure, RealType, Storage,
    TextLength, Type, VarId,
};

use super::desk::{Desk, Given};

/// Something typed, compiled.
pub(super) struct Typed {
    /// The procedure it speaks of.
    pub procedure: ProcId,
    code: Code,
    entry: Entry,
    symbols: Vec<(String, Sort)>,
}

/// What a typed procedure does.
enum Act {
    /// One action.
    Do(Action),
    /// It gives a value of several cells back.
    Return(Expr),
}

impl Act {
    /// Gives a value to the user.
    fn write(value: Expr) -> Act {
        match value.ty.is_simple() {
            true => Act::Do(Action::Write(OutputItem::Value(value))),
            false => Act::Return(value),
        }
    }
}

fn first_message(errors: Diagnostics) -> String {
    match errors.sorted().first() {
        Some(first) => first.message.clone(),
        None => "this cannot be read".into(),
    }
}

/// The type of values of a sort that a program can have; widths do not matter to symbols.
fn type_of(sort: Sort) -> Option<Type> {
    match sort {
        Sort::BOOL => Some(Type::Logical),
        Sort::Scalar(Scalar::Int) => Some(Type::Int(IntType { bits: 64, signed: true })),
        Sort::Scalar(Scalar::Real | Scalar::Float(FloatKind::Double)) => Some(Type::Real(RealType::Double)),
        Sort::Scalar(Scalar::Float(FloatKind::Single)) => Some(Type::Real(RealType::Single)),
        _ => None,
    }
}

impl Desk<'_> {
    /// Reads a condition over the variables of a procedure.
    pub(super) fn condition(&mut self, procedure: ProcId, text: &str) -> Result<Typed, String> {
        let condition = match self.session.is_fortran() {
            true => self.read_fortran(procedure, text, None)?,
            false => self.read(procedure, text)?,
        };
        if condition.ty != Type::Logical {
            return Err("a condition is needed here".into());
        }
        self.compile_typed(procedure, Act::write(condition))
    }

    /// Reads a value: a number, a condition, in Fortran also a text, a complex number or a record.
    pub(super) fn value(&mut self, procedure: ProcId, text: &str) -> Result<Typed, String> {
        let value = match self.session.is_fortran() {
            true => self.read_fortran(procedure, text, None)?,
            // A comparison lets the front end read numbers as well; only its first operand is used.
            false => self.sides(procedure, text, "0")?.0,
        };
        self.compile_typed(procedure, Act::write(value))
    }

    /// An expression of the program itself.
    pub(super) fn written(&mut self, procedure: ProcId, expr: &Expr) -> Result<Typed, String> {
        self.compile_typed(procedure, Act::write(expr.clone()))
    }

    /// Reads an assignment.
    pub(super) fn assignment(
        &mut self,
        procedure: ProcId,
        place: &str,
        value: &str,
    ) -> Result<Typed, String> {
        let (target, mut value) = match self.session.is_fortran() {
            true => self.fortran_sides(procedure, place, value)?,
            false => self.sides(procedure, place, value)?,
        };
        let ExprKind::Load(place) = target.kind else {
            return Err(format!("{} cannot be assigned", place.trim()));
        };
        if value.ty != target.ty && !matches!(target.ty, Type::Text(_)) {
            let span = value.span;
            value = Expr { kind: ExprKind::Convert(Box::new(value)), ty: target.ty, span };
        }
        self.compile_typed(procedure, Act::Do(Action::Assign(place, value)))
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

    /// Both sides of an assignment.
    fn fortran_sides(&mut self, procedure: ProcId, place: &str, value: &str) -> Result<(Expr, Expr), String> {
        let target = self.read_fortran(procedure, place, None)?;
        let value = self.read_fortran(procedure, value, Some(&target.ty))?;
        let is_number = |ty: &Type| matches!(ty, Type::Int(_) | Type::Real(_) | Type::Complex(_));
        let is_text = |ty: &Type| matches!(ty, Type::Text(_));
        let fits = value.ty == target.ty
            || is_number(&value.ty) && is_number(&target.ty)
            || is_text(&value.ty) && is_text(&target.ty);
        if fits { Ok((target, value)) } else { Err(format!("{} cannot have this value", place.trim())) }
    }

    /// A value over the variables of a procedure; symbols that are new have the wanted type.
    fn read_fortran(&mut self, procedure: ProcId, text: &str, wanted: Option<&Type>) -> Result<Expr, String> {
        let table = &self.bench.table;
        let symbols = |name: &str| match table.symbol_named(name) {
            Some(term) => type_of(table.sort(term)),
            None => wanted.filter(|ty| ty.is_simple()).cloned(),
        };
        let known = self.known(procedure);
        let records = &self.session.program().records;
        let around = Surroundings { procedure: &known, records, symbols: &symbols };
        let mut sources = Sources::new();
        let id = sources.add("", text);
        parse_value(&sources, id, &around).map_err(first_message)
    }

    /// A procedure as front ends know it, without its body.
    fn known(&self, procedure: ProcId) -> Procedure {
        let graph = &self.session.program().procedures[procedure];
        Procedure {
            name: graph.name.clone(),
            parameters: graph.parameters.clone(),
            variables: graph.variables.clone(),
            returns: None,
            recursive: false,
            body: Vec::new(),
            labels: IdVec::new(),
            statements: Vec::new(),
            span: graph.span,
        }
    }

    fn read(&mut self, procedure: ProcId, text: &str) -> Result<Expr, String> {
        let known = self.known(procedure);
        let mut sources = Sources::new();
        let id = sources.add("", text);
        parse_condition(&sources, id, &known).map_err(first_message)
    }

    fn compile_typed(&mut self, procedure: ProcId, act: Act) -> Result<Typed, String> {
        let graph = &self.session.program().procedures[procedure];
        let code = self.bench.machine.code();
        let program = FlowProgram {
            procedures: [procedure_of(graph, &code.procedures[procedure].variables, act)]
                .into_iter()
                .collect(),
            records: self.session.program().records.clone(),
            rules: self.session.program().rules,
            ..FlowProgram::new(self.session.program().language)
        };
        let mut symbols = Vec::new();
        program_symbols(&program, code.policy, &mut symbols);
        let entry = Entry {
            symbolic_input: false,
            given: self.call.entry.given.clone(),
            ..Entry::new(ProcId(0), Vec::new())
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

    /// What a typed value is in a state, part by part, or why it has no value there.
    pub(super) fn evaluate_parts(&mut self, typed: &Typed, state: &State) -> Result<Vec<Part>, String> {
        let Some(ty) = typed.code.procedures[ProcId(0)].returns.clone() else {
            let value = PartValue::Value(self.evaluate(typed, state)?);
            return Ok(vec![Part { path: String::new(), value, untouched: None }]);
        };
        self.claim_symbols(typed)?;
        let done = typed.run(&mut self.bench, self.given, state.without_callers())?;
        Ok(done.returned_parts(&mut self.bench.table, &typed.code.records, &ty))
    }

    /// What a typed value is in a state, or why it has no value there.
    pub(super) fn evaluate(&mut self, typed: &Typed, state: &State) -> Result<Value, String> {
        self.claim_symbols(typed)?;
        let done = typed.run(&mut self.bench, self.given, state.clone())?;
        match done.output().last() {
            Some(Output::Value(value)) => Ok(*value),
            _ => Err("this has no value".into()),
        }
    }

    /// The state after a typed assignment.
    pub(super) fn assign(&mut self, typed: &Typed, state: &State) -> Result<State, String> {
        typed.run(&mut self.bench, self.given, state.clone())
    }
}

impl Typed {
    fn run(
        &self,
        bench: &mut Bench<'_>,
        given: &mut Option<Given>,
        mut state: State,
    ) -> Result<State, String> {
        let machine = Machine::new(&self.code, &self.entry, &mut bench.table);
        let (helper, _) = machine.start(&mut bench.table);
        let decisions = state.decisions.clone();
        let variables = self.code.procedures[ProcId(0)].variables.len();
        let mut own = std::mem::replace(&mut state.frame, helper.frame);
        state.frame.slots[..variables].copy_from_slice(&own.slots[..variables]);
        if (Evaluating { machine, bench, given }).drive(&mut state)? == Ending::Returned {
            return Ok(state);
        }
        own.slots[..variables].copy_from_slice(&state.frame.slots[..variables]);
        state.frame = own;
        state.decisions = decisions;
        Ok(state)
    }
}

/// The execution of something typed: what the path condition or the data do not settle is no value.
struct Evaluating<'e, 'c, 'b> {
    machine: Machine<'e>,
    bench: &'e mut Bench<'b>,
    given: &'c mut Option<Given>,
}

impl Driver for Evaluating<'_, '_, '_> {
    type Path = State;
    type Halt = Result<Ending, String>;

    fn run(&mut self, state: &mut State) -> Stop {
        self.machine.run(&mut self.bench.table, state, Until::default())
    }

    fn ask(&mut self, state: &mut State, question: Question) -> Next<Self::Halt> {
        let actual = self.given.as_mut().map(|given| &mut given.actual);
        let actually = actual.and_then(|actual| actual.holds(&self.bench.table, question.condition).ok());
        if let Some(choice) = actually {
            state.answer(choice, true);
            return Continue(());
        }
        let conditions: Vec<_> = state.premises().collect();
        let verdict = self.bench.solver.implies(&mut self.bench.table, &conditions, question.condition);
        match (verdict, question.kind) {
            (Verdict::Holds, _) => state.answer(true, true),
            (_, QuestionKind::Check(kind)) => return Break(Err(format!("this may fail: {kind}"))),
            _ => state.answer(false, true),
        }
        Continue(())
    }

    fn ended(&mut self, _: &mut State, ending: Ending) -> Next<Self::Halt> {
        Break(match ending {
            Ending::Stopped | Ending::Returned => Ok(ending),
            Ending::Error { kind, subject: Some(name), .. } => Err(format!("{kind} ({name})")),
            Ending::Error { kind, subject: None, .. } => Err(kind.to_string()),
            Ending::Unsupported { what, .. } => Err(what),
            Ending::Refused { .. } | Ending::OutOfStatements | Ending::OutOfDepth { .. } => {
                Err("this has no value".into())
            }
        })
    }

    fn prove(&mut self, _: &mut State, _: TermId, _: Span) -> Next<Self::Halt, Option<bool>> {
        Break(Err("this has no value".into()))
    }

    fn breath(&mut self, _: &mut State) -> Next<Self::Halt> {
        Break(Err("this has no value".into()))
    }
}

/// A procedure that does one thing in the activation of another: variables are where they are there.
fn procedure_of(graph: &FlowGraph, places: &IdVec<VarId, VariablePlace>, act: Act) -> FlowGraph {
    let mut variables = graph.variables.clone();
    for (variable, place) in variables.iter_mut().zip(places.iter()) {
        variable.initial.clear();
        variable.storage = match place {
            VariablePlace::Slot(_) => Storage::Automatic,
            VariablePlace::Object(_) => Storage::Parameter,
        };
        match &mut variable.ty {
            Type::Array(_, bounds) => bounds.iter_mut().for_each(|bounds| *bounds = ArrayBounds::OfArgument),
            Type::Text(length) => *length = TextLength::OfArgument,
            _ => {}
        }
    }
    let span: Span = graph.span;
    // An instruction that asks nothing ends the questions of the interrupted one.
    let truth = Expr { kind: ExprKind::Bool(true), ty: Type::Logical, span };
    let mut actions = vec![Action::Assume(truth)];
    let (returns, terminator) = match act {
        Act::Do(action) => {
            actions.push(action);
            (None, Terminator::Stop)
        }
        Act::Return(value) => (Some(value.ty.clone()), Terminator::Return(Some(value))),
    };
    let instructions = actions.into_iter().map(|action| Instruction { action, span }).collect();
    FlowGraph {
        name: graph.name.clone(),
        parameters: Vec::new(),
        variables,
        returns,
        blocks: [Block { instructions, terminator }].into_iter().collect(),
        entry: BlockId(0),
        statements: Vec::new(),
        span,
    }
}
