//! Nodes of clang's tree.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Visitor};

use super::place::Point;

/// A node: a declaration, a statement, an expression, a type or an attribute. What a kind of node does not have is
/// empty. A missing child (the condition of `for (;;)`) has no kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node<'t> {
    pub(crate) id: u64,
    pub(crate) kind: Cow<'t, str>,
    /// The name in a declaration.
    pub(crate) at: Point,
    pub(crate) begin: Point,
    pub(crate) end: Point,
    pub(crate) name: Cow<'t, str>,
    pub(crate) ty: TypeText<'t>,
    /// The type in `sizeof(type)`, or the one in which `+=` computes.
    pub(crate) other_type: TypeText<'t>,
    /// The value of a literal or a constant expression.
    pub(crate) value: Cow<'t, str>,
    /// An operator, a kind of cast, a storage class, `struct` or `union`: what the kind of node has.
    pub(crate) word: Cow<'t, str>,
    /// The declaration that a name refers to, or the member of a union that is initialised.
    pub(crate) refers: Option<Box<Reference<'t>>>,
    /// A member, a label, or the record that a type declares.
    pub(crate) target: u64,
    /// An earlier declaration of the same thing.
    pub(crate) previous: u64,
    flags: u16,
    pub(crate) inner: Vec<Node<'t>>,
}

/// A declaration as expressions mention it.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(default)]
pub(crate) struct Reference<'t> {
    #[serde(deserialize_with = "address")]
    pub(crate) id: u64,
    #[serde(borrow)]
    pub(crate) kind: Cow<'t, str>,
    #[serde(borrow)]
    pub(crate) name: Cow<'t, str>,
    #[serde(borrow, rename = "type")]
    pub(crate) ty: TypeText<'t>,
}

/// A type as clang prints it.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(default)]
pub(crate) struct TypeText<'t> {
    /// As it was written.
    #[serde(borrow, rename = "qualType")]
    pub(crate) written: Cow<'t, str>,
    /// Without the outermost typedefs; empty if it is the same.
    #[serde(borrow, rename = "desugaredQualType")]
    pub(crate) desugared: Cow<'t, str>,
}

/// Truth values of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub(crate) enum Flag {
    /// Something refers to the declaration.
    Used = 1,
    /// clang made it.
    Implicit = 2,
    /// `x++`, not `++x`.
    Postfix = 4,
    /// A member with a width.
    BitField = 8,
    /// The members of the record follow.
    Complete = 16,
    /// `p->x`
    Arrow = 32,
    /// An `if` with an `else`.
    Else = 64,
    /// `case a ... b`
    Range = 128,
    /// The chosen branch of `_Generic`.
    Selected = 256,
    /// The children are the initialisers of an array, the first one is for the rest.
    Filler = 512,
    /// `inline`
    Inline = 1024,
    /// A variable with an initial value.
    Initialised = 2048,
}

impl<'t> Node<'t> {
    /// Whether the node says so.
    pub(crate) fn is(&self, flag: Flag) -> bool {
        self.flags & flag as u16 != 0
    }

    /// Whether there is a node at all.
    pub(crate) fn is_missing(&self) -> bool {
        self.kind.is_empty()
    }

    /// The children of a kind.
    pub(crate) fn of_kind<'n>(&'n self, kind: &'n str) -> impl Iterator<Item = &'n Node<'t>> {
        self.inner.iter().filter(move |child| child.kind == kind)
    }

    pub(super) fn set(&mut self, flag: Flag, holds: bool) {
        if holds {
            self.flags |= flag as u16;
        }
    }
}

/// A text or number as text, borrowed if it has no escapes.
pub(super) struct Text<'t>(pub(super) Cow<'t, str>);

impl<'de: 't, 't> Deserialize<'de> for Text<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;
        impl<'de> Visitor<'de> for TextVisitor {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a number")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(number.to_string())))
            }
            fn visit_i64<E>(self, number: i64) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(number.to_string())))
            }
            fn visit_bool<E>(self, value: bool) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(if value { "1" } else { "0" })))
            }
        }
        deserializer.deserialize_any(TextVisitor)
    }
}

/// An address in hexadecimal.
pub(super) fn address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let text = Text::deserialize(deserializer)?.0;
    Ok(u64::from_str_radix(text.trim_start_matches("0x"), 16).unwrap_or(0))
}
