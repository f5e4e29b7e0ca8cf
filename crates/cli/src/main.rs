//! The `sextant` command: a thin surface over the session.
//!
//! Exit codes: 0 clean, 1 finding, 2 usage or input error, 3 inconclusive or out of budget, 4 internal error,
//! 130 interrupted.

mod arguments;
mod commands;
mod console;
mod exit;

use std::panic::{AssertUnwindSafe, catch_unwind};

use clap::Parser;

use crate::arguments::{Arguments, Command};
use crate::exit::Exit;

/// Terms, models and states are many and small; the system's allocator takes twice as long for them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Front ends limit nesting, so that this is ample for every recursion over a syntax tree.
const STACK: usize = 256 << 20;

fn main() -> std::process::ExitCode {
    let arguments = Arguments::parse();
    std::panic::set_hook(Box::new(|panic| {
        let message = format!("sextant: internal error: {panic}");
        console::complain(&message);
        console::complain("This is a defect of sextant; please report it.");
    }));
    let worker = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || catch_unwind(AssertUnwindSafe(|| run(&arguments))).unwrap_or(Exit::Internal));
    let exit = match worker.map(|worker| worker.join()) {
        Ok(Ok(exit)) => exit,
        _ => Exit::Internal,
    };
    exit.into()
}

fn run(arguments: &Arguments) -> Exit {
    match &arguments.command {
        Command::Paths(command) => commands::paths(command),
        Command::Check(command) => commands::check(command),
        Command::Tests(command) => commands::tests(command),
        Command::Run(command) => commands::run(command),
        Command::Tree(command) => commands::tree(command),
        Command::Table(command) => commands::table(command),
        Command::Debug(command) => commands::debug(command),
        Command::Dap(command) => commands::dap(command),
        Command::Trace(command) => commands::trace(command),
        Command::Passes(command) => commands::passes(command),
        Command::Back(command) => commands::back(command),
        Command::Compare(command) => commands::compare(command),
        Command::Document(command) => commands::document(command),
        Command::Prove(command) => commands::prove(command),
        Command::Flow(command) => commands::flow(command),
        Command::Summary(command) => commands::summary(command),
        Command::Advise(command) => commands::advise(command),
        Command::Cost(command) => commands::cost(command),
        Command::Completions { shell } => commands::completions(*shell),
        Command::Man => commands::man(),
    }
}
