//! The values of one activation as terms, and what actions do to them.

use std::collections::BTreeMap;

use sextant_base::{Id, Span};
use sextant_expr::{Op, Origin, Rounding, Sort, Stream, Table, TermId};
use sextant_flow::{FlowGraph, FlowProgram};
use sextant_syntax::{ArrayBounds, Bound, Expr, IntType, Language, Place, Type, VarId, Variable};

use crate::entry::{Beginning, Initial, initial, overlaps, shape_name, speaks_of_bounds};
use crate::machine::in_range;
use crate::subscripts::{Dimensions, end_of, joinable, subscripts, within};
use crate::value::{Store, Stuck, sort_of, value};

/// A condition without which an operation has no meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Demand {
    /// The condition.
    pub condition: TermId,
    /// Where.
    pub span: Span,
    /// What it is about.
    pub kind: DemandKind,
}

/// What a demand is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DemandKind {
    /// A subscript lies in its bounds.
    Subscript,
    /// A divisor is not zero, or an operand is in the domain of its function.
    Divisor,
    /// A result fits its type.
    Overflow,
    /// Nothing is demanded: it always holds.
    Fact,
}

/// The values of the variables of one activation. Arrays are terms of array sort; the subscripts of several
/// dimensions are one number, see [`Table::joined`].
#[derive(Clone, Debug)]
pub struct Memory {
    /// By variable; none while it has no value.
    pub values: Vec<Option<TermId>>,
    /// The bounds of arrays, where they are known.
    pub bounds: BTreeMap<VarId, Dimensions>,
    /// How many values have been read.
    pub read: usize,
    /// The returned value.
    pub returned: Option<TermId>,
    /// Variables whose values have no terms, and what they are.
    pub foreign: BTreeMap<VarId, String>,
    /// The types of integers, of arrays: of their elements; where integers are those of the machine.
    pub integers: Option<BTreeMap<VarId, IntType>>,
}

impl Memory {
    /// Nothing has a value.
    pub fn empty(variables: usize) -> Memory {
        Memory {
            values: vec![None; variables],
            bounds: BTreeMap::new(),
            read: 0,
            returned: None,
            foreign: BTreeMap::new(),
            integers: None,
        }
    }

    /// The values at the entry of a procedure: parameters and externals without an initial value are symbols under
    /// their own names. Also what is known of bounds that are symbols.
    pub fn at_entry(
        table: &mut Table,
        program: &FlowProgram,
        graph: &FlowGraph,
        division: Rounding,
        beginning: Beginning,
    ) -> Result<(Memory, Vec<TermId>), Stuck> {
        let mut memory = Memory::empty(graph.variables.len());
        let mut known = Vec::new();
        if program.language == Language::C {
            let integer = |(id, variable): (VarId, &Variable)| match variable.ty.scalar() {
                Type::Int(int) if *int != IntType::ELEMENT => Some((id, *int)),
                _ => None,
            };
            memory.integers = Some(graph.variables.iter_enumerated().filter_map(integer).collect());
        }
        for (id, what) in overlaps(graph) {
            memory.foreign.insert(id, what);
        }
        // Scalars first: bounds speak of them.
        for arrays in [false, true] {
            for (id, variable) in graph.variables.iter_enumerated() {
                if variable.ty.is_array() != arrays || memory.foreign.contains_key(&id) {
                    continue;
                }
                let sort = match sort_of(&variable.ty, variable.span) {
                    Ok(sort) => sort,
                    Err(Stuck::Unsupported { what, .. }) => {
                        memory.foreign.insert(id, what);
                        continue;
                    }
                    Err(other) => return Err(other),
                };
                let initial = initial(program, graph, id, beginning);
                if variable.ty.is_array() {
                    let uses = speaks_of_bounds(graph, id);
                    memory.enter_bounds(table, id, &graph.variables[id], uses, division, &mut known)?;
                    let input = matches!(initial, Initial::Input);
                    memory.values[id.index()] = Some(match input {
                        true => table.symbol(&variable.name, sort),
                        false => table.fresh(&variable.name, sort),
                    });
                    if let Initial::Given(elements) = initial {
                        memory.enter_elements(table, id, &elements, division)?;
                    }
                } else {
                    memory.values[id.index()] = match &initial {
                        Initial::Input => {
                            let symbol = table.symbol(&variable.name, sort);
                            known.extend(memory.range_of(table, id, symbol));
                            Some(symbol)
                        }
                        Initial::Given(values) => match &values[..] {
                            [value] => Some(memory.evaluate(table, value, division, &mut Vec::new())?),
                            _ => None,
                        },
                        Initial::Nothing => None,
                    };
                }
            }
        }
        Ok((memory, known))
    }

    /// That a value of a variable, or of its elements, fits its type.
    pub fn range_of(&self, table: &mut Table, variable: VarId, value: TermId) -> Option<TermId> {
        let int = *self.integers.as_ref()?.get(&variable)?;
        Some(in_range(table, value, int))
    }

    fn enter_bounds(
        &mut self,
        table: &mut Table,
        id: VarId,
        variable: &Variable,
        uses: bool,
        division: Rounding,
        known: &mut Vec<TermId>,
    ) -> Result<(), Stuck> {
        let Type::Array(_, declared) = &variable.ty else { return Ok(()) };
        let name = &variable.name;
        let mut found: Dimensions = Vec::new();
        for (position, bounds) in declared.iter().enumerate() {
            let end = |memory: &Memory, table: &mut Table, bound: &Expr| {
                memory.evaluate(table, bound, division, &mut Vec::new())
            };
            found.push(match bounds {
                ArrayBounds::Given { low, high } => (end(self, table, low)?, Some(end(self, table, high)?)),
                ArrayBounds::Sequence { low, high: Some(high) } => {
                    (end(self, table, low)?, Some(end(self, table, high)?))
                }
                ArrayBounds::Sequence { low, high: None } if declared.len() > 1 => {
                    (end(self, table, low)?, None)
                }
                ArrayBounds::OfArgument if uses => {
                    let low = table.symbol(&format!("LBOUND({name})"), Sort::INT);
                    let high = table.symbol(&format!("HBOUND({name})"), Sort::INT);
                    known.push(table.apply(Op::Le, &[low, high]));
                    (low, Some(high))
                }
                ArrayBounds::Shape { low } => {
                    let low = end(self, table, low)?;
                    let high = table.symbol(&shape_name(name, position, declared.len()), Sort::INT);
                    // A dimension may be empty.
                    let one = table.int(1);
                    let next = table.apply(Op::Add, &[high, one]);
                    known.push(table.apply(Op::Le, &[low, next]));
                    (low, Some(high))
                }
                ArrayBounds::OfArgument | ArrayBounds::Sequence { .. } | ArrayBounds::Deferred => {
                    return Ok(());
                }
            });
        }
        known.extend(joinable(table, &found));
        self.bounds.insert(id, found);
        Ok(())
    }

    fn enter_elements(
        &mut self,
        table: &mut Table,
        id: VarId,
        initial: &[Expr],
        division: Rounding,
    ) -> Result<(), Stuck> {
        let (Some(mut array), Some([(low, _)])) =
            (self.values[id.index()], self.bounds.get(&id).map(Vec::as_slice))
        else {
            return Ok(());
        };
        let low = *low;
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
        let (variable, at) = (place.variable(), place.variable().index());
        self.refuse_foreign(variable, span)?;
        let Some(subscripts) = subscripts(place, span)? else {
            self.values[at] = Some(term);
            return Ok(());
        };
        let mut index = Vec::new();
        for subscript in subscripts {
            index.push(self.evaluate(table, subscript, division, demands)?);
        }
        if let Some(condition) = self.within(table, variable, &index) {
            demands.push(Demand { condition, span, kind: DemandKind::Subscript });
        }
        let array = self.values[at].ok_or(Stuck::Undefined { span, variable })?;
        let index = table.joined(&index);
        self.values[at] = Some(table.apply(Op::Store, &[array, index, term]));
        Ok(())
    }

    fn refuse_foreign(&self, variable: VarId, span: Span) -> Result<(), Stuck> {
        match self.foreign.get(&variable) {
            Some(what) => Err(Stuck::unsupported(span, what.clone())),
            None => Ok(()),
        }
    }

    /// Takes the next value of the input stream.
    pub fn next_input(&mut self, table: &mut Table, sort: Sort) -> TermId {
        self.read += 1;
        let number = self.read as u64;
        table.input(Origin::Read(Stream::Values, number), sort, || format!("IN{number}"))
    }

    /// That subscripts lie in the bounds of their array.
    pub fn within(&self, table: &mut Table, variable: VarId, index: &[TermId]) -> Option<TermId> {
        Some(within(table, self.bounds.get(&variable)?, index))
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
        self.memory.refuse_foreign(variable, span)?;
        self.seen().values[variable.index()].ok_or(Stuck::Undefined { span, variable })
    }

    fn element(
        &mut self,
        table: &mut Table,
        variable: VarId,
        index: &[TermId],
        span: Span,
    ) -> Result<TermId, Stuck> {
        self.memory.refuse_foreign(variable, span)?;
        let array = self.seen().values[variable.index()].ok_or(Stuck::Undefined { span, variable })?;
        // Inside a quantifier a demand would speak of the bound variable, which nobody knows outside.
        if self.bound.is_empty()
            && let Some(condition) = self.memory.within(table, variable, index)
        {
            self.demands.push(Demand { condition, span, kind: DemandKind::Subscript });
        }
        let index = table.joined(index);
        let element = table.apply(Op::Select, &[array, index]);
        if self.bound.is_empty()
            && let Some(condition) = self.memory.range_of(table, variable, element)
        {
            self.demands.push(Demand { condition, span, kind: DemandKind::Fact });
        }
        Ok(element)
    }

    fn machine(&self) -> bool {
        self.memory.integers.is_some()
    }

    fn limit(&mut self, _: &mut Table, condition: TermId, span: Span) -> Result<(), Stuck> {
        if self.bound.is_empty() {
            self.demands.push(Demand { condition, span, kind: DemandKind::Overflow });
        }
        Ok(())
    }

    fn bound(
        &mut self,
        _: &mut Table,
        bound: Bound,
        variable: VarId,
        dimension: usize,
        span: Span,
    ) -> Result<TermId, Stuck> {
        let found = end_of(self.memory.bounds.get(&variable), bound, dimension);
        found.ok_or_else(|| Stuck::unsupported(span, "the bounds of this array"))
    }

    fn demand(&mut self, _: &mut Table, condition: TermId, span: Span) -> Result<(), Stuck> {
        if self.bound.is_empty() {
            self.demands.push(Demand { condition, span, kind: DemandKind::Divisor });
        }
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
