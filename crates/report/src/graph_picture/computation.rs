//! The computation graph of a path, after Clarke's Figure 8: results above the operations they are made of, each operation
//! once, inputs and constants at the bottom.

use std::collections::BTreeMap;
use std::fmt::Write;

use sextant_expr::ComputationTable;

use super::layers::{Link, draw};
use super::path;
use crate::escape::xml;
use crate::geometry::{Size, number, text_width};
use crate::picture::rectangle;
use crate::wrap::shortened;

/// Larger graphs are no pictures any more.
const MOST_BOXES: usize = 90;
const WIDEST: usize = 28;
const MARGIN: f64 = 16.0;
const HEIGHT: f64 = 24.0;

const STYLE: &str = include_str!("computation.css");

struct Vertex {
    class: &'static str,
    text: String,
}

/// The picture, to stand in a page; none if the graph is too large. `names` gives results with their positions among
/// the table's roots.
pub fn computation_svg(table: &ComputationTable, names: &[(String, usize)], title: &str) -> Option<String> {
    let mut vertices = vec![Vertex { class: "case", text: shortened(title, WIDEST) }];
    let mut numbered: BTreeMap<String, usize> = BTreeMap::new();
    let leaves = [("input", &table.inputs), ("constant", &table.constants)];
    for (class, pairs) in leaves {
        for (value, text) in pairs {
            numbered.insert(value.clone(), vertices.len());
            vertices.push(Vertex { class, text: shortened(text, WIDEST) });
        }
    }
    for row in &table.rows {
        numbered.insert(row.number.to_string(), vertices.len());
        vertices.push(Vertex { class: "operation", text: row.operator.clone() });
    }
    let mut links = Vec::new();
    for row in &table.rows {
        let from = numbered[&row.number.to_string()];
        let operands = row.operands.iter().filter_map(|operand| numbered.get(operand));
        links.extend(operands.map(|&to| Link { from, to, label: None }));
    }
    for (name, root) in names {
        let Some(&to) = table.roots.get(*root).and_then(|number| numbered.get(number)) else { continue };
        let from = vertices.len();
        vertices.push(Vertex { class: "result", text: shortened(name, WIDEST) });
        links.push(Link { from: 0, to: from, label: None });
        links.push(Link { from, to, label: None });
    }
    if vertices.len() > MOST_BOXES {
        return None;
    }
    let sizes: Vec<Size> = vertices
        .iter()
        .map(|vertex| Size { width: text_width(&vertex.text).max(10.0) + 14.0, height: HEIGHT })
        .collect();
    let drawing = draw(&sizes, 0, &links);
    let [width, height] =
        [drawing.extent.width, drawing.extent.height].map(|side| number(side + 2.0 * MARGIN));
    let mut out = format!(
        "<svg class=\"computation\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"Computation graph of {}\">\n<style>\n{STYLE}</style>\n\
         <g transform=\"translate({MARGIN} {MARGIN})\">\n",
        xml(title)
    );
    for (route, link) in drawing.routes.iter().zip(&links) {
        let class = if link.from == 0 { "from-case" } else { "operand" };
        let _ = writeln!(out, "<path class=\"{class}\" d=\"{}\"/>", path(route));
    }
    for ((vertex, corner), size) in vertices.iter().zip(&drawing.boxes).zip(&sizes) {
        let (middle, baseline) = (number(corner.x + size.width / 2.0), number(corner.y + 16.0));
        let _ = writeln!(
            out,
            "<g class=\"{}\">{}<text x=\"{middle}\" y=\"{baseline}\">{}</text></g>",
            vertex.class,
            rectangle(*corner, *size),
            xml(&vertex.text)
        );
    }
    out.push_str("</g>\n</svg>\n");
    Some(out)
}
