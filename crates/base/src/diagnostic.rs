//! Messages about a source, with their places.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::{Sources, Span};

/// How bad a message is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Probably a mistake.
    Warning,
    /// The input cannot be used.
    Error,
}

/// One message, with the place it speaks of where there is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is the matter, in a sentence without a full stop.
    pub message: String,
    /// Where.
    pub span: Option<Span>,
    /// What to do about it, or why it matters.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, message: message.into(), span: Some(span), help: None }
    }

    /// A warning at a place.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(span, message) }
    }

    /// An error that belongs to no place in a source.
    pub fn global(message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, message: message.into(), span: None, help: None }
    }

    /// Adds advice.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// One line: `file:line:column: error: message`.
    pub fn one_line(&self, sources: &Sources) -> String {
        let word = self.word();
        match self.span {
            Some(span) => format!("{}: {word}: {}", sources.place(span), self.message),
            None => format!("{word}: {}", self.message),
        }
    }

    /// The message with the source lines it speaks of.
    pub fn render(&self, sources: &Sources, colour: bool) -> String {
        let level = match self.severity {
            Severity::Note => Level::NOTE,
            Severity::Warning => Level::WARNING,
            Severity::Error => Level::ERROR,
        };
        let excerpt = self.span.map(|span| Excerpt::around(sources, span));
        let message = match (&excerpt, self.span) {
            (Some(Excerpt { cut: true, .. }), Some(span)) => {
                format!("{} (column {})", self.message, sources.position(span).column)
            }
            _ => self.message.clone(),
        };
        let title = level.primary_title(message.as_str());
        let mut group = match excerpt.zip(self.span) {
            // Only the line of the place is given to the renderer, so that a message about a source of many
            // megabytes costs no more than one about a small one.
            Some((excerpt, span)) => title.element(
                Snippet::source(excerpt.text)
                    .line_start(excerpt.first_line)
                    .path(sources.name(span.source))
                    .annotation(AnnotationKind::Primary.span(excerpt.range)),
            ),
            None => Group::with_title(title),
        };
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group])
    }

    fn word(&self) -> &'static str {
        match self.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// The lines a span touches, cut to a sensible length.
struct Excerpt<'a> {
    text: &'a str,
    first_line: usize,
    range: std::ops::Range<usize>,
    /// Whether the beginning of the line is left out.
    cut: bool,
}

impl<'a> Excerpt<'a> {
    const LONGEST: usize = 400;
    const MOST_BEFORE: usize = 20_000;

    fn around(sources: &'a Sources, span: Span) -> Self {
        let text = sources.text(span.source);
        let floor =
            |at: usize| (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let start = floor(span.start as usize);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        // The renderer counts columns from the beginning of what it is given, so that only absurd lines are cut.
        let cut = start - line_start > Self::MOST_BEFORE;
        let from = if cut { floor(start - Self::LONGEST) } else { line_start };
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let to = floor(line_end.min(start + Self::LONGEST));
        let end = floor((span.end as usize).clamp(start, to));
        let first_line = sources.position(span).line as usize;
        Self { text: &text[from..to], first_line, range: start - from..end.max(start) - from, cut }
    }
}

/// Collects messages; keeps at most a stated number so that hopeless input stays readable.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    messages: Vec<Diagnostic>,
    left_out: usize,
}

impl Diagnostics {
    /// Messages beyond this number are counted, not kept.
    pub const MOST: usize = 100;

    /// No message yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a message.
    pub fn push(&mut self, message: Diagnostic) {
        if self.messages.len() < Self::MOST {
            self.messages.push(message);
        } else {
            self.left_out += 1;
        }
    }

    /// Whether any message is an error.
    pub fn has_errors(&self) -> bool {
        self.messages.iter().any(|message| message.severity == Severity::Error)
    }

    /// Whether nothing was said.
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// The messages in the order of their places.
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut sorted: Vec<_> = self.messages.iter().collect();
        sorted.sort_by_key(|message| message.span);
        sorted
    }

    /// How many messages were not kept.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// All messages, rendered one after another.
    pub fn render(&self, sources: &Sources, colour: bool) -> String {
        let mut text = String::new();
        for message in self.sorted() {
            text.push_str(&message.render(sources, colour));
            text.push('\n');
        }
        if self.left_out > 0 {
            text.push_str(&format!("and {} more messages\n", self.left_out));
        }
        text
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(message: Diagnostic) -> Self {
        Self { messages: vec![message], left_out: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_shows_its_line() {
        let mut sources = Sources::new();
        let id = sources.add("p.pli", "A = 1;\nB = ;\n");
        let message = Diagnostic::error(Span::new(id, 11, 12), "expression expected");
        let shown = message.render(&sources, false);
        assert!(shown.contains("p.pli:2:5") && shown.contains("B = ;"), "{shown}");
    }

    #[test]
    fn columns_are_right_on_long_lines() {
        let mut sources = Sources::new();
        for before in [1_000, 30_000] {
            let id = sources.add("p.pli", "x".repeat(before) + "!");
            let shown = Diagnostic::error(Span::new(id, before, before + 1), "here").render(&sources, false);
            assert!(shown.contains(&(before + 1).to_string()), "{shown}");
        }
    }

    #[test]
    fn a_range_past_the_end_is_shown_at_the_end() {
        let mut sources = Sources::new();
        let id = sources.add("p.pli", "A = é");
        for start in 0..12 {
            Diagnostic::error(Span::new(id, start, start + 3), "here").render(&sources, false);
        }
    }
}
