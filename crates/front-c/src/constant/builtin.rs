//! Functions of the compiler on constants.

use dashu_int::IBig;
use sextant_syntax::IntType;

use super::arithmetic::wrap;
use super::{Evaluator, int};
use crate::tree::{Callee, Constant, Expr};
use crate::types::TypeId;

impl Evaluator<'_> {
    pub(super) fn call(&self, callee: &Callee, arguments: &[Expr], ty: TypeId) -> Option<Constant> {
        let Callee::Builtin(name) = callee else { return None };
        let [argument] = arguments else { return None };
        let short = name.strip_prefix("__builtin_")?;
        let bits = self.types.integer(argument.ty)?.bits;
        let value = wrap(int(self.value(argument)?)?, IntType { bits, signed: false });
        let value = u64::try_from(value).ok()?;
        let width = u32::from(bits);
        let result = match short.trim_end_matches('l') {
            "bswap16" | "bswap32" | "bswap64" => value.swap_bytes() >> (64 - width),
            "popcount" => u64::from(value.count_ones()),
            "parity" => u64::from(value.count_ones() % 2),
            "clz" if value != 0 => u64::from(value.leading_zeros() - (64 - width)),
            "ctz" if value != 0 => u64::from(value.trailing_zeros()),
            "ffs" => {
                if value == 0 {
                    0
                } else {
                    u64::from(value.trailing_zeros()) + 1
                }
            }
            _ => return None,
        };
        Some(Constant::Int(wrap(IBig::from(result), self.types.integer(ty)?)))
    }
}
