//! The box at the end of a path: what came out, and when.

use super::TreeNode;
use crate::PathEnd;
use crate::geometry::{Size, text_width};
use crate::wrap::{shortened, wrap, wrap_parts};
use sextant_notation::{Formula, and, conjuncts};

/// The widest line, in characters.
const WIDEST: usize = 34;
/// The most lines for outputs and for the condition.
const MOST_OUTPUTS: usize = 8;
const MOST_CONDITION_LINES: usize = 6;
/// The height of a line, and the room inside the edges.
pub(super) const LINE: f64 = 16.0;
pub(super) const PADDING: f64 = 8.0;

/// How a line is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Status,
    Output,
    Condition,
}

/// The lines of a leaf's box.
pub(super) struct LeafBox {
    pub(super) lines: Vec<(Style, String)>,
}

impl LeafBox {
    pub(super) fn of(node: &TreeNode) -> Self {
        let mut lines = Vec::new();
        if let Some(leaf) = &node.leaf {
            // A plain return needs no word if it has something to say.
            if leaf.status != PathEnd::Returned || leaf.outputs.is_empty() {
                lines.push((Style::Status, leaf.status.to_string()));
            }
            let details = leaf.detail.iter().flat_map(|detail| wrap(detail, WIDEST));
            lines.extend(details.map(|line| (Style::Status, line)));
            let outputs =
                leaf.outputs.iter().map(|(name, value)| shortened(&format!("{name} = {value}"), WIDEST));
            lines.extend(
                limited(outputs.collect(), MOST_OUTPUTS).into_iter().map(|line| (Style::Output, line)),
            );
        }
        let condition = match node.condition.as_slice() {
            [] => vec!["when true".to_owned()],
            conjuncts => when_lines(conjuncts),
        };
        let condition = limited(condition, MOST_CONDITION_LINES);
        lines.extend(condition.into_iter().map(|line| (Style::Condition, line)));
        Self { lines }
    }

    pub(super) fn size(&self) -> Size {
        let widest = self.lines.iter().map(|(_, line)| text_width(line)).fold(0.0, f64::max);
        Size { width: widest + 2.0 * PADDING, height: self.lines.len() as f64 * LINE + PADDING }
    }
}

/// `when` before the first line of the condition, blanks before the others.
fn when_lines(condition: &[Formula]) -> Vec<String> {
    let word = "when ";
    let lines = wrap_parts(&conjuncts(condition), and(condition), WIDEST - word.len());
    let indented = lines.iter().enumerate().map(|(at, line)| {
        let margin = if at == 0 { word } else { "" };
        format!("{margin:<0$}{line}", word.len())
    });
    indented.collect()
}

/// At most so many lines, the last one saying how many are left out.
fn limited(mut lines: Vec<String>, most: usize) -> Vec<String> {
    if lines.len() > most {
        let left_out = lines.len() - (most - 1);
        lines.truncate(most - 1);
        lines.push(format!("… {left_out} more lines"));
    }
    lines
}
