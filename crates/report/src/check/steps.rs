//! A finding as people follow it: the place in the source, then the statements that matter with what they compute.

use serde::Serialize;

use super::Finding;
use crate::escape;
use crate::wrap::{hang, wrap};

/// Statements that are not wider than this leave room for values beside them.
const WIDEST_STATEMENT: usize = 48;

/// So many columns are left for values.
const VALUES: usize = 24;

/// A statement of the execution that leads to an error.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Step {
    /// Its line.
    pub line: u32,
    /// What it is, or what is said of it.
    pub text: String,
    /// How many calls are around it.
    pub depth: usize,
    /// What it changed, each with its symbolic and its actual value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<(String, String)>,
    /// How many iterations like the ones above are left out here; 0 for a statement.
    #[serde(skip_serializing_if = "is_zero")]
    pub again: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The line of the finding with its place marked.
pub(super) fn excerpt(finding: &Finding, indent: usize, width: usize, out: &mut String) {
    let source = finding.source_line.replace('\t', " ");
    let source = escape::line(&source);
    let trimmed = source.trim_start();
    if trimmed.is_empty() || finding.column == 0 {
        return;
    }
    let cut = source.chars().count() - trimmed.chars().count();
    let number = finding.line.to_string();
    let room = width.saturating_sub(indent + number.len() + 3).max(20);
    let letters: Vec<char> = trimmed.chars().collect();
    let at = (finding.column as usize - 1).saturating_sub(cut).min(letters.len());
    let length = finding.text.chars().count().clamp(1, letters.len().saturating_sub(at).max(1));
    // What does not fit goes from the left, so that the place stays.
    let from = if at + length > room { at.saturating_sub(room / 3) } else { 0 };
    let shown: String = letters[from..].iter().take(room).collect();
    let marked = length.min(room.saturating_sub(at - from)).max(1);
    let line = format!("{:indent$}{number} | {shown}", "");
    out.push_str(line.trim_end());
    out.push('\n');
    let marks = format!(
        "{:indent$}{:pad$} | {:skip$}{}",
        "",
        "",
        "",
        "^".repeat(marked),
        pad = number.len(),
        skip = at - from
    );
    out.push_str(&marks);
    out.push('\n');
}

/// The statements below each other, with the values they give beside them.
pub(super) fn steps(steps: &[Step], indent: usize, width: usize, out: &mut String) {
    let digits = steps.iter().map(|step| step.line.to_string().len()).max().unwrap_or(1);
    let statement =
        |step: &Step| format!("{:depth$}{}", "", escape::line(&step.text), depth = 2 * step.depth);
    let with_values = steps.iter().filter(|step| !step.values.is_empty());
    let column = with_values.map(|step| statement(step).chars().count()).max().unwrap_or(0);
    let column = column.min(WIDEST_STATEMENT).min(width.saturating_sub(indent + digits + 4 + VALUES));
    for step in steps {
        if step.again > 0 {
            out.push_str(&format!(
                "{:indent$}{:digits$}  {:depth$}× {}\n",
                "",
                "",
                "",
                step.again,
                depth = 2 * step.depth
            ));
            continue;
        }
        let head = format!("{:indent$}{:digits$}  ", "", step.line);
        let text = statement(step);
        if step.values.is_empty() {
            let room = width.saturating_sub(head.chars().count());
            out.push_str(&format!("{head}{}\n", shortened(&text, room)));
            continue;
        }
        let text = shortened(&text, column);
        let lead = format!("{head}{text:column$}  ");
        let values: Vec<String> =
            step.values.iter().map(|(name, value)| format!("{name} = {}", escape::line(value))).collect();
        let room = width.saturating_sub(lead.chars().count()).max(20);
        hang(&lead, &" ".repeat(lead.chars().count()), &wrap(&values.join(", "), room), out);
    }
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}
