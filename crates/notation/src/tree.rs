//! Formulas as trees, for programs that work on them.

use std::cell::Cell;

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::{Formula, Kind, Relation};

/// Parts nested deeper are left out: readers of JSON do not follow.
const DEEPEST: usize = 40;
/// More parts are left out. A tree does not share parts, as formulas do.
const MOST_PARTS: usize = 10_000;

impl Formula {
    /// The formula as a tree of objects: `{"name": …}`, `{"number": …}`, `{"truth": …}` and `{"words": …}` at the
    /// leaves, `{"op": …, "args": […]}` and `{"call": …, "args": […]}` above them. What is too much is `…` in words.
    pub fn tree(&self) -> Tree {
        Tree(self.clone())
    }
}

/// A formula that is written as a tree.
pub struct Tree(Formula);

impl Serialize for Tree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Part { formula: self.0.clone(), depth: 0, left: &Cell::new(MOST_PARTS) }.serialize(serializer)
    }
}

/// A part with its depth, and how many more parts may be written.
struct Part<'t> {
    formula: Formula,
    depth: usize,
    left: &'t Cell<usize>,
}

impl Part<'_> {
    fn of(&self, formula: Formula) -> Self {
        Self { formula, depth: self.depth + 1, left: self.left }
    }

    /// The operands; what a sum takes away is negative.
    fn operands(&self) -> Vec<Self> {
        let taken = |at: usize| matches!(self.formula.kind(), Kind::Sum(taken) if taken[at]);
        let operands = self.formula.operands().enumerate();
        let signed = operands.map(|(at, operand)| match taken(at) {
            true => Formula::new(Kind::Negative, [operand]),
            false => operand,
        });
        signed.map(|operand| self.of(operand)).collect()
    }
}

impl Serialize for Part<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.depth > DEEPEST || self.left.get() == 0 {
            return serializer.collect_map([("words", "…")]);
        }
        self.left.set(self.left.get() - 1);
        let (field, name) = match self.formula.kind() {
            Kind::Number(digits) => return serializer.collect_map([("number", digits)]),
            Kind::Name(name) => return serializer.collect_map([("name", name)]),
            Kind::Words(words) => return serializer.collect_map([("words", words)]),
            Kind::Truth(value) => return serializer.collect_map([("truth", value)]),
            Kind::Group => return self.operands()[0].serialize(serializer),
            Kind::Call(name) => ("call", &**name),
            kind => ("op", operator(kind)),
        };
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry(field, name)?;
        map.serialize_entry("args", &self.operands())?;
        map.end()
    }
}

/// What stands over operands; leaves have none.
fn operator(kind: &Kind) -> &'static str {
    match kind {
        Kind::Number(_) | Kind::Name(_) | Kind::Words(_) | Kind::Truth(_) | Kind::Group | Kind::Call(_) => "",
        Kind::Negative => "negative",
        Kind::Sum(_) => "+",
        Kind::Product => "*",
        Kind::Ratio | Kind::Quotient => "/",
        Kind::Power => "**",
        Kind::Compare(Relation::Unequal) => "!=",
        Kind::Compare(relation) => relation.sign()[0].trim(),
        Kind::Remainder => "%",
        Kind::Bitwise(bitwise) => bitwise.sign()[0].trim(),
        Kind::Complement => "~",
        Kind::Cast(ty) => ty,
        Kind::Not => "not",
        Kind::And => "and",
        Kind::Or => "or",
        Kind::Implies => "implies",
        Kind::Choice => "if",
        Kind::Element { .. } => "element",
        Kind::Store(_) => "store",
        Kind::Lambda => "lambda",
        Kind::Iterate => "iterate",
        Kind::List => "list",
        Kind::Bounds => "bounds",
        Kind::Range { product: false } => "sum",
        Kind::Range { product: true } => "product",
        Kind::Search { some: true } => "exists",
        Kind::Search { some: false } => "not exists",
        Kind::Quantified { all: true } => "all",
        Kind::Quantified { all: false } => "some",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(formula: &Formula) -> String {
        serde_json::to_string(&formula.tree()).expect("a tree has a JSON form")
    }

    #[test]
    fn signs_brackets_and_calls() {
        let [x, y] = ["x", "y"].map(Formula::name);
        let root = Formula::new(Kind::Call("SQRT".into()), [y]);
        let sum = Formula::new(Kind::Sum(vec![false, true]), [x, root]);
        let formula = Formula::new(Kind::Compare(Relation::Le), [sum, Formula::number("-2")]);
        assert_eq!(
            shown(&formula),
            r#"{"op":"<=","args":[{"op":"+","args":[{"name":"x"},{"op":"negative","args":[{"call":"SQRT","args":[{"name":"y"}]}]}]},{"op":"negative","args":[{"number":"2"}]}]}"#
        );
        assert_eq!(shown(&Formula::conjunction(&[])), r#"{"truth":true}"#);
    }

    #[test]
    fn trees_are_bounded() {
        let mut deep = Formula::name("x");
        for _ in 0..100_000 {
            deep = Formula::new(Kind::And, [deep.clone(), deep]);
        }
        let text = shown(&deep);
        assert!(text.contains(r#"{"words":"…"}"#) && text.len() < 2_000_000, "{}", text.len());
    }
}
