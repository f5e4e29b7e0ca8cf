//! The picture of computation trees: each output above the operations it is made of, with the value of each.

use std::fmt::Write;

use super::computation::{Kind, Node};
use super::{TraceReport, TraceRun};
use crate::escape::xml;
use crate::geometry::{Point, Size, number, text_width};
use crate::tree::layout::place;
use crate::wrap::shortened;

const MARGIN: f64 = 24.0;
const HEADING: f64 = 56.0;
const LINE: f64 = 16.0;
const PADDING: f64 = 8.0;
/// The room between neighbours, and above a box.
const BESIDE: f64 = 14.0;
const ABOVE: f64 = 22.0;
/// Boxes of one output; what is below is left out.
const MOST_BOXES: usize = 400;
const WIDEST: usize = 40;

const STYLE: &str = include_str!("trace.css");

struct Box {
    class: &'static str,
    lines: Vec<String>,
    above: Option<usize>,
}

pub(super) fn svg(report: &TraceReport) -> String {
    let mut body = String::new();
    let (mut width, mut height) = (1.4 * text_width(&shortened(&report.call, 120)), HEADING);
    for (at, run) in report.runs.iter().enumerate() {
        let extent = draw_run(at + 1, run, Point { x: MARGIN, y: height }, &mut body);
        width = width.max(extent.width);
        height += extent.height + MARGIN;
    }
    let (width, height) = (number(width + 2.0 * MARGIN), number(height));
    let title = xml(&report.call);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-labelledby=\"picture-title\">\n\
         <title id=\"picture-title\">Computation trees of {title}</title>\n<style>\n{STYLE}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
         <text class=\"heading\" x=\"{MARGIN}\" y=\"32\">{}</text>\n{body}</svg>\n",
        xml(&shortened(&report.call, 120)),
    )
}

/// Draws the trees of one run with their upper left corner at a point.
fn draw_run(at: usize, run: &TraceRun, corner: Point, out: &mut String) -> Size {
    let boxes = boxes(at, run);
    let sizes: Vec<Size> = boxes.iter().map(size).collect();
    let roomy: Vec<Size> =
        sizes.iter().map(|size| Size { width: size.width + BESIDE, height: size.height + ABOVE }).collect();
    let above: Vec<Option<usize>> = boxes.iter().map(|this| this.above).collect();
    let corners = place(&above, &roomy);
    let _ = writeln!(out, "<g transform=\"translate({} {})\">", number(corner.x), number(corner.y));
    for (at, above) in above.iter().enumerate() {
        let Some(above) = *above else { continue };
        let middle = |at: usize| corners[at].x + sizes[at].width / 2.0;
        let (y, end_y) = (corners[above].y + sizes[above].height, corners[at].y);
        let half = number((y + end_y) / 2.0);
        let [x, y, end_x, end_y] = [middle(above), y, middle(at), end_y].map(number);
        let _ = writeln!(out, "<path d=\"M{x} {y}C{x} {half} {end_x} {half} {end_x} {end_y}\"/>");
    }
    for ((this, corner), size) in boxes.iter().zip(&corners).zip(&sizes) {
        draw_box(this, *corner, *size, out);
    }
    out.push_str("</g>\n");
    let right = corners.iter().zip(&sizes).map(|(corner, size)| corner.x + size.width);
    let bottom = corners.iter().zip(&sizes).map(|(corner, size)| corner.y + size.height);
    Size { width: right.fold(0.0, f64::max), height: bottom.fold(0.0, f64::max) }
}

fn boxes(at: usize, run: &TraceRun) -> Vec<Box> {
    let data = run.data.iter().map(|(name, value)| format!("{name} = {value}"));
    let data = shortened(&data.collect::<Vec<_>>().join(", "), 2 * WIDEST);
    let mut boxes = vec![Box { class: "run", lines: vec![format!("run {at}"), data], above: None }];
    let mut seen = Vec::new();
    for (name, root) in &run.computation.roots {
        let output = boxes.len();
        boxes.push(Box { class: "output", lines: vec![shortened(name, WIDEST)], above: Some(0) });
        // The last box at each depth is the parent of the next deeper one.
        let mut last = vec![output];
        for node in run.computation.nodes(root, &mut seen, MOST_BOXES) {
            last.truncate(node.depth + 1);
            let above = last.last().copied();
            last.push(boxes.len());
            boxes.push(Box { class: class(&node), lines: lines(&node), above });
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

fn size(this: &Box) -> Size {
    let widest = this.lines.iter().map(|line| text_width(line)).fold(0.0, f64::max);
    Size { width: widest.max(18.0) + 2.0 * PADDING, height: LINE * this.lines.len() as f64 + PADDING }
}

fn draw_box(this: &Box, corner: Point, size: Size, out: &mut String) {
    let [x, y, width, height] = [corner.x, corner.y, size.width, size.height].map(number);
    let _ = writeln!(
        out,
        "<g class=\"{}\"><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"5\"/>",
        this.class
    );
    for (at, line) in this.lines.iter().enumerate() {
        let x = number(corner.x + size.width / 2.0);
        let y = number(corner.y + PADDING / 2.0 + LINE * (at as f64 + 0.75));
        let class = if at == 0 { "label" } else { "value" };
        let _ = writeln!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", xml(line));
    }
    out.push_str("</g>\n");
}
