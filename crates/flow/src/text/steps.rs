//! Steps: what nodes and edges do.

use sextant_base::Span;
use sextant_syntax::{Claim, ExprKind, Memory, OutputItem, StatementNumber, TextLength, Type, VarId};

use super::expressions::{NO_RETURNED_TYPE, Node, What};
use super::lexer::TokenKind;
use super::reader::{Parsed, Reader};
use super::words::STEP_WORDS;
use crate::typing::{as_number, same_apart_from_bounds};
use crate::{Action, Condition, Terminator, TransferItem};

/// A step of a node or an edge.
pub(super) struct Step {
    pub kind: StepKind,
    pub span: Span,
}

pub(super) enum StepKind {
    Marker(StatementNumber),
    /// One action for each place that is read and each item that is written; none if it has been reported.
    Actions(Vec<Action>),
    End(Terminator),
}

impl Reader<'_> {
    /// Steps up to the end of the line, `;` between them. The first one may be an assignment whose target has
    /// been read already.
    pub fn steps(&mut self, target: Option<Node>) -> Parsed<Vec<Step>> {
        let mut steps = Vec::new();
        let mut open = target;
        loop {
            let step = match open.take() {
                Some(target) => self.assignment(target)?,
                None => self.step()?,
            };
            let is_marker = matches!(step.kind, StepKind::Marker(_));
            steps.push(step);
            let more = self.take_mark(";") || is_marker;
            if !more || self.at_end() {
                return Ok(steps);
            }
        }
    }

    /// What stands behind the colon of an edge.
    pub fn edge_label(&mut self) -> Parsed<(Condition, Vec<Step>)> {
        let condition = if self.is_mark("=>") {
            Condition::Always
        } else if self.take_word("else") {
            Condition::Otherwise
        } else if self.begins_step() {
            return Ok((Condition::Always, self.steps(None)?));
        } else {
            let node = self.whole_expr()?;
            if self.is_mark(":=") {
                return Ok((Condition::Always, self.steps(Some(node))?));
            }
            Condition::When(self.value_of(node, &Type::Logical))
        };
        let steps = if self.take_mark("=>") { self.steps(None)? } else { Vec::new() };
        Ok((condition, steps))
    }

    fn begins_step(&self) -> bool {
        match self.peek() {
            Some(TokenKind::Mark("@")) => true,
            Some(TokenKind::Word(word)) => STEP_WORDS.contains(&word.as_str()),
            _ => false,
        }
    }

    fn step(&mut self) -> Parsed<Step> {
        let start = self.here();
        let kind = match self.peek() {
            Some(TokenKind::Mark("@")) => self.marker()?,
            Some(TokenKind::Word(word)) if STEP_WORDS.contains(&word.as_str()) => {
                self.next();
                self.step_of(word, start)?
            }
            Some(TokenKind::Word(_) | TokenKind::Name(_) | TokenKind::Mark("*")) => {
                let target = self.whole_expr()?;
                return self.assignment(target);
            }
            _ => return self.expected("a step such as `x := e`"),
        };
        Ok(Step { kind, span: self.since(start) })
    }

    fn marker(&mut self) -> Parsed<StepKind> {
        let start = self.here();
        self.next();
        let number = self.small_number("the number of a statement")?;
        if number == 0 {
            return self.error(self.since(start), "statements are numbered from 1");
        }
        Ok(StepKind::Marker(StatementNumber(number)))
    }

    /// What follows the word of a step.
    fn step_of(&mut self, word: &str, start: Span) -> Parsed<StepKind> {
        let action = match word {
            "return" => return self.returned(start),
            "stop" => return Ok(StepKind::End(Terminator::Stop)),
            "read" => {
                let places = self.list(|reader| {
                    let place = reader.whole_expr()?;
                    Ok(reader.target(place))
                })?;
                let places = places.into_iter().flatten();
                return Ok(StepKind::Actions(places.map(|(place, _)| Action::Read(place)).collect()));
            }
            "write" => {
                let items = self.list(Self::item)?;
                return Ok(StepKind::Actions(items.into_iter().map(Action::Write).collect()));
            }
            "assume" => Some(Action::Assume(self.condition()?)),
            "prove" => Some(Action::Prove(self.condition()?)),
            "assert" => Some(Action::Assert(self.condition()?)),
            "entry" => Some(Action::Claim(Claim::Entry, self.condition()?)),
            "exit" => Some(Action::Claim(Claim::Exit, self.condition()?)),
            "measure" => Some(Action::Claim(Claim::Measure, as_number(self.any_expr()?))),
            "call" => self.call(None, start)?,
            "allocate" => self.allocate()?,
            "release" => {
                let place = self.place()?;
                self.handle(place).map(|(place, _)| Action::Release(place))
            }
            "point" => self.point()?,
            "primitive" => self.primitive(None)?,
            "fresh" => self.variable()?.map(Action::Fresh),
            "gone" => self.variable()?.map(Action::Gone),
            "transfer" => self.transfer()?,
            _ => match self.next() {
                Some(TokenKind::Text(what)) => Some(Action::Unsupported(what.clone())),
                _ => return self.error(start, "behind `unsupported` stands a text that says what"),
            },
        };
        Ok(StepKind::Actions(action.into_iter().collect()))
    }

    fn returned(&mut self, start: Span) -> Parsed<StepKind> {
        if self.at_end() || self.is_mark(";") {
            return Ok(StepKind::End(Terminator::Return(None)));
        }
        let value = self.whole_expr()?;
        let value = match self.scope.returns.clone() {
            Some(ty) => Some(self.value_of(value, &ty)),
            None => self.report(self.since(start), NO_RETURNED_TYPE),
        };
        Ok(StepKind::End(Terminator::Return(value)))
    }

    fn variable(&mut self) -> Parsed<Option<VarId>> {
        let name = self.name("a variable")?;
        Ok(self.lookup(&name))
    }

    fn assignment(&mut self, target: Node) -> Parsed<Step> {
        let start = target.span;
        self.want_mark(":=")?;
        let action = if self.take_word("transfer") {
            self.want_word("end")?;
            self.result_variable(target).map(Action::TransferEnd)
        } else if self.take_word("call") {
            self.call(Some(target), start)?
        } else if self.take_word("primitive") {
            self.primitive(Some(target))?
        } else {
            self.assigned(target)?
        };
        Ok(Step { kind: StepKind::Actions(action.into_iter().collect()), span: self.since(start) })
    }

    /// What a place, or what lies at an address, becomes.
    fn assigned(&mut self, target: Node) -> Parsed<Option<Action>> {
        if let What::Value(fetched) = &target.what
            && let ExprKind::Memory(memory) = &fetched.kind
            && let Memory::Fetch { address, bits } = &**memory
            && !target.bracketed
        {
            return Ok(Some(Action::Store(address.clone(), *bits, self.any_expr()?)));
        }
        match self.target(target) {
            Some((place, ty)) => Ok(Some(Action::Assign(place, self.expr_of(&ty)?))),
            None => self.any_expr().map(|_| None),
        }
    }

    /// `allocate a with low:high, …`
    fn allocate(&mut self) -> Parsed<Option<Action>> {
        let place = self.place()?;
        let span = place.span;
        let handle = self.handle(place);
        let mut bounds = Vec::new();
        if self.take_word("with") {
            bounds = self.list(|reader| {
                let low = reader.whole_integer()?;
                reader.want_mark(":")?;
                Ok((low, reader.whole_integer()?))
            })?;
        }
        let Some((place, ty)) = handle else { return Ok(None) };
        // Of strings whose length is not declared, that of the characters comes first.
        let rank = ty.rank() + usize::from(matches!(ty.scalar(), Type::Text(TextLength::Open)));
        if bounds.len() != rank {
            let plural = if rank == 1 { "" } else { "s" };
            self.complain(span, format!("bounds of {rank} dimension{plural} are needed here"));
        }
        Ok(Some(Action::Allocate(place, bounds)))
    }

    /// `point a to b`, `point a to none`.
    fn point(&mut self) -> Parsed<Option<Action>> {
        let handle = self.place()?;
        let handle = self.handle(handle);
        self.want_word("to")?;
        if self.take_word("none") {
            return Ok(handle.map(|(handle, _)| Action::PointTo(handle, None)));
        }
        let target = self.place()?;
        let span = target.span;
        let target = self.located(target);
        Ok(handle.zip(target).map(|((handle, wanted), (target, found))| {
            if !same_apart_from_bounds(&wanted, &found) {
                self.complain(span, "the handle refers to places of another type");
            }
            Action::PointTo(handle, Some(target))
        }))
    }

    /// The next value or place of a statement on a file.
    pub fn transfer_item(&mut self) -> Parsed<Option<Action>> {
        let item = if self.take_word("value") {
            Some(TransferItem::Value(self.any_expr()?))
        } else {
            self.want_word("place")?;
            let place = self.place()?;
            self.located(place).map(|(place, _)| TransferItem::Place(place))
        };
        Ok(item.map(Action::TransferItem))
    }

    /// A text alone is written as it stands; a symbol is put in brackets.
    fn item(&mut self) -> Parsed<OutputItem> {
        if self.take_word("newline") {
            return Ok(OutputItem::NewLine);
        }
        let is_text = matches!(self.peek(), Some(TokenKind::Text(_)));
        let value = self.any_expr()?;
        Ok(match value.kind {
            ExprKind::Symbol(text) if is_text => OutputItem::Text(text),
            _ => OutputItem::Value(value),
        })
    }
}
