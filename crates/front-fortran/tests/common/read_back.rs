//! Checks that a file prints as text that reads back and prints as the same text.

use sextant_base::{Diagnostics, Sources};
use sextant_front_fortran::raw::File;
use sextant_front_fortran::{Form, Options, print, read};

/// Prints a file, reads the print, prints that and compares; says what is wrong.
pub fn check(file: &File) -> Result<(), String> {
    let printed = print(file);
    let mut sources = Sources::new();
    let id = sources.add("printed", printed.clone());
    let options = Options { form: Some(Form::Free), ..Options::default() };
    let mut diagnostics = Diagnostics::new();
    let again = read(&mut sources, id, &options, &mut |_| None, &mut diagnostics);
    if !diagnostics.is_empty() {
        return Err(format!("the print is wrong:\n{}\n{printed}", diagnostics.render(&sources, false)));
    }
    let reprinted = print(&again);
    if printed != reprinted {
        return Err(format!("prints differently:\n{printed}\n{reprinted}"));
    }
    Ok(())
}
