//! Closing blocks and program units.

use sextant_base::Span;

use super::EndKind;
use super::block::{Assembly, Frame, Open, OpenUnit, is_block};
use crate::raw::{
    BlockEnd, Branch, Case, Declaration, DoEnd, Interface, Label, MaskedBranch, Name, Stmt, StmtKind, Unit,
    UnitKind,
};

impl Assembly<'_> {
    /// Does what an END statement says.
    pub(super) fn end(&mut self, kind: EndKind, name: Option<Name>, end: BlockEnd) {
        let unit = self.stack.iter().rposition(|frame| matches!(frame.open, Open::Unit(_))).unwrap_or(0);
        let target = if is_block(kind) {
            self.stack.iter().rposition(|frame| frame.open.end_kind() == kind).filter(|&at| at > unit)
        } else {
            Some(unit)
        };
        let Some(target) = target else {
            let what = describe(kind);
            self.error(end.span, format!("there is no {what} to which this END belongs"));
            let broken = Stmt { label: end.label, kind: StmtKind::Broken, head: end.span, span: end.span };
            return self.push_statement(broken);
        };
        self.close_down_to(target + 1);
        self.check_end(kind, name, end);
        if let Some(frame) = self.stack.pop() {
            let block = is_block(kind);
            self.close(frame, end);
            // A block may be the last statement of a DO that names the label of its END.
            if block && kind != EndKind::Do {
                self.close_labelled(end.label);
            }
        }
    }

    /// Whether the END fits what it ends.
    fn check_end(&mut self, kind: EndKind, name: Option<Name>, end: BlockEnd) {
        let Some(frame) = self.stack.last() else { return };
        let opened = frame.open.end_kind();
        let wrong_kind = matches!(kind, EndKind::Unit(_)) && kind != opened;
        let wrong_name = name.filter(|name| frame.name.as_ref().is_none_or(|own| own.upper != name.upper));
        let wrong_label = match &frame.open {
            Open::Do { terminator: Some(label), .. } => end.label.map(|end| end.value) != Some(label.value),
            _ => false,
        };
        if wrong_kind {
            self.error(end.span, format!("this cannot end a {}", describe(opened)));
        } else if let Some(name) = wrong_name {
            self.error(name.span, format!("nothing that ends here is called `{}`", name.written));
        } else if wrong_label {
            self.error(end.span, "this END DO does not have the label that its DO names");
        }
    }

    /// Closes everything down to the innermost block of a kind, if there is one in the unit.
    pub(super) fn close_to(&mut self, kind: EndKind) {
        let unit = self.stack.iter().rposition(|frame| matches!(frame.open, Open::Unit(_))).unwrap_or(0);
        let target = self.stack.iter().rposition(|frame| frame.open.end_kind() == kind);
        if let Some(target) = target.filter(|&at| at > unit) {
            self.close_down_to(target + 1);
        }
    }

    /// Closes the DOs that end with the statement of this label.
    pub(super) fn close_labelled(&mut self, label: Option<Label>) {
        let Some(label) = label else { return };
        let mut shared = false;
        loop {
            let unit = self.stack.iter().rposition(|frame| matches!(frame.open, Open::Unit(_))).unwrap_or(0);
            let target = self.stack.iter().rposition(|frame| {
                matches!(frame.open, Open::Do { terminator: Some(own), .. } if own.value == label.value)
            });
            let Some(target) = target.filter(|&at| at > unit) else { return };
            self.close_down_to(target + 1);
            let Some(frame) = self.stack.pop() else { return };
            let end = if shared { DoEnd::Shared } else { DoEnd::Labelled };
            self.close_do(frame, end, label.span);
            shared = true;
        }
    }

    /// Closes everything above the first `height` frames; their ends are missing.
    pub(super) fn close_down_to(&mut self, height: usize) {
        while self.stack.len() > height {
            let Some(frame) = self.stack.pop() else { return };
            let what = describe(frame.open.end_kind());
            let message = match &frame.open {
                Open::Do { terminator: Some(label), .. } => {
                    format!("this DO has no statement with the label {}", label.value)
                }
                _ => format!("this {what} has no END"),
            };
            self.error(frame.head, message);
            let end = BlockEnd { label: None, span: frame.head };
            self.close(frame, end);
        }
    }

    /// The END of a unit is missing: closes it, and those around it that have no CONTAINS.
    pub(super) fn close_missing_end(&mut self) {
        while let Some(frame) = self.stack.last() {
            let fits = match &frame.open {
                Open::Unit(unit) => unit.contains.is_some(),
                open => matches!(open, Open::Interface { .. }),
            };
            if fits {
                return;
            }
            self.close_down_to(self.stack.len() - 1);
        }
    }

    /// The end of the text.
    pub(super) fn close_all(&mut self) {
        self.close_down_to(0);
    }

    fn close_do(&mut self, frame: Frame, end: DoEnd, last: Span) {
        if let Open::Do { terminator, control } = frame.open {
            let kind = StmtKind::Do { name: frame.name, terminator, control, body: frame.body, end };
            let span = join(frame.head, last);
            self.push_statement(Stmt { label: frame.label, kind, head: frame.head, span });
        }
    }

    /// Makes a node of what was open and adds it to what is around it.
    fn close(&mut self, frame: Frame, end: BlockEnd) {
        let Frame { open, name, label, head, body } = frame;
        let kind = match open {
            Open::Unit(unit) => return self.close_unit(*unit, body, head, end),
            Open::Do { .. } => {
                return self.close_do(Frame { open, name, label, head, body }, DoEnd::EndDo(end), end.span);
            }
            Open::If { mut done, label, condition, branch } => {
                done.push(Branch { label, condition, head: branch, body });
                StmtKind::IfBlock { name, branches: done, end }
            }
            Open::Select { subject, mut done, current } => {
                if let Some((values, head)) = current {
                    done.push(Case { values, head, body });
                }
                StmtKind::Select { name, subject, cases: done, end }
            }
            Open::Where { mut done, mask, branch } => {
                done.push(MaskedBranch { mask, head: branch, body });
                StmtKind::WhereBlock { name, branches: done, end }
            }
            Open::Forall(space) => StmtKind::ForallBlock { name, space, body, end },
            Open::Block => StmtKind::Block { name, body, end },
            Open::Associate(bindings) => StmtKind::Associate { name, bindings, body, end },
            Open::Unsupported(what, _) => StmtKind::Unsupported { what: what.to_owned(), body },
            Open::Interface { generic, is_abstract, bodies, procedures } => {
                let interface = Interface { generic, is_abstract, bodies, procedures };
                StmtKind::Declare(Declaration::Interface(interface))
            }
            Open::Type { definition, .. } => StmtKind::Declare(Declaration::DerivedType(*definition)),
            Open::Enumeration(values) => StmtKind::Declare(Declaration::Enumeration(values)),
        };
        self.push_statement(Stmt { label, kind, head, span: join(head, end.span) });
    }

    fn close_unit(&mut self, open: OpenUnit, body: Vec<Stmt>, head: Span, end: BlockEnd) {
        let OpenUnit { head: unit, executable, contains } = open;
        let unit = Unit {
            kind: unit.kind,
            name: unit.name,
            prefixes: unit.prefixes,
            parameters: unit.parameters,
            result: unit.result,
            bind: unit.bind,
            specification: executable.unwrap_or(body.len()),
            body,
            contains: contains.unwrap_or_default(),
            head,
            end,
        };
        match self.stack.last_mut().map(|frame| &mut frame.open) {
            Some(Open::Unit(around)) => around.contains.get_or_insert_default().push(unit),
            Some(Open::Interface { bodies, .. }) => bodies.push(unit),
            _ => self.units.push(unit),
        }
    }
}

/// From one place to another; the first one alone if they are in different sources.
fn join(first: Span, last: Span) -> Span {
    if first.source == last.source { first.to(last) } else { first }
}

fn describe(kind: EndKind) -> &'static str {
    match kind {
        EndKind::Plain | EndKind::OtherUnit => "program unit",
        EndKind::Unit(UnitKind::Program) => "main program",
        EndKind::Unit(UnitKind::Subroutine) => "SUBROUTINE",
        EndKind::Unit(UnitKind::Function) => "FUNCTION",
        EndKind::Unit(UnitKind::BlockData) => "BLOCK DATA",
        EndKind::Unit(UnitKind::Module) => "MODULE",
        EndKind::Interface => "INTERFACE",
        EndKind::Type => "TYPE",
        EndKind::Enumeration => "ENUM",
        EndKind::If => "IF",
        EndKind::Do => "DO",
        EndKind::Select => "SELECT",
        EndKind::Where => "WHERE",
        EndKind::Forall => "FORALL",
        EndKind::Block => "BLOCK",
        EndKind::Associate => "ASSOCIATE",
        EndKind::Critical => "CRITICAL",
    }
}
