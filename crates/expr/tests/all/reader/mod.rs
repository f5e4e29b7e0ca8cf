//! Reads the text that `show` writes, as far as the data tests need it, and the files of cases.
//!
//! A file declares its symbols (`int N X`, `real U`, `bool P`, `bits8 V`, `float F`, `array A`) and lists cases
//! `text => text`; `#` begins a comment line. `div`, `quot`, `mod` and `rem` are the integer divisions, `/` is that
//! of reals and floats.

use std::path::PathBuf;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use sextant_expr::{FloatKind, Function, Op, Rounding, Scalar, Sort, Table, TermId};

/// The cases of a file under `tests/expr`, with its symbols declared in the table.
pub fn cases(name: &str, table: &mut Table) -> Vec<(String, String)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/expr").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut cases = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        match line.split_once("=>") {
            Some((given, wanted)) => cases.push((given.trim().to_owned(), wanted.trim().to_owned())),
            None => declare(line, table),
        }
    }
    assert!(!cases.is_empty(), "no cases in {name}");
    cases
}

fn declare(line: &str, table: &mut Table) {
    let mut words = line.split_whitespace();
    let sort = match words.next() {
        Some("int") => Sort::INT,
        Some("real") => Sort::REAL,
        Some("bool") => Sort::BOOL,
        Some("bits8") => Sort::Scalar(Scalar::BitVec(8)),
        Some("float") => Sort::Scalar(Scalar::Float(FloatKind::Double)),
        Some("array") => Sort::Array(Scalar::Int),
        other => panic!("what is {other:?} in {line:?}?"),
    };
    words.for_each(|name| {
        table.symbol(name, sort);
    });
}

/// Reads one term.
pub fn read(table: &mut Table, text: &str) -> TermId {
    let mut reader = Reader { table, tokens: tokens(text), next: 0, text };
    let term = reader.choice();
    assert_eq!(reader.next, reader.tokens.len(), "unread text in {text:?}");
    term
}

fn tokens(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let start = at;
        let word = |letter: char| letter.is_alphanumeric() || letter == '.' || letter == '_';
        if letters[at].is_whitespace() {
            at += 1;
            continue;
        } else if word(letters[at]) {
            while at < letters.len() && word(letters[at]) {
                at += 1;
            }
        } else {
            let two: String = letters[at..].iter().take(2).collect();
            at += if ["**", "<=", ">=", "!=", "->"].contains(&two.as_str()) { 2 } else { 1 };
        }
        tokens.push(letters[start..at].iter().collect());
    }
    tokens
}

struct Reader<'t> {
    table: &'t mut Table,
    tokens: Vec<String>,
    next: usize,
    text: &'t str,
}

impl Reader<'_> {
    fn eat(&mut self, token: &str) -> bool {
        let found = self.tokens.get(self.next).is_some_and(|next| next == token);
        self.next += usize::from(found);
        found
    }

    fn need(&mut self, token: &str) {
        assert!(
            self.eat(token),
            "{token:?} expected in {:?} before {:?}",
            self.text,
            &self.tokens[self.next..]
        );
    }

    fn choice(&mut self) -> TermId {
        if self.eat("if") {
            let condition = self.disjunction();
            self.need("then");
            let x = self.disjunction();
            self.need("else");
            let y = self.choice();
            return self.table.apply(Op::Ite, &[condition, x, y]);
        }
        let mut term = self.disjunction();
        if self.eat("->") {
            let consequence = self.disjunction();
            term = self.table.apply(Op::Implies, &[term, consequence]);
        }
        while self.eat("with") {
            self.need("(");
            let index = self.choice();
            self.need(")");
            self.need("=");
            let value = self.sum();
            term = self.table.apply(Op::Store, &[term, index, value]);
        }
        term
    }

    fn disjunction(&mut self) -> TermId {
        let mut parts = vec![self.conjunction()];
        while self.eat("|") {
            parts.push(self.conjunction());
        }
        self.table.or(&parts)
    }

    fn conjunction(&mut self) -> TermId {
        let mut parts = vec![self.comparison()];
        while self.eat("&") {
            parts.push(self.comparison());
        }
        self.table.and(&parts)
    }

    fn comparison(&mut self) -> TermId {
        let left = self.sum();
        let float = matches!(self.table.sort(left), Sort::Scalar(Scalar::Float(_)));
        let operators = [
            ("<=", Op::Le, Op::FloatLe),
            ("<", Op::Lt, Op::FloatLt),
            (">=", Op::Ge, Op::Ge),
            (">", Op::Gt, Op::Gt),
            ("=", Op::Eq, Op::FloatEq),
            ("!=", Op::Ne, Op::Ne),
        ];
        for (token, op, float_op) in operators {
            if self.eat(token) {
                let right = self.sum();
                return self.table.apply(if float { float_op } else { op }, &[left, right]);
            }
        }
        left
    }

    /// The operation for the sort of an operand.
    fn by_sort(&self, operand: TermId, ops: [Op; 3]) -> Op {
        let [number, bits, float] = ops;
        match self.table.sort(operand) {
            Sort::Scalar(Scalar::BitVec(_)) => bits,
            Sort::Scalar(Scalar::Float(_)) => float,
            _ => number,
        }
    }

    fn sum(&mut self) -> TermId {
        let mut left = if self.eat("-") {
            let operand = self.product();
            let op = self.by_sort(operand, [Op::Neg, Op::BvNeg, Op::FloatNeg]);
            self.table.apply(op, &[operand])
        } else {
            self.product()
        };
        loop {
            let ops = if self.eat("+") {
                [Op::Add, Op::BvAdd, Op::FloatAdd]
            } else if self.eat("-") {
                [Op::Sub, Op::BvSub, Op::FloatSub]
            } else {
                return left;
            };
            let right = self.product();
            left = self.table.apply(self.by_sort(left, ops), &[left, right]);
        }
    }

    fn product(&mut self) -> TermId {
        let mut left = self.power();
        loop {
            let ops = if self.eat("*") {
                [Op::Mul, Op::BvMul, Op::FloatMul]
            } else if self.eat("/") {
                [Op::Quotient, Op::BvUdiv, Op::FloatDiv]
            } else {
                return left;
            };
            let right = self.power();
            left = self.table.apply(self.by_sort(left, ops), &[left, right]);
        }
    }

    fn power(&mut self) -> TermId {
        let base = self.atom();
        if self.eat("**") {
            let exponent = self.atom();
            return self.table.apply(Op::Pow, &[base, exponent]);
        }
        base
    }

    fn atom(&mut self) -> TermId {
        let mut term = self.plain_atom();
        while matches!(self.table.sort(term), Sort::Array(_)) && self.eat("(") {
            let index = self.choice();
            self.need(")");
            term = self.table.apply(Op::Select, &[term, index]);
        }
        term
    }

    fn plain_atom(&mut self) -> TermId {
        if self.eat("(") {
            let term = self.choice();
            self.need(")");
            return term;
        }
        if self.eat("not") {
            let operand = self.atom();
            return self.table.not(operand);
        }
        let word = self.tokens[self.next].clone();
        self.next += 1;
        if let Some(symbol) = self.table.symbol_named(&word) {
            return symbol;
        }
        if self.eat("(") {
            return self.call(&word);
        }
        self.constant(&word)
    }

    fn call(&mut self, name: &str) -> TermId {
        let mut args = vec![self.choice()];
        while self.eat(",") {
            args.push(self.choice());
        }
        self.need(")");
        let op = match name {
            "div" => Op::Div(Rounding::Floor),
            "quot" => Op::Div(Rounding::Truncate),
            "mod" => Op::Rem(Rounding::Floor),
            "rem" => Op::Rem(Rounding::Truncate),
            "abs" => self.by_sort(args[0], [Op::Abs, Op::Abs, Op::FloatAbs]),
            "min" => Op::Min,
            "max" => Op::Max,
            "real" => Op::ToReal,
            "floor" => Op::ToInt(Rounding::Floor),
            "trunc" => Op::ToInt(Rounding::Truncate),
            "fill" => Op::Fill,
            "bitand" => Op::BvAnd,
            "bitor" => Op::BvOr,
            "bitxor" => Op::BvXor,
            "bitnot" => Op::BvNot,
            "shl" => Op::BvShl,
            "lshr" => Op::BvLshr,
            "ult" => Op::BvUlt,
            "ule" => Op::BvUle,
            "unsigned" => Op::BvToUint,
            "byte" => Op::IntToBv(8),
            "isnan" => Op::FloatIsNan,
            _ => match Function::ALL.iter().find(|function| function.name() == name) {
                Some(function) => Op::Function(*function),
                None => panic!("what is {name} in {:?}?", self.text),
            },
        };
        self.table.apply(op, &args)
    }

    /// `12`, `1.5`, `0x1F`, `1.5f`, `true`.
    fn constant(&mut self, word: &str) -> TermId {
        match word {
            "true" | "false" => return self.table.boolean(word == "true"),
            _ => {}
        }
        if let Some(digits) = word.strip_prefix("0x") {
            let value = UBig::from_str_radix(digits, 16).unwrap_or_else(|_| panic!("{word}"));
            return self.table.bits(4 * digits.len() as u16, value);
        }
        if let Some(digits) = word.strip_suffix('f') {
            let value: f64 = digits.parse().unwrap_or_else(|_| panic!("{word}"));
            return self.table.float(FloatKind::Double, value.to_bits());
        }
        let digits: IBig =
            word.replace('.', "").parse().unwrap_or_else(|_| panic!("{word:?} in {:?}", self.text));
        match word.split_once('.') {
            None => self.table.int(digits),
            Some((_, fraction)) => {
                self.table.real(RBig::from_parts(digits, UBig::from(10u8).pow(fraction.len())))
            }
        }
    }
}
