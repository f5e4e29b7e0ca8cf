//! Subscripts and addresses as linear forms over what does not change.

use dashu_int::IBig;
use rustc_hash::{FxHashMap, FxHashSet};
use sextant_expr::{Op, Sort, Table, TermId};
use sextant_syntax::{Base, BinaryOp, Expr, ExprKind, IntType, Memory, Place, Type, UnaryOp, VarId};

/// What a linear form is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Key {
    /// What a variable holds where the examination begins.
    Initial(VarId),
    /// The address of an object.
    Address(Base),
    /// Anything.
    Unknown(u32),
    /// How many iterations of the loop at hand are done.
    Iteration,
}

/// A constant and multiples of what does not change.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Linear {
    constant: IBig,
    /// No factor is 0, no key is there twice.
    terms: Vec<(Key, IBig)>,
}

impl Linear {
    pub(super) fn constant(value: impl Into<IBig>) -> Linear {
        Linear { constant: value.into(), terms: Vec::new() }
    }

    pub(super) fn key(key: Key) -> Linear {
        Linear { constant: IBig::ZERO, terms: vec![(key, IBig::ONE)] }
    }

    /// The sum of this and a multiple of another.
    pub(super) fn plus(&self, other: &Linear, factor: &IBig) -> Linear {
        let mut sum = self.clone();
        sum.constant += &other.constant * factor;
        for (key, by) in &other.terms {
            match sum.terms.iter_mut().find(|(known, _)| known == key) {
                Some((_, own)) => *own += by * factor,
                None => sum.terms.push((*key, by * factor)),
            }
        }
        sum.terms.retain(|(_, factor)| *factor != IBig::ZERO);
        sum
    }

    pub(super) fn minus(&self, other: &Linear) -> Linear {
        self.plus(other, &IBig::NEG_ONE)
    }

    /// The value if it is one number.
    pub(super) fn number(&self) -> Option<&IBig> {
        self.terms.is_empty().then_some(&self.constant)
    }

    /// Whether it is made of known things only.
    pub(super) fn is_known(&self) -> bool {
        self.terms.iter().all(|(key, _)| !matches!(key, Key::Unknown(_)))
    }

    /// The only one of its keys that stands for an address, where that is added once; none if there are several or others.
    pub(super) fn base(&self, is_address: impl Fn(Key) -> bool) -> Option<Key> {
        let mut found = self.terms.iter().filter(|(key, _)| is_address(*key));
        match (found.next(), found.next()) {
            (Some((key, factor)), None) if *factor == IBig::ONE => Some(*key),
            _ => None,
        }
    }

    /// As a term, with an iteration of one loop.
    pub(super) fn term(&self, table: &mut Table, symbols: &mut FxHashMap<Key, TermId>, at: TermId) -> TermId {
        let mut sum = table.int(self.constant.clone());
        for (key, factor) in &self.terms {
            let value = match key {
                Key::Iteration => at,
                Key::Initial(_) | Key::Address(_) | Key::Unknown(_) => {
                    *symbols.entry(*key).or_insert_with(|| table.fresh("v", Sort::INT))
                }
            };
            let factor = table.int(factor.clone());
            let part = table.apply(Op::Mul, &[factor, value]);
            sum = table.apply(Op::Add, &[sum, part]);
        }
        sum
    }
}

/// What variables hold at some place, in linear forms.
#[derive(Clone, Default)]
pub(super) struct Values {
    known: FxHashMap<VarId, Linear>,
    /// Variables that may hold something else each time.
    changing: FxHashSet<VarId>,
    unknowns: u32,
}

impl Values {
    pub(super) fn set(&mut self, variable: VarId, value: Linear) {
        self.changing.remove(&variable);
        self.known.insert(variable, value);
    }

    /// From now on nothing is known of a variable.
    pub(super) fn forget(&mut self, variable: VarId) {
        self.changing.insert(variable);
    }

    /// Numbers of unknown values begin above those of others.
    pub(super) fn after(&mut self, other: &Values) {
        self.unknowns = self.unknowns.max(other.unknowns);
    }

    pub(super) fn unknown(&mut self) -> Linear {
        self.unknowns += 1;
        Linear::key(Key::Unknown(self.unknowns))
    }

    pub(super) fn variable(&mut self, variable: VarId) -> Linear {
        if self.changing.contains(&variable) {
            return self.unknown();
        }
        self.known.get(&variable).cloned().unwrap_or_else(|| Linear::key(Key::Initial(variable)))
    }

    /// The value of an expression in executions that do not fail in it: signed arithmetic is then that of numbers.
    pub(super) fn linear(&mut self, expr: &Expr) -> Linear {
        match &expr.kind {
            ExprKind::Int(value) => Linear::constant(value.clone()),
            ExprKind::Load(Place::Variable(variable)) if is_number(&expr.ty) => self.variable(*variable),
            ExprKind::Unary(UnaryOp::Negate, inner) if is_signed(&expr.ty) => {
                Linear::default().minus(&self.linear(inner))
            }
            ExprKind::Binary(op, left, right) if is_signed(&expr.ty) => self.binary(*op, left, right),
            // A conversion that does not keep the value is an error, or wraps and is written so.
            ExprKind::Convert(inner) if is_number(&expr.ty) && is_number(&inner.ty) => self.linear(inner),
            ExprKind::Memory(memory) => match &**memory {
                Memory::Address(base) => Linear::key(Key::Address(*base)),
                Memory::Displace { pointer, index, scale, .. } => {
                    let (pointer, index) = (self.linear(pointer), self.linear(index));
                    pointer.plus(&index, &IBig::from(*scale))
                }
                Memory::Aligned { pointer, .. } => self.linear(pointer),
                Memory::Distance { .. } | Memory::Fetch { .. } => self.unknown(),
            },
            _ => self.unknown(),
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Linear {
        let (left, right) = (self.linear(left), self.linear(right));
        match op {
            BinaryOp::Add => left.plus(&right, &IBig::ONE),
            BinaryOp::Subtract => left.minus(&right),
            BinaryOp::Multiply => match (left.number(), right.number()) {
                (Some(factor), _) => Linear::default().plus(&right, factor),
                (_, Some(factor)) => Linear::default().plus(&left, factor),
                (None, None) => self.unknown(),
            },
            _ => self.unknown(),
        }
    }
}

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Int(_) | Type::Pointer(_))
}

fn is_signed(ty: &Type) -> bool {
    matches!(ty, Type::Int(IntType { signed: true, .. }))
}
