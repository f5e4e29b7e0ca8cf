//! Classical proofs: with invariants they are proved, with a planted bug they are refuted by an input that replays, and
//! many are proved with no invariant given. The programs stand under `tests/proofs`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sextant_session::{Options, ProofOptions, ProofReport, Session, Syntax};

fn programs(kind: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/proofs").join(kind);
    let mut found: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("programs").map(|entry| entry.expect("entry").path()).collect();
    found.sort();
    found
}

fn prove_text(path: &Path, text: String, search: bool) -> ProofReport {
    let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_uppercase();
    let file = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
    let syntax = sextant_session::syntax_of(path).expect("a language");
    let session = Session::from_texts(vec![(file, text)], syntax).expect("a program");
    let options = Options { timeout: Some(Duration::from_secs(120)), ..Options::default() };
    let choices = ProofOptions { checks: true, search };
    session.prove(&name, choices, &options).expect("nothing is unsupported")
}

/// How many programs of a folder are PL/I, Fortran, and C.
fn languages(programs: &[PathBuf]) -> (usize, usize, usize) {
    let count = |wanted: Syntax| {
        programs.iter().filter(|path| sextant_session::syntax_of(path) == Some(wanted)).count()
    };
    (count(Syntax::Pli), count(Syntax::Fortran), count(Syntax::C))
}

#[test]
fn thirty_programs_are_proved_with_their_invariants() {
    let programs = programs("right");
    let (pli, fortran, c) = languages(&programs);
    assert!(pli >= 30 && fortran >= 12 && c >= 12);
    for path in programs {
        let text = std::fs::read_to_string(&path).expect("text");
        let report = prove_text(&path, text, false);
        assert_eq!(report.verdict.word(), "proved", "{}\n{}", path.display(), report.text());
    }
}

#[test]
fn thirty_bugs_are_refuted_by_inputs_that_replay() {
    let programs = programs("wrong");
    let (pli, fortran, c) = languages(&programs);
    assert!(pli >= 30 && fortran >= 12 && c >= 12);
    for path in programs {
        let text = std::fs::read_to_string(&path).expect("text");
        let report = prove_text(&path, text, false);
        assert_eq!(report.verdict.word(), "refuted", "{}\n{}", path.display(), report.text());
        assert!(report.counterexample.is_some_and(|found| found.replayed), "{}", path.display());
    }
}

#[test]
fn twelve_programs_are_proved_with_no_invariant_given() {
    let wanted = [
        "copy",
        "division",
        "fill",
        "gauss",
        "gcd",
        "issorted",
        "length",
        "linearsearch",
        "minimum",
        "oddsum",
        "peasant",
        "product",
        "reverse",
    ];
    let programs = programs("right")
        .into_iter()
        .filter(|path| wanted.iter().any(|name| path.ends_with(format!("{name}.pli"))));
    let mut proved = 0;
    for path in programs {
        let text = std::fs::read_to_string(&path).expect("text");
        let given = |line: &&str| {
            line.trim_start().starts_with("ASSERT (") || line.trim_start().starts_with("MEASURE")
        };
        let bare: String = text.lines().filter(|line| !given(line)).map(|line| format!("{line}\n")).collect();
        assert!(!bare.contains("ASSERT (") && bare.contains("DO"), "{}", path.display());
        let report = prove_text(&path, bare, true);
        if report.verdict.word() == "proved" {
            assert!(report.loops.iter().any(|one| !one.found.is_empty()), "{}", path.display());
            proved += 1;
        }
    }
    assert!(proved >= 12, "only {proved} are proved");
}

/// A caller whose arguments are one variable, or shared with the called procedure: contracts do not speak of that.
#[test]
fn aliases_are_no_way_around_a_contract() {
    let callee = "ASSIGN: PROCEDURE (A, B);\n DECLARE (A, B) FIXED BINARY (31), G FIXED BINARY (31) EXTERNAL;\n \
                  ASSERT EXIT ((OLD(B) = 5 & A = 6) | (OLD(B) ^= 5 & A = 5));\n \
                  A = 5;\n IF B = 5 THEN A = 6;\n END ASSIGN;\n\
                  SHARED: PROCEDURE (A);\n DECLARE A FIXED BINARY (31), G FIXED BINARY (31) EXTERNAL;\n \
                  ASSERT EXIT ((OLD(G) = 5 & A = 6) | (OLD(G) ^= 5 & A = 5));\n \
                  A = 5;\n IF G = 5 THEN A = 6;\n END SHARED;\n";
    for call in ["CALL ASSIGN(N, N)", "CALL ASSIGN(V(N), V(3))", "CALL SHARED(G)"] {
        let text = format!(
            "P: PROCEDURE (N, V);\n DECLARE (N, V(10)) FIXED BINARY (31), G FIXED BINARY (31) EXTERNAL;\n \
             ASSERT ENTRY (N = 3 & G = 3 & V(3) = 3);\n ASSERT EXIT (N = 5 | V(3) = 5 | G = 5);\n \
             {call};\n END P;\n{callee}"
        );
        let session = Session::from_texts(vec![("p.pli".into(), text)], Syntax::Pli).expect("a program");
        let choices = ProofOptions { checks: true, search: false };
        let proof = session.prove("P", choices, &Options::default());
        assert!(proof.is_err(), "{call}: {}", proof.map(|report| report.text()).unwrap_or_default());
    }
}

fn proved(text: &str, syntax: Syntax) -> ProofReport {
    let session = Session::from_texts(vec![("p".into(), text.into())], syntax).expect("a program");
    let choices = ProofOptions { checks: true, search: false };
    session.prove("f", choices, &Options::default()).expect("nothing is unsupported")
}

/// What goes wrong in a procedure without a contract goes wrong in its caller; what it gives back is known there.
#[test]
fn small_procedures_without_a_contract_are_executed() {
    let callee = "static int g(int b)\n{\n    return b < 0 ? -b : b;\n}\n";
    let text = |contract: &str| format!("{callee}{contract}int f(int c)\n{{\n    return g(c);\n}}\n");
    let refuted = proved(&text("//@ requires c == -2147483648;\n"), Syntax::C);
    assert_eq!(refuted.verdict.word(), "refuted", "{}", refuted.text());
    let right = proved(&text("//@ requires c == -3;\n//@ ensures \\result == 3;\n"), Syntax::C);
    assert_eq!(right.verdict.word(), "proved", "{}", right.text());
    assert!(right.notes.is_empty(), "{:?}", right.notes);
}

/// Where a call is not executed, a note says that errors in it are not looked for.
#[test]
fn errors_in_a_procedure_with_a_loop_are_another_proof() {
    let text = "static int g(int b)\n{\n    int s = 0;\n    for (int i = 0; i < 2; i++) s += b;\n    return s;\n}\n\
                //@ ensures \\result == c;\nint f(int c)\n{\n    g(c);\n    return c;\n}\n";
    let report = proved(text, Syntax::C);
    assert!(report.notes.iter().any(|note| note.contains("is a proof of its own")), "{:?}", report.notes);
}
