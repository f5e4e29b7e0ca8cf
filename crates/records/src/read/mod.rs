//! From records to values.

mod characters;
mod field;
mod formatted;
mod list;
mod namelist;
mod number;

pub use formatted::{FormattedReader, ReadPosition};
pub use list::ListReader;
pub use namelist::{Assignment, NamelistObject, read_namelist};

use crate::line::Line;

/// Where readers take their records from. It is passed to every call, so that no reader borrows it.
pub trait RecordSource {
    /// The next record, or nothing at the end of the file.
    fn next_record(&mut self) -> Option<Line>;
}

/// Records in memory, read one after another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    /// All records.
    pub records: Vec<Line>,
    /// The index of the next one.
    pub next: usize,
}

impl Lines {
    /// The lines of a text; a last line without its newline counts.
    pub fn of_text(text: &[u8]) -> Lines {
        let mut records: Vec<Line> = text
            .split(|byte| *byte == b'\n')
            .map(|line| Line::from_bytes(line.strip_suffix(b"\r").unwrap_or(line)))
            .collect();
        if records.last().is_some_and(Line::is_empty) {
            records.pop();
        }
        Lines { records, next: 0 }
    }
}

impl RecordSource for Lines {
    fn next_record(&mut self) -> Option<Line> {
        let record = self.records.get(self.next)?.clone();
        self.next += 1;
        Some(record)
    }
}
