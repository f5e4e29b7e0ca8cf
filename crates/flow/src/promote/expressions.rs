//! Expressions about memory as expressions about variables.

use sextant_syntax::{
    BinaryOp, Expr, ExprKind, Memory, Part, PartStep, Place, Type, each_operand, each_operand_mut,
};

use super::decisions::Root;
use super::make::{DISTANCE, binary, load, number, sum, truth};
use super::object::Step;
use super::rewrite::Rewriter;

/// Where an address leads: an object, and the steps from its first byte.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub root: Root,
    pub steps: Vec<Step>,
}

impl Rewriter<'_, '_> {
    /// An expression without addresses of promoted objects.
    pub fn expr(&mut self, expr: &Expr) -> Expr {
        match &expr.kind {
            ExprKind::Memory(memory) => self.memory(expr, memory),
            ExprKind::Binary(op, left, right) if is_address(left) || is_address(right) => {
                match self.compared(*op, left, right) {
                    Some(compared) => compared,
                    None => self.refused(expr),
                }
            }
            ExprKind::Load(Place::Variable(variable)) if is_address(expr) => {
                self.escapes(expr);
                if self.walkers.contains_key(variable) {
                    return load(*variable, DISTANCE, expr.span);
                }
                expr.clone()
            }
            _ => self.mapped(expr),
        }
    }

    fn memory(&mut self, expr: &Expr, memory: &Memory) -> Expr {
        match memory {
            Memory::Fetch { address, bits } => match self.spot(address) {
                Some(spot) if bits.is_none() => match self.place(&spot, &expr.ty, expr.span) {
                    Some(place) => Expr { kind: ExprKind::Load(place), ..expr.clone() },
                    None => expr.clone(),
                },
                _ => self.refused(expr),
            },
            Memory::Distance { left, right, scale } => {
                let places = (self.spot(left), self.spot(right));
                if let (Some(left), Some(right)) = places
                    && left.root == right.root
                    && let (Some(left), Some(right)) =
                        (self.number_of(&left, *scale, expr), self.number_of(&right, *scale, expr))
                {
                    let ty = if matches!(expr.ty, Type::Int(_)) { expr.ty.clone() } else { DISTANCE };
                    return binary(BinaryOp::Subtract, left, right, ty);
                }
                self.refused(expr)
            }
            Memory::Address(_) | Memory::Displace { .. } | Memory::Aligned { .. } => self.refused(expr),
        }
    }

    /// Everything the expression takes an address of stays bytes.
    pub fn refused(&mut self, expr: &Expr) -> Expr {
        self.escapes(expr);
        expr.clone()
    }

    /// The objects whose addresses are directly in an expression stay bytes; those behind `Fetch` are looked at too.
    fn escapes(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Memory(memory) => {
                if let Memory::Address(base) = &**memory
                    && let Some(root) = self.decisions.root_of(self.procedure, *base)
                {
                    self.decisions.fail(root);
                }
            }
            ExprKind::Load(Place::Variable(variable)) => {
                if let Some(walker) = self.walkers.get(variable) {
                    self.decisions.fail(walker.root);
                }
                if is_address(expr) && self.graph.parameters.contains(variable) {
                    self.decisions.fail(Root::Pointer(self.procedure, *variable));
                }
            }
            _ => {}
        }
        let mut operands = Vec::new();
        each_operand(expr, &mut |operand| operands.push(operand));
        operands.into_iter().for_each(|operand| self.escapes(operand));
    }

    /// Two addresses compared: of one object by the numbers of their elements; with null, for what it is.
    fn compared(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<Expr> {
        let span = left.span;
        for (address, other) in [(left, right), (right, left)] {
            if is_null(other) && matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
                let spot = self.spot(address)?;
                self.decisions.object(spot.root)?;
                if matches!(spot.root, Root::Pointer(..)) {
                    self.decisions.tests_null(self.procedure);
                }
                return Some(truth(op == BinaryOp::NotEqual, span));
            }
        }
        let (left_spot, right_spot) = (self.spot(left)?, self.spot(right)?);
        if left_spot.root != right_spot.root {
            return None;
        }
        let scale =
            [&left_spot, &right_spot].iter().find_map(|spot| spot.steps.first()).map(|step| step.scale)?;
        let (left, right) =
            (self.number_of(&left_spot, scale, left)?, self.number_of(&right_spot, scale, right)?);
        Some(binary(op, left, right, Type::Logical))
    }

    /// Where an address leads, if that is a promoted object.
    pub fn spot(&mut self, address: &Expr) -> Option<Spot> {
        let spot = match &address.kind {
            ExprKind::Wrap(inner) | ExprKind::Convert(inner) if is_address(inner) => self.spot(inner)?,
            ExprKind::Load(Place::Variable(variable)) => match self.walkers.get(variable).copied() {
                Some(walker) => {
                    let at = self.position(*variable, walker.root);
                    let index = load(at, DISTANCE, address.span);
                    // The object must be an array of just such elements: a walk may go through all of it.
                    let object = self.decisions.object(walker.root)?;
                    match &object.tree {
                        super::object::Tree::Array(dimension, _) if dimension.scale == walker.scale => {}
                        _ => {
                            self.decisions.takes_steps(walker.root, walker.scale);
                            return None;
                        }
                    }
                    Spot { root: walker.root, steps: vec![Step { index, scale: walker.scale, limit: None }] }
                }
                None if self.fixed.contains(variable) => {
                    Spot { root: Root::Pointer(self.procedure, *variable), steps: Vec::new() }
                }
                None => return None,
            },
            ExprKind::Memory(memory) => match &**memory {
                Memory::Address(base) => {
                    Spot { root: self.decisions.root_of(self.procedure, *base)?, steps: Vec::new() }
                }
                // Elements of an object lie where their type wants them.
                Memory::Aligned { pointer, .. } => self.spot(pointer)?,
                Memory::Displace { pointer, index, scale, limit } => {
                    let mut spot = self.spot(pointer)?;
                    let index = self.expr(index);
                    spot.steps.push(Step { index, scale: *scale, limit: *limit });
                    spot
                }
                _ => return None,
            },
            _ => return None,
        };
        self.decisions.is_promoted(spot.root).then_some(spot)
    }

    /// The number of the element an address leads to, in an object that is an array of such elements.
    pub fn number_of(&mut self, spot: &Spot, scale: u64, address: &Expr) -> Option<Expr> {
        let object = self.decisions.object(spot.root)?;
        let alike = spot.steps.iter().all(|step| step.scale == scale);
        match &object.tree {
            super::object::Tree::Array(dimension, _) if dimension.scale == scale && alike => {}
            _ if alike && matches!(spot.root, Root::Pointer(..)) => {
                self.decisions.takes_steps(spot.root, scale);
                return None;
            }
            _ => {
                self.decisions.fail(spot.root);
                return None;
            }
        }
        let zero = number(0, address.span);
        Some(super::make::distance(spot.steps.iter().fold(zero, |all, step| sum(all, step.index.clone()))))
    }

    /// The place of a scalar of a type in an object.
    pub fn place(&mut self, spot: &Spot, ty: &Type, span: sextant_base::Span) -> Option<Place> {
        let Some(object) = self.decisions.object(spot.root) else {
            match (spot.root, ty) {
                (Root::Pointer(..), Type::Int(_) | Type::Real(_)) => self.decisions.leads_to(spot.root, ty),
                _ => self.decisions.fail(spot.root),
            }
            return None;
        };
        let reached = self.decisions.reach(spot.root, &object, &spot.steps, span)?;
        match reached.scalar() {
            Some((leaf, subscripts)) if object.leaves[leaf].ty == *ty => {
                Some(self.leaf_place(spot.root, leaf, subscripts))
            }
            _ => {
                self.decisions.fail(spot.root);
                None
            }
        }
    }

    /// The place of a scalar with subscripts, the outermost first.
    pub fn leaf_place(&mut self, root: Root, leaf: usize, mut subscripts: Vec<Expr>) -> Place {
        self.decisions.uses(self.procedure, (root, leaf));
        let variable = self.variable(root, leaf);
        let ty = self.graph.variables[variable].ty.scalar().clone();
        match subscripts.len() {
            0 => Place::Variable(variable),
            1 => Place::Element(variable, Box::new(subscripts.remove(0))),
            _ => {
                subscripts.reverse();
                Place::Part(Box::new(Part { base: variable, steps: vec![PartStep::Element(subscripts)], ty }))
            }
        }
    }

    /// The expression with its operands rewritten.
    fn mapped(&mut self, expr: &Expr) -> Expr {
        let mut own = expr.clone();
        each_operand_mut(&mut own, &mut |operand| *operand = self.expr(operand));
        own
    }
}

/// Whether an expression is an address.
pub(super) fn is_address(expr: &Expr) -> bool {
    matches!(expr.ty, Type::Pointer(_))
}

fn is_null(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(value) => value.is_zero(),
        ExprKind::Wrap(inner) | ExprKind::Convert(inner) => is_null(inner),
        _ => false,
    }
}
