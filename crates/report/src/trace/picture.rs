//! The picture of computation trees: each output above the operations it is made of, with the value of each.

use super::computation::{Kind, Node};
use super::{TraceReport, TraceRun};
use crate::geometry::{Point, Size, text_width};
use crate::picture::{HEADING, MARGIN, TreeBox, boxes_picture, draw_boxes};
use crate::wrap::{equations, shortened};

/// Boxes of one output; what is below is left out.
const MOST_BOXES: usize = 400;
const WIDEST: usize = 40;

pub(super) fn svg(report: &TraceReport) -> String {
    let mut body = String::new();
    let call = shortened(&report.call, 120);
    let (mut width, mut height) = (1.4 * text_width(&call), HEADING);
    for (at, run) in report.runs.iter().enumerate() {
        let extent = draw_boxes(&boxes(at + 1, run), Point { x: MARGIN, y: height }, &mut body);
        width = width.max(extent.width);
        height += extent.height + MARGIN;
    }
    let title = format!("Computation trees of {}", report.call);
    boxes_picture(&title, &call, Size { width, height }, &body)
}

fn boxes(at: usize, run: &TraceRun) -> Vec<TreeBox> {
    let data = shortened(&equations(&run.data), 2 * WIDEST);
    let mut boxes = vec![TreeBox { class: "run", lines: vec![format!("run {at}"), data], above: None }];
    let mut seen = Vec::new();
    for (name, root) in &run.computation.roots {
        let output = boxes.len();
        boxes.push(TreeBox { class: "output", lines: vec![shortened(name, WIDEST)], above: Some(0) });
        // The last box at each depth is the parent of the next deeper one.
        let mut last = vec![output];
        for node in run.computation.nodes(root, &mut seen, MOST_BOXES) {
            last.truncate(node.depth + 1);
            let above = last.last().copied();
            last.push(boxes.len());
            boxes.push(TreeBox { class: class(&node), lines: lines(&node), above });
        }
    }
    boxes
}

fn class(node: &Node) -> &'static str {
    match (node.kind, node.shared) {
        (_, Some((_, false))) => "reference",
        (Kind::Input, _) => "input",
        (Kind::Operation, _) => "operation",
        (Kind::Constant | Kind::Omitted, _) => "constant",
    }
}

fn lines(node: &Node) -> Vec<String> {
    let head = match node.shared {
        Some((number, false)) => format!("[{number}]"),
        Some((number, true)) => format!("[{number}] {}", shortened(&node.label, WIDEST)),
        None => shortened(&node.label, WIDEST),
    };
    let value = shortened(&node.actual, WIDEST);
    if value.is_empty() { vec![head] } else { vec![head, value] }
}
