//! The annotated syntax tree: each node with its text, its visits, and the last environments it had.

use std::fmt::Write;

use super::PassesReport;
use crate::escape::xml;
use crate::geometry::{Size, number, text_width};
use crate::tree::layout::place;
use crate::wrap::shortened;

const MARGIN: f64 = 24.0;
const HEADING: f64 = 56.0;
const LINE: f64 = 16.0;
const PADDING: f64 = 8.0;
const WIDEST: usize = 46;

const STYLE: &str = include_str!("../trace/trace.css");

pub(super) fn svg(report: &PassesReport) -> String {
    let boxes = boxes(report);
    let sizes: Vec<Size> = boxes
        .iter()
        .map(|lines| Size {
            width: lines.iter().map(|line| text_width(line)).fold(40.0, f64::max) + 2.0 * PADDING,
            height: lines.len() as f64 * LINE + PADDING,
        })
        .collect();
    let roomy: Vec<Size> =
        sizes.iter().map(|size| Size { width: size.width + 14.0, height: size.height + 24.0 }).collect();
    let fathers: Vec<Option<usize>> =
        report.nodes.iter().map(|node| node.father.map(|father| father - 1)).collect();
    let corners = place(&fathers, &roomy);
    let mut body = String::new();
    for (at, father) in fathers.iter().enumerate() {
        let Some(father) = *father else { continue };
        let middle = |at: usize| corners[at].x + sizes[at].width / 2.0;
        let (y, end_y) = (corners[father].y + sizes[father].height, corners[at].y);
        let half = number((y + end_y) / 2.0);
        let [x, y, end_x, end_y] = [middle(father), y, middle(at), end_y].map(number);
        let _ = writeln!(body, "<path d=\"M{x} {y}C{x} {half} {end_x} {half} {end_x} {end_y}\"/>");
    }
    let (mut right, mut bottom) = (0.0f64, 0.0f64);
    for ((lines, corner), size) in boxes.iter().zip(&corners).zip(&sizes) {
        right = right.max(corner.x + size.width);
        bottom = bottom.max(corner.y + size.height);
        let [x, y, width, height] = [corner.x, corner.y, size.width, size.height].map(number);
        let _ = writeln!(body, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\"/>");
        for (at, text) in lines.iter().enumerate() {
            let (x, y) = (number(corner.x + size.width / 2.0), number(corner.y + LINE * (at as f64 + 0.9)));
            let _ = writeln!(body, "<text x=\"{x}\" y=\"{y}\">{}</text>", xml(text));
        }
    }
    let (width, height) = (number(right + 2.0 * MARGIN), number(bottom + HEADING + MARGIN));
    let title = xml(&report.procedure);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-labelledby=\"picture-title\">\n\
         <title id=\"picture-title\">Syntax tree of {title} with its attributes</title>\n<style>\n{STYLE}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
         <text class=\"heading\" x=\"{MARGIN}\" y=\"32\">{title}</text>\n\
         <g transform=\"translate({MARGIN} {HEADING})\">\n{body}</g></svg>\n",
    )
}

/// The lines of each box.
fn boxes(report: &PassesReport) -> Vec<Vec<String>> {
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
