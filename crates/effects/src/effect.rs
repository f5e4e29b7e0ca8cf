//! Effects: what the stretch after a point does to a state in which every variable may hold anything.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use sextant_base::Span;
use sextant_expr::{Op, Origin, Sort, Table, TermId};
use sextant_flow::{Action, mentioned_at_end, mentioned_by};
use sextant_logic::Stuck;
use sextant_state::{Held, Point, State};
use sextant_syntax::{Expr, ExprKind, Memory, OutputItem, Storage, VarId, each_operand};

use crate::context::Context;
use crate::ways::{Arrival, Fact, Way};

/// One way through a stretch, as a change of any state.
#[derive(Clone, Debug)]
pub struct Effect {
    /// What holds of the values before, in order.
    pub facts: Vec<Fact>,
    /// The symbols of values that change, each with the value after.
    pub changes: Vec<(TermId, TermId)>,
    /// Where it leads.
    pub to: Arrival,
    /// The state at its end.
    pub state: State,
}

/// A state in which every variable may hold anything.
#[derive(Clone, Debug)]
pub struct General {
    /// The state, in front of the first instruction that is not part of the prologue.
    pub state: State,
    /// What its variables hold, with the symbols that stand for it.
    pub held: Vec<(VarId, Held, TermId)>,
    /// The position in the input.
    pub position: TermId,
    /// Variables whose values no symbols can stand for, with what they are.
    pub opaque: Vec<(VarId, String)>,
}

impl General {
    /// The symbols that stand for the values of a variable.
    pub fn symbols(&self, variable: VarId) -> impl Iterator<Item = TermId> + '_ {
        self.held.iter().filter(move |(id, ..)| *id == variable).map(|(_, _, symbol)| *symbol)
    }

    /// What each symbol stands for in a state of the same procedure; a symbol whose value is not there is left out.
    pub fn values(&self, table: &mut Table, state: &State) -> Vec<(TermId, TermId)> {
        let mut found = Vec::new();
        for (_, held, symbol) in &self.held {
            if let Some(value) = state.term_at(held.spot, table) {
                found.push((*symbol, value));
            }
        }
        found
    }
}

impl Context<'_> {
    /// The way to the first point: storage was made for the variables, and some have their first values.
    ///
    /// # Errors
    /// What the machine cannot do, or more than one way.
    pub fn entry(&mut self) -> Result<Way, Stuck> {
        let mut found = self.ways(self.start.clone(), None)?;
        match found.pop() {
            Some(way) if found.is_empty() && matches!(way.to, Arrival::Point(_)) => Ok(way),
            _ => Err(Stuck::unsupported(self.graph.span, "storage that depends on a condition")),
        }
    }

    /// The state in which every variable may hold anything: symbols under their own names.
    ///
    /// # Errors
    /// A variable whose values no symbols can stand for.
    pub fn general(&mut self) -> Result<Rc<General>, Stuck> {
        if let Some(known) = &self.general {
            return Ok(Rc::clone(known));
        }
        let mut state = self.entry()?.state;
        // What is known at the entry is no part of any condition here.
        state.condition = Default::default();
        let mut held = Vec::new();
        let mut opaque = Vec::new();
        for (variable, declared) in self.graph.variables.iter_enumerated() {
            if !self.config.apart && !sextant_flow::uses(self.graph, variable) {
                continue;
            }
            match state.held_by(self.code(), variable) {
                Ok(all) => held.extend(all.into_iter().map(|one| (variable, one))),
                Err(what) if self.config.apart => opaque.push((variable, what)),
                Err(what) => return Err(Stuck::unsupported(declared.span, what)),
            }
        }
        let mut known: Vec<(VarId, Held, TermId)> = Vec::new();
        for (variable, one) in held {
            let symbol = self.symbol_for(&known, variable, &one, &state);
            state.forget_held(&one, symbol, &mut self.table);
            known.push((variable, one, symbol));
        }
        let position = self.table.fresh("read", Sort::INT);
        state.forget_input(position);
        let general = Rc::new(General { state, held: known, position, opaque });
        self.general = Some(Rc::clone(&general));
        Ok(general)
    }

    /// The symbol that stands for a value. An input stands for itself, so that nothing needs to be replaced at the entry.
    fn symbol_for(
        &mut self,
        known: &[(VarId, Held, TermId)],
        variable: VarId,
        held: &Held,
        entry: &State,
    ) -> TermId {
        let own = !self.config.apart && self.graph.variables[variable].storage != Storage::Automatic;
        let input = entry.term_at(held.spot, &mut self.table).filter(|&term| {
            own && matches!(self.table.op(term), Op::Symbol(_)) && !known.iter().any(|known| known.2 == term)
        });
        input.unwrap_or_else(|| {
            let origin = Origin::Forgotten { place: 0, variable: known.len() as u32 };
            self.table.input(origin, held.sort, || held.name.clone())
        })
    }

    /// Refuses variables whose values no symbols stand for in the general state.
    pub(crate) fn refuse_opaque(&self, mentioned: &FxHashSet<VarId>, span: Span) -> Result<(), Stuck> {
        let opaque = self.general.iter().flat_map(|general| &general.opaque);
        match opaque.into_iter().find(|(variable, _)| mentioned.contains(variable)) {
            Some((_, what)) => Err(Stuck::unsupported(span, what.clone())),
            None => Ok(()),
        }
    }

    /// The same for the instruction after a point, or the choice that ends a block. What stands at addresses is refused,
    /// too: general states say nothing of it.
    fn refuse_opaque_after(&self, point: Point) -> Result<(), Stuck> {
        let Some(instruction) = point.instruction(self.graph) else {
            let (Point::Block(block, _) | Point::Edge(block, ..)) = point;
            let block = &self.graph.blocks[block];
            block.terminator.operands().try_for_each(refuse_fetches)?;
            return self.refuse_opaque(&mentioned_at_end(&block.terminator), self.graph.span);
        };
        if let Action::Assign(_, value) | Action::Write(OutputItem::Value(value)) = &instruction.action {
            refuse_fetches(value)?;
        }
        let mentioned = mentioned_by(instruction).unwrap_or_else(|| self.graph.variables.ids().collect());
        self.refuse_opaque(&mentioned, instruction.span)
    }

    /// What the stretch after a point does, to the next points.
    ///
    /// # Errors
    /// What the machine cannot do.
    pub fn effect(&mut self, point: Point) -> Result<Rc<Vec<Effect>>, Stuck> {
        if let Some(known) = self.effects.get(&point) {
            return Ok(Rc::clone(known));
        }
        let general = self.general()?;
        if self.config.apart {
            self.refuse_opaque_after(point)?;
        }
        let mut state = general.state.clone();
        if !state.stand_after(self.code(), point) {
            return Err(Stuck::unsupported(self.graph.span, "a place that is not there"));
        }
        let mut effects = Vec::new();
        for way in self.ways(state, None)? {
            let mut changes = general.values(&mut self.table, &way.state);
            changes.extend(way.state.forgotten_input(&mut self.table).map(|read| (general.position, read)));
            for (_, value) in &mut changes {
                *value = self.table.simplify(*value);
            }
            changes.retain(|(symbol, value)| symbol != value);
            effects.push(Effect { facts: way.facts, changes, to: way.to, state: way.state });
        }
        let effects = Rc::new(effects);
        self.effects.insert(point, Rc::clone(&effects));
        Ok(effects)
    }
}

/// Refuses what stands at addresses.
pub(crate) fn refuse_fetches(expr: &Expr) -> Result<(), Stuck> {
    if let ExprKind::Memory(memory) = &expr.kind
        && let Memory::Fetch { .. } = **memory
    {
        return Err(Stuck::unsupported(expr.span, "storage addressed by bytes"));
    }
    let mut found = Ok(());
    each_operand(expr, &mut |operand| {
        if found.is_ok() {
            found = refuse_fetches(operand);
        }
    });
    found
}
