//! The expression table: hash-consed terms over symbolic inputs.
//!
//! Two doors lead in. [`Table::apply`] is the cheap one: it keeps a value's evolution as the program computed it
//! and folds constants only. [`Table::simplify`] gives the canonical form of a term; it is memoised, so that the
//! canonical form of a value that grows step by step costs one step at a time.
//!
//! Invariants
//! - Equal ids mean equal terms, within one table. Ids of different tables must not be mixed.
//! - Every operation is total, so that a term has a value under every assignment: `x / 0 = 0` and
//!   `x mod 0 = x` for integers and reals; see [`Op`] for each operation. Programs never see these values: the
//!   execution engines test the divisor first.
//! - Symbols are told apart by what they stand for ([`Origin`]) and their sort, never by their names.
//! - Nothing here knows of programs, flow graphs or solvers.
//!
//! ```
//! use sextant_expr::{Assignment, Op, Sort, Table, Value};
//!
//! let mut table = Table::new();
//! let x = table.symbol("x", Sort::INT);
//! let one = table.int(1);
//! let next = table.apply(Op::Add, &[x, one]);
//! let grown = table.apply(Op::Sub, &[next, x]);
//! assert_eq!(table.show(grown), "x + 1 - x");
//! let simple = table.simplify(grown);
//! assert_eq!(table.show(simple), "1");
//!
//! let Op::Symbol(id) = *table.op(x) else { unreachable!() };
//! let mut point = Assignment::new();
//! point.set(id, Value::Int(41.into()));
//! assert_eq!(table.evaluate(next, &point), Value::Int(42.into()));
//! ```

mod build;
mod computation;
mod conditions;
mod differences;
mod eval;
mod function;
mod import;
mod linear;
mod op;
mod order;
mod origin;
mod print;
mod rational;
mod simplify;
mod sort;
mod subscripts;
mod substitute;
mod table;

pub use build::result_sort;
pub use computation::{ComputationRow, ComputationTable, computation_table};
pub use eval::{ArrayValue, Assignment, Enclosure, Evaluation, LARGEST_VALUE_BITS, Value, apply_op};
pub use function::Function;
pub use linear::{LinearAtom, LinearForm, Relation};
pub use op::{Op, Rounding};
pub use origin::{Origin, Stream, Why};
pub use sextant_notation::{Formula, LONGEST_TEXT, Notation};
pub use simplify::Number;
pub use sort::{FloatKind, Scalar, Sort};
pub use subscripts::{HALF_OF_DIMENSION, subscripts_apart};
pub use table::{Shape, Symbol, SymbolId, Table, TermId};
