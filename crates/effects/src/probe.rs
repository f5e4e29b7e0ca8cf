//! Expressions that are computed in the state of a procedure, wherever it stands.
//!
//! An expression becomes a procedure of its own with the variables of the one it speaks of, and the machine runs it in that
//! procedure's activation: it means there what it means in the program, checks included.

use sextant_base::{Interrupt, Span};
use sextant_expr::{Op, Table, TermId};
use sextant_flow::{Action, Block, BlockId, FlowGraph, FlowProgram, Instruction, Terminator};
use sextant_logic::Stuck;
use sextant_state::{Code, Entry, ErrorKind, Machine, Output, Policy, State, Value, VariablePlace, compile};
use sextant_syntax::{
    ArrayBounds, Expr, ExprKind, OutputItem, Place, ProcId, Specification, Storage, TextLength, Type, VarId,
    Variable,
};

use crate::ways::{Arrival, Bounds, Fact, FactKind, ways};

/// A compiled expression.
#[derive(Clone, Debug)]
pub struct Probe {
    code: Code,
    entry: Entry,
    /// How many variables the procedure has that it speaks of.
    variables: usize,
    /// What is computed elsewhere, in the slots after these.
    elsewhere: Vec<Elsewhere>,
    span: Span,
}

/// A value that is not of the state the expression is computed in.
#[derive(Clone, Debug)]
enum Elsewhere {
    /// Of the state at the entry.
    Old(Box<Probe>),
    /// The returned value.
    Result,
}

/// What computing an expression gives.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// The value; none if computing it is always an error.
    pub value: Option<TermId>,
    /// What must hold so that computing it is no error, each a [`FactKind::Check`].
    pub demands: Vec<Fact>,
    /// The variable without a value, if that is the error.
    pub undefined: Option<String>,
}

/// Ways through one expression.
const MOST_WAYS: usize = 256;

impl Probe {
    /// The expression over the variables of a procedure, which are in these places.
    pub fn new(
        program: &FlowProgram,
        graph: &FlowGraph,
        places: &dyn Fn(VarId) -> VariablePlace,
        policy: Policy,
        expr: &Expr,
    ) -> Result<Probe, Stuck> {
        let mut rewriting = Rewriting { elsewhere: Vec::new(), first: graph.variables.len() };
        let own = rewriting.rewritten(expr)?;
        let mut elsewhere = Vec::new();
        let mut extra = Vec::new();
        for (number, (what, ty)) in rewriting.elsewhere.into_iter().enumerate() {
            extra.push((format!("elsewhere.{number}"), ty));
            elsewhere.push(match what {
                Some(old) => Elsewhere::Old(Box::new(Probe::new(program, graph, places, policy, &old)?)),
                None => Elsewhere::Result,
            });
        }
        let probe = FlowProgram {
            procedures: [in_activation_of(
                graph,
                places,
                extra,
                Some(Action::Write(OutputItem::Value(own))),
                Terminator::Stop,
            )]
            .into_iter()
            .collect(),
            records: program.records.clone(),
            rules: program.rules,
            ..FlowProgram::new(program.language)
        };
        let entry = Entry { symbolic_input: false, ..Entry::new(ProcId(0), Vec::new()) };
        let variables = graph.variables.len();
        Ok(Probe { code: compile(&probe, policy), entry, variables, elsewhere, span: expr.span })
    }

    /// Where the expression stands.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The value in a state; old values are those of the state at the entry.
    ///
    /// # Errors
    /// What the machine cannot compute.
    pub fn evaluate(&self, table: &mut Table, state: &State, entry: &State) -> Result<Evaluated, Stuck> {
        let mut slots = Vec::new();
        for what in &self.elsewhere {
            let value = match what {
                Elsewhere::Old(probe) => probe.evaluate(table, entry, entry)?.value.map(Value::Term),
                Elsewhere::Result => Some(state.returned),
            };
            slots.push(value.unwrap_or(Value::Undefined));
        }
        let machine = Machine::new(&self.code, &self.entry, table);
        let start = state.in_helper(&machine, self.variables, &slots, table);
        let interrupt = Interrupt::new();
        let bounds = Bounds { ways: MOST_WAYS, statements: 1 << 20, executed: None, interrupt: &interrupt };
        let mut evaluated = Evaluated { value: None, demands: Vec::new(), undefined: None };
        for way in ways(&machine, table, None, start, bounds)? {
            let guard = evaluated.note(table, &way.facts);
            match way.to {
                Arrival::Stopped => {
                    let Some(Output::Value(value)) = way.state.output().last() else {
                        return Err(Stuck::unsupported(self.span, "a value of this type here"));
                    };
                    let value = value.to_term(table);
                    let value = value.ok_or_else(|| Stuck::unsupported(self.span, "an address here"))?;
                    evaluated.value = Some(match evaluated.value {
                        None => value,
                        Some(other) => table.apply(Op::Ite, &[guard, value, other]),
                    });
                }
                Arrival::Error { kind, span, subject } => {
                    if kind == ErrorKind::Uninitialised {
                        evaluated.undefined = subject;
                    }
                    let condition = table.not(guard);
                    evaluated.demands.push(Fact { condition, kind: FactKind::Check(kind), span });
                }
                Arrival::Point(_) | Arrival::Entered(_) | Arrival::Returned => {
                    return Err(Stuck::unsupported(self.span, "a value of this type here"));
                }
            }
        }
        Ok(evaluated)
    }
}

impl Evaluated {
    /// Takes the checks of a way; what they demand is demanded where the way comes to them. Returns when it is taken.
    fn note(&mut self, table: &mut Table, facts: &[Fact]) -> TermId {
        let mut taken = Vec::new();
        for fact in facts {
            match fact.kind {
                FactKind::Branch(_) | FactKind::Assumed => taken.push(fact.condition),
                FactKind::Check(_) => {
                    let condition = if taken.is_empty() {
                        fact.condition
                    } else {
                        let guard = table.and(&taken);
                        table.apply(Op::Implies, &[guard, fact.condition])
                    };
                    let demand = Fact { condition, ..*fact };
                    if !self.demands.contains(&demand) {
                        self.demands.push(demand);
                    }
                }
            }
        }
        table.and(&taken)
    }
}

/// Takes out of an expression what is computed elsewhere.
struct Rewriting {
    elsewhere: Vec<(Option<Expr>, Type)>,
    first: usize,
}

impl Rewriting {
    fn rewritten(&mut self, expr: &Expr) -> Result<Expr, Stuck> {
        let mut own = expr.clone();
        self.rewrite(&mut own)?;
        Ok(own)
    }

    fn rewrite(&mut self, expr: &mut Expr) -> Result<(), Stuck> {
        let what = match &expr.kind {
            ExprKind::Specification(specification) => match &**specification {
                Specification::Old(old) => Some(Some(old.clone())),
                Specification::Result => Some(None),
                Specification::Quantified { .. } => {
                    let what = "a quantifier that is not a condition of its own";
                    return Err(Stuck::unsupported(expr.span, what));
                }
            },
            _ => None,
        };
        if let Some(what) = what {
            let variable = VarId((self.first + self.elsewhere.len()) as u32);
            self.elsewhere.push((what, expr.ty.clone()));
            expr.kind = ExprKind::Load(Place::Variable(variable));
            return Ok(());
        }
        let mut done = Ok(());
        sextant_syntax::each_operand_mut(expr, &mut |operand| {
            if done.is_ok() {
                done = self.rewrite(operand);
            }
        });
        done
    }
}

/// A procedure that does one thing in the activation of another, and may give a value back: variables are where they
/// are there, and further ones stand after them.
pub fn in_activation_of(
    graph: &FlowGraph,
    places: &dyn Fn(VarId) -> VariablePlace,
    extra: Vec<(String, Type)>,
    action: Option<Action>,
    terminator: Terminator,
) -> FlowGraph {
    let mut variables = graph.variables.clone();
    for (index, variable) in variables.iter_mut().enumerate() {
        variable.initial.clear();
        variable.storage = match places(VarId(index as u32)) {
            VariablePlace::Slot(_) => Storage::Automatic,
            VariablePlace::Object(_) => Storage::Parameter,
        };
        match &mut variable.ty {
            Type::Array(_, bounds) => bounds.iter_mut().for_each(|bounds| *bounds = ArrayBounds::OfArgument),
            Type::Text(length) => *length = TextLength::OfArgument,
            // Its storage is there; the activation holds its address.
            ty @ Type::Block(_) => *ty = Type::Pointer(None),
            _ => {}
        }
    }
    let span = graph.span;
    for (name, ty) in extra {
        variables.push(Variable { name, ty, storage: Storage::Automatic, initial: Vec::new(), span });
    }
    // An instruction that asks nothing ends the questions of the interrupted one.
    let truth = Expr { kind: ExprKind::Bool(true), ty: Type::Logical, span };
    let actions = [Some(Action::Assume(truth)), action];
    let instructions = actions.into_iter().flatten().map(|action| Instruction { action, span }).collect();
    let returns = match &terminator {
        Terminator::Return(Some(value)) => Some(value.ty.clone()),
        _ => None,
    };
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
