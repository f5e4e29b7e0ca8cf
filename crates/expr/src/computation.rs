//! Clarke's computation table: every operation once, with a value number.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Op, SymbolId, Table, TermId};

/// The operations some terms are made of, each once, operands before results.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ComputationTable {
    /// Inputs in the order in which they were made: `I1` and the symbol's name.
    pub inputs: Vec<(String, String)>,
    /// Constants in the order they are met: `C1` and the value.
    pub constants: Vec<(String, String)>,
    /// Operations.
    pub rows: Vec<ComputationRow>,
    /// The value number of each asked root.
    pub roots: Vec<String>,
}

/// One operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComputationRow {
    /// The operator.
    pub operator: String,
    /// Inputs, constants and value numbers of earlier rows.
    pub operands: Vec<String>,
    /// The value number of the result.
    pub number: u32,
}

/// The computation table of some terms. Sums and products of many operands are split into binary rows, equal
/// rows are shared.
pub fn computation_table(table: &Table, roots: &[TermId]) -> ComputationTable {
    let mut builder = Builder {
        table,
        numbers: FxHashMap::default(),
        shared: FxHashMap::default(),
        result: ComputationTable::default(),
    };
    builder.inputs(roots);
    for &root in roots {
        let number = builder.number(root);
        builder.result.roots.push(number);
    }
    builder.result
}

struct Builder<'t> {
    table: &'t Table,
    numbers: FxHashMap<TermId, String>,
    shared: FxHashMap<(String, Vec<String>), String>,
    result: ComputationTable,
}

impl Builder<'_> {
    /// Numbers the inputs in the order in which the program got them.
    fn inputs(&mut self, roots: &[TermId]) {
        let mut symbols: Vec<(SymbolId, TermId)> = Vec::new();
        let (mut seen, mut pending) = (FxHashSet::default(), roots.to_vec());
        while let Some(term) = pending.pop() {
            if seen.insert(term) {
                if let Op::Symbol(id) = self.table.op(term) {
                    symbols.push((*id, term));
                }
                pending.extend(self.table.args(term));
            }
        }
        symbols.sort();
        for (_, term) in symbols {
            let number = self.enter(term);
            self.numbers.insert(term, number);
        }
    }

    fn number(&mut self, root: TermId) -> String {
        let mut pending = vec![root];
        while let Some(&top) = pending.last() {
            if self.numbers.contains_key(&top) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            // Reversed, so that the first operand is numbered first.
            pending.extend(self.table.args(top).iter().rev().filter(|arg| !self.numbers.contains_key(arg)));
            if pending.len() == before {
                let number = self.enter(top);
                self.numbers.insert(top, number);
                pending.pop();
            }
        }
        self.numbers[&root].clone()
    }

    /// Enters a term whose operands are numbered.
    fn enter(&mut self, term: TermId) -> String {
        let op = self.table.op(term);
        if let Op::Symbol(id) = op {
            let label = format!("I{}", self.result.inputs.len() + 1);
            self.result.inputs.push((label.clone(), self.table.symbol_info(*id).name.clone()));
            return label;
        }
        if op.is_constant() {
            let label = format!("C{}", self.result.constants.len() + 1);
            self.result.constants.push((label.clone(), self.table.show(term)));
            return label;
        }
        let operands: Vec<String> =
            self.table.args(term).iter().map(|arg| self.numbers[arg].clone()).collect();
        let operator = crate::print::operator_name(op).to_owned();
        let associative = matches!(op, Op::Add | Op::Mul | Op::And | Op::Or | Op::Min | Op::Max);
        if !associative || operands.len() == 2 {
            return self.row(operator, operands);
        }
        let mut operands = operands.into_iter();
        let first = operands.next().unwrap_or_default();
        operands.fold(first, |left, right| self.row(operator.clone(), vec![left, right]))
    }

    fn row(&mut self, operator: String, operands: Vec<String>) -> String {
        let key = (operator, operands);
        if let Some(number) = self.shared.get(&key) {
            return number.clone();
        }
        let number = self.result.rows.len() as u32 + 1;
        let (operator, operands) = key.clone();
        self.result.rows.push(ComputationRow { operator, operands, number });
        self.shared.insert(key, number.to_string());
        number.to_string()
    }
}
