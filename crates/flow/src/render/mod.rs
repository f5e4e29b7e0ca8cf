//! Expressions and actions as text: exactly, as the Flow form reads them, or as a person likes to see them in
//! the program's own language.
//!
//! The exact form leaves out only what the reader puts back (see `typing`): a conversion where the place
//! demands one, and the type where it is the natural one. The shown form leaves out all conversions. Both put
//! brackets by the precedence of the Flow form, which suits PL/I and Fortran as well because operands of `¬` are
//! always bracketed. Fortran also shows conversions that lose something where they are not those of an assignment.

mod actions;
mod constants;
mod exact;
mod functions;
mod memory;
mod places;
mod transfers;
mod types;

use sextant_syntax::{
    Argument, BinaryOp, Expr, ExprKind, Memory, Notation, Passing, ProcId, RealType, Specification, Storage,
    TextLength, Type, UnaryOp, VarId,
};

use crate::text::spellings::operator_word;
use crate::text::words::{quoted, quoted_name, type_word};
use crate::typing::memory::memory_type;
use crate::typing::{INT, converts, natural_type, same_apart_from_bounds};
use crate::{FlowGraph, FlowProgram};

/// How text looks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// As the Flow reader takes it, nothing lost.
    Exact,
    /// As a person likes to see it.
    Shown(Notation),
}

/// How tightly an expression holds together; operands ask for a least level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Implication,
    Disjunction,
    Conjunction,
    Negation,
    Relation,
    Join,
    Sum,
    Product,
    Power,
    Primary,
}

/// What the reader makes of an expression in a place.
#[derive(Clone, Copy)]
pub(crate) enum Expect<'a> {
    /// Takes it as it is.
    Anything,
    /// Converts a logical value to `int`.
    Number,
    /// Converts to the type.
    Exactly(&'a Type),
}

/// A text under construction.
pub(crate) struct Renderer<'a> {
    program: &'a FlowProgram,
    /// Whose variables the expressions speak of; none for externals.
    graph: Option<&'a FlowGraph>,
    style: Style,
    /// What is written so far.
    pub out: String,
}

impl<'a> Renderer<'a> {
    pub fn new(program: &'a FlowProgram, graph: Option<&'a FlowGraph>, style: Style) -> Self {
        Self { program, graph, style, out: String::new() }
    }

    fn is_pli(&self) -> bool {
        self.style == Style::Shown(Notation::Pli)
    }

    pub(super) fn is_c(&self) -> bool {
        self.style == Style::Shown(Notation::C)
    }

    fn is_fortran(&self) -> bool {
        self.style == Style::Shown(Notation::Fortran)
    }

    fn push_name(&mut self, name: &str) {
        match self.style {
            Style::Exact => self.out.push_str(&quoted_name(name)),
            Style::Shown(_) => self.out.push_str(name),
        }
    }

    pub fn variable(&mut self, id: VarId) {
        match self.graph.and_then(|graph| graph.variables.get(id)) {
            Some(variable) => self.push_name(&variable.name),
            // Only in a graph that the verifier refuses; no name looks like this.
            None => self.out.push_str(&format!("?{}", id.0)),
        }
    }

    /// Writes the expression, in brackets if it holds together less tightly than the place wants.
    pub fn expr(&mut self, expr: &Expr, least: Level, expect: Expect) {
        if let ExprKind::Convert(operand) = &expr.kind {
            let implied = is_implied(operand, &expr.ty, expect);
            match self.style {
                Style::Exact if !implied && !is_word(&expr.ty) => {
                    return self.typed("converted", operand, &expr.ty);
                }
                Style::Exact if !implied => self.out.push_str(&type_word(&expr.ty)),
                Style::Shown(Notation::Fortran) if !implied && loses(&operand.ty, &expr.ty) => {
                    self.out.push_str(if matches!(expr.ty, Type::Int(_)) { "INT" } else { "REAL" });
                }
                _ => return self.expr(operand, least, Expect::Anything),
            }
            return self.bracketed(operand, Expect::Anything);
        }
        let other_type = |natural: Type| match (&expr.kind, &expr.ty) {
            (ExprKind::Text(_), Type::Text(TextLength::Given(_))) => true,
            _ => !same_apart_from_bounds(&natural, &expr.ty),
        };
        if self.style == Style::Exact && self.natural_type(expr).is_some_and(other_type) {
            self.ascribed(expr);
        } else if self.level(expr) < least {
            self.out.push('(');
            self.kind(expr);
            self.out.push(')');
        } else {
            self.kind(expr);
        }
    }

    /// The type the reader would give the expression.
    fn natural_type(&self, expr: &Expr) -> Option<Type> {
        match &expr.kind {
            ExprKind::Memory(memory) => {
                let variables = self.graph.map(|graph| &graph.variables);
                Some(memory_type(self.program, variables, memory))
            }
            _ => natural_type(expr),
        }
    }

    /// `(expression: type)`
    fn ascribed(&mut self, expr: &Expr) {
        self.out.push('(');
        self.kind(expr);
        self.out.push_str(": ");
        self.declared_type(&expr.ty);
        self.out.push(')');
    }

    /// How tightly the expression as written holds together. A sign is as loose as a sum, so that it is bracketed
    /// after an operator; so is a fetch before a power, which two stars mean.
    fn level(&self, expr: &Expr) -> Level {
        match &expr.kind {
            ExprKind::Int(value) if *value < dashu_int::IBig::ZERO => Level::Sum,
            ExprKind::Real(value) if *value < dashu_ratio::RBig::ZERO => Level::Sum,
            ExprKind::Unary(UnaryOp::Negate, _) => Level::Sum,
            ExprKind::Unary(UnaryOp::Not, _) => Level::Negation,
            ExprKind::Binary(operator, ..) => operator_levels(*operator).0,
            ExprKind::Memory(memory) if self.style == Style::Exact => match **memory {
                Memory::Fetch { bits: None, .. } => Level::Power,
                _ => Level::Primary,
            },
            _ => Level::Primary,
        }
    }

    fn bracketed(&mut self, expr: &Expr, expect: Expect) {
        self.out.push('(');
        self.expr(expr, Level::Implication, expect);
        self.out.push(')');
    }

    fn kind(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(value) => self.out.push_str(&value.to_string()),
            ExprKind::Bool(value) => self.truth(*value),
            ExprKind::Real(value) => {
                let ty =
                    if expr.ty == Type::Real(RealType::Double) { RealType::Double } else { RealType::Single };
                self.out.push_str(&constants::real(value, ty, self.is_fortran() || self.is_pli()));
            }
            ExprKind::Complex(real, imaginary) => self.complex(real, imaginary),
            ExprKind::Text(bytes) => self.out.push_str(&match self.style {
                Style::Exact | Style::Shown(Notation::Flow) => constants::flow_text(bytes),
                Style::Shown(_) => constants::shown_text(bytes),
            }),
            ExprKind::Procedure(procedure) => {
                let fortran = self.is_fortran();
                self.out.push_str(if fortran { "" } else { "procedure(" });
                self.procedure(*procedure);
                self.out.push_str(if fortran { "" } else { ")" });
            }
            ExprKind::Symbol(name) => self.out.push_str(&quoted(name, '"')),
            ExprKind::Load(place) => self.place(place),
            ExprKind::BoundOf(bound, variable) => {
                self.bound_word(*bound);
                self.out.push('(');
                self.variable(*variable);
                self.out.push(')');
            }
            ExprKind::DimensionOf(bound, place, dimension) => {
                self.bound_word(*bound);
                self.out.push('(');
                self.place(place);
                self.out.push_str(&format!(", {})", dimension + 1));
            }
            ExprKind::LengthOf(place) => self.question("text_length", "LEN", &[place]),
            ExprKind::HasStorage(place) => {
                self.question("has_storage", self.storage_question(place), &[place])
            }
            ExprKind::IsPresent(parameter) => {
                self.question("is_present", "PRESENT", &[&sextant_syntax::Place::Variable(*parameter)]);
            }
            ExprKind::SameStorage(left, right) => self.question("same_storage", "ASSOCIATED", &[left, right]),
            ExprKind::Unary(UnaryOp::Negate, operand) => self.negation(operand),
            ExprKind::Unary(UnaryOp::Not, operand) => {
                self.out.push_str(match self.style {
                    Style::Shown(Notation::Pli) => "¬",
                    Style::Shown(Notation::Fortran) => ".NOT. ",
                    Style::Shown(Notation::C) => "!",
                    _ => "not ",
                });
                self.expr(operand, Level::Primary, Expect::Exactly(&Type::Logical));
            }
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right),
            ExprKind::Intrinsic(function, arguments) => self.intrinsic(*function, arguments, &expr.ty),
            ExprKind::Call(procedure, arguments) => self.call(*procedure, arguments),
            ExprKind::CallParameter(variable, arguments) => self.call_parameter(*variable, arguments),
            ExprKind::Convert(operand) => self.expr(operand, Level::Implication, Expect::Anything),
            ExprKind::Wrap(operand) if self.style == Style::Exact => {
                self.typed("wrapped", operand, &expr.ty);
            }
            ExprKind::Wrap(operand) => self.wrapped(operand, &expr.ty),
            ExprKind::Memory(memory) => self.memory(memory),
            // Only in syntax, which is shown as it was written.
            ExprKind::Effect(_) => self.out.push('…'),
            ExprKind::Specification(specification) => self.specification(specification),
        }
    }

    fn specification(&mut self, specification: &Specification) {
        match specification {
            Specification::Quantified { all, variable, low, high, body } if self.is_c() => {
                self.out.push_str(if *all { "(\\forall int " } else { "(\\exists int " });
                self.variable(*variable);
                self.out.push_str("; ");
                self.expr(low, Level::Sum, Expect::Number);
                self.out.push_str(" <= ");
                self.variable(*variable);
                self.out.push_str(" <= ");
                self.expr(high, Level::Sum, Expect::Number);
                self.out.push_str(if *all { " ==> " } else { " && " });
                self.expr(body, Level::Relation, Expect::Exactly(&Type::Logical));
                self.out.push(')');
            }
            Specification::Old(_) | Specification::Result if self.is_c() => {
                self.out.push('\\');
                self.plain_specification(specification);
            }
            other => self.plain_specification(other),
        }
    }

    fn plain_specification(&mut self, specification: &Specification) {
        match specification {
            Specification::Quantified { all, variable, low, high, body } => {
                self.word(if *all { "all" } else { "some" });
                self.out.push('(');
                self.variable(*variable);
                self.out.push_str(" = ");
                let (to, colon) = if self.is_fortran() { (":", ", ") } else { (" to ", ": ") };
                self.expr(low, Level::Implication, Expect::Number);
                self.word(to);
                self.expr(high, Level::Implication, Expect::Number);
                self.out.push_str(colon);
                self.expr(body, Level::Implication, Expect::Exactly(&Type::Logical));
                self.out.push(')');
            }
            Specification::Old(expr) => {
                self.word("old");
                self.bracketed(expr, Expect::Anything);
            }
            Specification::Result => self.word("result"),
        }
    }

    fn truth(&mut self, value: bool) {
        self.out.push_str(match (self.style, value) {
            (Style::Shown(Notation::Pli), true) => "'1'B",
            (Style::Shown(Notation::Pli), false) => "'0'B",
            (Style::Shown(Notation::Fortran), true) => ".TRUE.",
            (Style::Shown(Notation::Fortran), false) => ".FALSE.",
            (_, true) => "true",
            (_, false) => "false",
        });
    }

    fn word(&mut self, word: &str) {
        if self.is_pli() || self.is_fortran() {
            self.out.push_str(&word.to_ascii_uppercase());
        } else {
            self.out.push_str(word);
        }
    }

    /// A minus before a number would be read as part of the number.
    fn negation(&mut self, operand: &Expr) {
        self.out.push('-');
        let number = matches!(operand.kind, ExprKind::Int(_)) && operand.ty == INT;
        if number || matches!(operand.kind, ExprKind::Real(_)) {
            return self.bracketed(operand, Expect::Number);
        }
        self.expr(operand, Level::Power, Expect::Number);
    }

    fn binary(&mut self, operator: BinaryOp, left: &Expr, right: &Expr) {
        let (level, left_least, right_least) = operator_levels(operator);
        let expect = match level {
            // Two logicals may be compared as they are, so that nothing is implied here.
            Level::Relation | Level::Join => Expect::Anything,
            Level::Sum | Level::Product | Level::Power => Expect::Number,
            _ => Expect::Exactly(&Type::Logical),
        };
        self.expr(left, left_least, expect);
        let operator = match operator {
            BinaryOp::Equal if self.is_fortran() && left.ty == Type::Logical => ".EQV.",
            BinaryOp::NotEqual if self.is_fortran() && left.ty == Type::Logical => ".NEQV.",
            _ => self.operator(operator),
        };
        self.out.push_str(&format!(" {operator} "));
        self.expr(right, right_least, expect);
    }

    /// All the conditions, however many: they make no tree that could become too deep.
    pub fn conjunction(&mut self, conditions: impl Iterator<Item = Expr>) {
        let mut conditions = conditions.peekable();
        let mut first = true;
        while let Some(condition) = conditions.next() {
            if !first {
                self.out.push_str(&format!(" {} ", self.operator(BinaryOp::And)));
            }
            let alone = first && conditions.peek().is_none();
            let least = if alone { Level::Implication } else { Level::Negation };
            self.expr(&condition, least, Expect::Anything);
            first = false;
        }
    }

    fn operator(&self, operator: BinaryOp) -> &'static str {
        use BinaryOp::*;
        match (self.style, operator) {
            (Style::Shown(Notation::Pli), Concatenate) => "||",
            (Style::Shown(Notation::Pli), NotEqual) => "¬=",
            (Style::Shown(Notation::Pli), And) => "&",
            (Style::Shown(Notation::Pli), Or) => "|",
            (Style::Shown(Notation::Pli), Implies) => "->",
            (Style::Shown(Notation::Fortran | Notation::C), Equal) => "==",
            (Style::Shown(Notation::Fortran), NotEqual) => "/=",
            (Style::Shown(Notation::Fortran), And) => ".AND.",
            (Style::Shown(Notation::Fortran), Or) => ".OR.",
            (Style::Shown(Notation::Fortran), Implies) => ".IMPLIES.",
            (Style::Shown(Notation::C), NotEqual) => "!=",
            (Style::Shown(Notation::C), And) => "&&",
            (Style::Shown(Notation::C), Or) => "||",
            (Style::Shown(Notation::C), Implies) => "==>",
            // Elsewhere as in the Flow form.
            (_, operator) => operator_word(operator),
        }
    }

    /// The callee with its arguments; what is passed by reference stands bare.
    fn call(&mut self, procedure: ProcId, arguments: &[Argument]) {
        let callee = self.program.procedures.get(procedure);
        self.procedure(procedure);
        self.out.push('(');
        for (position, argument) in arguments.iter().enumerate() {
            self.out.push_str(if position > 0 { ", " } else { "" });
            let parameter = callee.and_then(|callee| callee.variables.get(*callee.parameters.get(position)?));
            let (ty, storage) = (parameter.map(|it| &it.ty), parameter.map(|it| it.storage));
            self.argument(argument, ty, storage);
        }
        self.out.push(')');
    }

    pub(super) fn call_parameter(&mut self, variable: VarId, arguments: &[Argument]) {
        self.variable(variable);
        self.list(arguments, |renderer, argument| renderer.argument(argument, None, None));
    }

    fn procedure(&mut self, procedure: ProcId) {
        match self.program.procedures.get(procedure) {
            Some(callee) => self.push_name(&callee.name),
            None => self.out.push_str(&format!("?{}", procedure.0)),
        }
    }

    fn argument(&mut self, argument: &Argument, parameter: Option<&Type>, storage: Option<Storage>) {
        if argument.passing == Passing::Absent {
            return self.out.push_str("absent");
        }
        if self.style == Style::Exact {
            self.passing(argument, storage);
        }
        let expect = parameter.map_or(Expect::Anything, Expect::Exactly);
        let mut bare = &argument.expr;
        while let ExprKind::Convert(operand) = &bare.kind {
            bare = operand;
        }
        if argument.passing == Passing::Copy && matches!(bare.kind, ExprKind::Load(_)) {
            self.bracketed(&argument.expr, expect);
        } else {
            self.expr(&argument.expr, Level::Implication, expect);
        }
    }
}

/// Whether the reader converts the operand to the type by itself.
fn is_implied(operand: &Expr, ty: &Type, expect: Expect) -> bool {
    match expect {
        Expect::Anything => false,
        Expect::Number => operand.ty == Type::Logical && *ty == INT,
        Expect::Exactly(expected) => ty == expected && converts(&operand.ty, expected),
    }
}

/// Whether a conversion can lose something.
fn loses(from: &Type, to: &Type) -> bool {
    match (from, to) {
        (Type::Real(_) | Type::Complex(_), Type::Int(_)) | (Type::Complex(_), Type::Real(_)) => true,
        (Type::Real(from), Type::Real(to)) => from > to,
        _ => false,
    }
}

/// Whether the word of a type says all of it.
fn is_word(ty: &Type) -> bool {
    matches!(ty, Type::Int(_) | Type::Real(_) | Type::Complex(_) | Type::Logical)
}

/// The level of an operator, and the least levels of its left and right operands.
pub(crate) fn operator_levels(operator: BinaryOp) -> (Level, Level, Level) {
    use BinaryOp::*;
    match operator {
        Implies => (Level::Implication, Level::Disjunction, Level::Implication),
        Or => (Level::Disjunction, Level::Disjunction, Level::Conjunction),
        And => (Level::Conjunction, Level::Conjunction, Level::Negation),
        Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual => {
            (Level::Relation, Level::Join, Level::Join)
        }
        Concatenate => (Level::Join, Level::Join, Level::Sum),
        Add | Subtract => (Level::Sum, Level::Sum, Level::Product),
        Multiply | Divide => (Level::Product, Level::Product, Level::Power),
        Power => (Level::Power, Level::Primary, Level::Power),
    }
}
