//! Lines to statements: preprocessor lines, INCLUDE, and the two forms of source text.
//!
//! Both assemblers give the same thing: statements whose characters know where they stand, with a mark on those
//! inside character and Hollerith constants. Nothing behind this module knows of lines.
//!
//! Invariants
//! - A statement lies in one source; lines of an included file never continue one of the including file.
//! - Blanks outside of constants are gone if the form is fixed, and single if it is free.

mod builder;
mod condition;
mod fixed;
mod free;
mod preprocess;

use std::rc::Rc;

use rustc_hash::FxHashMap;
use sextant_base::{Diagnostic, Diagnostics, SourceId, Sources, Span};

use crate::raw::Label;
use crate::{Form, Include, Loader, Options};
use builder::{Builder, Unclosed};
use preprocess::Conditions;

/// A character of a statement, with the bytes it stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Char {
    pub(crate) value: char,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Inside a character or Hollerith constant; the quotes around it do not count.
    pub(crate) literal: bool,
}

/// A statement that has been put together.
#[derive(Debug)]
pub(crate) struct Statement {
    pub(crate) label: Option<Label>,
    pub(crate) text: Vec<Char>,
    /// The text without its label, as the user sees it.
    pub(crate) span: Span,
    /// `!$sextant …`; the text is what stands behind those words.
    pub(crate) directive: bool,
    /// Something about it has been reported; it is not read further.
    pub(crate) broken: bool,
    /// Whether blanks separate names.
    pub(crate) form: Form,
}

/// The word behind `!$` that introduces our directives.
const SENTINEL: &str = "$SEXTANT";
const DEEPEST_INCLUSION: usize = 40;
const MOST_INCLUSIONS: usize = 2000;

/// All statements of a source and of what it includes.
pub(crate) fn statements(
    sources: &mut Sources,
    id: SourceId,
    options: &Options,
    loader: &mut Loader<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<Statement> {
    let form = options.form.unwrap_or_else(|| Form::of_name(sources.name(id)));
    let macros =
        options.defines.iter().map(|(name, value)| (name.clone(), value.chars().collect())).collect();
    let name = sources.name(id).to_owned();
    let columns = options.fixed_columns;
    let mut reader = Reader {
        sources,
        diagnostics,
        loader,
        form,
        columns,
        macros,
        open: vec![name],
        inclusions: 0,
        statements: Vec::new(),
    };
    reader.file(id);
    reader.statements
}

struct Reader<'a, 'l> {
    sources: &'a mut Sources,
    diagnostics: &'a mut Diagnostics,
    loader: &'a mut Loader<'l>,
    form: Form,
    /// How many columns of a line of fixed form are read.
    columns: usize,
    macros: FxHashMap<String, Vec<char>>,
    /// The names of the files being read, outermost first.
    open: Vec<String>,
    inclusions: usize,
    statements: Vec<Statement>,
}

/// The statement that is being put together.
struct Pending {
    source: SourceId,
    builder: Builder,
    label: Option<Label>,
    broken: bool,
    /// Whether there is a statement to which a line can be added.
    begun: bool,
    /// Free form: the last line ends with `&`, which stands here.
    continued: Option<u32>,
    /// Fixed form: the column behind the last one read, and the place of the end of that line.
    column: usize,
    line_end: u32,
}

impl Pending {
    fn new(source: SourceId, form: Form) -> Self {
        let builder = Builder::new(form == Form::Free);
        Self {
            source,
            builder,
            label: None,
            broken: false,
            begun: false,
            continued: None,
            column: 0,
            line_end: 0,
        }
    }
}

impl Reader<'_, '_> {
    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    /// Reads one file, and those it includes.
    fn file(&mut self, id: SourceId) {
        let text: Rc<str> = self.sources.text(id).into();
        let mut pending = Pending::new(id, self.form);
        let mut conditions = Conditions::default();
        let mut start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        while start < text.len() {
            let next = text[start..].find('\n').map_or(text.len(), |length| start + length + 1);
            let line = text[start..next].trim_end_matches('\n').trim_end_matches('\r');
            if line.starts_with('#') {
                self.preprocessor_line(line, start, &mut pending, &mut conditions);
            } else if conditions.active() {
                let characters = self.expanded(line, start);
                let end = (start + line.len()) as u32;
                match self.form {
                    Form::Fixed => self.fixed_line(&mut pending, &characters, end),
                    Form::Free => self.free_line(&mut pending, &characters),
                }
            }
            start = next;
        }
        if let Some(at) = pending.continued {
            let span = Span { source: id, start: at, end: at + 1 };
            self.error(span, "the statement is to be continued, but the file ends");
            pending.broken = true;
        }
        self.finish(&mut pending);
        if let Some(span) = conditions.unclosed() {
            self.error(span, "this condition has no #endif");
        }
    }

    /// Gives out the statement that is pending, or reads the file that it includes.
    fn finish(&mut self, pending: &mut Pending) {
        let source = pending.source;
        let fresh = Pending::new(source, self.form);
        let Pending { mut builder, mut label, mut broken, begun, .. } = std::mem::replace(pending, fresh);
        if !begun {
            return;
        }
        if let Some(Unclosed { start, end, message }) = builder.unclosed() {
            if !broken {
                self.error(Span { source, start, end }, message);
            }
            broken = true;
        }
        let mut text = builder.take();
        if self.form == Form::Free && label.is_none() && !broken {
            label = self.leading_label(source, &mut text, &mut broken);
        }
        let (Some(first), Some(last)) = (text.first(), text.last()) else {
            if let Some(label) = label.filter(|_| !broken) {
                self.diagnostics.push(Diagnostic::warning(label.span, "this label has no statement"));
            }
            return;
        };
        let span = Span { source, start: first.start, end: last.end.max(first.end) };
        if let Some(file) = included(&text).filter(|_| !broken) {
            return self.include(&file, span);
        }
        self.statements.push(Statement { label, text, span, directive: false, broken, form: self.form });
    }

    /// Takes the label from the beginning of a statement in free form.
    fn leading_label(&mut self, source: SourceId, text: &mut Vec<Char>, broken: &mut bool) -> Option<Label> {
        let digits = text.iter().take_while(|c| c.value.is_ascii_digit()).count();
        if digits == 0 || text.get(digits).is_some_and(|c| !c.value.is_ascii_alphabetic() && c.value != ' ') {
            return None;
        }
        let label: Vec<Char> = text.drain(..digits).collect();
        let blanks = text.iter().take_while(|c| c.value == ' ').count();
        text.drain(..blanks);
        let label = self.label(source, &label);
        *broken |= label.is_none();
        label
    }

    /// The label that the digits mean; reports one that is none.
    fn label(&mut self, source: SourceId, characters: &[Char]) -> Option<Label> {
        let (first, last) = (characters.first()?, characters.last()?);
        let span = Span { source, start: first.start, end: last.end };
        let digits: String = characters.iter().map(|c| c.value).collect();
        let significant = digits.trim_start_matches('0');
        let value = significant.parse().ok().filter(|_| significant.len() <= 5);
        if value.is_none() {
            self.error(span, "a label is a number from 1 to 99999");
        }
        value.map(|value| Label { value, span })
    }

    /// A directive of ours, if the comment is one; `comment` begins behind the comment sign. `&` at its end says that
    /// the next directive goes on with it.
    fn directive(&mut self, pending: &mut Pending, comment: &[Char]) {
        let word = comment.iter().take(SENTINEL.len()).map(|c| c.value.to_ascii_uppercase());
        if !word.eq(SENTINEL.chars()) {
            return;
        }
        self.finish(pending);
        let mut builder = Builder::new(true);
        let text = &comment[SENTINEL.len()..];
        let text = if text.first().is_some_and(|c| c.value == '&') { &text[1..] } else { text };
        for c in text {
            builder.push(c.value, c.start, c.end);
        }
        let source = pending.source;
        let unclosed = builder.unclosed();
        if let Some(Unclosed { start, end, message }) = unclosed {
            self.error(Span { source, start, end }, message);
        }
        let span = Span { source, start: comment[0].start, end: comment[comment.len() - 1].end };
        let (text, broken) = (builder.take(), unclosed.is_some());
        if let Some(last) = self.statements.last_mut()
            && last.directive
            && last.span.source == source
            && last.text.last().is_some_and(|c| c.value == '&' && !c.literal)
        {
            if let Some(sign) = last.text.last_mut() {
                sign.value = ' ';
            }
            last.text.extend(text);
            last.span.end = span.end;
            last.broken |= broken;
            return;
        }
        self.statements.push(Statement {
            label: None,
            text,
            span,
            directive: true,
            broken,
            form: Form::Free,
        });
    }

    /// Reads another file in this place.
    fn include(&mut self, file: &str, span: Span) {
        let from = self.sources.name(span.source).to_owned();
        if self.open.len() >= DEEPEST_INCLUSION || self.inclusions >= MOST_INCLUSIONS {
            return self.error(span, "too many files are included");
        }
        let Some((name, text)) = (self.loader)(&Include { file, from: &from }) else {
            return self.error(span, format!("the file `{file}` cannot be read"));
        };
        if self.open.contains(&name) {
            return self.error(span, format!("the file `{name}` includes itself"));
        }
        self.inclusions += 1;
        let id = self.sources.add(name.clone(), text);
        self.open.push(name);
        self.file(id);
        self.open.pop();
    }
}

/// The file that an INCLUDE statement names.
fn included(text: &[Char]) -> Option<String> {
    let mut rest = text.iter().filter(|c| c.literal || c.value != ' ').peekable();
    for letter in "INCLUDE".chars() {
        rest.next_if(|c| c.value.to_ascii_uppercase() == letter)?;
    }
    rest.next_if(|c| matches!(c.value, '\'' | '"'))?;
    let mut file = String::new();
    while let Some(c) = rest.next_if(|c| c.literal) {
        file.push(c.value);
    }
    rest.next()?;
    rest.next().is_none().then_some(file)
}
