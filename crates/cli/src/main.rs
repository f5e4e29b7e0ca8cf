//! The `sextant` command: a thin surface over the session.
//!
//! Exit codes: 0 clean, 1 finding, 2 usage or input error, 3 inconclusive or out of budget, 4 internal error,
//! 130 interrupted.

mod allocator;
mod arguments;
mod commands;
mod console;
mod exit;
mod limits;
mod statistics;

use std::panic::{AssertUnwindSafe, catch_unwind};

use clap::Parser;

use crate::arguments::{Arguments, Command};
use crate::exit::Exit;

#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

/// Front ends limit nesting, so that this is ample for every recursion over a syntax tree.
const STACK: usize = 256 << 20;

fn main() -> std::process::ExitCode {
    let arguments = Arguments::parse();
    std::panic::set_hook(Box::new(|panic| {
        let message = format!("sextant: internal error: {panic}");
        console::complain(&message);
        console::complain("This is a defect of sextant; please report it.");
    }));
    limits::watch(arguments.memory);
    // Those that talk with somebody have a meaning of their own for Ctrl-C.
    if !matches!(arguments.command, Command::Debug(_) | Command::Dap(_)) {
        limits::interrupt();
    }
    let worker = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || catch_unwind(AssertUnwindSafe(|| run_and_tell(&arguments))));
    let exit = match worker.map(|worker| worker.join()) {
        Ok(Ok(Ok(Ok(exit) | Err(exit)))) => exit,
        _ => Exit::Internal,
    };
    ended(exit).into()
}

/// How the command ends if something stopped it; a finding stands all the same where memory ran out.
fn ended(exit: Exit) -> Exit {
    match limits::stopped() {
        (true, _) => Exit::Interrupted,
        (false, true) if exit != Exit::Finding => {
            console::complain("sextant: out of memory (--memory)");
            Exit::Inconclusive
        }
        _ => exit,
    }
}

fn run_and_tell(arguments: &Arguments) -> Result<Exit, Exit> {
    let exit = run(arguments);
    // The list of paths has a part for it.
    if arguments.statistics && !matches!(arguments.command, Command::Paths(_)) {
        statistics::tell();
    }
    exit
}

fn run(arguments: &Arguments) -> Result<Exit, Exit> {
    match &arguments.command {
        Command::Paths(command) => commands::paths::paths(command, arguments.statistics),
        Command::Check(command) => commands::check::check(command),
        Command::Tests(command) => commands::tests::tests(command),
        Command::Run(command) => commands::run::run(command),
        Command::Tree(command) => commands::tree::tree(command),
        Command::Table(command) => commands::table::table(command),
        Command::Debug(command) => commands::debug::debug(command),
        Command::Dap(command) => commands::dap::dap(command),
        Command::Trace(command) => commands::trace::trace(command),
        Command::Passes(command) => commands::passes::passes(command),
        Command::Back(command) => commands::back::back(command),
        Command::Compare(command) => commands::compare::compare(command),
        Command::Document(command) => commands::document::document(command),
        Command::Prove(command) => commands::prove::prove(command),
        Command::Flow(command) => commands::flow::flow(command),
        Command::Summary(command) => commands::summary::summary(command),
        Command::Advise(command) => commands::advise::advise(command),
        Command::Cost(command) => commands::cost::cost(command),
        Command::Completions { shell } => commands::manual::completions(*shell),
        Command::Man => commands::manual::man(),
    }
}
