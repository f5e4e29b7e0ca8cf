//! Random cases of output.

use sextant_records::{Type, Value};

use super::case::{Action, Case, Item};

/// A small generator of pseudo-random numbers (xorshift), so that a seed names a run.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() >> 16) as usize % limit
    }

    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'s>(&mut self, choices: &[&'s str]) -> &'s str {
        choices[self.below(choices.len())]
    }
}

/// A real of any size, with a liking for short decimals, ties and the edges of ranges.
pub fn real(random: &mut Random) -> f64 {
    let sign = if random.one_in(3) { -1.0 } else { 1.0 };
    let power = |random: &mut Random, range: i32| 10f64.powi(random.below(range as usize * 2) as i32 - range);
    sign * match random.below(12) {
        0 => 0.0,
        1 => random.below(2000) as f64 / 8.0,
        2 => random.below(100_000) as f64 / 1000.0,
        3 => power(random, 12),
        4 => power(random, 12) * (1.0 - 1e-7),
        5 => (random.below(20_000) as f64 + 0.5) * power(random, 5),
        6 => f64::from_bits(random.bits()),
        7 => power(random, 35),
        8 => random.below(1_000_000_000) as f64,
        9 => 10f64.powi(random.below(8) as i32) - 0.5,
        _ => random.bits() as f64 / u64::MAX as f64 * power(random, 8),
    }
}

pub fn value(random: &mut Random, of: Type) -> Value {
    let single = |random: &mut Random| real(random) as f32;
    match of {
        Type::Integer(kind) => {
            let bits = [8, 16, 32, 64][(kind as usize).trailing_zeros().min(3) as usize];
            let shift = random.below(bits - 1) + 64 - bits + 1;
            let size = if random.one_in(6) { 0 } else { i128::from(random.bits() >> shift) };
            Value::Integer(if random.one_in(3) { -size } else { size }, kind)
        }
        Type::Real32 => Value::Real32(single(random)),
        Type::Real64 => Value::Real64(real(random)),
        Type::Complex32 => Value::Complex32(single(random), single(random)),
        Type::Complex64 => Value::Complex64(real(random), real(random)),
        Type::Logical(kind) => Value::Logical(random.one_in(2), kind),
        Type::Character(length) => {
            Value::Character((0..length).map(|_| b"abcXYZ019 ,'\"/*;-"[random.below(17)]).collect())
        }
    }
}

pub fn item(random: &mut Random, of: Type) -> Item {
    Item { name: String::new(), of, values: vec![value(random, of)] }
}

pub fn any_type(random: &mut Random) -> Type {
    match random.below(12) {
        0 => Type::Integer(1),
        1 => Type::Integer(2),
        2 | 3 => Type::Integer(4),
        4 => Type::Integer(8),
        5 | 6 => Type::Real32,
        7 | 8 => Type::Real64,
        9 => Type::Logical(4),
        10 => Type::Character(random.below(12) + 1),
        _ if random.one_in(2) => Type::Complex32,
        _ => Type::Complex64,
    }
}

/// A descriptor for a type.
fn descriptor(random: &mut Random, of: Type) -> String {
    let width = if random.one_in(8) { 0 } else { random.below(22) + 1 };
    let digits = if random.one_in(3) { format!(".{}", random.below(8)) } else { String::new() };
    let most = if random.one_in(4) { 20 } else { 7 };
    let decimals = random.below(most);
    let exponent = if random.one_in(4) { format!("E{}", random.below(4) + 1) } else { String::new() };
    match of {
        Type::Integer(_) => match random.below(8) {
            0 => format!("B{width}"),
            1 => format!("O{width}{digits}"),
            2 => format!("Z{width}{digits}"),
            3 => format!("G{width}"),
            _ => format!("I{width}{digits}"),
        },
        Type::Logical(_) => format!("{}{}", random.pick(&["L", "L", "G"]), width),
        Type::Character(_) => match random.below(3) {
            0 => "A".into(),
            1 => format!("A{}", width.max(1)),
            _ => format!("G{width}"),
        },
        _ => match random.below(10) {
            0..=3 => format!("F{width}.{decimals}"),
            4 => format!("D{width}.{}", decimals + 1),
            5 => format!("ES{width}.{decimals}{exponent}"),
            6 => format!("EN{width}.{decimals}{exponent}"),
            7 if random.one_in(5) => "G0".into(),
            7 | 8 => format!("G{width}.{}{exponent}", decimals + 1),
            _ => format!("E{width}.{}{exponent}", decimals + 1),
        },
    }
}

fn separator(random: &mut Random) -> &'static str {
    random.pick(&[
        ",",
        ",",
        ",",
        ",",
        ",",
        ",",
        ",1X,",
        ",'ab',",
        ",T10,",
        ",TL3,",
        ",TR2,",
        "/",
        ",SP,",
        ",SS,",
        ",S,",
        ",1P,",
        ",0P,",
        ",-1P,",
        ",2P,",
        ",:,",
        ",3Hx y,",
        ",//,",
        ",T1,",
        ",\"it''s\",",
        ",BN,",
        ",0P,2X,",
    ])
}

/// A formatted output statement.
pub fn write(random: &mut Random) -> Case {
    let count = random.below(5) + 1;
    let mut format = String::from("(");
    let mut items = Vec::new();
    for index in 0..count {
        if index > 0 || random.one_in(4) {
            let text = separator(random);
            format += if index == 0 { text.trim_start_matches(',') } else { text };
        }
        let of = any_type(random);
        let one = match of {
            Type::Complex32 => Type::Real32,
            Type::Complex64 => Type::Real64,
            other => other,
        };
        match random.below(6) {
            0 => {
                format += &format!("2{}", descriptor(random, one));
                items.push(item(random, of));
                items.push(item(random, of));
            }
            1 => {
                let other = any_type(random);
                let second =
                    if matches!(other, Type::Complex32 | Type::Complex64) { Type::Real32 } else { other };
                format += &format!("2({},{})", descriptor(random, one), descriptor(random, second));
                items.extend([
                    item(random, one),
                    item(random, second),
                    item(random, one),
                    item(random, second),
                ]);
            }
            _ => {
                format += &descriptor(random, one);
                items.push(item(random, one));
            }
        }
    }
    if random.one_in(4) {
        format += random.pick(&[",'end'", "/", ",5X", ",T40", ",:,'more'"]);
    }
    format += ")";
    if random.one_in(10) {
        let kept = random.below(items.len() + 1);
        items.truncate(kept);
    }
    Case::new(Action::Write(format), items)
}

/// An output statement on an internal file that is sometimes too small.
pub fn internal(random: &mut Random) -> Case {
    let (count, length) = (random.below(4) + 1, random.below(60) + 20);
    let inner = if random.one_in(4) { list(random) } else { write(random) };
    let action = match inner.action {
        Action::Write(format) => Action::Internal(format, count, length),
        _ => Action::ListInternal(count, length),
    };
    Case::new(action, inner.items)
}

/// A list-directed output statement.
pub fn list(random: &mut Random) -> Case {
    let count = random.below(8);
    let items = (0..count)
        .map(|_| {
            let of = any_type(random);
            item(random, of)
        })
        .collect();
    Case::new(Action::List(random.pick(&["", "", "", "apostrophe", "quote"]).into()), items)
}

/// A namelist output statement.
pub fn namelist(random: &mut Random) -> Case {
    let items = (0..random.below(4) + 1).map(|index| named(random, index)).collect();
    Case::new(Action::Namelist(random.pick(&["", "", "apostrophe", "quote", "none"]).into()), items)
}

/// A named object, sometimes an array with equal elements in it.
pub fn named(random: &mut Random, index: usize) -> Item {
    let of = any_type(random);
    let count = if random.one_in(2) { 1 } else { random.below(14) + 1 };
    let mut values = vec![value(random, of)];
    while values.len() < count {
        let next = if random.one_in(2) { values[values.len() - 1].clone() } else { value(random, of) };
        values.push(next);
    }
    Item { name: format!("{}{index}", random.pick(&["a", "count", "Long_name"])), of, values }
}
