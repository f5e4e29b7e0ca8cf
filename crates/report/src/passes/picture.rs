//! The annotated syntax tree: each node with its text, its visits, and the last environments it had.

use super::PassesReport;
use crate::geometry::{Point, Size, text_width};
use crate::picture::{HEADING, MARGIN, TreeBox, boxes_picture, draw_boxes};
use crate::wrap::shortened;

const WIDEST: usize = 46;

pub(super) fn svg(report: &PassesReport) -> String {
    let fathers = report.nodes.iter().map(|node| node.father.map(|father| father - 1));
    let boxes: Vec<TreeBox> = lines(report)
        .into_iter()
        .zip(fathers)
        .map(|(lines, above)| TreeBox { class: "node", lines, above })
        .collect();
    let mut body = String::new();
    let extent = draw_boxes(&boxes, Point { x: MARGIN, y: HEADING }, &mut body);
    let width = extent.width.max(1.4 * text_width(&report.procedure));
    let size = Size { width, height: extent.height + HEADING + MARGIN };
    let title = format!("Syntax tree of {} with its attributes", report.procedure);
    boxes_picture(&title, &report.procedure, size, &body)
}

/// The lines of each box.
fn lines(report: &PassesReport) -> Vec<Vec<String>> {
    let mut boxes: Vec<Vec<String>> = report
        .nodes
        .iter()
        .map(|node| {
            let head = format!("{} {}", node.number, node.kind);
            let mut lines = vec![format!("{head}, visited {}", node.visits)];
            if !node.text.is_empty() {
                lines.push(shortened(&node.text, WIDEST));
            }
            lines
        })
        .collect();
    for attribute in ["inh", "syn"] {
        let mut last = vec![None; report.nodes.len()];
        for (node, _, value) in report
            .passes
            .iter()
            .flat_map(|pass| &pass.steps)
            .filter(|(_, name, value)| *name == attribute && value != "empty")
        {
            last[node - 1] = Some(value);
        }
        for (lines, value) in boxes.iter_mut().zip(last) {
            if let Some(value) = value {
                lines.push(shortened(&format!("{attribute} {value}"), WIDEST));
            }
        }
    }
    boxes
}
