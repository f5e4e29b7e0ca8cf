//! Formulas as they are shown: terms with names and a notation, written once, where they are printed.
//!
//! Invariants
//! - A formula is made of what is shown, not of what was computed: signs, brackets and the order of operands are settled
//!   where it is made, and every notation writes the same formula.
//! - Parts may be shared, so that a formula is never larger than the term it shows; what is written is cut at
//!   [`LONGEST_TEXT`] characters.
//! - Nothing recurses: a formula may be nested as deep as memory allows.

mod print;
mod tree;
mod xml;

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use serde::{Serialize, Serializer};

pub use print::LONGEST_TEXT;
pub use tree::Tree;
pub use xml::{picture, xml};

/// A way to write formulas.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Notation {
    /// The project's own.
    #[default]
    Text,
    /// As C writes it; of several subscripts the last one varies fastest.
    C,
    /// As the prompt reads it in Fortran.
    Fortran,
    /// Python with SymPy.
    Sympy,
    /// Maxima.
    Maxima,
    /// Mathematica.
    Mathematica,
    /// LaTeX mathematics, without dollar signs around it.
    Latex,
    /// The same for documents, with the names and signs of the program, as KaTeX reads it.
    Katex,
    /// MathML, without the element around it.
    MathMl,
    /// SMT-LIB 2, which terms write themselves.
    Smtlib,
}

/// A relation between two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Relation {
    Eq,
    Ne,
    /// The same as `Ne`, as closed forms write it: `<>`.
    Unequal,
    Lt,
    Le,
    Gt,
    Ge,
}

/// An operation on the bits of two or more integers, which have as many as they need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Bitwise {
    And,
    Or,
    Xor,
    /// Shifted left by the second operand.
    Left,
    /// Shifted right by the second operand, rounding down.
    Right,
}

/// What stands at the top of a formula, over its operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A number without a sign.
    Number(String),
    /// A name.
    Name(String),
    /// What is no mathematics.
    Words(String),
    /// True or false.
    Truth(bool),
    /// Brackets around what does not hold together by itself.
    Group,
    /// A fraction of two numbers that is a number itself.
    Ratio,
    /// A minus sign before its operand.
    Negative,
    /// A sum; true where an operand is taken away.
    Sum(Vec<bool>),
    /// A product. Of a single factor: what binds as tightly as one.
    Product,
    /// The first operand divided by the second.
    Quotient,
    /// The first operand to the power of the second.
    Power,
    /// What a division that rounds towards zero leaves.
    Remainder,
    /// An operation on bits.
    Bitwise(Bitwise),
    /// All bits of an integer changed.
    Complement,
    /// A value converted to a type of C.
    Cast(&'static str),
    /// A comparison.
    Compare(Relation),
    /// A negation.
    Not,
    /// A conjunction.
    And,
    /// A disjunction.
    Or,
    /// An implication.
    Implies,
    /// `if` the first operand `then` the second `else` the third.
    Choice,
    /// An array, and its subscripts; those of an `input` are part of its name.
    Element {
        /// Whether it is an input.
        input: bool,
    },
    /// An array, a value, and the subscripts where the array has it; with the sign between.
    Store(&'static str),
    /// Bound subscripts, and the value of an array there.
    Lambda,
    /// What a loop makes of the first operand in as many iterations as the second says.
    Iterate,
    /// A function of the operands; without a name: the operands in brackets.
    Call(Cow<'static, str>),
    /// Operands in square brackets.
    List,
    /// A bound name, its lowest and its highest value, and the addends of a sum or the factors of a `product`.
    Range {
        /// Whether it is a product.
        product: bool,
    },
    /// A bound name with its lowest and its highest value, beside what a function does over them.
    Bounds,
    /// A bound number from 0, and what holds for `some` or for none of them.
    Search {
        /// Whether for some.
        some: bool,
    },
    /// A bound name, its lowest and its highest value, and what holds for `all` or for some of them.
    Quantified {
        /// Whether for all.
        all: bool,
    },
}

#[derive(Debug)]
struct Node {
    kind: Kind,
    operands: Vec<Arc<Node>>,
    /// Its text, once it was written, and in which notation: many paths show the same conditions.
    text: OnceLock<(Notation, Box<str>)>,
}

impl Drop for Node {
    fn drop(&mut self) {
        let mut waiting = std::mem::take(&mut self.operands);
        while let Some(node) = waiting.pop() {
            if let Some(mut node) = Arc::into_inner(node) {
                waiting.append(&mut node.operands);
            }
        }
    }
}

/// A formula with its notation.
#[derive(Clone)]
pub struct Formula {
    node: Arc<Node>,
    notation: Notation,
}

impl Formula {
    /// A formula in the notation of its operands; without any, in the project's own.
    pub fn new(kind: Kind, operands: impl IntoIterator<Item = Formula>) -> Self {
        let mut notation = Notation::Text;
        let operands = operands.into_iter().map(|operand| {
            notation = if notation == Notation::Text { operand.notation } else { notation };
            operand.node
        });
        let node = Node { kind, operands: operands.collect(), text: OnceLock::new() };
        Self { node: Arc::new(node), notation }
    }

    /// A name.
    pub fn name(name: impl Into<String>) -> Self {
        Self::new(Kind::Name(name.into()), [])
    }

    /// What is no mathematics.
    pub fn words(words: impl Into<String>) -> Self {
        Self::new(Kind::Words(words.into()), [])
    }

    /// A number of which the digits are given, with or without a minus sign.
    pub fn number(digits: &str) -> Self {
        match digits.strip_prefix('-') {
            Some(digits) => Self::new(Kind::Negative, [Self::number(digits)]),
            None => Self::new(Kind::Number(digits.to_owned()), []),
        }
    }

    /// An element of an array, or a part of something that a name and subscripts stand for.
    pub fn element(array: Formula, subscripts: impl IntoIterator<Item = Formula>) -> Self {
        Self::new(Kind::Element { input: false }, [array].into_iter().chain(subscripts))
    }

    /// All of them together.
    pub fn conjunction(conjuncts: &[Formula]) -> Self {
        match conjuncts {
            [] => Self::new(Kind::Truth(true), []),
            [only] => only.clone(),
            _ => Self::new(Kind::And, conjuncts.iter().cloned()),
        }
    }

    /// The condition that something called so has this value.
    pub fn equation(name: &str, value: &Formula) -> Self {
        Self::new(Kind::Compare(Relation::Eq), [Self::name(name), value.clone()])
    }

    /// The same in another notation.
    pub fn in_notation(self, notation: Notation) -> Self {
        Self { notation, ..self }
    }

    /// What stands at the top.
    pub fn kind(&self) -> &Kind {
        &self.node.kind
    }

    /// The operands.
    pub fn operands(&self) -> impl Iterator<Item = Formula> {
        self.node.operands.iter().map(|node| Self { node: node.clone(), notation: self.notation })
    }

    /// Whether it needs brackets in a conjunction.
    pub fn binds_less(&self) -> bool {
        matches!(self.kind(), Kind::Or | Kind::Implies | Kind::Choice)
    }

    /// In its own notation.
    pub fn text(&self) -> Cow<'_, str> {
        let (notation, text) = self.node.text.get_or_init(|| (self.notation, print::text(self).into()));
        if *notation == self.notation { Cow::Borrowed(text) } else { Cow::Owned(print::text(self)) }
    }

    /// What stands between the parts of a conjunction in its notation.
    fn and(&self) -> &'static str {
        if self.notation == Notation::C { " && " } else { " & " }
    }

    /// In a notation of mathematics; none if it is words, or too long.
    pub fn mathematics(&self, notation: Notation) -> Option<String> {
        print::mathematics(self, notation)
    }
}

/// The conjuncts as they stand in a conjunction: in brackets where they bind less.
pub fn conjuncts(formulas: &[Formula]) -> Vec<String> {
    let alone = formulas.len() < 2;
    let part =
        |part: &Formula| if alone || !part.binds_less() { part.to_string() } else { format!("({part})") };
    formulas.iter().map(part).collect()
}

/// The conjuncts in one line; `true` when there are none.
pub fn conjunction(formulas: &[Formula]) -> String {
    if formulas.is_empty() { "true".to_owned() } else { conjuncts(formulas).join(and(formulas)) }
}

/// What stands between conjuncts, as their notation has it.
pub fn and(conjuncts: &[Formula]) -> &'static str {
    conjuncts.first().map_or(" & ", Formula::and)
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl fmt::Debug for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text(), f)
    }
}

/// In data for programs a formula is its text.
impl Serialize for Formula {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Formulas are the same if they are shown alike.
impl PartialEq for Formula {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.node, &other.node) || self.text() == other.text()
    }
}

impl Eq for Formula {}

impl Default for Formula {
    fn default() -> Self {
        Self::words("")
    }
}

impl PartialEq<str> for Formula {
    fn eq(&self, text: &str) -> bool {
        self.text() == text
    }
}

impl PartialEq<&str> for Formula {
    fn eq(&self, text: &&str) -> bool {
        self == *text
    }
}
