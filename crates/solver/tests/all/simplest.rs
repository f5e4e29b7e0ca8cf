//! Conditions and values in their simplest form mean what they meant: random ones, at every point of a small grid.

use sextant_expr::{Assignment, Op, Rounding, Sort, SymbolId, Table, TermId, Value};
use sextant_solver::Simplest;
use sextant_testing::{Choices, Plan, check};

/// How far the points of the grid reach on both sides of zero.
const REACH: i64 = 6;

struct Maker<'c> {
    table: Table,
    symbols: Vec<TermId>,
    choices: &'c mut Choices,
}

impl Maker<'_> {
    fn number(&mut self) -> TermId {
        let value = self.choices.between(-4, 9);
        self.table.int(value)
    }

    fn term(&mut self, depth: usize) -> TermId {
        let leaf = depth == 0 || self.choices.chance(25);
        if leaf {
            return match self.choices.chance(75) {
                true => self.choices.pick(&self.symbols.clone()),
                false => self.number(),
            };
        }
        let (x, y) = (self.term(depth - 1), self.term(depth - 1));
        match self.choices.below(10) {
            0 | 1 => self.table.apply(Op::Add, &[x, y]),
            2 => self.table.apply(Op::Sub, &[x, y]),
            3 => {
                let factor = self.number();
                self.table.apply(Op::Mul, &[factor, x])
            }
            4 => self.table.apply(Op::Abs, &[x]),
            5 => {
                let op = self.choices.pick(&[Op::Min, Op::Max]);
                self.table.apply(op, &[x, y])
            }
            6 | 7 => {
                let rounding = self.choices.pick(&[Rounding::Floor, Rounding::Truncate]);
                let op = self.choices.pick(&[Op::Rem(rounding), Op::Div(rounding)]);
                let by = self.choices.between(-3, 7);
                let by = self.table.int(by);
                self.table.apply(op, &[x, by])
            }
            8 => {
                let condition = self.condition(depth - 1);
                self.table.apply(Op::Ite, &[condition, x, y])
            }
            _ => self.table.apply(Op::Neg, &[x]),
        }
    }

    fn condition(&mut self, depth: usize) -> TermId {
        match self.choices.below(8) {
            6 => {
                let parts = [self.condition(0), self.condition(0)];
                self.table.or(&parts)
            }
            7 => {
                let inner = self.condition(0);
                self.table.not(inner)
            }
            _ => {
                let op = self.choices.pick(&[Op::Ge, Op::Le, Op::Lt, Op::Gt, Op::Eq, Op::Ne, Op::Ge, Op::Lt]);
                let (x, y) = (self.term(depth), self.term(depth.min(1)));
                self.table.apply(op, &[x, y])
            }
        }
    }
}

fn points(symbols: &[SymbolId]) -> Vec<Assignment> {
    let mut points = vec![Assignment::default()];
    for &symbol in symbols {
        let with = |point: &Assignment, value: i64| {
            let mut point = point.clone();
            point.set(symbol, Value::Int(value.into()));
            point
        };
        points =
            points.iter().flat_map(|point| (-REACH..=REACH).map(move |value| with(point, value))).collect();
    }
    points
}

#[test]
fn nothing_changes_under_the_conditions() {
    let (settled, dropped) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    check(Plan { seed: 31, cases: 1500, choices: 120 }, |choices| {
        let mut table = Table::new();
        let symbols: Vec<TermId> = ["x", "y"].iter().map(|name| table.symbol(name, Sort::INT)).collect();
        let mut maker = Maker { table, symbols, choices };
        let count = 1 + maker.choices.below(5);
        let conditions: Vec<TermId> = (0..count).map(|_| maker.condition(2)).collect();
        let known: Vec<TermId> = (0..maker.choices.below(3)).map(|_| maker.condition(0)).collect();
        let values: Vec<TermId> = (0..2).map(|_| maker.term(3)).collect();
        let Maker { mut table, symbols, .. } = maker;
        let mut simplest = Simplest::of(&mut table, known.iter().copied(), &conditions);
        let shown = simplest.conditions().to_vec();
        let shown_values: Vec<TermId> =
            values.iter().map(|&value| simplest.value(&mut table, value)).collect();
        dropped.set(dropped.get() + usize::from(shown.len() < table.minimise(&conditions).len()));
        for (value, shown) in values.iter().zip(&shown_values) {
            settled.set(settled.get() + usize::from(table.simplify(*value) != *shown));
        }
        let ids: Vec<SymbolId> = symbols
            .iter()
            .filter_map(|&symbol| match *table.op(symbol) {
                Op::Symbol(id) => Some(id),
                _ => None,
            })
            .collect();
        for point in points(&ids) {
            let all = |terms: &[TermId]| {
                terms.iter().all(|&term| table.evaluate(term, &point) == Value::Bool(true))
            };
            if !all(&known) {
                continue;
            }
            let holds = all(&conditions);
            let texts = |terms: &[TermId]| terms.iter().map(|&term| table.show(term)).collect::<Vec<_>>();
            assert_eq!(
                holds,
                all(&shown),
                "{:?} became {:?}, given {:?}",
                texts(&conditions),
                texts(&shown),
                texts(&known)
            );
            for (value, shown) in values.iter().zip(&shown_values).filter(|_| holds) {
                assert_eq!(
                    table.evaluate(*value, &point),
                    table.evaluate(*shown, &point),
                    "{} became {} under {:?}, given {:?}",
                    table.show(*value),
                    table.show(*shown),
                    texts(&conditions),
                    texts(&known)
                );
            }
        }
    });
    // A test in which nothing is simplified says nothing.
    assert!(settled.get() > 100 && dropped.get() > 100, "{} and {}", settled.get(), dropped.get());
}
