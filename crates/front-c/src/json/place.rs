//! Places as clang writes them.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};

use super::files::{FileId, Files};
use super::node::{skip, text_value};
use super::reader::Reader;

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
}

/// Reads a place with both of its sides.
pub(super) struct PointSeed<'r, 'f>(pub(super) &'r mut Reader<'f>);

/// What one object of a place says.
struct Bare {
    token: Token,
    argument: bool,
    location: Location,
}

impl<'de> DeserializeSeed<'de> for PointSeed<'_, '_> {
    type Value = Point;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Point, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for PointSeed<'_, '_> {
    type Value = Point;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a place")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Point, A::Error> {
        let mut fields = BareFields::default();
        let (mut spelling, mut expansion) = (None, None);
        while let Some(key) = map.next_key::<&str>()? {
            match key {
                "spellingLoc" => spelling = Some(map.next_value_seed(BareSeed(self.0))?),
                "expansionLoc" => expansion = Some(map.next_value_seed(BareSeed(self.0))?),
                _ => fields.take(key, &mut map, self.0)?,
            }
        }
        Ok(match (spelling, expansion) {
            (Some(spelling), Some(expansion)) => Point {
                expansion: expansion.token,
                spelling: spelling.token,
                argument: expansion.argument,
                expanded: true,
                location: expansion.location,
            },
            _ => match fields.finish(self.0) {
                Some(bare) => Point {
                    expansion: bare.token,
                    spelling: bare.token,
                    argument: false,
                    expanded: false,
                    location: bare.location,
                },
                None => Point::NONE,
            },
        })
    }
}

struct BareSeed<'r, 'f>(&'r mut Reader<'f>);

impl<'de> DeserializeSeed<'de> for BareSeed<'_, '_> {
    type Value = Bare;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Bare, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for BareSeed<'_, '_> {
    type Value = Bare;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("one side of a place")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Bare, A::Error> {
        let mut fields = BareFields::default();
        while let Some(key) = map.next_key::<&str>()? {
            fields.take(key, &mut map, self.0)?;
        }
        Ok(fields.finish(self.0).unwrap_or(Bare {
            token: Point::NONE.expansion,
            argument: false,
            location: Point::NONE.location,
        }))
    }
}

/// The members of an object of a place, in any order.
#[derive(Default)]
struct BareFields {
    offset: Option<u32>,
    file: Option<FileId>,
    line: Option<u32>,
    presumed_file: Option<FileId>,
    presumed_line: Option<u32>,
    column: u32,
    length: u32,
    argument: bool,
}

impl BareFields {
    fn take<'de, A: MapAccess<'de>>(
        &mut self,
        key: &str,
        map: &mut A,
        reader: &mut Reader<'_>,
    ) -> Result<(), A::Error> {
        match key {
            "offset" => self.offset = Some(map.next_value()?),
            "file" => self.file = Some(reader.files.id(&text_value(map)?)),
            "line" => self.line = Some(map.next_value()?),
            "presumedFile" => self.presumed_file = Some(reader.files.id(&text_value(map)?)),
            "presumedLine" => self.presumed_line = Some(map.next_value()?),
            "col" => self.column = map.next_value()?,
            "tokLen" => self.length = map.next_value()?,
            "isMacroArgExpansion" => self.argument = map.next_value()?,
            _ => skip(map)?,
        }
        Ok(())
    }

    /// Completes the place with what the one before said.
    fn finish(self, reader: &mut Reader<'_>) -> Option<Bare> {
        let offset = self.offset?;
        let last = &mut reader.last;
        if let Some(file) = self.file {
            (last.file, last.presumed_file, last.presumed_line) = (file, None, None);
        }
        if self.line.is_some() && self.presumed_line.is_none() {
            last.presumed_line = None;
        }
        last.line = self.line.unwrap_or(last.line);
        last.presumed_file = self.presumed_file.or(last.presumed_file);
        last.presumed_line = self.presumed_line.or(last.presumed_line);
        Some(Bare {
            token: Token { file: last.file, offset, length: self.length },
            argument: self.argument,
            location: Location {
                file: last.presumed_file.unwrap_or(last.file),
                line: last.presumed_line.unwrap_or(last.line),
                column: self.column,
            },
        })
    }
}
