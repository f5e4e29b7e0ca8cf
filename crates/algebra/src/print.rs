//! Terms as text: the project's own notation, computer algebra systems, LaTeX, SMT-LIB.

use std::fmt;

use dashu_base::Signed;
use dashu_ratio::RBig;

use crate::members::{fibonacci_shift, joined};
use crate::mentions::Predicate;
use crate::univariate::rational_roots;
use crate::{Array, Atom, Condition, Monomial, Relation, Term};

/// A notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// The project's own.
    Text,
    /// The project's own, with subscripts as C writes them: the last one varies fastest.
    C,
    /// Python with SymPy.
    Sympy,
    /// Maxima.
    Maxima,
    /// Mathematica.
    Mathematica,
    /// LaTeX mathematics.
    Latex,
    /// SMT-LIB 2.
    Smtlib,
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show(Style::Text))
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show(Style::Text))
    }
}

/// Letters for bound symbols: the first one that is not the name of something else.
const LETTERS: [char; 12] = ['t', 'u', 'v', 'w', 'z', 'h', 'l', 'o', 'b', 'c', 'd', 'e'];

/// Names that mean something else in Python or to SymPy.
const RESERVED_IN_PYTHON: [&str; 45] = [
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else",
    "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not",
    "or", "pass", "raise", "return", "try", "while", "with", "yield", "None", "True", "False", "I", "E", "N",
    "O", "Q", "S", "pi", "beta", "gamma", "zeta",
];

/// Names that Mathematica protects.
const RESERVED_IN_MATHEMATICA: [&str; 7] = ["C", "D", "E", "I", "K", "N", "O"];

/// How tightly a text binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tight {
    Sum,
    Product,
    Power,
    Closed,
}

impl Term {
    /// The term in a notation.
    pub fn show(&self, style: Style) -> String {
        if style == Style::Smtlib {
            return crate::smtlib::term(self);
        }
        Printer::of(style, &|taken| self.mentions_any(taken)).term(self).0
    }
}

impl Condition {
    /// The condition in a notation.
    pub fn show(&self, style: Style) -> String {
        if style == Style::Smtlib {
            return crate::smtlib::condition(self);
        }
        Printer::of(style, &|taken| self.mentions_any(taken)).condition(self, false)
    }
}

impl Array {
    /// The array in a notation.
    pub fn show(&self, style: Style) -> String {
        if style == Style::Smtlib {
            return crate::smtlib::array(self);
        }
        Printer::of(style, &|taken| self.mentions_any(taken)).array(self)
    }
}

/// A notation, the way elements are written, and the letter of bound symbols.
#[derive(Clone, Copy)]
struct Printer(Style, Subscripts, char);

/// How elements are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subscripts {
    /// As the style has it.
    OfStyle,
    /// `a[i][j]`
    Brackets,
}

impl Printer {
    /// A printer for something that mentions symbols: its bound symbols are called otherwise.
    fn of(style: Style, mentions: &dyn Fn(Predicate<'_>) -> bool) -> Printer {
        let is_taken = |letter: &char| {
            mentions(&|symbol| {
                let rest = symbol.name.strip_prefix(*letter);
                rest.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
            })
        };
        let letter = LETTERS.into_iter().find(|letter| !is_taken(letter)).unwrap_or(LETTERS[0]);
        match style {
            Style::C => Printer(Style::Text, Subscripts::Brackets, letter),
            style => Printer(style, Subscripts::OfStyle, letter),
        }
    }

    /// Subscripts as C writes them.
    fn brackets(self, index: &[Term]) -> String {
        self.list(index).iter().rev().map(|index| format!("[{index}]")).collect()
    }

    fn is(self, style: Style) -> bool {
        self.0 == style
    }

    fn enclosed(self, (text, tight): (String, Tight), least: Tight) -> String {
        if tight >= least {
            return text;
        }
        if self.is(Style::Latex) { format!("\\left({text}\\right)") } else { format!("({text})") }
    }

    fn term(self, term: &Term) -> (String, Tight) {
        let term = &joined(term);
        if let Some(factored) = self.factored(term) {
            return factored;
        }
        let denominator = RBig::from(term.denominator());
        if term.0.len() > 1 && denominator != RBig::ONE {
            let top = self.sum(&term.scaled(&denominator));
            return self.fraction(top, (denominator.numerator().to_string(), Tight::Closed));
        }
        self.sum(term)
    }

    fn fraction(self, top: (String, Tight), bottom: (String, Tight)) -> (String, Tight) {
        if self.is(Style::Latex) {
            return (format!("\\frac{{{}}}{{{}}}", top.0, bottom.0), Tight::Closed);
        }
        let text = format!("{}/{}", self.enclosed(top, Tight::Product), self.enclosed(bottom, Tight::Power));
        (text, Tight::Product)
    }

    /// A polynomial in one atom as a product, where rational roots make it one.
    fn factored(self, term: &Term) -> Option<(String, Tight)> {
        if term.0.len() < 2 {
            return None;
        }
        let (atom, polynomial) = term.as_univariate()?;
        if polynomial.len() < 3 {
            return None;
        }
        let (mut roots, rest) = rational_roots(&polynomial);
        if roots.is_empty() || roots.iter().any(|(root, _)| !root.denominator().is_one()) {
            return None;
        }
        roots.sort_by(|a, b| b.0.cmp(&a.0));
        let base = Term::atom(atom.clone());
        let mut text: Vec<String> = Vec::new();
        let mut scale = RBig::ONE;
        if rest.len() == 1 {
            scale = rest[0].clone();
        } else {
            let remaining = rest
                .iter()
                .rev()
                .fold(Term::zero(), |all, value| all.times(&base).plus(&Term::rational(value.clone())));
            let denominator = RBig::from(remaining.denominator());
            scale = &scale / &denominator;
            text.push(self.enclosed(self.sum(&remaining.scaled(&denominator)), Tight::Product));
        }
        let factors = roots.iter().map(|(root, count)| {
            let factor = base.minus(&Term::rational(root.clone()));
            self.raised(self.sum(&factor), *count as i64)
        });
        let factors: Vec<String> = factors.collect();
        text.splice(0..0, factors);
        let negative = scale.is_negative();
        let size = if negative { -scale } else { scale };
        if *size.numerator() != dashu_int::IBig::ONE {
            text.insert(0, size.numerator().to_string());
        }
        let mut product = (text.join(self.times()), Tight::Product);
        if text.len() == 1 {
            product.1 = Tight::Power;
        }
        if !size.denominator().is_one() {
            product = self.fraction(product, (size.denominator().to_string(), Tight::Closed));
        }
        Some(if negative {
            (format!("-{}", self.enclosed(product, Tight::Product)), Tight::Sum)
        } else {
            product
        })
    }

    fn times(self) -> &'static str {
        if self.is(Style::Latex) { " \\, " } else { "*" }
    }

    fn raised(self, base: (String, Tight), exponent: i64) -> String {
        if exponent == 1 {
            return self.enclosed(base, Tight::Product);
        }
        self.power(base, (exponent.to_string(), Tight::Closed)).0
    }

    fn power(self, base: (String, Tight), exponent: (String, Tight)) -> (String, Tight) {
        let base = self.enclosed(base, Tight::Closed);
        let text = match self.0 {
            Style::Latex => format!("{base}^{{{}}}", exponent.0),
            Style::Text | Style::Sympy => format!("{base}**{}", self.enclosed(exponent, Tight::Closed)),
            _ => format!("{base}^{}", self.enclosed(exponent, Tight::Closed)),
        };
        (text, Tight::Power)
    }

    /// Parts by degree, the constant last.
    fn sum(self, term: &Term) -> (String, Tight) {
        if term.0.is_empty() {
            return ("0".into(), Tight::Closed);
        }
        let degree = |monomial: &Monomial| monomial.factors().iter().map(|(_, count)| *count).sum::<i32>();
        let mut parts: Vec<(&Monomial, &RBig)> = term.parts().collect();
        parts.sort_by(|a, b| degree(b.0).cmp(&degree(a.0)).then_with(|| a.0.cmp(b.0)));
        // A sum that can begin without a sign does.
        if parts[0].1.is_negative()
            && let Some(at) =
                parts.iter().position(|(monomial, value)| !monomial.is_one() && value.is_positive())
        {
            let first = parts.remove(at);
            parts.insert(0, first);
        }
        if let [(monomial, coefficient)] = parts[..]
            && coefficient.is_positive()
        {
            return self.part(monomial, coefficient);
        }
        let mut text = String::new();
        for (at, (monomial, coefficient)) in parts.into_iter().enumerate() {
            let mut negative = coefficient.is_negative();
            let size = if negative { -coefficient } else { coefficient.clone() };
            let mut shown = self.enclosed(self.part(monomial, &size), Tight::Product);
            if let Some(ceiling) = self.ceiling(monomial, coefficient) {
                (negative, shown) = (false, ceiling);
            }
            text.push_str(match (at, negative) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            });
            text.push_str(&shown);
        }
        (text, Tight::Sum)
    }

    /// `-⌊a/b⌋` over reals reads better as `⌈-a/b⌉`.
    fn ceiling(self, monomial: &Monomial, coefficient: &RBig) -> Option<String> {
        let [(Atom::Floor(a, b), 1)] = monomial.factors() else { return None };
        if *coefficient != RBig::from(-1) || (a.has_integer_atoms() && b.has_integer_atoms()) {
            return None;
        }
        let quotient = self.fraction(self.term(&a.negated()), self.term(b)).0;
        Some(match self.0 {
            Style::Latex => format!("\\left\\lceil {quotient} \\right\\rceil"),
            _ => self.call(["ceil", "ceiling", "ceiling", "Ceiling"], &[quotient]).0,
        })
    }

    /// A positive coefficient times a monomial.
    fn part(self, monomial: &Monomial, coefficient: &RBig) -> (String, Tight) {
        let mut above: Vec<(String, Tight)> = Vec::new();
        let mut below: Vec<(String, Tight)> = Vec::new();
        let number = coefficient.numerator();
        if *number != dashu_int::IBig::ONE || monomial.is_one() {
            above.push((number.to_string(), Tight::Closed));
        }
        if !coefficient.denominator().is_one() {
            below.push((coefficient.denominator().to_string(), Tight::Closed));
        }
        // Equal symbolic exponents of numbers are put together: 2^n · 3^n is shown as 6^n. So are powers of one
        // base: z^n / z is shown as z^(n - 1), which is right for z = 0 too.
        let mut numeric: Vec<(Term, RBig)> = Vec::new();
        let gathered = gathered(monomial);
        for (atom, count) in &gathered {
            if let Atom::Power(base, exponent) = atom
                && let Some(value) = base.as_int().filter(|value| value.is_positive())
                && *count > 0
            {
                let raised = RBig::from(value.pow(*count as usize));
                match numeric.iter_mut().find(|(known, _)| known == exponent) {
                    Some((_, total)) => *total = &*total * raised,
                    None => numeric.push((exponent.clone(), raised)),
                }
                continue;
            }
            self.factor(atom, *count, &mut above, &mut below);
        }
        for (exponent, base) in numeric {
            let shown = self.power((base.to_string(), Tight::Closed), self.term(&exponent));
            above.insert(usize::from(*number != dashu_int::IBig::ONE).min(above.len()), shown);
        }
        let product = |parts: Vec<(String, Tight)>| -> (String, Tight) {
            match parts.len() {
                0 => ("1".into(), Tight::Closed),
                1 => parts.into_iter().next().expect("one"),
                _ => {
                    let shown: Vec<String> =
                        parts.into_iter().map(|part| self.enclosed(part, Tight::Product)).collect();
                    (shown.join(self.times()), Tight::Product)
                }
            }
        };
        if below.is_empty() {
            return product(above);
        }
        self.fraction(product(above), product(below))
    }

    fn factor(
        self,
        atom: &Atom,
        count: i32,
        above: &mut Vec<(String, Tight)>,
        below: &mut Vec<(String, Tight)>,
    ) {
        let (shown, count) = match atom {
            Atom::Inverse(inner) => (self.term(inner), -count),
            Atom::Power(base, exponent) => {
                let exponent = exponent.scaled(&RBig::from(count.unsigned_abs()));
                let shown = self.power(self.term(base), self.term(&exponent));
                if count > 0 {
                    above.push(shown)
                } else {
                    below.push(shown)
                }
                return;
            }
            other => (self.atom(other), count),
        };
        let side = if count > 0 { above } else { below };
        match count.unsigned_abs() {
            1 => side.push(shown),
            size => side.push(self.power(shown, (size.to_string(), Tight::Closed))),
        }
    }

    fn call(self, names: [&str; 4], args: &[String]) -> (String, Tight) {
        let name = match self.0 {
            Style::Text => names[0],
            Style::Sympy => names[1],
            Style::Maxima => names[2],
            Style::Mathematica => names[3],
            Style::Latex => {
                return (
                    format!("\\operatorname{{{}}}\\left({}\\right)", names[0], args.join(", ")),
                    Tight::Closed,
                );
            }
            Style::Smtlib | Style::C => names[0],
        };
        let text = match self.0 {
            Style::Mathematica => format!("{name}[{}]", args.join(", ")),
            _ => format!("{name}({})", args.join(", ")),
        };
        (text, Tight::Closed)
    }

    fn bare(self, term: &Term) -> String {
        self.term(term).0
    }

    fn atom(self, atom: &Atom) -> (String, Tight) {
        match atom {
            // What a pointer of C leads to is not to be taken for a product.
            Atom::Symbol(symbol) if self.0 == Style::Text && symbol.name.starts_with('*') => {
                (format!("({})", self.name(&symbol.name)), Tight::Closed)
            }
            Atom::Symbol(symbol) => (self.name(&symbol.name), Tight::Closed),
            Atom::Power(base, exponent) => self.power(self.term(base), self.term(exponent)),
            Atom::Inverse(inner) => self.fraction(("1".into(), Tight::Closed), self.term(inner)),
            Atom::Factorial(inner) => match self.0 {
                Style::Text | Style::Sympy => {
                    self.call(["factorial", "factorial", "", ""], &[self.bare(inner)])
                }
                _ => (format!("{}!", self.enclosed(self.term(inner), Tight::Closed)), Tight::Power),
            },
            Atom::Floor(a, b) => {
                let quotient = self.fraction(self.term(a), self.term(b)).0;
                match self.0 {
                    Style::Latex => (format!("\\left\\lfloor {quotient} \\right\\rfloor"), Tight::Closed),
                    _ => self.call(["floor", "floor", "floor", "Floor"], &[quotient]),
                }
            }
            Atom::Mod(a, b) => self.call(["mod", "Mod", "mod", "Mod"], &[self.bare(a), self.bare(b)]),
            Atom::Root(inner) => match self.0 {
                Style::Latex => {
                    (format!("\\left\\lfloor \\sqrt{{{}}} \\right\\rfloor", self.bare(inner)), Tight::Closed)
                }
                Style::Text => self.call(["isqrt", "", "", ""], &[self.bare(inner)]),
                _ => {
                    // Others know roots of negative numbers.
                    let inner = self.call(["", "Max", "max", "Max"], &[self.bare(inner), "0".to_owned()]).0;
                    let root = self.call(["", "sqrt", "sqrt", "Sqrt"], &[inner]).0;
                    self.call(["", "floor", "floor", "Floor"], &[root])
                }
            },
            Atom::Log(base, inner) => self.logarithm(&base.to_string(), &self.bare(inner)),
            Atom::Gcd(a, b) => self.call(["gcd", "gcd", "gcd", "GCD"], &[self.bare(a), self.bare(b)]),
            Atom::Min(terms) => self.call(["min", "Min", "min", "Min"], &self.list(terms)),
            Atom::Max(terms) => self.call(["max", "Max", "max", "Max"], &self.list(terms)),
            Atom::Choice(condition, yes, no) => {
                let (c, a, b) = (self.condition(condition, false), self.bare(yes), self.bare(no));
                self.choice(&c, &a, &b)
            }
            Atom::Element(array, index) => self.element(array, index),
            Atom::Sum(range) => self.range(range, ["sum", "Sum", "sum", "Sum"], "\\sum"),
            Atom::Product(range) => self.range(range, ["product", "Product", "product", "Product"], "\\prod"),
            Atom::Sequence(sequence, index) => {
                if let Some(shift) = fibonacci_shift(sequence) {
                    let index = self.bare(&index.plus_int(shift));
                    return self.call(["fibonacci", "fibonacci", "fib", "Fibonacci"], &[index]);
                }
                let coefficients: Vec<String> =
                    sequence.coefficients.iter().map(|value| value.to_string()).collect();
                let args = [
                    self.bare(index),
                    format!("[{}]", coefficients.join(", ")),
                    format!("[{}]", self.list(&sequence.first).join(", ")),
                ];
                self.call(["recurrent", "recurrent", "recurrent", "recurrent"], &args)
            }
            Atom::Iterate(system, at, count) => {
                let name = system.symbols[*at].name.split('•').next().unwrap_or("x").to_owned();
                (format!("{}[{}]", self.name(&name), self.bare(count)), Tight::Closed)
            }
            Atom::Least(search) => {
                let args = [self.name(&search.index.name), self.condition(&search.condition, false)];
                self.call(["least", "least", "least", "least"], &args)
            }
        }
    }

    fn logarithm(self, base: &str, inner: &str) -> (String, Tight) {
        match self.0 {
            Style::Text => self.call(["ilog", "", "", ""], &[base.to_owned(), inner.to_owned()]),
            Style::Latex => (
                format!("\\left\\lfloor \\log_{{{base}}}\\left({inner}\\right) \\right\\rfloor"),
                Tight::Closed,
            ),
            Style::Sympy => (format!("floor(log({inner}, {base}))"), Tight::Closed),
            Style::Mathematica => (format!("Floor[Log[{base}, {inner}]]"), Tight::Closed),
            _ => (format!("floor(log({inner})/log({base}))"), Tight::Closed),
        }
    }

    fn choice(self, condition: &str, yes: &str, no: &str) -> (String, Tight) {
        let text = match self.0 {
            Style::Sympy => format!("Piecewise(({yes}, {condition}), ({no}, True))"),
            Style::Maxima => format!("(if {condition} then {yes} else {no})"),
            Style::Mathematica => format!("If[{condition}, {yes}, {no}]"),
            Style::Latex => {
                format!("\\begin{{cases}} {yes} & {condition} \\\\ {no} & \\text{{otherwise}} \\end{{cases}}")
            }
            _ => format!("(if {condition} then {yes} else {no})"),
        };
        (text, Tight::Closed)
    }

    fn element(self, array: &Array, index: &[Term]) -> (String, Tight) {
        if self.1 == Subscripts::Brackets {
            return (format!("{}{}", self.array(array), self.brackets(index)), Tight::Closed);
        }
        let index = self.list(index).join(", ");
        let text = match self.0 {
            Style::Mathematica | Style::Maxima => format!("{}[{index}]", self.array(array)),
            Style::Latex => format!("{}_{{{index}}}", self.array(array)),
            _ => format!("{}({index})", self.array(array)),
        };
        (text, Tight::Closed)
    }

    fn range(self, range: &crate::Range, names: [&str; 4], sign: &str) -> (String, Tight) {
        let (index, body) = (self.name(&range.index.name), self.bare(&range.body));
        let (low, high) = (self.bare(&range.low), self.bare(&range.high));
        match self.0 {
            Style::Text => (format!("{}({body}, {index} = {low}..{high})", names[0]), Tight::Closed),
            Style::Sympy => (format!("{}({body}, ({index}, {low}, {high}))", names[1]), Tight::Closed),
            Style::Maxima => (format!("{}({body}, {index}, {low}, {high})", names[2]), Tight::Closed),
            Style::Mathematica => {
                (format!("{}[{body}, {{{index}, {low}, {high}}}]", names[3]), Tight::Closed)
            }
            _ => (format!("{sign}_{{{index}={low}}}^{{{high}}} {body}"), Tight::Product),
        }
    }

    fn list(self, terms: &[Term]) -> Vec<String> {
        terms.iter().map(|term| self.bare(term)).collect()
    }

    fn name(self, name: &str) -> String {
        let name = match name.strip_prefix('•') {
            Some("1") => self.2.to_string(),
            Some(depth) if depth.starts_with(|first: char| first.is_ascii_digit()) => {
                format!("{}{depth}", self.2)
            }
            Some(word) => word.to_owned(),
            None => name.split('•').next().unwrap_or(name).trim_end_matches('\'').to_owned(),
        };
        let name = match self.0 {
            Style::Text => name,
            // What C calls `*p`, `p->x` and `a[].x` needs a name of letters elsewhere.
            _ => name.replace('*', "at_").replace("->", "_").replace("[]", ""),
        };
        let reserved: &[&str] = match self.0 {
            Style::Sympy => &RESERVED_IN_PYTHON,
            Style::Mathematica => &RESERVED_IN_MATHEMATICA,
            _ => &[],
        };
        let name = if reserved.contains(&name.as_str()) { name + "_" } else { name };
        match self.0 {
            Style::Text => name,
            Style::Latex => format!("\\mathit{{{}}}", name.replace('_', "\\_")),
            Style::Mathematica => name.replace(['_', '.', '#', '?'], "$"),
            _ => name.replace(['.', '#', '?', '$', '@'], "_"),
        }
    }

    fn array(self, array: &Array) -> String {
        match array {
            Array::Symbol(name, _) => self.name(name),
            Array::Store(inner) => {
                let (base, index, value) = &**inner;
                if self.1 == Subscripts::Brackets {
                    let (base, value) = (self.array(base), self.bare(value));
                    return format!("({base} with {} := {value})", self.brackets(index));
                }
                format!(
                    "({} with ({}) := {})",
                    self.array(base),
                    self.list(index).join(", "),
                    self.bare(value)
                )
            }
            Array::Lambda(inner) => {
                let mut names: Vec<String> = inner.0.iter().map(|symbol| self.name(&symbol.name)).collect();
                if self.1 == Subscripts::Brackets {
                    names.reverse();
                }
                format!("(λ{}. {})", names.join(", "), self.bare(&inner.1))
            }
            Array::Choice(inner) => {
                let (condition, yes, no) = &**inner;
                let (c, a, b) = (self.condition(condition, false), self.array(yes), self.array(no));
                self.choice(&c, &a, &b).0
            }
            Array::Iterate(system, at, count) => {
                let name = system.arrays[*at].0.split('•').next().unwrap_or("A").to_owned();
                format!("{}[{}]", self.name(&name), self.bare(count))
            }
        }
    }

    fn condition(self, condition: &Condition, inner: bool) -> String {
        match condition {
            Condition::True => self.truth(true),
            Condition::False => self.truth(false),
            Condition::Compare(relation, term) => self.comparison(*relation, term),
            Condition::And(parts) => self.junction(parts, ["&", "And", "and", "&&", "\\wedge"], inner),
            Condition::Or(parts) => self.junction(parts, ["|", "Or", "or", "||", "\\vee"], inner),
            Condition::Ever(search) => {
                let (index, body) = (self.name(&search.index.name), self.condition(&search.condition, true));
                format!("(some {index} >= 0: {body})")
            }
            Condition::Never(search) => {
                let (index, body) = (self.name(&search.index.name), self.condition(&search.condition, true));
                format!("(no {index} >= 0: {body})")
            }
        }
    }

    fn truth(self, value: bool) -> String {
        let word = if value { "true" } else { "false" };
        match self.0 {
            Style::Sympy | Style::Mathematica => if value { "True" } else { "False" }.to_owned(),
            Style::Latex => format!("\\mathrm{{{word}}}"),
            _ => word.to_owned(),
        }
    }

    fn junction(self, parts: &[Condition], words: [&str; 5], inner: bool) -> String {
        let shown: Vec<String> = parts.iter().map(|part| self.condition(part, true)).collect();
        let text = match self.0 {
            Style::Sympy => return format!("{}({})", words[1], shown.join(", ")),
            Style::Maxima => shown.join(&format!(" {} ", words[2])),
            Style::Mathematica => shown.join(&format!(" {} ", words[3])),
            Style::Latex => shown.join(&format!(" {} ", words[4])),
            _ => shown.join(&format!(" {} ", words[0])),
        };
        if inner { format!("({text})") } else { text }
    }

    /// Positive parts on the left side, negative ones on the right.
    fn comparison(self, relation: Relation, term: &Term) -> String {
        let mut left = Term::zero();
        let mut right = Term::zero();
        let mut constant = term.constant_part();
        for (monomial, coefficient) in term.parts().filter(|(monomial, _)| !monomial.is_one()) {
            let part = Term::monomial(monomial.clone(), coefficient.clone());
            if coefficient.is_positive() { left = left.plus(&part) } else { right = right.minus(&part) }
        }
        // Over integers `a - b - 1 ≥ 0` reads better as `a > b`.
        let mut strict = relation == Relation::Gt;
        if relation == Relation::Ge && constant == RBig::from(-1) && term.has_integer_atoms() {
            strict = true;
            constant = RBig::ZERO;
        }
        let swap = left.0.is_empty();
        if constant.is_positive() {
            left = left.plus(&Term::rational(constant));
        } else {
            right = right.minus(&Term::rational(constant));
        }
        let (mut a, mut b) = (self.bare(&left), self.bare(&right));
        if swap {
            std::mem::swap(&mut a, &mut b);
        }
        let sign = self.sign(relation, strict, swap);
        if self.is(Style::Sympy) {
            match relation {
                Relation::Eq => return format!("Eq({a}, {b})"),
                Relation::Ne => return format!("Ne({a}, {b})"),
                _ => {}
            }
        }
        format!("{a} {sign} {b}")
    }

    fn sign(self, relation: Relation, strict: bool, swap: bool) -> &'static str {
        match (relation, strict, swap) {
            (Relation::Eq, ..) => match self.0 {
                Style::Mathematica => "==",
                _ => "=",
            },
            (Relation::Ne, ..) => match self.0 {
                Style::Text => "<>",
                Style::Maxima => "#",
                Style::Latex => "\\neq",
                _ => "!=",
            },
            (_, true, false) => ">",
            (_, true, true) => "<",
            (_, false, false) => {
                if self.is(Style::Latex) {
                    "\\ge"
                } else {
                    ">="
                }
            }
            (_, false, true) => {
                if self.is(Style::Latex) {
                    "\\le"
                } else {
                    "<="
                }
            }
        }
    }
}

/// The factors of a monomial with powers of one symbolic base put together where one of them divides.
fn gathered(monomial: &Monomial) -> Vec<(Atom, i32)> {
    let mut factors: Vec<(Atom, i32)> = Vec::new();
    for (atom, count) in monomial.factors() {
        let own = Term::atom(atom.clone());
        let power = factors.iter_mut().find_map(|(other, times)| match other {
            Atom::Power(base, exponent) if *base == own && *times == 1 && *count < 0 => Some(exponent),
            _ => None,
        });
        match power {
            Some(exponent) => *exponent = exponent.plus_int(i64::from(*count)),
            None => factors.push((atom.clone(), *count)),
        }
    }
    // Symbols come before powers, so that a divisor may already be there.
    for at in (0..factors.len()).rev() {
        let Atom::Power(base, exponent) = factors[at].0.clone() else { continue };
        let divisor =
            factors.iter().position(|(other, count)| *count < 0 && Term::atom(other.clone()) == base);
        if let Some(divisor) = divisor.filter(|_| factors[at].1 == 1) {
            let exponent = exponent.plus_int(i64::from(factors[divisor].1));
            factors[at].0 = Atom::Power(base, exponent);
            factors.remove(divisor);
        }
    }
    factors
}
