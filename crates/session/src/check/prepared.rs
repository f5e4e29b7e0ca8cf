//! A program made ready for checks: what does not depend on the call is done once, when it is first needed.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;
use sextant_base::{IdVec, Interrupt};
use sextant_engines::global::{Crossing, crossed_graph};
use sextant_flow::{FlowGraph, FlowProgram};
use sextant_state::{Code, Policy, compile, compile_with_joins, compile_with_loops};
use sextant_syntax::ProcId;

use super::sites::{Known, reached, with_assertions};
use crate::replay::replay_code;
use crate::{Options, Session};

/// A procedure with its loops crossed; none if it has no such loops.
type CrossedGraph = Option<Arc<FlowGraph>>;

/// A program, compiled for every method by which calls are checked.
pub(super) struct Prepared<'s> {
    pub session: &'s Session,
    pub options: &'s Options,
    /// With every PROVE as an assertion.
    pub program: Cow<'s, FlowProgram>,
    exploration: OnceLock<Code>,
    induction: OnceLock<Code>,
    replay: OnceLock<Arc<Code>>,
    crossed: Mutex<FxHashMap<ProcId, CrossedGraph>>,
    known: IdVec<ProcId, OnceLock<Known>>,
}

impl<'s> Prepared<'s> {
    pub fn new(session: &'s Session, options: &'s Options) -> Self {
        let program = with_assertions(&session.program);
        let known = program.procedures.iter().map(|_| OnceLock::new()).collect();
        Self {
            session,
            options,
            program,
            exploration: OnceLock::new(),
            induction: OnceLock::new(),
            replay: OnceLock::new(),
            crossed: Mutex::default(),
            known,
        }
    }

    /// Whether states that come together are merged.
    pub fn merges(&self) -> bool {
        self.program.rules.addressed_storage && self.options.merge
    }

    fn policy(&self) -> Policy {
        self.options.policy(self.program.language)
    }

    /// The code of explorations.
    pub fn exploration(&self) -> &Code {
        self.exploration.get_or_init(|| {
            let explored = self.session.explored(&self.program, self.options);
            let compile = if self.merges() { compile_with_joins } else { compile };
            compile(&explored, self.policy())
        })
    }

    /// The code of proofs by induction.
    pub fn induction(&self) -> &Code {
        self.induction.get_or_init(|| compile_with_loops(&self.program, self.policy()))
    }

    /// The code of replays.
    pub fn replay(&self) -> &Arc<Code> {
        self.replay.get_or_init(|| Arc::new(replay_code(&self.program, self.options)))
    }

    /// The code of explorations that cross the loops of all procedures that may run; none if there are none of these.
    pub fn crossed(&self, entry: ProcId, interrupt: &Interrupt) -> Option<Code> {
        let graphs: Vec<(ProcId, Arc<FlowGraph>)> = reached(self, entry)
            .into_iter()
            .filter_map(|id| Some((id, self.crossed_graph(id, interrupt)?)))
            .collect();
        let changed = graphs.iter().map(|(id, graph)| (*id, &**graph));
        (!graphs.is_empty()).then(|| self.exploration().with_changed(&self.program, changed))
    }

    fn crossed_graph(&self, id: ProcId, interrupt: &Interrupt) -> CrossedGraph {
        let all = || self.crossed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all().get(&id) {
            return known.clone();
        }
        let graph = crossed_graph(&self.program, id, self.policy(), Crossing::Auto, interrupt).map(Arc::new);
        // What was not finished may be finished for another call.
        if !interrupt.should_stop() {
            all().insert(id, graph.clone());
        }
        graph
    }

    /// What is known of a procedure before anything is executed.
    pub fn known(&self, id: ProcId) -> &Known {
        self.known[id].get_or_init(|| Known::of(&self.program.procedures[id]))
    }
}
