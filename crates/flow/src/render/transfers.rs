//! Statements on files: their head as a list of what it says, `WRITE (6, '(I3)', IOSTAT=K)`.

use sextant_syntax::{Expr, Layout, Unit};

use super::{Expect, Level, Renderer, constants};
use crate::TransferHead;
use crate::text::spellings::{operation_word, outside_word, setting_word};

impl Renderer<'_> {
    pub(super) fn transfer(&mut self, head: &TransferHead) {
        self.word(operation_word(head.operation));
        self.out.push_str(" (");
        let start = self.out.len();
        match &head.unit {
            Unit::Standard => self.out.push('*'),
            Unit::Number(number) => self.plain(number),
            Unit::Internal(place) => self.place(place),
            Unit::ByName => {}
            Unit::Outside(asked) => self.out.push_str(&outside_word(*asked).replace('_', " ")),
        }
        self.layout(&head.layout, start);
        if let Some(record) = &head.record {
            self.named("REC", start, |renderer| renderer.plain(record));
        }
        for (setting, value) in &head.settings {
            self.named(&setting_word(*setting).to_uppercase(), start, |renderer| renderer.plain(value));
        }
        let answers =
            head.answers.iter().map(|(setting, place)| (setting_word(*setting).to_uppercase(), place));
        let outcome = [("IOSTAT", &head.outcome.status), ("IOMSG", &head.outcome.message)];
        let outcome =
            outcome.into_iter().filter_map(|(word, place)| Some((word.to_owned(), place.as_ref()?)));
        for (word, place) in answers.chain(outcome) {
            self.named(&word, start, |renderer| renderer.place(place));
        }
        self.out.push(')');
    }

    pub(super) fn plain(&mut self, value: &Expr) {
        self.expr(value, Level::Implication, Expect::Anything);
    }

    fn layout(&mut self, layout: &Layout, start: usize) {
        match layout {
            Layout::Unformatted => {}
            Layout::List => self.comma(start, |renderer| renderer.out.push('*')),
            Layout::Format(format) => self.comma(start, |renderer| {
                renderer.out.push_str(&constants::shown_text(format.as_bytes()));
            }),
            Layout::Computed(format) => self.comma(start, |renderer| renderer.plain(format)),
            Layout::Assigned(label, _) => self.comma(start, |renderer| renderer.plain(label)),
            Layout::Namelist(name, _) => self.named("NML", start, |renderer| renderer.out.push_str(name)),
        }
    }

    /// One more of a list that began at `start`.
    fn comma(&mut self, start: usize, write: impl FnOnce(&mut Self)) {
        if self.out.len() > start {
            self.out.push_str(", ");
        }
        write(self);
    }

    fn named(&mut self, word: &str, start: usize, write: impl FnOnce(&mut Self)) {
        self.comma(start, |renderer| {
            renderer.out.push_str(word);
            renderer.out.push('=');
            write(renderer);
        });
    }
}
