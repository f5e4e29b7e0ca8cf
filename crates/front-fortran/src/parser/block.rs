//! Statements to blocks and program units.
//!
//! What is open stands on a stack. A statement goes to the innermost block; an END closes blocks up to the one it
//! belongs to, and those that it skips are reported.

use sextant_base::{Diagnostic, Diagnostics, Span};
use sextant_syntax::DEEPEST_NESTING;

use super::unit::plain_head;
use super::{EndKind, Flat, UnitHead};
use crate::cursor::{Line, Names};
use crate::raw::{
    ArgumentValue, BlockEnd, Branch, Case, CaseValue, Declaration, Expr, ExprKind, File, GenericName,
    IndexSpace, Label, LoopControl, MaskedBranch, Name, Stmt, StmtKind, TypeDefinition, Unit, UnitKind,
};
use crate::source::Statement;

/// A block that is open, with the statements read so far.
pub(super) struct Frame {
    pub(super) open: Open,
    /// The construct's name, or the unit's.
    pub(super) name: Option<Name>,
    pub(super) label: Option<Label>,
    pub(super) head: Span,
    /// The statements of the current branch.
    pub(super) body: Vec<Stmt>,
}

/// What is open.
pub(super) enum Open {
    Unit(Box<OpenUnit>),
    Interface { generic: Option<GenericName>, is_abstract: bool, bodies: Vec<Unit>, procedures: Vec<Name> },
    Type { definition: Box<TypeDefinition>, contains: bool },
    Enumeration(Vec<(Name, Option<Expr>)>),
    If { done: Vec<Branch>, label: Option<Label>, condition: Option<Expr>, branch: Span },
    Do { terminator: Option<Label>, control: Option<LoopControl> },
    Select { subject: Expr, done: Vec<Case>, current: Option<(Option<Vec<CaseValue>>, Span)> },
    Where { done: Vec<MaskedBranch>, mask: Option<Expr>, branch: Span },
    Forall(IndexSpace),
    Block,
    Associate(Vec<(Name, Expr)>),
    Unsupported(&'static str, EndKind),
}

pub(super) struct OpenUnit {
    pub(super) head: UnitHead,
    /// The position of the first statement that is certainly executable.
    pub(super) executable: Option<usize>,
    /// The procedures behind CONTAINS.
    pub(super) contains: Option<Vec<Unit>>,
}

impl Open {
    pub(super) fn end_kind(&self) -> EndKind {
        match self {
            Open::Unit(unit) => EndKind::Unit(unit.head.kind),
            Open::Interface { .. } => EndKind::Interface,
            Open::Type { .. } => EndKind::Type,
            Open::Enumeration(_) => EndKind::Enumeration,
            Open::If { .. } => EndKind::If,
            Open::Do { .. } => EndKind::Do,
            Open::Select { .. } => EndKind::Select,
            Open::Where { .. } => EndKind::Where,
            Open::Forall(_) => EndKind::Forall,
            Open::Block => EndKind::Block,
            Open::Associate(_) => EndKind::Associate,
            Open::Unsupported(_, end) => *end,
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
        let unit_start = match self.stack.last() {
            None => true,
            Some(Frame { open: Open::Unit(unit), .. }) => unit.contains.is_some(),
            Some(frame) => matches!(frame.open, Open::Interface { .. }),
        };
        let mut line = Line::new(statement, self.diagnostics, &mut self.names, self.stack.len() + 1);
        let flat = if statement.broken {
            Err(crate::cursor::Reported)
        } else if statement.directive {
            line.directive().and_then(|flat| line.expect_end().map(|()| flat))
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
            Flat::If(name, condition) => {
                let open =
                    Open::If { done: Vec::new(), label: None, condition: Some(condition), branch: span };
                self.open(open, name, label, span);
            }
            Flat::ElseIf(condition) => self.next_branch(Some(condition), label, span),
            Flat::Else => self.next_branch(None, label, span),
            Flat::Do(name, head) => {
                let open = Open::Do { terminator: head.terminator, control: head.control };
                self.open(open, name, label, span);
            }
            Flat::Select(name, subject) => {
                self.open(Open::Select { subject, done: Vec::new(), current: None }, name, label, span);
            }
            Flat::Case(values) => self.next_case(values, span),
            Flat::Where(name, mask) => {
                let open = Open::Where { done: Vec::new(), mask: Some(mask), branch: span };
                self.open(open, name, label, span);
            }
            Flat::Elsewhere(mask) => self.next_mask(mask, span),
            Flat::Forall(name, space) => self.open(Open::Forall(space), name, label, span),
            Flat::Block(name) => self.open(Open::Block, name, label, span),
            Flat::Associate(name, bindings) => self.open(Open::Associate(bindings), name, label, span),
            Flat::UnsupportedBlock(what, end) => self.open(Open::Unsupported(what, end), None, label, span),
            Flat::UnsupportedBranch => {
                if !self.stack.iter().any(|frame| matches!(frame.open, Open::Unsupported(..))) {
                    self.error(span, "this does not belong to a SELECT");
                }
            }
            other => self.specification(other, label, span),
        }
    }

    /// Statements that belong to units, types and interfaces.
    fn specification(&mut self, flat: Flat, label: Option<Label>, span: Span) {
        match flat {
            Flat::Unit(head) => self.open_unit(head, span),
            Flat::Type(head) => {
                let definition = Box::new(TypeDefinition {
                    name: head.name.clone(),
                    extends: head.extends,
                    attributes: head.attributes,
                    is_abstract: head.is_abstract,
                    sequence: false,
                    components: Vec::new(),
                });
                self.open(Open::Type { definition, contains: false }, Some(head.name), label, span);
            }
            Flat::Interface { generic, is_abstract } => {
                let open =
                    Open::Interface { generic, is_abstract, bodies: Vec::new(), procedures: Vec::new() };
                self.open(open, None, label, span);
            }
            Flat::Enumeration => self.open(Open::Enumeration(Vec::new()), None, label, span),
            Flat::Contains => self.contains(span),
            Flat::ModuleProcedure(names) => {
                // The body of a procedure whose interface stands in another module.
                self.unsupported(span, "MODULE PROCEDURE outside of an interface");
                self.open_unit(plain_head(UnitKind::Subroutine, names.into_iter().next()), span);
            }
            _ => self.error(span, "this statement cannot stand here"),
        }
    }

    /// Lets interfaces and types take their own statements, and sees to it that everything else is in a unit.
    /// Gives back what is still to be dealt with.
    fn place(&mut self, flat: Flat, label: Option<Label>, span: Span) -> Option<Flat> {
        match self.stack.last_mut().map(|frame| &mut frame.open) {
            None if !matches!(flat, Flat::Unit(_)) => {
                self.open_unit(plain_head(UnitKind::Program, None), span);
                Some(flat)
            }
            Some(Open::Interface { procedures, .. }) => match flat {
                Flat::ModuleProcedure(mut names) => {
                    procedures.append(&mut names);
                    None
                }
                Flat::Unit(_) | Flat::End(..) => Some(flat),
                Flat::Simple(StmtKind::Broken) => None,
                _ => {
                    self.error(span, "this statement cannot stand in an interface");
                    None
                }
            },
            Some(Open::Type { .. }) => self.component(flat, span),
            Some(Open::Enumeration(values)) => match flat {
                Flat::Enumerator(mut more) => {
                    values.append(&mut more);
                    None
                }
                Flat::Simple(StmtKind::Broken) => None,
                other => Some(other),
            },
            Some(Open::Unit(unit)) if unit.contains.is_some() => {
                let is_end = matches!(flat, Flat::End(kind, _) if !is_block(kind));
                match flat {
                    Flat::Unit(_) | Flat::ModuleProcedure(_) => Some(flat),
                    _ if is_end => Some(flat),
                    Flat::Simple(StmtKind::Broken) if label.is_none() => None,
                    _ => {
                        self.error(span, "only procedures can stand behind CONTAINS");
                        None
                    }
                }
            }
            _ => Some(flat),
        }
    }

    fn component(&mut self, flat: Flat, span: Span) -> Option<Flat> {
        let Some(Frame { open: Open::Type { definition, contains }, .. }) = self.stack.last_mut() else {
            return Some(flat);
        };
        let bound = || Declaration::Unsupported("type-bound procedures".to_owned());
        let component = match flat {
            Flat::Contains => {
                *contains = true;
                return None;
            }
            Flat::Sequence => {
                definition.sequence = true;
                return None;
            }
            Flat::TypeBound | Flat::ModuleProcedure(_) => bound(),
            Flat::Simple(StmtKind::Declare(Declaration::Procedure { .. })) if *contains => bound(),
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

    fn open_unit(&mut self, head: UnitHead, span: Span) {
        let fits = match self.stack.last().map(|frame| &frame.open) {
            None | Some(Open::Interface { .. }) => true,
            Some(Open::Unit(unit)) => unit.contains.is_some(),
            Some(_) => false,
        };
        let internal = matches!(head.kind, UnitKind::Subroutine | UnitKind::Function);
        // A head in the middle of a unit: the END of that unit is missing.
        if !fits || (!internal && !self.stack.is_empty()) {
            self.close_missing_end();
        }
        let name = head.name.clone();
        let unit = OpenUnit { head, executable: None, contains: None };
        self.open(Open::Unit(Box::new(unit)), name, None, span);
    }

    fn open(&mut self, open: Open, name: Option<Name>, label: Option<Label>, head: Span) {
        if self.stack.len() + 2 > DEEPEST_NESTING {
            self.error(head, format!("nested more than {DEEPEST_NESTING} levels deep"));
            self.abandoned = true;
            return;
        }
        self.stack.push(Frame { open, name, label, head, body: Vec::new() });
    }

    fn contains(&mut self, span: Span) {
        let unit = self.stack.iter().rposition(|frame| matches!(frame.open, Open::Unit(_)));
        let Some(unit) = unit else { return };
        self.close_down_to(unit + 1);
        if let Some(Frame { open: Open::Unit(unit), .. }) = self.stack.last_mut() {
            unit.contains = Some(Vec::new());
        } else {
            self.error(span, "CONTAINS cannot stand here");
        }
    }

    /// Adds a statement to the innermost block.
    pub(super) fn push_statement(&mut self, statement: Stmt) {
        if let Some(message) = self.out_of_place(&statement.kind) {
            self.error(statement.head, message);
        }
        let Some(frame) = self.stack.last_mut() else { return };
        match &mut frame.open {
            Open::Unit(unit) if unit.executable.is_none() && is_executable(&statement.kind) => {
                unit.executable = Some(frame.body.len());
            }
            Open::Select { current: None, .. } => return,
            _ => {}
        }
        frame.body.push(statement);
    }

    /// Why a statement cannot stand where it does.
    fn out_of_place(&self, kind: &StmtKind) -> Option<&'static str> {
        let frame = self.stack.last()?;
        let around = self.stack.len().checked_sub(2).map(|index| &self.stack[index].open);
        let declares = match kind {
            StmtKind::Broken | StmtKind::Unsupported { .. } => return None,
            StmtKind::Declare(declaration) => !matches!(declaration, Declaration::Data(_)),
            _ => false,
        };
        let declaration = matches!(kind, StmtKind::Declare(_));
        match &frame.open {
            Open::Unit(unit) if unit.executable.is_some() && declares => {
                Some("a declaration cannot stand behind executable statements")
            }
            Open::Unit(unit) if !declaration => match (unit.head.kind, around) {
                (UnitKind::Module | UnitKind::BlockData, _) => {
                    Some("only declarations can stand in this unit")
                }
                (_, Some(Open::Interface { .. })) => Some("only declarations can stand in an interface"),
                _ => None,
            },
            Open::Select { current: None, .. } => Some("a CASE expected behind SELECT CASE"),
            open => {
                let body = !matches!(open, Open::Unit(_) | Open::Block | Open::Unsupported(..));
                (body && declares).then_some("a declaration cannot stand behind executable statements")
            }
        }
    }

    fn next_branch(&mut self, next: Option<Expr>, next_label: Option<Label>, span: Span) {
        self.close_to(EndKind::If);
        let Some(Frame { open: Open::If { done, label, condition, branch }, body, .. }) =
            self.stack.last_mut()
        else {
            return self.error(span, "there is no IF to which this belongs");
        };
        if condition.is_none() {
            return self.error(span, "this stands behind the ELSE of its IF");
        }
        let body = std::mem::take(body);
        done.push(Branch { label: *label, condition: condition.take(), head: *branch, body });
        (*label, *condition, *branch) = (next_label, next, span);
    }

    fn next_case(&mut self, values: Option<Vec<CaseValue>>, span: Span) {
        self.close_to(EndKind::Select);
        match self.stack.last_mut() {
            Some(Frame { open: Open::Select { done, current, .. }, body, .. }) => {
                if let Some((values, head)) = current.take() {
                    done.push(Case { values, head, body: std::mem::take(body) });
                }
                *current = Some((values, span));
            }
            _ => self.error(span, "there is no SELECT to which this CASE belongs"),
        }
    }

    fn next_mask(&mut self, next: Option<Expr>, span: Span) {
        self.close_to(EndKind::Where);
        match self.stack.last_mut() {
            Some(Frame { open: Open::Where { done, mask, branch }, body, .. }) => {
                let body = std::mem::take(body);
                done.push(MaskedBranch { mask: mask.take(), head: *branch, body });
                (*mask, *branch) = (next, span);
            }
            _ => self.error(span, "there is no WHERE to which this belongs"),
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
