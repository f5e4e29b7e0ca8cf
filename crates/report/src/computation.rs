//! Clarke's computation table as text and JSON.

use serde_json::{Value, json};
use sextant_expr::ComputationTable;

use crate::escape;
use crate::wrap::width;

/// The table in the layout of Clarke's Figure 4b: inputs, constants, one line for each operation, then the value
/// number of each variable. `names` gives variables with their positions among the table's roots.
pub fn computation_text(table: &ComputationTable, names: &[(String, usize)]) -> String {
    let mut out = String::new();
    section("Input", "Value #", table.inputs.iter().map(|(number, name)| (name, number)), &mut out);
    section("Constant", "Value #", table.constants.iter().map(|(number, value)| (value, number)), &mut out);
    if !table.rows.is_empty() {
        write_table(&operations(table), &mut out);
        out.push('\n');
    }
    section("Variable", "Value #", roots(table, names).into_iter(), &mut out);
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// The table as one JSON object: `inputs`, `constants`, `rows`, `variables`.
pub fn computation_json(table: &ComputationTable, names: &[(String, usize)]) -> Value {
    let numbered = |pairs: &[(String, String)], what: &str| -> Value {
        pairs.iter().map(|(number, text)| json!({ "number": number, what: text })).collect()
    };
    let rows: Value = table
        .rows
        .iter()
        .map(|row| json!({ "number": row.number, "operator": row.operator, "operands": row.operands }))
        .collect();
    let variables: serde_json::Map<String, Value> =
        roots(table, names).into_iter().map(|(name, number)| (name.clone(), json!(number))).collect();
    json!({
        "inputs": numbered(&table.inputs, "name"),
        "constants": numbered(&table.constants, "value"),
        "rows": rows,
        "variables": variables,
    })
}

/// Variables with their value numbers.
fn roots<'t>(table: &'t ComputationTable, names: &'t [(String, usize)]) -> Vec<(&'t String, &'t String)> {
    names.iter().filter_map(|(name, root)| table.roots.get(*root).map(|number| (name, number))).collect()
}

/// The lines of the operations, header first; as many operand columns as the longest operation needs.
fn operations(table: &ComputationTable) -> Vec<Vec<String>> {
    let operands = table.rows.iter().map(|row| row.operands.len()).max().unwrap_or(0).max(2);
    let mut head = vec!["Operator".to_owned()];
    head.extend((1..=operands).map(|at| format!("Operand {at}")));
    head.push("Value #".to_owned());
    let mut lines = vec![head];
    for row in &table.rows {
        let mut line = vec![escape::line(&row.operator).into_owned()];
        line.extend((0..operands).map(|at| row.operands.get(at).cloned().unwrap_or_default()));
        line.push(row.number.to_string());
        lines.push(line);
    }
    lines
}

/// A table of two columns; nothing if it has no lines.
fn section<'t>(
    left: &str,
    right: &str,
    pairs: impl Iterator<Item = (&'t String, &'t String)>,
    out: &mut String,
) {
    let mut lines = vec![vec![left.to_owned(), right.to_owned()]];
    lines.extend(pairs.map(|(a, b)| vec![escape::line(a).into_owned(), escape::line(b).into_owned()]));
    if lines.len() > 1 {
        write_table(&lines, out);
        out.push('\n');
    }
}

/// Columns aligned by blanks, the first line underlined.
fn write_table(lines: &[Vec<String>], out: &mut String) {
    let columns = lines.first().map_or(0, Vec::len);
    let widest = |column: usize| lines.iter().map(|line| width(&line[column])).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(widest).collect();
    let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
    let (head, rows) = lines.split_at(1.min(lines.len()));
    for line in head.iter().chain([&rule]).chain(rows) {
        let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        out.push_str(cells.collect::<Vec<_>>().join("   ").trim_end());
        out.push('\n');
    }
}
