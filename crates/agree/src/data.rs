//! Values of inputs, and how each language writes them.

use sextant_base::Random;

use crate::{Language, Program, Type};

/// A value of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Datum {
    /// An integer.
    Int(i128),
    /// A real number in quarters, so that every notation says it exactly.
    Quarters(i64),
    /// A truth value.
    Logical(bool),
}

impl Datum {
    /// In the notation of a language, for a call and for data.
    pub fn written(self, language: Language) -> String {
        match (self, language) {
            (Datum::Int(value), _) => value.to_string(),
            (Datum::Quarters(quarters), _) => format!("{:.2}", quarters as f64 / 4.0),
            (Datum::Logical(value), Language::C) => u8::from(value).to_string(),
            (Datum::Logical(value), Language::Fortran) => if value { ".TRUE." } else { ".FALSE." }.to_owned(),
            (Datum::Logical(value), Language::Pli) => if value { "'1'B" } else { "'0'B" }.to_owned(),
        }
    }
}

/// Inputs for the examined procedure: small ones mostly, some at the limits of their types.
pub fn inputs(program: &Program, count: usize, random: &mut Random) -> Vec<Vec<Datum>> {
    let types: Vec<Type> = program.main().parameters().map(|(_, ty)| ty).collect();
    let mut all: Vec<Vec<Datum>> = Vec::new();
    for _ in 0..count * 3 {
        let one: Vec<Datum> = types.iter().map(|&ty| datum(ty, random)).collect();
        if all.len() < count && !all.contains(&one) {
            all.push(one);
        }
    }
    all
}

fn datum(ty: Type, random: &mut Random) -> Datum {
    match (ty, ty.limits()) {
        (Type::Logical, _) => Datum::Logical(random.one_in(2)),
        (Type::Real { .. }, _) => Datum::Quarters(random.below(41) as i64 - 20),
        (_, Some((low, high))) => Datum::Int(match random.below(12) {
            0 => low,
            1 => high,
            2 | 3 => 0,
            4 => 100 + random.below(28) as i128,
            _ => (random.below(13) as i128 - 6).max(low),
        }),
        (Type::Int { .. }, None) => Datum::Int(0),
    }
}
