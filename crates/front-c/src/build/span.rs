//! Places in the text as the user wrote it.

use sextant_base::Span;

use super::Unit;
use crate::json::{Node, Point};

impl Unit<'_> {
    /// The text of a node; where macros are involved, the text that uses them.
    pub(super) fn span(&mut self, node: &Node<'_>) -> Span {
        self.between(&node.begin, &node.end)
    }

    /// The name that a declaration declares.
    pub(super) fn name_span(&mut self, node: &Node<'_>) -> Span {
        self.between(&node.at, &node.at)
    }

    /// From one place to the end of another.
    pub(super) fn between(&mut self, begin: &Point, end: &Point) -> Span {
        // What is written in an argument of a macro is shown there: both ends are behind the macro's name.
        let written = |point: &Point| {
            point.argument
                && point.spelling.file == point.expansion.file
                && point.spelling.offset > point.expansion.offset
        };
        if begin.expanded
            && end.expanded
            && written(begin)
            && written(end)
            && begin.expansion == end.expansion
        {
            let (first, last) = (begin.spelling, end.spelling);
            if first.offset <= last.offset {
                return self.range(first.file, first.offset, last.offset + last.length);
            }
        }
        let (first, last) = (begin.expansion, end.expansion);
        if first.file != last.file || last.offset < first.offset {
            return self.range(first.file, first.offset, first.offset + first.length);
        }
        let span = self.range(first.file, first.offset, last.offset + last.length);
        if end.expanded { self.with_arguments(span) } else { span }
    }

    fn range(&mut self, file: crate::json::FileId, start: u32, end: u32) -> Span {
        match self.files.source(file, self.sources) {
            Some(source) => Span { source, start, end },
            None => self.nowhere,
        }
    }

    /// The span with the arguments of the macro at its end: clang gives the place of the macro's name.
    fn with_arguments(&self, span: Span) -> Span {
        let text = self.sources.text(span.source);
        let Some(rest) = text.get(span.end as usize..) else { return span };
        let blanks = rest.len() - rest.trim_start().len();
        if !rest[blanks..].starts_with('(') {
            return span;
        }
        let mut depth = 0;
        for (at, byte) in rest.bytes().enumerate().skip(blanks) {
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b';' | b'{' | b'}' => return span,
                _ => {}
            }
            if depth == 0 {
                return Span { end: span.end + at as u32 + 1, ..span };
            }
        }
        span
    }

    /// The characters of a token where they stand.
    pub(super) fn spelled(&mut self, point: &Point) -> String {
        let token = point.spelling;
        let span = self.range(token.file, token.offset, token.offset + token.length);
        self.sources.snippet(span).to_owned()
    }
}
