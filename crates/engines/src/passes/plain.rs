//! Functions of C as the method can read them: expressions without effects, elements of arrays instead of addresses.
//!
//! What a pointer parameter leads to is an array parameter, a local array an array, a variable whose address is taken
//! itself. Effects inside expressions become statements before them; `&&` and `||` of an IF become nested conditionals,
//! so that nothing is evaluated that the program does not evaluate. What has no such form is an unsupported statement at
//! its place.

use sextant_base::Span;
use sextant_syntax::{
    ArrayBounds, Base, BinaryOp, BlockType, Effect, Expr, ExprKind, IntType, Intrinsic, Memory, Place,
    Procedure, Stmt, StmtKind, Storage, Type, UnaryOp, each_operand,
};

/// The same function without effects in expressions and without addresses, as far as that goes.
pub fn plain(procedure: &Procedure) -> Procedure {
    let mut plainer = Plainer { procedure: procedure.clone() };
    plainer.procedure.body = plainer.list(&procedure.body);
    for variable in plainer.procedure.variables.iter_mut() {
        let span = variable.span;
        match variable.ty.clone() {
            Type::Block(block) => variable.ty = block.content,
            Type::Pointer(Some(target)) if variable.storage == Storage::Value && is_number(&target) => {
                let low = Box::new(zero(span));
                variable.ty = Type::Array(target, vec![ArrayBounds::Sequence { low, high: None }]);
                variable.storage = Storage::Parameter;
            }
            _ => {}
        }
    }
    plainer.procedure
}

struct Plainer {
    procedure: Procedure,
}

/// A statement that has no such form.
struct Refused(&'static str);

type Plain<T> = Result<T, Refused>;

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Int(_))
}

fn zero(span: Span) -> Expr {
    Expr { kind: ExprKind::Int(0.into()), ty: Type::Int(IntType::ELEMENT), span }
}

impl Plainer {
    fn list(&self, statements: &[Stmt]) -> Vec<Stmt> {
        statements.iter().map(|stmt| self.statement(stmt)).collect()
    }

    fn statement(&self, stmt: &Stmt) -> Stmt {
        let kind = match self.kind(stmt) {
            Ok(kind) => kind,
            Err(Refused(what)) => StmtKind::Unsupported(what.to_owned()),
        };
        Stmt { kind, ..stmt.clone() }
    }

    fn kind(&self, stmt: &Stmt) -> Plain<StmtKind> {
        let span = stmt.span;
        Ok(match &stmt.kind {
            StmtKind::Assign { targets, value } => {
                let (mut before, value) = self.value(value)?;
                let own = StmtKind::Assign { targets: targets.clone(), value };
                before.push(Stmt { kind: own, ..stmt.clone() });
                grouped(before)
            }
            StmtKind::Store { address, bits: None, value } => {
                let (mut before, value) = self.value(value)?;
                let place = self.place(address, &value.ty, &mut before)?;
                before.push(Stmt { kind: StmtKind::Assign { targets: vec![place], value }, ..stmt.clone() });
                grouped(before)
            }
            StmtKind::Evaluate(expr) => grouped(self.value(expr)?.0),
            // Nothing here has an address that could outlive it.
            StmtKind::Fresh(_) | StmtKind::Gone(_) => StmtKind::Null,
            StmtKind::Return(Some(value)) => {
                let (mut before, value) = self.value(value)?;
                before.push(Stmt { kind: StmtKind::Return(Some(value)), ..stmt.clone() });
                grouped(before)
            }
            StmtKind::If { condition, then_branch, else_branch } => {
                let yes = self.statement(then_branch);
                let no = else_branch.as_ref().map(|branch| self.statement(branch));
                self.conditional(condition, yes, no, span)?
            }
            StmtKind::While { while_condition, until_condition, body, step } => StmtKind::While {
                while_condition: while_condition.as_ref().map(|test| self.pure(test)).transpose()?,
                until_condition: until_condition.as_ref().map(|test| self.pure(test)).transpose()?,
                body: self.list(body),
                step: self.list(step),
            },
            StmtKind::Group(body) => StmtKind::Group(self.list(body)),
            StmtKind::Assume(condition) => StmtKind::Assume(self.pure(condition)?),
            StmtKind::Assert(condition) => StmtKind::Assert(self.pure(condition)?),
            StmtKind::Prove(condition) => StmtKind::Prove(self.pure(condition)?),
            StmtKind::Return(None)
            | StmtKind::Leave(_)
            | StmtKind::NextIteration(_)
            | StmtKind::Goto(_)
            | StmtKind::Claim(..)
            | StmtKind::Null
            | StmtKind::Stop
            | StmtKind::Unsupported(_) => stmt.kind.clone(),
            _ => return Err(Refused("this statement")),
        })
    }

    /// A conditional; `&&` and `||` are conditionals inside one another.
    fn conditional(&self, condition: &Expr, yes: Stmt, no: Option<Stmt>, span: Span) -> Plain<StmtKind> {
        if let ExprKind::Effect(effect) = &condition.kind
            && let Effect::Choice { condition: first, then, otherwise } = &**effect
        {
            let branch = |test: &Expr| -> Plain<Stmt> {
                let kind = match &test.kind {
                    ExprKind::Bool(true) => yes.kind.clone(),
                    ExprKind::Bool(false) => no.as_ref().map_or(StmtKind::Null, |no| no.kind.clone()),
                    _ => self.conditional(test, yes.clone(), no.clone(), span)?,
                };
                Ok(Stmt { number: None, labels: Vec::new(), kind, span })
            };
            let (then, otherwise) = (branch(then)?, branch(otherwise)?);
            return self.conditional(first, then, Some(otherwise), span);
        }
        let (mut before, condition) = self.value(condition)?;
        let kind = StmtKind::If { condition, then_branch: Box::new(yes), else_branch: no.map(Box::new) };
        before.push(Stmt { number: None, labels: Vec::new(), kind, span });
        Ok(grouped(before))
    }

    /// An expression that does nothing.
    fn pure(&self, expr: &Expr) -> Plain<Expr> {
        let (before, value) = self.value(expr)?;
        if before.is_empty() { Ok(value) } else { Err(Refused("a condition that changes something")) }
    }

    /// What is done before the value is there, and the value.
    fn value(&self, expr: &Expr) -> Plain<(Vec<Stmt>, Expr)> {
        let mut before = Vec::new();
        let value = self.within(expr, &mut before)?;
        Ok((before, value))
    }

    fn within(&self, expr: &Expr, before: &mut Vec<Stmt>) -> Plain<Expr> {
        if matches!(expr.ty, Type::Real(_)) {
            return Err(Refused("rounded arithmetic"));
        }
        let kind = match &expr.kind {
            ExprKind::Memory(memory) => match &**memory {
                Memory::Fetch { address, bits: None } => {
                    ExprKind::Load(self.place(address, &expr.ty, before)?)
                }
                _ => return Err(Refused("an address as a value")),
            },
            ExprKind::Effect(effect) => return self.effect(effect, expr, before),
            ExprKind::Load(_) if matches!(expr.ty, Type::Pointer(_)) => {
                return Err(Refused("an address as a value"));
            }
            ExprKind::Unary(op, operand) => ExprKind::Unary(*op, Box::new(self.within(operand, before)?)),
            ExprKind::Convert(operand) => ExprKind::Convert(Box::new(self.within(operand, before)?)),
            ExprKind::Wrap(operand) => ExprKind::Wrap(Box::new(self.within(operand, before)?)),
            ExprKind::Binary(op, left, right) => {
                let left = self.within(left, before)?;
                let earlier = before.len();
                let right = self.within(right, before)?;
                if before.len() > earlier && !is_constant(&left) {
                    return Err(Refused("an operand that changes something after another one was read"));
                }
                ExprKind::Binary(*op, Box::new(left), Box::new(right))
            }
            ExprKind::Intrinsic(function, operands) => {
                let operands =
                    operands.iter().map(|operand| self.pure(operand)).collect::<Plain<Vec<_>>>()?;
                ExprKind::Intrinsic(*function, operands)
            }
            ExprKind::Call(..) | ExprKind::CallParameter(..) => return Err(Refused("a call")),
            other => other.clone(),
        };
        Ok(Expr { kind, ..expr.clone() })
    }

    fn effect(&self, effect: &Effect, whole: &Expr, before: &mut Vec<Stmt>) -> Plain<Expr> {
        match effect {
            Effect::Sequence(statements, value) => {
                for stmt in statements {
                    let kind = self.kind(stmt)?;
                    before.push(Stmt { kind, ..stmt.clone() });
                }
                self.within(value, before)
            }
            Effect::Choice { condition, then, otherwise } => {
                let condition = self.within(condition, before)?;
                let (then, otherwise) = (self.pure(then)?, self.pure(otherwise)?);
                if may_fail(&then) || may_fail(&otherwise) {
                    return Err(Refused("a choice of values that may not be computable"));
                }
                let kind = if whole.ty == Type::Logical {
                    let not = Expr {
                        kind: ExprKind::Unary(UnaryOp::Not, Box::new(condition.clone())),
                        ..condition.clone()
                    };
                    let yes = both(BinaryOp::And, condition, then);
                    let no = both(BinaryOp::And, not, otherwise);
                    both(BinaryOp::Or, yes, no).kind
                } else {
                    ExprKind::Intrinsic(Intrinsic::Choose, vec![then, otherwise, condition])
                };
                Ok(Expr { kind, ..whole.clone() })
            }
            Effect::CallPointer(..) => Err(Refused("a call")),
            Effect::Primitive(..) => Err(Refused("what only the machine can do")),
        }
    }

    /// The variable or element at an address.
    fn place(&self, address: &Expr, ty: &Type, before: &mut Vec<Stmt>) -> Plain<Place> {
        let refused = Refused("memory that is not used as variables and arrays");
        let (base, index) = match &stripped(address).kind {
            ExprKind::Memory(memory) => match &**memory {
                Memory::Displace { pointer, index, scale, .. } if Some(*scale) == size(ty) => {
                    (stripped(pointer), self.within(index, before)?)
                }
                _ => (stripped(address), zero(address.span)),
            },
            _ => (stripped(address), zero(address.span)),
        };
        match &base.kind {
            ExprKind::Load(Place::Variable(variable)) => match &self.procedure.variables[*variable] {
                declared if declared.storage == Storage::Value && leads_to(&declared.ty, ty) => {
                    Ok(Place::Element(*variable, Box::new(index)))
                }
                _ => Err(refused),
            },
            ExprKind::Memory(memory) => match **memory {
                Memory::Address(Base::Variable(variable)) => match &self.procedure.variables[variable].ty {
                    Type::Block(block) => in_block(block, ty).map_or(Err(refused), |array| {
                        Ok(if array {
                            Place::Element(variable, Box::new(index))
                        } else {
                            Place::Variable(variable)
                        })
                    }),
                    _ => Err(refused),
                },
                _ => Err(refused),
            },
            _ => Err(refused),
        }
    }
}

/// Whether a block is an array (or a single one) of values of a type.
fn in_block(block: &BlockType, ty: &Type) -> Option<bool> {
    match &block.content {
        Type::Array(element, bounds) if **element == *ty && bounds.len() == 1 && is_number(ty) => Some(true),
        content if content == ty && is_number(ty) => Some(false),
        _ => None,
    }
}

fn leads_to(pointer: &Type, ty: &Type) -> bool {
    matches!(pointer, Type::Pointer(Some(target)) if **target == *ty && is_number(ty))
}

fn stripped(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Wrap(inner) | ExprKind::Convert(inner) if matches!(inner.ty, Type::Pointer(_)) => {
            stripped(inner)
        }
        _ => expr,
    }
}

fn size(ty: &Type) -> Option<u64> {
    match ty {
        Type::Int(int) => Some(u64::from(int.bits) / 8),
        _ => None,
    }
}

fn is_constant(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Int(_) | ExprKind::Bool(_))
}

/// Whether there is something in an expression that has no value for some operands.
fn may_fail(expr: &Expr) -> bool {
    let own = match &expr.kind {
        ExprKind::Load(place) => !matches!(place, Place::Variable(_)),
        ExprKind::Binary(op, ..) => matches!(op, BinaryOp::Divide | BinaryOp::Power),
        ExprKind::Intrinsic(function, _) => *function != Intrinsic::Choose,
        _ => false,
    };
    let mut inside = false;
    each_operand(expr, &mut |operand| inside |= may_fail(operand));
    own || inside
}

fn both(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr { span: left.span, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty: Type::Logical }
}

/// One statement for several.
fn grouped(mut statements: Vec<Stmt>) -> StmtKind {
    match statements.len() {
        0 => StmtKind::Null,
        1 => statements.remove(0).kind,
        _ => StmtKind::Group(statements),
    }
}
