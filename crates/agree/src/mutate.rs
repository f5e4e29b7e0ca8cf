//! Programs that differ from a given one in one constant, one operator or one statement.

use crate::{Arithmetic, Expr, Kind, Place, Program, Relation, Stmt};

/// Programs with one change each, spread over the given one.
pub fn mutants(program: &Program, wanted: usize) -> Vec<Program> {
    let mut walk = Walk { at: usize::MAX };
    walk.program(&mut program.clone());
    let sites = usize::MAX - walk.at;
    let chosen = wanted.min(sites);
    // The choice depends on how large the program is: else it would always be at the same depth.
    let first = sites.wrapping_mul(0x9e37_79b1) >> 5;
    (0..chosen)
        .map(|number| {
            let mut program = program.clone();
            Walk { at: (number * sites / chosen + first) % sites }.program(&mut program);
            program
        })
        .collect()
}

/// A walk to the place of a change; what it passes is counted down.
struct Walk {
    at: usize,
}

impl Walk {
    /// Whether the change is to be made here.
    fn is_here(&mut self) -> bool {
        let here = self.at == 0;
        self.at = self.at.wrapping_sub(1);
        here
    }

    fn program(&mut self, program: &mut Program) {
        for procedure in &mut program.procedures {
            self.body(&mut procedure.body);
            procedure.result.iter_mut().for_each(|result| self.expr(result));
        }
    }

    fn body(&mut self, body: &mut [Stmt]) {
        for statement in body {
            match statement {
                Stmt::Assign(place, value) => {
                    if let Place::Element(_, subscript) = place {
                        self.expr(subscript);
                    }
                    self.expr(value);
                }
                Stmt::If(condition, yes, no) => {
                    self.expr(condition);
                    self.body(yes);
                    self.body(no);
                    if self.is_here() {
                        std::mem::swap(yes, no);
                    }
                }
                Stmt::Loop { body, .. } => self.body(body),
                Stmt::Call(_, _, arguments) => arguments.iter_mut().for_each(|one| self.expr(one)),
                Stmt::Where(mask, _, value, other) => {
                    self.expr(mask);
                    self.expr(value);
                    other.iter_mut().for_each(|other| self.expr(other));
                }
                Stmt::Whole(_, value) | Stmt::Pass(_, value) | Stmt::Return(value) => self.expr(value),
            }
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        if changed(&expr.kind).is_some()
            && self.is_here()
            && let Some(kind) = changed(&expr.kind)
        {
            expr.kind = kind;
            return;
        }
        expr.operands_mut().into_iter().for_each(|operand| self.expr(operand));
    }
}

/// An expression of the same type that looks much like it.
fn changed(kind: &Kind) -> Option<Kind> {
    Some(match kind {
        // A number of its type, whatever that is.
        Kind::Int(value) => Kind::Int(if *value > 0 { value - 1 } else { value + 1 }),
        Kind::Quarters(value) => Kind::Quarters(if *value > 0 { value - 1 } else { value + 1 }),
        Kind::Logical(value) => Kind::Logical(!value),
        Kind::Arithmetic(operation, left, right) => {
            let other = match operation {
                Arithmetic::Add => Arithmetic::Subtract,
                Arithmetic::Subtract | Arithmetic::Multiply => Arithmetic::Add,
                // Their right sides are made so that they are no errors.
                Arithmetic::Divide | Arithmetic::Remainder => return None,
            };
            Kind::Arithmetic(other, left.clone(), right.clone())
        }
        Kind::Compare(relation, left, right) => {
            let other = match relation {
                Relation::Equal => Relation::Unequal,
                Relation::Unequal => Relation::Equal,
                Relation::Less => Relation::AtMost,
                Relation::AtMost => Relation::Less,
            };
            Kind::Compare(other, left.clone(), right.clone())
        }
        Kind::And(left, right) => Kind::Or(left.clone(), right.clone()),
        Kind::Or(left, right) => Kind::And(left.clone(), right.clone()),
        Kind::Variable(_)
        | Kind::Element(..)
        | Kind::Field(_)
        | Kind::Negated(_)
        | Kind::Not(_)
        | Kind::Converted(_)
        | Kind::Intrinsic(..)
        | Kind::Part(_)
        | Kind::Reduced(..)
        | Kind::Call(..) => return None,
    })
}
