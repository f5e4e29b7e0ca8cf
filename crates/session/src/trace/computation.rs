//! Computation trees of the outputs, with the value of every operation.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use sextant_engines::dynamic::Run;
use sextant_expr::{Op, Rounding, Sort, TermId};
use sextant_report::{Computation, Operand, Operation};
use sextant_state::Value;

/// Operations kept, those next to the outputs.
const MOST_OPERATIONS: usize = 1_000;

/// How some outputs were computed.
pub(super) fn computation(run: &mut Run, outputs: &[(String, Value)]) -> Computation {
    let mut builder = Builder { run, indices: FxHashMap::default(), waiting: VecDeque::new(), cut: false };
    let mut roots = Vec::new();
    for (name, value) in outputs {
        if let Some(term) = value.to_term(&mut builder.run.table) {
            roots.push((name.clone(), builder.operand(term)));
        }
    }
    let mut operations = Vec::new();
    while let Some(term) = builder.waiting.pop_front() {
        operations.push(builder.operation(term));
    }
    Computation { operations, roots, cut: builder.cut }
}

struct Builder<'r> {
    run: &'r mut Run,
    /// Operations met so far, numbered in the order in which they wait.
    indices: FxHashMap<TermId, usize>,
    waiting: VecDeque<TermId>,
    cut: bool,
}

impl Builder<'_> {
    fn operation(&mut self, term: TermId) -> Operation {
        let args = self.run.table.args(term).to_vec();
        let operator = operator(self.run.table.op(term));
        let operands = args.into_iter().map(|arg| self.operand(arg)).collect();
        Operation { operator, operands, actual: self.actual(term) }
    }

    fn operand(&mut self, term: TermId) -> Operand {
        let table = &self.run.table;
        let is_input = match (table.op(term), table.args(term)) {
            (Op::Symbol(_), _) => true,
            (Op::Select, &[array, index]) => {
                matches!(table.op(array), Op::Symbol(_)) && table.op(index).is_constant()
            }
            _ => false,
        };
        if is_input {
            return Operand::Input(table.show(term), self.actual(term));
        }
        if table.op(term).is_constant() {
            return Operand::Constant(table.show(term));
        }
        let next = self.indices.len();
        match self.indices.get(&term) {
            Some(&index) => Operand::Operation(index),
            None if next < MOST_OPERATIONS => {
                self.indices.insert(term, next);
                self.waiting.push_back(term);
                Operand::Operation(next)
            }
            None => {
                self.cut = true;
                Operand::Omitted(self.actual(term))
            }
        }
    }

    /// The actual value; nothing for arrays.
    fn actual(&mut self, term: TermId) -> String {
        match self.run.table.sort(term) {
            Sort::Array(_) => String::new(),
            Sort::Scalar(_) => match self.run.actual.value(&self.run.table, term) {
                Ok(value) => value.to_string(),
                Err(_) => "?".to_owned(),
            },
        }
    }
}

/// The sign or word of an operation.
fn operator(op: &Op) -> String {
    let word = match op {
        Op::Add => "+",
        Op::Sub | Op::Neg => "-",
        Op::Mul => "*",
        Op::Div(_) | Op::Quotient => "/",
        Op::Pow => "**",
        Op::Rem(Rounding::Floor) => "mod",
        Op::Rem(Rounding::Truncate) => "rem",
        Op::Eq => "=",
        Op::Ne => "!=",
        Op::Lt => "<",
        Op::Le => "<=",
        Op::Gt => ">",
        Op::Ge => ">=",
        Op::And => "&",
        Op::Or => "|",
        Op::Implies => "->",
        Op::Ite => "if",
        Op::Select => "element",
        Op::Store => "with",
        other => return format!("{other:?}").to_lowercase(),
    };
    word.to_owned()
}
