//! Steps: what nodes and edges do.

use sextant_syntax::{Claim, Passing, StatementNumber};

use super::ast::{ArgumentNode, Guard, Item, Node, NodeKind, Step, StepKind};
use super::lexer::TokenKind;
use super::parser::{LineParser, Parsed};

const STEP_WORDS: &[&str] = &[
    "allocate",
    "assert",
    "assume",
    "call",
    "entry",
    "exit",
    "fresh",
    "gone",
    "measure",
    "point",
    "primitive",
    "prove",
    "read",
    "release",
    "return",
    "stop",
    "transfer",
    "unsupported",
    "write",
];

impl LineParser<'_> {
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
    pub fn edge_label(&mut self) -> Parsed<(Guard, Vec<Step>)> {
        let guard = if self.is_mark("=>") {
            Guard::Always
        } else if self.take_word("else") {
            Guard::Otherwise
        } else if self.begins_step() {
            return Ok((Guard::Always, self.steps(None)?));
        } else {
            let expr = self.whole_expr()?;
            if self.is_mark(":=") {
                return Ok((Guard::Always, self.steps(Some(expr))?));
            }
            Guard::When(expr)
        };
        let steps = if self.take_mark("=>") { self.steps(None)? } else { Vec::new() };
        Ok((guard, steps))
    }

    fn begins_step(&mut self) -> bool {
        match self.peek() {
            Some(TokenKind::Mark("@")) => true,
            Some(TokenKind::Word(word)) => STEP_WORDS.contains(&word.as_str()),
            _ => false,
        }
    }

    fn step(&mut self) -> Parsed<Step> {
        let start = self.here();
        let word = match self.peek() {
            Some(TokenKind::Mark("@")) => {
                self.next();
                let number = self.small_number("the number of a statement")?;
                if number == 0 {
                    return self.error(self.since(start), "statements are numbered from 1");
                }
                let kind = StepKind::Marker(StatementNumber(number));
                return Ok(Step { kind, span: self.since(start) });
            }
            Some(TokenKind::Word(word)) if STEP_WORDS.contains(&word.as_str()) => word.clone(),
            Some(TokenKind::Word(_) | TokenKind::Name(_) | TokenKind::Mark("*")) => {
                let target = self.whole_expr()?;
                return self.assignment(target);
            }
            _ => return self.expected("a step such as `x := e`"),
        };
        self.next();
        let kind = match word.as_str() {
            "read" => StepKind::Read(self.list(Self::whole_expr)?),
            "write" => StepKind::Write(self.list(Self::item)?),
            "assume" => StepKind::Assume(self.whole_expr()?),
            "prove" => StepKind::Prove(self.whole_expr()?),
            "assert" => StepKind::Assert(self.whole_expr()?),
            "entry" => StepKind::Claim(Claim::Entry, self.whole_expr()?),
            "exit" => StepKind::Claim(Claim::Exit, self.whole_expr()?),
            "measure" => StepKind::Claim(Claim::Measure, self.whole_expr()?),
            "call" => self.call(None)?,
            "stop" => StepKind::Stop,
            "allocate" => self.allocate()?,
            "release" => StepKind::Release(self.place()?),
            "point" => self.point()?,
            "primitive" => self.primitive(None)?,
            "fresh" => StepKind::Fresh(self.name("a variable")?),
            "gone" => StepKind::Gone(self.name("a variable")?),
            "transfer" => self.transfer()?,
            "unsupported" => match self.next().map(|token| token.kind) {
                Some(TokenKind::Text(what)) => StepKind::Unsupported(what),
                _ => return self.error(start, "behind `unsupported` stands a text that says what"),
            },
            _ if self.at_end() || self.is_mark(";") => StepKind::Return(None),
            _ => StepKind::Return(Some(self.whole_expr()?)),
        };
        Ok(Step { kind, span: self.since(start) })
    }

    fn assignment(&mut self, target: Node) -> Parsed<Step> {
        let start = target.span;
        if !self.take_mark(":=") {
            return self.expected("`:=`");
        }
        if self.take_word("transfer") {
            return self.transfer_end(target);
        }
        let kind = if self.take_word("call") {
            self.call(Some(target))?
        } else if self.take_word("primitive") {
            self.primitive(Some(target))?
        } else {
            StepKind::Assign(target, self.whole_expr()?)
        };
        Ok(Step { kind, span: self.since(start) })
    }

    /// `allocate a with low:high, …`
    fn allocate(&mut self) -> Parsed<StepKind> {
        let place = self.place()?;
        let mut bounds = Vec::new();
        if self.take_word("with") {
            bounds = self.list(|parser| {
                let low = parser.whole_expr()?;
                parser.want_mark(":")?;
                Ok((low, parser.whole_expr()?))
            })?;
        }
        Ok(StepKind::Allocate(place, bounds))
    }

    /// `point a to b`, `point a to none`.
    fn point(&mut self) -> Parsed<StepKind> {
        let handle = self.place()?;
        if !self.take_word("to") {
            return self.expected("`to`");
        }
        let target = if self.take_word("none") { None } else { Some(self.place()?) };
        Ok(StepKind::PointTo(handle, target))
    }

    fn call(&mut self, result: Option<Node>) -> Parsed<StepKind> {
        let callee = self.callee()?;
        let mut arguments = Vec::new();
        if self.take_mark("(") && !self.take_mark(")") {
            arguments = self.list(Self::argument)?;
            self.want_mark(")")?;
        }
        Ok(StepKind::Call { callee, arguments, result })
    }

    fn argument(&mut self) -> Parsed<ArgumentNode> {
        let said =
            [("by_value", Passing::Value), ("by_reference", Passing::Reference), ("by_copy", Passing::Copy)];
        let passing = said.into_iter().find_map(|(word, passing)| self.take_word(word).then_some(passing));
        Ok(ArgumentNode { passing, node: self.whole_expr()? })
    }

    /// A text alone is written as it stands; a symbol is put in brackets.
    fn item(&mut self) -> Parsed<Item> {
        if self.take_word("newline") {
            return Ok(Item::NewLine);
        }
        let is_text = matches!(self.peek(), Some(TokenKind::Text(_)));
        let expr = self.whole_expr()?;
        match expr.kind {
            NodeKind::Symbol(text) if is_text => Ok(Item::Text(text)),
            _ => Ok(Item::Value(expr)),
        }
    }
}
