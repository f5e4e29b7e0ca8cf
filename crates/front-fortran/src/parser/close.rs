//! Closing blocks and program units.

use sextant_base::Span;

use super::EndKind;
use super::block::{Assembly, Frame, Open, is_block};
use crate::raw::{BlockEnd, DoEnd, Label, Name, Stmt, StmtKind};

impl Assembly<'_> {
    /// Does what an END statement says.
    pub(super) fn end(&mut self, kind: EndKind, name: Option<Name>, end: BlockEnd) {
        let unit = self.innermost_unit().unwrap_or(0);
        let target = if is_block(kind) { self.innermost(kind) } else { Some(unit) };
        let Some(target) = target else {
            self.error(end.span, format!("there is no {} to which this END belongs", kind.describe()));
            let broken = Stmt { label: end.label, kind: StmtKind::Broken, head: end.span, span: end.span };
            return self.push_statement(broken);
        };
        self.close_down_to(target + 1);
        self.check_end(kind, name, end);
        if let Some(frame) = self.stack.pop() {
            self.close(frame, end);
            // A block may be the last statement of a DO that names the label of its END.
            if is_block(kind) && kind != EndKind::Do {
                self.close_labelled(end.label);
            }
        }
    }

    /// Whether the END fits what it ends.
    fn check_end(&mut self, kind: EndKind, name: Option<Name>, end: BlockEnd) {
        let Some(frame) = self.stack.last() else { return };
        let opened = frame.end;
        let wrong_kind = matches!(kind, EndKind::Unit(_)) && kind != opened;
        let wrong_name = name.filter(|name| frame.name().is_none_or(|own| own.upper != name.upper));
        let wrong_label =
            frame.terminator().is_some_and(|label| end.label.map(|end| end.value) != Some(label.value));
        if wrong_kind {
            self.error(end.span, format!("this cannot end a {}", opened.describe()));
        } else if let Some(name) = wrong_name {
            self.error(name.span, format!("nothing that ends here is called `{}`", name.written));
        } else if wrong_label {
            self.error(end.span, "this END DO does not have the label that its DO names");
        }
    }

    /// The innermost block of a kind in the unit.
    fn innermost(&self, kind: EndKind) -> Option<usize> {
        let unit = self.innermost_unit().unwrap_or(0);
        self.stack.iter().rposition(|frame| frame.end == kind).filter(|&at| at > unit)
    }

    /// Closes everything down to the innermost block of a kind, if there is one in the unit.
    pub(super) fn close_to(&mut self, kind: EndKind) {
        if let Some(target) = self.innermost(kind) {
            self.close_down_to(target + 1);
        }
    }

    /// Closes the DOs that end with the statement of this label.
    pub(super) fn close_labelled(&mut self, label: Option<Label>) {
        let Some(label) = label else { return };
        let mut end = DoEnd::Labelled;
        loop {
            let unit = self.innermost_unit().unwrap_or(0);
            let ends_here = |frame: &Frame| frame.terminator().is_some_and(|own| own.value == label.value);
            let target = self.stack.iter().rposition(ends_here).filter(|&at| at > unit);
            let Some(target) = target else { return };
            self.close_down_to(target + 1);
            let Some(frame) = self.stack.pop() else { return };
            self.close_with(frame, BlockEnd { label: None, span: label.span }, end);
            end = DoEnd::Shared;
        }
    }

    /// Closes everything above the first `height` frames; their ends are missing.
    pub(super) fn close_down_to(&mut self, height: usize) {
        while self.stack.len() > height {
            let Some(frame) = self.stack.pop() else { return };
            let message = match frame.terminator() {
                Some(label) => format!("this DO has no statement with the label {}", label.value),
                None => format!("this {} has no END", frame.end.describe()),
            };
            let head = frame.head();
            self.error(head, message);
            self.close(frame, BlockEnd { label: None, span: head });
        }
    }

    /// The END of a unit is missing: closes it, and those around it that have no CONTAINS.
    pub(super) fn close_missing_end(&mut self) {
        while self.stack.last().is_some_and(|frame| !frame.holds_units()) {
            self.close_down_to(self.stack.len() - 1);
        }
    }

    /// The end of the text.
    pub(super) fn close_all(&mut self) {
        self.close_down_to(0);
    }

    /// Adds what was open to what is around it.
    fn close(&mut self, frame: Frame, end: BlockEnd) {
        self.close_with(frame, end, DoEnd::EndDo(end));
    }

    fn close_with(&mut self, frame: Frame, end: BlockEnd, loop_end: DoEnd) {
        let mut block = match frame.open {
            Open::Unit(mut unit, _) => {
                unit.end = end;
                let units = match self.stack.last_mut().and_then(Frame::units) {
                    Some(units) => units,
                    None => &mut self.units,
                };
                return units.push(*unit);
            }
            Open::Block(block) => block,
        };
        match &mut block.kind {
            StmtKind::Do { end, .. } => *end = loop_end,
            StmtKind::Construct { end: own, .. } => *own = end,
            _ => {}
        }
        block.span = join(block.head, end.span);
        self.push_statement(*block);
    }
}

/// From one place to another; the first one alone if they are in different sources.
fn join(first: Span, last: Span) -> Span {
    if first.source == last.source { first.to(last) } else { first }
}
