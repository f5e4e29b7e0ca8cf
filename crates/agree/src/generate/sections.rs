//! Statements and expressions about several elements of an array at once.

use super::{Generator, Scope};
use crate::{Arithmetic, Expr, Intrinsic, Kind, Reduction, Relation, Section, Stmt, Type};

impl Generator {
    /// A statement that changes several elements.
    pub(super) fn about_sections(&mut self, scope: &Scope<'_>) -> Option<Stmt> {
        let target = self.section(scope, None, None)?;
        let ty = scope.procedure.arrays[target.array].ty;
        Some(match self.random.below(4) {
            0 => Stmt::Pass(target, self.simple(scope, ty)),
            1 => {
                let mask = self.mask(scope, ty, target.count);
                let value = self.of_parts(scope, ty, target.count, 2);
                let other = match self.random.one_in(2) {
                    true => Some(self.of_parts(scope, ty, target.count, 1)),
                    false => None,
                };
                Stmt::Where(mask, target, value, other)
            }
            _ => Stmt::Whole(target, self.of_parts(scope, ty, target.count, 2)),
        })
    }

    /// One number from several elements.
    pub(super) fn reduced(&mut self, scope: &Scope<'_>, ty: Type) -> Option<Expr> {
        let part = self.section(scope, Some(ty), None)?;
        let reduction = match self.random.below(6) {
            0 => Reduction::Product,
            1 => Reduction::Greatest,
            2 => Reduction::Least,
            _ => Reduction::Sum,
        };
        let part = Expr { ty, kind: Kind::Part(part) };
        let operand = match self.random.one_in(2) {
            true => part,
            false => {
                let other = self.simple(scope, ty);
                Expr { ty, kind: Kind::Arithmetic(Arithmetic::Add, Box::new(part), Box::new(other)) }
            }
        };
        Some(Expr { ty, kind: Kind::Reduced(reduction, Box::new(operand)) })
    }

    /// A number that depends on where elements lie: one element less what others come to.
    pub(super) fn told_apart(&mut self, scope: &Scope<'_>, ty: Type) -> Expr {
        let one = self.element(scope, ty);
        let others = self.reduced(scope, ty).unwrap_or_else(|| self.simple(scope, ty));
        Expr { ty, kind: Kind::Arithmetic(Arithmetic::Subtract, Box::new(one), Box::new(others)) }
    }

    /// Elements of an array, perhaps of a type and as many as wanted, always inside of its bounds.
    fn section(&mut self, scope: &Scope<'_>, ty: Option<Type>, count: Option<i64>) -> Option<Section> {
        let fits = |number: &usize| {
            let array = scope.procedure.arrays[*number];
            ty.is_none_or(|ty| array.ty == ty) && count.is_none_or(|count| count <= array.extent)
        };
        let all: Vec<usize> = (0..scope.procedure.arrays.len()).filter(fits).collect();
        let array = *self.random.choose(&all)?;
        let extent = scope.procedure.arrays[array].extent;
        let count = count.unwrap_or_else(|| 1 + self.random.below(extent as usize) as i64);
        let widest = if count > 1 { (extent - 1) / (count - 1) } else { 1 };
        let distance = 1 + self.random.below(widest as usize) as i64;
        let reach = (count - 1) * distance;
        let low = 1 + self.random.below((extent - reach) as usize) as i64;
        Some(match self.random.one_in(3) {
            true => Section { array, low: low + reach, step: -distance, count },
            false => Section { array, low, step: distance, count },
        })
    }

    /// Elements, or a number for all of them.
    fn part(&mut self, scope: &Scope<'_>, ty: Type, count: i64) -> Expr {
        let found = if self.random.one_in(4) { None } else { self.section(scope, Some(ty), Some(count)) };
        match found {
            Some(part) => Expr { ty, kind: Kind::Part(part) },
            None => self.simple(scope, ty),
        }
    }

    /// An expression that is computed for each of several elements.
    fn of_parts(&mut self, scope: &Scope<'_>, ty: Type, count: i64, depth: usize) -> Expr {
        if depth == 0 {
            return self.part(scope, ty, count);
        }
        let left = self.of_parts(scope, ty, count, depth - 1);
        let kind = match self.random.below(8) {
            0 => return left,
            1 if self.features.errors => {
                let right = self.part(scope, ty, count);
                Kind::Arithmetic(Arithmetic::Divide, Box::new(left), Box::new(right))
            }
            2 => Kind::Intrinsic(Intrinsic::Abs, vec![left]),
            3 => {
                let (mask, right) = (self.mask(scope, ty, count), self.part(scope, ty, count));
                Kind::Intrinsic(Intrinsic::Choose, vec![mask, left, right])
            }
            4 => Kind::Intrinsic(Intrinsic::Max, vec![left, self.part(scope, ty, count)]),
            choice => {
                let operator = match choice {
                    5 => Arithmetic::Multiply,
                    6 => Arithmetic::Subtract,
                    _ => Arithmetic::Add,
                };
                let right = self.of_parts(scope, ty, count, depth - 1);
                Kind::Arithmetic(operator, Box::new(left), Box::new(right))
            }
        };
        Expr { ty, kind }
    }

    /// A condition for each of several elements: an array in any case.
    fn mask(&mut self, scope: &Scope<'_>, ty: Type, count: i64) -> Expr {
        let own = self.section(scope, Some(ty), Some(count));
        let left = own.map_or_else(|| self.simple(scope, ty), |part| Expr { ty, kind: Kind::Part(part) });
        let right = self.part(scope, ty, count);
        let relation = *self
            .random
            .choose(&[Relation::Equal, Relation::Unequal, Relation::Less, Relation::AtMost])
            .expect("there are four");
        Expr { ty: Type::Logical, kind: Kind::Compare(relation, Box::new(left), Box::new(right)) }
    }
}
