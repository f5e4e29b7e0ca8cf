//! Decides where each variable lives: in a slot, or in an object because others may refer to it.

use dashu_int::IBig;
use rustc_hash::{FxHashMap, FxHashSet};
use sextant_base::IdVec;
use sextant_expr::Scalar;
use sextant_flow::{Action, FlowGraph, FlowProgram, Instruction, Terminator};
use sextant_syntax::{
    ArrayBounds, BinaryOp, Expr, ExprKind, ExternalId, IntType, Passing, Place, ProcId, Storage, Type,
    UnaryOp, VarId,
};

use super::{Arithmetic, Constant, Policy, StaticObject, VariablePlace};
use crate::ObjectId;

/// Where the variables of a procedure live.
pub(super) fn places(graph: &FlowGraph) -> IdVec<VarId, VariablePlace> {
    let passed = passed_by_reference(graph);
    graph
        .variables
        .iter_enumerated()
        .map(|(id, variable)| {
            let in_slot =
                variable.storage == Storage::Automatic && !variable.ty.is_array() && !passed.contains(&id);
            if in_slot { VariablePlace::Slot(id.0) } else { VariablePlace::Object(id.0) }
        })
        .collect()
}

/// All instructions of a graph, those on edges included.
pub(super) fn instructions(graph: &FlowGraph) -> impl Iterator<Item = &Instruction> {
    graph.blocks.iter().flat_map(|block| {
        let edges = match &block.terminator {
            Terminator::Edges(edges) => edges.as_slice(),
            Terminator::Return(_) | Terminator::Stop => &[],
        };
        block.instructions.iter().chain(edges.iter().flat_map(|edge| &edge.actions))
    })
}

fn passed_by_reference(graph: &FlowGraph) -> FxHashSet<VarId> {
    let mut passed = FxHashSet::default();
    for instruction in instructions(graph) {
        let Action::Call { arguments, .. } = &instruction.action else { continue };
        for argument in arguments.iter().filter(|argument| argument.passing == Passing::Reference) {
            if let ExprKind::Load(Place::Variable(variable)) = argument.expr.kind {
                passed.insert(variable);
            }
        }
    }
    passed
}

/// The sort of a value of a type, or of an element of an array type.
pub(super) fn scalar_sort(ty: &Type) -> Scalar {
    match ty.scalar() {
        Type::Logical => Scalar::Bool,
        Type::Int(_) | Type::Array(..) => Scalar::Int,
    }
}

/// The integer type whose limits values of a type must keep, if the policy has limits.
pub(super) fn range(ty: &Type, policy: Policy) -> Option<IntType> {
    match (ty.scalar(), policy.arithmetic) {
        (Type::Int(range), Arithmetic::Machine) => Some(*range),
        _ => None,
    }
}

/// Static and external variables of a program, each with its object.
pub(super) struct Statics {
    pub objects: Vec<StaticObject>,
    pub externals: IdVec<ExternalId, ObjectId>,
    locals: FxHashMap<(ProcId, VarId), ObjectId>,
    policy: Policy,
}

impl Statics {
    pub(super) fn of(program: &FlowProgram, policy: Policy) -> Self {
        let mut statics =
            Statics { objects: Vec::new(), externals: IdVec::new(), locals: FxHashMap::default(), policy };
        for external in program.externals.iter() {
            let input = external.initial.is_empty();
            let object = statics.add(external.name.clone(), &external.ty, &external.initial, input);
            statics.externals.push(object);
        }
        for (procedure, graph) in program.procedures.iter_enumerated() {
            for (id, variable) in graph.variables.iter_enumerated() {
                if variable.storage == Storage::Static {
                    let object = statics.add(variable.name.clone(), &variable.ty, &variable.initial, false);
                    statics.locals.insert((procedure, id), object);
                }
            }
        }
        statics
    }

    /// The object of a static or external variable.
    pub(super) fn object(&self, procedure: ProcId, variable: VarId, storage: Storage) -> Option<ObjectId> {
        match storage {
            Storage::Static => self.locals.get(&(procedure, variable)).copied(),
            Storage::External(external) => Some(self.externals[external]),
            Storage::Parameter | Storage::Automatic => None,
        }
    }

    fn add(&mut self, name: String, ty: &Type, initial: &[Expr], input: bool) -> ObjectId {
        let bounds = match ty {
            Type::Array(_, ArrayBounds::Given { low, high }) => constant_int(low).zip(constant_int(high)),
            _ => None,
        };
        let initial = initial.iter().filter_map(constant).collect();
        let range = range(ty, self.policy);
        self.objects.push(StaticObject {
            name,
            element: scalar_sort(ty),
            array: ty.is_array(),
            bounds,
            initial,
            input,
            range,
        });
        ObjectId(self.objects.len() as u32 - 1)
    }
}

fn constant(expr: &Expr) -> Option<Constant> {
    match &expr.kind {
        ExprKind::Bool(value) => Some(Constant::Bool(*value)),
        _ => {
            let value = constant_int(expr)?;
            Some(if expr.ty == Type::Logical {
                Constant::Bool(value != IBig::ZERO)
            } else {
                Constant::Int(value)
            })
        }
    }
}

fn constant_int(expr: &Expr) -> Option<IBig> {
    match &expr.kind {
        ExprKind::Int(value) => Some(value.clone()),
        ExprKind::Unary(UnaryOp::Negate, operand) => constant_int(operand).map(|value| -value),
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (constant_int(a)?, constant_int(b)?);
            match op {
                BinaryOp::Add => Some(a + b),
                BinaryOp::Subtract => Some(a - b),
                BinaryOp::Multiply => Some(a * b),
                _ => None,
            }
        }
        ExprKind::Convert(operand) => match operand.kind {
            ExprKind::Bool(value) => Some(IBig::from(value as u8)),
            _ => constant_int(operand),
        },
        _ => None,
    }
}
