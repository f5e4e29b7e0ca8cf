//! Contexts at points inside a procedure, and assertions asked about them.

use dashu_ratio::RBig;
use sextant_algebra::{Condition, Values};
use sextant_expr::Value as EvalValue;
use sextant_flow::{Action, BlockId, FlowGraph};
use sextant_syntax::{Bound, Expr, StatementNumber};

use super::block::{End, Stand};
use super::context::Case;
use super::convert::normal;
use super::evaluate::Evaluator;
use super::instantiate::Input;
use super::refining::refined;
use super::shapes::bound_symbol;

/// The answer to a question about a point.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// It holds whenever the point is reached.
    Proved,
    /// It fails for these inputs: the solver says so.
    Refuted(Vec<Input>),
    /// Nobody found out.
    Undecided(String),
}

/// Where statements with these numbers begin: blocks with the position of the marker.
pub fn places_of(graph: &FlowGraph, wanted: &[StatementNumber]) -> Vec<(BlockId, usize)> {
    let mut found = Vec::new();
    for (block, code) in graph.blocks.iter_enumerated() {
        for (at, instruction) in code.instructions.iter().enumerate() {
            if matches!(instruction.action, Action::Statement(number) if wanted.contains(&number)) {
                found.push((block, at));
            }
        }
    }
    found
}

/// Elements of the largest array of a counterexample.
const MOST_ELEMENTS: i64 = 100_000;

fn number_of(value: &EvalValue) -> Option<RBig> {
    match value {
        EvalValue::Int(value) => Some(RBig::from(value.clone())),
        EvalValue::Real(value) => Some(value.clone()),
        EvalValue::Bool(value) => Some(RBig::from(u8::from(*value))),
        _ => None,
    }
}

/// An array of a model; only vectors have elements there.
fn array_of(value: Option<EvalValue>, bounds: Vec<(i64, i64)>) -> Option<Input> {
    let extents = bounds.iter().map(|(low, high)| high.checked_sub(*low).map(|gap| (gap + 1).max(0)));
    let total = extents.into_iter().try_fold(1i64, |all, extent| all.checked_mul(extent?))?;
    if total > MOST_ELEMENTS {
        return None;
    }
    let element = |position: i64| match (&value, &bounds[..]) {
        (Some(EvalValue::Array(array)), [(low, _)]) => {
            number_of(array.entries.get(&(low + position).into()).unwrap_or(&array.default))
        }
        _ => None,
    };
    let elements = (0..total).map(|position| element(position).unwrap_or(RBig::ZERO)).collect();
    Some(Input::Array(bounds, elements))
}

impl Evaluator<'_> {
    /// The contexts at a place: every visit.
    pub fn contexts_at(&mut self, (block, position): (BlockId, usize)) -> Vec<Case> {
        let Some(path) = self.paths().reaching(block) else { return Vec::new() };
        let cases = self.contexts_of(path);
        let stand = Stand::Block(block);
        let mut cases: Vec<Case> =
            cases.iter().flat_map(|case| self.run(case, stand, position).going).collect();
        for case in &mut cases {
            let facts = self.domain_and(&case.condition);
            for value in case.state.numbers.values_mut() {
                *value = refined(&mut self.prover, &facts, value);
            }
            case.condition = self.simplified(&case.condition);
        }
        cases
    }

    /// Whether an assertion holds in all contexts.
    pub fn ask(&mut self, cases: &[Case], assertion: &Expr) -> Verdict {
        let mut undecided = None;
        let asked = match self.meaning().and_then(|meaning| meaning.condition(assertion, None)) {
            Ok(computed) => computed.value,
            Err(reason) => return Verdict::Undecided(format!("the assertion has {}", reason.what)),
        };
        for case in cases {
            let holds = normal(&case.state.substitution(self.graph).condition(&asked));
            let mut facts = self.domain_and(&case.condition);
            if self.prover.implies(&facts, &holds) || self.proved_by_values(&facts, &holds) {
                continue;
            }
            facts.push(holds.negated());
            match self.prover.example(&facts) {
                Ok(None) => {}
                Ok(Some(model)) if self.is_plain(&facts) => match self.inputs_of(&model) {
                    Some(inputs) => return Verdict::Refuted(inputs),
                    None => undecided = Some("the counterexample has an array that is too large".to_owned()),
                },
                Ok(Some(_)) => {
                    undecided =
                        Some("the counterexample rests on functions the solver does not know".to_owned())
                }
                Err(reason) => undecided = Some(reason),
            }
        }
        match undecided {
            Some(reason) => Verdict::Undecided(reason),
            None if self.crowded => Verdict::Undecided("there are too many cases".to_owned()),
            None => Verdict::Proved,
        }
    }

    /// The values of the parameters in a model; those it does not mention are zero.
    pub(super) fn inputs_of(&self, model: &sextant_solver::Model) -> Option<Vec<Input>> {
        let table = self.prover.table();
        let value_of = |name: &str| table.symbol_named(name).map(|term| table.evaluate(term, model));
        let mut values = Values::default();
        let mut inputs = Vec::new();
        for &parameter in &self.graph.parameters {
            let name = &self.graph.variables[parameter].name;
            values.set(name, value_of(name).as_ref().and_then(number_of).unwrap_or(RBig::ZERO));
        }
        for &parameter in &self.graph.parameters {
            let variable = &self.graph.variables[parameter];
            let rank = variable.ty.rank();
            if rank == 0 {
                inputs.push(Input::Number(values.numbers.get(&*variable.name)?.clone()));
                continue;
            }
            let mut bounds = self.shapes.bounds(parameter, &mut values);
            for (dimension, (low, high)) in bounds.iter_mut().enumerate() {
                let given = |bound| {
                    let symbol = bound_symbol(bound, variable, dimension);
                    let value = value_of(&symbol.name).as_ref().and_then(number_of)?;
                    i64::try_from(sextant_algebra::floor(&value)).ok()
                };
                let first = low.or_else(|| given(Bound::Low)).unwrap_or(1);
                *low = Some(first);
                *high = high.or_else(|| given(Bound::High)).or(first.checked_add(9));
            }
            let bounds: Vec<(i64, i64)> =
                bounds.into_iter().map(|(low, high)| Some((low?, high?))).collect::<Option<_>>()?;
            inputs.push(array_of(value_of(&variable.name), bounds)?);
        }
        Some(inputs)
    }

    /// An equation is proved by algebra where the solver alone would not see it.
    fn proved_by_values(&mut self, facts: &[Condition], holds: &Condition) -> bool {
        match holds {
            Condition::Compare(sextant_algebra::Relation::Eq, term) => {
                self.prover.equal(facts, term, &sextant_algebra::Term::zero())
            }
            Condition::And(parts) => parts.iter().all(|part| self.proved_by_values(facts, part)),
            Condition::Or(parts) => (0..parts.len()).any(|at| {
                let others = parts.iter().enumerate().filter(|(other, _)| *other != at);
                let mut facts = facts.to_vec();
                facts.extend(others.map(|(_, part)| part.negated()));
                self.proved_by_values(&facts, &parts[at])
            }),
            _ => false,
        }
    }

    /// Whether conditions mean to the solver what they mean here.
    pub(super) fn is_plain(&self, conditions: &[Condition]) -> bool {
        fn plain_term(term: &sextant_algebra::Term) -> bool {
            use sextant_algebra::Atom;
            term.top_atoms().iter().all(|atom| match atom {
                Atom::Symbol(_) => true,
                Atom::Floor(a, b) | Atom::Mod(a, b) => plain_term(a) && plain_term(b),
                Atom::Min(terms) | Atom::Max(terms) => terms.iter().all(plain_term),
                Atom::Choice(condition, a, b) => plain(condition) && plain_term(a) && plain_term(b),
                Atom::Root(inner) => plain_term(inner),
                Atom::Element(sextant_algebra::Array::Symbol(..), index) => index.iter().all(plain_term),
                _ => false,
            })
        }
        fn plain(condition: &Condition) -> bool {
            match condition {
                Condition::True | Condition::False => true,
                Condition::Compare(_, term) => plain_term(term),
                Condition::And(parts) | Condition::Or(parts) => parts.iter().all(plain),
                Condition::Ever(_) | Condition::Never(_) => false,
            }
        }
        conditions.iter().all(plain)
    }

    /// Edges that no execution takes.
    pub fn dead_edges(&mut self) -> Vec<(BlockId, u32)> {
        let mut dead = Vec::new();
        for block in self.graph.blocks.ids() {
            let count = self.graph.blocks[block].terminator.edges().len() as u32;
            let Some(path) = self.paths().reaching(block) else { continue };
            let cases = self.contexts_of(path);
            for position in 0..count {
                let taken = cases.iter().any(|case| !self.along(case, block, position).is_empty());
                if !taken && !cases.is_empty() && !self.crowded {
                    dead.push((block, position));
                }
            }
        }
        dead
    }

    /// The contexts that end in a block, and how, in any visit.
    pub fn endings_in(&mut self, block: BlockId) -> Vec<(Case, End)> {
        let Some(path) = self.paths().reaching(block) else { return Vec::new() };
        self.contexts_of(path).iter().flat_map(|case| self.ending(case, block)).collect()
    }
}
