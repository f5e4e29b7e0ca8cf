//! Statements to blocks and program units.
//!
//! What is open stands on a stack. A statement goes to the innermost block; an END closes blocks up to the one it
//! belongs to, and those that it skips are reported.

use sextant_base::{Diagnostic, Diagnostics, Span};
use sextant_syntax::DEEPEST_NESTING;

use super::{EndKind, Flat};
use crate::cursor::{Line, Names};
use crate::raw::{
    ArgumentValue, BlockEnd, Branch, Case, CaseValue, Construct, Declaration, Expr, ExprKind, File, Label,
    Name, Stmt, StmtKind, Unit, UnitKind,
};
use crate::source::Statement;

/// Something that is open, with what has been read of it so far.
pub(super) struct Frame {
    pub(super) open: Open,
    /// What ends it.
    pub(super) end: EndKind,
    /// Whether a CONTAINS was met.
    pub(super) contains: bool,
}

/// What is open.
pub(super) enum Open {
    /// A unit, and whether it has a statement that is certainly executable.
    Unit(Box<Unit>, bool),
    Block(Box<Stmt>),
}

impl Frame {
    /// Where it begins.
    pub(super) fn head(&self) -> Span {
        match &self.open {
            Open::Unit(unit, _) => unit.head,
            Open::Block(block) => block.head,
        }
    }

    /// The construct's name, or the unit's.
    pub(super) fn name(&self) -> Option<&Name> {
        let block = match &self.open {
            Open::Unit(unit, _) => return unit.name.as_ref(),
            Open::Block(block) => block,
        };
        match &block.kind {
            StmtKind::Construct { name, .. } | StmtKind::Do { name, .. } => name.as_ref(),
            StmtKind::Declare(Declaration::DerivedType(definition)) => Some(&definition.name),
            _ => None,
        }
    }

    /// The label that the last statement of a DO has.
    pub(super) fn terminator(&self) -> Option<Label> {
        match &self.open {
            Open::Block(block) => match block.kind {
                StmtKind::Do { terminator, .. } => terminator,
                _ => None,
            },
            Open::Unit(..) => None,
        }
    }

    /// The statements of the current branch, if there can be any.
    fn body(&mut self) -> Option<&mut Vec<Stmt>> {
        let block = match &mut self.open {
            Open::Unit(unit, _) => return Some(&mut unit.body),
            Open::Block(block) => block,
        };
        match &mut block.kind {
            StmtKind::Construct { kind, .. } => match kind {
                Construct::If(branches) | Construct::Where(branches) => {
                    branches.last_mut().map(|branch| &mut branch.body)
                }
                Construct::Select(_, cases) => cases.last_mut().map(|case| &mut case.body),
                Construct::Forall(_, body) | Construct::Block(body) | Construct::Associate(_, body) => {
                    Some(body)
                }
            },
            StmtKind::Do { body, .. } | StmtKind::Unsupported { body, .. } => Some(body),
            _ => None,
        }
    }

    /// The interface, type or enumeration that is open.
    fn declaration(&mut self) -> Option<&mut Declaration> {
        match &mut self.open {
            Open::Block(block) => match &mut block.kind {
                StmtKind::Declare(declaration) => Some(declaration),
                _ => None,
            },
            Open::Unit(..) => None,
        }
    }

    /// The units inside of it, if it can have any.
    pub(super) fn units(&mut self) -> Option<&mut Vec<Unit>> {
        match &mut self.open {
            Open::Unit(unit, _) => Some(&mut unit.contains),
            Open::Block(block) => match &mut block.kind {
                StmtKind::Declare(Declaration::Interface(interface)) => Some(&mut interface.bodies),
                _ => None,
            },
        }
    }

    /// Whether program units can stand here.
    pub(super) fn holds_units(&self) -> bool {
        match self.open {
            Open::Unit(..) => self.contains,
            Open::Block(_) => self.end == EndKind::Interface,
        }
    }

    /// Whether a SELECT still has no CASE.
    fn before_case(&self) -> bool {
        match &self.open {
            Open::Block(block) => {
                matches!(&block.kind, StmtKind::Construct { kind: Construct::Select(_, cases), .. } if cases.is_empty())
            }
            Open::Unit(..) => false,
        }
    }
}

/// Puts a file together.
pub(super) struct Assembly<'d> {
    pub(super) diagnostics: &'d mut Diagnostics,
    names: Names,
    pub(super) stack: Vec<Frame>,
    pub(super) units: Vec<Unit>,
    /// The nesting is too deep; nothing more is read or said.
    pub(super) abandoned: bool,
}

impl<'d> Assembly<'d> {
    pub(super) fn new(diagnostics: &'d mut Diagnostics) -> Self {
        Self { diagnostics, names: Names::default(), stack: Vec::new(), units: Vec::new(), abandoned: false }
    }

    pub(super) fn file(mut self, statements: &[Statement]) -> File {
        for statement in statements {
            self.statement(statement);
            if self.abandoned {
                break;
            }
        }
        self.close_all();
        File { units: self.units }
    }

    pub(super) fn error(&mut self, span: Span, message: impl Into<String>) {
        if !self.abandoned {
            self.diagnostics.push(Diagnostic::error(span, message));
        }
    }

    fn unsupported(&mut self, span: Span, what: &str) {
        self.diagnostics.push(Diagnostic::warning(span, format!("unsupported: {what}")));
    }

    fn statement(&mut self, statement: &Statement) {
        let unit_start = self.stack.last().is_none_or(Frame::holds_units);
        let mut line = Line::new(statement, self.diagnostics, &mut self.names, self.stack.len() + 1);
        let flat = if statement.broken {
            Err(crate::cursor::Reported)
        } else if statement.directive {
            line.whole_directive()
        } else {
            line.flat(unit_start)
        };
        self.abandoned |= line.too_deep;
        let flat = flat.unwrap_or(Flat::Simple(StmtKind::Broken));
        if matches!(flat, Flat::Simple(StmtKind::Format { .. })) && statement.label.is_none() {
            self.error(statement.span, "a FORMAT statement needs a label");
        }
        self.flat(flat, statement.label, statement.span);
    }

    fn flat(&mut self, flat: Flat, label: Option<Label>, span: Span) {
        let Some(flat) = self.place(flat, label, span) else { return };
        match flat {
            Flat::Simple(kind) => {
                self.push_statement(Stmt { label, kind, head: span, span });
                self.close_labelled(label);
            }
            Flat::End(kind, name) => self.end(kind, name, BlockEnd { label, span }),
            Flat::Open(kind, end) => {
                self.open(Open::Block(Box::new(Stmt { label, kind, head: span, span })), end, span);
            }
            Flat::Else(condition) => self.next_branch(condition, label, span),
            Flat::Case(values) => self.next_case(values, span),
            Flat::Elsewhere(mask) => self.next_mask(mask, span),
            Flat::UnsupportedBranch => {
                let unsupported = |frame: &Frame| match &frame.open {
                    Open::Block(block) => matches!(block.kind, StmtKind::Unsupported { .. }),
                    Open::Unit(..) => false,
                };
                if !self.stack.iter().any(unsupported) {
                    self.error(span, "this does not belong to a SELECT");
                }
            }
            Flat::Unit(unit) => self.open_unit(*unit, span),
            Flat::Contains => self.contains(span),
            Flat::ModuleProcedure(names) => {
                // The body of a procedure whose interface stands in another module.
                self.unsupported(span, "MODULE PROCEDURE outside of an interface");
                self.open_unit(Unit::new(UnitKind::Subroutine, names.into_iter().next(), span), span);
            }
            Flat::Sequence | Flat::TypeBound | Flat::Enumerator(_) => {
                self.error(span, "this statement cannot stand here");
            }
        }
    }

    /// Lets interfaces and types take their own statements, and sees to it that everything else is in a unit.
    /// Gives back what is still to be dealt with.
    fn place(&mut self, flat: Flat, label: Option<Label>, span: Span) -> Option<Flat> {
        let Some(frame) = self.stack.last_mut() else {
            if !matches!(flat, Flat::Unit(_)) {
                self.open_unit(Unit::new(UnitKind::Program, None, span), span);
            }
            return Some(flat);
        };
        let contains = frame.contains;
        match (frame.declaration(), flat) {
            (Some(Declaration::Interface(interface)), Flat::ModuleProcedure(mut names)) => {
                interface.procedures.append(&mut names);
            }
            (Some(Declaration::Interface(_)), flat @ (Flat::Unit(_) | Flat::End(..))) => return Some(flat),
            (Some(Declaration::Interface(_)), Flat::Simple(StmtKind::Broken)) => {}
            (Some(Declaration::Interface(_)), _) => {
                self.error(span, "this statement cannot stand in an interface");
            }
            (Some(Declaration::DerivedType(_)), flat) => return self.component(flat, span),
            (Some(Declaration::Enumeration(values)), Flat::Enumerator(mut more)) => values.append(&mut more),
            (Some(Declaration::Enumeration(_)), Flat::Simple(StmtKind::Broken)) => {}
            (None, flat) if contains => {
                let is_end = matches!(flat, Flat::End(kind, _) if !is_block(kind));
                match flat {
                    Flat::Unit(_) | Flat::ModuleProcedure(_) => return Some(flat),
                    _ if is_end => return Some(flat),
                    Flat::Simple(StmtKind::Broken) if label.is_none() => {}
                    _ => self.error(span, "only procedures can stand behind CONTAINS"),
                }
            }
            (_, flat) => return Some(flat),
        }
        None
    }

    fn component(&mut self, flat: Flat, span: Span) -> Option<Flat> {
        let frame = self.stack.last_mut()?;
        let contains = frame.contains;
        let Some(Declaration::DerivedType(definition)) = frame.declaration() else { return Some(flat) };
        let bound = || Declaration::Unsupported("type-bound procedures".to_owned());
        let component = match flat {
            Flat::Contains => {
                frame.contains = true;
                return None;
            }
            Flat::Sequence => {
                definition.sequence = true;
                return None;
            }
            Flat::TypeBound | Flat::ModuleProcedure(_) => bound(),
            Flat::Simple(StmtKind::Declare(Declaration::Procedure { .. })) if contains => bound(),
            Flat::Simple(StmtKind::Declare(
                declaration @ (Declaration::Type { .. }
                | Declaration::Procedure { .. }
                | Declaration::Access { .. }),
            )) => declaration,
            Flat::Simple(StmtKind::Broken) => return None,
            Flat::End(..) | Flat::Unit(_) => return Some(flat),
            _ => {
                self.error(span, "this statement cannot stand in a type");
                return None;
            }
        };
        let unsupported = matches!(component, Declaration::Unsupported(_));
        definition.components.push((component, span));
        if unsupported {
            self.unsupported(span, "type-bound procedures");
        }
        None
    }

    fn open_unit(&mut self, unit: Unit, span: Span) {
        let fits = self.stack.last().is_none_or(Frame::holds_units);
        let internal = matches!(unit.kind, UnitKind::Subroutine | UnitKind::Function);
        // A head in the middle of a unit: the END of that unit is missing.
        if !fits || (!internal && !self.stack.is_empty()) {
            self.close_missing_end();
        }
        let end = EndKind::Unit(unit.kind);
        self.open(Open::Unit(Box::new(unit), false), end, span);
    }

    fn open(&mut self, open: Open, end: EndKind, head: Span) {
        if self.stack.len() + 2 > DEEPEST_NESTING {
            self.error(head, format!("nested more than {DEEPEST_NESTING} levels deep"));
            self.abandoned = true;
            return;
        }
        self.stack.push(Frame { open, end, contains: false });
    }

    /// The innermost unit on the stack.
    pub(super) fn innermost_unit(&self) -> Option<usize> {
        self.stack.iter().rposition(|frame| matches!(frame.open, Open::Unit(..)))
    }

    fn contains(&mut self, span: Span) {
        let Some(unit) = self.innermost_unit() else { return };
        self.close_down_to(unit + 1);
        match self.stack.last_mut() {
            Some(frame) if matches!(frame.open, Open::Unit(..)) => frame.contains = true,
            _ => self.error(span, "CONTAINS cannot stand here"),
        }
    }

    /// Adds a statement to the innermost block.
    pub(super) fn push_statement(&mut self, statement: Stmt) {
        if let Some(message) = self.out_of_place(&statement.kind) {
            self.error(statement.head, message);
        }
        let Some(frame) = self.stack.last_mut() else { return };
        if let Open::Unit(unit, executable) = &mut frame.open {
            *executable |= is_executable(&statement.kind);
            unit.specification += usize::from(!*executable);
        }
        if let Some(body) = frame.body() {
            body.push(statement);
        }
    }

    /// Why a statement cannot stand where it does.
    fn out_of_place(&self, kind: &StmtKind) -> Option<&'static str> {
        let frame = self.stack.last()?;
        let around = self.stack.len().checked_sub(2).map(|index| self.stack[index].end);
        let declares = match kind {
            StmtKind::Broken | StmtKind::Unsupported { .. } => return None,
            StmtKind::Declare(declaration) => !matches!(declaration, Declaration::Data(_)),
            _ => false,
        };
        let declaration = matches!(kind, StmtKind::Declare(_));
        match &frame.open {
            Open::Unit(_, true) if declares => {
                Some("a declaration cannot stand behind executable statements")
            }
            Open::Unit(unit, _) if !declaration => match (unit.kind, around) {
                (UnitKind::Module | UnitKind::BlockData, _) => {
                    Some("only declarations can stand in this unit")
                }
                (_, Some(EndKind::Interface)) => Some("only declarations can stand in an interface"),
                _ => None,
            },
            Open::Unit(..) => None,
            Open::Block(_) if frame.before_case() => Some("a CASE expected behind SELECT CASE"),
            Open::Block(block) => {
                let anything =
                    frame.end == EndKind::Block || matches!(block.kind, StmtKind::Unsupported { .. });
                (!anything && declares).then_some("a declaration cannot stand behind executable statements")
            }
        }
    }

    /// The innermost block of a kind, once what is open in it is closed.
    fn reached(&mut self, kind: EndKind) -> Option<&mut Construct> {
        self.close_to(kind);
        match self.stack.last_mut().map(|frame| &mut frame.open) {
            Some(Open::Block(block)) => match &mut block.kind {
                StmtKind::Construct { kind, .. } => Some(kind),
                _ => None,
            },
            _ => None,
        }
    }

    fn next_branch(&mut self, condition: Option<Expr>, label: Option<Label>, head: Span) {
        let Some(Construct::If(branches)) = self.reached(EndKind::If) else {
            return self.error(head, "there is no IF to which this belongs");
        };
        if branches.last().is_some_and(|branch| branch.condition.is_none()) {
            return self.error(head, "this stands behind the ELSE of its IF");
        }
        branches.push(Branch { label, condition, head, body: Vec::new() });
    }

    fn next_case(&mut self, values: Option<Vec<CaseValue>>, head: Span) {
        match self.reached(EndKind::Select) {
            Some(Construct::Select(_, cases)) => cases.push(Case { values, head, body: Vec::new() }),
            _ => self.error(head, "there is no SELECT to which this CASE belongs"),
        }
    }

    fn next_mask(&mut self, mask: Option<Expr>, head: Span) {
        match self.reached(EndKind::Where) {
            Some(Construct::Where(branches)) => {
                branches.push(Branch { label: None, condition: mask, head, body: Vec::new() });
            }
            _ => self.error(head, "there is no WHERE to which this belongs"),
        }
    }
}

/// Whether an END of this kind ends something other than a unit.
pub(super) fn is_block(kind: EndKind) -> bool {
    !matches!(kind, EndKind::Plain | EndKind::Unit(_) | EndKind::OtherUnit)
}

/// Whether a statement certainly does not belong to the specification; see [`Unit::specification`].
fn is_executable(kind: &StmtKind) -> bool {
    match kind {
        StmtKind::Declare(_) | StmtKind::Format { .. } | StmtKind::Entry(_) => false,
        StmtKind::Assertion { .. } | StmtKind::Broken => false,
        StmtKind::Assign { target: Expr { kind: ExprKind::Apply(base, arguments), .. }, .. } => {
            let plain = arguments.iter().all(|argument| {
                let name = matches!(&argument.value, ArgumentValue::Expr(value) if matches!(value.kind, ExprKind::Name(_)));
                name && argument.keyword.is_none()
            });
            !(plain && matches!(base.kind, ExprKind::Name(_)))
        }
        _ => true,
    }
}
