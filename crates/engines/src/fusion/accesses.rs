//! What an iteration of a loop reads and writes.

use rustc_hash::FxHashSet;
use sextant_flow::{Action, BlockId, FlowGraph, FlowProgram, Instruction};
use sextant_syntax::{
    AreaId, Expr, ExprKind, ExternalId, Memory, PartStep, Place, Rules, Storage, Type, VarId, each_operand,
    each_place_operand,
};

use super::linear::{Linear, Values};

/// Storage that is known by a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Object {
    Variable(VarId),
    External(ExternalId),
    Area(AreaId),
    /// What an allocatable or a pointer leads to: it may be anywhere.
    Elsewhere,
    /// Storage that is known by its address.
    Memory,
}

/// Which part of an object.
#[derive(Clone, Debug)]
pub(super) enum Extent {
    Whole,
    Element(Vec<Linear>),
    /// An address, and how many bytes from there on.
    Bytes(Linear, u64),
}

/// A read or a write.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub(super) object: Object,
    pub(super) extent: Extent,
    pub(super) write: bool,
}

/// What happens to a variable that only its name leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    Read(VarId),
    Write(VarId),
}

/// What an iteration does to storage.
#[derive(Default)]
pub(super) struct Accesses {
    pub(super) storage: Vec<Access>,
    /// In the order of the instructions of each block.
    pub(super) scalars: Vec<(BlockId, Vec<Use>)>,
}

impl Accesses {
    pub(super) fn reads(&self) -> FxHashSet<VarId> {
        self.uses()
            .filter_map(|found| if let Use::Read(variable) = found { Some(variable) } else { None })
            .collect()
    }

    pub(super) fn writes(&self) -> FxHashSet<VarId> {
        self.uses()
            .filter_map(|found| if let Use::Write(variable) = found { Some(variable) } else { None })
            .collect()
    }

    fn uses(&self) -> impl Iterator<Item = Use> + '_ {
        self.scalars.iter().flat_map(|(_, uses)| uses.iter().copied())
    }
}

/// Collects the accesses of instructions.
pub(super) struct Collector<'p> {
    pub(super) graph: &'p FlowGraph,
    pub(super) rules: Rules,
    pub(super) values: Values,
    pub(super) found: Accesses,
}

impl<'p> Collector<'p> {
    pub(super) fn new(program: &FlowProgram, graph: &'p FlowGraph, values: Values) -> Self {
        Collector { graph, rules: program.rules, values, found: Accesses::default() }
    }

    pub(super) fn block(&mut self, block: BlockId) {
        self.found.scalars.push((block, Vec::new()));
    }

    /// Notes what an instruction reads and writes; `None` if it does more than that.
    pub(super) fn instruction(&mut self, instruction: &Instruction) -> Option<()> {
        match &instruction.action {
            Action::Statement(_) => {}
            Action::Assign(place, value) => {
                self.expression(value)?;
                self.subscripts(place)?;
                self.place(place, true);
            }
            Action::Store(address, _, value) => {
                self.expression(address)?;
                self.expression(value)?;
                self.memory(address, &value.ty, true);
            }
            Action::Assert(condition) => self.expression(condition)?,
            Action::Fresh(variable) | Action::Gone(variable) => self.place(&Place::Variable(*variable), true),
            Action::Call { .. }
            | Action::CallParameter { .. }
            | Action::CallPointer { .. }
            | Action::Allocate(..)
            | Action::Release(_)
            | Action::PointTo(..)
            | Action::TransferBegin(_)
            | Action::TransferItem(_)
            | Action::TransferEnd(_)
            | Action::Read(_)
            | Action::Write(_)
            | Action::Primitive(..)
            | Action::Assume(_)
            | Action::Prove(_)
            | Action::Claim(..)
            | Action::Unsupported(_) => return None,
        }
        Some(())
    }

    /// Notes what an expression reads.
    pub(super) fn expression(&mut self, expr: &Expr) -> Option<()> {
        match &expr.kind {
            ExprKind::Load(place) => {
                self.subscripts(place)?;
                self.place(place, false);
                return Some(());
            }
            ExprKind::Memory(memory) => {
                if let Memory::Fetch { address, .. } = &**memory {
                    self.memory(address, &expr.ty, false);
                }
            }
            ExprKind::Call(..)
            | ExprKind::CallParameter(..)
            | ExprKind::Effect(_)
            | ExprKind::Specification(_)
            | ExprKind::HasStorage(_)
            | ExprKind::IsPresent(_)
            | ExprKind::SameStorage(..) => return None,
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Real(_)
            | ExprKind::Complex(..)
            | ExprKind::Text(_)
            | ExprKind::Procedure(_)
            | ExprKind::Symbol(_)
            | ExprKind::BoundOf(..)
            | ExprKind::DimensionOf(..)
            | ExprKind::LengthOf(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Intrinsic(..)
            | ExprKind::Convert(_)
            | ExprKind::Wrap(_) => {}
        }
        let mut operands = Vec::new();
        each_operand(expr, &mut |operand| operands.push(operand));
        operands.into_iter().try_for_each(|operand| self.expression(operand))
    }

    fn subscripts(&mut self, place: &Place) -> Option<()> {
        let mut operands = Vec::new();
        each_place_operand(place, &mut |operand| operands.push(operand));
        operands.into_iter().try_for_each(|operand| self.expression(operand))
    }

    fn place(&mut self, place: &Place, write: bool) {
        let variable = place.variable();
        if is_own(self.graph, self.rules, variable) {
            let found = if write { Use::Write(variable) } else { Use::Read(variable) };
            let (_, uses) = self.found.scalars.last_mut().expect("a block is being read");
            uses.push(found);
            return;
        }
        let declared = &self.graph.variables[variable];
        let object = match (&declared.ty, declared.storage) {
            (Type::Handle(_), _) => Object::Elsewhere,
            (_, Storage::External(external)) => Object::External(external),
            (_, Storage::Area(area, _)) => Object::Area(area),
            (_, Storage::Parameter | Storage::Value | Storage::Automatic | Storage::Static) => {
                Object::Variable(variable)
            }
        };
        // What may have several names is looked at as a whole.
        let others = self.graph.variables.iter().filter(|other| other.storage == declared.storage).count();
        let several = match object {
            Object::Elsewhere | Object::Area(_) => true,
            Object::External(_) => others > 1,
            Object::Variable(_) | Object::Memory => false,
        };
        let extent = match place {
            _ if several => Extent::Whole,
            Place::Element(_, subscript) => Extent::Element(vec![self.values.linear(subscript)]),
            Place::Part(part) => match &part.steps[..] {
                [PartStep::Element(subscripts), ..] => Extent::Element(
                    subscripts.iter().map(|subscript| self.values.linear(subscript)).collect(),
                ),
                _ => Extent::Whole,
            },
            Place::Variable(_) => Extent::Whole,
        };
        self.found.storage.push(Access { object, extent, write });
    }

    fn memory(&mut self, address: &Expr, ty: &Type, write: bool) {
        let size = match ty {
            Type::Int(int) => u64::from(int.bits).div_ceil(8),
            Type::Real(real) => real.bytes(),
            Type::Pointer(_) => 8,
            _ => {
                self.found.storage.push(Access { object: Object::Memory, extent: Extent::Whole, write });
                return;
            }
        };
        // A value of 127 bits is that of some element: no access is so large.
        let extent = Extent::Bytes(self.values.linear(address), size.max(1));
        self.found.storage.push(Access { object: Object::Memory, extent, write });
    }
}

/// Whether a variable is a number or truth value that nothing but its name leads to.
pub(super) fn is_own(graph: &FlowGraph, rules: Rules, variable: VarId) -> bool {
    let declared = &graph.variables[variable];
    let private = match declared.storage {
        Storage::Value | Storage::Automatic => true,
        Storage::Parameter | Storage::Static => rules.no_aliases,
        Storage::External(_) | Storage::Area(..) => false,
    };
    private && declared.ty.is_simple()
}
