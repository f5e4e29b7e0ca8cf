//! The conditions of `#if` and `#elif`: whole numbers, `defined`, and the operators of C.

use rustc_hash::FxHashMap;

type Macros = FxHashMap<String, Vec<char>>;

/// Whether the condition is not 0; a message if it cannot be read.
pub(super) fn holds(text: &str, macros: &Macros) -> Result<bool, String> {
    let mut reader = Reader { rest: text, macros, depth: 0 };
    let value = reader.binary(0)?;
    if reader.rest.trim().is_empty() || reader.rest.trim_start().starts_with("/*") {
        return Ok(value != 0);
    }
    Err(reader.cannot())
}

const DEEPEST: usize = 50;

/// Operators by how tightly they bind; of two with the same beginning the longer stands first.
const OPERATORS: &[(&str, u8)] = &[
    ("||", 1),
    ("&&", 2),
    ("==", 3),
    ("!=", 3),
    ("<=", 4),
    (">=", 4),
    ("<", 4),
    (">", 4),
    ("+", 5),
    ("-", 5),
    ("*", 6),
    ("/", 6),
    ("%", 6),
];

struct Reader<'a> {
    rest: &'a str,
    macros: &'a Macros,
    depth: usize,
}

impl Reader<'_> {
    fn cannot(&self) -> String {
        format!("unsupported: this condition cannot be read at `{}`", self.rest.trim())
    }

    fn accept(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start();
        let found = rest.strip_prefix(sign);
        self.rest = found.unwrap_or(rest);
        found.is_some()
    }

    fn binary(&mut self, lowest: u8) -> Result<i64, String> {
        let mut left = self.operand()?;
        loop {
            let rest = self.rest.trim_start();
            let operator = OPERATORS.iter().find(|(sign, _)| rest.starts_with(sign));
            let Some(&(sign, level)) = operator.filter(|(_, level)| *level > lowest) else { return Ok(left) };
            self.accept(sign);
            let right = self.binary(level)?;
            left = match sign {
                "||" => i64::from(left != 0 || right != 0),
                "&&" => i64::from(left != 0 && right != 0),
                "==" => i64::from(left == right),
                "!=" => i64::from(left != right),
                "<=" => i64::from(left <= right),
                ">=" => i64::from(left >= right),
                "<" => i64::from(left < right),
                ">" => i64::from(left > right),
                "+" => left.wrapping_add(right),
                "-" => left.wrapping_sub(right),
                "*" => left.wrapping_mul(right),
                "/" => left.checked_div(right).ok_or("division by 0 in a condition")?,
                _ => left.checked_rem(right).ok_or("division by 0 in a condition")?,
            };
        }
    }

    fn operand(&mut self) -> Result<i64, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.cannot());
        }
        let value = self.operand_at_depth();
        self.depth -= 1;
        value
    }

    fn operand_at_depth(&mut self) -> Result<i64, String> {
        if self.accept("!") {
            return Ok(i64::from(self.operand()? == 0));
        }
        if self.accept("-") {
            return Ok(self.operand()?.wrapping_neg());
        }
        if self.accept("(") {
            let value = self.binary(0)?;
            return if self.accept(")") { Ok(value) } else { Err(self.cannot()) };
        }
        let word = self.word();
        match word.chars().next() {
            None => Err(self.cannot()),
            Some(first) if first.is_ascii_digit() => {
                word.trim_end_matches(['L', 'l', 'U', 'u']).parse().map_err(|_| self.cannot())
            }
            _ if word == "defined" => {
                let parenthesis = self.accept("(");
                let name = self.word();
                if name.is_empty() || (parenthesis && !self.accept(")")) {
                    return Err(self.cannot());
                }
                Ok(i64::from(self.macros.contains_key(&name)))
            }
            // What is no number counts as 0, as in C; values of macros are numbers in practice.
            _ => {
                let value: Option<String> = self.macros.get(&word).map(|value| value.iter().collect());
                Ok(value.and_then(|value| value.trim().parse().ok()).unwrap_or(0))
            }
        }
    }

    fn word(&mut self) -> String {
        self.rest = self.rest.trim_start();
        let length =
            self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        word.to_owned()
    }
}
