//! The values of one activation as terms, and what actions do to them.

use std::collections::BTreeMap;

use sextant_base::{Id, Span};
use sextant_expr::{Op, Rounding, Sort, Table, TermId};
use sextant_flow::{Action, FlowGraph, FlowProgram};
use sextant_syntax::{ArrayBounds, Bound, Expr, ExprKind, ExternalId, Place, Specification, Storage, VarId};

use crate::value::{Store, Stuck, sort_of, value};

/// A condition without which an operation has no meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Demand {
    /// The condition.
    pub condition: TermId,
    /// Where.
    pub span: Span,
    /// Whether it is about a subscript; else about a divisor.
    pub subscript: bool,
}

/// The values of the variables of one activation. Arrays are terms of array sort.
#[derive(Clone, Debug)]
pub struct Memory {
    /// By variable; none while it has no value.
    pub values: Vec<Option<TermId>>,
    /// The bounds of arrays, where they are known.
    pub bounds: BTreeMap<VarId, (TermId, TermId)>,
    /// How many values have been read.
    pub read: usize,
    /// The returned value.
    pub returned: Option<TermId>,
}

impl Memory {
    /// The values at the entry of a procedure: parameters and externals without an initial value are symbols under
    /// their own names. Also what is known of bounds that are symbols.
    pub fn at_entry(
        table: &mut Table,
        program: &FlowProgram,
        graph: &FlowGraph,
        division: Rounding,
    ) -> Result<(Memory, Vec<TermId>), Stuck> {
        let mut memory = Memory {
            values: vec![None; graph.variables.len()],
            bounds: BTreeMap::new(),
            read: 0,
            returned: None,
        };
        let mut known = Vec::new();
        // Scalars first: bounds speak of them.
        for arrays in [false, true] {
            for (id, variable) in graph.variables.iter_enumerated() {
                if variable.ty.is_array() != arrays {
                    continue;
                }
                let sort = sort_of(&variable.ty, variable.span)?;
                let initial = match variable.storage {
                    Storage::External(external) => external_initial(program, external),
                    _ => variable.initial.as_slice(),
                };
                let input = match variable.storage {
                    Storage::Parameter => true,
                    Storage::External(_) => initial.is_empty(),
                    _ => false,
                };
                if variable.ty.is_array() {
                    let Some(bounds) = variable.ty.vector_bounds() else {
                        return Err(Stuck::unsupported(variable.span, "an array of several dimensions"));
                    };
                    let uses = speaks_of_bounds(graph, id);
                    memory.enter_bounds(table, id, &variable.name, bounds, uses, division, &mut known)?;
                    let name = if input { variable.name.clone() } else { format!("{}.0", variable.name) };
                    memory.values[id.index()] = Some(table.symbol(&name, sort));
                    memory.enter_elements(table, id, initial, division)?;
                } else if input {
                    memory.values[id.index()] = Some(table.symbol(&variable.name, sort));
                } else if let [value] = initial {
                    let value = memory.evaluate(table, value, division, &mut Vec::new())?;
                    memory.values[id.index()] = Some(value);
                }
            }
        }
        Ok((memory, known))
    }

    #[allow(clippy::too_many_arguments, reason = "one array with all that is said of it")]
    fn enter_bounds(
        &mut self,
        table: &mut Table,
        id: VarId,
        name: &str,
        bounds: &ArrayBounds,
        uses: bool,
        division: Rounding,
        known: &mut Vec<TermId>,
    ) -> Result<(), Stuck> {
        match bounds {
            ArrayBounds::Given { low, high } => {
                let low = self.evaluate(table, low, division, &mut Vec::new())?;
                let high = self.evaluate(table, high, division, &mut Vec::new())?;
                self.bounds.insert(id, (low, high));
            }
            ArrayBounds::OfArgument if uses => {
                let low = table.symbol(&format!("LBOUND({name})"), Sort::INT);
                let high = table.symbol(&format!("HBOUND({name})"), Sort::INT);
                known.push(table.apply(Op::Le, &[low, high]));
                self.bounds.insert(id, (low, high));
            }
            ArrayBounds::OfArgument | ArrayBounds::Sequence { high: None, .. } => {}
            ArrayBounds::Sequence { low, high: Some(high) } => {
                let low = self.evaluate(table, low, division, &mut Vec::new())?;
                let high = self.evaluate(table, high, division, &mut Vec::new())?;
                self.bounds.insert(id, (low, high));
            }
            ArrayBounds::Shape { low } => {
                return Err(Stuck::unsupported(low.span, "an array that takes the shape of its argument"));
            }
            ArrayBounds::Deferred => {}
        }
        Ok(())
    }

    fn enter_elements(
        &mut self,
        table: &mut Table,
        id: VarId,
        initial: &[Expr],
        division: Rounding,
    ) -> Result<(), Stuck> {
        let (Some(mut array), Some(&(low, _))) = (self.values[id.index()], self.bounds.get(&id)) else {
            return Ok(());
        };
        for (position, element) in initial.iter().enumerate() {
            let offset = table.int(position as u64);
            let index = table.apply(Op::Add, &[low, offset]);
            let element = self.evaluate(table, element, division, &mut Vec::new())?;
            array = table.apply(Op::Store, &[array, index, element]);
        }
        self.values[id.index()] = Some(array);
        Ok(())
    }

    /// The value of an expression; its demands are appended.
    pub fn evaluate(
        &self,
        table: &mut Table,
        expr: &Expr,
        division: Rounding,
        demands: &mut Vec<Demand>,
    ) -> Result<TermId, Stuck> {
        let mut reader = Reader::new(self, None, division, demands);
        value(table, &mut reader, expr)
    }

    /// Gives a place a value; its demands are appended.
    pub fn assign(
        &mut self,
        table: &mut Table,
        place: &Place,
        term: TermId,
        division: Rounding,
        demands: &mut Vec<Demand>,
        span: Span,
    ) -> Result<(), Stuck> {
        let at = place.variable().index();
        match place {
            Place::Variable(_) => self.values[at] = Some(term),
            Place::Element(variable, index) => {
                let index = self.evaluate(table, index, division, demands)?;
                if let Some(condition) = self.within(table, *variable, index) {
                    demands.push(Demand { condition, span, subscript: true });
                }
                let array = self.values[at].ok_or(Stuck::Undefined { span, variable: *variable })?;
                self.values[at] = Some(table.apply(Op::Store, &[array, index, term]));
            }
            Place::Part(_) => return Err(Stuck::unsupported(span, "a part of a variable")),
        }
        Ok(())
    }

    /// Takes the next value of the input stream.
    pub fn next_input(&mut self, table: &mut Table, sort: Sort) -> TermId {
        self.read += 1;
        table.symbol(&format!("IN{}", self.read), sort)
    }

    /// That a subscript lies in the bounds of its array.
    pub fn within(&self, table: &mut Table, variable: VarId, index: TermId) -> Option<TermId> {
        let &(low, high) = self.bounds.get(&variable)?;
        let above = table.apply(Op::Le, &[low, index]);
        let below = table.apply(Op::Le, &[index, high]);
        Some(table.and(&[above, below]))
    }
}

fn external_initial(program: &FlowProgram, id: ExternalId) -> &[Expr] {
    &program.externals[id].initial
}

/// Whether the graph mentions a bound of the array.
pub fn speaks_of_bounds(graph: &FlowGraph, array: VarId) -> bool {
    let in_action = |action: &Action| match action {
        Action::Assign(place, value) => in_place(place, array) || in_expr(value, array),
        Action::Call { arguments, .. } => arguments.iter().any(|argument| in_expr(&argument.expr, array)),
        Action::Assume(expr) | Action::Prove(expr) | Action::Assert(expr) | Action::Claim(_, expr) => {
            in_expr(expr, array)
        }
        _ => false,
    };
    graph.blocks.iter().any(|block| {
        let edges = match &block.terminator {
            sextant_flow::Terminator::Edges(edges) => edges.as_slice(),
            _ => &[],
        };
        block.instructions.iter().any(|instruction| in_action(&instruction.action))
            || edges.iter().any(|edge| {
                matches!(&edge.condition, sextant_flow::Condition::When(condition) if in_expr(condition, array))
                    || edge.actions.iter().any(|instruction| in_action(&instruction.action))
            })
    })
}

fn in_place(place: &Place, array: VarId) -> bool {
    matches!(place, Place::Element(_, index) if in_expr(index, array))
}

fn in_expr(expr: &Expr, array: VarId) -> bool {
    match &expr.kind {
        ExprKind::BoundOf(_, variable) => *variable == array,
        ExprKind::Load(place) => in_place(place, array),
        ExprKind::Unary(_, operand) | ExprKind::Convert(operand) => in_expr(operand, array),
        ExprKind::Binary(_, left, right) => in_expr(left, array) || in_expr(right, array),
        ExprKind::Intrinsic(_, operands) => operands.iter().any(|operand| in_expr(operand, array)),
        ExprKind::Specification(specification) => match &**specification {
            Specification::Quantified { low, high, body, .. } => {
                in_expr(low, array) || in_expr(high, array) || in_expr(body, array)
            }
            Specification::Old(inner) => in_expr(inner, array),
            Specification::Result => false,
        },
        _ => false,
    }
}

/// Reads a memory, and the one at the entry for old values.
pub struct Reader<'m> {
    memory: &'m Memory,
    entry: Option<&'m Memory>,
    division: Rounding,
    demands: &'m mut Vec<Demand>,
    old: bool,
    /// What variables of quantifiers stand for.
    pub(crate) bound: BTreeMap<VarId, TermId>,
}

impl<'m> Reader<'m> {
    /// A reader whose demands are appended to a list.
    pub fn new(
        memory: &'m Memory,
        entry: Option<&'m Memory>,
        division: Rounding,
        demands: &'m mut Vec<Demand>,
    ) -> Self {
        Self { memory, entry, division, demands, old: false, bound: BTreeMap::new() }
    }

    fn seen(&self) -> &'m Memory {
        match self.entry {
            Some(entry) if self.old => entry,
            _ => self.memory,
        }
    }
}

impl Store for Reader<'_> {
    fn scalar(&mut self, _: &mut Table, variable: VarId, span: Span) -> Result<TermId, Stuck> {
        if let Some(&bound) = self.bound.get(&variable) {
            return Ok(bound);
        }
        self.seen().values[variable.index()].ok_or(Stuck::Undefined { span, variable })
    }

    fn element(
        &mut self,
        table: &mut Table,
        variable: VarId,
        index: TermId,
        span: Span,
    ) -> Result<TermId, Stuck> {
        let array = self.seen().values[variable.index()].ok_or(Stuck::Undefined { span, variable })?;
        if let Some(condition) = self.memory.within(table, variable, index) {
            self.demands.push(Demand { condition, span, subscript: true });
        }
        Ok(table.apply(Op::Select, &[array, index]))
    }

    fn bound(&mut self, _: &mut Table, bound: Bound, variable: VarId, span: Span) -> Result<TermId, Stuck> {
        match self.memory.bounds.get(&variable) {
            Some(&(low, high)) => Ok(if bound == Bound::Low { low } else { high }),
            None => Err(Stuck::unsupported(span, "the bounds of this array")),
        }
    }

    fn demand(&mut self, _: &mut Table, condition: TermId, span: Span) -> Result<(), Stuck> {
        self.demands.push(Demand { condition, span, subscript: false });
        Ok(())
    }

    fn division(&self) -> Rounding {
        self.division
    }

    fn set_old(&mut self, old: bool, span: Span) -> Result<bool, Stuck> {
        if old && self.entry.is_none() {
            return Err(Stuck::unsupported(span, "old values here"));
        }
        Ok(std::mem::replace(&mut self.old, old))
    }

    fn result(&mut self, span: Span) -> Result<TermId, Stuck> {
        self.memory.returned.ok_or_else(|| Stuck::unsupported(span, "the result where none is returned"))
    }
}
