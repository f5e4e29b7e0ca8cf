//! What all tests of the solver share: configurations, ways to build and check.

use std::path::PathBuf;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use sextant_expr::{FloatKind, Op, Scalar, Sort, Table, TermId, Value};
use sextant_solver::{Answer, SolverConfig};
use sextant_testing::Choices;

/// The operations on two bit strings of one width that give a third.
pub const BIT_OPERATIONS: [Op; 13] = [
    Op::BvAdd,
    Op::BvSub,
    Op::BvMul,
    Op::BvUdiv,
    Op::BvUrem,
    Op::BvSdiv,
    Op::BvSrem,
    Op::BvAnd,
    Op::BvOr,
    Op::BvXor,
    Op::BvShl,
    Op::BvLshr,
    Op::BvAshr,
];

/// The folder into which the project's set-up unpacks Z3.
pub fn z3_folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../.tools/z3-solver");
    assert!(
        folder.join("z3/lib/libz3.so").is_file(),
        "these tests need Z3: run `pip install --target .tools/z3-solver z3-solver==5.4.0.0` in the project's folder"
    );
    folder
}

/// Only the Z3 layer.
pub fn z3_only() -> SolverConfig {
    let library = z3_folder().join("z3/lib/libz3.so");
    SolverConfig { linear: false, reuse_models: false, z3_library: Some(library), ..SolverConfig::default() }
}

/// Only the own linear layer.
pub fn linear_only() -> SolverConfig {
    SolverConfig { reuse_models: false, z3: false, ..SolverConfig::default() }
}

/// All layers.
pub fn everything() -> SolverConfig {
    SolverConfig { linear: true, reuse_models: true, ..z3_only() }
}

/// Only a Z3 process.
pub fn pipe_only() -> SolverConfig {
    let program = z3_folder().join("bin/z3").display().to_string();
    SolverConfig { linear: false, pipe: Some(vec![program, "-in".into()]), ..linear_only() }
}

/// Panics if an answer's model does not satisfy the conditions.
pub fn check_model(table: &Table, conditions: &[TermId], answer: &Answer) {
    if let Answer::Sat(model) = answer {
        for &condition in conditions {
            let holds = table.evaluate(condition, model) == Value::Bool(true);
            assert!(holds, "{} under {model:?}", table.show(condition));
        }
    }
}

/// `sat`, `unsat`, or none.
pub fn decided(answer: &Answer) -> Option<bool> {
    match answer {
        Answer::Sat(_) => Some(true),
        Answer::Unsat => Some(false),
        Answer::Unknown(_) => None,
    }
}

/// Panics if two answers contradict each other.
pub fn agree(table: &Table, conditions: &[TermId], one: &Answer, other: &Answer) {
    check_model(table, conditions, one);
    check_model(table, conditions, other);
    if let (Some(first), Some(second)) = (decided(one), decided(other)) {
        let shown: Vec<String> = conditions.iter().map(|&condition| table.show(condition)).collect();
        assert_eq!(first, second, "{shown:#?}");
    }
}

pub fn ints(table: &mut Table, count: usize) -> Vec<TermId> {
    (0..count).map(|at| table.symbol(&format!("i{at}"), Sort::INT)).collect()
}

pub fn number(table: &mut Table, sort: Sort, value: i64) -> TermId {
    if sort == Sort::INT { table.int(value) } else { table.real(RBig::from(IBig::from(value))) }
}

pub fn compare(table: &mut Table, op: Op, left: TermId, right: i64) -> TermId {
    let sort = table.sort(left);
    let right = number(table, sort, right);
    table.apply(op, &[left, right])
}

/// Any value of a scalar sort, often a special one.
pub fn random_value(choices: &mut Choices, sort: Scalar) -> Value {
    match sort {
        Scalar::Bool => Value::Bool(choices.chance(50)),
        Scalar::Int => Value::Int(IBig::from(choices.between(-9, 9))),
        Scalar::Real => {
            let top = IBig::from(choices.between(-9, 9));
            Value::Real(RBig::from_parts(top, UBig::from(choices.between(1, 4) as u64)))
        }
        Scalar::BitVec(width) => {
            let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
            let word = choices.bits();
            Value::Bits(
                width,
                UBig::from(choices.pick(&[0, 1, mask, mask >> 1, word, word >> 32, word >> 60]) & mask),
            )
        }
        Scalar::Float(FloatKind::Single) => {
            let word = choices.bits() as u32;
            let special = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -0.0, 1.0, -1.5, f32::MAX];
            let special = choices.pick(&special).to_bits();
            let value = f32::from_bits(if choices.chance(50) { special } else { word });
            let bits = if value.is_nan() { f32::NAN.to_bits() } else { value.to_bits() };
            Value::Float(FloatKind::Single, u64::from(bits))
        }
        Scalar::Float(FloatKind::Double) => {
            let word = choices.bits();
            let special = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0, 1.0, -1.5, f64::MAX];
            let special = choices.pick(&special).to_bits();
            let value = f64::from_bits(if choices.chance(50) { special } else { word });
            let bits = if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() };
            Value::Float(FloatKind::Double, bits)
        }
    }
}

/// The constant term of a scalar value.
pub fn constant(table: &mut Table, value: &Value) -> TermId {
    match value {
        Value::Bool(value) => table.boolean(*value),
        Value::Int(value) => table.int(value.clone()),
        Value::Real(value) => table.real(value.clone()),
        Value::Bits(width, value) => table.bits(*width, value.clone()),
        Value::Float(kind, bits) => table.float(*kind, *bits),
        Value::Array(_) => panic!("arrays are not constants"),
    }
}
