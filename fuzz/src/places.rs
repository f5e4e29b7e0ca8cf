//! What every reader promises about its messages.

use sextant_base::{Diagnostics, Sources};

/// Messages must speak of ranges that are there and can be shown.
pub fn places_are_valid(diagnostics: &Diagnostics, sources: &Sources) -> Result<(), String> {
    for (index, message) in diagnostics.sorted().into_iter().enumerate() {
        let Some(span) = message.span else { continue };
        let text = sources.text(span.source);
        if text.get(span.start as usize..span.end as usize).is_none() {
            return Err(format!("{span:?} is no range of the text: {}", message.message));
        }
        // Rendering takes longer than reading; a few messages will do.
        if index < 3 {
            message.render(sources, false);
        }
    }
    Ok(())
}
