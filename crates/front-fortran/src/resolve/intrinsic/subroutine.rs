//! Subroutines of the language. What they tell about the world outside is an input of the program.

use sextant_base::Span;
use sextant_syntax::{
    Expr, Intrinsic, Layout, Operation, Outside, Place, StmtKind, Transfer, TransferItem, Type, Unit,
};

use crate::raw;
use crate::resolve::Resolver;
use crate::resolve::allocation::is_same_scalar;
use crate::resolve::build::{branch, convert, int, intrinsic, rank};
use crate::resolve::scope::Designator;

/// The names of the dummy arguments of a subroutine of the language.
pub(super) fn parameters(upper: &str) -> Option<&'static [&'static str]> {
    Some(match upper {
        "CPU_TIME" => &["TIME"],
        "SECOND" => &["TIME"],
        "SYSTEM_CLOCK" => &["COUNT", "COUNT_RATE", "COUNT_MAX"],
        "DATE_AND_TIME" => &["DATE", "TIME", "ZONE", "VALUES"],
        "RANDOM_NUMBER" => &["HARVEST"],
        "RANDOM_SEED" => &["SIZE", "PUT", "GET"],
        "RANDOM_INIT" => &["REPEATABLE", "IMAGE_DISTINCT"],
        "GET_COMMAND_ARGUMENT" => &["NUMBER", "VALUE", "LENGTH", "STATUS"],
        "GETARG" => &["POS", "VALUE"],
        "GET_COMMAND" => &["COMMAND", "LENGTH", "STATUS"],
        "GET_ENVIRONMENT_VARIABLE" => &["NAME", "VALUE", "LENGTH", "STATUS", "TRIM_NAME"],
        "MVBITS" => &["FROM", "FROMPOS", "LEN", "TO", "TOPOS"],
        "MOVE_ALLOC" => &["FROM", "TO"],
        "EXIT" => &["STATUS"],
        "ABORT" => &[],
        "FLUSH" => &["UNIT"],
        _ => return None,
    })
}

/// What is asked of the world for each argument of a subroutine.
fn asked(upper: &str) -> &'static [Option<Outside>] {
    use Outside::*;
    match upper {
        "CPU_TIME" | "SECOND" => &[Some(CpuTime)],
        "SYSTEM_CLOCK" => &[Some(Count), Some(CountRate), Some(CountMost)],
        "DATE_AND_TIME" => &[Some(Date), Some(TimeOfDay), Some(Zone), Some(DateParts)],
        "RANDOM_NUMBER" => &[Some(Random)],
        "RANDOM_SEED" => &[Some(SeedSize), None, Some(Seed)],
        "GET_COMMAND" => &[Some(Argument), Some(ArgumentLength), Some(ArgumentStatus)],
        "GET_COMMAND_ARGUMENT" | "GETARG" | "GET_ENVIRONMENT_VARIABLE" => {
            &[None, Some(Argument), Some(ArgumentLength), Some(ArgumentStatus)]
        }
        _ => &[],
    }
}

/// A place gets what the world outside says.
pub(super) fn outside(asked: Outside, place: Place) -> StmtKind {
    let transfer = Transfer::new(Operation::Read, Unit::Outside(asked), Layout::Unformatted);
    StmtKind::Transfer(Box::new(Transfer { items: vec![TransferItem::Place(place)], ..transfer }))
}

impl Resolver<'_, '_> {
    pub(crate) fn intrinsic_subroutine(
        &mut self,
        name: &raw::Name,
        arguments: &[raw::Argument],
        span: Span,
    ) -> Option<StmtKind> {
        let Some(parameters) = parameters(&name.upper) else {
            return Some(StmtKind::Unsupported(format!("the subroutine {}", name.written)));
        };
        let given = self.ordered(name, parameters, arguments, span)?;
        let given_at = |at: usize| given.get(at).copied().flatten();
        match &*name.upper {
            "EXIT" => match given_at(0) {
                Some(status) => Some(Self::exit_with(self.integer(status)?)),
                None => Some(StmtKind::Stop),
            },
            "ABORT" => Some(Self::exit_with(int(134, span))),
            "FLUSH" => self.flush(given_at(0)),
            "MVBITS" => self.move_bits(&given, span),
            "MOVE_ALLOC" => match (given_at(0), given_at(1)) {
                (Some(from), Some(to)) => self.move_allocation(from, to, span),
                _ => self.fail(span, "MOVE_ALLOC needs two arguments"),
            },
            "RANDOM_INIT" => Some(StmtKind::Null),
            _ => self.inputs(asked(&name.upper), &given, span),
        }
    }

    /// Values from outside for each variable.
    fn inputs(
        &mut self,
        asked: &[Option<Outside>],
        given: &[Option<&raw::Expr>],
        span: Span,
    ) -> Option<StmtKind> {
        let mut statements = Vec::new();
        for (asked, raw) in asked.iter().zip(given) {
            let (Some(asked), Some(raw)) = (asked, raw) else { continue };
            let place = self.place_of(raw)?;
            statements.push(self.made(outside(*asked, place), span));
        }
        Some(if statements.is_empty() { StmtKind::Null } else { StmtKind::Group(statements) })
    }

    fn flush(&mut self, unit: Option<&raw::Expr>) -> Option<StmtKind> {
        let Some(unit) = unit else { return Some(StmtKind::Null) };
        let unit = Unit::Number(self.integer(unit)?);
        Some(StmtKind::Transfer(Box::new(Transfer::new(Operation::Flush, unit, Layout::Unformatted))))
    }

    /// `to` gets `len` bits of `from` at `topos`; the others stay.
    fn move_bits(&mut self, given: &[Option<&raw::Expr>], span: Span) -> Option<StmtKind> {
        let &[Some(from), Some(position), Some(length), Some(to), Some(at)] = given else {
            return self.fail(span, "MVBITS takes 5 arguments");
        };
        let (from, position, length) = (self.integer(from)?, self.integer(position)?, self.integer(length)?);
        let (target, at) = (self.designator(to)?, self.integer(at)?);
        let ty = target.ty.clone();
        let shift = |value: Expr, by: Expr| intrinsic(Intrinsic::Shift, vec![value, by], ty.clone(), span);
        let minus_one = Expr { ty: ty.clone(), ..int(-1, span) };
        // `length` ones: all ones but those shifted in from the left of the field.
        let ones = intrinsic(Intrinsic::BitNot, vec![shift(minus_one, length.clone())], ty.clone(), span);
        let hole = intrinsic(Intrinsic::BitNot, vec![shift(ones, at.clone())], ty.clone(), span);
        let kept = intrinsic(Intrinsic::BitAnd, vec![self.load(target.clone()), hole], ty.clone(), span);
        let field =
            intrinsic(Intrinsic::BitField, vec![convert(from, &ty), position, length], ty.clone(), span);
        let value = intrinsic(Intrinsic::BitOr, vec![kept, shift(field, at)], ty.clone(), span);
        self.assign_value(Designator { span, ..target }, value)
    }

    fn move_allocation(&mut self, from: &raw::Expr, to: &raw::Expr, span: Span) -> Option<StmtKind> {
        let (from, to) = (self.allocation(from)?, self.allocation(to)?);
        if rank(&from.ty) != rank(&to.ty) || !is_same_scalar(&from.ty, &to.ty) {
            return self.fail(span, "MOVE_ALLOC is given two arguments of different types");
        }
        let (from, to) = (self.place(from), self.place(to));
        let has = Expr { kind: sextant_syntax::ExprKind::HasStorage(to.clone()), ty: Type::Logical, span };
        let release = self.made(StmtKind::Release(to.clone()), span);
        let clear = self.made(branch(has, release, None), span);
        let point = self.made(StmtKind::PointTo { handle: to, target: Some(from.clone()) }, span);
        let forget = self.made(StmtKind::PointTo { handle: from, target: None }, span);
        Some(StmtKind::Group(vec![clear, point, forget]))
    }

    /// Something that has storage only once it is allocated.
    fn allocation(&mut self, raw: &raw::Expr) -> Option<Designator> {
        let designator = self.designator(raw)?;
        let place = self.place(designator.clone());
        match self.is_handle_place(&place) {
            true => Some(designator),
            false => self.fail(raw.span, "this is not allocatable"),
        }
    }
}
