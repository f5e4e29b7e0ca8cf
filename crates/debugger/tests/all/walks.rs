//! The debugger's way back: the state after any walk is the one that is reached directly.

use crate::walker;

use sextant_debugger::Debugger;
use sextant_session::{Interrupt, Options, Session, Syntax};
use walker::{Walker, programs};

#[test]
fn walks_lead_where_the_direct_way_leads() {
    for (name, session, call) in programs() {
        for seed in 0..4 {
            let mut walker = Walker::new(&name, &session, &call, seed);
            for _ in 0..25 {
                walker.move_somewhere();
                walker.check();
            }
        }
    }
}

const COUNTER: &str = "\
COUNT: PROCEDURE (N, S);
   DECLARE (N, S, I) FIXED BINARY (31);
   S = 0;
   DO I = 1 TO N;
      S = S + I;
   END;
   RETURN (S);
END COUNT;
";

fn counter() -> Debugger {
    let session = Session::from_texts(vec![("count.pli".into(), COUNTER.into())], Syntax::Pli)
        .unwrap_or_else(|error| panic!("{error}"));
    Debugger::new(session, Options::default())
}

fn say(debugger: &mut Debugger, line: &str) -> String {
    let reply = debugger.execute(line);
    assert!(!reply.error, "{line}: {}", reply.text);
    reply.text
}

#[test]
fn a_million_statements_can_be_gone_back_over() {
    let direct = |statements: u64| {
        let mut debugger = counter();
        say(&mut debugger, &format!("call COUNT(1000000, S); step {statements}"));
        say(&mut debugger, "show")
    };
    let mut debugger = counter();
    say(&mut debugger, "call COUNT(1000000, S); step 1000000");
    assert_eq!(say(&mut debugger, "show"), direct(1_000_000));
    say(&mut debugger, "back");
    assert_eq!(say(&mut debugger, "show"), direct(999_999));
    say(&mut debugger, "back 600001");
    assert_eq!(say(&mut debugger, "show"), direct(399_998));
    say(&mut debugger, "step 600001");
    assert_eq!(say(&mut debugger, "show"), direct(999_999));
    say(&mut debugger, "back to change S; back to start");
    assert!(say(&mut debugger, "show").starts_with("COUNT 1, line 1"));
    assert!(debugger.kept_states() < 400, "{} states are kept", debugger.kept_states());
}

#[test]
fn an_interrupt_stops_one_command_only() {
    let mut debugger = counter();
    say(&mut debugger, "call COUNT(1000000, S)");
    let interrupt = Interrupt::new();
    interrupt.ask();
    debugger.stop_with(interrupt);
    assert!(say(&mut debugger, "go").starts_with("interrupted\nCOUNT "));
    assert!(debugger.execute("back to change N").text.contains("interrupted"));
    debugger.stop_with(Interrupt::new());
    assert!(say(&mut debugger, "back to change S").starts_with("S is "));
    assert_eq!(say(&mut debugger, "go"), "returned: return = 500000500000, S = 500000500000\npc: true");
}

#[test]
fn names_and_commands_are_completed() {
    let mut debugger = counter();
    let words = |debugger: &Debugger, line: &str| debugger.complete(line).1.join(" ");
    assert_eq!(words(&debugger, "ba"), "back");
    assert_eq!(words(&debugger, "s"), "step show set save states");
    assert_eq!(words(&debugger, "call co"), "COUNT");
    assert_eq!(words(&debugger, "go; back to f"), "fork");
    assert_eq!(debugger.complete("show ¬é"), (7, vec![]));
    say(&mut debugger, "call COUNT(2, S)");
    assert_eq!(words(&debugger, "show "), "all pc stack output source tree model COUNT N S I");
    assert_eq!(debugger.place().as_deref(), Some("COUNT:1"));
}

/// Whatever is typed is answered: refused commands change nothing, and nothing panics.
#[test]
fn any_line_is_answered() {
    const WORDS: &[&str] = &[
        "call",
        "COUNT",
        "(",
        ")",
        "\"N\"",
        "S",
        "I",
        "1",
        "99999999999999999999",
        "step",
        "go",
        "back",
        "to",
        "fork",
        "break",
        "change",
        "start",
        "true",
        "false",
        "other",
        "if",
        "before",
        "after",
        "#3",
        "#",
        "-",
        "trace",
        "on",
        "for",
        "show",
        "tree",
        "pc",
        "model",
        "set",
        "=",
        "save",
        "restore",
        "assume",
        "prove",
        "test",
        "choices",
        "choose",
        "finish",
        "next",
        ";",
        ",",
        "\"",
        "¬",
        "é",
        "delete",
        "all",
        ">",
        "help",
    ];
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut below = |bound: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % bound as u64) as usize
    };
    let mut debugger = counter();
    for round in 0..1000 {
        if round % 100 == 0 {
            say(&mut debugger, "delete all; call COUNT(\"N\", S)");
        }
        let count = 1 + below(7);
        let line: Vec<&str> = (0..count).map(|_| WORDS[below(WORDS.len())]).collect();
        let line = line.join(if below(4) == 0 { "" } else { " " });
        let before = debugger.execute("show").text;
        let reply = debugger.execute(&line);
        if reply.error && !line.contains(';') {
            assert_eq!(debugger.execute("show").text, before, "{line}: {}", reply.text);
        }
    }
}
