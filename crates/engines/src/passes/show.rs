//! Environments in the paper's notation: `{(x1 = 0, [I: 0, X: x1])}`.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use sextant_base::Id;
use sextant_expr::{Op, Origin, Sort, Stream, Table, TermId};
use sextant_notation::{Formula, conjunction};
use sextant_state::{Part, PartValue, Spot, Value, sort_of};
use sextant_syntax::{Storage, Type, VarId};

use super::environment::Case;
use super::evaluator::{Passes, ShownCase};

/// What the values that were read are called: `x1`, `x2`, … are those read into `X`.
pub(super) type Names = FxHashMap<TermId, TermId>;

/// The conjuncts of the constraint in their simplest form. A symbol that the constraint makes a constant stands as
/// that constant in the other conjuncts.
pub(super) fn constraint(table: &mut Table, names: &Names, case: &Case) -> Vec<Formula> {
    let named: Vec<TermId> = case.constraint.iter().map(|&term| renamed(table, names, term)).collect();
    let mut shown = table.minimise(&named);
    let mut fixed = FxHashMap::default();
    for &term in &shown {
        if *table.op(term) == Op::Eq
            && let &[left, right] = table.args(term)
            && matches!(table.op(left), Op::Symbol(_))
            && table.op(right).is_constant()
        {
            fixed.insert(left, right);
        }
    }
    if !fixed.is_empty() {
        let known = shown.clone();
        for term in &mut shown {
            let used = table.substitute(*term, &mut fixed.clone());
            let used = table.simplify(used);
            // The equation itself becomes true.
            if table.as_bool(used).is_none() {
                *term = used;
            }
        }
        if shown != known {
            shown = table.minimise(&shown);
        }
    }
    shown.into_iter().map(|term| table.formula(term)).collect()
}

/// Which variables are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// Those of the procedure.
    Own,
    /// Also those of procedures in line and the values of functions; not values kept for an expression, a limit or a step.
    Called,
}

/// Whether the front end or lowering made a variable: `.i1`, `stem.1`.
fn made(name: &str) -> Option<&str> {
    if name.starts_with('.') {
        return Some("");
    }
    let (stem, number) = name.rsplit_once('.')?;
    number.bytes().all(|letter| letter.is_ascii_digit()).then_some(stem)
}

/// A term, simplified.
pub(super) fn term(table: &mut Table, names: &Names, term: TermId) -> Formula {
    let simple = renamed(table, names, term);
    table.formula(simple)
}

fn renamed(table: &mut Table, names: &Names, term: TermId) -> TermId {
    let named = if names.is_empty() { term } else { table.substitute(term, &mut names.clone()) };
    table.simplify(named)
}

fn stem(name: &str) -> &str {
    name.split(['(', '[']).next().unwrap_or(name)
}

/// Whether a value is the address of something that the machine made.
fn is_address(ty: &Type, value: Value) -> bool {
    match ty {
        Type::Block(_) => true,
        Type::Pointer(_) => !matches!(value, Value::Term(_) | Value::Int(0)),
        _ => false,
    }
}

impl Passes<'_, '_> {
    /// What the values read in a case are called.
    pub(super) fn names(&mut self, case: &Case) -> Names {
        let graph = self.context.graph;
        let mut names = Names::default();
        let mut counts: BTreeMap<VarId, u32> = BTreeMap::new();
        for (position, &id) in &case.reads {
            let variable = &graph.variables[id];
            let count = counts.entry(id).or_default();
            *count += 1;
            let mut name = format!("{}{count}", variable.name.to_lowercase());
            let taken = |name: &String| {
                self.config.reserved.contains(name) || graph.variables.iter().any(|other| other.name == *name)
            };
            while taken(&name) {
                name.push('_');
            }
            let sort = Sort::Scalar(sort_of(variable.ty.scalar(), self.context.policy()));
            let table = &mut self.context.table;
            let shown = table.input(Origin::named(&format!("read {name}")), sort, || name);
            let here = table.read_at(Stream::Values, *position as u64 + 1);
            let read: Vec<TermId> = here.filter(|&read| table.sort(read) == sort).collect();
            names.extend(read.into_iter().map(|read| (read, shown)));
        }
        names
    }

    /// A case in words: its constraint, and its table in the order of names.
    pub(super) fn shown(&mut self, case: &Case, which: Shown) -> ShownCase {
        let names = self.names(case);
        let constraint = constraint(&mut self.context.table, &names, case);
        let mut shown = Vec::new();
        for id in self.context.graph.variables.ids() {
            let is_shown = match (made(&self.context.graph.variables[id].name), which) {
                (None, Shown::Own) => id.index() < self.config.own,
                (None, Shown::Called) => true,
                (Some(stem), which) => which == Shown::Called && stem == "call",
            };
            if is_shown {
                self.show_variable(case, &names, id, &mut shown);
            }
        }
        // A stable order: the entries of one array keep the order of their assignments.
        shown.sort_by(|(a, _), (b, _)| stem(a).cmp(stem(b)));
        self.show_returned(case, &names, &mut shown);
        let notation = self.config.notation;
        let constraint = constraint.into_iter().map(|conjunct| conjunct.in_notation(notation));
        let shown = shown.into_iter().map(|(name, value)| (name, value.in_notation(notation)));
        (constraint.collect(), shown.collect())
    }

    fn show_variable(&mut self, case: &Case, names: &Names, id: VarId, shown: &mut Vec<(String, Formula)>) {
        let variable = &self.context.graph.variables[id];
        let object = match case.state.frame.slots[id.index()] {
            Value::Reference(object) => object,
            // Where storage is says nothing about the program.
            value if is_address(&variable.ty, value) => return,
            value => {
                let table = &mut self.context.table;
                let value = value.to_term(table).map(|value| term(table, names, value));
                return shown.extend(value.map(|value| (variable.name.clone(), value)));
            }
        };
        let held = case.state.held_by(self.context.code(), id);
        let alone = !self.shares_storage(id);
        if alone && matches!(held.as_deref(), Ok([held]) if matches!(held.spot, Spot::Array(_))) {
            let table = &mut self.context.table;
            for (subscripts, value) in case.history.entries(id) {
                let subscripts: Vec<Formula> =
                    subscripts.iter().map(|&one| term(table, names, one)).collect();
                let element = Formula::element(Formula::name(&variable.name), subscripts);
                let name = element.in_notation(self.config.notation).to_string();
                shown.push((name, term(table, names, *value)));
            }
            return;
        }
        let records = &self.context.program.records;
        let parts = case.state.parts(&mut self.context.table, records, &variable.ty, object);
        self.show_parts(&variable.name, parts, names, shown);
    }

    /// Whether another variable lies in the same area: assignments to it are none of this one.
    fn shares_storage(&self, id: VarId) -> bool {
        let variables = &self.context.graph.variables;
        let area = |id: VarId| match variables[id].storage {
            Storage::Area(area, _) => Some(area),
            _ => None,
        };
        area(id).is_some_and(|own| variables.ids().any(|other| other != id && area(other) == Some(own)))
    }

    fn show_parts(
        &mut self,
        name: &str,
        parts: Vec<Part>,
        names: &Names,
        shown: &mut Vec<(String, Formula)>,
    ) {
        for Part { path, mut value, .. } in parts {
            let table = &mut self.context.table;
            let mut rename = |value: &mut Value| {
                if let Value::Term(term) = value {
                    *term = renamed(table, names, *term);
                }
            };
            match &mut value {
                PartValue::Value(Value::Undefined) => continue,
                PartValue::Value(value) => rename(value),
                PartValue::Text(letters) => letters.iter_mut().for_each(rename),
                PartValue::Complex(re, im) => [re, im].into_iter().for_each(rename),
                PartValue::Array(array) => *array = renamed(table, names, *array),
                PartValue::Symbolic => continue,
                PartValue::Unallocated | PartValue::Address(_) => {}
            }
            shown.push((format!("{name}{path}"), (self.config.show)(table, &value)));
        }
    }

    fn show_returned(&mut self, case: &Case, names: &Names, shown: &mut Vec<(String, Formula)>) {
        let table = &mut self.context.table;
        if let Some(value) = case.state.returned.to_term(table) {
            shown.push(("return".to_owned(), term(table, names, value)));
        } else if let Some(ty) = self.context.graph.returns.as_ref().filter(|_| case.point.is_none()) {
            let parts = case.state.returned_parts(table, &self.context.program.records, ty);
            self.show_parts("return", parts, names, shown);
        }
    }

    /// A whole environment.
    pub(super) fn environment(&mut self, cases: &[Case], which: Shown) -> String {
        if cases.is_empty() {
            return "empty".to_owned();
        }
        let cases: Vec<String> = cases.iter().map(|case| self.one_case(case, which)).collect();
        format!("{{{}}}", cases.join(", "))
    }

    /// One case: `(constraint, [table])`.
    fn one_case(&mut self, case: &Case, which: Shown) -> String {
        let (constraint, values) = self.shown(case, which);
        let constraint = if constraint.is_empty() { "T".to_owned() } else { conjunction(&constraint) };
        if values.is_empty() {
            return format!("({constraint}, empty)");
        }
        let values: Vec<String> =
            values.into_iter().map(|(name, value)| format!("{name}: {value}")).collect();
        format!("({constraint}, [{}])", values.join(", "))
    }
}
