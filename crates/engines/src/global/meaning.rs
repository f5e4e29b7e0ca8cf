//! What the program does, from the machine: the effects of its instructions as algebra over the values before them.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_algebra::{Array, Condition, Symbol, Term};
use sextant_base::{Id, Interrupt, Span};
use sextant_effects::{Arrival, Config, Context, Effect, Fact, FactKind, General, Stuck, code_of};
use sextant_expr::{Op, Origin, Scalar, Sort, Stream, TermId};
use sextant_flow::{Action, FlowGraph, FlowProgram, instructions};
use sextant_state::{
    Code, Dimension, Entry, ErrorKind, Held, Object, Point, Policy, State as MachineState, Value,
};
use sextant_syntax::{Expr, ExprKind, Passing, ProcId, Storage, VarId};

use super::block::End;
use super::context::symbol_of;
use super::convert::{Converter, Refused, either, opposite};
use super::reading::{input_variables, part_named};

/// Something this method cannot evaluate.
#[derive(Clone, PartialEq, Debug)]
pub struct Unsupported {
    /// What it is.
    pub what: String,
    /// Where it stands.
    pub span: Span,
}

impl Unsupported {
    pub(super) fn new(what: &str, span: Span) -> Unsupported {
        Unsupported { what: what.to_owned(), span }
    }

    fn of(stuck: Stuck) -> Unsupported {
        Unsupported { what: stuck.what, span: stuck.span }
    }
}

/// A condition that must hold for the program to go on.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Check {
    /// What must hold.
    pub condition: Condition,
    /// The error otherwise.
    pub kind: ErrorKind,
    /// Where it is made.
    pub span: Span,
}

/// What the instruction after a point does to any state, over the symbols of the variables.
#[derive(Clone, Debug, Default)]
pub(super) struct Stretch {
    /// What is checked, in order.
    pub checks: Vec<Check>,
    /// What happens then; the conditions exclude one another.
    pub ways: Vec<Way>,
    /// The variables it speaks of.
    pub reads: Vec<VarId>,
}

/// One way on.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Way {
    /// When it is taken.
    pub condition: Condition,
    /// Numbers that change, with their values after.
    pub numbers: Vec<(VarId, Term)>,
    /// The same for arrays.
    pub arrays: Vec<(VarId, Array)>,
    /// Where it leads.
    pub to: Onward,
}

/// Where a way leads: to another point, or to an end.
pub(super) type Onward = Result<Point, End>;

/// A value that an expression has, with what is checked when it is computed.
#[derive(Clone, Debug)]
pub(super) struct Computed<T> {
    pub value: T,
    pub checks: Vec<Check>,
}

/// The bounds of an array by dimension, over the values at the entry; none where the argument decides, or nothing is known.
pub(super) type Bounds = Vec<(Option<Term>, Option<Term>)>;

/// The code of a procedure as this method runs it: from point to point, without the procedures it calls.
pub struct Compiled {
    code: Code,
    entry: Entry,
}

impl Compiled {
    /// Compiles a procedure of a program.
    pub fn new(program: &FlowProgram, procedure: ProcId, policy: Policy) -> Compiled {
        let procedures = program.procedures.iter_enumerated();
        let procedures =
            procedures.map(|(id, graph)| if id == procedure { graph.clone() } else { declared(graph) });
        let alone = FlowProgram {
            procedures: procedures.collect(),
            externals: program.externals.clone(),
            areas: program.areas.clone(),
            records: program.records.clone(),
            globals: program.globals.clone(),
            library: program.library.clone(),
            main: program.main,
            rules: program.rules,
            ..FlowProgram::new(program.language)
        };
        let (code, entry) = code_of(&alone, procedure, policy);
        Compiled { code, entry }
    }

    pub(super) fn policy(&self) -> Policy {
        self.code.policy
    }

    pub(super) fn procedure(&self) -> ProcId {
        self.entry.procedure
    }
}

/// A procedure that is called, without what it does.
fn declared(graph: &FlowGraph) -> FlowGraph {
    let end = sextant_flow::Block { instructions: Vec::new(), terminator: sextant_flow::Terminator::Stop };
    FlowGraph {
        name: graph.name.clone(),
        parameters: graph.parameters.clone(),
        variables: graph.variables.clone(),
        returns: graph.returns.clone(),
        blocks: [end].into_iter().collect(),
        entry: sextant_flow::BlockId(0),
        statements: Vec::new(),
        span: graph.span,
    }
}

/// The machine of a procedure, and what it told so far.
pub(super) struct Meaning<'a> {
    graph: &'a FlowGraph,
    context: Context<'a>,
    general: Rc<General>,
    /// The state at the entry: what bounds of arrays and old values speak of.
    start: MachineState,
    converter: Converter,
    /// The variables of the symbols of general values; none for parts of variables that callers see.
    owners: FxHashMap<TermId, Option<VarId>>,
    stretches: FxHashMap<Point, Result<Rc<Stretch>, Unsupported>>,
    /// What expressions of the program are, by the point where they are computed and their number there.
    computed: FxHashMap<(Point, usize), Result<Computed<TermId>, Unsupported>>,
    /// Symbols for the values at the entry of variables that change, with the symbols of the variables.
    pub first: Vec<(Symbol, Symbol)>,
}

impl<'a> Meaning<'a> {
    pub(super) fn new(
        program: &'a FlowProgram,
        compiled: &'a Compiled,
        interrupt: &Interrupt,
    ) -> Result<Self, Unsupported> {
        let graph = &program.procedures[compiled.procedure()];
        let config = Config { apart: true, interrupt: interrupt.clone(), ..Config::default() };
        let mut context =
            Context::new(program, (&compiled.code, &compiled.entry), config).map_err(Unsupported::of)?;
        let start = context.entry().map_err(Unsupported::of)?.state;
        let general = context.general().map_err(Unsupported::of)?;
        let mut meaning = Meaning {
            graph,
            context,
            general: Rc::clone(&general),
            start,
            converter: Converter::default(),
            owners: FxHashMap::default(),
            stretches: FxHashMap::default(),
            computed: FxHashMap::default(),
            first: Vec::new(),
        };
        meaning.name_first_values();
        for (variable, held, symbol) in &general.held {
            let owner = owner_of(graph, *variable, &held.name);
            meaning.owners.insert(*symbol, owner);
            if owner.is_none() && graph.variables[*variable].storage == Storage::Automatic {
                meaning.converter.refuse(*symbol, "a part of a variable");
            }
            meaning.converter.name(*symbol, named(held), graph.variables[*variable].ty.rank());
            meaning.name_elements(*variable, *symbol);
        }
        meaning.name_input();
        Ok(meaning)
    }

    /// The machine numbers the elements of some vectors from another number on than their subscripts.
    fn name_elements(&mut self, variable: VarId, symbol: TermId) {
        let Value::Reference(object) = self.start.frame.slots[variable.index()] else { return };
        let Object::View(view) = self.start.object(object) else { return };
        if view.dimensions.len() > 1 {
            let storage = self.start.object(view.storage);
            if !matches!(storage, Object::Array(array) if array.is_joined()) {
                self.converter.refuse(symbol, "an array of several dimensions in shared storage");
            }
            return;
        }
        let ([Dimension { low, stride, .. }], offset) = (&view.dimensions[..], view.offset) else { return };
        let (low, stride) = (*low, *stride);
        let mut number = |value: Value| {
            let table = &mut self.context.table;
            let term = value.to_term(table)?;
            self.converter.number(table, term).ok()
        };
        match (number(low), number(offset)) {
            (Some(low), Some(offset)) if stride == Value::Int(1) => {
                self.converter.shift(symbol, low.minus(&offset));
            }
            _ => self.converter.refuse(symbol, "a part of an array"),
        }
    }

    fn name_input(&mut self) {
        let Some((read, input)) = input_variables(self.graph) else { return };
        self.owners.insert(self.general.position, Some(read));
        self.converter.name(self.general.position, symbol_of(self.graph, read), 0);
        let origin = Origin::Read(Stream::Values, 0);
        let stream = self.context.table.input(origin, Sort::Array(Scalar::Int), || "input".to_owned());
        self.converter.name(stream, symbol_of(self.graph, input), 1);
    }

    /// A variable that never changes has its value at the entry throughout; that of any other one is a symbol of its own.
    fn name_first_values(&mut self) {
        let changed = changed_variables(self.graph);
        let general = Rc::clone(&self.general);
        for &(variable, ref held, _) in &general.held {
            let table = &mut self.context.table;
            let Some(first) = self.start.term_at(held.spot, table) else { continue };
            if !matches!(table.op(first), Op::Symbol(_)) {
                continue;
            }
            let symbol = named(held);
            let rank = self.graph.variables[variable].ty.rank();
            if !changed.contains(&variable) {
                self.converter.name(first, symbol, rank);
                continue;
            }
            if rank > 0 {
                self.converter.refuse(first, "an array as it was at the entry");
                continue;
            }
            let own = Symbol { name: format!("{} at the entry", symbol.name).into(), ..symbol };
            self.converter.name(first, own.clone(), 0);
            self.first.push((own, symbol));
        }
    }

    /// What the instruction after a point does.
    pub(super) fn stretch(&mut self, point: Point, span: Span) -> Result<Rc<Stretch>, Unsupported> {
        if let Some(known) = self.stretches.get(&point) {
            return known.clone();
        }
        let found = self.new_stretch(point, span).map(Rc::new);
        self.stretches.insert(point, found.clone());
        found
    }

    fn new_stretch(&mut self, point: Point, span: Span) -> Result<Stretch, Unsupported> {
        let effects = self.context.effect(point).map_err(Unsupported::of)?;
        let all: Vec<&Effect> = effects.iter().collect();
        let mut stretch = Stretch::default();
        let ways = self.collect(&all, 0, &Condition::True, &mut stretch.checks);
        stretch.ways = ways.map_err(|what| Unsupported::new(what, span))?;
        stretch.reads = self.mentioned(&stretch);
        Ok(stretch)
    }

    /// The ways on from where effects have some facts in common. A check holds where control comes to it only.
    fn collect(
        &mut self,
        effects: &[&Effect],
        at: usize,
        before: &Condition,
        checks: &mut Vec<Check>,
    ) -> Result<Vec<Way>, Refused> {
        let Some(fact) = effects[0].facts.get(at).copied() else { return Ok(vec![self.way(effects[0])?]) };
        let condition = self.converter.condition(&mut self.context.table, fact.condition)?;
        match fact.kind {
            FactKind::Check(kind) => {
                let condition = Condition::any([opposite(before), condition]);
                let check = Check { condition, kind, span: fact.span };
                if check.condition != Condition::True && !checks.contains(&check) {
                    checks.push(check);
                }
                self.collect(effects, at + 1, before, checks)
            }
            FactKind::Branch(_) => {
                let (same, other): (Vec<&Effect>, Vec<&Effect>) =
                    effects.iter().partition(|effect| effect.facts.get(at) == Some(&fact));
                let yes = self.collect(&same, at + 1, &before.and(&condition), checks)?;
                let no = match other.is_empty() {
                    true => Vec::new(),
                    false => self.collect(&other, at + 1, &before.and(&opposite(&condition)), checks)?,
                };
                Ok(united(&condition, yes, no))
            }
            FactKind::Assumed => Err("an assumption of a called procedure"),
        }
    }

    fn way(&mut self, effect: &Effect) -> Result<Way, Refused> {
        let mut way = Way {
            condition: Condition::True,
            numbers: Vec::new(),
            arrays: Vec::new(),
            to: match &effect.to {
                Arrival::Point(point) => Ok(*point),
                Arrival::Entered(_) => return Err("a call inside of a statement"),
                Arrival::Returned => Err(End::Returned(self.returned(effect)?)),
                Arrival::Stopped => Err(End::Stopped),
                Arrival::Error { kind, span, .. } => Err(End::Error { kind: *kind, span: *span }),
            },
        };
        // As the machine computed them: simplified ones may hide what a recurrence is recognised by.
        let values = self.general.values(&mut self.context.table, &effect.state);
        for &(symbol, simplified) in &effect.changes {
            let value =
                values.iter().find(|(known, _)| *known == symbol).map_or(simplified, |(_, value)| *value);
            let Some(owner) = self.owners.get(&symbol).copied() else { return Err("reading input") };
            let variable = owner.ok_or("an assignment to a part of a variable")?;
            if self.graph.variables[variable].ty.is_array() {
                let array = self.converter.array(&mut self.context.table, value)?;
                way.arrays.push((variable, array));
            } else {
                let number = self.converter.number(&mut self.context.table, value)?;
                way.numbers.push((variable, number));
            }
        }
        Ok(way)
    }

    fn returned(&mut self, effect: &Effect) -> Result<Option<Term>, Refused> {
        if self.graph.returns.is_none() {
            return Ok(None);
        }
        let table = &mut self.context.table;
        let value = effect.state.returned.to_term(table).ok_or("a value of this type")?;
        self.converter.number(table, value).map(Some)
    }

    /// The variables whose values a stretch depends on.
    fn mentioned(&self, stretch: &Stretch) -> Vec<VarId> {
        let found = std::cell::RefCell::new(FxHashSet::default());
        let note = |symbol: &Symbol| {
            found.borrow_mut().insert(symbol.name.clone());
            false
        };
        for check in &stretch.checks {
            check.condition.mentions_any(&note);
        }
        for way in &stretch.ways {
            way.condition.mentions_any(&note);
            way.numbers.iter().for_each(|(_, term)| _ = term.mentions_any(&note));
            way.arrays.iter().for_each(|(_, array)| _ = array.mentions_any(&note));
            if let Err(End::Returned(Some(term))) = &way.to {
                term.mentions_any(&note);
            }
        }
        let found = found.into_inner();
        let variables = self.graph.variables.iter_enumerated();
        variables.filter(|(_, variable)| found.contains(&*variable.name)).map(|(id, _)| id).collect()
    }

    /// The value of an expression over the variables; of one of those that stand at a point it is made once.
    pub(super) fn value(
        &mut self,
        expr: &Expr,
        at: Option<(Point, usize)>,
    ) -> Result<Computed<Term>, Unsupported> {
        let Computed { value, checks } = self.computed(expr, at)?;
        let value = self.converter.number(&mut self.context.table, value);
        Ok(Computed { value: value.map_err(|what| Unsupported::new(what, expr.span))?, checks })
    }

    /// The truth of an expression over the variables, likewise.
    pub(super) fn condition(
        &mut self,
        expr: &Expr,
        at: Option<(Point, usize)>,
    ) -> Result<Computed<Condition>, Unsupported> {
        let Computed { value, checks } = self.computed(expr, at)?;
        let value = self.converter.condition(&mut self.context.table, value);
        Ok(Computed { value: value.map_err(|what| Unsupported::new(what, expr.span))?, checks })
    }

    fn computed(&mut self, expr: &Expr, at: Option<(Point, usize)>) -> Result<Computed<TermId>, Unsupported> {
        let Some(at) = at else { return self.newly_computed(expr) };
        if let Some(known) = self.computed.get(&at) {
            return known.clone();
        }
        let found = self.newly_computed(expr);
        self.computed.insert(at, found.clone());
        found
    }

    fn newly_computed(&mut self, expr: &Expr) -> Result<Computed<TermId>, Unsupported> {
        let found = self.context.value(expr, &self.general.state, &self.start).map_err(Unsupported::of)?;
        let Some(value) = found.value else {
            return Err(Unsupported::new("a value that is always an error", expr.span));
        };
        let mut checks = Vec::new();
        for Fact { condition, kind, span } in found.demands {
            let condition = self.converter.condition(&mut self.context.table, condition);
            let condition = condition.map_err(|what| Unsupported::new(what, expr.span))?;
            if let FactKind::Check(kind) = kind {
                checks.push(Check { condition, kind, span });
            }
        }
        Ok(Computed { value, checks })
    }

    /// The values that variables have at the entry without anybody's giving them. A table of constants is named in
    /// results, not spelt out.
    pub(super) fn first_values(&mut self) -> Vec<(VarId, Term)> {
        let mut found = Vec::new();
        let general = Rc::clone(&self.general);
        for (variable, held, _) in &general.held {
            let declared = &self.graph.variables[*variable];
            let given = declared.storage == Storage::Automatic && !declared.initial.is_empty();
            if !given || !declared.ty.is_simple() {
                continue;
            }
            let table = &mut self.context.table;
            if let Some(term) = self.start.term_at(held.spot, table)
                && let Ok(value) = self.converter.number(table, term)
            {
                found.push((*variable, value));
            }
        }
        found
    }

    /// The bounds of an array variable.
    pub(super) fn bounds(&mut self, variable: VarId) -> Bounds {
        let rank = self.graph.variables[variable].ty.rank();
        let bounds = self.start.bounds_of(variable);
        if bounds.len() != rank {
            return vec![(None, None); rank];
        }
        let mut term = |value: Value| {
            let table = &mut self.context.table;
            let term = value.to_term(table)?;
            self.converter.number(table, term).ok()
        };
        bounds.into_iter().map(|(low, high)| (term(low), term(high))).collect()
    }
}

/// The variable whose number or array something is that a variable holds; a part of a record has its own.
fn owner_of(graph: &FlowGraph, variable: VarId, name: &str) -> Option<VarId> {
    let declared = &graph.variables[variable];
    if declared.name == name && (declared.ty.is_simple() || declared.ty.is_array()) {
        return Some(variable);
    }
    part_named(graph, name)
}

/// The symbol of what a variable holds.
fn named(held: &Held) -> Symbol {
    Symbol { name: held.name.as_str().into(), integer: held.sort.element() != Scalar::Real }
}

/// The ways where a condition holds and those where it does not; ways that do the same are one.
fn united(condition: &Condition, yes: Vec<Way>, mut no: Vec<Way>) -> Vec<Way> {
    let mut found = Vec::new();
    for way in yes {
        let same =
            |other: &Way| (&other.numbers, &other.arrays, &other.to) == (&way.numbers, &way.arrays, &way.to);
        let other = no.iter().position(same).map(|at| no.remove(at).condition);
        let condition = either(condition, &way.condition, &other.unwrap_or(Condition::False));
        found.push(Way { condition, ..way });
    }
    found.extend(no.into_iter().map(|way| Way { condition: opposite(condition).and(&way.condition), ..way }));
    found.retain(|way| way.condition != Condition::False);
    found
}

/// The variables that a procedure may change.
fn changed_variables(graph: &FlowGraph) -> FxHashSet<VarId> {
    let mut found = FxHashSet::default();
    for instruction in instructions(graph) {
        match &instruction.action {
            Action::Statement(_) | Action::Assume(_) | Action::Assert(_) | Action::Prove(_) => {}
            Action::Claim(..) | Action::Write(_) => {}
            Action::Assign(place, _) | Action::Read(place) => _ = found.insert(place.variable()),
            Action::Call { arguments, result, .. } => {
                found.extend(*result);
                for argument in arguments.iter().filter(|argument| argument.passing == Passing::Reference) {
                    if let ExprKind::Load(place) = &argument.expr.kind {
                        found.insert(place.variable());
                    }
                }
            }
            _ => found.extend(graph.variables.ids()),
        }
    }
    found
}
