//! Internal files: character variables and arrays as files of records of one length.

use crate::error::IoError;
use crate::line::Line;
use crate::read::RecordSource;

/// An internal file: records of a fixed length, and the next one to be read or written.
#[derive(Clone, Debug, PartialEq)]
pub struct InternalFile {
    /// The records; each has `length` columns.
    pub records: Vec<Line>,
    /// The length of every record.
    pub length: usize,
    /// The index of the next record.
    pub next: usize,
}

impl InternalFile {
    /// The file of the elements of a character variable or array, positioned before its first record.
    pub fn new(length: usize, records: impl IntoIterator<Item = Line>) -> InternalFile {
        let records = records.into_iter().map(|record| fitted(record, length)).collect();
        InternalFile { records, length, next: 0 }
    }

    /// Stores written records, padded with blanks. A record too long for the file is an error, and so is one too many;
    /// those before it are stored.
    pub fn store(&mut self, records: impl IntoIterator<Item = Line>) -> Result<(), IoError> {
        for record in records {
            if record.len() > self.length {
                return Err(IoError::end_of_record());
            }
            let Some(place) = self.records.get_mut(self.next) else { return Err(IoError::end_of_file()) };
            *place = fitted(record, self.length);
            self.next += 1;
        }
        Ok(())
    }
}

impl RecordSource for InternalFile {
    fn next_record(&mut self) -> Option<Line> {
        let record = self.records.get(self.next)?.clone();
        self.next += 1;
        Some(record)
    }
}

fn fitted(mut record: Line, length: usize) -> Line {
    record.truncate(length);
    record.extend_to(length);
    record
}
