//! Computation tables.

use crate::data::{expect, pairs, strings};
use sextant_expr::{ComputationRow, ComputationTable};
use sextant_report::{computation_json, computation_text};

fn table() -> ComputationTable {
    let row = |operator: &str, operands: &[&str], number| ComputationRow {
        operator: operator.to_owned(),
        operands: strings(operands),
        number,
    };
    ComputationTable {
        inputs: pairs(&[("I1", "RATE"), ("I2", "HOURS"), ("I3", "BONUS")]),
        constants: pairs(&[("C1", "40")]),
        rows: vec![row("*", &["I1", "I2"], 1), row("+", &["1", "I3"], 2), row("if", &["I1", "2", "C1"], 3)],
        roots: strings(&["3", "2", "I2"]),
    }
}

#[test]
fn text_and_json() {
    let names =
        [("PAY".to_owned(), 0), ("GROSS".to_owned(), 1), ("HOURS".to_owned(), 2), ("LOST".to_owned(), 9)];
    expect("computation.txt", &computation_text(&table(), &names));
    let json =
        serde_json::to_string_pretty(&computation_json(&table(), &names)).expect("JSON has a text form");
    expect("computation.json", &(json + "\n"));
    assert_eq!(computation_text(&ComputationTable::default(), &[]), "\n");
}
