//! `sextant man` and `sextant completions`.

use clap::CommandFactory;

use crate::arguments::Arguments;
use crate::console::{print, refuse};
use crate::exit::Exit;

/// Prints a completion script.
pub fn completions(shell: clap_complete::Shell) -> Result<Exit, Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "sextant", &mut script);
    print(&String::from_utf8_lossy(&script)).map(|()| Exit::Clean)
}

/// Prints the manual page, with a section for each command.
pub fn man() -> Result<Exit, Exit> {
    let mut page = Vec::new();
    let fail = |error: std::io::Error| refuse(format!("manual page: {error}"));
    let mut command = Arguments::command();
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut page).map_err(fail)?;
    for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
        clap_mangen::Man::new(subcommand.clone()).render(&mut page).map_err(fail)?;
    }
    print(&String::from_utf8_lossy(&page)).map(|()| Exit::Clean)
}
