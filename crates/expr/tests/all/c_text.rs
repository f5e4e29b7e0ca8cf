//! What is written of machine integers in C means what the terms mean: it is read as C with unlimited integers and computed.

use std::collections::HashMap;

use dashu_int::{IBig, UBig};
use sextant_expr::{Assignment, Op, Rounding, Scalar, Sort, SymbolId, Table, TermId, Value};
use sextant_notation::Notation;
use sextant_testing::{Choices, Plan, check};

/// Inputs with their widths and signs.
const INPUTS: [(&str, u32, bool); 7] = [
    ("c", 8, true),
    ("b", 8, false),
    ("s", 16, true),
    ("i", 32, true),
    ("u", 32, false),
    ("n", 64, true),
    ("z", 64, false),
];

fn limits(width: u32, signed: bool) -> (i128, i128) {
    if signed { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1 << width) - 1) }
}

struct Maker<'m> {
    choices: &'m mut Choices,
    table: Table,
    inputs: Vec<TermId>,
}

impl Maker<'_> {
    fn new(choices: &mut Choices) -> Maker<'_> {
        let mut table = Table::new();
        table.set_notation(Notation::C);
        let mut inputs = Vec::new();
        for (name, width, signed) in INPUTS {
            let input = table.symbol(name, Sort::INT);
            table.widen_limits(input, limits(width, signed));
            inputs.push(input);
        }
        Maker { choices, table, inputs }
    }

    fn number(&mut self, value: impl Into<IBig>) -> TermId {
        self.table.constant(&Value::Int(value.into()))
    }

    fn power(&mut self) -> TermId {
        let exponent = self.choices.pick(&[0usize, 1, 2, 3, 7, 8, 16, 31, 32, 63, 64]);
        self.number(IBig::ONE << exponent)
    }

    fn integer(&mut self, depth: usize) -> TermId {
        if depth == 0 || self.choices.chance(15) {
            if self.choices.chance(25) {
                let value = self.choices.pick(&[-48i64, -7, -1, 0, 1, 2, 10, 48, 97, 255, 1 << 31, 1 << 40]);
                return self.number(value);
            }
            return self.choices.pick(&self.inputs.clone());
        }
        let depth = depth - 1;
        match self.choices.below(14) {
            // A number cut to a signed type.
            12 => {
                let width = self.choices.pick(&[8usize, 16, 32]);
                let (half, whole) = (IBig::ONE << (width - 1), IBig::ONE << width);
                let args = [self.integer(depth), self.number(half.clone())];
                let moved = self.table.apply(Op::Add, &args);
                let args = [moved, self.number(whole)];
                let cut = self.table.apply(Op::Rem(Rounding::Floor), &args);
                let args = [cut, self.number(-half)];
                self.table.apply(Op::Add, &args)
            }
            0 => {
                let args = [self.integer(depth), self.integer(depth)];
                self.table.apply(Op::Add, &args)
            }
            1 => {
                let args = [self.integer(depth), self.integer(depth)];
                self.table.apply(Op::Sub, &args)
            }
            2 => {
                let args = [self.power(), self.integer(depth)];
                self.table.apply(Op::Mul, &args)
            }
            3 | 4 => {
                let args = [self.integer(depth), self.power()];
                self.table.apply(Op::Rem(Rounding::Floor), &args)
            }
            5 | 6 => {
                let args = [self.integer(depth), self.power()];
                self.table.apply(Op::Div(Rounding::Floor), &args)
            }
            7 => {
                let divisor = self.choices.pick(&[3i64, 10, -4]);
                let args = [self.integer(depth), self.number(divisor)];
                let rounding = self.choices.pick(&[Rounding::Floor, Rounding::Truncate]);
                let op = if self.choices.chance(50) { Op::Rem(rounding) } else { Op::Div(rounding) };
                self.table.apply(op, &args)
            }
            8 => {
                let args = [self.truth(depth), self.integer(depth), self.integer(depth)];
                self.table.apply(Op::Ite, &args)
            }
            9 => {
                let exponent = self.choices.between(2, 5);
                let args = [self.integer(depth), self.number(exponent)];
                self.table.apply(Op::Pow, &args)
            }
            _ => {
                let width = self.choices.pick(&[8u16, 32, 64]);
                let bits = self.bits(width, depth);
                let op = if self.choices.chance(50) { Op::BvToSint } else { Op::BvToUint };
                self.table.apply(op, &[bits])
            }
        }
    }

    fn bits(&mut self, width: u16, depth: usize) -> TermId {
        if depth == 0 || self.choices.chance(30) {
            if self.choices.chance(30) {
                let value = UBig::from(self.choices.bits()) & UBig::ones(usize::from(width));
                return self.table.constant(&Value::Bits(width, value));
            }
            let inner = self.integer(depth.saturating_sub(1));
            return self.table.apply(Op::IntToBv(width), &[inner]);
        }
        let depth = depth - 1;
        let two = [Op::BvAnd, Op::BvOr, Op::BvXor, Op::BvAdd, Op::BvSub, Op::BvMul];
        match self.choices.below(4) {
            0 => {
                let inner = self.bits(width, depth);
                let op = self.choices.pick(&[Op::BvNot, Op::BvNeg]);
                self.table.apply(op, &[inner])
            }
            1 => {
                let distance = UBig::from(self.choices.below(usize::from(width)));
                let distance = self.table.constant(&Value::Bits(width, distance));
                let inner = self.bits(width, depth);
                let op = self.choices.pick(&[Op::BvShl, Op::BvLshr, Op::BvAshr]);
                self.table.apply(op, &[inner, distance])
            }
            _ => {
                let args = [self.bits(width, depth), self.bits(width, depth)];
                let op = self.choices.pick(&two);
                self.table.apply(op, &args)
            }
        }
    }

    fn truth(&mut self, depth: usize) -> TermId {
        let args = match self.choices.below(3) {
            0 => [self.integer(depth), self.number(0)],
            1 => [self.choices.pick(&self.inputs.clone()), self.number(i64::from(b'0'))],
            _ => [self.integer(depth), self.integer(depth)],
        };
        let op = self.choices.pick(&[Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge]);
        let one = self.table.apply(op, &args);
        match self.choices.below(5) {
            0 => self.table.apply(Op::Not, &[one]),
            1 if depth > 0 => {
                let other = self.truth(depth - 1);
                self.table.apply(Op::And, &[one, other])
            }
            2 if depth > 0 => {
                let other = self.truth(depth - 1);
                self.table.apply(Op::Or, &[one, other])
            }
            _ => one,
        }
    }
}

fn input_value(choices: &mut Choices, (low, high): (i128, i128)) -> IBig {
    let near = choices.pick(&[low, high, 0.max(low), 48, 1]);
    let value = near + i128::from(choices.between(-3, 4));
    IBig::from(value.clamp(low, high))
}

#[test]
fn what_is_written_is_what_is_meant() {
    check(Plan { seed: 11, cases: 12_000, choices: 600 }, |choices| {
        let mut maker = Maker::new(choices);
        let depth = 1 + maker.choices.below(4);
        let mut term = if maker.choices.chance(50) { maker.integer(depth) } else { maker.truth(depth) };
        if maker.choices.chance(70) {
            term = maker.table.simplify(term);
        }
        let Maker { choices, table, inputs } = maker;
        let text = table.show(term);
        for _ in 0..4 {
            let mut assignment = Assignment::new();
            let mut values = HashMap::new();
            for (input, (name, width, signed)) in inputs.iter().zip(INPUTS) {
                let value = input_value(choices, limits(width, signed));
                let Op::Symbol(id) = *table.op(*input) else { unreachable!("an input is a symbol") };
                let id: SymbolId = id;
                assignment.set(id, Value::Int(value.clone()));
                values.insert(name.to_owned(), value);
            }
            let wanted = match table.evaluate(term, &assignment) {
                Value::Int(value) => value,
                Value::Bool(value) => IBig::from(u8::from(value)),
                other => panic!("{other} is no integer"),
            };
            let found = Reader { rest: &text, values: &values }.whole();
            assert_eq!(found, wanted, "{text} with {values:?}");
        }
    });
}

/// Reads C and computes with integers that have no limits.
struct Reader<'r> {
    rest: &'r str,
    values: &'r HashMap<String, IBig>,
}

const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Reader<'_> {
    fn whole(mut self) -> IBig {
        let value = self.choice();
        assert_eq!(self.rest.trim(), "", "the text goes on");
        value
    }

    fn sign(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start();
        // A longer sign is another one.
        let longer = LEVELS
            .iter()
            .flat_map(|signs| signs.iter())
            .any(|other| other.len() > sign.len() && other.starts_with(sign) && rest.starts_with(other));
        match rest.strip_prefix(sign).filter(|_| !longer) {
            Some(after) => {
                self.rest = after;
                true
            }
            None => false,
        }
    }

    fn choice(&mut self) -> IBig {
        let condition = self.level(0);
        if !self.sign("?") {
            return condition;
        }
        let yes = self.choice();
        assert!(self.sign(":"), "a colon is missing before {}", self.rest);
        let no = self.choice();
        if condition.is_zero() { no } else { yes }
    }

    fn level(&mut self, level: usize) -> IBig {
        let Some(signs) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.level(level + 1);
        while let Some(sign) = signs.iter().find(|sign| self.sign(sign)) {
            let right = self.level(level + 1);
            left = computed(sign, left, right);
        }
        left
    }

    fn unary(&mut self) -> IBig {
        if self.sign("-") {
            return -self.unary();
        }
        if self.sign("~") {
            return -self.unary() - IBig::ONE;
        }
        if self.sign("!") {
            return IBig::from(u8::from(self.unary().is_zero()));
        }
        for (ty, width, signed) in [
            ("(unsigned char)", 8, false),
            ("(signed char)", 8, true),
            ("(unsigned short)", 16, false),
            ("(short)", 16, true),
            ("(unsigned long)", 64, false),
            ("(long)", 64, true),
            ("(unsigned)", 32, false),
            ("(int)", 32, true),
        ] {
            if self.sign(ty) {
                let (low, high) = limits(width, signed);
                let span = IBig::from(high) - IBig::from(low) + IBig::ONE;
                let value = self.unary() - IBig::from(low);
                return floored(&value, &span).1 + IBig::from(low);
            }
        }
        if self.sign("(") {
            let value = self.choice();
            assert!(self.sign(")"), "a bracket is missing before {}", self.rest);
            return value;
        }
        self.leaf()
    }

    fn leaf(&mut self) -> IBig {
        let rest = self.rest.trim_start();
        if let Some(quoted) = rest.strip_prefix('\'') {
            let escaped = quoted.starts_with('\\');
            let letter = quoted.as_bytes()[usize::from(escaped)];
            self.rest = &quoted[2 + usize::from(escaped)..];
            return IBig::from(match (escaped, letter) {
                (true, b'n') => b'\n',
                (true, b't') => b'\t',
                (true, b'r') => b'\r',
                (_, letter) => letter,
            });
        }
        let end = rest.find(|sign: char| !sign.is_alphanumeric()).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        self.rest = after;
        if let Some(digits) = word.strip_prefix("0x") {
            return IBig::from_str_radix(digits, 16).expect("hexadecimal digits");
        }
        if matches!(word, "true" | "false") {
            return IBig::from(u8::from(word == "true"));
        }
        if let Some(value) = self.values.get(word) {
            return value.clone();
        }
        if let Ok(value) = word.parse() {
            return value;
        }
        assert!(self.sign("("), "{word} is not known");
        let first = self.choice();
        assert!(self.sign(","), "{word} has one operand");
        let second = self.choice();
        assert!(self.sign(")"), "a bracket is missing before {}", self.rest);
        match word {
            "mod" => floored(&first, &second).1,
            "floordiv" => floored(&first, &second).0,
            "pow" => first.pow(usize::try_from(&second).expect("a small exponent")),
            _ => panic!("{word} is not known"),
        }
    }
}

/// The quotient, rounded down, and what is left.
fn floored(value: &IBig, divisor: &IBig) -> (IBig, IBig) {
    let (quotient, rest) = (value / divisor, value % divisor);
    if !rest.is_zero() && (rest < IBig::ZERO) != (*divisor < IBig::ZERO) {
        (quotient - IBig::ONE, rest + divisor)
    } else {
        (quotient, rest)
    }
}

fn computed(sign: &str, left: IBig, right: IBig) -> IBig {
    let truth = |value: bool| IBig::from(u8::from(value));
    let distance = || usize::try_from(&right).expect("a distance");
    match sign {
        "||" => truth(!left.is_zero() || !right.is_zero()),
        "&&" => truth(!left.is_zero() && !right.is_zero()),
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        "==" => truth(left == right),
        "!=" => truth(left != right),
        "<=" => truth(left <= right),
        ">=" => truth(left >= right),
        "<" => truth(left < right),
        ">" => truth(left > right),
        "<<" => left << distance(),
        ">>" => floored(&left, &(IBig::ONE << distance())).0,
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "/" => left / right,
        _ => left % right,
    }
}

/// A table with inputs, for examples.
fn with_inputs() -> (Table, impl Fn(&mut Table, &str) -> TermId) {
    let mut table = Table::new();
    table.set_notation(Notation::C);
    let input = |table: &mut Table, name: &str| {
        let term = table.symbol(name, Sort::Scalar(Scalar::Int));
        let (_, width, signed) = INPUTS.into_iter().find(|(own, ..)| *own == name).expect("an input");
        table.widen_limits(term, limits(width, signed));
        term
    };
    (table, input)
}

#[test]
fn masks_shifts_and_characters_read_as_written() {
    let (mut table, input) = with_inputs();
    let [b, u, c] = ["b", "u", "c"].map(|name| input(&mut table, name));
    let number = |table: &mut Table, value: i64| table.constant(&Value::Int(value.into()));
    let wide = [b, u].map(|term| table.apply(Op::IntToBv(64), &[term]));
    let mixed = table.apply(Op::BvXor, &wide);
    let mixed = table.apply(Op::BvToSint, &[mixed]);
    let [zero, two, zero_sign, high] = [0, 2, 48, 128].map(|value| number(&mut table, value));
    let byte = number(&mut table, 256);
    let low = table.apply(Op::Rem(Rounding::Floor), &[mixed, byte]);
    let moved = table.apply(Op::Div(Rounding::Floor), &[low, high]);
    let bit = table.apply(Op::Rem(Rounding::Floor), &[moved, two]);
    let set = table.apply(Op::Ne, &[bit, zero]);
    assert_eq!(table.show(set), "((b ^ u) & 0x80) != 0");
    let set = table.simplify(set);
    assert_eq!(table.show(set), "((b ^ u) & 0x80) != 0");
    let digit = table.apply(Op::Ge, &[c, zero_sign]);
    assert_eq!(table.show(digit), "c >= '0'");
    let value = table.apply(Op::Sub, &[c, zero_sign]);
    let value = table.simplify(value);
    assert_eq!(table.show(value), "c - '0'");
    let half = number(&mut table, 1 << 31);
    let kept = table.apply(Op::Rem(Rounding::Floor), &[u, half]);
    let shifted = table.apply(Op::Mul, &[two, kept]);
    assert_eq!(table.show(shifted), "(unsigned)(u << 1)");
}
