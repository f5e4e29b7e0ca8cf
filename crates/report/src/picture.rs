//! What pictures have in common: the frame with its heading, and trees of boxes with lines of text.

use std::fmt::Write;

use crate::escape::xml;
use crate::geometry::{Point, Size, number, text_width};
use crate::tree::layout::place;

pub(crate) const MARGIN: f64 = 24.0;
pub(crate) const HEADING: f64 = 56.0;
const LINE: f64 = 16.0;
const PADDING: f64 = 8.0;
/// The room between neighbours, and above a box.
const BESIDE: f64 = 14.0;
const ABOVE: f64 = 22.0;

/// The style of trees of boxes.
pub(crate) const BOX_STYLE: &str = include_str!("trace/trace.css");

/// The beginning of a picture: its size, what it is called for those who do not see it, its style and its ground.
pub(crate) fn opening(title: &str, style: &str, size: Size) -> String {
    let (width, height) = (number(size.width), number(size.height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-labelledby=\"picture-title\">\n<title id=\"picture-title\">{}</title>\n<style>\n{style}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n",
        xml(title)
    )
}

/// A box with round corners.
pub(crate) fn rectangle(corner: Point, size: Size) -> String {
    let [x, y, width, height] = [corner.x, corner.y, size.width, size.height].map(number);
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"5\"/>")
}

/// The room that boxes at these places take.
pub(crate) fn extent(corners: &[Point], sizes: &[Size]) -> Size {
    let right = corners.iter().zip(sizes).map(|(corner, size)| corner.x + size.width);
    let bottom = corners.iter().zip(sizes).map(|(corner, size)| corner.y + size.height);
    Size { width: right.fold(0.0, f64::max), height: bottom.fold(0.0, f64::max) }
}

/// A box of a tree; the first line is its label.
pub(crate) struct TreeBox {
    pub(crate) class: &'static str,
    pub(crate) lines: Vec<String>,
    pub(crate) above: Option<usize>,
}

/// A picture of trees of boxes below a heading.
pub(crate) fn boxes_picture(title: &str, heading: &str, size: Size, body: &str) -> String {
    let size = Size { width: size.width + 2.0 * MARGIN, height: size.height };
    format!(
        "{}<text class=\"heading\" x=\"{MARGIN}\" y=\"32\">{}</text>\n{body}</svg>\n",
        opening(title, BOX_STYLE, size),
        xml(heading)
    )
}

/// Draws a tree of boxes with its upper left corner at a point; how much room it takes.
pub(crate) fn draw_boxes(boxes: &[TreeBox], corner: Point, out: &mut String) -> Size {
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
    extent(&corners, &sizes)
}

fn size(this: &TreeBox) -> Size {
    let widest = this.lines.iter().map(|line| text_width(line)).fold(0.0, f64::max);
    Size { width: widest.max(18.0) + 2.0 * PADDING, height: LINE * this.lines.len() as f64 + PADDING }
}

fn draw_box(this: &TreeBox, corner: Point, size: Size, out: &mut String) {
    let _ = writeln!(out, "<g class=\"{}\">{}", this.class, rectangle(corner, size));
    for (at, line) in this.lines.iter().enumerate() {
        let x = number(corner.x + size.width / 2.0);
        let y = number(corner.y + PADDING / 2.0 + LINE * (at as f64 + 0.75));
        let class = if at == 0 { "label" } else { "value" };
        let _ = writeln!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", xml(line));
    }
    out.push_str("</g>\n");
}
