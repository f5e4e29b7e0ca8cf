//! The verifier. What [`lower`](crate::lower) and [`read`](crate::read) make always passes; a graph made by
//! hand or changed by a pass is checked here. The rules:
//!
//! Program
//! - Names of procedures differ, the case of letters left aside unless the program says otherwise; so do names of externals, with it.
//! - An external has given, constant bounds; its initial values are constants of its scalar type.
//! - The main procedure exists. Components of records and items of areas lie inside them.
//!
//! Variables
//! - Names differ within a graph. Integer types have at least one bit; elements of arrays are scalars.
//! - The parameters listed are distinct variables with parameter storage, and these are all there are.
//! - Bounds and lengths are integers; only a parameter takes those of its argument; static ones are constants.
//! - Initial values have the scalar type; a scalar has one at most, a parameter, external variable or variable in
//!   an area none; those of static variables are constants.
//! - An external variable has the type of its external, bounds left aside; an area that a variable lies in exists.
//! - A returned type is a scalar.
//!
//! Blocks
//! - The entry and the targets of all edges exist; every block is reachable.
//! - A block has at least one edge unless it returns or stops. `Always` is alone; `Otherwise` is last and not
//!   alone.
//! - Statement numbers are those of the graph; every cycle passes one.
//!
//! Actions
//! - An assignment is to a scalar place and has its type; what is read goes to a scalar place; what is written is a
//!   scalar. Lengths of texts are left aside everywhere: an assignment cuts or fills.
//! - Conditions are logical: of edges, of ASSUME, PROVE and ASSERT.
//! - A call has as many arguments as its procedure has parameters, of the same types, bounds left aside; what
//!   is passed by reference, and every array, is a place. A parameter that goes by storage order takes any place
//!   with such elements; where arguments go by storage a scalar one takes an array, whose first element is meant. An absent argument is not looked at. The result goes to a variable of the returned type.
//! - What is called through a variable is a procedure; more is not known of it.
//! - Only a handle gets storage, gives it back, or is let refer to a place of its type; new storage has as many
//!   dimensions as its handle.
//! - Units, records and labels of file statements are integers, internal units and computed formats texts; what
//!   gets an answer is a scalar place; a status goes to an integer variable.
//! - A value is returned only where the procedure has a returned type, and has that type. A `Return` without
//!   a value is allowed everywhere: a procedure may fall off its end, and only the use of the value is an
//!   error.
//!
//! Expressions
//! - There are no calls. Variables exist; only arrays have elements and bounds; a whole array or section is only
//!   an argument, the target of a handle, or an item or unit of a file statement.
//! - A place has the type of its variable, bounds left aside; every step to a part of it suits the type it starts
//!   from; subscripts are integers; a bound or length has an integer type.
//! - Arithmetic is of integers, any width, or of reals or complex numbers of one type; only an exponent may be an
//!   integer besides. The result is such a number.
//! - Functions of the language have their number of arguments, of the kinds they are for (`typing::suits`).
//! - Relations compare numbers of one type (complex ones with `=` and `≠` only), texts, or with `=` and `≠` two
//!   logicals; connectives are of logicals; both are logical. Only texts are joined.
//! - Constants have types of their kind; the parts of a complex number have its real type.
//! - Conversions are between numbers, and between integers and truth values.

mod actions;
mod expressions;
mod functions;
mod places;
mod storage;
mod transfers;
mod variables;

use rustc_hash::FxHashSet;
use sextant_base::Id;

use crate::tidy::is_reachable;
use crate::{Action, Block, BlockId, Condition, Edge, FlowGraph, FlowProgram, Instruction, Terminator};

/// Checks every rule; the messages name the procedure and the block.
pub fn verify(program: &FlowProgram) -> Result<(), Vec<String>> {
    let mut errors = Vec::new();
    variables::check_externals(program, &mut errors);
    storage::check_storage(program, &mut errors);
    let mut names = FxHashSet::default();
    for graph in program.procedures.iter() {
        let cased = program.rules.cased_names;
        if !names.insert(if cased { graph.name.clone() } else { graph.name.to_ascii_lowercase() }) {
            errors.push(format!("two procedures have the name {}", graph.name));
        }
        let mut verifier = Verifier { program, graph, block: None, assertion: false, errors: &mut errors };
        variables::check_variables(&mut verifier);
        verifier.blocks();
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// The checks of one graph.
struct Verifier<'a> {
    program: &'a FlowProgram,
    graph: &'a FlowGraph,
    /// The block that is looked at.
    block: Option<BlockId>,
    /// Whether the expression that is looked at stands in an assertion.
    assertion: bool,
    errors: &'a mut Vec<String>,
}

impl Verifier<'_> {
    fn error(&mut self, message: impl std::fmt::Display) {
        let place = match self.block {
            Some(block) => format!("procedure {}, block {}", self.graph.name, block.number()),
            None => format!("procedure {}", self.graph.name),
        };
        self.errors.push(format!("{place}: {message}"));
    }

    fn check(&mut self, holds: bool, message: &str) {
        if !holds {
            self.error(message);
        }
    }

    fn blocks(&mut self) {
        let graph = self.graph;
        for (id, block) in graph.blocks.iter_enumerated() {
            self.block = Some(id);
            for instruction in &block.instructions {
                self.action(&instruction.action);
            }
            match &block.terminator {
                Terminator::Edges(edges) => self.edges(edges),
                Terminator::Return(value) => self.return_value(value.as_ref()),
                Terminator::Stop => {}
            }
        }
        self.block = None;
        self.shape();
    }

    fn edges(&mut self, edges: &[Edge]) {
        self.check(!edges.is_empty(), "it has no edge and does not end");
        for (position, edge) in edges.iter().enumerate() {
            match &edge.condition {
                Condition::Always => self.check(edges.len() == 1, "an unconditional edge is not alone"),
                Condition::Otherwise => {
                    let last = position + 1 == edges.len();
                    self.check(last && position > 0, "`Otherwise` is not the last of several edges");
                }
                Condition::When(condition) => self.condition(condition),
            }
            for instruction in &edge.actions {
                self.action(&instruction.action);
            }
        }
    }

    /// Rules about the graph as a whole; they are looked at only if every edge leads somewhere.
    fn shape(&mut self) {
        let graph = self.graph;
        let count = graph.blocks.len();
        let targets = graph.blocks.iter().flat_map(|block| block.terminator.edges());
        let lost = targets.filter(|edge| edge.to.index() >= count).count();
        self.check(graph.entry.index() < count, "the entry block does not exist");
        self.check(lost == 0, "an edge leads to a block that does not exist");
        if lost > 0 || graph.entry.index() >= count {
            return;
        }
        let reachable = is_reachable(graph);
        for block in graph.blocks.ids().filter(|&block| !reachable[block]) {
            self.error(format_args!("block {} cannot be reached", block.number()));
        }
        if let Some(block) = unmarked_cycle(graph) {
            self.error(format_args!("a cycle through block {} passes no statement", block.number()));
        }
    }
}

fn has_marker(instructions: &[Instruction]) -> bool {
    instructions.iter().any(|instruction| matches!(instruction.action, Action::Statement(_)))
}

/// A block on a cycle that passes no statement marker: a run could go round it without being counted.
pub(crate) fn unmarked_cycle(graph: &FlowGraph) -> Option<BlockId> {
    let silent = |block: BlockId| {
        let Block { instructions, terminator } = &graph.blocks[block];
        let edges = if has_marker(instructions) { &[] } else { terminator.edges() };
        edges.iter().filter(|edge| !has_marker(&edge.actions)).map(|edge| edge.to)
    };
    // Depth first with an explicit stack; a step to a block that is still open closes a cycle. Blocks with a
    // marker have no silent steps and so are on no such cycle.
    let (mut open, mut done) = (vec![false; graph.blocks.len()], vec![false; graph.blocks.len()]);
    for start in graph.blocks.ids() {
        if done[start.index()] {
            continue;
        }
        open[start.index()] = true;
        let mut stack = vec![(start, silent(start))];
        while let Some((block, nexts)) = stack.last_mut() {
            match nexts.find(|next| !done[next.index()]) {
                Some(next) if open[next.index()] => return Some(next),
                Some(next) => {
                    open[next.index()] = true;
                    stack.push((next, silent(next)));
                }
                None => {
                    open[block.index()] = false;
                    done[block.index()] = true;
                    stack.pop();
                }
            }
        }
    }
    None
}
