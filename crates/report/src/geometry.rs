//! Sizes and points of pictures. Nothing here knows fonts: widths of texts are estimated from their characters.

use crate::wrap;

/// The width of a character of the fixed-width font, at 12 pixels.
const CHARACTER: f64 = 7.3;

/// The size of a box.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(crate) struct Size {
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// A point; of a box, its upper left corner.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// The width of a text in the fixed-width font.
pub(crate) fn text_width(text: &str) -> f64 {
    wrap::width(text) as f64 * CHARACTER
}

/// A coordinate with at most one digit behind the point.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}
