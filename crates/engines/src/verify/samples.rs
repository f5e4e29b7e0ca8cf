//! Actual executions on small inputs, and the states in which they pass the cut points.

use sextant_base::Id;
use sextant_effects::{Arrival, Way};
use sextant_expr::{Assignment, FloatKind, Op, Scalar, Sort, TermId, Value};
use sextant_flow::Action;
use sextant_logic::holds;
use sextant_state::{Held, Point, State};
use sextant_syntax::VarId;

use super::prove::Prover;

/// Inputs that are tried.
const RUNS: u64 = 400;
/// Blocks in one run.
const STEPS: usize = 400;
/// States kept for each cut point.
const MOST_STATES: usize = 120;

/// States at cut points.
pub(super) struct Samples {
    /// A state in which every variable has a symbol of its own, other than at the entry.
    pub present: State,
    /// By cut point.
    pub at_cuts: Vec<Vec<Sample>>,
}

/// A state at a cut point.
pub(super) struct Sample {
    /// The values of the symbols at the entry, and of those of the present state.
    pub assignment: Assignment,
    /// The values now, by variable; none where there is none, or several.
    pub values: Vec<Option<Value>>,
}

/// What stands for the values of variables in the present state.
type Present = Vec<(VarId, Held, TermId)>;

/// A small generator; the same numbers on every run.
struct Numbers {
    last: u64,
    /// How large numbers are.
    size: u64,
}

impl Numbers {
    fn next(&mut self, below: u64) -> u64 {
        self.last = self.last.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.last >> 33) % below
    }
}

impl Prover<'_> {
    /// States at each cut point, from runs on inputs that keep the entry assertions.
    pub(super) fn samples(&mut self) -> Samples {
        let (present, symbols) = self.present();
        let mut at_cuts: Vec<Vec<Sample>> = self.cuts.cuts.iter().map(|_| Vec::new()).collect();
        let mut numbers = Numbers { last: 1, size: 0 };
        for run in 0..RUNS {
            let full = at_cuts.iter().all(|samples| samples.len() >= MOST_STATES);
            if full || self.config.interrupt.should_stop() {
                break;
            }
            // Small inputs first.
            numbers.size = 2 + run / 40;
            if let Some(inputs) = self.actual_inputs(&symbols, &mut numbers) {
                self.run_on(inputs, &symbols, &mut at_cuts, &mut numbers);
            }
        }
        Samples { present, at_cuts }
    }

    /// The state in which every variable has a symbol of its own.
    fn present(&mut self) -> (State, Present) {
        let mut state = self.entry.state.clone();
        let mut symbols = Vec::new();
        for variable in self.context.graph.variables.ids() {
            for held in state.held_by(self.context.code(), variable).unwrap_or_default() {
                let name = format!("{}@now.{}", held.name, variable.0);
                let symbol = self.context.table.symbol(&name, held.sort);
                state.forget_held(&held, symbol, &mut self.context.table);
                symbols.push((variable, held, symbol));
            }
        }
        (state, symbols)
    }

    /// Constants for all symbols at the entry; none if the entry assertions do not hold.
    fn actual_inputs(&mut self, symbols: &Present, numbers: &mut Numbers) -> Option<Assignment> {
        let mut assignment = Assignment::default();
        // Entry assertions may want arrays to be alike.
        let alike = numbers.next(2) == 0;
        let mut arrays: Vec<(Sort, Value)> = Vec::new();
        for symbol in self.entry_symbols(symbols) {
            let Op::Symbol(id) = *self.context.table.op(symbol) else { continue };
            let sort = self.context.table.sort(symbol);
            let twin =
                arrays.iter().find(|(other, _)| alike && *other == sort).map(|(_, array)| array.clone());
            let value = twin.unwrap_or_else(|| self.random_value(sort, numbers));
            if matches!(sort, Sort::Array(_)) {
                arrays.push((sort, value.clone()));
            }
            assignment.set(id, value);
        }
        let table = &self.context.table;
        self.entry.known.iter().all(|fact| holds(table, fact, &assignment) == Ok(true)).then_some(assignment)
    }

    fn entry_symbols(&mut self, symbols: &Present) -> Vec<TermId> {
        let state = &self.entry.state;
        let table = &mut self.context.table;
        let mut waiting: Vec<TermId> =
            symbols.iter().filter_map(|(_, held, _)| state.term_at(held.spot, table)).collect();
        for variable in self.context.graph.variables.ids() {
            let bounds = state.bounds_of(variable).into_iter().flat_map(|(low, high)| [low, high]);
            waiting.extend(bounds.filter_map(|bound| bound.to_term(table)));
        }
        symbols_in(table, waiting)
    }

    fn random_value(&mut self, sort: Sort, numbers: &mut Numbers) -> Value {
        let Sort::Array(element) = sort else {
            let value = numbers.next(numbers.size + 2) as i64 - i64::from(numbers.next(4) == 0);
            return constant(sort.element(), value);
        };
        let mut array = sextant_expr::ArrayValue::filled(constant(element, 0));
        let sorted = numbers.next(3) == 0;
        let mut last = 0i64;
        let end = numbers.size as i64 + 2;
        // A few elements of the second dimension too, in case there is one.
        for (row, column) in (0..=end).map(|row| (row, 0)).chain(square(end.min(4))) {
            let value = if sorted && element != Scalar::Bool {
                last += numbers.next(3) as i64;
                last
            } else {
                numbers.next(5) as i64 - 1
            };
            let table = &mut self.context.table;
            let subscripts = [row, column].map(|subscript| table.int(subscript));
            let index = if column == 0 { subscripts[0] } else { table.joined(&subscripts) };
            if let Some(index) = table.evaluate(index, &Assignment::default()).as_int() {
                array.entries.insert(index.clone(), constant(element, value));
            }
        }
        Value::Array(array)
    }

    /// Follows one execution; what cannot be executed here ends it. Further inputs get values when they are met.
    fn run_on(
        &mut self,
        mut inputs: Assignment,
        symbols: &Present,
        at_cuts: &mut [Vec<Sample>],
        numbers: &mut Numbers,
    ) {
        let mut state = self.entry.state.with_constants(&mut self.context.table, &inputs);
        let mut point = self.entry.point;
        let mut steps = 0;
        while steps < STEPS {
            steps += usize::from(matches!(point, Point::Block(_, 0)));
            if let Some(cut) = self.cuts.at(point)
                && at_cuts[cut].len() < MOST_STATES
            {
                at_cuts[cut].push(self.sample(&state, symbols, &inputs));
            }
            if let (Some(Action::Assume(condition)), _) = self.action_at(point) {
                let Ok(formula) = self.formula_at(point, condition, &state) else { return };
                if holds(&self.context.table, &formula, &inputs) != Ok(true) {
                    return;
                }
            }
            let Ok(ways) = self.context.ways(state, None) else { return };
            let Some(Way { state: next, to: Arrival::Point(to), .. }) =
                self.taken(ways, &mut inputs, numbers)
            else {
                return;
            };
            (state, point) = (next, to);
        }
    }

    fn sample(&mut self, state: &State, symbols: &Present, inputs: &Assignment) -> Sample {
        let mut assignment = inputs.clone();
        let mut values = vec![None; self.context.graph.variables.len()];
        for (variable, held, symbol) in symbols {
            let Some(term) = state.term_at(held.spot, &mut self.context.table) else { continue };
            let value = self.context.table.evaluate(term, inputs);
            if let Op::Symbol(id) = *self.context.table.op(*symbol) {
                assignment.set(id, value.clone());
            }
            values[variable.index()] = Some(value);
        }
        Sample { assignment, values }
    }

    /// The way that an execution takes.
    fn taken(&mut self, ways: Vec<Way>, inputs: &mut Assignment, numbers: &mut Numbers) -> Option<Way> {
        ways.into_iter().find(|way| {
            way.facts.iter().all(|fact| {
                for symbol in symbols_in(&self.context.table, vec![fact.condition]) {
                    if let Op::Symbol(id) = *self.context.table.op(symbol)
                        && inputs.get(id).is_none()
                    {
                        let value = self.random_value(self.context.table.sort(symbol), numbers);
                        inputs.set(id, value);
                    }
                }
                self.context.table.evaluate(fact.condition, inputs) == Value::Bool(true)
            })
        })
    }
}

fn symbols_in(table: &sextant_expr::Table, terms: Vec<TermId>) -> Vec<TermId> {
    table.parts(&terms).filter(|&term| matches!(table.op(term), Op::Symbol(_))).collect()
}

fn constant(scalar: Scalar, value: i64) -> Value {
    match scalar {
        Scalar::Bool => Value::Bool(value > 0),
        Scalar::Real => Value::Real(value.into()),
        Scalar::Float(kind @ FloatKind::Single) => Value::Float(kind, u64::from((value as f32).to_bits())),
        Scalar::Float(kind @ FloatKind::Double) => Value::Float(kind, (value as f64).to_bits()),
        Scalar::BitVec(width) => Value::Bits(width, (value.max(0) as u64).into()),
        Scalar::Int => Value::Int(value.into()),
    }
}

/// The subscripts of a small matrix.
fn square(end: i64) -> impl Iterator<Item = (i64, i64)> {
    (1..=end).flat_map(move |column| (0..=end).map(move |row| (row, column)))
}
