//! The values that variables have at a place, as symbols under their own names.

use rustc_hash::FxHashMap;
use sextant_base::{Id, Interrupt, Span};
use sextant_expr::{Op, Origin, Rounding, Scalar, Sort, Stream, Table, TermId};
use sextant_flow::{Action, FlowGraph, FlowProgram};
use sextant_logic::{
    Beginning, Demand, DemandKind, Formula, Memory, Reader, Stuck, formula, sort_of, subscripts, value,
};
use sextant_solver::{Solver, SolverConfig};
use sextant_syntax::{Expr, Place, Type};

/// How conditions are made.
#[derive(Clone, Debug)]
pub struct Config {
    /// How division rounds.
    pub division: Rounding,
    /// Loop iterations on a way to a statement.
    pub iterations: usize,
    /// Paths that are executed forwards for comparison.
    pub paths: usize,
    /// The solver.
    pub solver: SolverConfig,
    /// When to stop.
    pub interrupt: Interrupt,
}

/// The workbench of one procedure.
pub(super) struct Bench<'b> {
    pub table: Table,
    pub solver: Solver,
    pub graph: &'b FlowGraph,
    pub config: Config,
    /// Symbols for the present values.
    pub present: Memory,
    /// The values at the entry, and what is known of them.
    pub entry: Memory,
    pub known: Vec<TermId>,
    /// The input stream and the position in it.
    stream: TermId,
    position: TermId,
}

impl<'b> Bench<'b> {
    pub fn new(program: &'b FlowProgram, graph: &'b FlowGraph, config: &Config) -> Result<Self, Stuck> {
        let mut table = Table::new();
        let (entry, known) = Memory::at_entry(&mut table, program, graph, config.division, Beginning::First)?;
        let mut present = entry.clone();
        for (id, variable) in graph.variables.iter_enumerated() {
            if !present.foreign.contains_key(&id) {
                let sort = sort_of(&variable.ty, variable.span)?;
                // What comes from outside has its name there, too.
                let named = |value: TermId| match table.op(value) {
                    Op::Symbol(id) => matches!(table.symbol_info(*id).origin, Origin::Named(_)),
                    _ => false,
                };
                let input = entry.values[id.index()].is_some_and(named);
                if !input {
                    let origin = Origin::Forgotten { place: 0, variable: id.0 };
                    let symbol = table.input(origin, sort, || variable.name.clone());
                    present.values[id.index()] = Some(symbol);
                }
            }
        }
        let stream = table.fresh("input.stream", Sort::Array(Scalar::Int));
        let position = table.fresh("input.position", Sort::INT);
        let solver = Solver::new(config.solver.clone());
        Ok(Self { table, solver, graph, config: config.clone(), present, entry, known, stream, position })
    }

    /// The value of an expression at a place, and what it demands.
    pub fn value(&mut self, expr: &Expr) -> Result<(TermId, Vec<TermId>), Stuck> {
        let mut demands = Vec::new();
        let mut reader = Reader::new(&self.present, None, self.config.division, &mut demands);
        let term = value(&mut self.table, &mut reader, expr)?;
        Ok((term, self.conditions(demands)))
    }

    /// The formula of a condition at a place, and what it demands.
    pub fn formula(&mut self, expr: &Expr) -> Result<(Formula, Vec<TermId>), Stuck> {
        let mut demands = Vec::new();
        let mut reader = Reader::new(&self.present, Some(&self.entry), self.config.division, &mut demands);
        let formula = formula(&mut self.table, &mut reader, expr, true)?;
        Ok((formula, self.conditions(demands)))
    }

    fn conditions(&mut self, demands: Vec<Demand>) -> Vec<TermId> {
        let demands = demands.into_iter().filter(|demand| demand.kind != DemandKind::Fact);
        let simple = demands.map(|demand| self.table.simplify(demand.condition));
        let simple: Vec<TermId> = simple.collect();
        simple.into_iter().filter(|&term| self.table.as_bool(term) != Some(true)).collect()
    }

    /// The condition before an action, given the one behind it; and whether the action matters for it.
    pub fn before(&mut self, action: &Action, span: Span, after: Formula) -> Result<(Formula, bool), Stuck> {
        match action {
            Action::Assign(place, expr) => {
                let (value, demands) = self.value(expr)?;
                self.replace(place, value, demands, after)
            }
            Action::Read(place) => {
                if !matches!(self.graph.variables[place.variable()].ty.scalar(), Type::Int(_)) {
                    return Err(Stuck::unsupported(span, "reading anything but an integer backwards"));
                }
                let one = self.table.int(1);
                let next = self.table.apply(Op::Add, &[self.position, one]);
                let moved = self.substituted(&after, &[(self.position, next)]);
                let value = self.table.apply(Op::Select, &[self.stream, self.position]);
                let (before, _) = self.replace(place, value, Vec::new(), moved)?;
                Ok((before, true))
            }
            Action::Assume(condition) | Action::Assert(condition) => {
                let (condition, demands) = self.formula(condition)?;
                Ok((conjunction(&mut self.table, condition, &demands, after), true))
            }
            Action::Write(sextant_syntax::OutputItem::Value(expr)) => {
                let (_, demands) = self.value(expr)?;
                let matters = !demands.is_empty();
                let truth = Formula::Term(self.table.boolean(true));
                Ok((conjunction(&mut self.table, truth, &demands, after), matters))
            }
            Action::Call { .. } => Err(Stuck::unsupported(span, "a call on the way")),
            Action::Statement(_) | Action::Write(_) | Action::Prove(_) | Action::Claim(..) => {
                Ok((after, false))
            }
            // Only the machine executes the others.
            _ => Err(Stuck::unsupported(span, "this statement on the way")),
        }
    }

    fn replace(
        &mut self,
        place: &Place,
        value: TermId,
        mut demands: Vec<TermId>,
        after: Formula,
    ) -> Result<(Formula, bool), Stuck> {
        let variable = place.variable();
        let span = self.graph.variables[variable].span;
        if let Some(what) = self.present.foreign.get(&variable) {
            return Err(Stuck::unsupported(span, what.clone()));
        }
        let symbol = self.present.values[variable.index()].ok_or(Stuck::Undefined { span, variable })?;
        let new = match subscripts(place, span)? {
            None => value,
            Some(subscripts) => {
                let mut index = Vec::new();
                for subscript in subscripts {
                    let (subscript, more) = self.value(subscript)?;
                    demands.extend(more);
                    index.push(subscript);
                }
                if let Some(within) = self.present.within(&mut self.table, variable, &index) {
                    demands.push(within);
                }
                let index = self.table.joined(&index);
                self.table.apply(Op::Store, &[symbol, index, value])
            }
        };
        let matters = after.mentions(&self.table, symbol) || !demands.is_empty();
        let before = self.substituted(&after, &[(symbol, new)]);
        let truth = Formula::Term(self.table.boolean(true));
        Ok((conjunction(&mut self.table, truth, &demands, before), matters))
    }

    pub fn substituted(&mut self, formula: &Formula, pairs: &[(TermId, TermId)]) -> Formula {
        let mut replaced: FxHashMap<TermId, TermId> = pairs.iter().copied().collect();
        formula.substituted(&mut self.table, &mut replaced).simplified(&mut self.table)
    }

    /// The condition at the entry: variables have the values they begin with.
    pub fn at_entry(&mut self, formula: &Formula) -> Formula {
        let mut pairs: Vec<(TermId, TermId)> = Vec::new();
        for (present, entry) in self.present.values.iter().zip(&self.entry.values) {
            if let (Some(present), Some(entry)) = (present, entry) {
                pairs.push((*present, *entry));
            }
        }
        let one = self.table.int(1);
        pairs.push((self.position, one));
        let formula = self.substituted(formula, &pairs);
        // Values of the stream at constant positions are the inputs that forward execution names.
        const MOST_INPUTS: u64 = 200;
        let mut pairs = Vec::new();
        for number in 1..=MOST_INPUTS {
            let position = self.table.int(number);
            let element = self.table.apply(Op::Select, &[self.stream, position]);
            if !formula.mentions(&self.table, element) {
                break;
            }
            let origin = Origin::Read(Stream::Values, number);
            let input = self.table.input(origin, Sort::INT, || format!("IN{number}"));
            pairs.push((element, input));
        }
        if pairs.is_empty() { formula } else { self.substituted(&formula, &pairs) }
    }

    /// The conjuncts of a condition as text.
    pub fn show(&mut self, formula: &Formula) -> Vec<String> {
        match formula.as_term(&mut self.table) {
            Some(term) => {
                let shown = self.table.minimise(&[term]);
                shown.into_iter().map(|term| self.table.show(term)).collect()
            }
            None => vec![formula.show(&mut self.table)],
        }
    }
}

/// Everything together; terms are joined to one term.
pub(super) fn conjunction(table: &mut Table, first: Formula, demands: &[TermId], rest: Formula) -> Formula {
    let mut parts = vec![first];
    parts.extend(demands.iter().map(|&demand| Formula::Term(demand)));
    parts.push(rest);
    Formula::And(parts).simplified(table)
}
