//! What assertions are made of: expressions about the variables of a function, with the conversions they need.

use sextant_base::Id;
use sextant_syntax::{
    Analytic, BinaryOp, Expr, ExprKind, IntType, Intrinsic, Part, PartStep, Place, RealType, Specification,
    Storage, Type, VarId, Variable, each_operand,
};

use super::Around;

/// Numbers of assertions are not limited.
pub(super) const NUMBER: Type = Type::Int(IntType::ELEMENT);
/// Those with a floating-point operand are computed as C computes with `double`.
pub(super) const REAL: Type = Type::Real(RealType::Double);
const SINGLE: Type = Type::Real(RealType::Single);

pub(super) struct Terms<'a> {
    pub(super) around: &'a Around<'a>,
    /// Variables of quantifiers, behind those of the function.
    pub(super) new: Vec<Variable>,
    /// Names that quantifiers around bind.
    pub(super) bound: Vec<(String, VarId)>,
}

impl<'a> Terms<'a> {
    pub(super) fn new(around: &'a Around<'a>) -> Terms<'a> {
        Terms { around, new: Vec::new(), bound: Vec::new() }
    }

    pub(super) fn make(&self, kind: ExprKind, ty: Type) -> Expr {
        Expr { kind, ty, span: self.around.span }
    }

    pub(super) fn convert(&self, expr: Expr, ty: &Type) -> Expr {
        if expr.ty == *ty { expr } else { self.make(ExprKind::Convert(Box::new(expr)), ty.clone()) }
    }

    /// An operand of arithmetic.
    pub(super) fn number(&self, expr: Expr) -> Expr {
        let expr = self.as_number(expr);
        let ty = match expr.ty {
            // What is typed at the prompt is computed as in the program.
            Type::Real(RealType::Single) if self.around.storage.is_some() => SINGLE,
            Type::Real(_) => REAL,
            _ => NUMBER,
        };
        self.convert(expr, &ty)
    }

    /// An operand of a function of reals.
    fn as_real(&self, expr: Expr) -> Expr {
        let expr = self.number(expr);
        if matches!(expr.ty, Type::Real(_)) { expr } else { self.convert(expr, &REAL) }
    }

    /// Two operands of one type, and that type.
    pub(super) fn numbers(&self, left: Expr, right: Expr) -> (Expr, Expr, Type) {
        let (left, right) = (self.number(left), self.number(right));
        let ty = [REAL, SINGLE].into_iter().find(|ty| left.ty == *ty || right.ty == *ty).unwrap_or(NUMBER);
        (self.convert(left, &ty), self.convert(right, &ty), ty)
    }

    pub(super) fn integer(&self, expr: Expr) -> Result<Expr, String> {
        match expr.ty {
            Type::Real(_) => Err("an integer is expected here in an assertion".to_owned()),
            _ => Ok(self.convert(self.as_number(expr), &NUMBER)),
        }
    }

    pub(super) fn truth(&self, expr: Expr) -> Expr {
        if expr.ty == Type::Logical {
            return expr;
        }
        let zero = self.make(ExprKind::Int(0.into()), NUMBER);
        let (expr, zero, _) = self.numbers(expr, zero);
        self.make(ExprKind::Binary(BinaryOp::NotEqual, Box::new(expr), Box::new(zero)), Type::Logical)
    }

    pub(super) fn function(&self, function: Intrinsic, operands: Vec<Expr>) -> Expr {
        let operands: Vec<Expr> = operands.into_iter().map(|operand| self.number(operand)).collect();
        let has = |ty: &Type| operands.iter().any(|operand| operand.ty == *ty);
        let ty = [REAL, SINGLE].into_iter().find(has).unwrap_or(NUMBER);
        let operands = operands.into_iter().map(|operand| self.convert(operand, &ty)).collect();
        self.make(ExprKind::Intrinsic(function, operands), ty)
    }

    pub(super) fn binary(&self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        let (left, right) = match self.among_addresses(op, left, right) {
            Ok(found) => return found,
            Err(operands) => *operands,
        };
        let logical = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Implies)
            || left.ty == Type::Logical && right.ty == Type::Logical;
        let (left, right, ty) = if logical {
            (self.truth(left), self.truth(right), Type::Logical)
        } else {
            self.numbers(left, right)
        };
        let ty = if op.is_logical() { Type::Logical } else { ty };
        self.make(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty)
    }

    /// A function that has a name.
    pub(super) fn call(&self, name: &str, mut operands: Vec<Expr>) -> Result<Expr, String> {
        let function = match (name, operands.len()) {
            ("abs" | "fabs", 1) => Intrinsic::Abs,
            ("min", 2) => Intrinsic::Min,
            ("max", 2) => Intrinsic::Max,
            ("mod", 2) => Intrinsic::Modulo,
            ("floordiv", 2) => {
                // What is left over goes first.
                let rest = self.function(Intrinsic::Modulo, operands.clone());
                let divisor = operands.remove(1);
                let whole = self.binary(BinaryOp::Subtract, operands.remove(0), rest);
                return Ok(self.binary(BinaryOp::Divide, whole, divisor));
            }
            ("pow", 2) => {
                let exponent = operands.remove(1);
                return Ok(self.binary(BinaryOp::Power, operands.remove(0), exponent));
            }
            ("isnan", 1) => {
                let operand = operands.remove(0);
                return Ok(self.binary(BinaryOp::NotEqual, operand.clone(), operand));
            }
            (_, count) => {
                let known = Analytic::ALL.iter().map(|function| Intrinsic::Analytic(*function));
                let called = |function: &Intrinsic| {
                    let signature = function.signature();
                    signature.fortran.eq_ignore_ascii_case(name) && signature.count.contains(&count)
                };
                let Some(function) = known.into_iter().find(called) else {
                    let known = "abs, min, max, mod, pow and functions such as sqrt are";
                    return Err(format!("{name} is not known in an assertion ({known})"));
                };
                operands = operands.into_iter().map(|operand| self.as_real(operand)).collect();
                function
            }
        };
        Ok(self.function(function, operands))
    }

    /// A new variable for a name that a quantifier binds.
    pub(super) fn bind(&mut self, name: String) {
        let taken = |name: &str, new: &[Variable]| {
            self.around.variables.iter().chain(new).any(|variable| variable.name.eq_ignore_ascii_case(name))
        };
        let mut free = name.clone();
        while taken(&free, &self.new) {
            free.push('\'');
        }
        let (ty, storage, span) = (NUMBER, Storage::Automatic, self.around.span);
        self.new.push(Variable { name: free, ty, storage, initial: Vec::new(), span });
        self.bound.push((name, VarId::from_index(self.around.variables.len() + self.new.len() - 1)));
    }

    /// `\forall` over a range that its condition states; what else is stated before `==>` is a condition of its own.
    pub(super) fn quantified(
        &self,
        all: bool,
        bound: &[(String, VarId)],
        body: Expr,
    ) -> Result<Expr, String> {
        let Some(((name, variable), later)) = bound.split_first() else { return Ok(self.truth(body)) };
        let missing = || format!("the range of {name} is missing, as in 0 <= {name} < n");
        let (limits, conclusion) = match (all, body.kind) {
            (true, ExprKind::Binary(BinaryOp::Implies, limits, conclusion)) => (*limits, Some(*conclusion)),
            (false, kind) => (Expr { kind, ..body }, None),
            _ => return Err(missing()),
        };
        let mut parts = Vec::new();
        conjuncts(limits, &mut parts);
        let (mut low, mut high, mut rest) = (None, None, None);
        for part in parts {
            let limit = self.limit(*variable, &part);
            let speaks_of_later = |value: &Expr| later.iter().any(|(_, other)| mentions(value, *other));
            match limit.filter(|(_, value)| !speaks_of_later(value)) {
                Some((true, value)) if low.is_none() => low = Some(value),
                Some((false, value)) if high.is_none() => high = Some(value),
                _ => {
                    rest = Some(match rest {
                        Some(before) => self.binary(BinaryOp::And, before, part),
                        None => part,
                    });
                }
            }
        }
        let (low, high) = (low.ok_or_else(missing)?, high.ok_or_else(missing)?);
        let (low, high) = (self.integer(low)?, self.integer(high)?);
        let inner = match (rest, conclusion) {
            (Some(rest), Some(conclusion)) => self.binary(BinaryOp::Implies, rest, conclusion),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => self.make(ExprKind::Bool(true), Type::Logical),
        };
        let body = self.quantified(all, later, inner)?;
        let quantified = Specification::Quantified { all, variable: *variable, low, high, body };
        Ok(self.make(ExprKind::Specification(Box::new(quantified)), Type::Logical))
    }

    /// Whether a comparison is a lower (true) or upper limit of a variable, and the limit with equality included.
    fn limit(&self, variable: VarId, part: &Expr) -> Option<(bool, Expr)> {
        use BinaryOp::{Add, Greater, GreaterEqual, Less, LessEqual, Subtract};
        let ExprKind::Binary(op, left, right) = &part.kind else { return None };
        let (own_left, other) = match (is_variable(left, variable), is_variable(right, variable)) {
            (true, false) => (true, (**right).clone()),
            (false, true) => (false, (**left).clone()),
            _ => return None,
        };
        if mentions(&other, variable) {
            return None;
        }
        let one = self.make(ExprKind::Int(1.into()), NUMBER);
        Some(match (op, own_left) {
            (LessEqual, true) | (GreaterEqual, false) => (false, other),
            (Less, true) | (Greater, false) => (false, self.binary(Subtract, other, one)),
            (GreaterEqual, true) | (LessEqual, false) => (true, other),
            (Greater, true) | (Less, false) => (true, self.binary(Add, other, one)),
            _ => return None,
        })
    }

    /// The variable that users mean by a name.
    pub(super) fn named(&self, name: &str) -> Option<(VarId, &Variable)> {
        let plain = |own: &str| own == name || own.split('\'').next() == Some(name) || is_static(own, name);
        self.around
            .variables
            .iter_enumerated()
            .filter(|(_, variable)| plain(&variable.name) && (self.around.visible)(variable))
            .last()
    }

    pub(super) fn behind(&self, name: &str) -> Result<Expr, String> {
        if let Some((id, variable)) = self.named(&format!("*{name}")) {
            return Ok(self.make(ExprKind::Load(Place::Variable(id)), variable.ty.clone()));
        }
        self.path(name, vec![self.make(ExprKind::Int(0.into()), NUMBER)])
    }

    /// A variable by its name with all members, or an element of it.
    pub(super) fn path(&self, whole: &str, mut subscripts: Vec<Expr>) -> Result<Expr, String> {
        let bound = self.bound.iter().rev().find(|(own, _)| own == whole);
        if let (Some((_, id)), true) = (bound, subscripts.is_empty()) {
            return Ok(self.make(ExprKind::Load(Place::Variable(*id)), NUMBER));
        }
        let only_first =
            matches!(&subscripts[..], [Expr { kind: ExprKind::Int(index), .. }] if index.is_zero());
        if only_first && let Some((id, variable)) = self.named(&format!("*{whole}")) {
            return Ok(self.make(ExprKind::Load(Place::Variable(id)), variable.ty.clone()));
        }
        let (id, variable) = self
            .named(whole)
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

/// The parts of a conjunction.
fn conjuncts(condition: Expr, found: &mut Vec<Expr>) {
    match condition.kind {
        ExprKind::Binary(BinaryOp::And, left, right) => {
            conjuncts(*left, found);
            conjuncts(*right, found);
        }
        kind => found.push(Expr { kind, ..condition }),
    }
}

/// Whether an expression is a variable, whatever it is converted to.
fn is_variable(expr: &Expr, variable: VarId) -> bool {
    match &expr.kind {
        ExprKind::Convert(inner) => is_variable(inner, variable),
        kind => *kind == ExprKind::Load(Place::Variable(variable)),
    }
}

fn mentions(expr: &Expr, variable: VarId) -> bool {
    let mut found = is_variable(expr, variable);
    each_operand(expr, &mut |operand| found |= mentions(operand, variable));
    found
}
