//! Two procedures in one: the first runs, then the second on the same inputs, then they must agree.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use sextant_base::{Id, IdVec, Span};
use sextant_flow::{
    Action, Block, BlockId, Condition, Edge, FlowGraph, FlowProgram, Instruction, LoopForest, Terminator,
};
use sextant_syntax::{
    ArrayBounds, BinaryOp, Bound, Claim, Expr, ExprKind, Language, Place, Rules, Specification,
    StatementInfo, StatementNumber, Storage, Type, VarId, Variable, each_operand_mut,
};

/// In which order the two run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The second begins when the first has ended.
    InTurn,
    /// One turn of a loop of the first, then one of the second, so that an invariant can speak of both half-way.
    Together,
}

/// The product, as a program of one procedure; none where it cannot be made, with the reason.
pub fn product(
    language: Language,
    rules: Rules,
    a: &FlowGraph,
    b: &FlowGraph,
    order: Order,
) -> Result<FlowProgram, String> {
    let mut maker = Product {
        graph: FlowGraph {
            name: format!("{} and {}", a.name, b.name),
            parameters: Vec::new(),
            variables: IdVec::new(),
            returns: None,
            blocks: IdVec::new(),
            entry: BlockId(0),
            statements: vec![StatementInfo { span: a.span }],
            span: a.span,
        },
    };
    let first = maker.graph.blocks.push(empty());
    let (start_a, end_a, names_a) = maker.add(a, "1")?;
    let (start_b, end_b, names_b) = maker.add(b, "2")?;
    maker.inputs(first, a, b, &names_a, &names_b)?;
    let last = match order {
        Order::InTurn => {
            maker.go(first, start_a);
            maker.go(end_a, start_b);
            end_b
        }
        Order::Together => {
            let sides = [(a, start_a, end_a), (b, start_b, end_b)].map(|(graph, start, end)| Side {
                start,
                end,
                stations: stations(graph, end),
            });
            maker.together(first, &sides)
        }
    };
    maker.agree(last, a, b, (&names_a, &names_b))?;
    let mut procedures = IdVec::new();
    procedures.push(maker.graph);
    Ok(FlowProgram { procedures, rules, ..FlowProgram::new(language) })
}

/// One of two graphs that run together, by the blocks of its copy.
struct Side {
    start: BlockId,
    end: BlockId,
    /// Where the other one's turn comes: heads of loops, and the end.
    stations: BTreeSet<BlockId>,
}

fn stations(graph: &FlowGraph, end: BlockId) -> BTreeSet<BlockId> {
    let offset = end.index() - graph.blocks.len();
    let forest = LoopForest::of(graph);
    let heads = forest.loops.iter().map(|one| one.header).chain(forest.irreducible.into_iter().flatten());
    heads.map(|head| BlockId::from_index(head.index() + offset)).chain([end]).collect()
}

fn empty() -> Block {
    Block { instructions: Vec::new(), terminator: Terminator::Return(None) }
}

/// The variables of one side, by the first of them, with the one that keeps its returned value.
struct Names {
    first: usize,
    returned: Option<VarId>,
}

impl Names {
    fn of(&self, variable: VarId) -> VarId {
        VarId::from_index(self.first + variable.index())
    }
}

struct Product {
    graph: FlowGraph,
}

impl Product {
    /// Adds the blocks of a graph; its first block, and a block to which its returns lead.
    fn add(&mut self, source: &FlowGraph, side: &str) -> Result<(BlockId, BlockId, Names), String> {
        let mut names = Names { first: self.graph.variables.len(), returned: None };
        for variable in source.variables.iter() {
            if matches!(variable.storage, Storage::External(_) | Storage::Static | Storage::Area(..)) {
                return Err(format!("{} has static or external variables", source.name));
            }
            if variable.storage != Storage::Parameter && !variable.initial.is_empty() {
                return Err(format!("{} has variables with initial values", source.name));
            }
            let name = format!("{}.{side}", variable.name);
            let copy =
                Variable { name, storage: Storage::Automatic, initial: Vec::new(), ..variable.clone() };
            self.graph.variables.push(copy);
        }
        let returned = source.returns.as_ref();
        names.returned =
            returned.map(|ty| self.variable(format!("return.{side}"), ty, Storage::Automatic, source.span));
        let offset = self.graph.blocks.len();
        let end = BlockId::from_index(offset + source.blocks.len());
        let shifted = |block: BlockId| BlockId::from_index(block.index() + offset);
        for block in source.blocks.iter() {
            let mut block = block.clone();
            copied(&mut block.instructions, &names)?;
            match &mut block.terminator {
                Terminator::Stop => return Err(format!("{} stops the program", source.name)),
                Terminator::Return(value) => {
                    match (value, names.returned) {
                        (Some(value), Some(to)) => {
                            rename(value, &names)?;
                            let action = Action::Assign(Place::Variable(to), value.clone());
                            block.instructions.push(Instruction { action, span: value.span });
                        }
                        (None, Some(_)) => return Err(format!("{} may return without a value", source.name)),
                        _ => {}
                    }
                    block.terminator = Terminator::Edges(vec![always(end)]);
                }
                Terminator::Edges(edges) => {
                    for edge in edges {
                        if let Condition::When(condition) = &mut edge.condition {
                            rename(condition, &names)?;
                        }
                        copied(&mut edge.actions, &names)?;
                        edge.to = shifted(edge.to);
                    }
                }
            }
            self.graph.blocks.push(block);
        }
        let made = self.graph.blocks.push(empty());
        debug_assert_eq!(made, end);
        Ok((shifted(source.entry), end, names))
    }

    fn variable(&mut self, name: String, ty: &Type, storage: Storage, span: Span) -> VarId {
        self.graph.variables.push(Variable { name, ty: ty.clone(), storage, initial: Vec::new(), span })
    }

    /// Both sides in turns, from one station to the next; the block in which both have ended.
    fn together(&mut self, first: BlockId, sides: &[Side; 2]) -> BlockId {
        let mut known: FxHashMap<([BlockId; 2], usize), BlockId> = FxHashMap::default();
        let mut waiting = Vec::new();
        let last = self.graph.blocks.push(empty());
        let start = ([sides[0].start, sides[1].start], 0);
        let to = self.state(start, sides, last, &mut known, &mut waiting);
        self.go(first, to);
        while let Some((at, turn)) = waiting.pop() {
            let Block { instructions, terminator } = self.graph.blocks[at[turn]].clone();
            let Terminator::Edges(mut edges) = terminator else { continue };
            for edge in &mut edges {
                let mut next = at;
                next[turn] = edge.to;
                let next_turn = if sides[turn].stations.contains(&edge.to) { 1 - turn } else { turn };
                edge.to = self.state((next, next_turn), sides, last, &mut known, &mut waiting);
            }
            let this = known[&(at, turn)];
            self.graph.blocks[this] = Block { instructions, terminator: Terminator::Edges(edges) };
        }
        last
    }

    /// The block of a pair of places; who has ended leaves the turn to the other.
    fn state(
        &mut self,
        (at, turn): ([BlockId; 2], usize),
        sides: &[Side; 2],
        last: BlockId,
        known: &mut FxHashMap<([BlockId; 2], usize), BlockId>,
        waiting: &mut Vec<([BlockId; 2], usize)>,
    ) -> BlockId {
        let ended = [0, 1].map(|side| at[side] == sides[side].end);
        if ended == [true, true] {
            return last;
        }
        let state = (at, if ended[turn] { 1 - turn } else { turn });
        if let Some(&block) = known.get(&state) {
            return block;
        }
        let block = self.graph.blocks.push(empty());
        known.insert(state, block);
        waiting.push(state);
        block
    }

    /// Parameters of the product, copied to both sides. An array is a parameter of each side, with equal elements.
    fn inputs(
        &mut self,
        block: BlockId,
        a: &FlowGraph,
        b: &FlowGraph,
        names_a: &Names,
        names_b: &Names,
    ) -> Result<(), String> {
        for (&left, &right) in a.parameters.iter().zip(&b.parameters) {
            let declared = &a.variables[left];
            let span = declared.span;
            let (left, right) = (names_a.of(left), names_b.of(right));
            if declared.ty.rank() > 1 {
                return Err(format!("{} has several dimensions", declared.name));
            }
            if declared.ty.is_array() {
                for side in [left, right] {
                    self.graph.variables[side].storage = Storage::Parameter;
                    let bounds = Type::vector(declared.ty.scalar().clone(), ArrayBounds::OfArgument);
                    self.graph.variables[side].ty = bounds;
                    self.graph.parameters.push(side);
                }
                let same = self.same_elements(left, right, span);
                self.emit(block, Action::Assume(same), span);
                continue;
            }
            let input = self.variable(declared.name.clone(), &declared.ty, Storage::Parameter, span);
            self.graph.parameters.push(input);
            for side in [left, right] {
                let value = load(&self.graph, input, span);
                self.emit(block, Action::Assign(Place::Variable(side), value), span);
            }
        }
        Ok(())
    }

    /// That all elements of two arrays are the same.
    fn same_elements(&mut self, left: VarId, right: VarId, span: Span) -> Expr {
        let int = Type::Int(sextant_syntax::IntType::FIXED_31);
        let name = format!("any.{}", self.graph.variables.len());
        let any = self.variable(name, &int, Storage::Automatic, span);
        let index = load(&self.graph, any, span);
        let element = |array: VarId| Expr {
            kind: ExprKind::Load(Place::Element(array, Box::new(index.clone()))),
            ty: self.graph.variables[array].ty.scalar().clone(),
            span,
        };
        let bound = |bound| Expr { kind: ExprKind::BoundOf(bound, left), ty: int.clone(), span };
        let body = equal(element(left), element(right));
        let quantified = Specification::Quantified {
            all: true,
            variable: any,
            low: bound(Bound::Low),
            high: bound(Bound::High),
            body,
        };
        Expr { kind: ExprKind::Specification(Box::new(quantified)), ty: Type::Logical, span }
    }

    /// The assertion that both sides agree.
    fn agree(
        &mut self,
        block: BlockId,
        a: &FlowGraph,
        b: &FlowGraph,
        (names_a, names_b): (&Names, &Names),
    ) -> Result<(), String> {
        let span = a.span;
        if let (Some(left), Some(right)) = (names_a.returned, names_b.returned) {
            let same = equal(load(&self.graph, left, span), load(&self.graph, right, span));
            self.emit(block, Action::Assert(same), span);
        }
        for (&left, &right) in a.parameters.iter().zip(&b.parameters) {
            let (left, right) = (names_a.of(left), names_b.of(right));
            let same = if self.graph.variables[left].ty.is_array() {
                self.same_elements(left, right, span)
            } else {
                equal(load(&self.graph, left, span), load(&self.graph, right, span))
            };
            self.emit(block, Action::Assert(same), span);
        }
        Ok(())
    }

    fn emit(&mut self, block: BlockId, action: Action, span: Span) {
        self.graph.blocks[block].instructions.push(Instruction { action, span });
    }

    fn go(&mut self, from: BlockId, to: BlockId) {
        self.graph.blocks[from].terminator = Terminator::Edges(vec![always(to)]);
    }
}

fn always(to: BlockId) -> Edge {
    Edge { condition: Condition::Always, actions: Vec::new(), to }
}

fn load(graph: &FlowGraph, variable: VarId, span: Span) -> Expr {
    Expr { kind: ExprKind::Load(Place::Variable(variable)), ty: graph.variables[variable].ty.clone(), span }
}

fn equal(left: Expr, right: Expr) -> Expr {
    let span = left.span;
    let kind = ExprKind::Binary(BinaryOp::Equal, Box::new(left), Box::new(right));
    Expr { kind, ty: Type::Logical, span }
}

/// Makes instructions of one side into those of the product.
fn copied(instructions: &mut Vec<Instruction>, names: &Names) -> Result<(), String> {
    // What a side promises is not part of the product.
    instructions.retain(|one| !matches!(one.action, Action::Claim(Claim::Exit, _) | Action::Prove(_)));
    for Instruction { action, .. } in instructions {
        match action {
            // Statements of two texts have no common numbers.
            Action::Statement(number) => *number = StatementNumber(1),
            Action::Assign(place, value) => {
                rename_place(place, names)?;
                rename(value, names)?;
            }
            Action::Assert(expr) | Action::Assume(expr) | Action::Claim(_, expr) | Action::Prove(expr) => {
                rename(expr, names)?;
            }
            Action::Write(_) => return Err("something is written".to_owned()),
            Action::Read(_) => return Err("something is read".to_owned()),
            Action::Call { .. } | Action::CallParameter { .. } => return Err("there is a call".to_owned()),
            Action::TransferBegin(_) | Action::TransferItem(_) | Action::TransferEnd(_) => {
                return Err("something is read or written".to_owned());
            }
            Action::Allocate(..) | Action::Release(_) | Action::PointTo(..) => {
                return Err("storage is allocated".to_owned());
            }
            Action::Unsupported(what) => return Err(what.clone()),
            Action::Store(..)
            | Action::CallPointer { .. }
            | Action::Primitive(..)
            | Action::Fresh(_)
            | Action::Gone(_) => return Err("storage is addressed by bytes".to_owned()),
        }
        if let Action::Claim(Claim::Entry, condition) = action {
            *action = Action::Assume(condition.clone());
        }
    }
    Ok(())
}

fn rename_place(place: &mut Place, names: &Names) -> Result<(), String> {
    match place {
        Place::Variable(variable) => *variable = names.of(*variable),
        Place::Element(variable, index) => {
            *variable = names.of(*variable);
            rename(index, names)?;
        }
        Place::Part(_) => return Err("a part of a variable is used".to_owned()),
    }
    Ok(())
}

fn rename(expr: &mut Expr, names: &Names) -> Result<(), String> {
    match &mut expr.kind {
        ExprKind::Load(place)
        | ExprKind::DimensionOf(_, place, _)
        | ExprKind::LengthOf(place)
        | ExprKind::HasStorage(place) => return rename_place(place, names),
        ExprKind::SameStorage(left, right) => {
            rename_place(left, names)?;
            return rename_place(right, names);
        }
        ExprKind::BoundOf(_, variable) | ExprKind::IsPresent(variable) => *variable = names.of(*variable),
        ExprKind::Specification(specification) => match &mut **specification {
            Specification::Quantified { variable, .. } => *variable = names.of(*variable),
            Specification::Old(_) | Specification::Result => {
                return Err("an assertion speaks of old values or the result".to_owned());
            }
        },
        _ => {}
    }
    let mut done = Ok(());
    each_operand_mut(expr, &mut |operand| {
        if done.is_ok() {
            done = rename(operand, names);
        }
    });
    done
}
