//! Statement numbers.
//!
//! A graph with markers `@n`, or with a `statements` line, keeps its numbers. In any other graph every step,
//! every branch and every node without either becomes a statement; they are numbered in the order of the text.

use sextant_base::{IdVec, Span};
use sextant_syntax::{StatementInfo, StatementNumber};

use super::lexer::{Token, TokenKind};
use super::reader::{Line, Reader};
use super::steps::StepKind;
use crate::{Action, Block, BlockId, Instruction};

/// Where the numbers of a graph come from.
pub(super) enum Numbering {
    /// From the text; the count if a line says it, and the place of each number's first marker.
    Explicit { count: Option<u32>, spans: Vec<Option<Span>> },
    /// From the order of the text; until the end a statement's number is its place in this list, from 1.
    Automatic(Vec<Span>),
}

impl Numbering {
    /// The count is that of a `statements` line.
    pub fn of(lines: &[Line], count: Option<u32>) -> Self {
        let is_marker = |token: &Token| token.kind == TokenKind::Mark("@");
        if count.is_some() || lines.iter().flatten().any(is_marker) {
            Numbering::Explicit { count, spans: Vec::new() }
        } else {
            Numbering::Automatic(Vec::new())
        }
    }

    /// What a step does, after the marker of its statement.
    pub fn add(&mut self, kind: StepKind, span: Span, out: &mut Vec<Instruction>, reader: &mut Reader) {
        match kind {
            StepKind::Marker(number) => self.explicit(number, span, out, reader),
            StepKind::Actions(actions) => {
                self.step(out, span);
                out.extend(actions.into_iter().map(|action| Instruction { action, span }));
            }
            StepKind::End(_) => {}
        }
    }

    /// A marker of the text.
    fn explicit(
        &mut self,
        number: StatementNumber,
        span: Span,
        out: &mut Vec<Instruction>,
        reader: &mut Reader,
    ) {
        let Numbering::Explicit { count, spans } = self else { return };
        if let Some(count) = count.filter(|&count| number.0 > count) {
            reader.complain(span, format!("the graph has {count} statements only"));
        }
        let at = number.0 as usize - 1;
        if spans.len() <= at {
            spans.resize(at + 1, None);
        }
        spans[at].get_or_insert(span);
        out.push(Instruction { action: Action::Statement(number), span });
    }

    /// A step. Where the text has numbers, the marker just before it gets its text.
    pub fn step(&mut self, out: &mut Vec<Instruction>, span: Span) {
        if let Numbering::Explicit { spans, .. } = self
            && let Some(Instruction { action: Action::Statement(number), span: marker }) = out.last()
            && let Some(Some(known)) = spans.get_mut(number.0 as usize - 1)
            && known == marker
        {
            *known = marker.to(span);
        }
        self.mark(out, span);
    }

    /// Something that is a statement where the text has no numbers.
    pub fn mark(&mut self, out: &mut Vec<Instruction>, span: Span) {
        if let Numbering::Automatic(places) = self {
            places.push(span);
            let number = StatementNumber(places.len() as u32);
            out.push(Instruction { action: Action::Statement(number), span });
        }
    }

    /// The statements; markers get their final numbers.
    pub fn finish(self, blocks: &mut IdVec<BlockId, Block>, head: Span) -> Vec<StatementInfo> {
        let info = |span| StatementInfo { span };
        match self {
            Numbering::Explicit { count, mut spans } => {
                let count = count.map_or(spans.len(), |count| count as usize);
                spans.resize(count, None);
                spans.into_iter().map(|span| info(span.unwrap_or(head))).collect()
            }
            Numbering::Automatic(places) => {
                let mut order: Vec<usize> = (0..places.len()).collect();
                order.sort_by_key(|&place| places[place].start);
                let mut numbers = vec![0; places.len()];
                for (position, &place) in order.iter().enumerate() {
                    numbers[place] = position as u32 + 1;
                }
                renumber(blocks, &numbers);
                order.into_iter().map(|place| info(places[place])).collect()
            }
        }
    }
}

fn renumber(blocks: &mut IdVec<BlockId, Block>, numbers: &[u32]) {
    for block in blocks.iter_mut() {
        let actions = block.terminator.edges_mut().iter_mut().flat_map(|edge| &mut edge.actions);
        for instruction in block.instructions.iter_mut().chain(actions) {
            if let Action::Statement(number) = &mut instruction.action {
                number.0 = numbers[number.0 as usize - 1];
            }
        }
    }
}
