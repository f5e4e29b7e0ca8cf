//! Statements on files: `transfer read unit 5, format "(I3)", get size n, status k`.

use super::ast::{LayoutNode, Step, StepKind, TransferNode, UnitNode};
use super::lexer::TokenKind;
use super::parser::{LineParser, Parsed};
use super::spellings::{operation_named, outside_named, setting_named};

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

impl LineParser<'_> {
    /// What stands after `transfer`.
    pub fn transfer(&mut self) -> Parsed<StepKind> {
        if self.take_word("value") {
            return Ok(StepKind::TransferValue(self.whole_expr()?));
        }
        if self.take_word("place") {
            return Ok(StepKind::TransferPlace(self.place()?));
        }
        let operation = self.word_of("what is done with a file", operation_named)?;
        let mut transfer = TransferNode {
            operation,
            unit: self.unit()?,
            layout: LayoutNode::Unformatted,
            record: None,
            settings: Vec::new(),
            answers: Vec::new(),
            status: None,
            message: None,
            labels: [None; 3],
        };
        while self.take_mark(",") {
            self.clause(&mut transfer)?;
        }
        Ok(StepKind::TransferBegin(Box::new(transfer)))
    }

    fn unit(&mut self) -> Parsed<UnitNode> {
        match self.choice("a unit", &["standard", "unit", "internal", "by_name", "outside"])? {
            "standard" => Ok(UnitNode::Standard),
            "unit" => Ok(UnitNode::Number(self.whole_expr()?)),
            "internal" => Ok(UnitNode::Internal(self.place()?)),
            "by_name" => Ok(UnitNode::ByName),
            _ => Ok(UnitNode::Outside(self.word_of("what is asked", outside_named)?)),
        }
    }

    fn clause(&mut self, transfer: &mut TransferNode) -> Parsed<()> {
        match self.choice("a clause of a statement on a file", CLAUSES)? {
            "list" => transfer.layout = LayoutNode::List,
            "format" => transfer.layout = LayoutNode::Format(self.text()?),
            "computed" => transfer.layout = LayoutNode::Computed(self.whole_expr()?),
            "assigned" => {
                let label = self.whole_expr()?;
                let mut formats = Vec::new();
                while self.take_word("to") {
                    let label = self.small_number("a label")?;
                    formats.push((label, self.text()?));
                }
                transfer.layout = LayoutNode::Assigned(label, formats);
            }
            "namelist" => {
                let name = self.text()?;
                let mut members = Vec::new();
                while self.take_word("with") {
                    let member = self.text()?;
                    members.push((member, self.place()?));
                }
                transfer.layout = LayoutNode::Namelist(name, members);
            }
            "record" => transfer.record = Some(self.whole_expr()?),
            "set" => {
                let setting = self.word_of("a setting", setting_named)?;
                transfer.settings.push((setting, self.whole_expr()?));
            }
            "get" => {
                let setting = self.word_of("a setting", setting_named)?;
                transfer.answers.push((setting, self.place()?));
            }
            "status" => transfer.status = Some(self.place()?),
            "message" => transfer.message = Some(self.place()?),
            "on_error" => transfer.labels[0] = Some(self.small_number("a label")?),
            "on_end" => transfer.labels[1] = Some(self.small_number("a label")?),
            _ => transfer.labels[2] = Some(self.small_number("a label")?),
        }
        Ok(())
    }

    /// `status.1 := transfer end`
    pub fn transfer_end(&mut self, target: super::ast::Node) -> Parsed<Step> {
        let start = target.span;
        self.want_word("end")?;
        Ok(Step { kind: StepKind::TransferEnd(target), span: self.since(start) })
    }

    /// One of some words.
    fn choice(&mut self, what: &str, words: &[&'static str]) -> Parsed<&'static str> {
        self.word_of(what, |word| words.iter().copied().find(|&known| known == word))
    }

    fn text(&mut self) -> Parsed<String> {
        let Some(TokenKind::Text(text)) = self.peek() else {
            return self.expected("a text in double quotes");
        };
        let text = text.clone();
        self.next();
        Ok(text)
    }
}
