//! What a command works with: the program, the machine, the walker, and what the user has set.

use std::sync::Arc;

use sextant_engines::dynamic::{Actual, Data};
use sextant_engines::forward::Bench;
use sextant_expr::{Table, TermId};
use sextant_flow::FlowGraph;
use sextant_session::{Call, Options, Session};
use sextant_solver::{Answer, Reason, Solver};
use sextant_state::{Code, Machine, ObjectId, State};

use super::breaks::Breakpoints;
use super::drive::Stopped;
use super::trace::Trace;
use super::walk::Walk;

/// What a command says, or why it refuses.
pub(super) type Said = Result<String, String>;

/// One call with everything that was visited of it.
pub(super) struct Run {
    pub(super) call: Arc<Call>,
    pub(super) walk: Walk,
    /// The symbols there are, in the order in which they are shown.
    pub(super) symbols: Vec<String>,
    /// The data it runs on, if it does.
    pub(super) given: Option<Given>,
    /// Taken while a command works with it.
    shelf: Option<Shelf>,
}

/// Data, with the actual values they give.
pub(super) struct Given {
    /// As the user wrote them.
    pub(super) text: String,
    pub(super) data: Data,
    pub(super) actual: Actual,
}

/// The parts of a [`Bench`] that live from command to command.
struct Shelf {
    table: Table,
    solver: Solver,
    variables: Vec<(String, ObjectId)>,
    start: State,
}

/// The desk of one command.
pub(super) struct Desk<'a> {
    pub(super) session: &'a Session,
    pub(super) options: &'a Options,
    pub(super) call: &'a Call,
    pub(super) bench: Bench<'a>,
    pub(super) walk: &'a mut Walk,
    pub(super) symbols: &'a mut Vec<String>,
    pub(super) breaks: &'a mut Breakpoints,
    pub(super) trace: &'a Trace,
    /// The data of the run, if it has some.
    pub(super) given: &'a mut Option<Given>,
    /// Why the walker rests, if the command moved it.
    pub(super) stopped: &'a mut Option<Stopped>,
}

/// Which answers the path condition allows.
pub(super) struct Allowed {
    pub(super) yes: bool,
    pub(super) no: bool,
    /// Why the solver gave up on one of them.
    pub(super) undecided: Option<Reason>,
}

impl Run {
    /// A walker before the first instruction of a call.
    pub(super) fn new(code: &Code, call: Call, given: Option<(String, Data)>, options: &Options) -> Self {
        let mut table = Table::new();
        table.set_folding(options.folding);
        let (start, variables) = Machine::new(code, &call.entry, &mut table).start(&mut table);
        let solver = Solver::new(options.config().solver);
        let walk = Walk::new(start.clone());
        let symbols = call.symbols.clone();
        let given = given.map(|(text, data)| {
            let actual = Actual::new(data.clone());
            Given { text, data, actual }
        });
        let shelf = Some(Shelf { table, solver, variables, start });
        Run { call: Arc::new(call), walk, symbols, given, shelf }
    }

    /// Begins to use a solver that nobody has interrupted.
    pub(super) fn renew_solver(&mut self, options: &Options) {
        if let Some(shelf) = &mut self.shelf {
            shelf.solver = Solver::new(options.config().solver);
        }
    }

    /// Lets a command work with the walker.
    pub(super) fn with_desk<R>(
        &mut self,
        code: &Code,
        session: &Session,
        options: &Options,
        (breaks, trace, stopped): (&mut Breakpoints, &Trace, &mut Option<Stopped>),
        work: impl FnOnce(&mut Desk<'_>) -> R,
    ) -> R {
        let Shelf { mut table, solver, variables, start } =
            self.shelf.take().expect("commands work one after the other");
        let call = Arc::clone(&self.call);
        let machine = Machine::new(code, &call.entry, &mut table)
            .split_subscripts(options.config().split_subscripts)
            .depth_limit(options.limits.call_depth);
        let bench = Bench { table, solver, machine, variables, start };
        let Run { walk, symbols, given, .. } = self;
        let mut desk =
            Desk { session, options, call: &call, bench, walk, symbols, breaks, trace, given, stopped };
        let result = work(&mut desk);
        let Bench { table, solver, variables, start, .. } = desk.bench;
        self.shelf = Some(Shelf { table, solver, variables, start });
        result
    }
}

impl<'a> Desk<'a> {
    /// The walker's state.
    pub(super) fn state(&self) -> &State {
        &self.walk.here().state
    }

    /// The graph of the running procedure.
    pub(super) fn graph(&self) -> &'a FlowGraph {
        &self.session.program().procedures[self.state().frame.procedure]
    }

    /// Whether the path condition and one more condition can hold together.
    pub(super) fn check(&mut self, state: &State, condition: TermId) -> Answer {
        let mut conditions: Vec<TermId> = state.premises().collect();
        conditions.push(condition);
        self.bench.solver.check(&mut self.bench.table, &conditions)
    }

    /// Which answers to a question the path condition allows.
    pub(super) fn allowed(&mut self, state: &State, condition: TermId) -> Allowed {
        let negated = self.bench.table.not(condition);
        let reason = |answer: &Answer| match answer {
            Answer::Unknown(reason) => Some(reason.clone()),
            _ => None,
        };
        let yes = self.check(state, condition);
        if yes == Answer::Unsat {
            // The path condition has a model, so that the other answer must be possible.
            return Allowed { yes: false, no: true, undecided: None };
        }
        let no = self.check(state, negated);
        Allowed { yes: true, no: no != Answer::Unsat, undecided: reason(&yes).or(reason(&no)) }
    }
}
