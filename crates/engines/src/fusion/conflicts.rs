//! Whether iterations of one loop touch what later iterations of another have to see.

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_expr::{Op, Sort, Table, TermId};
use sextant_flow::{FlowGraph, FlowProgram, each_assigned, instructions};
use sextant_solver::{Answer, Solver, SolverConfig};
use sextant_syntax::{Base, BinaryOp, ProcId, Rules, Storage, Type, VarId};

use super::Examined;
use super::accesses::{Access, Extent, Object};
use super::linear::{Key, Linear};

/// Asks about pairs of accesses.
pub(super) struct Conflicts<'p> {
    graph: &'p FlowGraph,
    rules: Rules,
    /// Parameters that hold what the caller gave, all the time.
    given: FxHashSet<VarId>,
    /// Those of them that alone lead to what is changed through them.
    sole: FxHashSet<VarId>,
    table: Table,
    solver: Solver,
}

/// The question at hand: two iterations of which the later one belongs to the first loop.
struct Question {
    premises: Vec<TermId>,
    symbols: FxHashMap<Key, TermId>,
    first: TermId,
    second: TermId,
}

impl<'p> Conflicts<'p> {
    pub(super) fn new(program: &'p FlowProgram, procedure: ProcId, config: &SolverConfig) -> Self {
        let graph = &program.procedures[procedure];
        let mut given: FxHashSet<VarId> = graph.parameters.iter().copied().collect();
        for instruction in instructions(graph) {
            each_assigned(&instruction.action, &mut |variable| _ = given.remove(&variable));
        }
        let sole =
            program.sole.iter().filter(|(owner, _)| *owner == procedure).map(|(_, variable)| *variable);
        let sole = sole.filter(|variable| given.contains(variable)).collect();
        let (table, solver) = (Table::new(), Solver::new(config.clone()));
        Conflicts { graph, rules: program.rules, given, sole, table, solver }
    }

    /// Whether no access of an iteration of the second loop touches what a later iteration of the first one writes,
    /// or the other way round.
    pub(super) fn none(&mut self, first: &Examined<'_>, second: &Examined<'_>) -> bool {
        let mut question = self.question(first, second);
        for one in &first.accesses.storage {
            for two in &second.accesses.storage {
                if (one.write || two.write) && self.conflict(&mut question, one, two) {
                    return false;
                }
            }
        }
        true
    }

    fn question(&mut self, first: &Examined<'_>, second: &Examined<'_>) -> Question {
        let table = &mut self.table;
        let iterations = [(); 2].map(|()| table.fresh("t", Sort::INT));
        let mut symbols = FxHashMap::default();
        let zero = table.int(0);
        let mut premises = vec![
            table.apply(Op::Le, &[zero, iterations[1]]),
            table.apply(Op::Lt, &[iterations[1], iterations[0]]),
        ];
        for (examined, at) in [first, second].into_iter().zip(iterations) {
            let counter = examined.at.term(table, &mut symbols, at);
            let bound = examined.bound.term(table, &mut symbols, at);
            let goes_on = match examined.counted.comparison {
                BinaryOp::Less => table.apply(Op::Lt, &[counter, bound]),
                BinaryOp::LessEqual => table.apply(Op::Le, &[counter, bound]),
                BinaryOp::Greater => table.apply(Op::Lt, &[bound, counter]),
                BinaryOp::GreaterEqual => table.apply(Op::Le, &[bound, counter]),
                other => unreachable!("no loop counts by {other:?}"),
            };
            premises.push(goes_on);
        }
        Question { premises, symbols, first: iterations[0], second: iterations[1] }
    }

    fn conflict(&mut self, question: &mut Question, one: &Access, two: &Access) -> bool {
        if one.object != two.object {
            return self.may_be_one(one.object, two.object);
        }
        match (&one.extent, &two.extent) {
            (Extent::Element(left), Extent::Element(right)) if left.len() == right.len() => {
                let (table, symbols) = (&mut self.table, &mut question.symbols);
                let mut same = question.premises.clone();
                for (left, right) in left.iter().zip(right) {
                    let left = left.term(table, symbols, question.first);
                    let right = right.term(table, symbols, question.second);
                    same.push(table.apply(Op::Eq, &[left, right]));
                }
                self.possible(&same)
            }
            (Extent::Bytes(left, size), Extent::Bytes(right, other)) => {
                self.overlap(question, (left, *size), (right, *other))
            }
            _ => true,
        }
    }

    fn possible(&mut self, conditions: &[TermId]) -> bool {
        let conditions: Vec<TermId> = conditions.iter().map(|&term| self.table.simplify(term)).collect();
        self.solver.check(&mut self.table, &conditions) != Answer::Unsat
    }

    /// Whether two objects with different names may have storage in common.
    fn may_be_one(&self, one: Object, two: Object) -> bool {
        match (one, two) {
            // Addresses lead to objects of their own, never to variables.
            (Object::Memory, _) | (_, Object::Memory) => false,
            (Object::Elsewhere, _) | (_, Object::Elsewhere) => true,
            _ if self.rules.no_aliases => false,
            _ => ![one, two].iter().any(|object| match object {
                Object::Variable(variable) => {
                    matches!(self.graph.variables[*variable].storage, Storage::Automatic | Storage::Value)
                }
                _ => false,
            }),
        }
    }

    fn overlap(&mut self, question: &mut Question, one: (&Linear, u64), two: (&Linear, u64)) -> bool {
        let is_address = |key: Key| match key {
            Key::Address(_) => true,
            Key::Initial(variable) => matches!(self.graph.variables[variable].ty, Type::Pointer(_)),
            Key::Unknown(_) | Key::Iteration => false,
        };
        let bases = [one.0, two.0].map(|address| address.base(is_address));
        if let [Some(left), Some(right)] = bases
            && left != right
            && self.apart(left, right)
        {
            return false;
        }
        let (table, symbols) = (&mut self.table, &mut question.symbols);
        let left = one.0.term(table, symbols, question.first);
        let right = two.0.term(table, symbols, question.second);
        let mut end = |start: TermId, size: u64| {
            let size = table.int(size);
            table.apply(Op::Add, &[start, size])
        };
        let (left_end, right_end) = (end(left, one.1), end(right, two.1));
        let mut same = question.premises.clone();
        same.push(self.table.apply(Op::Lt, &[left, right_end]));
        same.push(self.table.apply(Op::Lt, &[right, left_end]));
        self.possible(&same)
    }

    /// Whether what is reached from two different bases is never the same storage. An access outside of the object that
    /// its base leads to is an error.
    fn apart(&self, left: Key, right: Key) -> bool {
        let local = |key: Key| matches!(key, Key::Address(Base::Variable(_)));
        let of_caller = |key: Key| matches!(key, Key::Initial(variable) if self.given.contains(&variable));
        let sole = |key: Key| matches!(key, Key::Initial(variable) if self.sole.contains(&variable));
        let settled = |key: Key| matches!(key, Key::Address(_)) || of_caller(key);
        match (left, right) {
            (Key::Address(_), Key::Address(_)) => true,
            // What the caller gave was there before the variables of this activation.
            _ if local(left) && of_caller(right) || local(right) && of_caller(left) => true,
            _ => (sole(left) && settled(right)) || (sole(right) && settled(left)),
        }
    }
}
