//! Source texts and ranges in them.

use crate::{Id, IdVec, typed_id};

typed_id!(
    /// One source text.
    SourceId,
    "source"
);

/// A range of bytes of one source, as the user wrote it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// The text.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end` of a source.
    pub fn new(source: SourceId, start: usize, end: usize) -> Self {
        let clamp = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { source, start: clamp(start), end: clamp(end) }
    }

    /// The smallest range that holds both; both must lie in one source.
    pub fn to(self, other: Span) -> Span {
        debug_assert_eq!(self.source, other.source);
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A place as people write it; both numbers count from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// Line.
    pub line: u32,
    /// Column, in characters.
    pub column: u32,
}

#[derive(Clone, Debug)]
struct Source {
    name: String,
    text: String,
    line_starts: Vec<u32>,
}

/// All source texts of a run.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    sources: IdVec<SourceId, Source>,
}

impl Sources {
    /// No text yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text under the name shown in messages.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        let text = text.into();
        let mut line_starts = vec![0];
        line_starts
            .extend(text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at as u32 + 1));
        self.sources.push(Source { name: name.into(), text, line_starts })
    }

    /// The ids of all texts.
    pub fn ids(&self) -> impl Iterator<Item = SourceId> + use<> {
        self.sources.ids()
    }

    /// The name shown in messages.
    pub fn name(&self, id: SourceId) -> &str {
        &self.sources[id].name
    }

    /// The whole text.
    pub fn text(&self, id: SourceId) -> &str {
        &self.sources[id].text
    }

    /// The text of a range; empty if the range does not fit the text.
    pub fn snippet(&self, span: Span) -> &str {
        self.text(span.source).get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Where a range begins.
    pub fn position(&self, span: Span) -> Position {
        let source = &self.sources[span.source];
        let line = source.line_starts.partition_point(|&start| start <= span.start).max(1);
        let start = source.line_starts[line - 1] as usize;
        let before = source.text.get(start..span.start as usize).unwrap_or("");
        Position { line: line as u32, column: before.chars().count() as u32 + 1 }
    }

    /// `name:line:column` of the beginning of a range.
    pub fn place(&self, span: Span) -> String {
        let Position { line, column } = self.position(span);
        format!("{}:{line}:{column}", self.name(span.source))
    }

    /// The range of a line (counted from 1), without its end mark.
    pub fn line_span(&self, id: SourceId, line: u32) -> Option<Span> {
        let source = &self.sources[id];
        let index = (line as usize).checked_sub(1)?;
        let start = *source.line_starts.get(index)? as usize;
        let end = source.line_starts.get(index + 1).map_or(source.text.len(), |&next| next as usize - 1);
        Some(Span::new(id, start, end))
    }

    /// Whether the id belongs to this collection.
    pub fn contains(&self, id: SourceId) -> bool {
        id.index() < self.sources.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let mut sources = Sources::new();
        let id = sources.add("a.pli", "ab\nçd\n");
        assert_eq!(sources.place(Span::new(id, 0, 1)), "a.pli:1:1");
        assert_eq!(sources.place(Span::new(id, 5, 6)), "a.pli:2:2");
        assert_eq!(sources.snippet(sources.line_span(id, 2).unwrap()), "çd");
        assert_eq!(sources.line_span(id, 9), None);
    }
}
