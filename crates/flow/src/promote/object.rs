//! The layout of an object in bytes as a tree of scalars, each of which becomes a variable of its own.
//!
//! Invariants
//! - A scalar inside arrays is one array variable: its dimensions are those on the way to it, the outermost first.
//! - What overlaps (unions), has single bits, or leads elsewhere is opaque: nothing in it is promoted.

use std::collections::BTreeSet;

use dashu_int::IBig;
use sextant_base::{IdVec, Span};
use sextant_syntax::{ArrayBounds, Expr, ExprKind, Record, RecordId, Type};

use super::make::{number, sum};

/// Scalars of one object; larger ones stay bytes.
const MOST_LEAVES: usize = 64;

/// One dimension on the way to a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Dimension {
    /// Bytes from one element to the next.
    pub scale: u64,
    /// How many elements, if that is known.
    pub count: Option<u64>,
}

/// A scalar of an object, or an array of such.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Leaf {
    pub name: String,
    pub ty: Type,
    /// The outermost first.
    pub dimensions: Vec<Dimension>,
    /// The first byte, all subscripts being 0.
    pub offset: u64,
}

/// What lies at a place of an object.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Tree {
    Scalar(usize),
    Array(Dimension, Box<Tree>),
    Record(RecordId, Vec<(u64, Tree)>),
    Opaque,
}

impl Tree {
    /// The scalars below, in order.
    pub fn leaves(&self) -> Vec<usize> {
        match self {
            Tree::Scalar(leaf) => vec![*leaf],
            Tree::Array(_, element) => element.leaves(),
            Tree::Record(_, components) => components.iter().flat_map(|(_, tree)| tree.leaves()).collect(),
            Tree::Opaque => Vec::new(),
        }
    }
}

/// The layout of one object.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Object {
    pub tree: Tree,
    pub leaves: Vec<Leaf>,
}

/// One step from an address to another one.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub index: Expr,
    pub scale: u64,
    /// The greatest index that the access allows, where the language checks it.
    pub limit: Option<u64>,
}

/// Where steps lead.
pub(super) struct Reached<'o> {
    pub tree: &'o Tree,
    /// The outermost first.
    pub subscripts: Vec<Expr>,
    span: Span,
}

/// Why steps lead nowhere.
pub(super) enum Lost {
    /// The object has no array of such elements, but might have.
    Scale(u64),
    /// For good.
    Refused,
}

impl Object {
    /// The object of a declared type.
    pub fn of_content(name: &str, content: &Type, records: &IdVec<RecordId, Record>) -> Object {
        let mut builder = Builder { records, leaves: Vec::new(), separator: "." };
        let tree = builder.tree(name, content, &mut Vec::new(), 0);
        builder.object(tree)
    }

    /// The object a pointer leads to: one thing of a type, or as many of them as are used if it is accessed with
    /// steps of some sizes.
    pub fn of_pointer(
        name: &str,
        target: &Type,
        scales: &BTreeSet<u64>,
        records: &IdVec<RecordId, Record>,
    ) -> Option<Object> {
        let size = size_of(target, records).filter(|&size| size > 0)?;
        let mut sizes: Vec<u64> = scales.iter().rev().copied().collect();
        if sizes.last().is_some_and(|&last| last != size) {
            sizes.push(size);
        }
        if sizes.windows(2).any(|pair| !pair[0].is_multiple_of(pair[1])) {
            return None;
        }
        let mut dimensions = Vec::new();
        for (at, &scale) in sizes.iter().enumerate() {
            dimensions.push(Dimension { scale, count: (at > 0).then(|| sizes[at - 1] / scale) });
        }
        let mut builder = Builder { records, leaves: Vec::new(), separator: "->" };
        let shown = match (target, dimensions.is_empty()) {
            (Type::Record(_), false) => {
                builder.separator = ".";
                format!("{name}[]")
            }
            (Type::Record(_), true) | (_, false) => name.to_owned(),
            (_, true) => format!("*{name}"),
        };
        let mut tree = builder.tree(&shown, target, &mut dimensions.clone(), 0);
        for dimension in dimensions.into_iter().rev() {
            tree = Tree::Array(dimension, Box::new(tree));
        }
        Some(builder.object(tree))
    }

    /// Follows steps from the first byte.
    pub fn reach(&self, steps: &[Step], span: Span) -> Result<Reached<'_>, Lost> {
        let mut at = Walk { tree: &self.tree, subscripts: Vec::new(), last: None, span };
        for step in steps {
            at.step(step)?;
        }
        Ok(Reached { tree: at.tree, subscripts: at.subscripts, span })
    }
}

impl<'o> Reached<'o> {
    /// The first scalar here, with its subscripts.
    pub fn scalar(mut self) -> Option<(usize, Vec<Expr>)> {
        loop {
            match self.tree {
                Tree::Scalar(leaf) => return Some((*leaf, self.subscripts)),
                Tree::Opaque => return None,
                other => self.tree = first(other, &mut self.subscripts, self.span)?,
            }
        }
    }

    /// The first record of a kind here.
    pub fn record(mut self, record: RecordId) -> Option<Reached<'o>> {
        loop {
            match self.tree {
                Tree::Record(own, _) if *own == record => return Some(self),
                Tree::Scalar(_) | Tree::Opaque => return None,
                other => self.tree = first(other, &mut self.subscripts, self.span)?,
            }
        }
    }
}

/// What lies at the first byte of something.
fn first<'o>(tree: &'o Tree, subscripts: &mut Vec<Expr>, span: Span) -> Option<&'o Tree> {
    match tree {
        Tree::Array(_, element) => {
            subscripts.push(number(0, span));
            Some(element)
        }
        Tree::Record(_, components) => {
            components.first().filter(|(offset, _)| *offset == 0).map(|(_, tree)| tree)
        }
        Tree::Scalar(_) | Tree::Opaque => None,
    }
}

struct Walk<'o> {
    tree: &'o Tree,
    subscripts: Vec<Expr>,
    /// The size of the elements that the last subscript counts; 0 where a component is entered, so that equal sizes
    /// outside and inside are not taken for one another.
    last: Option<u64>,
    span: Span,
}

impl<'o> Walk<'o> {
    fn step(&mut self, step: &Step) -> Result<(), Lost> {
        loop {
            match self.tree {
                Tree::Array(dimension, element) if dimension.scale == step.scale => {
                    if !self.stays_inside(dimension, step) {
                        return Err(Lost::Refused);
                    }
                    self.subscript(step.index.clone(), step.scale, element);
                    return Ok(());
                }
                _ if self.last == Some(step.scale) => {
                    let before = self.subscripts.pop().ok_or(Lost::Refused)?;
                    self.subscripts.push(sum(before, step.index.clone()));
                    return Ok(());
                }
                Tree::Record(_, components) => match (step.scale, constant(&step.index)) {
                    (1, Some(distance)) => return self.within(distance),
                    _ => match components.first() {
                        Some((0, tree)) => self.enter(tree),
                        _ => return Err(Lost::Refused),
                    },
                },
                Tree::Array(dimension, element) if dimension.scale > step.scale && step.limit.is_some() => {
                    self.subscript(number(0, self.span), dimension.scale, element);
                }
                Tree::Array(..) | Tree::Scalar(_) => return Err(Lost::Scale(step.scale)),
                Tree::Opaque => return Err(Lost::Refused),
            }
        }
    }

    /// Whether an index that is too large is an error, and not another part of a larger object.
    fn stays_inside(&self, dimension: &Dimension, step: &Step) -> bool {
        if self.subscripts.is_empty() && self.last.is_none() {
            return true;
        }
        match (dimension.count, constant(&step.index)) {
            (Some(count), Some(index)) => index < count,
            (Some(count), None) => step.limit.is_some_and(|limit| limit + 1 == count || limit == count),
            (None, _) => true,
        }
    }

    fn subscript(&mut self, index: Expr, scale: u64, element: &'o Tree) {
        self.subscripts.push(index);
        self.last = Some(scale);
        self.tree = element;
    }

    fn enter(&mut self, tree: &'o Tree) {
        self.last = Some(0);
        self.tree = tree;
    }

    /// Goes a known number of bytes on.
    fn within(&mut self, mut distance: u64) -> Result<(), Lost> {
        while distance > 0 || matches!(self.tree, Tree::Record(..)) {
            match self.tree {
                Tree::Record(_, components) => {
                    let found = components.iter().rev().find(|(offset, _)| *offset <= distance);
                    let (offset, tree) = found.ok_or(Lost::Refused)?;
                    distance -= offset;
                    self.enter(tree);
                    if distance == 0 {
                        return Ok(());
                    }
                }
                Tree::Array(dimension, element) => {
                    let index = distance / dimension.scale;
                    if dimension.count.is_some_and(|count| index >= count) {
                        return Err(Lost::Refused);
                    }
                    distance %= dimension.scale;
                    self.subscript(number(index, self.span), dimension.scale, element);
                }
                Tree::Scalar(_) | Tree::Opaque => return Err(Lost::Refused),
            }
        }
        Ok(())
    }
}

struct Builder<'r> {
    records: &'r IdVec<RecordId, Record>,
    leaves: Vec<Leaf>,
    /// Between a pointer or object and its component.
    separator: &'static str,
}

impl Builder<'_> {
    fn object(self, tree: Tree) -> Object {
        let tree = if self.leaves.len() > MOST_LEAVES { Tree::Opaque } else { tree };
        Object { tree, leaves: self.leaves }
    }

    fn tree(&mut self, name: &str, ty: &Type, dimensions: &mut Vec<Dimension>, offset: u64) -> Tree {
        match ty {
            Type::Int(_) | Type::Real(_) => {
                let (name, dimensions) = (name.to_owned(), dimensions.clone());
                self.leaves.push(Leaf { name, ty: ty.clone(), dimensions, offset });
                Tree::Scalar(self.leaves.len() - 1)
            }
            Type::Array(element, bounds) => {
                let (Some(scale), Some(count)) = (size_of(element, self.records), vector_count(bounds))
                else {
                    return Tree::Opaque;
                };
                if scale == 0 || count == 0 {
                    return Tree::Opaque;
                }
                let dimension = Dimension { scale, count: Some(count) };
                dimensions.push(dimension);
                let name =
                    if matches!(**element, Type::Record(_)) { format!("{name}[]") } else { name.to_owned() };
                let element = self.tree(&name, element, dimensions, offset);
                dimensions.pop();
                Tree::Array(dimension, Box::new(element))
            }
            Type::Record(record) => self.record(name, *record, dimensions, offset),
            _ => Tree::Opaque,
        }
    }

    fn record(&mut self, name: &str, id: RecordId, dimensions: &mut Vec<Dimension>, offset: u64) -> Tree {
        let records = self.records;
        let separator = std::mem::replace(&mut self.separator, ".");
        let mut components = Vec::new();
        let mut free = 0;
        for component in &records[id].components {
            let size = size_of(&component.ty, records);
            let (Some(size), None, true) = (size, component.bits, component.offset >= free) else {
                self.separator = separator;
                return Tree::Opaque;
            };
            free = component.offset + size;
            let name = format!("{name}{separator}{}", component.name);
            let tree = self.tree(&name, &component.ty, dimensions, offset + component.offset);
            components.push((component.offset, tree));
        }
        self.separator = separator;
        Tree::Record(id, components)
    }
}

fn vector_count(bounds: &[ArrayBounds]) -> Option<u64> {
    let [ArrayBounds::Given { high, .. }] = bounds else { return None };
    match &high.kind {
        ExprKind::Int(high) => u64::try_from(high + IBig::ONE).ok(),
        _ => None,
    }
}

/// The bytes of a value of a type.
pub(super) fn size_of(ty: &Type, records: &IdVec<RecordId, Record>) -> Option<u64> {
    match ty {
        Type::Int(int) => Some(u64::from(int.bits).div_ceil(8)),
        Type::Real(real) => Some(real.bytes()),
        Type::Pointer(_) => Some(8),
        Type::Record(record) => Some(records[*record].size),
        Type::Array(element, bounds) => size_of(element, records)?.checked_mul(vector_count(bounds)?),
        _ => None,
    }
}

/// A subscript that is a number.
pub(super) fn constant(expr: &Expr) -> Option<u64> {
    match &expr.kind {
        ExprKind::Int(value) => u64::try_from(value).ok(),
        ExprKind::Convert(inner) | ExprKind::Wrap(inner) => constant(inner),
        _ => None,
    }
}
