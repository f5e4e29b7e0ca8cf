//! Floats by their bits, as they are where rounding is delicate.

use crate::Choices;

/// The bits of a float of a format with so many bits of fraction and exponent: special ones, subnormals, few or many
/// bits set, near another one. NaN is the quiet one.
pub fn float_bits(choices: &mut Choices, fraction: u32, exponent: u32, near: Option<u64>) -> u64 {
    let (ones, all) = ((1u64 << fraction) - 1, (1u64 << exponent) - 1);
    let random = choices.bits();
    let few = choices.bits() & choices.bits() & choices.bits() & choices.bits();
    let field = match (choices.below(8), near) {
        (0, _) => 0,
        (1, _) => choices.pick(&[0, 1, 2, all - 2, all - 1, all]),
        (2..=4, Some(near)) => {
            let known = (near >> fraction) & all;
            (known + choices.below(2 * fraction as usize + 6) as u64)
                .saturating_sub(u64::from(fraction) + 3)
                .min(all)
        }
        (5, _) => all / 2 + choices.below(8) as u64,
        _ => random >> 8 & all,
    };
    let mantissa = match (choices.below(6), near) {
        (0, _) => choices.pick(&[0, 1, ones, ones - 1, ones >> 1, (ones >> 1) + 1]),
        (1, Some(near)) => (near & ones) ^ (1 << choices.below(fraction as usize)),
        (2, Some(near)) => near & ones,
        (3 | 4, _) => few & ones,
        _ => random >> 20 & ones,
    };
    let sign = u64::from(choices.chance(50)) << (fraction + exponent);
    let bits = sign | field << fraction | if field == all && choices.chance(70) { 0 } else { mantissa };
    let quiet = ones ^ (ones >> 1);
    let is_nan = field == all && bits & ones != 0;
    if is_nan { all << fraction | quiet } else { bits }
}
