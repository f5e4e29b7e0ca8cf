//! `sextant dap`.

use crate::arguments::DapCommand;
use crate::console::{complain, refuse};
use crate::exit::Exit;

/// Serves a debugger to an editor, on standard input and output or on a port.
pub fn dap(command: &DapCommand) -> Result<Exit, Exit> {
    let served = match command.port {
        Some(port) => {
            sextant_dap::listen(port, |port| complain(&format!("sextant: listening on 127.0.0.1:{port}")))
        }
        None => sextant_dap::serve(std::io::stdin(), &mut std::io::stdout()),
    };
    served.map(|()| Exit::Clean).map_err(|error| refuse(error.to_string()))
}
