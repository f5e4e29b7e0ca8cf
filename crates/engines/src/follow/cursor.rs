//! Where a path stands in its description.

use super::{Step, Turns, Visit};

/// A description as a flat list.
#[derive(Debug)]
pub(super) enum Mark {
    Visit(Visit),
    /// A repeated part begins; the position of its end.
    Begin(usize),
    /// It ends; the position of its beginning, and how often it is wanted.
    End(usize, Option<u64>),
}

/// Flattens a description.
pub(super) fn flatten(steps: &[Step]) -> Vec<Mark> {
    let mut marks = Vec::new();
    add(steps, &mut marks);
    marks
}

/// The reader of descriptions limits their nesting.
fn add(steps: &[Step], marks: &mut Vec<Mark>) {
    for step in steps {
        match step {
            Step::Visit(visit) => marks.push(Mark::Visit(*visit)),
            Step::Repeat { steps, times } => {
                let begin = marks.len();
                marks.push(Mark::Begin(0));
                add(steps, marks);
                let end = marks.len();
                marks.push(Mark::End(begin, *times));
                marks[begin] = Mark::Begin(end);
            }
        }
    }
}

/// A repeated part that is being run.
#[derive(Clone, Debug)]
struct Open {
    begin: usize,
    /// Whole turns so far.
    done: u64,
    /// Whether it was left and taken up again: its entry in the list of turns.
    entry: Option<usize>,
    /// Whether a condition on the input was met.
    conditional: bool,
}

/// A repeated part that was left.
#[derive(Clone, Debug)]
struct Left {
    open: Open,
    /// Visits since then.
    since: usize,
    /// Its entry in the list of turns.
    entry: usize,
}

/// A position in a description.
#[derive(Clone, Debug, Default)]
pub(super) struct Cursor {
    /// The next mark.
    at: usize,
    open: Vec<Open>,
    left: Option<Left>,
    pub turns: Vec<Turns>,
    /// Visits so far.
    pub visited: usize,
}

impl Cursor {
    /// A condition on the input was met: loops under way depend on it.
    pub(super) fn condition(&mut self) {
        self.open.iter_mut().for_each(|open| open.conditional = true);
    }

    /// The visits that may come next, each with the position behind it. A part that runs as often as the code says
    /// gives two.
    pub(super) fn next(&self, marks: &[Mark]) -> Vec<(Visit, Cursor)> {
        let mut found = Vec::new();
        let mut waiting = vec![self.clone()];
        while let Some(mut cursor) = waiting.pop() {
            match marks.get(cursor.at) {
                None => {}
                Some(Mark::Visit(visit)) => {
                    cursor.at += 1;
                    cursor.visited += 1;
                    if let Some(left) = &mut cursor.left {
                        left.since += 1;
                    }
                    found.push((*visit, cursor));
                }
                Some(Mark::Begin(_)) => {
                    let open = Open { begin: cursor.at, done: 0, entry: None, conditional: false };
                    cursor.open.push(open);
                    cursor.left = None;
                    cursor.at += 1;
                    waiting.push(cursor);
                }
                Some(Mark::End(begin, times)) => {
                    let Some(open) = cursor.open.last_mut() else { continue };
                    open.done += 1;
                    let done = open.done;
                    // A corrected part is left here, and taken up again if the code does not agree.
                    let freed = open.entry.is_some();
                    if !freed && times.is_none_or(|times| done < times) {
                        let mut again = cursor.clone();
                        again.at = begin + 1;
                        waiting.push(again);
                    }
                    if freed || times.is_none_or(|times| done >= times) {
                        cursor.leave(marks, *times);
                        waiting.push(cursor);
                    }
                }
            }
        }
        found
    }

    /// Whether nothing may come any more.
    pub(super) fn is_over(&self, marks: &[Mark]) -> bool {
        self.next(marks).is_empty()
    }

    /// Leaves the innermost repeated part.
    fn leave(&mut self, marks: &[Mark], asked: Option<u64>) {
        let Some(open) = self.open.pop() else { return };
        let Mark::Begin(end) = marks[open.begin] else { return };
        let visits = visits_in(&marks[open.begin..end]);
        let turns = Turns { visits, asked, run: open.done, closed: !open.conditional };
        // A part that was taken up again is the same entry.
        let entry = match open.entry {
            Some(entry) => {
                self.turns[entry] = turns;
                entry
            }
            None => {
                self.turns.push(turns);
                self.turns.len() - 1
            }
        };
        self.at = end + 1;
        self.left = Some(Left { open, since: 0, entry });
    }

    /// The position behind a block that the code goes to by itself although the description has another one: in a
    /// loop that the input has no influence on, one turn more or one turn less.
    pub(super) fn corrected(&self, marks: &[Mark], taken: Visit) -> Option<Cursor> {
        self.one_more(marks, taken).or_else(|| self.one_less(marks, taken))
    }

    /// The part was left, and what came since is also how it begins.
    fn one_more(&self, marks: &[Mark], taken: Visit) -> Option<Cursor> {
        let left = self.left.as_ref().filter(|left| !left.open.conditional)?;
        let Mark::Begin(end) = marks[left.open.begin] else { return None };
        // Where both are tried anyway there is nothing to correct.
        let Mark::End(_, Some(_)) = marks[end] else { return None };
        let inside = flat_start(&marks[left.open.begin + 1..end], left.since + 1)?;
        let behind = flat_start(&marks[end + 1..], left.since)?;
        if inside[..left.since] != behind || inside[left.since] != taken {
            return None;
        }
        let mut cursor = self.clone();
        cursor.at = left.open.begin + 1 + left.since + 1;
        cursor.visited += 1;
        cursor.open.push(Open { entry: Some(left.entry), ..left.open.clone() });
        Some(cursor)
    }

    /// In the middle of a turn the code does what comes behind the part.
    fn one_less(&self, marks: &[Mark], taken: Visit) -> Option<Cursor> {
        let open = self.open.last().filter(|open| !open.conditional)?;
        let Mark::Begin(end) = marks[open.begin] else { return None };
        let Mark::End(_, asked @ Some(_)) = marks[end] else { return None };
        // Between two turns, or so many visits into one.
        let (done, into) = match self.at == end {
            true => (open.done + 1, 0),
            false => (open.done, self.at - open.begin - 1),
        };
        let inside = flat_start(&marks[open.begin + 1..end], into)?;
        let behind = flat_start(&marks[end + 1..], into + 1)?;
        if inside != behind[..into] || behind[into] != taken {
            return None;
        }
        let mut cursor = self.clone();
        if let Some(open) = cursor.open.last_mut() {
            open.done = done;
        }
        cursor.leave(marks, asked);
        cursor.at = end + 1 + into + 1;
        cursor.visited += 1;
        if let Some(left) = &mut cursor.left {
            left.since = into + 1;
        }
        Some(cursor)
    }
}

fn visits_in(marks: &[Mark]) -> Vec<Visit> {
    let visit = |mark: &Mark| match mark {
        Mark::Visit(visit) => Some(*visit),
        Mark::Begin(_) | Mark::End(..) => None,
    };
    marks.iter().filter_map(visit).collect()
}

/// The visits of a part without repeated parts in it.
fn flat(marks: &[Mark]) -> Option<Vec<Visit>> {
    let visits = visits_in(marks);
    (visits.len() == marks.len()).then_some(visits)
}

fn flat_start(marks: &[Mark], count: usize) -> Option<Vec<Visit>> {
    flat(marks.get(..count)?)
}
