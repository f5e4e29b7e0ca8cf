//! Backwards: the state before any statement of the way here, found by replaying from the nearest kept state.

use sextant_state::State;

use super::breaks::Hit;
use super::checkpoints::INTERVAL;
use super::desk::{Desk, Said};
use super::drive::Stopped;
use super::walk::{Halt, NodeId, Origin, Point};

/// Which of two neighbouring states of the way is looked for.
enum Found {
    Earlier,
    Later,
}

/// A stretch of one node that is searched: statements `from..=to`.
struct Stretch {
    node: NodeId,
    from: u64,
    to: u64,
}

impl Desk<'_> {
    /// Goes back so many statements; never further than to the start.
    pub(super) fn back(&mut self, statements: u64) -> Said {
        let (node, passed) = (self.walk.here().node, self.walk.here().passed());
        let first = self.first_point();
        let target = passed.saturating_sub(statements);
        let point = match passed <= first.passed() {
            true if node == first.node => return Err("this is the start".into()),
            // Nothing is left to undo but what the user did here.
            true => first,
            false if target < first.passed() || target == 0 => first,
            false => self.point_before(target),
        };
        self.walk.jump(point);
        Ok(self.arrived(Stopped::Goal))
    }

    /// Goes back to the start.
    pub(super) fn back_to_start(&mut self) -> Said {
        let first = self.first_point();
        self.walk.jump(first);
        Ok(self.place())
    }

    /// Goes back to the last open question that was answered.
    pub(super) fn back_to_fork(&mut self) -> Said {
        let fork = self.last_fork().ok_or("there is no fork on the way here")?;
        let point = self.walk.node(fork).departure.clone().expect("an answer has a question before it");
        self.walk.jump(point);
        Ok(self.arrived(Stopped::Goal))
    }

    /// Goes back to the last fork and takes the other answer.
    pub(super) fn other(&mut self) -> Result<(), String> {
        let fork = self.last_fork().ok_or("there is no fork on the way here")?;
        let node = self.walk.node(fork);
        let (Some(point), Origin::Answer { choice, .. }) = (node.departure.clone(), node.origin.clone())
        else {
            return Err("there is no fork on the way here".into());
        };
        self.walk.jump(point);
        self.answer(!choice)
    }

    /// Goes back to the last statement at which a breakpoint stops.
    pub(super) fn back_to_break(&mut self) -> Said {
        if self.breaks.is_empty() {
            return Err("there are no breakpoints".into());
        }
        // The first pair ends where the walker stands: that would be no way back.
        let mut at_here = true;
        let mut hit = None;
        let found = self.search(Found::Later, |desk, before, after| {
            if !std::mem::take(&mut at_here) {
                hit = desk.hit_between(before, &after.state, after.node, true);
            }
            hit.is_some()
        });
        let point = found.ok_or_else(|| self.not_found("no breakpoint on the way here"))?;
        self.walk.jump(point);
        let why =
            hit.map_or(Stopped::Goal, |Hit { number, change, .. }| Stopped::Breakpoint { number, change });
        Ok(self.arrived(why))
    }

    /// Goes back to the last time a statement was about to be executed: a line, a `#statement`, or the beginning
    /// of a procedure.
    pub(super) fn back_to_place(&mut self, place: &str) -> Said {
        let target = match self.session.named(place) {
            Ok(procedure) => (procedure, self.entry_of(procedure)?),
            Err(_) => self.statement_named(place)?,
        };
        let mut at_here = true;
        let found = self.search(Found::Later, |_, _, after| {
            let frame = &after.state.frame;
            !std::mem::take(&mut at_here) && (frame.procedure, frame.statement) == target
        });
        let point =
            found.ok_or_else(|| self.not_found(&format!("{place} was not executed on the way here")))?;
        self.walk.jump(point);
        Ok(self.arrived(Stopped::Goal))
    }

    /// Goes back to before the statement that called the running procedure.
    pub(super) fn back_to_caller(&mut self) -> Said {
        let depth = self.state().depth();
        if depth == 1 {
            return Err("nobody called the running procedure".into());
        }
        let found =
            self.search(Found::Earlier, |_, before, _| before.is_some_and(|before| before.depth() < depth));
        let point = found.ok_or_else(|| self.not_found("the caller is not on the way here"))?;
        self.walk.jump(point);
        Ok(self.arrived(Stopped::Goal))
    }

    /// Goes back to before the last change of a variable of the running procedure.
    pub(super) fn back_to_change(&mut self, name: &str) -> Said {
        let watch = self.watch(name)?;
        let name = watch.text(self);
        let found = self.search(Found::Earlier, |desk, before, after| {
            before.is_some_and(|before| watch.changed(desk, before, &after.state))
        });
        let point = found.ok_or_else(|| self.not_found(&format!("no change of {name} on the way here")))?;
        let now = watch.shown(self, &self.state().clone());
        self.walk.jump(point);
        let then = watch.shown(self, &self.state().clone());
        Ok(format!("{name} is {then} here and becomes {now}\n{}", self.arrived(Stopped::Goal)))
    }

    fn not_found(&self, message: &str) -> String {
        if self.options.interrupt.asked() { "interrupted".into() } else { message.into() }
    }

    /// The first halt after the call.
    fn first_point(&mut self) -> Point {
        let root = self.walk.node(0);
        if root.furthest.state.statements == 0 {
            return root.furthest.clone();
        }
        self.point_in(0, 1)
    }

    fn last_fork(&self) -> Option<NodeId> {
        let chain = self.walk.chain(self.walk.here().node);
        chain.into_iter().rev().find(|&node| matches!(self.walk.node(node).origin, Origin::Answer { .. }))
    }

    /// The point before a statement of the way here, behind what the user did there.
    pub(super) fn point_before(&mut self, statement: u64) -> Point {
        let chain = self.walk.chain(self.walk.here().node);
        let node = chain.into_iter().rev().find(|&node| self.walk.node(node).first_statement() <= statement);
        self.point_in(node.unwrap_or(0), statement)
    }

    fn point_in(&mut self, node: NodeId, statement: u64) -> Point {
        let mut point = self.kept(node, statement);
        self.replay(&mut point, statement);
        point
    }

    /// The nearest kept state of a node that does not lie behind a statement.
    fn kept(&self, id: NodeId, statement: u64) -> Point {
        let node = self.walk.node(id);
        let state = node.checkpoints.before(statement).unwrap_or(&node.first.state).clone();
        Point { node: id, state, halt: Halt::Statement }
    }

    /// The last pair of neighbouring states of the way here for which a test holds, searched from here backwards,
    /// stretch by stretch. The first state of the way has no neighbour before it.
    fn search(
        &mut self,
        found: Found,
        mut test: impl FnMut(&mut Self, Option<&State>, &Point) -> bool,
    ) -> Option<Point> {
        let here = self.walk.here().clone();
        let mut later = Point { halt: Halt::Statement, ..here.clone() };
        for stretch in self.stretches(&here) {
            if self.options.interrupt.asked() {
                return None;
            }
            for earlier in self.points_of(&stretch).into_iter().rev() {
                if test(self, Some(&earlier.state), &later) {
                    return Some(match found {
                        Found::Earlier => earlier,
                        Found::Later => later,
                    });
                }
                later = earlier;
            }
        }
        test(self, None, &later).then_some(later)
    }

    /// The points before the statements of a stretch.
    fn points_of(&mut self, stretch: &Stretch) -> Vec<Point> {
        let mut point = self.kept(stretch.node, stretch.from);
        let mut points = Vec::new();
        for statement in stretch.from..=stretch.to {
            self.replay(&mut point, statement);
            points.push(point.clone());
        }
        points
    }

    /// The way here in stretches that fit between checkpoints, the last one first. Where the walker stands before
    /// a statement, that statement is not part of it.
    fn stretches(&self, here: &Point) -> Vec<Stretch> {
        let mut stretches = Vec::new();
        let mut to = match here.halt {
            Halt::Statement => here.state.statements.saturating_sub(1),
            _ => here.state.statements,
        };
        for node in self.walk.chain(here.node).into_iter().rev() {
            let first = self.walk.node(node).first_statement();
            let mut last = to;
            while last >= first && last > 0 {
                let from = first.max(last / INTERVAL * INTERVAL).max(1);
                stretches.push(Stretch { node, from, to: last });
                last = from - 1;
            }
            if let Some(departure) = &self.walk.node(node).departure {
                to = departure.state.statements;
            }
        }
        stretches
    }
}
