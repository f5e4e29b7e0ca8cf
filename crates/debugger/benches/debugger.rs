//! What the debugger promises about time: a step back after a million statements, and a fork of a state with a large
//! array. Prints rows of the table of `cargo xtask bench` and fails if a promise is broken.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use sextant_debugger::Debugger;
use sextant_expr::Table;
use sextant_flow::lower;
use sextant_session::{Options, Session, Sources, Syntax};
use sextant_state::{Arithmetic, Entry, Machine, Policy, Stop, Until, compile};

const COUNT: &str = "\
COUNT: PROCEDURE (N, S);
   DECLARE (N, S, I) FIXED BINARY (31);
   S = 0;
   DO I = 1 TO N;
      S = S + I;
   END;
   RETURN (S);
END COUNT;
";

const FILL: &str = "\
FILL: PROCEDURE;
   DECLARE A(100000) FIXED BINARY (31);
   DECLARE I FIXED BINARY (31);
   DO I = 1 TO 100000;
      A(I) = I;
   END;
   A(50000) = \"X\";
END FILL;
";

/// Statements of COUNT that are executed.
const STATEMENTS: u64 = 1_000_000;

fn main() -> ExitCode {
    let back = slowest_step_back();
    let fork = fork_with_write();
    let rows = [
        ("step back after 1000000 statements, the slowest of 50", back, Duration::from_millis(100)),
        ("fork of a state with 100000 array cells, with a first write", fork, Duration::from_micros(10)),
    ];
    let mut kept = true;
    for (name, time, target) in rows {
        kept &= time <= target;
        println!("| {name} | {:.6} | {} | – | – |", time.as_secs_f64(), target.as_secs_f64());
    }
    if kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn say(debugger: &mut Debugger, line: &str) {
    let reply = debugger.execute(line);
    assert!(!reply.error, "{line}: {}", reply.text);
}

/// From the end of the run and from places all over it, so that a step back has no state nearby.
fn slowest_step_back() -> Duration {
    let session = Session::from_texts(vec![("count.pli".into(), COUNT.into())], Syntax::Pli);
    let session = session.unwrap_or_else(|error| panic!("{error}"));
    let mut debugger = Debugger::new(session, Options::default());
    say(&mut debugger, &format!("call COUNT({STATEMENTS}, S); step {STATEMENTS}"));
    let mut slowest = Duration::ZERO;
    for _ in 0..50 {
        let begun = Instant::now();
        say(&mut debugger, "back");
        slowest = slowest.max(begun.elapsed());
        say(&mut debugger, "back 17771");
    }
    slowest
}

/// Cloning a state, executing one assignment in the clone, and forgetting it.
fn fork_with_write() -> Duration {
    let mut sources = Sources::new();
    let id = sources.add("fill.pli", FILL);
    let (tree, errors) = sextant_front_pli::parse(&sources, &[id]);
    assert!(!errors.has_errors(), "the program is right");
    let program = lower(&tree);
    let policy =
        Policy { arithmetic: Arithmetic::Ideal, division: sextant_expr::Rounding::Floor, real_errors: true };
    let code = compile(&program, policy);
    let procedure = program.procedure_named("FILL").expect("it is there");
    let entry = Entry { symbolic_input: false, ..Entry::new(procedure, Vec::new()) };
    let mut table = Table::new();
    let machine = Machine::new(&code, &entry, &mut table);
    let (mut state, _) = machine.start(&mut table);
    let mut run = |state: &mut _, breath| {
        let stop = machine.run(&mut table, state, Until { breath, ..Until::default() });
        assert!(matches!(stop, Stop::Breath), "{stop:?}");
    };
    let write = program.procedures[entry.procedure].statements.len() as u32 - 1;
    while state.frame.statement.0 != write {
        run(&mut state, 1);
    }
    const TIMES: u32 = 20_000;
    let begun = Instant::now();
    for _ in 0..TIMES {
        let mut fork = state.clone();
        run(&mut fork, 1);
        black_box(&fork);
    }
    begun.elapsed() / TIMES
}
