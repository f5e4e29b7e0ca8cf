//! The files of a program: units, their records and positions.
//!
//! A file is a sequence of records with a position between two of them. Everything is persistent, so that a fork
//! keeps the history of its files. Nothing here reads or writes the files of the system: what they hold is asked of
//! whoever drives the machine, and what is to be written is handed over at the end.

use std::collections::BTreeMap;
use std::sync::Arc;

use sextant_records::{Line, ReadPosition, Record, RecordSource};

use crate::PersistentVec;

/// The unit that reads what the user gives.
pub(crate) const INPUT: i64 = 5;
/// The unit that writes for the user.
pub(crate) const OUTPUT: i64 = 6;
/// The unit of messages.
pub(crate) const MESSAGES: i64 = 0;

/// Entries of the history of a unit that are kept: long runs need not remember everything.
const LONGEST_HISTORY: usize = 10_000;

/// The files of a program.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// The histories of units that were disconnected, in that order.
    pub(crate) past: PersistentVec<(i64, PersistentVec<FileEvent>)>,
    /// Connected units.
    pub(crate) units: BTreeMap<i64, Unit>,
    /// Files that are not connected, by name; `None`: deleted.
    pub(crate) closed: BTreeMap<String, Option<File>>,
    /// Files that are bytes in the program's memory, by name; `None`: deleted.
    pub(crate) in_memory: BTreeMap<String, Option<BytesInMemory>>,
}

/// Where the bytes of a file will be found when the program has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BytesInMemory {
    /// The address at which the address of the first byte stands.
    pub bytes: i64,
    /// The address at which their number stands.
    pub length: i64,
}

/// What was done with a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileAction {
    /// A record was read.
    Read,
    /// A record was written.
    Written,
    /// To the beginning.
    Rewound,
    /// One record back.
    Backspaced,
    /// The file ends here.
    Ended,
}

/// One entry of the history of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileEvent {
    /// What was done.
    pub action: FileAction,
    /// With which record, from 1; of a change of position, the next record.
    pub record: usize,
}

/// The contents of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct File {
    pub records: PersistentVec<Arc<Record>>,
    /// Whether the records are lines of text.
    pub formatted: bool,
    /// Whether reading on behind the last record gives inputs that nobody knows yet.
    pub symbolic: bool,
    /// Whether the program changed it.
    pub written: bool,
}

/// A connected unit.
#[derive(Clone, Default, Debug)]
pub(crate) struct Unit {
    pub name: Option<String>,
    pub scratch: bool,
    pub file: File,
    /// The length of records of direct access.
    pub record_length: Option<usize>,
    /// The next record.
    pub position: usize,
    /// Whether the position is behind the end-of-file record.
    pub after_end: bool,
    pub blank_zero: bool,
    pub delimiter: Option<sextant_records::Delimiter>,
    pub readable: bool,
    pub writable: bool,
    /// A record that a non-advancing statement has begun to write.
    pub begun: Option<Line>,
    /// Where a non-advancing statement stopped reading.
    pub left: Option<ReadPosition>,
    /// Records of inputs that nobody knows, by their positions: the positions of their inputs among all inputs.
    pub inputs: BTreeMap<usize, Vec<usize>>,
    /// The record of inputs being read, and how many of its inputs were read in this statement.
    pub reading: Option<(usize, usize)>,
    /// What was done, up to [`LONGEST_HISTORY`] entries.
    pub history: PersistentVec<FileEvent>,
}

impl Unit {
    pub(crate) fn new(name: Option<String>, file: File) -> Unit {
        Unit { name, file, readable: true, writable: true, ..Unit::default() }
    }

    /// Begins to read a record of inputs, if there is one at the position or one can be made: behind the last record
    /// of a file that nobody knows.
    pub(crate) fn begin_inputs(&mut self) -> bool {
        let at = self.position;
        if !self.inputs.contains_key(&at) {
            if at < self.file.records.len() || !self.file.symbolic {
                return false;
            }
            self.file.records.push(Arc::new(Record::Values(Vec::new())));
            self.inputs.insert(at, Vec::new());
        }
        self.reading = Some((at, 0));
        self.position += 1;
        self.note(FileAction::Read, self.position);
        true
    }

    /// The position of the next input of the record being read; `next` is that of a new one, if it is needed.
    pub(crate) fn next_input(&mut self, next: usize) -> usize {
        let Some((record, done)) = self.reading else { return next };
        let Some(known) = self.inputs.get_mut(&record) else { return next };
        if done == known.len() {
            known.push(next);
        }
        self.reading = Some((record, done + 1));
        known[done]
    }

    /// Takes notice of what was done with a record.
    pub(crate) fn note(&mut self, action: FileAction, record: usize) {
        if self.history.len() < LONGEST_HISTORY {
            self.history.push(FileEvent { action, record });
        }
    }

    /// Writes a record at the position; what lay behind it is gone.
    pub(crate) fn append(&mut self, record: Record) {
        self.file.records.truncate(self.position);
        self.inputs.split_off(&self.position);
        self.file.records.push(Arc::new(record));
        self.position += 1;
        self.file.written = true;
        self.note(FileAction::Written, self.position);
    }

    /// Writes the record of a number, from 1.
    pub(crate) fn put(&mut self, number: usize, record: Record) {
        while self.file.records.len() < number {
            self.file.records.push(Arc::new(Record::Values(Vec::new())));
        }
        if let Some(place) = self.file.records.get_mut(number - 1) {
            *place = Arc::new(record);
        }
        self.position = number;
        self.file.written = true;
        self.note(FileAction::Written, number);
    }

    /// The next record of values; nothing at the end.
    pub(crate) fn next_values(&mut self) -> Option<Arc<Record>> {
        let record = self.file.records.get(self.position)?.clone();
        self.position += 1;
        self.note(FileAction::Read, self.position);
        Some(record)
    }
}

impl RecordSource for Unit {
    fn next_record(&mut self) -> Option<Line> {
        let line = match &**self.file.records.get(self.position)? {
            Record::Text(line) => line.clone(),
            Record::Values(_) => Line::default(),
        };
        self.position += 1;
        self.note(FileAction::Read, self.position);
        Some(line)
    }
}

impl File {
    /// A text file.
    pub(crate) fn of_text(text: &[u8]) -> File {
        let lines = sextant_records::Lines::of_text(text).records;
        let mut records = PersistentVec::new();
        for line in lines {
            records.push(Arc::new(Record::Text(line)));
        }
        File { records, formatted: true, symbolic: false, written: false }
    }

    /// The bytes of a text file, unless there are symbols in it.
    fn bytes(&self) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        for record in self.records.iter() {
            match &**record {
                Record::Text(line) => bytes.extend_from_slice(line.text()?),
                Record::Values(_) => return None,
            }
            bytes.push(b'\n');
        }
        Some(bytes)
    }
}

impl Files {
    /// What was done with each unit, in the order in which they were disconnected, then by their numbers.
    pub fn histories(&self) -> impl Iterator<Item = (i64, &PersistentVec<FileEvent>)> {
        let past = self.past.iter().map(|(number, history)| (*number, history));
        past.chain(self.units.iter().map(|(number, unit)| (*number, &unit.history)))
    }

    /// The text files that the program has written, by name, and those it has deleted.
    pub fn written(&self) -> Vec<(String, Option<Vec<u8>>)> {
        let mut found = Vec::new();
        for (name, file) in &self.closed {
            match file {
                None => found.push((name.clone(), None)),
                Some(file) if file.written => {
                    found.extend(file.bytes().map(|bytes| (name.clone(), Some(bytes))));
                }
                Some(_) => {}
            }
        }
        for unit in self.units.values().filter(|unit| unit.file.written && !unit.scratch) {
            if let (Some(name), Some(bytes)) = (&unit.name, unit.file.bytes()) {
                found.push((name.clone(), Some(bytes)));
            }
        }
        found
    }

    /// The unit to which a file of a name is connected.
    pub(crate) fn unit_of(&self, name: &str) -> Option<i64> {
        self.units.iter().find(|(_, unit)| unit.name.as_deref() == Some(name)).map(|(number, _)| *number)
    }
}
