//! How a worker lets the machine run: until something happens that concerns more than one state.

use std::ops::ControlFlow::{Break, Continue};

use sextant_base::Span;
use sextant_expr::TermId;
use sextant_state::{Driver, Ending, Next, Question, Stop, Until};
use sextant_syntax::StatementNumber;

use super::Observer;
use super::explore::Worker;
use super::frontier::Live;
use super::merging::Meeting;

/// What ends a walk.
pub(super) enum Event {
    /// A condition depends on symbols.
    Asked(Question),
    /// The path has ended.
    Ended(Ending),
    /// The meeting place is reached.
    Arrived,
    /// The activation of the meeting place has been left.
    Left,
    /// A stretch of statements has been executed.
    Paused,
}

struct Walk<'w, 'c, O: Observer> {
    worker: &'w mut Worker<'c, O>,
    until: Until,
    meeting: Option<Meeting>,
}

impl<O: Observer> Worker<'_, O> {
    /// Runs a state until something happens, at most to a meeting place.
    pub(super) fn walk(&mut self, live: &mut Live, meeting: Option<Meeting>) -> Event {
        let until = Until { each_statement: O::STEPS, joins: meeting.is_some(), ..self.until() };
        let before = live.state.statements;
        let event = Walk { worker: self, until, meeting }.drive(live);
        self.statements += live.state.statements - before;
        event
    }

    /// The same where somebody has been before: nothing is shown or counted.
    pub(super) fn walk_again(&mut self, live: &mut Live) -> Event {
        let until = self.until();
        Walk { worker: self, until, meeting: None }.drive(live)
    }

    fn until(&self) -> Until {
        Until { statements: self.config.limits.statements, ..Until::default() }
    }
}

impl<O: Observer> Walk<'_, '_, O> {
    /// Goes on inside the activation of the meeting place.
    fn inside(&self, live: &Live) -> Next<Event> {
        match self.meeting {
            Some(meeting) if live.state.depth() < meeting.depth => Break(Event::Left),
            _ => Continue(()),
        }
    }
}

impl<O: Observer> Driver for Walk<'_, '_, O> {
    type Path = Live;
    type Halt = Event;

    fn run(&mut self, live: &mut Live) -> Stop {
        let bench = &mut self.worker.bench;
        bench.machine.run(&mut bench.table, &mut live.state, self.until)
    }

    fn ask(&mut self, _: &mut Live, question: Question) -> Next<Event> {
        Break(Event::Asked(question))
    }

    fn ended(&mut self, _: &mut Live, ending: Ending) -> Next<Event> {
        Break(Event::Ended(ending))
    }

    fn prove(&mut self, live: &mut Live, condition: TermId, _: Span) -> Next<Event, Option<bool>> {
        Continue(self.worker.prove(&live.state, condition))
    }

    fn statement(&mut self, live: &mut Live, number: StatementNumber) -> Next<Event> {
        self.worker.observer.statement(&mut self.worker.bench, &mut live.state, number);
        self.inside(live)
    }

    fn mark(&mut self, live: &mut Live, mark: u32) -> Next<Event> {
        match self.meeting {
            Some(meeting) if mark == meeting.join && live.state.depth() == meeting.depth => {
                Break(Event::Arrived)
            }
            _ => self.inside(live),
        }
    }

    fn breath(&mut self, _: &mut Live) -> Next<Event> {
        Break(Event::Paused)
    }
}
