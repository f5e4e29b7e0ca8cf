//! Statements on files: `transfer read unit 5, format "(I3)", get size n, status k`.

use sextant_base::Id;
use sextant_syntax::{LabelId, Layout, Outcome, Place, Type, Unit, VarId};

use super::reader::{Parsed, Reader};
use super::spellings::{operation_named, outside_named, setting_named};
use crate::{Action, TransferHead};

const CLAUSES: &[&str] = &[
    "list",
    "format",
    "computed",
    "assigned",
    "namelist",
    "record",
    "set",
    "get",
    "status",
    "message",
    "on_error",
    "on_end",
    "on_end_of_record",
];

impl Reader<'_> {
    /// What stands after `transfer`.
    pub fn transfer(&mut self) -> Parsed<Option<Action>> {
        if self.is_word("value") || self.is_word("place") {
            return self.transfer_item();
        }
        let operation = self.word_of("what is done with a file", operation_named)?;
        let mut transfer = TransferHead {
            operation,
            unit: self.unit()?,
            layout: Layout::Unformatted,
            record: None,
            settings: Vec::new(),
            answers: Vec::new(),
            outcome: Outcome::default(),
            items: Vec::new(),
        };
        while self.take_mark(",") {
            self.clause(&mut transfer)?;
        }
        Ok(Some(Action::TransferBegin(Box::new(transfer))))
    }

    fn unit(&mut self) -> Parsed<Unit> {
        match self.choice("a unit", &["standard", "unit", "internal", "by_name", "outside"])? {
            "standard" => Ok(Unit::Standard),
            "unit" => Ok(Unit::Number(self.whole_integer()?)),
            "internal" => {
                let place = self.place()?;
                let span = place.span;
                let place = self.located(place);
                if place.as_ref().is_some_and(|(_, ty)| !matches!(ty.scalar(), Type::Text(_))) {
                    self.complain(span, "an internal unit is a text");
                }
                Ok(Unit::Internal(place_or_stand_in(place)))
            }
            "by_name" => Ok(Unit::ByName),
            _ => Ok(Unit::Outside(self.word_of("what is asked", outside_named)?)),
        }
    }

    fn clause(&mut self, transfer: &mut TransferHead) -> Parsed<()> {
        let outcome = &mut transfer.outcome;
        match self.choice("a clause of a statement on a file", CLAUSES)? {
            "list" => transfer.layout = Layout::List,
            "format" => transfer.layout = Layout::Format(self.quoted_text()?),
            "computed" => {
                let format = self.any_expr()?;
                if !matches!(format.ty, Type::Text(_)) {
                    self.complain(format.span, "a computed format is a text");
                }
                transfer.layout = Layout::Computed(format);
            }
            "assigned" => {
                let label = self.whole_integer()?;
                let mut formats = Vec::new();
                while self.take_word("to") {
                    formats.push((self.small_number("a label")?, self.quoted_text()?));
                }
                transfer.layout = Layout::Assigned(label, formats);
            }
            "namelist" => {
                let name = self.quoted_text()?;
                let mut members = Vec::new();
                while self.take_word("with") {
                    let name = self.quoted_text()?;
                    let member = self.place()?;
                    members.push((name, place_or_stand_in(self.located(member))));
                }
                transfer.layout = Layout::Namelist(name, members);
            }
            "record" => transfer.record = Some(self.whole_integer()?),
            "set" => {
                let setting = self.word_of("a setting", setting_named)?;
                transfer.settings.push((setting, self.any_expr()?));
            }
            "get" => {
                let setting = self.word_of("a setting", setting_named)?;
                transfer.answers.push((setting, self.scalar_place()?));
            }
            "status" => outcome.status = Some(self.scalar_place()?),
            "message" => outcome.message = Some(self.scalar_place()?),
            "on_error" => outcome.on_error = Some(self.label()?),
            "on_end" => outcome.on_end = Some(self.label()?),
            _ => outcome.on_end_of_record = Some(self.label()?),
        }
        Ok(())
    }

    fn label(&mut self) -> Parsed<LabelId> {
        Ok(LabelId::from_index(self.small_number("a label")? as usize))
    }

    /// A scalar place that gets an answer.
    fn scalar_place(&mut self) -> Parsed<Place> {
        let place = self.place()?;
        Ok(place_or_stand_in(self.target(place)))
    }

    /// One of some words.
    fn choice(&mut self, what: &str, words: &[&'static str]) -> Parsed<&'static str> {
        self.word_of(what, |word| words.iter().copied().find(|&known| known == word))
    }

    fn quoted_text(&mut self) -> Parsed<String> {
        self.text("a text in double quotes")
    }
}

/// The place; what has been reported is never used.
fn place_or_stand_in(place: Option<(Place, Type)>) -> Place {
    place.map_or(Place::Variable(VarId(0)), |(place, _)| place)
}
