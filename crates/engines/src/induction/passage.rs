//! Passing a loop: from one state at its beginning to every state that can ever leave it.

use rustc_hash::FxHashMap;
use sextant_expr::{Op, Origin, Sort, Table, TermId};
use sextant_logic::Formula;
use sextant_notation::Formula as Shown;
use sextant_solver::Verdict;
use sextant_state::{Apart, LoopCode, Spot, State, Value};

use crate::invariants::{keepers, retain};

use super::LoopInvariants;
use super::candidates::Candidate;
use super::walk::{Arrival, Gap, Walker};

/// A loop that changes more spots than this is given up.
const MOST_SPOTS: usize = 160;

/// Candidates of one state that the solver may give up on.
const MOST_GIVEN_UP: usize = 6;

/// A value that a pass may change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unknown {
    pub spot: Spot,
    /// What stands for it; `None` if it has no value on some way to the beginning.
    pub symbol: Option<TermId>,
    /// What the type says of it.
    pub within: Option<TermId>,
}

/// A loop at whose beginning a state stands.
pub(super) struct Passage<'c> {
    pub code: &'c LoopCode,
    /// The first state at the beginning.
    pub first: State,
    pub depth: usize,
    pub unknowns: Vec<Unknown>,
    /// How many passes there were before.
    pub passes: TermId,
}

/// Where the ways through the body of a loop lead.
#[derive(Default)]
struct Ways {
    /// To the beginning again.
    back: Vec<State>,
    /// Out of the loop.
    out: Vec<Arrival>,
}

impl<'c> Walker<'c> {
    /// The states that leave a loop at whose beginning a state stands.
    pub fn pass_loop(&mut self, mut arrival: Arrival) -> Result<Vec<Arrival>, Gap> {
        let Some(code) = self.loop_at(&arrival) else { return Ok(vec![arrival]) };
        let procedure = &self.code.procedures[arrival.state.frame.procedure];
        arrival.state.drop_dead(|slot| procedure.is_live_at(code.head, slot));
        let depth = arrival.state.depth();
        let passes = self.table.fresh("passes", Sort::INT);
        let mut passage = Passage { code, first: arrival.state, depth, unknowns: Vec::new(), passes };
        self.trials += 1;
        let kept = stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, || self.invariants(&mut passage));
        self.trials -= 1;
        let kept = kept?;
        if self.trials == 0 {
            self.note(&passage, &kept);
        }
        let state = self.general_state(&passage, &kept);
        Ok(self.ways(&passage, state)?.out)
    }

    /// Keeps invariants in words.
    fn note(&mut self, passage: &Passage<'c>, kept: &[Candidate]) {
        let terms: Vec<TermId> = kept.iter().map(|candidate| candidate.term).collect();
        let mut terms = self.table.minimise(&terms);
        terms.sort_by_key(|&term| *self.table.op(term) != Op::Eq);
        // What follows from the others, or from what is known anyway, says nothing.
        let general = self.general_state(passage, &[]);
        for at in (0..terms.len()).rev() {
            let mut state = general.clone();
            let others = terms.iter().enumerate().filter(|(other, _)| *other != at);
            others.for_each(|(_, &term)| state.condition.push(term));
            match self.verdict(&state, terms[at]) {
                Verdict::Holds => drop(terms.remove(at)),
                Verdict::Fails(_) => {}
                Verdict::Unknown(_) => break,
            }
        }
        let conditions = self.in_words(passage, &terms);
        self.invariants.push(LoopInvariants { span: passage.first.span(self.code), conditions });
    }

    /// Conditions as users write them: unknown values have the names of their variables.
    fn in_words(&self, passage: &Passage<'c>, terms: &[TermId]) -> Vec<Shown> {
        let mut words = Table::new();
        words.set_notation(self.table.notation());
        let mut known = FxHashMap::default();
        known.insert(passage.passes, words.symbol("passes", Sort::INT));
        for (number, unknown) in (0..).zip(&passage.unknowns) {
            let Some(symbol) = unknown.symbol else { continue };
            let origin = Origin::Forgotten { place: 0, variable: number };
            let name = || self.name_of(passage, unknown.spot).to_owned();
            known.insert(symbol, words.input(origin, self.table.sort(symbol), name));
        }
        terms
            .iter()
            .map(|&term| {
                let term = words.import(&self.table, term, &mut known);
                words.formula(term)
            })
            .collect()
    }

    fn name_of(&self, passage: &Passage<'c>, spot: Spot) -> &'c str {
        let procedure = &self.code.procedures[passage.first.frame.procedure];
        match spot {
            Spot::Slot(slot) => procedure.slot_name(slot).unwrap_or("value"),
            _ => "value",
        }
    }

    /// The candidates that hold at the beginning of every pass.
    fn invariants(&mut self, passage: &mut Passage<'c>) -> Result<Vec<Candidate>, Gap> {
        self.find_unknowns(passage)?;
        let mut candidates = self.candidates(passage)?;
        loop {
            let state = self.general_state(passage, &candidates);
            let ways = self.ways(passage, state)?;
            let mut changed = false;
            for back in &ways.back {
                if self.add_unknowns(passage, back)? {
                    changed = true;
                }
            }
            if changed {
                candidates = self.candidates(passage)?;
                continue;
            }
            for back in &ways.back {
                self.check_types(passage, back)?;
                changed |= self.drop_broken(passage, &mut candidates, (back, false));
            }
            if !changed {
                return Ok(candidates);
            }
        }
    }

    /// Forgets what a pass changes until a pass changes nothing else.
    fn find_unknowns(&mut self, passage: &mut Passage<'c>) -> Result<(), Gap> {
        loop {
            let state = self.general_state(passage, &[]);
            let ways = self.ways(passage, state)?;
            let mut changed = false;
            for back in &ways.back {
                changed |= self.add_unknowns(passage, back)?;
            }
            if !changed {
                return Ok(());
            }
        }
    }

    /// Adds the spots at which a state at the beginning differs from the general one.
    fn add_unknowns(&mut self, passage: &mut Passage<'c>, back: &State) -> Result<bool, Gap> {
        let procedure = &self.code.procedures[back.frame.procedure];
        let live = |slot: usize| procedure.is_live_at(passage.code.head, slot);
        let general = self.general_state(passage, &[]);
        let spots = general.changes(back, live).map_err(|apart| {
            Gap::Changes(match apart {
                Apart::Storage => "storage is allocated or freed",
                Apart::Layout => "values of different sizes lie at one place",
                Apart::Input => "standard input is read",
                Apart::Other => "arrays or files",
            })
        })?;
        let mut changed = false;
        for spot in spots {
            let known = passage.unknowns.iter().position(|unknown| unknown.spot == spot);
            let (ours, theirs) = (passage.first.value_at(spot), back.value_at(spot));
            let sorts = (ours.sort(&self.table), theirs.sort(&self.table));
            match known {
                // Its symbol may well have another value in the next pass, but a value of its sort.
                Some(at) => match passage.unknowns[at].symbol {
                    Some(symbol) if sorts.1 != Some(self.table.sort(symbol)) => {
                        passage.unknowns[at] = Unknown { spot, symbol: None, within: None };
                        changed = true;
                    }
                    _ => {}
                },
                None => {
                    if passage.unknowns.len() >= MOST_SPOTS {
                        return Err(Gap::Changes("too many values"));
                    }
                    let unknown = match sorts {
                        (Some(ours), Some(theirs)) if ours == theirs => self.unknown(passage, spot, ours),
                        _ => Unknown { spot, symbol: None, within: None },
                    };
                    passage.unknowns.push(unknown);
                    changed = true;
                }
            }
        }
        Ok(changed)
    }

    fn unknown(&mut self, passage: &Passage<'c>, spot: Spot, sort: Sort) -> Unknown {
        let symbol = self.table.fresh(self.name_of(passage, spot), sort);
        let within = passage.first.clone().forget_at(self.code, spot, symbol, &mut self.table);
        Unknown { spot, symbol: Some(symbol), within }
    }

    /// The state at the beginning of any pass, as far as it is known.
    fn general_state(&mut self, passage: &Passage<'c>, candidates: &[Candidate]) -> State {
        let mut state = passage.first.clone();
        for unknown in &passage.unknowns {
            match unknown.symbol {
                Some(symbol) => {
                    state.forget_at(self.code, unknown.spot, symbol, &mut self.table);
                }
                None => state.put_at(unknown.spot, Value::Undefined),
            }
        }
        let zero = self.table.int(0);
        let not_negative = self.table.apply(Op::Ge, &[passage.passes, zero]);
        state.domain.push(not_negative);
        candidates.iter().for_each(|candidate| state.condition.push(candidate.term));
        state
    }

    /// Runs one pass from a state in all ways.
    fn ways(&mut self, passage: &Passage<'c>, state: State) -> Result<Ways, Gap> {
        let mut ways = Ways::default();
        let mut arrived = Vec::new();
        self.run_on(state, &mut arrived)?;
        while let Some(arrival) = arrived.pop() {
            let depth = arrival.state.depth();
            let here = depth == passage.depth;
            match arrival.mark {
                Some(mark) if here && mark == passage.code.head => ways.back.push(arrival.state),
                Some(mark) if here && !passage.code.inside.contains(&mark) => ways.out.push(arrival),
                _ if depth < passage.depth => ways.out.push(arrival),
                _ if self.loop_at(&arrival).is_some() => arrived.extend(self.pass_loop(arrival)?),
                _ => self.run_on(arrival.state, &mut arrived)?,
            }
        }
        Ok(ways)
    }

    /// What types say of unknown values must hold of those that come back.
    fn check_types(&mut self, passage: &Passage<'c>, back: &State) -> Result<(), Gap> {
        let mut replaced = self.replacement(passage, back, false);
        for unknown in &passage.unknowns {
            let (Some(within), Spot::Bytes { .. }) = (unknown.within, unknown.spot) else { continue };
            let within = self.table.substitute(within, &mut replaced);
            if !self.implied(back, within) {
                return Err(Gap::Changes("a value is read as another type"));
            }
        }
        Ok(())
    }

    /// The values of a state in place of the unknown ones; it stands at the beginning of the first pass or of the next.
    pub fn replacement(
        &mut self,
        passage: &Passage<'c>,
        state: &State,
        first: bool,
    ) -> FxHashMap<TermId, TermId> {
        let mut replaced = FxHashMap::default();
        let one = self.table.int(1);
        let passes = match first {
            true => self.table.int(0),
            false => self.table.apply(Op::Add, &[passage.passes, one]),
        };
        replaced.insert(passage.passes, passes);
        for unknown in &passage.unknowns {
            let value = state.value_at(unknown.spot).to_term(&mut self.table);
            if let (Some(symbol), Some(value)) = (unknown.symbol, value) {
                replaced.insert(symbol, value);
            }
        }
        replaced
    }

    /// Drops the candidates that a state at the beginning need not keep.
    pub fn drop_broken(
        &mut self,
        passage: &Passage<'c>,
        candidates: &mut Vec<Candidate>,
        (state, first): (&State, bool),
    ) -> bool {
        let before = candidates.len();
        let mut replaced = self.replacement(passage, state, first);
        let substituted = candidates
            .iter()
            .map(|found| Formula::Term(self.table.substitute(found.term, &mut replaced)))
            .collect::<Vec<_>>();
        let known: Vec<Formula> = state.premises().map(Formula::Term).collect();
        // Questions that the solver gives up on take long: after some of them, what is left is given up.
        let kept = keepers(&mut self.table, &mut self.solver, &known, &substituted, MOST_GIVEN_UP);
        retain(candidates, &kept);
        candidates.len() < before
    }
}
