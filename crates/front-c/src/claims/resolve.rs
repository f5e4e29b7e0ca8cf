//! Assertions as expressions about the variables of a function.

use sextant_base::Id;
use sextant_syntax::{
    BinaryOp, Expr, ExprKind, IntType, Intrinsic, Part, PartStep, Place, RealType, Specification, Storage,
    Type, UnaryOp, VarId, Variable,
};

use super::Around;
use super::parser::{Step, Term, binary};
use super::ranges::{parts, range};

/// Numbers of assertions are not limited.
const NUMBER: Type = Type::Int(IntType::ELEMENT);
/// Those with a floating-point operand are computed as C computes with `double`.
const REAL: Type = Type::Real(RealType::Double);

pub(super) struct Resolver<'a, 'n> {
    pub around: &'a Around<'a>,
    /// Variables of quantifiers, behind those of the function.
    pub new: &'n mut Vec<Variable>,
    /// Names that quantifiers around bind.
    pub bound: Vec<(String, VarId)>,
}

impl Resolver<'_, '_> {
    /// A whole condition, or a number.
    pub fn whole(mut self, term: &Term, number: bool) -> Result<Expr, String> {
        let expr = self.expr(term)?;
        if number { self.integer(expr) } else { Ok(self.truth(expr)) }
    }

    fn make(&self, kind: ExprKind, ty: Type) -> Expr {
        Expr { kind, ty, span: self.around.span }
    }

    fn convert(&self, expr: Expr, ty: &Type) -> Expr {
        if expr.ty == *ty { expr } else { self.make(ExprKind::Convert(Box::new(expr)), ty.clone()) }
    }

    /// An operand of arithmetic.
    fn number(&self, expr: Expr) -> Expr {
        let ty = if matches!(expr.ty, Type::Real(_)) { REAL } else { NUMBER };
        self.convert(expr, &ty)
    }

    /// Two operands of one type, and that type.
    fn numbers(&self, left: Expr, right: Expr) -> (Expr, Expr, Type) {
        let (left, right) = (self.number(left), self.number(right));
        let ty = if left.ty == REAL { REAL } else { right.ty.clone() };
        (self.convert(left, &ty), self.convert(right, &ty), ty)
    }

    fn integer(&self, expr: Expr) -> Result<Expr, String> {
        match expr.ty {
            Type::Real(_) => Err("an integer is expected here in an assertion".to_owned()),
            _ => Ok(self.convert(expr, &NUMBER)),
        }
    }

    fn truth(&self, expr: Expr) -> Expr {
        if expr.ty == Type::Logical {
            return expr;
        }
        let zero = self.make(ExprKind::Int(0.into()), NUMBER);
        let (expr, zero, _) = self.numbers(expr, zero);
        self.make(ExprKind::Binary(BinaryOp::NotEqual, Box::new(expr), Box::new(zero)), Type::Logical)
    }

    fn expr(&mut self, term: &Term) -> Result<Expr, String> {
        Ok(match term {
            Term::Int(value) => self.make(ExprKind::Int(value.clone()), NUMBER),
            Term::Real(value) => self.make(ExprKind::Real(value.clone()), REAL),
            Term::Bool(value) => self.make(ExprKind::Bool(*value), Type::Logical),
            Term::Path(name, steps) => self.path(name, steps)?,
            Term::Behind(inner) => match &**inner {
                Term::Path(name, steps) if steps.is_empty() => self.behind(name)?,
                _ => return Err("only *p with a name p is known in an assertion".to_owned()),
            },
            Term::Not(inner) => {
                let inner = self.expr(inner)?;
                let inner = self.truth(inner);
                self.make(ExprKind::Unary(UnaryOp::Not, Box::new(inner)), Type::Logical)
            }
            Term::Negate(inner) => {
                let inner = self.expr(inner)?;
                let inner = self.number(inner);
                let ty = inner.ty.clone();
                self.make(ExprKind::Unary(UnaryOp::Negate, Box::new(inner)), ty)
            }
            Term::Binary(op, left, right) => self.binary(*op, left, right)?,
            Term::Remainder(left, right) => {
                let (left, right) = (self.expr(left)?, self.expr(right)?);
                let operands = vec![self.integer(left)?, self.integer(right)?];
                self.make(ExprKind::Intrinsic(Intrinsic::Remainder, operands), NUMBER)
            }
            Term::Choice(condition, yes, no) => {
                let condition = self.expr(condition)?;
                let condition = self.truth(condition);
                let (yes, no) = (self.expr(yes)?, self.expr(no)?);
                let (yes, no, ty) = self.numbers(yes, no);
                self.make(ExprKind::Intrinsic(Intrinsic::Choose, vec![yes, no, condition]), ty)
            }
            Term::Call(name, operands) => {
                let function = match (name.as_str(), operands.len()) {
                    ("abs", 1) => Intrinsic::Abs,
                    ("min", 2) => Intrinsic::Min,
                    ("max", 2) => Intrinsic::Max,
                    _ => return Err(format!("{name} is not known in an assertion (abs, min and max are)")),
                };
                self.function(function, &operands.iter().collect::<Vec<_>>())?
            }
            Term::Old(inner) => {
                let inner = self.expr(inner)?;
                let ty = inner.ty.clone();
                self.make(ExprKind::Specification(Box::new(Specification::Old(inner))), ty)
            }
            Term::Result => {
                let ty = self.around.returns.cloned().ok_or("the function returns nothing")?;
                self.make(ExprKind::Specification(Box::new(Specification::Result)), ty)
            }
            Term::Quantified { all, names, body } => self.quantified(*all, names, body)?,
        })
    }

    fn function(&mut self, function: Intrinsic, operands: &[&Term]) -> Result<Expr, String> {
        let mut own = Vec::new();
        for operand in operands {
            let operand = self.expr(operand)?;
            own.push(self.number(operand));
        }
        let ty = if own.iter().any(|operand| operand.ty == REAL) { REAL } else { NUMBER };
        let own = own.into_iter().map(|operand| self.convert(operand, &ty)).collect();
        Ok(self.make(ExprKind::Intrinsic(function, own), ty))
    }

    fn binary(&mut self, op: BinaryOp, left: &Term, right: &Term) -> Result<Expr, String> {
        let (left, right) = (self.expr(left)?, self.expr(right)?);
        let logical = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Implies)
            || left.ty == Type::Logical && right.ty == Type::Logical;
        let (left, right, ty) = if logical {
            (self.truth(left), self.truth(right), Type::Logical)
        } else {
            self.numbers(left, right)
        };
        let ty = if op.is_logical() { Type::Logical } else { ty };
        Ok(self.make(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty))
    }

    /// `\forall` over a range that its condition states; what else is stated before `==>` is a condition of its own.
    fn quantified(&mut self, all: bool, names: &[String], body: &Term) -> Result<Expr, String> {
        let (name, later) = names.split_first().ok_or("a quantifier needs a variable")?;
        let missing = || format!("the range of {name} is missing, as in 0 <= {name} < n");
        let (limits, conclusion) = match (all, body) {
            (true, Term::Binary(BinaryOp::Implies, limits, conclusion)) => {
                (parts(limits), Some((**conclusion).clone()))
            }
            (false, body) => (parts(body), None),
            _ => return Err(missing()),
        };
        let found = range(name, limits, later).ok_or_else(missing)?;
        let rest = found.rest.into_iter().reduce(|left, right| binary(BinaryOp::And, left, right));
        let inner = match (rest, conclusion) {
            (Some(rest), Some(conclusion)) => binary(BinaryOp::Implies, rest, conclusion),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => Term::Bool(true),
        };
        let (low, high) = (self.expr(&found.low)?, self.expr(&found.high)?);
        let (low, high) = (self.integer(low)?, self.integer(high)?);
        let variable = self.variable(name);
        self.bound.push((name.clone(), variable));
        let body = match later {
            [] => self.expr(&inner),
            _ => self.quantified(all, later, &inner),
        };
        self.bound.pop();
        let body = self.truth(body?);
        let quantified = Specification::Quantified { all, variable, low, high, body };
        Ok(self.make(ExprKind::Specification(Box::new(quantified)), Type::Logical))
    }

    fn variable(&mut self, name: &str) -> VarId {
        let taken = |name: &str, new: &[Variable]| {
            self.around.variables.iter().chain(new).any(|variable| variable.name.eq_ignore_ascii_case(name))
        };
        let mut free = name.to_owned();
        while taken(&free, self.new) {
            free.push('\'');
        }
        let (ty, storage, span) = (NUMBER, Storage::Automatic, self.around.span);
        self.new.push(Variable { name: free, ty, storage, initial: Vec::new(), span });
        VarId::from_index(self.around.variables.len() + self.new.len() - 1)
    }

    /// The variable that users mean by a name.
    fn named(&self, name: &str) -> Option<(VarId, &Variable)> {
        let plain = |own: &str| own == name || own.split('\'').next() == Some(name) || is_static(own, name);
        self.around
            .variables
            .iter_enumerated()
            .filter(|(_, variable)| plain(&variable.name) && (self.around.visible)(variable))
            .last()
    }

    fn behind(&mut self, name: &str) -> Result<Expr, String> {
        if let Some((id, variable)) = self.named(&format!("*{name}")) {
            let ty = variable.ty.clone();
            return Ok(self.make(ExprKind::Load(Place::Variable(id)), ty));
        }
        self.path(name, &[Step::Subscript(Term::Int(0.into()))])
    }

    fn path(&mut self, name: &str, steps: &[Step]) -> Result<Expr, String> {
        if let ([], Some((_, id))) = (steps, self.bound.iter().rev().find(|(own, _)| own == name)) {
            return Ok(self.make(ExprKind::Load(Place::Variable(*id)), NUMBER));
        }
        let mut whole = name.to_owned();
        let mut subscripts = Vec::new();
        let mut open = false;
        for step in steps {
            match step {
                Step::Subscript(index) => {
                    let index = self.expr(index)?;
                    subscripts.push(self.integer(index)?);
                    open = true;
                }
                Step::Member(sign, member) => {
                    whole.push_str(if std::mem::take(&mut open) { "[]" } else { "" });
                    whole.push_str(sign);
                    whole.push_str(member);
                }
            }
        }
        let only_first =
            matches!(&subscripts[..], [Expr { kind: ExprKind::Int(index), .. }] if index.is_zero());
        if only_first && let Some((id, variable)) = self.named(&format!("*{whole}")) {
            return Ok(self.make(ExprKind::Load(Place::Variable(id)), variable.ty.clone()));
        }
        let (id, variable) = self
            .named(&whole)
            .ok_or_else(|| format!("{whole} is not known here as a variable of the function"))?;
        if variable.ty.rank() != subscripts.len() {
            return Err(format!("{whole} has {} subscripts", variable.ty.rank()));
        }
        let ty = variable.ty.scalar().clone();
        if !matches!(ty, Type::Int(_) | Type::Logical | Type::Real(_)) {
            return Err(format!("{whole} is no number: assertions are about numbers"));
        }
        let place = match subscripts.len() {
            0 => Place::Variable(id),
            1 => Place::Element(id, Box::new(subscripts.remove(0))),
            _ => {
                subscripts.reverse();
                Place::Part(Box::new(Part {
                    base: id,
                    steps: vec![PartStep::Element(subscripts)],
                    ty: ty.clone(),
                }))
            }
        };
        Ok(self.make(ExprKind::Load(place), ty))
    }
}

/// Whether a name is that of a static variable of a function.
fn is_static(own: &str, name: &str) -> bool {
    own.split_once('.').is_some_and(|(function, rest)| {
        rest == name && !function.is_empty() && !rest.starts_with(|c: char| c.is_ascii_digit())
    })
}
