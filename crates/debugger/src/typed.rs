//! Expressions and assignments that the user types, in the variables of a procedure.
//!
//! What is typed becomes a procedure of its own with the variables of the one it speaks of, and the machine runs it
//! in that procedure's activation. So it means at the prompt what it means in the program, checks included.

use std::ops::ControlFlow::{Break, Continue};

use sextant_base::Span;
use sextant_effects::in_activation_of;
use sextant_engines::forward::Bench;
use sextant_expr::{FloatKind, Scalar, Sort, TermId};
use sextant_flow::{Action, FlowProgram, Terminator};
use sextant_session::{head_of, program_symbols};
use sextant_solver::Verdict;
use sextant_state::{
    Code, Driver, Ending, Entry, Machine, Next, Output, Part, PartValue, Question, QuestionKind, State, Stop,
    Until, Value, compile,
};
use sextant_syntax::{
    Expr, ExprKind, IntType, Memory, OutputItem, ProcId, RealType, Surroundings, Type, Typed,
};

use super::desk::{Desk, Given};

/// Something typed, compiled.
pub(super) struct Compiled {
    /// The procedure it speaks of.
    pub procedure: ProcId,
    code: Code,
    entry: Entry,
    symbols: Vec<(String, Sort)>,
}

/// What a typed procedure does: it gives a value of one cell to the user, or one of several cells back.
fn giving(value: Expr) -> (Option<Action>, Terminator) {
    match value.ty.is_simple() {
        true => (Some(Action::Write(OutputItem::Value(value))), Terminator::Stop),
        false => (None, Terminator::Return(Some(value))),
    }
}

/// The address of a struct or an array that lies somewhere.
pub(super) fn whole_at(expr: &Expr) -> Option<&Expr> {
    match (&expr.kind, &expr.ty) {
        (ExprKind::Memory(memory), Type::Record(_) | Type::Array(..)) => match &**memory {
            Memory::Fetch { address, .. } => Some(address),
            _ => None,
        },
        _ => None,
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
    /// Reads something over the variables of a procedure.
    fn read<T>(
        &self,
        procedure: ProcId,
        read: impl FnOnce(Typed, &Surroundings<'_>) -> Result<T, String>,
    ) -> Result<T, String> {
        let table = &self.bench.table;
        let program = self.session.program();
        let around = Surroundings {
            procedure: &head_of(&program.procedures[procedure]),
            records: &program.records,
            globals: &program.globals,
            symbols: &|name| type_of(table.sort(table.symbol_named(name)?)),
        };
        read(self.session.typed(), &around)
    }

    /// Reads a condition over the variables of a procedure.
    pub(super) fn condition(&mut self, procedure: ProcId, text: &str) -> Result<Compiled, String> {
        let condition = self.read(procedure, |typed, around| (typed.condition)(text, around))?;
        self.compile_typed(procedure, giving(condition))
    }

    /// Reads a value: a number, a condition, in Fortran also a text, a complex number or a record.
    pub(super) fn value(&mut self, procedure: ProcId, text: &str) -> Result<Compiled, String> {
        let value = self.expression(procedure, text)?;
        self.written(procedure, &value)
    }

    /// Reads a value, or a struct or an array at an address.
    pub(super) fn expression(&self, procedure: ProcId, text: &str) -> Result<Expr, String> {
        self.read(procedure, |typed, around| (typed.value)(text, around))
    }

    /// An expression of the program itself.
    pub(super) fn written(&mut self, procedure: ProcId, expr: &Expr) -> Result<Compiled, String> {
        if whole_at(expr).is_some() {
            return Err("this has no value as a whole: name a part of it".into());
        }
        self.compile_typed(procedure, giving(expr.clone()))
    }

    /// Reads an assignment.
    pub(super) fn assignment(
        &mut self,
        procedure: ProcId,
        place: &str,
        value: &str,
    ) -> Result<Compiled, String> {
        let (target, mut value) =
            self.read(procedure, |typed, around| (typed.assignment)(place, value, around))?;
        let no_place = || Err(format!("{} cannot be assigned", place.trim()));
        if whole_at(&target).is_some() {
            return no_place();
        }
        if value.ty != target.ty && !matches!(target.ty, Type::Text(_)) {
            let span = value.span;
            value = Expr { kind: ExprKind::Convert(Box::new(value)), ty: target.ty, span };
        }
        let action = match target.kind {
            ExprKind::Load(place) => Action::Assign(place, value),
            ExprKind::Memory(memory) => match *memory {
                Memory::Fetch { address, bits } => Action::Store(address, bits, value),
                _ => return no_place(),
            },
            _ => return no_place(),
        };
        self.compile_typed(procedure, (Some(action), Terminator::Stop))
    }

    fn compile_typed(
        &mut self,
        procedure: ProcId,
        (action, terminator): (Option<Action>, Terminator),
    ) -> Result<Compiled, String> {
        let graph = &self.session.program().procedures[procedure];
        let code = self.bench.machine.code();
        let places = &code.procedures[procedure].variables;
        let typed = in_activation_of(graph, &|variable| places[variable], Vec::new(), action, terminator);
        let program = FlowProgram {
            procedures: [typed].into_iter().collect(),
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
        let typed = Compiled { procedure, code: compile(&program, code.policy), entry, symbols };
        self.claim_symbols(&typed)?;
        Ok(typed)
    }

    /// Makes sure that the symbols of something typed mean in this call what they mean there.
    fn claim_symbols(&mut self, typed: &Compiled) -> Result<(), String> {
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
    pub(super) fn adopt_symbols(&mut self, typed: &Compiled) {
        for (name, _) in &typed.symbols {
            if !self.symbols.contains(name) {
                self.symbols.push(name.clone());
            }
        }
    }

    /// What a typed value is in a state, part by part, or why it has no value there.
    pub(super) fn evaluate_parts(&mut self, typed: &Compiled, state: &State) -> Result<Vec<Part>, String> {
        let Some(ty) = typed.code.procedures[ProcId(0)].returns.clone() else {
            let value = PartValue::Value(self.evaluate(typed, state)?);
            return Ok(vec![Part { path: String::new(), value, untouched: None }]);
        };
        self.claim_symbols(typed)?;
        let done = typed.run(&mut self.bench, self.given, state.without_callers())?;
        Ok(done.returned_parts(&mut self.bench.table, &typed.code.records, &ty))
    }

    /// What a typed value is in a state, or why it has no value there.
    pub(super) fn evaluate(&mut self, typed: &Compiled, state: &State) -> Result<Value, String> {
        self.claim_symbols(typed)?;
        let done = typed.run(&mut self.bench, self.given, state.clone())?;
        match done.output().last() {
            Some(Output::Value(value)) => Ok(*value),
            _ => Err("this has no value".into()),
        }
    }

    /// The state after a typed assignment.
    pub(super) fn assign(&mut self, typed: &Compiled, state: &State) -> Result<State, String> {
        typed.run(&mut self.bench, self.given, state.clone())
    }
}

impl Compiled {
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
