//! The Fortran reader: any text is read without a panic in both forms, and a file without messages reads back after
//! printing.

#[path = "../../crates/front-fortran/tests/common/read_back.rs"]
mod read_back;

use sextant_base::{Diagnostics, Sources};
use sextant_front_fortran::{Form, Include, Options, print, read};

use crate::places::places_are_valid;

/// Tries a text in both forms.
pub fn check(text: &str) -> Result<(), String> {
    for form in [Form::Fixed, Form::Free] {
        let mut sources = Sources::new();
        let id = sources.add("input", text);
        let options = Options { form: Some(form), ..Options::default() };
        let mut diagnostics = Diagnostics::new();
        let mut included = |_: &Include<'_>| Some(("included".to_owned(), "      X = 1\n".to_owned()));
        let file = read(&mut sources, id, &options, &mut included, &mut diagnostics);
        places_are_valid(&diagnostics, &sources)?;
        if diagnostics.is_empty() {
            read_back::check(&file)?;
        } else {
            print(&file);
        }
    }
    Ok(())
}
