//! The code of one procedure: its instructions and the tables they refer to.

use dashu_int::IBig;
use rustc_hash::{FxHashMap, FxHashSet};
use sextant_base::{IdVec, Span};
use sextant_expr::Scalar;
use sextant_flow::{BlockId, FlowGraph, Instruction, Usefulness};
use sextant_syntax::{IntType, Type, VarId};

use super::{
    BlockCode, CallSite, ComplexCode, Connective, Constant, Instr, ItemCode, PrimitiveCode, Reg,
    SelectorCode, ShapeCode, TransferCode, VariablePlace,
};
use crate::state::Text;

/// The code of one procedure.
#[derive(Clone, Default, Debug)]
pub struct ProcedureCode {
    /// Its name.
    pub name: String,
    pub(crate) instructions: Vec<Instr>,
    pub(crate) spans: Vec<Span>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) texts: Vec<String>,
    pub(crate) calls: Vec<CallSite>,
    /// Text constants.
    pub(crate) characters: Vec<Text>,
    pub(crate) subscripts: Vec<Vec<Reg>>,
    pub(crate) shapes: Vec<ShapeCode>,
    pub(crate) sections: Vec<Vec<SelectorCode>>,
    pub(crate) complex: Vec<ComplexCode>,
    pub(crate) transfers: Vec<TransferCode>,
    pub(crate) items: Vec<ItemCode>,
    pub(crate) primitives: Vec<PrimitiveCode>,
    pub(crate) blocks: Vec<BlockCode>,
    /// In the order of their first instructions.
    pub(crate) connectives: Vec<Connective>,
    /// Places where ways come together: what variables are good for there.
    pub(crate) joins: Vec<Vec<Usefulness>>,
    /// The loops, if they are marked.
    pub loops: Vec<LoopCode>,
    /// The points, if they are marked, each with its mark; a mark is the number of its entry.
    pub(crate) points: Vec<(Point, u32)>,
    /// The choices among the edges of blocks, in the order of their instructions.
    pub(crate) choices: Vec<ChoiceCode>,
    /// For branches the places where their ways come together.
    pub(crate) branch_joins: FxHashMap<u32, u32>,
    /// Whether it is part of the language's library.
    pub library: bool,
    /// Slots with the addresses of storage that ends with the activation.
    pub(crate) block_slots: Vec<u32>,
    /// Slots of the parameters, in order.
    pub(crate) parameters: Vec<u32>,
    /// Where each variable of the flow graph is.
    pub variables: IdVec<VarId, VariablePlace>,
    /// Sort of the element or value a variable's slot stands for.
    pub(crate) slot_sorts: Vec<Scalar>,
    /// Under machine arithmetic, the integer type of the element or value a variable's slot stands for.
    pub(crate) slot_ranges: Vec<Option<IntType>>,
    /// Names of the variables in the first slots.
    pub(crate) slot_names: Vec<String>,
    pub(crate) slot_count: u32,
    pub(crate) text_count: u32,
    /// Types of the variables in the first slots.
    pub types: Vec<Type>,
    /// The type of the value it returns, if it returns one.
    pub returns: Option<Type>,
}

/// A place in a flow graph between two instructions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Point {
    /// In front of an instruction of a block; after the last one, in front of the choice that ends the block.
    Block(BlockId, usize),
    /// The edge of a block is taken: in front of one of its actions; after the last one, in front of the next block.
    Edge(BlockId, usize, usize),
}

impl Point {
    /// The instruction after it, if one is there.
    pub fn instruction(self, graph: &FlowGraph) -> Option<&Instruction> {
        match self {
            Point::Block(block, at) => graph.blocks[block].instructions.get(at),
            Point::Edge(block, edge, at) => graph.blocks[block].terminator.edges().get(edge)?.actions.get(at),
        }
    }
}

/// The instructions that decide whether an edge is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ChoiceCode {
    pub(crate) start: u32,
    /// The branch itself.
    pub(crate) branch: u32,
    pub(crate) edge: (BlockId, usize),
}

/// A loop by the marks in it.
#[derive(Clone, Debug)]
pub struct LoopCode {
    /// The mark at its beginning.
    pub head: u32,
    /// All marks in it.
    pub inside: FxHashSet<u32>,
}

impl ProcedureCode {
    /// Of the connectives in whose right operand an instruction stands, from the outermost, the first one whose left
    /// operand is not known.
    pub(crate) fn guard(&self, at: u32, is_known: impl Fn(u32) -> bool) -> Option<Connective> {
        let up_to = self.connectives.partition_point(|connective| connective.start < at);
        let around = self.connectives[..up_to].iter().filter(|connective| at < connective.past);
        around.copied().find(|connective| at > connective.start + 1 && !is_known(connective.asked))
    }

    /// The edge, by its block and its position there, whose condition an instruction computes, and whether it is the
    /// instruction that takes the edge.
    pub fn choice_at(&self, instruction: u32) -> Option<((BlockId, usize), bool)> {
        let after = self.choices.partition_point(|choice| choice.start <= instruction);
        let choice = self.choices[..after].last().filter(|choice| instruction <= choice.branch)?;
        Some((choice.edge, instruction == choice.branch))
    }

    /// The integers that stand in its text.
    pub fn constant_integers(&self) -> impl Iterator<Item = &IBig> {
        self.constants.iter().filter_map(|constant| match constant {
            Constant::Int(value) => Some(value),
            _ => None,
        })
    }

    /// The point of a mark.
    pub fn point(&self, mark: u32) -> Option<Point> {
        self.points.get(mark as usize).map(|(point, _)| *point)
    }

    /// The first instruction after a point, if points are marked.
    pub(crate) fn after_point(&self, point: Point) -> Option<u32> {
        let found = self.points.iter().find(|(known, _)| *known == point);
        found.map(|(_, mark)| mark + 1)
    }

    /// The number of the object of a variable that outlives activations.
    pub(crate) fn lasting_object(&self, variable: VarId) -> Option<u32> {
        self.instructions.iter().find_map(|instruction| match instruction {
            Instr::Bind { to, object } if *to == variable.0 => Some(*object),
            _ => None,
        })
    }

    /// The name of the variable in a slot.
    pub fn slot_name(&self, slot: usize) -> Option<&str> {
        self.slot_names.get(slot).map(String::as_str)
    }

    /// Where the ways of a branch come together, if that is marked.
    pub fn join_of(&self, instruction: u32) -> Option<u32> {
        self.branch_joins.get(&instruction).copied()
    }

    /// Whether an instruction is the mark of a meeting place.
    pub fn is_join(&self, instruction: u32, join: u32) -> bool {
        self.instructions.get(instruction as usize) == Some(&Instr::Join(join))
    }

    /// What the value of a slot is good for where ways come together. Temporaries live within one block.
    pub fn usefulness_at(&self, join: u32, slot: usize) -> Usefulness {
        self.joins[join as usize].get(slot).copied().unwrap_or(Usefulness::Dead)
    }

    /// Whether the value of a slot is of use where ways come together.
    pub fn is_live_at(&self, join: u32, slot: usize) -> bool {
        self.usefulness_at(join, slot) != Usefulness::Dead
    }

    /// The type of a parameter by its position.
    pub fn parameter_type(&self, position: usize) -> Option<&Type> {
        self.types.get(*self.parameters.get(position)? as usize)
    }
}
