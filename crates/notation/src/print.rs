//! The one printer of formulas.

use std::borrow::Cow;
use std::sync::Arc;

use crate::{Bitwise, Formula, Kind, Node, Notation, Relation, xml};

/// Where text is cut, with `…` for the rest.
pub const LONGEST_TEXT: usize = 100_000;

/// How tightly an operator binds, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Choice,
    Implies,
    Or,
    And,
    Compare,
    Bits,
    Sum,
    Product,
    Power,
    Atom,
}

/// A sign as text, in SymPy, Maxima, Mathematica, LaTeX, KaTeX, MathML, C and Fortran.
type Sign = [&'static str; 9];

const fn sign(text: &'static str, latex: &'static str, mathml: &'static str) -> Sign {
    [text, text, text, text, latex, latex, mathml, text, text]
}

/// The same, but for C.
const fn in_c(text: &'static str, mut sign: Sign) -> Sign {
    sign[7] = text;
    sign
}

const MINUS: Sign = sign("-", "-", "<mo>−</mo>");
const NOT: Sign = ["not ", "not ", "not ", "not ", "\\lnot ", "\\lnot ", "<mo>¬</mo>", "!", ".NOT. "];
const ADD: Sign = sign(" + ", " + ", "<mo>+</mo>");
const SUBTRACT: Sign = sign(" - ", " - ", "<mo>−</mo>");
const TIMES: Sign = ["*", "*", "*", "*", " \\, ", " \\cdot ", "<mo>·</mo>", "*", "*"];
const AND: Sign = [" & ", ", ", " and ", " && ", " \\wedge ", " \\land ", "<mo>∧</mo>", " && ", " & "];
const OR: Sign = [" | ", ", ", " or ", " || ", " \\vee ", " \\lor ", "<mo>∨</mo>", " || ", " | "];
const IMPLIES: Sign =
    [" -> ", " -> ", " -> ", " -> ", " \\Rightarrow ", " \\Rightarrow ", "<mo>⇒</mo>", " ==> ", " -> "];
const REMAINDER: Sign = sign(" % ", " \\bmod ", "<mo>mod</mo>");
const COMPLEMENT: Sign = sign("~", "{\\sim}", "<mo>~</mo>");
const EQUALS: Sign = [" = ", ", ", " = ", " == ", " = ", " = ", "<mo>=</mo>", " == ", " = "];
const BECOMES: Sign = sign(" := ", " := ", "<mo>≔</mo>");
const COMMA: Sign = sign(", ", ", ", "<mo>,</mo>");
const CLOSE_COMMA: Sign = sign(",", ", ", "<mo>,</mo>");
const OPEN: Sign = sign("(", "\\left(", "<mo>(</mo>");
const CLOSE: Sign = sign(")", "\\right)", "<mo>)</mo>");
const PLAIN_OPEN: Sign = ["(", "(", "(", "(", "(", "\\left(", "<mo>(</mo>", "(", "("];
const PLAIN_CLOSE: Sign = [")", ")", ")", ")", ")", "\\right)", "<mo>)</mo>", ")", ")"];
const OPEN_SQUARE: Sign = sign("[", "[", "<mo>[</mo>");
const CLOSE_SQUARE: Sign = sign("]", "]", "<mo>]</mo>");

/// What stands before, between and after operands that hold together by the way they are set.
const FRACTION: [Sign; 3] = [
    sign("", "\\frac{", "<mfrac><mrow>"),
    sign("/", "}{", "</mrow><mrow>"),
    sign("", "}", "</mrow></mfrac>"),
];
const POWER: [Sign; 3] = [
    ["", "", "", "", "", "{", "<msup><mrow>", "", ""],
    ["**", "**", "^", "^", "^{", "}^{", "</mrow><mrow>", "**", "**"],
    sign("", "}", "</mrow></msup>"),
];

/// Functions with their names in SymPy, Maxima and Mathematica.
const FUNCTIONS: [(&str, [&str; 3]); 7] = [
    ("floor", ["floor", "floor", "Floor"]),
    ("ceil", ["ceiling", "ceiling", "Ceiling"]),
    ("mod", ["Mod", "mod", "Mod"]),
    ("gcd", ["gcd", "gcd", "GCD"]),
    ("min", ["Min", "min", "Min"]),
    ("max", ["Max", "max", "Max"]),
    ("fibonacci", ["fibonacci", "fib", "Fibonacci"]),
];

/// Names that mean something else in Python or to SymPy.
const RESERVED_IN_PYTHON: [&str; 45] = [
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else",
    "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not",
    "or", "pass", "raise", "return", "try", "while", "with", "yield", "None", "True", "False", "I", "E", "N",
    "O", "Q", "S", "pi", "beta", "gamma", "zeta",
];

/// Names that Mathematica protects.
const RESERVED_IN_MATHEMATICA: [&str; 7] = ["C", "D", "E", "I", "K", "N", "O"];

impl Relation {
    pub(crate) fn sign(self) -> Sign {
        match self {
            Relation::Eq => EQUALS,
            Relation::Ne => [" != ", ", ", " # ", " != ", " \\neq ", " \\ne ", "<mo>≠</mo>", " != ", " /= "],
            Relation::Unequal => {
                [" <> ", ", ", " # ", " != ", " \\neq ", " \\ne ", "<mo>≠</mo>", " != ", " <> "]
            }
            Relation::Lt => sign(" < ", " < ", "<mo>&lt;</mo>"),
            Relation::Le => sign(" <= ", " \\le ", "<mo>≤</mo>"),
            Relation::Gt => sign(" > ", " > ", "<mo>&gt;</mo>"),
            Relation::Ge => sign(" >= ", " \\ge ", "<mo>≥</mo>"),
        }
    }
}

impl Bitwise {
    pub(crate) fn sign(self) -> Sign {
        match self {
            Bitwise::And => sign(" & ", " \\mathbin{\\&} ", "<mo>&amp;</mo>"),
            Bitwise::Or => sign(" | ", " \\mathbin{|} ", "<mo>|</mo>"),
            Bitwise::Xor => sign(" ^ ", " \\oplus ", "<mo>^</mo>"),
            Bitwise::Left => sign(" << ", " \\ll ", "<mo>&lt;&lt;</mo>"),
            Bitwise::Right => sign(" >> ", " \\gg ", "<mo>&gt;&gt;</mo>"),
        }
    }
}

/// How something is written that has a form of its own; `#0` is its first operand.
fn form(kind: &Kind) -> Option<Sign> {
    Some(match kind {
        Kind::Choice => [
            "",
            "Piecewise((#1, #0), (#2, True))",
            "",
            "If[#0, #1, #2]",
            "\\begin{cases} #1 & #0 \\\\ #2 & \\text{otherwise} \\end{cases}",
            "",
            "",
            "",
            "MERGE(#1, #2, #0)",
        ],
        Kind::Range { product: false } => [
            "sum(#3, #0 = #1..#2)",
            "Sum(#3, (#0, #1, #2))",
            "sum(#3, #0, #1, #2)",
            "Sum[#3, {#0, #1, #2}]",
            "\\sum_{#0=#1}^{#2} #3",
            "\\sum_{#0=#1}^{#2} #3",
            "<munderover><mo>∑</mo><mrow>#0<mo>=</mo>#1</mrow><mrow>#2</mrow></munderover><mrow>#3</mrow>",
            "sum(#3, #0 = #1..#2)",
            "sum(#3, #0 = #1..#2)",
        ],
        Kind::Bounds => [
            "#0 = #1..#2",
            "(#0, #1, #2)",
            "[#0, #1, #2]",
            "{#0, #1, #2}",
            "#0=#1..#2",
            "#0=#1..#2",
            "<mrow>#0<mo>=</mo>#1<mo>..</mo>#2</mrow>",
            "#0 = #1..#2",
            "#0 = #1..#2",
        ],
        Kind::Range { product: true } => [
            "product(#3, #0 = #1..#2)",
            "Product(#3, (#0, #1, #2))",
            "product(#3, #0, #1, #2)",
            "Product[#3, {#0, #1, #2}]",
            "\\prod_{#0=#1}^{#2} #3",
            "\\prod_{#0=#1}^{#2} #3",
            "<munderover><mo>∏</mo><mrow>#0<mo>=</mo>#1</mrow><mrow>#2</mrow></munderover><mrow>#3</mrow>",
            "product(#3, #0 = #1..#2)",
            "product(#3, #0 = #1..#2)",
        ],
        Kind::Search { some: true } => sign(
            "(some #0 >= 0: #1)",
            "(\\exists #0 \\ge 0: #1)",
            "<mo>(∃</mo>#0<mo>≥</mo><mn>0</mn><mo>:</mo>#1<mo>)</mo>",
        ),
        Kind::Search { some: false } => sign(
            "(no #0 >= 0: #1)",
            "(\\nexists #0 \\ge 0: #1)",
            "<mo>(∄</mo>#0<mo>≥</mo><mn>0</mn><mo>:</mo>#1<mo>)</mo>",
        ),
        Kind::Quantified { all: true } => in_c(
            "(\\forall int #0; #1 <= #0 <= #2 ==> (#3))",
            sign(
                "ALL(#0 = #1 TO #2: #3)",
                "\\forall_{#0 = #1}^{#2} \\left(#3\\right)",
                "<munderover><mo>∀</mo><mrow>#0<mo>=</mo>#1</mrow><mrow>#2</mrow></munderover><mo>(</mo>#3<mo>)</mo>",
            ),
        ),
        Kind::Quantified { all: false } => in_c(
            "(\\exists int #0; #1 <= #0 <= #2 && (#3))",
            sign(
                "SOME(#0 = #1 TO #2: #3)",
                "\\exists_{#0 = #1}^{#2} \\left(#3\\right)",
                "<munderover><mo>∃</mo><mrow>#0<mo>=</mo>#1</mrow><mrow>#2</mrow></munderover><mo>(</mo>#3<mo>)</mo>",
            ),
        ),
        Kind::Iterate => sign("#0[#1]", "#0[#1]", "#0<mo>[</mo>#1<mo>]</mo>"),
        Kind::Call(name) => match &**name {
            "floor" => sign("", "\\left\\lfloor #0 \\right\\rfloor", "<mo>⌊</mo>#0<mo>⌋</mo>"),
            "ceil" => sign("", "\\left\\lceil #0 \\right\\rceil", "<mo>⌈</mo>#0<mo>⌉</mo>"),
            "sqrt" | "SQRT" => sign("", "\\sqrt{#0}", "<msqrt><mrow>#0</mrow></msqrt>"),
            // Others know roots of negative numbers.
            "isqrt" => [
                "",
                "floor(sqrt(Max(#0, 0)))",
                "floor(sqrt(max(#0, 0)))",
                "Floor[Sqrt[Max[#0, 0]]]",
                "\\left\\lfloor \\sqrt{#0} \\right\\rfloor",
                "\\left\\lfloor \\sqrt{#0} \\right\\rfloor",
                "<mo>⌊</mo><msqrt><mrow>#0</mrow></msqrt><mo>⌋</mo>",
                "",
                "",
            ],
            // A half more is never a power, and no rounding of logarithms reaches the next integer.
            "ilog" => [
                "",
                "floor(log(Max(#1, 1) + Rational(1, 2), #0))",
                "floor(log(max(#1, 1) + 1/2)/log(#0))",
                "Floor[Log[#0, Max[#1, 1] + 1/2]]",
                "\\left\\lfloor \\log_{#0}\\left(#1\\right) \\right\\rfloor",
                "\\left\\lfloor \\log_{#0}\\left(#1\\right) \\right\\rfloor",
                "",
                "",
                "",
            ],
            _ => return None,
        },
        _ => return None,
    })
}

/// Text still to be written.
enum Piece<'f> {
    Text(Cow<'f, str>),
    /// Part of a formula, in brackets if it binds looser than the level.
    Part(&'f Node, Level),
}

pub(crate) fn text(formula: &Formula) -> String {
    Printer(formula.notation).text(&formula.node)
}

pub(crate) fn mathematics(formula: &Formula, notation: Notation) -> Option<String> {
    let words = matches!(formula.node.kind, Kind::Words(_));
    if words { None } else { Printer(notation).whole(&formula.node).ok() }
}

#[derive(Clone, Copy)]
struct Printer(Notation);

impl Printer {
    fn text(self, node: &Node) -> String {
        self.whole(node).unwrap_or_else(|mut text| {
            let end = (0..=LONGEST_TEXT).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
            text.truncate(end);
            text.push('…');
            text
        })
    }

    /// The text of a formula, or the beginning of one that is too long.
    fn whole(self, node: &Node) -> Result<String, String> {
        let mut text = String::new();
        let mut pieces = vec![Piece::Part(node, Level::Choice)];
        while let Some(piece) = pieces.pop() {
            if text.len() > self.longest() {
                return Err(text);
            }
            match piece {
                Piece::Text(part) => text.push_str(&part),
                Piece::Part(node, level) => {
                    let first = pieces.len();
                    let open = self.level(node) < level;
                    if open {
                        pieces.push(self.sign(OPEN));
                    }
                    self.parts(node, &mut pieces);
                    if open {
                        pieces.push(self.sign(CLOSE));
                    }
                    // The next one is on top.
                    pieces[first..].reverse();
                }
            }
        }
        Ok(text)
    }

    /// Where it is cut: not at all where another program is to read it, later where there is much between the letters.
    fn longest(self) -> usize {
        match self.0 {
            Notation::Text | Notation::C | Notation::Fortran | Notation::Smtlib => LONGEST_TEXT,
            Notation::Latex | Notation::Katex | Notation::MathMl => 10 * LONGEST_TEXT,
            Notation::Sympy | Notation::Maxima | Notation::Mathematica => usize::MAX,
        }
    }

    /// Whether operands can be set in two dimensions.
    fn is_set(self) -> bool {
        matches!(self.0, Notation::Latex | Notation::Katex | Notation::MathMl)
    }

    fn is(self, notation: Notation) -> bool {
        self.0 == notation
    }

    fn level(self, node: &Node) -> Level {
        match &node.kind {
            // What a pointer of C leads to is not to be taken for a product.
            Kind::Name(name) if name.starts_with('*') && matches!(self.0, Notation::Text | Notation::C) => {
                Level::Product
            }
            Kind::Number(_) | Kind::Name(_) | Kind::Words(_) | Kind::Truth(_) | Kind::Group => Level::Atom,
            Kind::Element { .. } | Kind::Lambda | Kind::Iterate | Kind::List => Level::Atom,
            Kind::Call(name) if name == "factorial" && !self.writes_factorial() => Level::Power,
            Kind::Range { .. } if self.is_set() => Level::Power,
            Kind::Call(_)
            | Kind::Bounds
            | Kind::Range { .. }
            | Kind::Search { .. }
            | Kind::Quantified { .. } => Level::Atom,
            Kind::Ratio | Kind::Quotient if self.is_set() => Level::Power,
            Kind::Ratio | Kind::Quotient | Kind::Product => Level::Product,
            Kind::Negative | Kind::Sum(_) => Level::Sum,
            Kind::Power | Kind::Cast(_) | Kind::Complement => Level::Power,
            Kind::Bitwise(_) => Level::Bits,
            Kind::Remainder => Level::Product,
            Kind::Compare(Relation::Eq | Relation::Ne | Relation::Unequal) | Kind::And | Kind::Or
                if self.is(Notation::Sympy) =>
            {
                Level::Atom
            }
            Kind::Compare(_) | Kind::Not => Level::Compare,
            Kind::And => Level::And,
            Kind::Or => Level::Or,
            Kind::Implies => Level::Implies,
            Kind::Choice
                if matches!(
                    self.0,
                    Notation::Sympy | Notation::Mathematica | Notation::Latex | Notation::Fortran
                ) =>
            {
                Level::Atom
            }
            Kind::Choice | Kind::Store(_) => Level::Choice,
        }
    }

    fn writes_factorial(self) -> bool {
        matches!(self.0, Notation::Text | Notation::C | Notation::Fortran | Notation::Sympy)
    }

    fn parts<'f>(self, node: &'f Node, out: &mut Vec<Piece<'f>>) {
        let operands = &node.operands[..];
        let part = |at: usize, level| Piece::Part(&operands[at], level);
        let form = form(&node.kind).map(|form| self.chosen(form)).filter(|form| !form.is_empty());
        if let Some(form) = form {
            let mut pieces = form.split('#');
            out.extend(pieces.next().map(|text| Piece::Text(text.into())));
            for piece in pieces {
                let (at, text) = piece.split_at(1);
                let operand = &operands[at.parse::<usize>().unwrap_or(0)];
                out.extend([Piece::Part(operand, Level::Choice), Piece::Text(text.into())]);
            }
            return;
        }
        match &node.kind {
            Kind::Number(digits) => out.push(self.leaf("mn", digits)),
            Kind::Name(name) => out.push(self.name(name)),
            Kind::Words(words) => out.push(self.words(words)),
            Kind::Truth(value) => out.push(self.truth(*value)),
            Kind::Group if self.level(&operands[0]) < Level::Atom => {
                out.extend([self.sign(PLAIN_OPEN), part(0, Level::Choice), self.sign(PLAIN_CLOSE)]);
            }
            Kind::Group => out.push(part(0, Level::Choice)),
            Kind::Negative => out.extend([self.sign(MINUS), part(0, Level::Product)]),
            Kind::Sum(taken) => {
                out.push(part(0, Level::Sum));
                for (at, taken) in taken.iter().enumerate().skip(1) {
                    out.push(self.sign(if *taken { SUBTRACT } else { ADD }));
                    out.push(part(at, Level::Product));
                }
            }
            Kind::Product => {
                // A leading quotient needs no brackets: `x/y*z` is read from the left.
                let first = if operands.len() > 1 { Level::Product } else { Level::Power };
                self.infix(TIMES, operands, first, Level::Power, out);
            }
            Kind::Ratio | Kind::Quotient => {
                self.set(FRACTION, operands, [Level::Product, Level::Power], [Level::Choice; 2], out);
            }
            Kind::Power => self.set(POWER, operands, [Level::Atom; 2], [Level::Atom, Level::Choice], out),
            Kind::Compare(Relation::Eq) if self.is(Notation::Sympy) => self.call("Eq", operands, out),
            Kind::Compare(Relation::Ne | Relation::Unequal) if self.is(Notation::Sympy) => {
                self.call("Ne", operands, out);
            }
            Kind::Compare(relation) => self.infix(relation.sign(), operands, Level::Sum, Level::Sum, out),
            Kind::Not => out.extend([self.sign(NOT), part(0, Level::Atom)]),
            Kind::And if self.is(Notation::Sympy) => self.call("And", operands, out),
            Kind::Or if self.is(Notation::Sympy) => self.call("Or", operands, out),
            Kind::And => self.infix(AND, operands, Level::Compare, Level::Compare, out),
            Kind::Or => self.infix(OR, operands, Level::And, Level::And, out),
            Kind::Implies => self.infix(IMPLIES, operands, Level::Or, Level::Implies, out),
            Kind::Bitwise(bitwise) => {
                self.infix(bitwise.sign(), operands, Level::Power, Level::Power, out);
            }
            Kind::Remainder => self.infix(REMAINDER, operands, Level::Product, Level::Power, out),
            Kind::Complement => out.extend([self.sign(COMPLEMENT), part(0, Level::Power)]),
            Kind::Cast(ty) => {
                out.extend([self.sign(OPEN), self.words(ty), self.sign(CLOSE), part(0, Level::Power)]);
            }
            Kind::Choice if self.is(Notation::C) => {
                let levels = [Level::Or, Level::Or, Level::Choice];
                for (at, (sign, level)) in ["", " ? ", " : "].into_iter().zip(levels).enumerate() {
                    out.extend([Piece::Text(sign.into()), part(at, level)]);
                }
            }
            Kind::Choice => {
                let levels = [Level::Implies, Level::Implies, Level::Choice];
                for (at, (word, level)) in ["if ", " then ", " else "].into_iter().zip(levels).enumerate() {
                    out.extend([self.words(word), part(at, level)]);
                }
            }
            Kind::Element { input } => {
                out.push(part(0, Level::Atom));
                self.subscripts(&operands[1..], if *input { CLOSE_COMMA } else { COMMA }, out);
            }
            Kind::Store(sign) => {
                let base = if operands[0].kind == node.kind { Level::Choice } else { Level::Atom };
                out.extend([part(0, base), self.words(" with ")]);
                self.subscripts(&operands[2..], COMMA, out);
                out.extend([self.sign(if *sign == "=" { EQUALS } else { BECOMES }), part(1, Level::Sum)]);
            }
            Kind::Lambda => {
                let (body, names) = operands.split_last().expect("a lambda has a body");
                out.push(self.words("(λ"));
                let last_first = self.is(Notation::C);
                for at in 0..names.len() {
                    if at > 0 {
                        out.push(self.sign(COMMA));
                    }
                    let at = if last_first { names.len() - 1 - at } else { at };
                    out.push(part(at, Level::Choice));
                }
                out.extend([self.words(". "), Piece::Part(body, Level::Choice), self.words(")")]);
            }
            Kind::List => {
                out.push(self.sign(OPEN_SQUARE));
                self.infix(COMMA, operands, Level::Choice, Level::Choice, out);
                out.push(self.sign(CLOSE_SQUARE));
            }
            Kind::Call(name) if name == "factorial" && !self.writes_factorial() => {
                out.extend([part(0, Level::Atom), self.sign(sign("!", "!", "<mo>!</mo>"))]);
            }
            Kind::Call(name) => self.call(name, operands, out),
            Kind::Iterate
            | Kind::Bounds
            | Kind::Range { .. }
            | Kind::Search { .. }
            | Kind::Quantified { .. } => {
                unreachable!("it has a form in every notation")
            }
        }
    }

    fn call<'f>(self, name: &'f str, operands: &'f [Arc<Node>], out: &mut Vec<Piece<'f>>) {
        if !name.is_empty() {
            out.push(self.function_name(name));
        }
        let square = self.is(Notation::Mathematica);
        out.push(self.sign(if square { OPEN_SQUARE } else { OPEN }));
        self.infix(COMMA, operands, Level::Choice, Level::Choice, out);
        out.push(self.sign(if square { CLOSE_SQUARE } else { CLOSE }));
    }

    fn function_name(self, name: &str) -> Piece<'_> {
        let column = match self.0 {
            Notation::Sympy => 0,
            Notation::Maxima => 1,
            Notation::Mathematica => 2,
            Notation::Latex => {
                return Piece::Text(format!("\\operatorname{{{}}}", latex_escaped(name)).into());
            }
            Notation::Katex => return self.name(name),
            // What is called so in Fortran has the sign of the dividend.
            Notation::Fortran if name == "mod" => return Piece::Text("modulo".into()),
            _ => return self.leaf("mi", name),
        };
        let known = FUNCTIONS.iter().find(|(known, _)| *known == name);
        Piece::Text(known.map_or(name, |(_, names)| names[column]).into())
    }

    /// Operands with a sign between them; the level of the first one, and of the others.
    fn infix<'f>(
        self,
        sign: Sign,
        operands: &'f [Arc<Node>],
        first: Level,
        others: Level,
        out: &mut Vec<Piece<'f>>,
    ) {
        for (at, operand) in operands.iter().enumerate() {
            if at > 0 {
                out.push(self.sign(sign));
            }
            out.push(Piece::Part(operand, if at == 0 { first } else { others }));
        }
    }

    /// Operands that are set in a way of their own, with their levels as text and in mathematics.
    fn set<'f>(
        self,
        [before, between, after]: [Sign; 3],
        operands: &'f [Arc<Node>],
        as_text: [Level; 2],
        in_mathematics: [Level; 2],
        out: &mut Vec<Piece<'f>>,
    ) {
        let [first, others] = if self.is_set() { in_mathematics } else { as_text };
        out.push(self.sign(before));
        self.infix(between, operands, first, others, out);
        out.push(self.sign(after));
    }

    fn subscripts<'f>(self, subscripts: &'f [Arc<Node>], comma: Sign, out: &mut Vec<Piece<'f>>) {
        let [open, close] = match self.0 {
            Notation::C => {
                for subscript in subscripts.iter().rev() {
                    let subscript = Piece::Part(subscript, Level::Choice);
                    out.extend([self.sign(OPEN_SQUARE), subscript, self.sign(CLOSE_SQUARE)]);
                }
                return;
            }
            Notation::Maxima | Notation::Mathematica => [OPEN_SQUARE, CLOSE_SQUARE],
            Notation::Latex => [sign("", "_{", ""), sign("", "}", "")],
            _ => [OPEN, CLOSE],
        };
        out.push(self.sign(open));
        self.infix(comma, subscripts, Level::Choice, Level::Choice, out);
        out.push(self.sign(close));
    }

    fn sign(self, sign: Sign) -> Piece<'static> {
        Piece::Text(self.chosen(sign).into())
    }

    fn chosen(self, sign: Sign) -> &'static str {
        match self.0 {
            Notation::Text | Notation::Smtlib => sign[0],
            Notation::C => sign[7],
            Notation::Fortran => sign[8],
            Notation::Sympy => sign[1],
            Notation::Maxima => sign[2],
            Notation::Mathematica => sign[3],
            Notation::Latex => sign[4],
            Notation::Katex => sign[5],
            Notation::MathMl => sign[6],
        }
    }

    fn truth(self, value: bool) -> Piece<'static> {
        let word = if value { "true" } else { "false" };
        match self.0 {
            Notation::Sympy | Notation::Mathematica => {
                Piece::Text(if value { "True" } else { "False" }.into())
            }
            Notation::Latex => Piece::Text(format!("\\mathrm{{{word}}}").into()),
            Notation::Katex => self.name(word),
            _ => self.leaf("mi", word),
        }
    }

    /// Something without parts, in an element of MathML.
    fn leaf<'f>(self, tag: &str, text: &'f str) -> Piece<'f> {
        Piece::Text(match self.0 {
            Notation::MathMl => format!("<{tag}>{}</{tag}>", xml(text)).into(),
            _ => text.into(),
        })
    }

    fn words<'f>(self, words: &'f str) -> Piece<'f> {
        match self.0 {
            Notation::Latex | Notation::Katex => {
                Piece::Text(format!("\\text{{{}}}", latex_escaped(words)).into())
            }
            _ => self.leaf("mtext", words),
        }
    }

    fn name<'f>(self, name: &'f str) -> Piece<'f> {
        let reserved: &[&str] = match self.0 {
            Notation::Text | Notation::C | Notation::Fortran | Notation::Smtlib | Notation::MathMl => {
                return self.leaf("mi", name);
            }
            // A name of several letters is one symbol, not a product; the arrow is that of a component.
            Notation::Katex => {
                let text = latex_escaped(name).replace("->", "{\\to}");
                let one = name.chars().count() == 1;
                return Piece::Text(if one { text } else { format!("\\mathit{{{text}}}") }.into());
            }
            Notation::Sympy => &RESERVED_IN_PYTHON,
            Notation::Mathematica => &RESERVED_IN_MATHEMATICA,
            Notation::Maxima | Notation::Latex => &[],
        };
        // What C calls `*p`, `p->x` and `a[].x` needs a name of letters elsewhere.
        let mut name = name.replace('*', "at_").replace("->", "_").replace("[]", "");
        if reserved.contains(&name.as_str()) {
            name.push('_');
        }
        let name = match self.0 {
            Notation::Latex => format!("\\mathit{{{}}}", latex_escaped(&name)),
            Notation::Mathematica => name.replace(['_', '.', '#', '?'], "$"),
            _ => name.replace(['.', '#', '?', '$', '@'], "_"),
        };
        Piece::Text(name.into())
    }
}

fn latex_escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        if matches!(letter, '_' | '$' | '#' | '%' | '&' | '{' | '}') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Formula {
        Formula::name(text)
    }

    fn of<const N: usize>(kind: Kind, operands: [Formula; N]) -> Formula {
        Formula::new(kind, operands)
    }

    #[test]
    fn fractions_powers_and_roots() {
        let sum = of(Kind::Sum(vec![false, false]), [name("a"), name("b")]);
        let double = of(Kind::Product, [Formula::number("2.0"), name("x_1")]);
        let power = of(Kind::Power, [name("y"), Formula::number("-2")]);
        let product = of(Kind::Product, [of(Kind::Quotient, [sum, double]), power]);
        let root = of(Kind::Call("SQRT".into()), [name("z")]);
        let formula = of(Kind::Compare(Relation::Le), [of(Kind::Negative, [product]), root]);
        assert_eq!(formula, "-(a + b)/(2.0*x_1)*y**(-2) <= SQRT(z)");
        assert_eq!(
            formula.mathematics(Notation::Katex).as_deref(),
            Some("-\\frac{a + b}{2.0 \\cdot \\mathit{x\\_1}} \\cdot {y}^{-2} \\le \\sqrt{z}")
        );
        let square = of(Kind::Power, [name("x"), Formula::number("2")]);
        let third = of(Kind::Quotient, [square, Formula::number("3")]);
        let formula = of(Kind::Compare(Relation::Ge), [third, Formula::number("1")]);
        assert_eq!(
            formula.mathematics(Notation::MathMl).as_deref(),
            Some(
                "<mfrac><mrow><msup><mrow><mi>x</mi></mrow><mrow><mn>2</mn></mrow></msup></mrow><mrow><mn>3</mn></mrow></mfrac><mo>≥</mo><mn>1</mn>"
            )
        );
    }

    #[test]
    fn disjunctions_get_brackets_only_in_company() {
        let either = of(Kind::Or, [name("p"), name("q")]);
        assert_eq!(Formula::conjunction(&[]), "true");
        assert_eq!(Formula::conjunction(std::slice::from_ref(&either)), "p | q");
        assert_eq!(Formula::conjunction(&[either, name("r")]), "(p | q) & r");
    }

    #[test]
    fn c_counts_the_last_subscript_fastest() {
        let inner = Formula::element(name("a"), [Formula::number("0")]);
        let subscript = of(Kind::Sum(vec![false, false]), [name("i"), inner]);
        let element = Formula::element(name("m"), [subscript, name("j")]);
        assert_eq!(element, "m(i + a(0), j)");
        let pointed = of(Kind::Product, [Formula::number("2"), name("*p"), element]);
        assert_eq!(pointed.in_notation(Notation::C), "2*(*p)*m[j][i + a[0]]");
    }

    #[test]
    fn c_and_fortran_have_their_own_signs() {
        let [a, b] = ["a", "b"].map(|text| name(text).in_notation(Notation::C));
        let mixed = of(Kind::Bitwise(Bitwise::Xor), [a.clone(), of(Kind::Complement, [b.clone()])]);
        let masked = of(Kind::Bitwise(Bitwise::And), [mixed, Formula::number("0x80")]);
        let tested = of(Kind::Compare(Relation::Ne), [masked, Formula::number("0")]);
        assert_eq!(tested, "((a ^ ~b) & 0x80) != 0");
        let cast = of(Kind::Cast("unsigned"), [of(Kind::Sum(vec![false, false]), [a.clone(), b.clone()])]);
        let equal = of(Kind::Compare(Relation::Eq), [cast, of(Kind::Remainder, [a.clone(), b.clone()])]);
        let both = Formula::conjunction(&[of(Kind::Not, [equal.clone()]), tested]);
        assert_eq!(both, "!((unsigned)(a + b) == a % b) && ((a ^ ~b) & 0x80) != 0");
        let choice = of(Kind::Choice, [equal, a.clone(), of(Kind::Choice, [both, b.clone(), a])]);
        assert!(choice.to_string().starts_with("(unsigned)(a + b) == a % b ? a : !("), "{choice}");
        let [m, n] = ["M", "N"].map(|text| name(text).in_notation(Notation::Fortran));
        let unequal = of(Kind::Not, [of(Kind::Compare(Relation::Ne), [m.clone(), n.clone()])]);
        assert_eq!(of(Kind::Choice, [unequal, m, n]), "MERGE(M, N, .NOT. (M /= N))");
    }

    #[test]
    fn words_are_no_mathematics_and_depth_is_no_danger() {
        assert_eq!(Formula::words("undetermined").mathematics(Notation::Latex), None);
        let mut deep = name("x");
        for _ in 0..1_000_000 {
            deep = of(Kind::Not, [deep]);
        }
        assert!(deep.to_string().ends_with('…'));
        assert_eq!(deep.mathematics(Notation::MathMl), None);
    }
}
