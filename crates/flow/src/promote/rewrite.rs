//! One procedure with its memory as variables, as far as decisions go; what cannot be expressed decides more.

use std::collections::{BTreeMap, BTreeSet};

use sextant_base::Span;
use sextant_syntax::{
    ArrayBounds, Base, BitRange, Expr, ExprKind, Failure, IntType, Memory, Place, Primitive, ProcId, Scope,
    Storage, Type, VarId, Variable,
};

use super::Surroundings;
use super::decisions::{Decisions, Root, Scalar};
use super::expressions::{Spot, is_address};
use super::make::{DISTANCE, number, truth};
use super::object::Leaf;
use super::pointers::{Walker, is_fixed_pointer, walkers};
use crate::{Action, Block, Condition, Edge, FlowGraph, FlowProgram, Instruction, Terminator};

/// Elements that a copy or an initialisation assigns one by one.
const MOST_ELEMENTS: u64 = 256;

/// Rewrites one procedure.
pub(super) struct Rewriter<'p, 'd> {
    pub program: &'p FlowProgram,
    pub procedure: ProcId,
    pub decisions: &'d mut Decisions<'p>,
    pub graph: FlowGraph,
    /// Pointer variables that are numbers of elements.
    pub walkers: BTreeMap<VarId, Walker>,
    /// Pointer parameters that keep their values.
    pub fixed: BTreeSet<VarId>,
    variables: BTreeMap<Scalar, VarId>,
    /// Where pointer parameters that walk are.
    positions: BTreeMap<VarId, VarId>,
    out: Vec<Instruction>,
}

impl<'p, 'd> Rewriter<'p, 'd> {
    pub fn new(program: &'p FlowProgram, procedure: ProcId, decisions: &'d mut Decisions<'p>) -> Self {
        let graph = program.procedures[procedure].clone();
        let fixed = graph.parameters.iter().copied().filter(|&id| is_fixed_pointer(&graph, id)).collect();
        let walkers = walkers(program, procedure, decisions);
        if decisions.surroundings == Surroundings::LeftOut {
            for variable in arguments_of_output(&graph) {
                decisions.sink(Root::Block(procedure, variable));
            }
        }
        Rewriter {
            program,
            procedure,
            decisions,
            graph,
            walkers,
            fixed,
            variables: BTreeMap::new(),
            positions: BTreeMap::new(),
            out: Vec::new(),
        }
    }

    /// The rewritten graph.
    pub fn graph(mut self) -> FlowGraph {
        let blocks = std::mem::take(&mut self.graph.blocks);
        let mut own = Vec::new();
        for block in blocks.iter() {
            own.push(self.block(block));
        }
        self.graph.blocks = own.into_iter().collect();
        self.variables_in_order();
        self.enter_positions();
        super::fresh::settle(&mut self.graph);
        self.graph
    }

    fn block(&mut self, block: &Block) -> Block {
        let mut instructions = self.instructions(&block.instructions);
        let exits =
            |instruction: &Instruction| matches!(instruction.action, Action::Primitive(Primitive::Exit, ..));
        let mut terminator = self.terminator(&block.terminator);
        if self.decisions.surroundings == Surroundings::LeftOut
            && let Some(at) = instructions.iter().position(exits)
        {
            instructions.truncate(at);
            terminator = Terminator::Stop;
        }
        Block { instructions, terminator }
    }

    fn terminator(&mut self, terminator: &Terminator) -> Terminator {
        match terminator {
            Terminator::Stop => Terminator::Stop,
            Terminator::Return(value) => Terminator::Return(value.as_ref().map(|value| self.expr(value))),
            Terminator::Edges(edges) => Terminator::Edges(
                edges
                    .iter()
                    .map(|edge| {
                        let condition = match &edge.condition {
                            Condition::When(condition) => Condition::When(self.expr(condition)),
                            other => other.clone(),
                        };
                        Edge { condition, actions: self.instructions(&edge.actions), to: edge.to }
                    })
                    .collect(),
            ),
        }
    }

    fn instructions(&mut self, instructions: &[Instruction]) -> Vec<Instruction> {
        let before = std::mem::take(&mut self.out);
        instructions.iter().for_each(|instruction| self.instruction(instruction));
        std::mem::replace(&mut self.out, before)
    }

    pub fn emit(&mut self, action: Action, span: Span) {
        self.out.push(Instruction { action, span });
    }

    fn instruction(&mut self, instruction: &Instruction) {
        let span = instruction.span;
        let action = match &instruction.action {
            Action::Assign(Place::Variable(variable), value) if is_address(value) => {
                return self.pointer_assigned(*variable, value, span);
            }
            Action::Assign(place, value) => {
                let value = self.expr(value);
                Action::Assign(place.clone(), value)
            }
            Action::Store(address, bits, value) => return self.store(address, *bits, value, span),
            Action::Call { procedure, arguments, result } => {
                return self.call(*procedure, arguments, *result, span);
            }
            Action::CallPointer { callee, arguments, result } => {
                self.seen_outside();
                self.refused(callee);
                for argument in arguments {
                    self.refused(&argument.expr);
                }
                Action::CallPointer { callee: callee.clone(), arguments: arguments.clone(), result: *result }
            }
            Action::Primitive(primitive, operands, result) => {
                return self.primitive(primitive, operands, *result, span);
            }
            Action::Fresh(variable) => return self.begins_to_live(*variable, span),
            Action::Gone(variable) => return self.ends(*variable, span),
            Action::Assume(condition) => Action::Assume(self.expr(condition)),
            Action::Prove(condition) => Action::Prove(self.expr(condition)),
            Action::Assert(condition) => Action::Assert(self.expr(condition)),
            Action::Claim(claim, expr) => Action::Claim(*claim, self.expr(expr)),
            other => other.clone(),
        };
        self.emit(action, span);
    }

    /// A pointer variable gets a value: the number of an element where it walks through one object.
    fn pointer_assigned(&mut self, variable: VarId, value: &Expr, span: Span) {
        let walker = self.walkers.get(&variable).copied();
        if let (Some(walker), Some(spot)) = (walker, self.spot(value))
            && spot.root == walker.root
        {
            let at = self.position(variable, walker.root);
            if let Some(value) = self.number_of(&spot, walker.scale, value) {
                return self.emit(Action::Assign(Place::Variable(at), value), span);
            }
        }
        let value = self.refused(value);
        self.emit(Action::Assign(Place::Variable(variable), value), span);
    }

    fn store(&mut self, address: &Expr, bits: Option<BitRange>, value: &Expr, span: Span) {
        if let (Some(spot), None) = (self.spot(address), bits) {
            if self.decisions.is_sink(spot.root) {
                return self.evaluated(value, span);
            }
            let value = self.expr(value);
            if let Some(place) = self.place(&spot, &value.ty, span) {
                self.decisions.writes(spot.root);
                return self.emit(Action::Assign(place, value), span);
            }
        } else {
            self.refused(address);
        }
        let value = self.expr(value);
        self.emit(Action::Store(address.clone(), bits, value), span);
    }

    /// A value nobody wants: what can go wrong in it must not be lost.
    fn evaluated(&mut self, value: &Expr, span: Span) {
        let value = self.expr(value);
        let name = format!("shown.{}", self.graph.variables.len());
        let storage = Storage::Automatic;
        let ty = value.ty.clone();
        let variable = self.graph.variables.push(Variable { name, ty, storage, initial: Vec::new(), span });
        self.emit(Action::Assign(Place::Variable(variable), value), span);
    }

    fn primitive(&mut self, primitive: &Primitive, operands: &[Expr], result: Option<VarId>, span: Span) {
        let wanted = result.is_some_and(|result| self.is_read(result));
        let done = match (primitive, operands) {
            (Primitive::CopyBytes { .. }, [to, from, bytes]) if !wanted => self.copied(to, from, bytes, span),
            (Primitive::FillBytes, [to, byte, bytes]) if !wanted => self.zeroed(to, byte, bytes, span),
            (Primitive::Print, [stream, format, arguments])
                if !wanted && self.decisions.surroundings == Surroundings::LeftOut =>
            {
                let parts = (self.spot(format), self.is_sink(arguments));
                matches!(parts, (Some(Spot { root: Root::Global(_), .. }), true))
                    .then(|| self.evaluated(stream, span))
            }
            (Primitive::Fail(Failure::Assertion(_) | Failure::Unreachable), _) => {
                self.emit(Action::Assert(truth(false, span)), span);
                Some(())
            }
            _ => None,
        };
        if done.is_some() {
            return;
        }
        if matches!(primitive, Primitive::Unknown(_)) {
            self.seen_outside();
        }
        let mut own = Vec::new();
        for operand in operands {
            let value = self.expr(operand);
            if is_address(operand) {
                self.refused(&value);
            }
            own.push(value);
        }
        self.emit(Action::Primitive(primitive.clone(), own, result), span);
    }

    /// Code that nobody knows may change the variables it sees: they stay in memory.
    fn seen_outside(&mut self) {
        for (id, global) in self.program.globals.iter_enumerated() {
            if global.shared && global.scope == Scope::Program {
                self.decisions.give_up(Root::Global(id));
            }
        }
    }

    /// Whether arguments of output are a block of their own, or none.
    fn is_sink(&mut self, arguments: &Expr) -> bool {
        match self.spot(arguments) {
            Some(spot) => self.decisions.is_sink(spot.root),
            None => super::object::constant(arguments) == Some(0),
        }
    }

    fn is_read(&self, variable: VarId) -> bool {
        let graph = &self.program.procedures[self.procedure];
        super::fresh::reads_anywhere(graph, variable)
    }

    /// A record that gets the values of another one.
    fn copied(&mut self, to: &Expr, from: &Expr, bytes: &Expr, span: Span) -> Option<()> {
        let (target, source) = (self.spot(to)?, self.spot(from)?);
        let (to_object, from_object) =
            (self.decisions.object(target.root)?, self.decisions.object(source.root)?);
        let record = self.record_of_size(&to_object, super::object::constant(bytes)?)?;
        let to = self.decisions.reach(target.root, &to_object, &target.steps, span)?.record(record)?;
        let from = self.decisions.reach(source.root, &from_object, &source.steps, span)?.record(record)?;
        let (to_leaves, from_leaves) = (to.tree.leaves(), from.tree.leaves());
        if !complete(to.tree) {
            return None;
        }
        for (&to_leaf, &from_leaf) in to_leaves.iter().zip(&from_leaves) {
            let inner = &to_object.leaves[to_leaf].dimensions[to.subscripts.len()..];
            for subscripts in all_subscripts(inner, span)? {
                let at = |outer: &[Expr]| outer.iter().cloned().chain(subscripts.iter().cloned()).collect();
                let value = self.leaf_place(source.root, from_leaf, at(&from.subscripts));
                let place = self.leaf_place(target.root, to_leaf, at(&to.subscripts));
                let ty = to_object.leaves[to_leaf].ty.clone();
                let value = Expr { kind: ExprKind::Load(value), ty, span };
                self.emit(Action::Assign(place, value), span);
            }
        }
        self.decisions.writes(target.root);
        Some(())
    }

    fn record_of_size(&self, object: &super::object::Object, bytes: u64) -> Option<sextant_syntax::RecordId> {
        records_in(&object.tree).into_iter().find(|&record| self.program.records[record].size == bytes)
    }

    /// All of a small object becomes 0.
    fn zeroed(&mut self, to: &Expr, byte: &Expr, bytes: &Expr, span: Span) -> Option<()> {
        let spot = self.spot(to).filter(|spot| spot.steps.is_empty())?;
        if super::object::constant(byte) != Some(0) || !matches!(spot.root, Root::Block(..)) {
            return None;
        }
        let object = self.decisions.object(spot.root)?;
        let Root::Block(_, variable) = spot.root else { return None };
        let Type::Block(block) = &self.program.procedures[self.procedure].variables[variable].ty else {
            return None;
        };
        if super::object::constant(&block.bytes) != super::object::constant(bytes) || !complete(&object.tree)
        {
            return None;
        }
        for (leaf, Leaf { ty, dimensions, .. }) in object.leaves.iter().enumerate() {
            for subscripts in all_subscripts(dimensions, span)? {
                let place = self.leaf_place(spot.root, leaf, subscripts);
                self.emit(Action::Assign(place, zero(ty, span)), span);
            }
        }
        self.decisions.writes(spot.root);
        Some(())
    }

    /// Scalars of what has ended have no values, so that a use of them is still an error.
    fn ends(&mut self, variable: VarId, span: Span) {
        if self.decisions.is_promoted(Root::Block(self.procedure, variable)) {
            self.begins_to_live(variable, span);
        } else {
            self.emit(Action::Gone(variable), span);
        }
    }

    fn begins_to_live(&mut self, variable: VarId, span: Span) {
        let root = Root::Block(self.procedure, variable);
        let is_block = matches!(self.graph.variables[variable].ty, Type::Block(_));
        if !is_block || !self.decisions.is_promoted(root) {
            return self.emit(Action::Fresh(variable), span);
        }
        for leaf in self.decisions.used(root) {
            let own = self.variable(root, leaf);
            self.emit(Action::Fresh(own), span);
        }
    }

    /// The variable of a scalar.
    pub fn variable(&mut self, root: Root, leaf: usize) -> VarId {
        if let Some(&known) = self.variables.get(&(root, leaf)) {
            return known;
        }
        let object = self.decisions.object(root);
        let Some(found) = object.as_ref().and_then(|object| object.leaves.get(leaf)) else {
            // Its layout was found to be another one after this scalar was used: this try is lost.
            self.decisions.give_up(root);
            let (ty, span) = (Type::Int(IntType::FIXED_31), self.graph.span);
            let lost =
                Variable { name: String::new(), ty, storage: Storage::Automatic, initial: Vec::new(), span };
            return self.graph.variables.push(lost);
        };
        let Leaf { name, ty, dimensions, .. } = found;
        let mut initial = Vec::new();
        let (storage, span) = match root {
            Root::Block(_, variable) => (Storage::Automatic, self.graph.variables[variable].span),
            Root::Pointer(_, variable) => {
                let is_copy = dimensions.is_empty() && self.decisions.is_copied(root);
                let storage = if is_copy { Storage::Value } else { Storage::Parameter };
                (storage, self.graph.variables[variable].span)
            }
            Root::Global(global) => {
                let declared = &self.program.globals[global];
                let own = declared.constant || self.begins_here();
                if own {
                    match super::initial::values(declared, found) {
                        Some(values) => initial = values,
                        None => self.decisions.fail(root),
                    }
                }
                (if own { Storage::Automatic } else { Storage::Parameter }, declared.span)
            }
        };
        let bounds = dimensions.iter().rev().map(|dimension| {
            let low = Box::new(number(0, span));
            let high = dimension.count.map(|count| Box::new(number(count - 1, span)));
            match (root, high) {
                (Root::Pointer(..), high) => ArrayBounds::Sequence { low, high },
                (_, Some(high)) => ArrayBounds::Given { low, high },
                (_, None) => ArrayBounds::Sequence { low, high: None },
            }
        });
        let bounds: Vec<ArrayBounds> = bounds.collect();
        let ty = if bounds.is_empty() { ty.clone() } else { Type::Array(Box::new(ty.clone()), bounds) };
        let name = self.free_name(name, root);
        let id = self.graph.variables.push(Variable { name, ty, storage, initial, span });
        self.variables.insert((root, leaf), id);
        id
    }

    /// Whether the program begins with this procedure, so that global objects have their first values.
    pub fn begins_here(&self) -> bool {
        self.program.main == Some(self.procedure) && self.decisions.examined == self.procedure
    }

    /// The variable an object comes from makes room for its name.
    fn free_name(&mut self, name: &str, root: Root) -> String {
        if let Root::Block(_, variable) | Root::Pointer(_, variable) = root {
            let old = &mut self.graph.variables[variable];
            if old.name == name {
                old.name = format!("{name}.{}", variable.0);
            }
        }
        let taken =
            |name: &str, graph: &FlowGraph| graph.variables.iter().any(|variable| variable.name == name);
        let mut free = name.to_owned();
        while taken(&free, &self.graph) {
            free.push('\'');
        }
        free
    }

    /// The variable that says where a pointer variable is.
    pub fn position(&mut self, variable: VarId, root: Root) -> VarId {
        if root != Root::Pointer(self.procedure, variable) {
            return variable;
        }
        if let Some(&known) = self.positions.get(&variable) {
            return known;
        }
        let span = self.graph.variables[variable].span;
        let name = format!("{}.at", self.graph.variables[variable].name);
        let storage = Storage::Automatic;
        let id =
            self.graph.variables.push(Variable { name, ty: DISTANCE, storage, initial: Vec::new(), span });
        self.positions.insert(variable, id);
        id
    }

    /// Parameters that walk are at their first element when the procedure is entered.
    fn enter_positions(&mut self) {
        if self.positions.is_empty() {
            return;
        }
        let span = self.graph.span;
        let start = self.positions.values().map(|&position| Instruction {
            action: Action::Assign(Place::Variable(position), number(0, span)),
            span,
        });
        let instructions = start.collect();
        let terminator = Terminator::go(self.graph.entry);
        self.graph.entry = self.graph.blocks.push(Block { instructions, terminator });
    }

    /// Parameters in order: what pointers lead to in their place, global objects behind them. Variables that have
    /// become others are numbers nobody uses.
    fn variables_in_order(&mut self) {
        let original = &self.program.procedures[self.procedure];
        let mut parameters = Vec::new();
        for &parameter in &original.parameters {
            let root = Root::Pointer(self.procedure, parameter);
            let pointer = matches!(original.variables[parameter].ty, Type::Pointer(_));
            if !pointer || !self.is_object(root) {
                parameters.push(parameter);
                continue;
            }
            for leaf in self.decisions.used(root) {
                parameters.push(self.variable(root, leaf));
            }
            self.retired(parameter);
        }
        if !self.begins_here() {
            for (global, leaf) in self.decisions.hidden(self.procedure) {
                parameters.push(self.variable(Root::Global(global), leaf));
            }
        }
        self.graph.parameters = parameters;
        for (id, variable) in original.variables.iter_enumerated() {
            let block = matches!(variable.ty, Type::Block(_));
            if block && self.decisions.is_promoted(Root::Block(self.procedure, id)) {
                self.retired(id);
            }
        }
        for id in self.walkers.keys().copied().collect::<Vec<_>>() {
            let walker = self.walkers[&id];
            if walker.root != Root::Pointer(self.procedure, id) {
                self.graph.variables[id].ty = DISTANCE;
            }
        }
    }

    /// Whether what a pointer parameter leads to is promoted; one whose layout is not known is not.
    pub fn is_object(&mut self, root: Root) -> bool {
        if self.decisions.is_promoted(root) && self.decisions.object(root).is_none() {
            self.decisions.fail(root);
        }
        self.decisions.is_promoted(root)
    }

    fn retired(&mut self, id: VarId) {
        let variable = &mut self.graph.variables[id];
        if !variable.is_made() {
            variable.name = format!("{}.{}", variable.name, id.0);
        }
        variable.storage = Storage::Automatic;
        variable.ty = Type::Int(IntType::FIXED_31);
    }
}

/// Blocks made for the arguments of output statements.
fn arguments_of_output(graph: &FlowGraph) -> Vec<VarId> {
    let block = |instruction: &Instruction| match &instruction.action {
        Action::Primitive(Primitive::Print, operands, _) => match &operands.last()?.kind {
            ExprKind::Memory(memory) => match **memory {
                Memory::Address(Base::Variable(variable)) => Some(variable),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    let found = crate::walk::instructions(graph).filter_map(block);
    found.filter(|&variable| graph.variables[variable].is_made()).collect()
}

/// Whether every byte that a program can use in a place is in some scalar.
fn complete(tree: &super::object::Tree) -> bool {
    use super::object::Tree;
    match tree {
        Tree::Scalar(_) => true,
        Tree::Array(_, element) => complete(element),
        Tree::Record(_, components) => components.iter().all(|(_, tree)| complete(tree)),
        Tree::Opaque => false,
    }
}

fn records_in(tree: &super::object::Tree) -> Vec<sextant_syntax::RecordId> {
    use super::object::Tree;
    match tree {
        Tree::Array(_, element) => records_in(element),
        Tree::Record(record, components) => {
            std::iter::once(*record).chain(components.iter().flat_map(|(_, tree)| records_in(tree))).collect()
        }
        Tree::Scalar(_) | Tree::Opaque => Vec::new(),
    }
}

/// All subscripts of some dimensions, if they are few.
fn all_subscripts(dimensions: &[super::object::Dimension], span: Span) -> Option<Vec<Vec<Expr>>> {
    let mut all = vec![Vec::new()];
    for dimension in dimensions {
        let count = dimension.count?;
        if count * all.len() as u64 > MOST_ELEMENTS {
            return None;
        }
        let longer = |one: &Vec<Expr>, index: u64| {
            let mut one = one.clone();
            one.push(number(index, span));
            one
        };
        all = all.iter().flat_map(|one| (0..count).map(move |index| longer(one, index))).collect();
    }
    Some(all)
}

/// The value whose bytes are all 0.
pub(super) fn zero(ty: &Type, span: Span) -> Expr {
    let kind = match ty {
        Type::Real(_) => ExprKind::Real(dashu_ratio::RBig::ZERO),
        _ => ExprKind::Int(dashu_int::IBig::ZERO),
    };
    Expr { kind, ty: ty.clone(), span }
}
