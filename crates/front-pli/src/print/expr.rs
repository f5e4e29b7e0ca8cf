//! Expressions, with no more parentheses than their meaning needs.

use dashu_int::IBig;
use sextant_syntax::{
    Argument, BinaryOp, Bound, Expr, ExprKind, Intrinsic, Passing, Place, Specification, UnaryOp, VarId,
};

use super::Printer;

/// How tightly something binds.
const LOOSEST: u8 = 0;
const RELATION: u8 = 3;
const PREFIX: u8 = 6;
const PRIMARY: u8 = 7;

/// Stands for what PL/I here does not have.
const FOREIGN: &str = "?";

impl Printer<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) {
        self.expr_in(expr, LOOSEST);
    }

    /// An expression where only something that binds at least this tightly can stand without parentheses.
    fn expr_in(&mut self, expr: &Expr, loosest: u8) {
        if let ExprKind::Convert(inner) = &expr.kind {
            return self.expr_in(inner, loosest);
        }
        if tightness(expr) < loosest {
            self.parenthesised(|printer| printer.bare(expr));
        } else {
            self.bare(expr);
        }
    }

    fn bare(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(value) => self.put(value),
            ExprKind::Bool(value) => self.text.push_str(if *value { "'1'B" } else { "'0'B" }),
            ExprKind::Symbol(symbol) => self.put(format_args!("\"{symbol}\"")),
            ExprKind::Load(place) => self.place(place),
            ExprKind::BoundOf(bound, array) => {
                self.text.push_str(if *bound == Bound::Low { "LBOUND" } else { "HBOUND" });
                self.parenthesised(|printer| printer.name(*array));
            }
            ExprKind::Unary(op, operand) => {
                self.text.push_str(if *op == UnaryOp::Negate { "-" } else { "¬" });
                self.expr_in(operand, PREFIX);
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right),
            ExprKind::Intrinsic(function, arguments) => {
                self.text.push_str(intrinsic(*function));
                self.parenthesised(|printer| printer.separated(arguments, Self::expr));
            }
            ExprKind::Call(procedure, arguments) => {
                self.text.push_str(&self.program.procedures[*procedure].name);
                self.parenthesised(|printer| printer.separated(arguments, Self::argument));
            }
            ExprKind::Convert(inner) => self.bare(inner),
            ExprKind::Specification(specification) => self.specification(specification),
            // This front end makes no others.
            _ => self.text.push_str(FOREIGN),
        }
    }

    fn specification(&mut self, specification: &Specification) {
        match specification {
            Specification::Quantified { all, variable, low, high, body } => {
                self.text.push_str(if *all { "ALL(" } else { "SOME(" });
                self.name(*variable);
                for (sign, part) in [(" = ", low), (" TO ", high), (": ", body)] {
                    self.text.push_str(sign);
                    self.expr(part);
                }
                self.text.push(')');
            }
            Specification::Old(inner) => self.keyword_with("OLD", inner),
            Specification::Result => self.text.push_str("RESULT"),
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) {
        let own = operator_tightness(op);
        let (left_in, right_in) = match op {
            BinaryOp::Power => (PRIMARY, PREFIX),
            BinaryOp::Implies => (own + 1, own),
            // `A < B < C` is allowed, but who would read it right?
            _ if own == RELATION => (own + 1, own + 1),
            _ => (own, own + 1),
        };
        self.expr_in(left, left_in);
        self.put(format_args!(" {} ", sign(op)));
        self.expr_in(right, right_in);
    }

    pub(super) fn separated<T>(&mut self, items: &[T], write: impl Fn(&mut Self, &T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.text.push_str(", ");
            }
            write(self, item);
        }
    }

    /// A variable that is passed as a copy stands in parentheses.
    pub(super) fn argument(&mut self, argument: &Argument) {
        if argument.passing == Passing::Copy && matches!(argument.expr.kind, ExprKind::Load(_)) {
            self.parenthesised(|printer| printer.expr(&argument.expr));
        } else {
            self.expr(&argument.expr);
        }
    }

    pub(super) fn place(&mut self, place: &Place) {
        self.name(place.variable());
        if let Place::Element(_, subscript) = place {
            self.parenthesised(|printer| printer.expr(subscript));
        }
    }

    fn name(&mut self, variable: VarId) {
        self.text.push_str(&self.procedure.variables[variable].name);
    }
}

fn tightness(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::Binary(op, ..) => operator_tightness(*op),
        ExprKind::Unary(..) => PREFIX,
        ExprKind::Int(value) if *value < IBig::ZERO => PREFIX,
        _ => PRIMARY,
    }
}

fn operator_tightness(op: BinaryOp) -> u8 {
    use BinaryOp::*;
    match op {
        Implies => LOOSEST,
        Or => 1,
        And => 2,
        Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual => RELATION,
        Add | Subtract | Concatenate => 4,
        Multiply | Divide => 5,
        Power => PREFIX,
    }
}

fn sign(op: BinaryOp) -> &'static str {
    use BinaryOp::*;
    match op {
        Add => "+",
        Subtract => "-",
        Multiply => "*",
        Divide => "/",
        Power => "**",
        Concatenate => "||",
        Equal => "=",
        NotEqual => "¬=",
        Less => "<",
        LessEqual => "<=",
        Greater => ">",
        GreaterEqual => ">=",
        And => "&",
        Or => "|",
        Implies => "->",
    }
}

fn intrinsic(function: Intrinsic) -> &'static str {
    match function {
        Intrinsic::Abs => "ABS",
        Intrinsic::Mod => "MOD",
        Intrinsic::Min => "MIN",
        Intrinsic::Max => "MAX",
        Intrinsic::Sign => "SIGN",
        // This front end makes no others.
        _ => FOREIGN,
    }
}
