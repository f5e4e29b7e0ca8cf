//! How values of a type lie in the cells of a storage.
//!
//! A *leaf* is a value that one cell holds: a number, a truth value, one character, a handle. A complex number has
//! two leaves, a text as many as characters, a record those of its components in order. Storage that variables of
//! different leaf sizes share has smaller cells; then a leaf takes several, and all but the first hold
//! [`Value::Tail`](crate::Value::Tail).

use sextant_base::IdVec;
use sextant_expr::{FloatKind, Scalar};
use sextant_syntax::{ArrayBounds, IntType, RealType, Record, RecordId, TextLength, Type};

use super::storage::constant_int;
use super::{Arithmetic, Policy};
use crate::EntryLeaf;

/// Types with more leaves than this have no names for them.
const MOST_NAMED_LEAVES: usize = 1 << 20;

/// What one cell holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leaf {
    pub kind: LeafKind,
    /// The sort of its values as terms.
    pub sort: Scalar,
    /// Its size in storage.
    pub bytes: u8,
}

/// What kind of value a leaf is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LeafKind {
    Int(IntType),
    Real(RealType),
    Logical,
    Character,
    Handle,
    Procedure,
}

/// What an element of a storage is made of.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Layout {
    /// One leaf.
    Leaf(Leaf),
    /// Two leaves.
    Complex(Leaf),
    /// Characters; their number is known elsewhere.
    Text(Leaf),
    /// The leaves of a record.
    Record(Vec<Leaf>),
}

impl Layout {
    /// The layout of an element of a type.
    pub(crate) fn of(ty: &Type, records: &IdVec<RecordId, Record>, policy: Policy) -> Layout {
        match ty.target().scalar() {
            Type::Complex(kind) => Layout::Complex(Leaf::of(&Type::Real(*kind), policy)),
            Type::Text(_) => Layout::Text(Leaf::CHARACTER),
            Type::Record(id) => Layout::Record(leaves(&Type::Record(*id), records, policy)),
            simple => Layout::Leaf(Leaf::of(simple, policy)),
        }
    }

    /// The leaf of which there are one or more; of a record, the first.
    pub(crate) fn leaf(&self) -> Leaf {
        match self {
            Layout::Leaf(leaf) | Layout::Complex(leaf) | Layout::Text(leaf) => *leaf,
            Layout::Record(leaves) => leaves.first().copied().unwrap_or(Leaf::CHARACTER),
        }
    }

    /// How many leaves an element has, texts aside.
    pub(crate) fn leaf_count(&self) -> usize {
        match self {
            Layout::Leaf(_) | Layout::Text(_) => 1,
            Layout::Complex(_) => 2,
            Layout::Record(leaves) => leaves.len(),
        }
    }
}

impl Leaf {
    pub(crate) const CHARACTER: Leaf = Leaf { kind: LeafKind::Character, sort: Scalar::Int, bytes: 1 };
    pub(crate) const BYTE: Leaf =
        Leaf { kind: LeafKind::Int(IntType { bits: 8, signed: false }), sort: Scalar::Int, bytes: 1 };
    pub(crate) const WORD: Leaf = Leaf { kind: LeafKind::Int(IntType::ADDRESS), sort: Scalar::Int, bytes: 8 };
    pub(crate) const HANDLE: Leaf = Leaf { kind: LeafKind::Handle, sort: Scalar::Int, bytes: 8 };

    /// The leaf that a value of a simple type is.
    pub(crate) fn of(ty: &Type, policy: Policy) -> Leaf {
        match ty {
            Type::Int(ty) => Leaf { kind: LeafKind::Int(*ty), sort: Scalar::Int, bytes: ty.bits.div_ceil(8) },
            Type::Real(kind) => Leaf {
                kind: LeafKind::Real(*kind),
                sort: real_sort(*kind, policy),
                bytes: kind.bytes() as u8,
            },
            Type::Logical => Leaf { kind: LeafKind::Logical, sort: Scalar::Bool, bytes: 4 },
            Type::Procedure => Leaf { kind: LeafKind::Procedure, sort: Scalar::Int, bytes: 8 },
            Type::Handle(_) => Leaf::HANDLE,
            Type::Pointer(_) => Leaf { kind: LeafKind::Int(IntType::ADDRESS), sort: Scalar::Int, bytes: 8 },
            Type::Block(_) | Type::Text(_) | Type::Complex(_) | Type::Record(_) | Type::Array(..) => {
                Leaf::CHARACTER
            }
        }
    }

    /// The integer type of its values.
    pub(crate) fn integer(self) -> Option<IntType> {
        match self.kind {
            LeafKind::Int(ty) => Some(ty),
            _ => None,
        }
    }

    /// Whether its values may be negative.
    pub(crate) fn is_signed(self) -> bool {
        self.integer().is_none_or(|ty| ty.signed)
    }

    /// The integer type whose limits the value must keep, if the policy has limits.
    pub(crate) fn range(self, policy: Policy) -> Option<IntType> {
        match (self.kind, policy.arithmetic) {
            (LeafKind::Int(ty), Arithmetic::Machine) => Some(ty),
            (LeafKind::Character, _) => Some(IntType { bits: 8, signed: false }),
            _ => None,
        }
    }
}

/// The float format of a real type under machine arithmetic; none under ideal arithmetic.
pub(crate) fn float_kind(kind: RealType, policy: Policy) -> Option<FloatKind> {
    (policy.arithmetic == Arithmetic::Machine).then_some(match kind {
        RealType::Single => FloatKind::Single,
        RealType::Double => FloatKind::Double,
    })
}

/// The sort of reals of a type.
pub(crate) fn real_sort(kind: RealType, policy: Policy) -> Scalar {
    float_kind(kind, policy).map_or(Scalar::Real, Scalar::Float)
}

/// The sort of a value of a simple type, or of the parts or elements of another one.
pub fn sort_of(ty: &Type, policy: Policy) -> Scalar {
    super::storage::scalar_sort(ty, policy)
}

/// The values a variable of constant shape is made of, in storage order, under the names that users know them by;
/// `None` if the shape is not constant or too large.
pub fn leaves_of(
    name: &str,
    ty: &Type,
    records: &IdVec<RecordId, Record>,
    policy: Policy,
) -> Option<Vec<EntryLeaf>> {
    let named = leaf_names(name, ty, records, policy)?;
    let entry = |leaf: NamedLeaf| EntryLeaf {
        name: leaf.name,
        sort: leaf.leaf.sort,
        range: leaf.leaf.range(policy),
        value: None,
    };
    Some(named.into_iter().map(entry).collect())
}

/// All leaves of a type of constant size, in order.
pub(crate) fn leaves(ty: &Type, records: &IdVec<RecordId, Record>, policy: Policy) -> Vec<Leaf> {
    let named = leaf_names("", ty, records, policy).unwrap_or_default();
    named.into_iter().map(|named| named.leaf).collect()
}

/// A leaf of a variable, under the name a user knows it by.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct NamedLeaf {
    pub name: String,
    pub leaf: Leaf,
    /// Its first byte, from the beginning of the variable.
    pub offset: u64,
}

/// The leaves of a variable of constant shape in storage order; `None` if the shape is not constant or too large.
pub(crate) fn leaf_names(
    name: &str,
    ty: &Type,
    records: &IdVec<RecordId, Record>,
    policy: Policy,
) -> Option<Vec<NamedLeaf>> {
    let mut namer = Namer { records, policy, leaves: Vec::new(), offset: 0 };
    namer.variable(name, ty)?;
    Some(namer.leaves)
}

struct Namer<'a> {
    records: &'a IdVec<RecordId, Record>,
    policy: Policy,
    leaves: Vec<NamedLeaf>,
    offset: u64,
}

impl Namer<'_> {
    fn leaf(&mut self, name: String, leaf: Leaf) -> Option<()> {
        self.leaves.push(NamedLeaf { name, leaf, offset: self.offset });
        self.offset += u64::from(leaf.bytes);
        (self.leaves.len() <= MOST_NAMED_LEAVES).then_some(())
    }

    fn variable(&mut self, name: &str, ty: &Type) -> Option<()> {
        match ty {
            Type::Complex(kind) => {
                let leaf = Leaf::of(&Type::Real(*kind), self.policy);
                self.leaf(format!("RE({name})"), leaf)?;
                self.leaf(format!("IM({name})"), leaf)
            }
            Type::Text(TextLength::Given(length)) => {
                let length = i64::try_from(constant_int(length)?).ok()?;
                for at in 1..=length {
                    self.leaf(format!("{name}({at}:{at})"), Leaf::CHARACTER)?;
                }
                Some(())
            }
            Type::Text(_) => None,
            Type::Record(id) => {
                let records = self.records;
                for component in &records.get(*id)?.components {
                    self.variable(&format!("{name}%{}", component.name), &component.ty)?;
                }
                Some(())
            }
            Type::Array(element, bounds) => self.array(name, element, bounds),
            simple => self.leaf(name.to_owned(), Leaf::of(simple, self.policy)),
        }
    }

    fn array(&mut self, name: &str, element: &Type, bounds: &[ArrayBounds]) -> Option<()> {
        let bounds = constant_bounds(bounds)?;
        let bounds: Vec<_> = bounds.into_iter().map(|(low, high)| (low, high, 0)).collect();
        each_element(&bounds, |subscripts, _| {
            self.variable(&format!("{name}({})", list(subscripts)), element)
        })
    }
}

/// Goes through all subscripts between bounds in storage order, each with its distance from the first, which strides
/// say, as long as there is an answer.
pub(crate) fn each_element(
    bounds: &[(i64, i64, i64)],
    mut look: impl FnMut(&[i64], i64) -> Option<()>,
) -> Option<()> {
    let extents = bounds.iter().map(|(low, high, _)| (high - low + 1).max(0));
    for number in 0..extents.fold(1, i64::saturating_mul) {
        let (mut rest, mut distance) = (number, 0);
        let subscripts = bounds.iter().map(|(low, high, stride)| {
            let step = rest % (high - low + 1);
            rest /= high - low + 1;
            distance += step * stride;
            low + step
        });
        let subscripts: Vec<i64> = subscripts.collect();
        look(&subscripts, distance)?;
    }
    Some(())
}

/// Subscripts as users write them.
pub(crate) fn list(subscripts: &[i64]) -> String {
    let words: Vec<String> = subscripts.iter().map(i64::to_string).collect();
    words.join(",")
}

/// The bounds of every dimension, where they are constants.
pub fn constant_bounds(bounds: &[ArrayBounds]) -> Option<Vec<(i64, i64)>> {
    bounds
        .iter()
        .map(|bounds| match bounds {
            ArrayBounds::Given { low, high } | ArrayBounds::Sequence { low, high: Some(high) } => {
                Some((i64::try_from(constant_int(low)?).ok()?, i64::try_from(constant_int(high)?).ok()?))
            }
            _ => None,
        })
        .collect()
}
