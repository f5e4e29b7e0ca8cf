//! How the search lets the machine run: on inputs to the end, to the next question, to the first stop.

use std::ops::ControlFlow::{Break, Continue};

use sextant_base::Span;
use sextant_expr::{Evaluation, TermId};
use sextant_solver::{Answer, Model};
use sextant_state::{Driver, Ending, Next, Question, QuestionKind, Stop, Until};
use sextant_syntax::StatementNumber;

use super::frontier::Live;
use super::inputs::completed;
use super::search::Search;
use super::{Inputs, Shortfall};

/// Stops of the machine between two looks at the clock.
const BREATH: u64 = 1 << 10;
/// Questions of one run whose other side is kept.
const MOST_SIBLINGS: u32 = 4_000;

impl Search<'_> {
    /// Runs on inputs to the end; the other side of every question waits.
    pub(super) fn follow(&mut self, live: Live, model: Model) {
        self.follow_on(live, model, &Inputs::new());
    }

    /// The same; what the program asks for on the way has the values that inputs say.
    pub(super) fn follow_on(&mut self, mut live: Live, model: Model, inputs: &Inputs) {
        let evaluation = Evaluation::new((*model).clone());
        let known = self.table.symbol_count();
        OnInputs { search: self, inputs, model, evaluation, known, siblings: 0, stops: 0 }.drive(&mut live);
    }

    /// Goes to the next question and leaves both sides, unless something uncovered is met on the way.
    pub(super) fn advance(&mut self, mut live: Live, model: Model) {
        let evaluation = Evaluation::new((*model).clone());
        let uncovered = ToQuestion { search: self, model: model.clone(), evaluation }.drive(&mut live);
        if uncovered {
            self.follow(live, model);
        }
    }

    /// Goes to the first stop, whatever it is: a statement is noted, an ending returned.
    pub(super) fn first_stop(&mut self, live: &mut Live) -> Option<Ending> {
        ToFirstStop(self).drive(live)
    }

    fn run_machine(&mut self, live: &mut Live) -> Stop {
        let until = Until { statements: self.config.statements, each_statement: true, ..Until::default() };
        self.machine.run(&mut self.table, &mut live.state, until)
    }

    /// Whether there is no time left; then it is said.
    fn no_time_left(&mut self) -> bool {
        let out = self.config.interrupt.should_stop();
        if out {
            self.shortfalls.insert(Shortfall::Timeout);
        }
        out
    }
}

/// A run on inputs.
struct OnInputs<'s, 'p, 'i> {
    search: &'s mut Search<'p>,
    inputs: &'i Inputs,
    model: Model,
    evaluation: Evaluation,
    /// How many symbols the model was made for.
    known: usize,
    siblings: u32,
    stops: u64,
}

impl OnInputs<'_, '_, '_> {
    fn take(&mut self, model: Model) {
        self.evaluation = Evaluation::new((*model).clone());
        self.model = model;
    }

    /// Whether a condition holds. Where something could go wrong, or is assumed, the run goes on as if it did not, if
    /// there are inputs for that.
    fn holds(&mut self, live: &Live, question: &Question) -> bool {
        let symbols = self.search.table.symbol_count();
        if !self.inputs.is_empty() && symbols > self.known {
            self.known = symbols;
            let model = completed(&self.search.table, &self.model, self.inputs);
            self.take(model);
        }
        let holds = self.evaluation.holds(&self.search.table, question.condition);
        if holds || !matches!(question.kind, QuestionKind::Check(_) | QuestionKind::Assume) {
            return holds;
        }
        match self.search.check_also(live, question.condition) {
            Answer::Sat(other) => {
                self.take(other);
                true
            }
            Answer::Unsat => false,
            Answer::Unknown(reason) => {
                self.search.shortfalls.insert(Shortfall::Undecided(reason.to_string()));
                false
            }
        }
    }
}

impl Driver for OnInputs<'_, '_, '_> {
    type Path = Live;
    type Halt = ();

    fn run(&mut self, live: &mut Live) -> Stop {
        self.search.run_machine(live)
    }

    fn ask(&mut self, live: &mut Live, question: Question) -> Next<()> {
        let holds = self.holds(live, &question);
        self.siblings += 1;
        if self.siblings <= MOST_SIBLINGS {
            self.search.leave(live, &question, !holds, None);
        } else if question.kind == QuestionKind::Branch {
            self.search.shortfalls.insert(Shortfall::Statements(self.search.config.statements));
        }
        if !holds && question.kind == QuestionKind::Assume {
            return Break(());
        }
        self.search.answer(live, &question, holds);
        self.breath(live)
    }

    fn ended(&mut self, live: &mut Live, ending: Ending) -> Next<()> {
        self.search.finish(live, ending, self.model.clone());
        Break(())
    }

    fn prove(&mut self, _: &mut Live, condition: TermId, _: Span) -> Next<(), Option<bool>> {
        Continue(Some(self.evaluation.holds(&self.search.table, condition)))
    }

    fn statement(&mut self, live: &mut Live, number: StatementNumber) -> Next<()> {
        self.search.note(live, number);
        self.breath(live)
    }

    fn breath(&mut self, _: &mut Live) -> Next<()> {
        self.stops += 1;
        if self.stops.is_multiple_of(BREATH) && self.search.no_time_left() { Break(()) } else { Continue(()) }
    }
}

/// A run to the next question; says whether it halted because something uncovered was met.
struct ToQuestion<'s, 'p> {
    search: &'s mut Search<'p>,
    model: Model,
    evaluation: Evaluation,
}

impl Driver for ToQuestion<'_, '_> {
    type Path = Live;
    type Halt = bool;

    fn run(&mut self, live: &mut Live) -> Stop {
        self.search.run_machine(live)
    }

    fn ask(&mut self, live: &mut Live, question: Question) -> Next<bool> {
        let holds = self.evaluation.holds(&self.search.table, question.condition);
        for side in [true, false] {
            let known = (side == holds).then(|| self.model.clone());
            self.search.leave(live, &question, side, known);
        }
        Break(false)
    }

    fn ended(&mut self, live: &mut Live, ending: Ending) -> Next<bool> {
        self.search.finish(live, ending, self.model.clone());
        Break(false)
    }

    fn prove(&mut self, _: &mut Live, condition: TermId, _: Span) -> Next<bool, Option<bool>> {
        Continue(Some(self.evaluation.holds(&self.search.table, condition)))
    }

    fn statement(&mut self, live: &mut Live, number: StatementNumber) -> Next<bool> {
        self.search.note(live, number);
        if live.has_uncovered(&self.search.uncovered) { Break(true) } else { Continue(()) }
    }

    fn breath(&mut self, _: &mut Live) -> Next<bool> {
        if self.search.no_time_left() { Break(false) } else { Continue(()) }
    }
}

/// A run to the first stop. Nothing is answered: the machine stops there again.
struct ToFirstStop<'s, 'p>(&'s mut Search<'p>);

impl Driver for ToFirstStop<'_, '_> {
    type Path = Live;
    type Halt = Option<Ending>;

    fn run(&mut self, live: &mut Live) -> Stop {
        self.0.run_machine(live)
    }

    fn ask(&mut self, _: &mut Live, _: Question) -> Next<Option<Ending>> {
        Break(None)
    }

    fn ended(&mut self, _: &mut Live, ending: Ending) -> Next<Option<Ending>> {
        Break(Some(ending))
    }

    fn prove(&mut self, _: &mut Live, _: TermId, _: Span) -> Next<Option<Ending>, Option<bool>> {
        Break(None)
    }

    fn statement(&mut self, live: &mut Live, number: StatementNumber) -> Next<Option<Ending>> {
        self.0.note(live, number);
        Break(None)
    }

    fn breath(&mut self, _: &mut Live) -> Next<Option<Ending>> {
        Break(None)
    }
}
