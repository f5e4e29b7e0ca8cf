//! The picture of a flow graph: numbered blocks with their code, conditions on edges.

mod computation;
mod content;
mod heights;
mod isotonic;
mod layers;
mod ranks;

use std::fmt::Write;

use sextant_base::Id;
use sextant_flow::{BlockId, FlowProgram, Terminator};
use sextant_syntax::ProcId;

pub use self::computation::computation_svg;
use self::content::{Contents, Exit, Label, Writer, cut};
use self::layers::{Drawing, Link, Piece, draw};
use crate::escape::xml;
use crate::geometry::{Point, Size, number, text_width};
use crate::picture::{opening, rectangle};

const LINE: f64 = 17.0;
const PADDING: f64 = 9.0;
const MARGIN: f64 = 28.0;
const HEADING: f64 = 56.0;
/// The column of the block's number, and of its statements' numbers.
const BLOCK_NUMBER: f64 = 30.0;
const STATEMENT_NUMBER: f64 = 32.0;
/// The room for a word below a block.
const MARK: f64 = 16.0;
/// The radius of corners of lines.
const ROUND: f64 = 7.0;

const STYLE: &str = include_str!("graph.css");
const ARROW: &str = "<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" \
                     markerHeight=\"7\" orient=\"auto\"><path class=\"head\" d=\"M0 0.5L8 4L0 7.5z\"/></marker></defs>\n";

/// The flow graph of a procedure as a picture: blocks in layers with their code, edges with T or F and their
/// conditions, edges that lead back at the right side, entry and exits marked.
pub fn flow_svg(program: &FlowProgram, procedure: ProcId) -> String {
    let graph = &program.procedures[procedure];
    let writer = Writer { program, graph };
    let contents: Vec<Contents> = graph.blocks.iter().map(|block| writer.block(block)).collect();
    let sizes: Vec<Size> = contents.iter().map(block_size).collect();
    // An exit has a word below it.
    let with_marks = contents.iter().zip(&sizes).map(|(contents, size)| match contents.exit {
        Some(_) => Size { height: size.height + MARK, ..*size },
        None => *size,
    });
    let (mut links, mut labels) = (Vec::new(), Vec::new());
    for (id, block) in graph.blocks.iter_enumerated() {
        let Terminator::Edges(edges) = &block.terminator else { continue };
        for (edge, label) in edges.iter().zip(writer.labels(edges)) {
            links.push(Link { from: id.index(), to: edge.to.index(), label: label_size(&label) });
            labels.push(label);
        }
    }
    let drawing = draw(&with_marks.collect::<Vec<_>>(), graph.entry.index(), &links);
    let picture = Picture { contents: &contents, sizes: &sizes, labels: &labels, drawing: &drawing };
    let width = drawing.extent.width.max(1.3 * text_width(&graph.name) + 100.0) + 2.0 * MARGIN;
    let height = drawing.extent.height + HEADING + MARGIN;
    let name = xml(&graph.name);
    let title = format!("Flow graph of {}", graph.name);
    let mut out = opening(&title, STYLE, Size { width, height });
    out.push_str(ARROW);
    let _ = writeln!(out, "<text class=\"heading\" x=\"{MARGIN}\" y=\"34\">{name}</text>");
    let _ = writeln!(out, "<g transform=\"translate({MARGIN} {HEADING})\">");
    picture.draw(graph.entry, &mut out);
    out.push_str("</g>\n</svg>\n");
    out
}

struct Picture<'p> {
    contents: &'p [Contents],
    sizes: &'p [Size],
    labels: &'p [Label],
    drawing: &'p Drawing,
}

impl Picture<'_> {
    fn draw(&self, entry: BlockId, out: &mut String) {
        out.push_str("<g class=\"edges\">\n");
        for route in &self.drawing.routes {
            let _ = writeln!(out, "<path marker-end=\"url(#arrow)\" d=\"{}\"/>", path(route));
        }
        out.push_str("</g>\n");
        for (label, corner) in self.labels.iter().zip(&self.drawing.labels) {
            corner.iter().for_each(|corner| draw_label(label, *corner, out));
        }
        for (at, contents) in self.contents.iter().enumerate() {
            self.draw_block(at, contents, at == entry.index(), out);
        }
    }

    fn draw_block(&self, at: usize, contents: &Contents, is_entry: bool, out: &mut String) {
        let (corner, size) = (self.drawing.boxes[at], self.sizes[at]);
        let class = if contents.exit.is_some() { "block exit" } else { "block" };
        let whole: Vec<&str> = contents.lines.iter().map(|line| line.text.as_str()).collect();
        let _ =
            writeln!(out, "<g class=\"{class}\"><title>Block {}\n{}</title>", at + 1, xml(&whole.join("\n")));
        let _ = writeln!(out, "{}", rectangle(corner, size));
        let [y, height, bar] = [corner.y, size.height, corner.x + BLOCK_NUMBER].map(number);
        let _ = writeln!(out, "<path d=\"M{bar} {y}v{height}\"/>");
        let middle = number(corner.x + BLOCK_NUMBER / 2.0);
        let baseline = number(corner.y + size.height / 2.0 + 4.5);
        let _ =
            writeln!(out, "<text class=\"block-number\" x=\"{middle}\" y=\"{baseline}\">{}</text>", at + 1);
        for (row, line) in contents.lines.iter().enumerate() {
            let y = number(corner.y + PADDING + LINE * (row as f64 + 0.75));
            if let Some(statement) = line.statement {
                let x = number(corner.x + BLOCK_NUMBER + STATEMENT_NUMBER - 8.0);
                let _ = writeln!(out, "<text class=\"statement\" x=\"{x}\" y=\"{y}\">{statement}</text>");
            }
            let x = number(corner.x + BLOCK_NUMBER + STATEMENT_NUMBER);
            let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\">{}</text>", xml(&cut(&line.text)));
        }
        out.push_str("</g>\n");
        self.draw_marks(at, contents, is_entry, out);
    }

    /// The arrow into the entry, and the words at entry and exits.
    fn draw_marks(&self, at: usize, contents: &Contents, is_entry: bool, out: &mut String) {
        let (corner, size) = (self.drawing.boxes[at], self.sizes[at]);
        if is_entry {
            let (x, from, to) = (number(corner.x + 15.0), number(corner.y - 18.0), number(corner.y));
            let _ = writeln!(out, "<path class=\"mark\" marker-end=\"url(#arrow)\" d=\"M{x} {from}V{to}\"/>");
            let (x, y) = (number(corner.x + 22.0), number(corner.y - 8.0));
            let _ = writeln!(out, "<text class=\"word\" x=\"{x}\" y=\"{y}\">entry</text>");
        }
        let word = match contents.exit {
            None => return,
            Some(Exit::Return) => "exit",
            Some(Exit::Stop) => "end of program",
        };
        let (x, y) = (number(corner.x + size.width / 2.0), number(corner.y + size.height + 14.0));
        let _ = writeln!(out, "<text class=\"word below\" x=\"{x}\" y=\"{y}\">{word}</text>");
    }
}

fn draw_label(label: &Label, corner: Point, out: &mut String) {
    out.push_str("<g class=\"label\">");
    let title = label.lines.join("\n");
    let _ = writeln!(out, "<title>{}</title>", xml(&title));
    let indent = label.side.map_or(0.0, |_| 16.0);
    if let Some(size) = label_size(label) {
        let [x, y, width, height] = [corner.x, corner.y, size.width, size.height].map(number);
        let _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\"/>");
    }
    for (row, line) in label.lines.iter().enumerate() {
        let y = number(corner.y + LINE * (row as f64 + 0.75) + 1.0);
        if let (Some(side), 0) = (label.side, row) {
            let letter = if side { "T" } else { "F" };
            let _ = writeln!(
                out,
                "<text class=\"side\" x=\"{}\" y=\"{y}\">{letter}</text>",
                number(corner.x + 5.0)
            );
        }
        let x = number(corner.x + 5.0 + indent);
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\">{}</text>", xml(&cut(line)));
    }
    out.push_str("</g>\n");
}

fn block_size(contents: &Contents) -> Size {
    let widest = contents.lines.iter().map(|line| text_width(&cut(&line.text))).fold(0.0, f64::max);
    Size {
        width: BLOCK_NUMBER + STATEMENT_NUMBER + widest + PADDING,
        height: LINE * contents.lines.len().max(1) as f64 + 2.0 * PADDING - 2.0,
    }
}

fn label_size(label: &Label) -> Option<Size> {
    if label.lines.is_empty() {
        return None;
    }
    let widest = label.lines.iter().map(|line| text_width(&cut(line))).fold(0.0, f64::max);
    let indent = label.side.map_or(0.0, |_| 16.0);
    Some(Size { width: widest + indent + 10.0, height: LINE * label.lines.len() as f64 + 2.0 })
}

/// The line of an edge in the language of SVG paths.
fn path(route: &[Piece]) -> String {
    let mut out = String::new();
    for (at, piece) in route.iter().enumerate() {
        let (Piece::Down(points) | Piece::Corners(points)) = piece;
        if let (0, Some(first)) = (at, points.first()) {
            let _ = write!(out, "M{} {}", number(first.x), number(first.y));
        }
        match piece {
            Piece::Down(points) => points.windows(2).for_each(|pair| down(pair[0], pair[1], &mut out)),
            Piece::Corners(points) => corners(points, &mut out),
        }
    }
    out
}

/// Leaves and arrives vertically.
fn down(from: Point, to: Point, out: &mut String) {
    let [x, to_x, to_y] = [from.x, to.x, to.y].map(number);
    let middle = number((from.y + to.y) / 2.0);
    let _ = match x == to_x {
        true => write!(out, "V{to_y}"),
        false => write!(out, "C{x} {middle} {to_x} {middle} {to_x} {to_y}"),
    };
}

/// Straight lines with rounded corners.
fn corners(points: &[Point], out: &mut String) {
    for window in points.windows(3) {
        let [before, corner, after] = [window[0], window[1], window[2]];
        let (enter, leave) = (towards(corner, before), towards(corner, after));
        let [enter_x, enter_y, x, y, leave_x, leave_y] =
            [enter.x, enter.y, corner.x, corner.y, leave.x, leave.y].map(number);
        let _ = write!(out, "L{enter_x} {enter_y}Q{x} {y} {leave_x} {leave_y}");
    }
    if let Some(last) = points.last() {
        let _ = write!(out, "L{} {}", number(last.x), number(last.y));
    }
}

/// The point where a rounded corner begins, on the way from the corner to a neighbour.
fn towards(corner: Point, neighbour: Point) -> Point {
    let (dx, dy) = (neighbour.x - corner.x, neighbour.y - corner.y);
    let length = dx.hypot(dy);
    let part = if length > 0.0 { (ROUND / length).min(0.5) } else { 0.0 };
    Point { x: corner.x + dx * part, y: corner.y + dy * part }
}
