//! Circuits of floats against the machine: every operation on many operands at a time, by computing the gates.

use rustc_hash::FxHashMap;
use sextant_expr::{FloatKind, Function, Op, Scalar, Sort, Table, TermId, Value, apply_op};
use sextant_testing::{Choices, Plan, check, float_bits};

use super::super::circuit::Circuit;
use super::super::gates::{Bit, Gate, Gates};
use super::Format;

/// Operands computed with at a time: one in each bit of a machine word.
const LANES: usize = 64;

/// The values of all gates, from those of inputs.
fn simulated(gates: &Gates, inputs: &FxHashMap<u32, u64>) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::with_capacity(gates.len());
    for gate in 0..gates.len() as u32 {
        let of = |bit: Bit| of(&values, bit);
        let value = match gates.gate(gate) {
            Gate::Constant => 0,
            Gate::Input => inputs[&gate],
            Gate::And(a, b) => of(a) & of(b),
            // An exclusive or is the one of its set, which its parts may be beyond.
            Gate::Xor(a, b, c) => of(a) ^ of(b) ^ of(c),
            Gate::Choice(condition, yes, no) => (of(condition) & of(yes)) | (!of(condition) & of(no)),
            Gate::Majority(a, b, c) => (of(a) & of(b)) | (of(a) & of(c)) | (of(b) & of(c)),
        };
        values.push(value);
    }
    values
}

fn of(values: &[u64], bit: Bit) -> u64 {
    values[bit.gate() as usize] ^ if bit.negated() { u64::MAX } else { 0 }
}

/// What a bit string is in one lane.
fn lane(values: &[u64], bits: &[Bit], at: usize) -> u64 {
    bits.iter().enumerate().fold(0, |sum, (place, &bit)| sum | (of(values, bit) >> at & 1) << place)
}

/// An operation with its circuit.
struct Subject {
    op: Op,
    operands: Vec<TermId>,
    result: Vec<Bit>,
}

/// All operations on floats of a format, and on an integer of 64 bits as its bits.
struct Subjects {
    table: Table,
    circuit: Circuit,
    inputs: Vec<(TermId, Vec<Bit>)>,
    all: Vec<Subject>,
}

impl Subjects {
    fn new(kind: FloatKind) -> Self {
        let mut table = Table::new();
        let mut circuit = Circuit::default();
        let sort = Sort::Scalar(Scalar::Float(kind));
        let [x, y] = ["x", "y"].map(|name| table.symbol(name, sort));
        let bits = table.symbol("i", Sort::Scalar(Scalar::BitVec(64)));
        let i = table.apply(Op::BvToSint, &[bits]);
        let real = table.apply(Op::ToReal, &[i]);
        let other = if kind == FloatKind::Single { FloatKind::Double } else { FloatKind::Single };
        let two = |op: Op| (op, vec![x, y]);
        let one = |op: Op| (op, vec![x]);
        let operations = [
            two(Op::FloatAdd),
            two(Op::FloatSub),
            two(Op::FloatMul),
            two(Op::FloatDiv),
            two(Op::FloatEq),
            two(Op::FloatLt),
            two(Op::FloatLe),
            one(Op::Function(Function::Sqrt)),
            one(Op::FloatNeg),
            one(Op::FloatAbs),
            one(Op::FloatIsNan),
            one(Op::FloatToFloat(other)),
            (Op::RealToFloat(kind), vec![real]),
        ];
        let inputs = [x, y, bits].map(|input| {
            let bits = circuit.vector(&table, input).expect("inputs have bits");
            (input, bits.to_vec())
        });
        let mut all = Vec::new();
        for (op, operands) in operations {
            let term = table.apply(op.clone(), &operands);
            let result = match table.sort(term) {
                Sort::BOOL => vec![circuit.truth(&table, term).expect("a circuit")],
                _ => circuit.vector(&table, term).expect("a circuit").to_vec(),
            };
            all.push(Subject { op, operands, result });
        }
        Self { table, circuit, inputs: inputs.to_vec(), all }
    }

    /// Computes all operations in all lanes, and compares them with the machine's.
    fn examine(&self, choices: &mut Choices, kind: FloatKind) {
        let Format { exponent, fraction } = Format::of(kind);
        let (exponent, fraction) = (exponent as u32, fraction as u32);
        let mut operands = Vec::with_capacity(LANES);
        for _ in 0..LANES {
            let x = float_bits(choices, fraction, exponent, None);
            let y = float_bits(choices, fraction, exponent, Some(x));
            operands.push([x, y, ((choices.bits() as i64) >> choices.below(64)) as u64]);
        }
        let mut inputs = FxHashMap::default();
        for (position, (_, bits)) in self.inputs.iter().enumerate() {
            for (place, bit) in bits.iter().enumerate() {
                let word = operands
                    .iter()
                    .enumerate()
                    .fold(0, |word, (lane, values)| word | (values[position] >> place & 1) << lane);
                inputs.insert(bit.gate(), word);
            }
        }
        let values = simulated(&self.circuit.gates, &inputs);
        for subject in &self.all {
            for (at, &[x, y, i]) in operands.iter().enumerate() {
                let floats = [Value::Float(kind, x), Value::Float(kind, y)];
                let real = apply_op(&Op::ToReal, &[&Value::Int((i as i64).into())]);
                let args: Vec<&Value> = match subject.op {
                    Op::RealToFloat(_) => vec![&real],
                    _ => floats.iter().take(subject.operands.len()).collect(),
                };
                let expected = match apply_op(&subject.op, &args) {
                    Value::Bool(value) => u64::from(value),
                    Value::Float(_, bits) => bits,
                    value => panic!("{value:?} is no result"),
                };
                let found = lane(&values, &subject.result, at);
                assert_eq!(found, expected, "{:?} of {x:#x}, {y:#x}, {i:#x}", subject.op);
            }
        }
    }
}

#[test]
fn circuits_compute_what_the_machine_does() {
    for kind in [FloatKind::Single, FloatKind::Double] {
        let subjects = Subjects::new(kind);
        assert!(subjects.table.symbol_count() == 3);
        check(Plan { seed: 53, cases: 20, choices: 2200 }, |choices| subjects.examine(choices, kind));
    }
}
