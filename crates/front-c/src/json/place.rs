//! Places as clang writes them.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::files::{FileId, Files};

/// A token in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    /// The file.
    pub(crate) file: FileId,
    /// Its first byte.
    pub(crate) offset: u32,
    /// Its length in bytes.
    pub(crate) length: u32,
}

/// Where something begins or ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Point {
    /// In the text as it was written; for a macro, its name where it is used.
    pub(crate) expansion: Token,
    /// Where the characters themselves stand; for a macro, in its definition or its arguments.
    pub(crate) spelling: Token,
    /// Whether the characters are in an argument of a macro.
    pub(crate) argument: bool,
    /// Whether a macro is expanded here.
    pub(crate) expanded: bool,
    /// Line and column as types without a name show them.
    pub(crate) location: Location,
}

/// A place as clang writes it in the names of types that have none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Location {
    /// The file, by what `#line` calls it.
    pub(crate) file: FileId,
    /// The line, likewise.
    pub(crate) line: u32,
    /// The column.
    pub(crate) column: u32,
}

impl Point {
    /// No place.
    pub(crate) const NONE: Point = {
        let token = Token { file: Files::NONE, offset: 0, length: 0 };
        let location = Location { file: Files::NONE, line: 0, column: 0 };
        Point { expansion: token, spelling: token, argument: false, expanded: false, location }
    };
}

impl Default for Point {
    fn default() -> Point {
        Point::NONE
    }
}

/// A place as it stands in the document: what differs from the place before. A macro's place has two sides of this form.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Written<Side = WrittenSide> {
    offset: Option<u32>,
    file: Option<String>,
    line: Option<u32>,
    presumed_file: Option<String>,
    presumed_line: Option<u32>,
    #[serde(default, rename = "col")]
    column: u32,
    #[serde(default, rename = "tokLen")]
    length: u32,
    #[serde(default, rename = "isMacroArgExpansion")]
    argument: bool,
    #[serde(rename = "spellingLoc")]
    spelling: Option<Side>,
    #[serde(rename = "expansionLoc")]
    expansion: Option<Side>,
}

/// One side of a macro's place, which has no sides itself.
type WrittenSide = Written<IgnoredAny>;

/// A beginning and an end.
#[derive(Deserialize)]
pub(super) struct WrittenRange {
    pub(super) begin: Option<Written>,
    pub(super) end: Option<Written>,
}

/// The state of the differences between places.
#[derive(Debug)]
pub(super) struct Last {
    file: FileId,
    line: u32,
    presumed_file: Option<FileId>,
    presumed_line: Option<u32>,
}

impl Last {
    pub(super) fn nowhere() -> Last {
        Last { file: Files::NONE, line: 0, presumed_file: None, presumed_line: None }
    }

    /// The place that is meant; places must be given in the order of the document.
    pub(super) fn point(&mut self, written: &Written, files: &mut Files) -> Point {
        let none = (Point::NONE.expansion, Point::NONE.location);
        let (Some(spelling), Some(expansion)) = (&written.spelling, &written.expansion) else {
            let (token, location) = self.side(written, files).unwrap_or(none);
            return Point { expansion: token, spelling: token, argument: false, expanded: false, location };
        };
        let (spelling, _) = self.side(spelling, files).unwrap_or(none);
        let argument = expansion.argument && expansion.offset.is_some();
        let (expansion, location) = self.side(expansion, files).unwrap_or(none);
        Point { expansion, spelling, argument, expanded: true, location }
    }

    /// Completes one side with what the one before said.
    fn side<Side>(&mut self, written: &Written<Side>, files: &mut Files) -> Option<(Token, Location)> {
        let offset = written.offset?;
        if let Some(file) = &written.file {
            (self.file, self.presumed_file, self.presumed_line) = (files.id(file), None, None);
        }
        if written.line.is_some() && written.presumed_line.is_none() {
            self.presumed_line = None;
        }
        self.line = written.line.unwrap_or(self.line);
        self.presumed_file = written.presumed_file.as_ref().map(|file| files.id(file)).or(self.presumed_file);
        self.presumed_line = written.presumed_line.or(self.presumed_line);
        let location = Location {
            file: self.presumed_file.unwrap_or(self.file),
            line: self.presumed_line.unwrap_or(self.line),
            column: written.column,
        };
        Some((Token { file: self.file, offset, length: written.length }, location))
    }
}
