//! The picture of the tree, in the manner of King's figures, with a listing of its statements beside it.

use std::fmt::Write;

use super::layout::place;
use super::leaf_box::{LINE, LeafBox, PADDING, Style};
use super::listing::{Listing, listings};
use super::shape::{Item, Shape};
use super::structure::Structure;
use super::{TreeReport, arc_letter, state};
use crate::PathEnd;
use crate::escape::xml;
use crate::geometry::{Point, Size, number, text_width};
use crate::picture::{extent, opening, rectangle};
use crate::wrap::shortened;
use sextant_notation::conjunction;

/// The radius of a statement's circle.
const RADIUS: f64 = 15.0;
/// The room between neighbours, above an item, and above the branches of a fork.
const BESIDE: f64 = 18.0;
const ABOVE: f64 = 14.0;
const ABOVE_BRANCH: f64 = 40.0;
const GAP_HEIGHT: f64 = 22.0;
/// The margin of the picture, and the room for heading and summary.
const MARGIN: f64 = 24.0;
const HEADING: f64 = 62.0;
/// A listing with more lines is left out.
const LONGEST_LISTING: usize = 48;
const WIDEST_LISTING: usize = 56;
const LISTING_LINE: f64 = 18.0;

const STYLE: &str = include_str!("tree.css");

pub(super) fn svg(report: &TreeReport) -> String {
    let drawing = Drawing::new(report);
    let listing = ListingColumn::new(report);
    let left = MARGIN + listing.width;
    // The heading is set larger than the fixed-width text.
    let heading_width = 1.4 * text_width(&report.title).max(text_width(&report.summary()));
    let total_width = (left + drawing.extent.width).max(MARGIN + heading_width) + MARGIN;
    let total_height = HEADING + drawing.extent.height.max(listing.height) + MARGIN;
    let title = format!("Execution tree of {}", report.title);
    let mut out = opening(&title, STYLE, Size { width: total_width, height: total_height });
    let _ = writeln!(out, "<text class=\"heading\" x=\"{MARGIN}\" y=\"32\">{}</text>", xml(&report.title));
    let _ =
        writeln!(out, "<text class=\"summary\" x=\"{MARGIN}\" y=\"50\">{}</text>", xml(&report.summary()));
    listing.draw(&mut out);
    let _ = writeln!(out, "<g transform=\"translate({} {})\">", number(left), number(HEADING));
    drawing.draw(&mut out);
    out.push_str("</g>\n</svg>\n");
    out
}

/// The placed items.
struct Drawing<'r> {
    report: &'r TreeReport,
    shape: Shape,
    structure: Structure<'r>,
    leaves: Vec<Option<LeafBox>>,
    /// The corner and size of each item itself, without the room around it.
    corners: Vec<Point>,
    sizes: Vec<Size>,
    extent: Size,
}

impl<'r> Drawing<'r> {
    fn new(report: &'r TreeReport) -> Self {
        let shape = Shape::of(report);
        let leaves: Vec<Option<LeafBox>> = shape.items.iter().map(|&item| leaf_box(report, item)).collect();
        let sizes = shape.items.iter().zip(&leaves).map(|(&item, leaf)| own_size(report, item, leaf));
        let sizes: Vec<Size> = sizes.collect();
        let mut branches = vec![0_usize; shape.items.len()];
        shape.above.iter().flatten().for_each(|&above| branches[above] += 1);
        // The room above an item belongs to it and not to what stands above, so that no neighbour gets between
        // a fork and its branches.
        let room: Vec<f64> = (0..sizes.len())
            .map(|at| match shape.above[at] {
                None => 0.0,
                Some(above) if branches[above] > 1 || has_arc(report, shape.items[at]) => ABOVE_BRANCH,
                Some(_) => ABOVE,
            })
            .collect();
        let boxes: Vec<Size> = sizes
            .iter()
            .zip(&room)
            .map(|(size, above)| Size { width: size.width + BESIDE, height: size.height + above })
            .collect();
        let mut corners = place(&shape.above, &boxes);
        for (corner, above) in corners.iter_mut().zip(&room) {
            corner.x += BESIDE / 2.0;
            corner.y += above;
        }
        let extent = extent(&corners, &sizes);
        let structure = Structure::new(report);
        Self { report, shape, structure, leaves, corners, sizes, extent }
    }

    fn draw(&self, out: &mut String) {
        out.push_str("<g class=\"arcs\">\n");
        (0..self.sizes.len()).for_each(|at| self.draw_arc(at, out));
        out.push_str("</g>\n");
        (0..self.sizes.len()).for_each(|at| self.draw_item(at, out));
    }

    fn middle(&self, at: usize) -> f64 {
        self.corners[at].x + self.sizes[at].width / 2.0
    }

    fn draw_arc(&self, at: usize, out: &mut String) {
        let Some(above) = self.shape.above[at] else { return };
        let (x, y) = (self.middle(above), self.corners[above].y + self.sizes[above].height);
        let (to_x, to_y) = (self.middle(at), self.corners[at].y);
        let dotted =
            matches!((self.shape.items[above], self.shape.items[at]), (Item::Gap(_), _) | (_, Item::Gap(_)));
        let class = if dotted { " class=\"dotted\"" } else { "" };
        let half = number((y + to_y) / 2.0);
        let [x, y, end_x, end_y] = [x, y, to_x, to_y].map(number);
        let _ = match x == end_x {
            true => writeln!(out, "<path{class} d=\"M{x} {y}V{end_y}\"/>"),
            false => writeln!(out, "<path{class} d=\"M{x} {y}C{x} {half} {end_x} {half} {end_x} {end_y}\"/>"),
        };
        if let Item::Statement(node) = self.shape.items[at]
            && let Some(arc) = self.report.nodes[node].arc
        {
            let left = self.middle(at) < self.middle(above);
            let (x, anchor) = if left { (to_x - 6.0, "end") } else { (to_x + 6.0, "start") };
            let (x, y, letter) = (number(x), number(to_y - 6.0), arc_letter(arc));
            let _ = writeln!(
                out,
                "<text class=\"arc\" x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\"><title>{}</title>{letter}</text>",
                xml(&conjunction(&self.structure.added_condition(node)))
            );
        }
    }

    fn draw_item(&self, at: usize, out: &mut String) {
        match self.shape.items[at] {
            Item::Statement(node) => self.draw_statement(at, node, out),
            Item::Gap(count) => {
                let (x, y) = (number(self.middle(at)), number(self.corners[at].y + 15.0));
                let _ = writeln!(out, "<text class=\"gap\" x=\"{x}\" y=\"{y}\">{count} more</text>");
            }
            Item::Leaf(node) => self.draw_leaf(at, node, out),
        }
    }

    fn draw_statement(&self, at: usize, node: usize, out: &mut String) {
        let this = &self.report.nodes[node];
        let (x, y) = (self.middle(at), self.corners[at].y + RADIUS);
        let (center_x, center_y, baseline) = (number(x), number(y), number(y + 4.5));
        let tooltip = state::state_lines(this).join("\n");
        let _ = writeln!(out, "<g class=\"statement\"><title>{}</title>", xml(&tooltip));
        let _ = writeln!(out, "<circle cx=\"{center_x}\" cy=\"{center_y}\" r=\"{RADIUS}\"/>");
        let _ = writeln!(out, "<text x=\"{center_x}\" y=\"{baseline}\">{}</text>", this.statement);
        if let Some(name) = entered_procedure(self.report, node) {
            let (x, y) = (number(x + RADIUS + 3.0), number(y - 9.0));
            let _ = writeln!(out, "<text class=\"procedure\" x=\"{x}\" y=\"{y}\">{}</text>", xml(&name));
        }
        out.push_str("</g>\n");
    }

    fn draw_leaf(&self, at: usize, node: usize, out: &mut String) {
        let (Some(leaf), Some(contents)) = (&self.report.nodes[node].leaf, &self.leaves[at]) else { return };
        let (corner, size) = (self.corners[at], self.sizes[at]);
        let condition = conjunction(&self.report.nodes[node].condition);
        let tooltip =
            format!("{}\nwhen {condition}\nfor example {}", state::outcome(leaf), state::model(leaf));
        let _ =
            writeln!(out, "<g class=\"leaf {}\"><title>{}</title>", status_class(leaf.status), xml(&tooltip));
        let _ = writeln!(out, "{}", rectangle(corner, size));
        for (line, (style, text)) in contents.lines.iter().enumerate() {
            let x = number(corner.x + PADDING);
            let y = number(corner.y + PADDING / 2.0 + LINE * (line as f64 + 0.75));
            let class = match style {
                Style::Status => "status",
                Style::Output => "output",
                Style::Condition => "condition",
            };
            let _ = writeln!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", xml(text));
        }
        out.push_str("</g>\n");
    }
}

/// The listing of statements at the left of the tree.
struct ListingColumn<'r> {
    listings: Vec<Listing<'r>>,
    width: f64,
    height: f64,
}

impl<'r> ListingColumn<'r> {
    fn new(report: &'r TreeReport) -> Self {
        let mut listings = listings(report);
        let lines: usize = listings.iter().map(|listing| listing.statements.len() + 1).sum();
        if lines > LONGEST_LISTING {
            listings.clear();
        }
        let texts = listings.iter().flat_map(|listing| listing.statements.values());
        let widest = texts.map(|text| text_width(&shortened(text, WIDEST_LISTING))).reduce(f64::max);
        match widest {
            None => Self { listings, width: 0.0, height: 0.0 },
            Some(widest) => {
                Self { width: widest + 64.0, height: lines as f64 * LISTING_LINE + 10.0, listings }
            }
        }
    }

    fn draw(&self, out: &mut String) {
        let mut y = HEADING + 14.0;
        out.push_str("<g class=\"listing\">\n");
        for listing in &self.listings {
            let name = shortened(listing.procedure, WIDEST_LISTING);
            let _ = writeln!(
                out,
                "<text class=\"name\" x=\"{MARGIN}\" y=\"{}\">{}</text>",
                number(y),
                xml(&name)
            );
            for (statement, text) in &listing.statements {
                y += LISTING_LINE;
                let text = shortened(text, WIDEST_LISTING);
                let (x, text_x, y) = (number(MARGIN + 20.0), number(MARGIN + 30.0), number(y));
                let _ = writeln!(out, "<text class=\"number\" x=\"{x}\" y=\"{y}\">{statement}</text>");
                let _ = writeln!(out, "<text class=\"code\" x=\"{text_x}\" y=\"{y}\">{}</text>", xml(&text));
            }
            y += LISTING_LINE + 4.0;
        }
        out.push_str("</g>\n");
    }
}

fn leaf_box(report: &TreeReport, item: Item) -> Option<LeafBox> {
    match item {
        Item::Leaf(node) => Some(LeafBox::of(&report.nodes[node])),
        _ => None,
    }
}

fn own_size(report: &TreeReport, item: Item, leaf: &Option<LeafBox>) -> Size {
    match (item, leaf) {
        (Item::Gap(count), _) => Size { width: text_width(&count.to_string()) + 40.0, height: GAP_HEIGHT },
        (_, Some(leaf)) => leaf.size(),
        (Item::Statement(node) | Item::Leaf(node), None) => {
            // The name stands at the right; the same room at the left keeps the circle in the middle.
            let name = entered_procedure(report, node).map_or(0.0, |name| text_width(&name));
            Size { width: 2.0 * (RADIUS + name), height: 2.0 * RADIUS }
        }
    }
}

/// The name of the statement's procedure, where it is not that of the statement before.
fn entered_procedure(report: &TreeReport, node: usize) -> Option<String> {
    let this = &report.nodes[node];
    let parent = this.parent.and_then(|parent| report.nodes.get(parent))?;
    (parent.procedure != this.procedure).then(|| shortened(&this.procedure, 16))
}

fn has_arc(report: &TreeReport, item: Item) -> bool {
    matches!(item, Item::Statement(node) if report.nodes[node].arc.is_some())
}

/// The colour of a status: an ending of the program, a finding, or an end of our knowledge.
fn status_class(status: PathEnd) -> &'static str {
    match status {
        PathEnd::Returned | PathEnd::Stopped => "good",
        PathEnd::Error | PathEnd::Refused => "bad",
        _ => "open",
    }
}
