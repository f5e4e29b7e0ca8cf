//! Inputs with few possible values: what is said of them in several conditions is said in one.

use dashu_int::IBig;
use sextant_expr::{Assignment, Op, Relation, Sort, Table, TermId, Value};

use super::{is_input, symbols};

/// So many values are tried.
const MOST_VALUES: usize = 64;

/// The conditions, with those on one input alone united where they leave one value, or all between two.
pub(super) fn united(table: &mut Table, known: &[TermId], conditions: Vec<TermId>) -> Vec<TermId> {
    let mut inputs: Vec<TermId> = Vec::new();
    for &condition in &conditions {
        let symbol = table.subterms(&[condition]).find(|&term| matches!(table.op(term), Op::Symbol(_)));
        if let Some(symbol) = symbol.filter(|symbol| table.sort(*symbol) == Sort::INT)
            && !inputs.contains(&symbol)
        {
            inputs.push(symbol);
        }
    }
    let mut conditions = conditions;
    for input in inputs {
        if let Some(united) = about(table, known, &conditions, input) {
            conditions = united;
        }
    }
    conditions
}

/// The same for one input; none if that changes nothing.
fn about(table: &mut Table, known: &[TermId], conditions: &[TermId], input: TermId) -> Option<Vec<TermId>> {
    let alone = |table: &Table, term: TermId| {
        let symbols = symbols(table, &[term]);
        symbols.len() == 1 && symbols.contains(&input)
    };
    let own: Vec<TermId> = conditions.iter().copied().filter(|&one| alone(table, one)).collect();
    let bounds: Vec<TermId> =
        known.iter().copied().filter(|&one| alone(table, one)).chain(own.clone()).collect();
    let is_bound = |table: &mut Table, term| {
        let atom = table.linear_atom(term);
        atom.is_some_and(|atom| atom.relation == Relation::Le && is_input(table, atom.form.terms[0].0))
    };
    if own.iter().all(|&one| is_bound(table, one)) {
        return None;
    }
    let (low, high) = limits(table, &bounds)?;
    let values = values(table, &bounds, input, (&low, &high))?;
    let (first, last) = (values.first()?.clone(), values.last()?.clone());
    if &last - &first + IBig::ONE != IBig::from(values.len()) {
        return None;
    }
    let mut united = Vec::new();
    if first == last {
        let value = table.int(first);
        united.push(table.apply(Op::Eq, &[input, value]));
    } else {
        for (op, bound) in [(Op::Ge, first), (Op::Le, last)] {
            let bound = table.int(bound);
            united.push(table.apply(op, &[input, bound]));
        }
    }
    let at = conditions.iter().position(|one| own.contains(one))?;
    let mut result: Vec<TermId> = conditions[..at].to_vec();
    result.extend(united);
    result.extend(conditions[at..].iter().filter(|one| !own.contains(one)));
    Some(table.minimise(&result))
}

/// The least and the greatest value that bounds of one input leave, if both ends are there.
fn limits(table: &mut Table, bounds: &[TermId]) -> Option<(IBig, IBig)> {
    let (mut low, mut high): (Option<IBig>, Option<IBig>) = (None, None);
    for &bound in bounds {
        let Some(atom) = table.linear_atom(bound) else { continue };
        let [(term, coefficient)] = &atom.form.terms[..] else { continue };
        if !is_input(table, *term) {
            continue;
        }
        // `±x + c <= 0`
        let limit = (-&atom.form.constant.over(coefficient)).floor().numerator();
        let (above, below) = match atom.relation {
            Relation::Eq => (true, true),
            Relation::Le => (coefficient.is_negative(), coefficient.is_positive()),
            Relation::Ne | Relation::Lt => (false, false),
        };
        if above && low.as_ref().is_none_or(|known| *known < limit) {
            low = Some(limit.clone());
        }
        if below && high.as_ref().is_none_or(|known| *known > limit) {
            high = Some(limit);
        }
    }
    Some((low?, high?))
}

/// The values of the input for which all conditions on it hold, if there are few to try.
fn values(
    table: &Table,
    conditions: &[TermId],
    input: TermId,
    (low, high): (&IBig, &IBig),
) -> Option<Vec<IBig>> {
    let Op::Symbol(symbol) = *table.op(input) else { return None };
    let count = usize::try_from(high - low + IBig::ONE).ok().filter(|&count| count <= MOST_VALUES)?;
    let holds = |value: &IBig| {
        let mut assignment = Assignment::default();
        assignment.set(symbol, Value::Int(value.clone()));
        conditions.iter().all(|&one| table.evaluate(one, &assignment) == Value::Bool(true))
    };
    Some((0..count).map(|at| low + IBig::from(at)).filter(holds).collect())
}
