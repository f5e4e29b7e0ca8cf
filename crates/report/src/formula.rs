//! Formulas as mathematics: the notation in which terms are shown, read into a tree, and written as MathML or as TeX.
//!
//! The tree knows sums, products, quotients, powers, comparisons, connectives, choices and applications. What it does not
//! understand, or what is nested too deeply, is shown as the text it is: nothing is left out, and nothing is guessed.

use crate::escape::xml;

/// Deeper formulas stay text, so that reading and writing may recurse.
const DEEPEST: usize = 120;

/// A formula.
#[derive(Clone, PartialEq, Debug)]
enum Formula {
    Number(String),
    Name(String),
    /// A name with arguments or subscripts.
    Apply(String, Vec<Formula>),
    /// A sign before its operand.
    Prefix(&'static str, Box<Formula>),
    /// Operands with signs between them; one sign less than operands.
    Row(Vec<Formula>, Vec<&'static str>),
    Quotient(Box<Formula>, Box<Formula>),
    Power(Box<Formula>, Box<Formula>),
    Brackets(Box<Formula>),
    /// `if … then … else …`
    Choice(Box<[Formula; 3]>),
}

/// A formula as MathML.
pub(crate) fn mathml(text: &str) -> String {
    match read(text) {
        Some(formula) => {
            let mut out = String::from("<math>");
            write_mathml(&formula, &mut out);
            out.push_str("</math>");
            out
        }
        None => format!("<code>{}</code>", xml(text)),
    }
}

/// A formula as TeX, without the dollar signs around it; none if it is not understood.
pub(crate) fn tex(text: &str) -> Option<String> {
    let mut out = String::new();
    write_tex(&read(text)?, &mut out);
    Some(out)
}

#[derive(Clone, PartialEq, Debug)]
enum Token<'t> {
    Number(&'t str),
    Word(&'t str),
    Sign(&'static str),
}

const SIGNS: [&str; 17] =
    ["**", "<=", ">=", "!=", "->", "+", "-", "*", "/", "(", ")", ",", "<", ">", "=", "&", "|"];

fn tokens(text: &str) -> Option<Vec<Token<'_>>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if first.is_ascii_digit() {
            number_length(rest)
        } else if is_letter(first) {
            word_length(rest)
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign))?;
            found.push(Token::Sign(sign));
            rest = rest[sign.len()..].trim_start();
            continue;
        };
        let (word, behind) = rest.split_at(length);
        found.push(if first.is_ascii_digit() { Token::Number(word) } else { Token::Word(word) });
        rest = behind.trim_start();
    }
    Some(found)
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '_' | '$' | '#' | '@' | '%')
}

/// A name, also one of a component: `q.x`, `p->x`. An implication has spaces around it.
fn word_length(text: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        at += rest.find(|c: char| !(is_letter(c) || c.is_ascii_digit() || c == '.')).unwrap_or(rest.len());
        match text[at..].strip_prefix("->") {
            Some(behind) if behind.starts_with(is_letter) => at += 2,
            _ => return at,
        }
    }
}

fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() && (bytes[at].is_ascii_digit() || bytes[at] == b'.') {
        at += 1;
    }
    // An exponent: `1.5E-7`.
    if at < bytes.len() && matches!(bytes[at], b'e' | b'E') {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        if bytes.get(at + 1 + sign).is_some_and(u8::is_ascii_digit) {
            at += 1 + sign;
            while at < bytes.len() && bytes[at].is_ascii_digit() {
                at += 1;
            }
        }
    }
    at
}

fn read(text: &str) -> Option<Formula> {
    let tokens = tokens(text)?;
    let mut reader = Reader { tokens: &tokens, at: 0, depth: 0 };
    let formula = reader.choice()?;
    (reader.at == tokens.len()).then_some(formula)
}

struct Reader<'t> {
    tokens: &'t [Token<'t>],
    at: usize,
    depth: usize,
}

/// Signs of one level of binding, loosest first, with how they are written.
const LEVELS: [&[(&str, &str)]; 5] = [
    &[("->", "⇒")],
    &[("|", "∨")],
    &[("&", "∧")],
    &[("<=", "≤"), (">=", "≥"), ("!=", "≠"), ("<", "<"), (">", ">"), ("=", "=")],
    &[("+", "+"), ("-", "−")],
];

impl Reader<'_> {
    fn accept(&mut self, sign: &str) -> bool {
        let found = matches!(self.tokens.get(self.at), Some(Token::Sign(next)) if *next == sign);
        self.at += usize::from(found);
        found
    }

    fn word(&mut self, word: &str) -> bool {
        let found = matches!(self.tokens.get(self.at), Some(Token::Word(next)) if *next == word);
        self.at += usize::from(found);
        found
    }

    fn choice(&mut self) -> Option<Formula> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let formula = if self.word("if") {
            let condition = self.choice()?;
            let yes = self.word("then").then(|| self.choice())??;
            let no = self.word("else").then(|| self.choice())??;
            Formula::Choice(Box::new([condition, yes, no]))
        } else {
            self.level(0)?
        };
        self.depth -= 1;
        Some(formula)
    }

    fn level(&mut self, level: usize) -> Option<Formula> {
        let Some(signs) = LEVELS.get(level) else { return self.product() };
        let first = self.level(level + 1)?;
        let (mut operands, mut between) = (vec![first], Vec::new());
        while let Some((_, shown)) = signs.iter().find(|(sign, _)| self.accept(sign)) {
            between.push(*shown);
            operands.push(self.level(level + 1)?);
        }
        Some(row(operands, between))
    }

    /// Products and quotients from the left.
    fn product(&mut self) -> Option<Formula> {
        if self.accept("-") {
            return Some(Formula::Prefix("−", Box::new(self.product()?)));
        }
        if self.word("not") {
            return Some(Formula::Prefix("¬", Box::new(self.power()?)));
        }
        let (mut operands, mut between) = (vec![self.power()?], Vec::new());
        loop {
            if self.accept("*") {
                between.push("·");
                operands.push(self.power()?);
            } else if self.accept("/") {
                let divisor = self.power()?;
                let dividend = row(std::mem::take(&mut operands), std::mem::take(&mut between));
                operands.push(Formula::Quotient(Box::new(bare(dividend)), Box::new(bare(divisor))));
            } else {
                return Some(row(operands, between));
            }
        }
    }

    fn power(&mut self) -> Option<Formula> {
        let base = self.primary()?;
        if !self.accept("**") {
            return Some(base);
        }
        let base = match base {
            fraction @ Formula::Quotient(..) => Formula::Brackets(Box::new(fraction)),
            other => other,
        };
        let exponent = if self.accept("-") {
            Formula::Prefix("−", Box::new(self.primary()?))
        } else {
            self.primary()?
        };
        Some(Formula::Power(Box::new(base), Box::new(bare(exponent))))
    }

    fn primary(&mut self) -> Option<Formula> {
        if self.accept("(") {
            let inner = self.choice()?;
            // A fraction holds together by itself.
            let formula = match inner {
                fraction @ Formula::Quotient(..) => fraction,
                other => Formula::Brackets(Box::new(other)),
            };
            return self.accept(")").then_some(formula);
        }
        let formula = match self.tokens.get(self.at)? {
            Token::Number(number) => Formula::Number((*number).to_owned()),
            Token::Word("if" | "then" | "else" | "with") => return None,
            Token::Word(word) => Formula::Name((*word).to_owned()),
            Token::Sign(_) => return None,
        };
        self.at += 1;
        let Formula::Name(name) = &formula else { return Some(formula) };
        if !self.accept("(") {
            return Some(formula);
        }
        let mut arguments = vec![self.choice()?];
        while self.accept(",") {
            arguments.push(self.choice()?);
        }
        self.accept(")").then(|| Formula::Apply(name.clone(), arguments))
    }
}

fn row(mut operands: Vec<Formula>, between: Vec<&'static str>) -> Formula {
    match operands.pop() {
        Some(only) if operands.is_empty() => only,
        Some(last) => {
            operands.push(last);
            Formula::Row(operands, between)
        }
        None => Formula::Name(String::new()),
    }
}

/// Without the brackets that a fraction or an exponent makes needless.
fn bare(formula: Formula) -> Formula {
    match formula {
        Formula::Brackets(inner) => *inner,
        other => other,
    }
}

fn write_mathml(formula: &Formula, out: &mut String) {
    let element = |tag: &str, text: &str, out: &mut String| {
        out.push_str(&format!("<{tag}>{}</{tag}>", xml(text)));
    };
    let group = |parts: &[&Formula], tag: &str, out: &mut String| {
        out.push_str(&format!("<{tag}>"));
        for part in parts {
            out.push_str("<mrow>");
            write_mathml(part, out);
            out.push_str("</mrow>");
        }
        out.push_str(&format!("</{tag}>"));
    };
    match formula {
        Formula::Number(number) => element("mn", number, out),
        Formula::Name(name) => element("mi", name, out),
        Formula::Apply(name, arguments) if name.eq_ignore_ascii_case("sqrt") && arguments.len() == 1 => {
            group(&[&arguments[0]], "msqrt", out);
        }
        Formula::Apply(name, arguments) => {
            element("mi", name, out);
            element("mo", "(", out);
            for (at, argument) in arguments.iter().enumerate() {
                if at > 0 {
                    element("mo", ",", out);
                }
                write_mathml(argument, out);
            }
            element("mo", ")", out);
        }
        Formula::Prefix(sign, operand) => {
            element("mo", sign, out);
            write_mathml(operand, out);
        }
        Formula::Row(operands, between) => {
            for (at, operand) in operands.iter().enumerate() {
                if at > 0 {
                    element("mo", between[at - 1], out);
                }
                write_mathml(operand, out);
            }
        }
        Formula::Quotient(dividend, divisor) => group(&[dividend, divisor], "mfrac", out),
        Formula::Power(base, exponent) => group(&[base, exponent], "msup", out),
        Formula::Brackets(inner) => {
            element("mo", "(", out);
            write_mathml(inner, out);
            element("mo", ")", out);
        }
        Formula::Choice(parts) => {
            for (word, part) in ["if ", " then ", " else "].iter().zip(parts.iter()) {
                element("mtext", word, out);
                write_mathml(part, out);
            }
        }
    }
}

fn write_tex(formula: &Formula, out: &mut String) {
    match formula {
        Formula::Number(number) => out.push_str(number),
        Formula::Name(name) => out.push_str(&tex_name(name)),
        Formula::Apply(name, arguments) if name.eq_ignore_ascii_case("sqrt") && arguments.len() == 1 => {
            out.push_str("\\sqrt{");
            write_tex(&arguments[0], out);
            out.push('}');
        }
        Formula::Apply(name, arguments) => {
            out.push_str(&tex_name(name));
            out.push_str("\\left(");
            for (at, argument) in arguments.iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                write_tex(argument, out);
            }
            out.push_str("\\right)");
        }
        Formula::Prefix(sign, operand) => {
            out.push_str(tex_sign(sign));
            write_tex(operand, out);
        }
        Formula::Row(operands, between) => {
            for (at, operand) in operands.iter().enumerate() {
                if at > 0 {
                    out.push(' ');
                    out.push_str(tex_sign(between[at - 1]));
                    out.push(' ');
                }
                write_tex(operand, out);
            }
        }
        Formula::Quotient(dividend, divisor) => {
            out.push_str("\\frac{");
            write_tex(dividend, out);
            out.push_str("}{");
            write_tex(divisor, out);
            out.push('}');
        }
        Formula::Power(base, exponent) => {
            out.push('{');
            write_tex(base, out);
            out.push_str("}^{");
            write_tex(exponent, out);
            out.push('}');
        }
        Formula::Brackets(inner) => {
            out.push_str("\\left(");
            write_tex(inner, out);
            out.push_str("\\right)");
        }
        Formula::Choice(parts) => {
            for (word, part) in ["if ", " then ", " else "].iter().zip(parts.iter()) {
                out.push_str(&format!("\\text{{{word}}}"));
                write_tex(part, out);
            }
        }
    }
}

fn tex_sign(sign: &str) -> &str {
    match sign {
        "⇒" => "\\Rightarrow",
        "∨" => "\\lor",
        "∧" => "\\land",
        "≤" => "\\le",
        "≥" => "\\ge",
        "≠" => "\\ne",
        "−" => "-",
        "·" => "\\cdot",
        "¬" => "\\lnot ",
        other => other,
    }
}

/// A name of several letters is one symbol, not a product.
fn tex_name(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if matches!(letter, '_' | '$' | '#' | '%' | '&') {
            text.push('\\');
        }
        text.push(letter);
    }
    // The arrow of a component.
    let text = text.replace("->", "{\\to}");
    if name.chars().count() == 1 { text } else { format!("\\mathit{{{text}}}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_and_implications_are_told_apart() {
        assert_eq!(tex("p->x > a -> b").as_deref(), Some("\\mathit{p{\\to}x} > a \\Rightarrow b"));
    }

    #[test]
    fn fractions_powers_and_roots() {
        assert_eq!(
            tex("-(a + b)/(2.0*x_1)*y**-2 <= sqrt(z)").as_deref(),
            Some("-\\frac{a + b}{2.0 \\cdot \\mathit{x\\_1}} \\cdot {y}^{-2} \\le \\sqrt{z}")
        );
        assert_eq!(
            mathml("x**2/3 >= 1"),
            "<math><mfrac><mrow><msup><mrow><mi>x</mi></mrow><mrow><mn>2</mn></mrow></msup></mrow><mrow><mn>3</mn></mrow></mfrac><mo>≥</mo><mn>1</mn></math>"
        );
    }

    #[test]
    fn what_is_not_understood_stays_text() {
        assert_eq!(mathml("A with (1) = <2"), "<code>A with (1) = &lt;2</code>");
        assert_eq!(tex(&"(".repeat(5000)), None);
        assert_eq!(tex("if a then 1 else"), None);
    }

    #[test]
    fn elements_and_choices() {
        assert_eq!(
            tex("if A(i + 1, 2) = 1.5E-7 then x else not (p | q)").as_deref(),
            Some(
                "\\text{if }A\\left(i + 1, 2\\right) = 1.5E-7\\text{ then }x\\text{ else }\\lnot \\left(p \\lor q\\right)"
            )
        );
    }
}
