//! Expressions and actions as text: exactly, as the Flow form reads them, or as a person likes to see them in
//! the program's own language.
//!
//! The exact form leaves out only what the reader puts back (see `typing`): a conversion where the place
//! demands one, and the type where it is the natural one. The shown form leaves out all conversions. Both put
//! brackets by the precedence of the Flow form, which suits PL/I as well because operands of `¬` are always
//! bracketed.

use sextant_syntax::{
    Argument, BinaryOp, Bound, Expr, ExprKind, Intrinsic, Language, OutputItem, Passing, Place, ProcId, Type,
    UnaryOp, VarId,
};

use crate::text::words::{intrinsic_word, quoted, quoted_name, type_word};
use crate::typing::{INT, natural_type};
use crate::{Action, FlowGraph, FlowProgram};

/// How text looks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// As the Flow reader takes it, nothing lost.
    Exact,
    /// As a person likes to see it.
    Shown(Language),
}

/// How tightly an expression holds together; operands ask for a least level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Implication,
    Disjunction,
    Conjunction,
    Negation,
    Relation,
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
    Integer,
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
        self.style == Style::Shown(Language::Pli)
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

    pub fn place(&mut self, place: &Place) {
        self.variable(place.variable());
        if let Place::Element(_, subscript) = place {
            self.out.push('(');
            self.expr(subscript, Level::Implication, Expect::Integer);
            self.out.push(')');
        }
    }

    fn place_type(&self, place: &Place) -> Option<&'a Type> {
        self.graph
            .and_then(|graph| graph.variables.get(place.variable()))
            .map(|variable| variable.ty.scalar())
    }

    /// Writes the expression, in brackets if it holds together less tightly than the place wants.
    pub fn expr(&mut self, expr: &Expr, least: Level, expect: Expect) {
        if let ExprKind::Convert(operand) = &expr.kind {
            if self.style != Style::Exact || is_implied(operand, &expr.ty, expect) {
                return self.expr(operand, least, Expect::Anything);
            }
            self.out.push_str(&type_word(&expr.ty));
            return self.bracketed(operand, Expect::Anything);
        }
        let natural = natural_type(expr);
        if self.style == Style::Exact && natural.is_some_and(|natural| natural != expr.ty) {
            self.out.push('(');
            self.kind(expr);
            self.out.push_str(": ");
            self.out.push_str(&type_word(&expr.ty));
            self.out.push(')');
        } else if level(expr) < least {
            self.out.push('(');
            self.kind(expr);
            self.out.push(')');
        } else {
            self.kind(expr);
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
            ExprKind::Symbol(name) => self.out.push_str(&quoted(name, '"')),
            ExprKind::Load(place) => self.place(place),
            ExprKind::BoundOf(bound, variable) => {
                let word = match bound {
                    Bound::Low => "lbound",
                    Bound::High => "hbound",
                };
                self.word(word);
                self.out.push('(');
                self.variable(*variable);
                self.out.push(')');
            }
            ExprKind::Unary(UnaryOp::Negate, operand) => self.negation(operand),
            ExprKind::Unary(UnaryOp::Not, operand) => {
                self.out.push_str(if self.is_pli() { "¬" } else { "not " });
                self.expr(operand, Level::Primary, Expect::Exactly(&Type::Logical));
            }
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right),
            ExprKind::Intrinsic(function, arguments) => self.intrinsic(*function, arguments),
            ExprKind::Call(procedure, arguments) => self.call(*procedure, arguments),
            ExprKind::Convert(operand) => self.expr(operand, Level::Implication, Expect::Anything),
        }
    }

    fn truth(&mut self, value: bool) {
        self.out.push_str(match (self.is_pli(), value) {
            (true, true) => "'1'B",
            (true, false) => "'0'B",
            (false, true) => "true",
            (false, false) => "false",
        });
    }

    fn word(&mut self, word: &str) {
        if self.is_pli() {
            self.out.push_str(&word.to_ascii_uppercase());
        } else {
            self.out.push_str(word);
        }
    }

    /// A minus before a number would be read as part of the number.
    fn negation(&mut self, operand: &Expr) {
        self.out.push('-');
        if matches!(operand.kind, ExprKind::Int(_)) && operand.ty == INT {
            return self.bracketed(operand, Expect::Integer);
        }
        self.expr(operand, Level::Power, Expect::Integer);
    }

    fn binary(&mut self, operator: BinaryOp, left: &Expr, right: &Expr) {
        let (level, left_least, right_least) = operator_levels(operator);
        let expect = match level {
            // Two logicals may be compared as they are, so that nothing is implied here.
            Level::Relation => Expect::Anything,
            Level::Sum | Level::Product | Level::Power => Expect::Integer,
            _ => Expect::Exactly(&Type::Logical),
        };
        self.expr(left, left_least, expect);
        self.out.push(' ');
        self.out.push_str(self.operator(operator));
        self.out.push(' ');
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
        match operator {
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Power => "**",
            BinaryOp::Equal => "=",
            BinaryOp::NotEqual if self.is_pli() => "¬=",
            BinaryOp::NotEqual => "<>",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::And if self.is_pli() => "&",
            BinaryOp::And => "and",
            BinaryOp::Or if self.is_pli() => "|",
            BinaryOp::Or => "or",
            BinaryOp::Implies if self.is_pli() => "->",
            BinaryOp::Implies => "implies",
        }
    }

    fn intrinsic(&mut self, function: Intrinsic, arguments: &[Expr]) {
        self.word(intrinsic_word(function));
        self.out.push('(');
        for (position, argument) in arguments.iter().enumerate() {
            self.out.push_str(if position > 0 { ", " } else { "" });
            self.expr(argument, Level::Implication, Expect::Integer);
        }
        self.out.push(')');
    }

    /// The callee with its arguments; what is passed by reference stands bare.
    fn call(&mut self, procedure: ProcId, arguments: &[Argument]) {
        let callee = self.program.procedures.get(procedure);
        match callee {
            Some(callee) => self.push_name(&callee.name),
            None => self.out.push_str(&format!("?{}", procedure.0)),
        }
        self.out.push('(');
        for (position, argument) in arguments.iter().enumerate() {
            self.out.push_str(if position > 0 { ", " } else { "" });
            let parameter = callee
                .and_then(|callee| callee.variables.get(*callee.parameters.get(position)?))
                .map(|parameter| &parameter.ty);
            self.argument(argument, parameter);
        }
        self.out.push(')');
    }

    fn argument(&mut self, argument: &Argument, parameter: Option<&Type>) {
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

    pub fn action(&mut self, action: &Action) {
        match action {
            Action::Statement(number) => {
                self.out.push_str(if self.style == Style::Exact { "@" } else { "statement " });
                self.out.push_str(&number.0.to_string());
            }
            Action::Assign(place, value) => {
                self.place(place);
                self.out.push_str(if self.is_pli() { " = " } else { " := " });
                let expect = self.place_type(place).map_or(Expect::Anything, Expect::Exactly);
                self.expr(value, Level::Implication, expect);
            }
            Action::Call { procedure, arguments, result } => self.call_action(*procedure, arguments, *result),
            Action::Read(place) => {
                self.word("read");
                self.operand(|renderer| renderer.place(place));
            }
            Action::Write(item) => self.write(item),
            Action::Assume(condition) => self.claim("assume", condition),
            Action::Prove(condition) => self.claim("prove", condition),
            Action::Assert(condition) => self.claim("assert", condition),
        }
    }

    fn call_action(&mut self, procedure: ProcId, arguments: &[Argument], result: Option<VarId>) {
        if let Some(result) = result {
            self.variable(result);
            self.out.push_str(if self.is_pli() { " = " } else { " := " });
        }
        if result.is_none() || !self.is_pli() {
            self.word("call");
            self.out.push(' ');
        }
        self.call(procedure, arguments);
    }

    fn claim(&mut self, word: &str, condition: &Expr) {
        self.word(word);
        self.operand(|renderer| {
            renderer.expr(condition, Level::Implication, Expect::Exactly(&Type::Logical));
        });
    }

    fn write(&mut self, item: &OutputItem) {
        self.word("write");
        let pli = self.is_pli();
        self.operand(|renderer| match item {
            OutputItem::Text(text) => renderer.out.push_str(&quoted(text, if pli { '\'' } else { '"' })),
            OutputItem::NewLine => renderer.word("newline"),
            // A symbol alone would be read as a text.
            OutputItem::Value(value) if matches!(value.kind, ExprKind::Symbol(_)) && value.ty == INT => {
                renderer.bracketed(value, Expect::Anything);
            }
            OutputItem::Value(value) => renderer.expr(value, Level::Implication, Expect::Anything),
        });
    }

    /// What a word speaks of: after a blank, or in brackets as PL/I has it.
    fn operand(&mut self, write: impl FnOnce(&mut Self)) {
        let pli = self.is_pli();
        self.out.push(if pli { '(' } else { ' ' });
        write(self);
        if pli {
            self.out.push(')');
        }
    }
}

/// Whether the reader converts the operand to the type by itself.
fn is_implied(operand: &Expr, ty: &Type, expect: Expect) -> bool {
    match expect {
        Expect::Anything => false,
        Expect::Integer => operand.ty == Type::Logical && *ty == INT,
        Expect::Exactly(expected) => ty == expected && operand.ty != *expected,
    }
}

/// How tightly the expression as written holds together. A sign is as loose as a sum, so that it is bracketed
/// after an operator.
fn level(expr: &Expr) -> Level {
    match &expr.kind {
        ExprKind::Int(value) if *value < dashu_int::IBig::ZERO => Level::Sum,
        ExprKind::Unary(UnaryOp::Negate, _) => Level::Sum,
        ExprKind::Unary(UnaryOp::Not, _) => Level::Negation,
        ExprKind::Binary(operator, ..) => operator_levels(*operator).0,
        _ => Level::Primary,
    }
}

/// The level of an operator, and the least levels of its left and right operands.
pub(crate) fn operator_levels(operator: BinaryOp) -> (Level, Level, Level) {
    use BinaryOp::*;
    match operator {
        Implies => (Level::Implication, Level::Disjunction, Level::Implication),
        Or => (Level::Disjunction, Level::Disjunction, Level::Conjunction),
        And => (Level::Conjunction, Level::Conjunction, Level::Negation),
        Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual => {
            (Level::Relation, Level::Sum, Level::Sum)
        }
        Add | Subtract => (Level::Sum, Level::Sum, Level::Product),
        Multiply | Divide => (Level::Product, Level::Product, Level::Power),
        Power => (Level::Power, Level::Primary, Level::Power),
    }
}
