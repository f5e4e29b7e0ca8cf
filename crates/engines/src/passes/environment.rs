//! Cases: a constraint with a table of values, which is a state of the machine.

use std::collections::BTreeMap;

use sextant_base::Id;
use sextant_expr::{Op, Table, TermId};
use sextant_state::{ArrayObject, Contents, Point, State, Value, constant_bounds};
use sextant_syntax::{Type, VarId};

/// One case of an environment.
#[derive(Clone, Debug)]
pub struct Case {
    /// The values, and all that is known of the inputs.
    pub state: State,
    /// Where it stands; none if the procedure or the program has ended.
    pub point: Option<Point>,
    /// The conjuncts of the constraint.
    pub constraint: Vec<TermId>,
    /// The assignments to elements of arrays.
    pub history: History,
    /// What got the values of the input that were read, by their positions.
    pub reads: BTreeMap<usize, VarId>,
    /// The solver could not decide whether the constraint can hold.
    pub undecided: bool,
}

impl Case {
    /// A case without a constraint.
    pub fn new(state: State, point: Option<Point>) -> Case {
        let (history, reads) = (History::default(), BTreeMap::new());
        Case { state, point, constraint: Vec::new(), history, reads, undecided: false }
    }
}

/// Subscripts and the value that was assigned.
pub type Assignment = (Vec<TermId>, TermId);

/// Arrays as the histories of their assignments, newest last.
#[derive(Clone, Debug, Default)]
pub struct History(BTreeMap<VarId, Vec<Assignment>>);

impl History {
    /// The assignments to the elements of an array.
    pub fn entries(&self, variable: VarId) -> &[Assignment] {
        self.0.get(&variable).map_or(&[], Vec::as_slice)
    }

    /// Appends what was assigned between two states; an older entry for the same subscripts is superseded. The subscripts
    /// of the only assignment may be given.
    pub fn extend(
        &mut self,
        table: &mut Table,
        (before, after): (&State, &State),
        (variable, declared): (VarId, &Type),
        given: Option<Vec<TermId>>,
    ) {
        let (Some(older), Some(array)) = (array_of(before, variable), array_of(after, variable)) else {
            return;
        };
        let known = self.0.entry(variable).or_default();
        let new = match assigned(table, older, array) {
            Some(new) => new,
            // Nothing is left of what was there.
            None => {
                known.clear();
                let whole = array.as_term(table).0;
                stores(table, whole, None).unwrap_or_default()
            }
        };
        let given = given.filter(|_| new.len() == 1);
        for (index, value) in new {
            let subscripts = given.clone().unwrap_or_else(|| subscripts(table, array, declared, index));
            let subscripts: Vec<TermId> = subscripts.into_iter().map(|one| table.simplify(one)).collect();
            let value = table.simplify(value);
            known.retain(|(other, _)| *other != subscripts);
            known.push((subscripts, value));
        }
    }
}

/// The subscripts of an element by its number; the number itself where they cannot be told from it.
fn subscripts(table: &mut Table, array: &ArrayObject, declared: &Type, index: TermId) -> Vec<TermId> {
    let Type::Array(_, bounds) = declared else { return vec![index] };
    if bounds.len() < 2 {
        return vec![index];
    }
    let index = table.simplify(index);
    if array.is_joined() {
        let mut parts = table.split_subscripts(index);
        let zero = table.int(0);
        parts.resize(bounds.len(), zero);
        return parts;
    }
    let number = match table.op(index) {
        Op::Int(number) => i64::try_from(number).ok(),
        _ => None,
    };
    let (Some(number), Some(bounds)) = (number, constant_bounds(bounds)) else { return vec![index] };
    let mut rest = number - 1;
    let mut parts = Vec::new();
    for (low, high) in bounds {
        let extent = (high - low + 1).max(1);
        parts.push(table.int(low + rest.rem_euclid(extent)));
        rest = rest.div_euclid(extent);
    }
    parts
}

/// The array that a variable of the running activation is.
fn array_of(state: &State, variable: VarId) -> Option<&ArrayObject> {
    match state.frame.slots[variable.index()] {
        Value::Reference(object) => state.array(object),
        _ => None,
    }
}

/// What was assigned to make an array of an older one; none if it is not made of that.
fn assigned(table: &mut Table, older: &ArrayObject, array: &ArrayObject) -> Option<Vec<(TermId, TermId)>> {
    if let Contents::Term { array, .. } = array.contents {
        let base = older.as_term(table).0;
        return stores(table, array, Some(base));
    }
    let known: BTreeMap<i64, Value> = older.assigned().into_iter().collect();
    let mut new = Vec::new();
    for (index, value) in array.assigned() {
        if known.get(&index) != Some(&value)
            && let Some(value) = value.to_term(table)
        {
            new.push((table.int(index), value));
        }
    }
    Some(new)
}

/// The assignments that make an array term of a base, oldest first; of any base, if none is given.
fn stores(table: &Table, array: TermId, base: Option<TermId>) -> Option<Vec<(TermId, TermId)>> {
    let mut found = Vec::new();
    let mut array = array;
    while Some(array) != base {
        match (table.op(array), table.args(array)) {
            (Op::Store, &[inner, index, value]) => {
                found.push((index, value));
                array = inner;
            }
            _ if base.is_none() => break,
            _ => return None,
        }
    }
    found.reverse();
    Some(found)
}
