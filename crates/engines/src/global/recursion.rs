//! Recursion as two loops: down, where the parameters change until no further call is made, and up again, where the
//! results are put together.
//!
//! A call of the procedure by itself is first an unknown function of its arguments. A way through the procedure that
//! makes one such call gives a step of both loops; the ways that make none end the descent. Both loops are closed by the
//! same means, and accepted by the same checker, as those of programs. A procedure that changes its parameters, or
//! makes several calls on one way that are not to neighbours of one number, is not solved.

use dashu_int::IBig;
use sextant_algebra::{Array, Atom, Condition, Relation, Substitution, Symbol, Term};
use sextant_syntax::{Type, VarId};

use super::block::End;
use super::closure::close;
use super::context::{Case, Pass, symbol_of};
use super::evaluate::Evaluator;
use super::looping::{LoopProblem, Piece};
use super::refining::refined;
use super::summary::SummaryCase;

/// The name of the unknown function.
const OWN: &str = "•self";
/// How far back a call to a neighbour may reach.
const FARTHEST: i64 = 8;

/// A way that calls the procedure again.
struct Step {
    condition: Condition,
    /// The calls: their arguments.
    calls: Vec<Vec<Term>>,
    /// The returned value, the results of the calls being symbols.
    value: Term,
}

/// A result of a call inside a step.
fn result(position: usize, integer: bool) -> Symbol {
    Symbol { name: format!("•result{position}x").into(), integer }
}

impl Evaluator<'_> {
    /// Whether calls of the procedure by itself can be an unknown function of its arguments.
    pub(super) fn may_recur(&self) -> bool {
        let simple = |ty: &Type| matches!(ty, Type::Int(_));
        self.graph.parameters.iter().all(|&id| simple(&self.graph.variables[id].ty))
            && matches!(self.graph.returns, Some(Type::Int(_) | Type::Real(_)))
    }

    /// The unknown result of a call of the procedure by itself, noted among the loops of the context.
    pub(super) fn unknown_result(&mut self, case: &mut Case, arguments: &Substitution) -> Term {
        let integer = matches!(self.graph.returns, Some(Type::Int(_)));
        let value = |&id: &VarId| {
            let symbol = symbol_of(self.graph, id);
            arguments.symbols.get(&symbol).cloned().unwrap_or_else(|| Term::symbol(&symbol))
        };
        let index: Vec<Term> = self.graph.parameters.iter().map(value).collect();
        let unknown = Array::Symbol(OWN.into(), integer).element(&index);
        case.loops.push(self.depth_pass(unknown.clone()));
        unknown
    }

    fn depth_pass(&self, count: Term) -> Pass {
        Pass {
            head: self.graph.entry,
            count,
            running: false,
            recurrences: Vec::new(),
            relations: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The cases of a recursive procedure without unknown functions; none if they cannot be solved.
    pub(super) fn without_recursion(&mut self, cases: &[SummaryCase]) -> Option<Vec<SummaryCase>> {
        let mut steps = Vec::new();
        let mut ends = Vec::new();
        for case in cases {
            if !case.outputs.is_empty() {
                return None;
            }
            match self.step(case) {
                Some(step) => steps.push(step?),
                None => ends.push(case.clone()),
            }
        }
        self.descent(&steps, &ends).or_else(|| self.neighbours(&steps, &ends))
    }

    /// A case as a step: none if it makes no call, `Some(None)` if it is not understood.
    #[allow(clippy::option_option)]
    fn step(&self, case: &SummaryCase) -> Option<Option<Step>> {
        let own = |symbol: &Symbol| &*symbol.name == OWN;
        let atoms: Vec<Atom> = case
            .loops
            .iter()
            .filter_map(|pass| pass.count.as_atom())
            .filter(|atom| matches!(atom, Atom::Element(Array::Symbol(name, _), _) if &**name == OWN))
            .cloned()
            .collect();
        if atoms.is_empty() {
            return None;
        }
        let End::Returned(Some(value)) = &case.end else { return Some(None) };
        let mut value = value.clone();
        let mut calls = Vec::new();
        for (position, atom) in atoms.iter().enumerate() {
            let Atom::Element(array, index) = atom else { return Some(None) };
            let symbol = Term::symbol(&result(position, array.has_integers()));
            value = value.with_atom_throughout(atom, &symbol);
            calls.push(index.clone());
        }
        let known = !case.condition.mentions_any(&own)
            && !value.mentions_any(&own)
            && !calls.iter().flatten().any(|term| term.mentions_any(&own));
        Some(known.then(|| Step { condition: case.condition.clone(), calls, value }))
    }

    fn parameters(&self) -> Vec<Symbol> {
        self.graph.parameters.iter().map(|&id| symbol_of(self.graph, id)).collect()
    }

    /// One call on every way: down by the arguments, up by the results.
    fn descent(&mut self, steps: &[Step], ends: &[SummaryCase]) -> Option<Vec<SummaryCase>> {
        if steps.is_empty() || steps.iter().any(|step| step.calls.len() != 1) {
            return None;
        }
        let parameters = self.parameters();
        let inside: Vec<Symbol> = parameters
            .iter()
            .map(|symbol| Symbol { name: format!("{}'", symbol.name).into(), ..symbol.clone() })
            .collect();
        let own: Vec<Term> = inside.iter().map(Term::symbol).collect();
        let renamed = Substitution::of_all(&parameters, &own);
        let bodies = steps.iter().map(|step| {
            let updates = step.calls[0].iter().map(|term| renamed.term(term)).collect();
            (renamed.condition(&step.condition), updates)
        });
        let first = parameters.iter().map(Term::symbol).collect();
        let down = LoopProblem::of_numbers("•depth", self.domain.clone(), (inside, first), bodies);
        let mut cases = Vec::new();
        for piece in close(&mut self.prover, &down) {
            if !piece.open.is_empty() {
                return None;
            }
            for (condition, depth) in &piece.counts {
                let condition = piece.condition.and(condition);
                let Some(depth) = depth else {
                    let end = End::Forever(self.graph.entry);
                    cases.push(SummaryCase { condition, end, loops: Vec::new(), outputs: Vec::new() });
                    continue;
                };
                cases.extend(self.ascent(steps, ends, (&down, &piece), &condition, depth)?);
            }
        }
        Some(cases)
    }

    /// From where the descent ends up to the first call.
    fn ascent(
        &mut self,
        steps: &[Step],
        ends: &[SummaryCase],
        (down, piece): (&LoopProblem, &Piece),
        condition: &Condition,
        depth: &Term,
    ) -> Option<Vec<SummaryCase>> {
        let parameters = self.parameters();
        let at = |passes: &Term| -> Substitution {
            let after = down.after(passes);
            let values: Vec<Term> = piece.values.iter().map(|value| after.term(value)).collect();
            Substitution::of_all(&parameters, &values)
        };
        let last = at(depth);
        let mut cases = Vec::new();
        for end in ends {
            let condition = condition.and(&last.condition(&end.condition));
            let facts = self.domain_and(&condition);
            if self.prover.contradict(&facts) {
                continue;
            }
            let End::Returned(Some(value)) = &end.end else {
                cases.push(SummaryCase { condition, loops: Vec::new(), ..end.clone() });
                continue;
            };
            let integer = matches!(self.graph.returns, Some(Type::Int(_)));
            let returned = Symbol { name: "•returned'".into(), integer };
            let left = depth.minus(&Term::symbol(&counter())).plus_int(-1);
            let level = at(&left);
            let mut step = None;
            for other in steps.iter().rev() {
                let mut values = level.clone();
                values.symbols.insert(result(0, integer), Term::symbol(&returned));
                let value = values.term(&other.value);
                step = Some(match step {
                    None => value,
                    Some(rest) => Term::choice(&level.condition(&other.condition), &value, &rest),
                });
            }
            let up = upwards(facts, depth, vec![returned], vec![last.term(value)], vec![step?]);
            cases.extend(self.returned(&up, &condition, depth)?);
        }
        Some(cases)
    }

    /// The value that the last number of a loop has at its end.
    fn returned(
        &mut self,
        up: &LoopProblem,
        condition: &Condition,
        depth: &Term,
    ) -> Option<Vec<SummaryCase>> {
        let mut cases = Vec::new();
        for piece in close(&mut self.prover, up) {
            if !piece.open.is_empty() {
                return None;
            }
            for (more, count) in &piece.counts {
                let condition = condition.and(&piece.condition).and(more);
                let facts = self.domain_and(&condition);
                if self.prover.contradict(&facts) {
                    continue;
                }
                let value = up.after(count.as_ref()?).term(piece.values.last()?);
                let value = refined(&mut self.prover, &facts, &value);
                cases.push(SummaryCase {
                    condition,
                    end: End::Returned(Some(value)),
                    loops: vec![self.depth_pass(depth.clone())],
                    outputs: Vec::new(),
                });
            }
        }
        Some(cases)
    }

    /// Several calls to neighbours `n - 1`, `n - 2`, … of one number from a fixed number on, all else unchanged.
    fn neighbours(&mut self, steps: &[Step], ends: &[SummaryCase]) -> Option<Vec<SummaryCase>> {
        let [step] = steps else { return None };
        let parameters = self.parameters();
        let (position, distances) = distances(&parameters, &step.calls)?;
        let number = &parameters[position];
        // The condition is `n ≥ n0`.
        let Condition::Compare(Relation::Ge, term) = &step.condition else { return None };
        let start = Term::symbol(number).minus(term).as_int()?;
        let farthest = distances.iter().copied().max()?;
        let integer = matches!(self.graph.returns, Some(Type::Int(_)));
        let mut first = Vec::new();
        for back in (1..=farthest).rev() {
            let value = Term::int(&start - IBig::from(back));
            let here = Substitution::of(number, &value);
            let end = ends.iter().find(|end| here.condition(&end.condition) == Condition::True)?;
            let End::Returned(Some(value)) = &end.end else { return None };
            first.push(here.term(value));
        }
        // The farthest one first: each becomes the next, and the last one is the new result.
        let members: Vec<Symbol> = (1..=farthest)
            .rev()
            .map(|back| Symbol { name: format!("•returned{back}'").into(), integer })
            .collect();
        let mut values = Substitution::of(number, &Term::symbol(&counter()).plus(&Term::int(start.clone())));
        for (at, back) in distances.iter().enumerate() {
            let member = &members[members.len() - usize::try_from(*back).ok()?];
            values.symbols.insert(result(at, integer), Term::symbol(member));
        }
        let depth = term.plus_int(1);
        let next = members[1..].iter().map(Term::symbol);
        let updates = next.chain([values.term(&step.value)]).collect();
        let up = upwards(self.domain_and(&step.condition), &depth, members, first, updates);
        let mut cases = self.returned(&up, &step.condition, &depth)?;
        cases.extend(ends.iter().cloned());
        Some(cases)
    }
}

/// What counts the calls that are left again.
fn counter() -> Symbol {
    Symbol::integer("•up'")
}

/// The loop from the last call up to the first one, over some numbers.
fn upwards(
    facts: Vec<Condition>,
    depth: &Term,
    mut symbols: Vec<Symbol>,
    mut first: Vec<Term>,
    mut updates: Vec<Term>,
) -> LoopProblem {
    let done = Term::symbol(&counter());
    symbols.insert(0, counter());
    first.insert(0, Term::zero());
    updates.insert(0, done.plus_int(1));
    LoopProblem::of_numbers("•up", facts, (symbols, first), [(Condition::gt(&depth.minus(&done)), updates)])
}

/// The parameter that calls lower, and by how much each of them does.
fn distances(parameters: &[Symbol], calls: &[Vec<Term>]) -> Option<(usize, Vec<i64>)> {
    let mut position = None;
    let mut all = Vec::new();
    for call in calls {
        let changed = call.iter().zip(parameters).enumerate();
        let changed = changed.filter(|(_, (argument, own))| argument.as_symbol() != Some(*own));
        let [(at, (argument, own))] = changed.collect::<Vec<_>>()[..] else { return None };
        if position.replace(at).is_some_and(|other| other != at) {
            return None;
        }
        let distance = i64::try_from(Term::symbol(own).minus(argument).as_int()?).ok()?;
        all.push(Some(distance).filter(|distance| (1..=FARTHEST).contains(distance))?);
    }
    Some((position?, all))
}
