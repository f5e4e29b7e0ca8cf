//! Statements on files: their head as a list of what it says, `WRITE (6, '(I3)', IOSTAT=K)`.

use sextant_syntax::{Expr, Layout, Operation, Outside, Setting, Unit};

use super::{Expect, Level, Renderer, constants};
use crate::TransferHead;

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
            Unit::Outside(asked) => self.out.push_str(outside_word(*asked)),
        }
        self.layout(&head.layout, start);
        if let Some(record) = &head.record {
            self.named("REC", start, |renderer| renderer.plain(record));
        }
        for (setting, value) in &head.settings {
            self.named(setting_word(*setting), start, |renderer| renderer.plain(value));
        }
        let answers = head.answers.iter().map(|(setting, place)| (setting_word(*setting), place));
        let outcome = [("IOSTAT", &head.outcome.status), ("IOMSG", &head.outcome.message)];
        let outcome = outcome.into_iter().filter_map(|(word, place)| Some((word, place.as_ref()?)));
        for (word, place) in answers.chain(outcome) {
            self.named(word, start, |renderer| renderer.place(place));
        }
        self.out.push(')');
    }

    fn plain(&mut self, value: &Expr) {
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

fn outside_word(asked: Outside) -> &'static str {
    match asked {
        Outside::Date => "date",
        Outside::TimeOfDay => "time of day",
        Outside::Zone => "time zone",
        Outside::DateParts => "parts of the date",
        Outside::Seconds => "seconds",
        Outside::CpuTime => "processor time",
        Outside::Count => "clock",
        Outside::CountRate => "clock rate",
        Outside::CountMost => "clock limit",
        Outside::Random => "random number",
        Outside::SeedSize => "size of a seed",
        Outside::Seed => "seed",
        Outside::ArgumentCount => "number of arguments",
        Outside::Argument => "argument",
        Outside::ArgumentLength => "length of an argument",
        Outside::ArgumentStatus => "status of an argument",
    }
}

fn operation_word(operation: Operation) -> &'static str {
    match operation {
        Operation::Read => "read",
        Operation::Write => "write",
        Operation::Open => "open",
        Operation::Close => "close",
        Operation::Inquire => "inquire",
        Operation::Rewind => "rewind",
        Operation::Backspace => "backspace",
        Operation::EndFile => "endfile",
        Operation::Flush => "flush",
    }
}

fn setting_word(setting: Setting) -> &'static str {
    match setting {
        Setting::File => "FILE",
        Setting::Status => "STATUS",
        Setting::Access => "ACCESS",
        Setting::Form => "FORM",
        Setting::RecordLength => "RECL",
        Setting::Blank => "BLANK",
        Setting::Position => "POSITION",
        Setting::Action => "ACTION",
        Setting::Delimiter => "DELIM",
        Setting::Pad => "PAD",
        Setting::Advance => "ADVANCE",
        Setting::Size => "SIZE",
        Setting::Exists => "EXIST",
        Setting::Opened => "OPENED",
        Setting::Number => "NUMBER",
        Setting::Named => "NAMED",
        Setting::Sequential => "SEQUENTIAL",
        Setting::Direct => "DIRECT",
        Setting::Formatted => "FORMATTED",
        Setting::Unformatted => "UNFORMATTED",
        Setting::NextRecord => "NEXTREC",
        Setting::NewUnit => "NEWUNIT",
        Setting::MayRead => "READ",
        Setting::MayWrite => "WRITE",
        Setting::MayReadWrite => "READWRITE",
        Setting::Length => "IOLENGTH",
    }
}
