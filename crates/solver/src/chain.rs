//! The chain itself: the order of the layers and who learns from whom.

use std::time::{Duration, Instant};

use sextant_expr::{Table, TermId};

use crate::bits::{BitsLayer, Scope};
use crate::equalities;
use crate::linear::LinearLayer;
use crate::pipe::PipeLayer;
use crate::recent::RecentModels;
use crate::stack::Stack;
use crate::statistics::{LayerStatistics, Statistics};
use crate::trials::Trials;
use crate::z3::Z3Layer;
use crate::{Answer, Model, Reason, SolverConfig, Tally, Verdict};

/// One link of the chain.
pub(crate) trait Layer {
    /// Its name in statistics.
    fn name(&self) -> &'static str;

    /// Forgets what it knows of levels from this one upwards; they will be different ones.
    fn pop_to(&mut self, depth: usize);

    /// Whether the conjuncts of the stack can hold together, none of them being constant. `None` passes the
    /// question on; so does `Unknown`, whose reason is reported if no later layer answers.
    fn check(&mut self, table: &mut Table, stack: &Stack) -> Option<Answer>;

    /// Sets the time for one query.
    fn set_query_timeout(&mut self, _limit: Duration) {}

    /// What its parts did, where they are worth telling apart.
    fn parts(&self) -> Vec<LayerStatistics> {
        Vec::new()
    }

    /// Whether this is an external solver of everything, asked last.
    fn is_external(&self) -> bool {
        false
    }

    /// Whether the question that was just left open went to an external solver already, in a better form.
    fn has_asked(&self) -> bool {
        false
    }
}

/// Decides whether conditions can hold together. Serves one table for its whole life.
pub struct Solver {
    stack: Stack,
    recent: Option<RecentModels>,
    layers: Vec<Box<dyn Layer + Send>>,
    statistics: Statistics,
    tally: Tally,
    late: bool,
}

impl Solver {
    /// A solver with the layers the configuration asks for. Nothing is loaded or started yet.
    pub fn new(config: SolverConfig) -> Self {
        let with_bits = config.bits;
        Self::with(config, with_bits)
    }

    /// A solver for questions that do not speak of bits.
    pub(crate) fn without_bits(config: SolverConfig) -> Self {
        // What it does is the work of the solver that asks it.
        Self::with(SolverConfig { tally: Tally::default(), ..config }, false)
    }

    fn with(config: SolverConfig, with_bits: bool) -> Self {
        let recent = config.reuse_models.then(RecentModels::default);
        let tally = config.tally.clone();
        let mut layers: Vec<Box<dyn Layer + Send>> = Vec::new();
        if with_bits {
            layers.push(Box::new(BitsLayer::new(config.clone(), Scope::Bits)));
        }
        if config.linear {
            layers.push(Box::new(LinearLayer::default()));
        }
        layers.push(Box::new(Trials));
        if config.bits {
            layers.push(Box::new(BitsLayer::new(config.clone(), Scope::Distances)));
            layers.push(Box::new(BitsLayer::new(config.clone(), Scope::Leftovers)));
        }
        if let Some(command) = config.pipe.clone() {
            layers.push(Box::new(PipeLayer::new(command, config)));
        } else if config.z3 {
            layers.push(Box::new(Z3Layer::new(config)));
        }
        let names = std::iter::once("constants")
            .chain(recent.iter().map(Layer::name))
            .chain(layers.iter().map(|layer| layer.name()));
        let statistics = Statistics { queries: 0, layers: names.map(LayerStatistics::new).collect() };
        Self { stack: Stack::default(), recent, layers, statistics, tally, late: false }
    }

    /// Whether all conditions (terms of sort Bool: a path condition and one more, say) can hold together.
    /// Consecutive calls share work along their common prefix.
    pub fn check(&mut self, table: &mut Table, conditions: &[TermId]) -> Answer {
        self.statistics.queries += 1;
        match self.ask(table, conditions) {
            Answer::Unknown(Reason::Incomplete(why)) => {
                let reason = Reason::Incomplete(why);
                match equalities::used(table, self.stack.conjuncts()) {
                    Some(simpler) => self.ask(table, &simpler),
                    None => Answer::Unknown(reason),
                }
            }
            answer => answer,
        }
    }

    /// One way through the chain.
    fn ask(&mut self, table: &mut Table, conditions: &[TermId]) -> Answer {
        let shared = self.stack.synchronise(table, conditions);
        self.recent.iter_mut().for_each(|recent| recent.pop_to(shared));
        self.layers.iter_mut().for_each(|layer| layer.pop_to(shared));
        let answer = self.constants();
        // Most questions end here, and asking the clock would take longer than answering.
        self.statistics.layers[0].count(answer.as_ref(), Duration::ZERO);
        answer.unwrap_or_else(|| self.ask_layers(table))
    }

    fn constants(&self) -> Option<Answer> {
        if self.stack.is_impossible() {
            Some(Answer::Unsat)
        } else if self.stack.conjuncts().is_empty() {
            Some(Answer::Sat(Model::default()))
        } else {
            None
        }
    }

    fn ask_layers(&mut self, table: &mut Table) -> Answer {
        let mut reason = Reason::Incomplete("no layer that is switched on can decide this".into());
        let recent = self.recent.as_mut().map(|recent| recent as &mut dyn Layer);
        let layers = self.layers.iter_mut().map(|layer| &mut **layer as &mut dyn Layer);
        let mut was_asked = false;
        let mut begun = Instant::now();
        for (layer, statistics) in recent.into_iter().chain(layers).zip(&mut self.statistics.layers[1..]) {
            if was_asked && layer.is_external() {
                continue;
            }
            let answer = layer.check(table, &self.stack);
            let ended = Instant::now();
            statistics.count(answer.as_ref(), ended - begun);
            begun = ended;
            match answer {
                Some(Answer::Unknown(why)) => {
                    reason = why;
                    was_asked |= layer.has_asked();
                }
                Some(Answer::Unsat) => return Answer::Unsat,
                Some(Answer::Sat(model)) => {
                    self.recent.iter_mut().for_each(|recent| recent.remember(&model, self.stack.depth()));
                    return Answer::Sat(model);
                }
                None => {}
            }
        }
        self.late |= reason == Reason::Timeout;
        Answer::Unknown(reason)
    }

    /// Whether the conclusion holds wherever all premises do.
    pub fn implies(&mut self, table: &mut Table, premises: &[TermId], conclusion: TermId) -> Verdict {
        if self.is_identity(table, premises, conclusion) {
            return Verdict::Holds;
        }
        let mut conditions = premises.to_vec();
        conditions.push(table.not(conclusion));
        match self.check(table, &conditions) {
            Answer::Unsat => Verdict::Holds,
            Answer::Sat(model) => Verdict::Fails(model),
            Answer::Unknown(reason) => Verdict::Unknown(reason),
        }
    }

    /// Sets the time for one query from now on.
    pub fn set_query_timeout(&mut self, limit: Duration) {
        self.layers.iter_mut().for_each(|layer| layer.set_query_timeout(limit));
        self.late = false;
    }

    /// Whether a query ran out of time since that was set last.
    pub fn was_late(&self) -> bool {
        self.late
    }

    /// What each layer did so far.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        self.layers.iter().for_each(|layer| self.statistics.layers.extend(layer.parts()));
        self.tally.add(&self.statistics);
    }
}
