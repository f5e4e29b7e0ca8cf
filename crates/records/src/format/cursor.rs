//! A position in a format, with the counts of the groups it stands in.

use super::{Control, DataEdit, Format, Step};

/// A position in a format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    /// The next step.
    at: usize,
    /// How often the data edit descriptor at `at` was used already.
    used: u32,
    /// For every group around the position, how often it was entered.
    rounds: Vec<u32>,
    /// Whether a data edit descriptor was met since the beginning or the last reversion.
    met_data: bool,
    /// Whether one was met since the last time round an unlimited group.
    met_in_round: bool,
}

/// What comes next in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next<'f> {
    /// An item is wanted.
    Data(DataEdit),
    /// Something that takes no item.
    Control(&'f Control),
    /// The format is exhausted.
    End,
}

impl Cursor {
    /// Takes the next descriptor.
    pub fn next<'f>(&mut self, format: &'f Format) -> Next<'f> {
        while let Some(step) = format.steps.get(self.at) {
            match step {
                Step::Data(repeat, edit) => {
                    self.met_data = true;
                    self.met_in_round = true;
                    self.used += 1;
                    if self.used >= *repeat {
                        self.used = 0;
                        self.at += 1;
                    }
                    return Next::Data(*edit);
                }
                Step::Control(control) => {
                    self.at += 1;
                    return Next::Control(control);
                }
                Step::Open(times, _) => {
                    self.rounds.push(1);
                    self.met_in_round &= times.is_some();
                    self.at += 1;
                }
                Step::Close(open) => self.close(format, *open),
            }
        }
        Next::End
    }

    /// At the end of a group: once more, or behind it. An unlimited group without data is gone through once.
    fn close(&mut self, format: &Format, open: usize) {
        let round = self.rounds.pop().unwrap_or(1);
        let again = match format.steps[open] {
            Step::Open(Some(times), _) => round < times,
            _ => std::mem::take(&mut self.met_in_round),
        };
        if again {
            self.rounds.push(round.saturating_add(1));
            self.at = open + 1;
        } else {
            self.at += 1;
        }
    }

    /// Takes the format up again after its end. False if it has no use for an item, which would go on for ever.
    pub fn revert(&mut self, format: &Format) -> bool {
        let useful = self.met_data;
        *self = Cursor { at: format.reversion, ..Cursor::default() };
        useful
    }
}
