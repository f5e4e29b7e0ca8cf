//! Fortran programs, compared with what gfortran makes of them.
//!
//! Each program under `tests/programs/fortran` reads its inputs from standard input. Its first line says what they are:
//! `inputs: int(-9,9) real(0,2) word8(a,b)`, the last one a text of 8 characters. What it writes for a few inputs stands
//! beside it, in `NAME.expected`, and is compared always (`UPDATE_EXPECT=1` rewrites it); where gfortran is found, the
//! compiled program is asked too, about these inputs and others: ordinary execution writes the same, character for
//! character, and so do the lines of the symbolic path that takes the input, instantiated. `symbolic: unsupported` in
//! the second line says that no symbolic execution gets through the program; that is checked as well.

use crate::lines;
use crate::random;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use lines::{Explored, PathEnding, Reads, quarters};
use random::Random;
use sextant_expr::Value as Constant;
use sextant_session::{Arithmetic, Call, Options, RunEnd, Session, Written};

/// Inputs whose output is kept beside the program.
const KEPT: usize = 3;
/// Further inputs that the compiled program is asked about.
const FURTHER: usize = 12;

#[test]
fn programs_write_what_is_expected() {
    let mut wrong = Vec::new();
    for program in &programs() {
        let session = load(program);
        let mut found = String::new();
        for input in inputs(program).into_iter().take(KEPT) {
            found += &format!("> {}\n{}", input.text, run(program, &session, &input.text));
        }
        let path = program.with_extension("expected");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&path, found).expect("writable");
        } else if std::fs::read_to_string(&path).unwrap_or_default() != found {
            wrong.push(format!("{}: it writes\n{found}", program.display()));
        }
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE_EXPECT=1 rewrites them)", wrong.join("\n"));
}

#[test]
fn compiled_programs_write_the_same() {
    with_gfortran(|program, compiled, session, wrong| {
        for input in inputs(program) {
            let (own, other) = (run(program, session, &input.text), compiled.run(&input.text));
            if own != other {
                wrong.push(format!("{} on {}:\n{own}but compiled\n{other}", program.display(), input.text));
                break;
            }
        }
    });
}

/// Executing symbolically and then instantiating gives what the compiled program writes.
#[test]
fn symbolic_results_instantiated_equal_compiled_ones() {
    let mut complete = 0;
    let compared = with_gfortran(|program, compiled, session, wrong| {
        let call = main_call(session, &Options::default());
        let explored = Explored::new(session, &call);
        let expected = !std::fs::read_to_string(program).expect("readable").contains("symbolic: unsupported");
        let mut finished = 0;
        for input in inputs(program) {
            let taken: Vec<_> = explored.paths.iter().filter(|path| path.takes(&input.reads)).collect();
            if taken.len() > 1 {
                wrong.push(format!("{}: {} paths take {}", program.display(), taken.len(), input.text));
            }
            let followed = explored.follow(&input.reads);
            for path in taken.iter().copied().chain([&followed]) {
                let difference = match &path.ending {
                    PathEnding::Finished => path.difference(&input.reads, &compiled.run(&input.text)),
                    PathEnding::Error(error) => Some(error.clone()),
                    PathEnding::Cut | PathEnding::Unsupported(_) => continue,
                };
                finished += 1;
                if let Some(difference) = difference {
                    wrong.push(format!("{} on {}: {difference}", program.display(), input.text));
                }
            }
        }
        complete += usize::from(finished >= KEPT + FURTHER);
        if expected != (finished >= KEPT + FURTHER) {
            let endings: Vec<_> = explored.paths.iter().take(3).map(|path| &path.ending).collect();
            wrong.push(format!("{}: {finished} inputs compared: {endings:?}", program.display()));
        }
    });
    assert!(!compared || complete >= 60, "only {complete} programs were compared");
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/fortran");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the programs")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "f" || ending == "f90"))
        .collect();
    files.sort();
    assert!(files.len() >= 60, "there are only {} programs", files.len());
    files
}

fn load(program: &Path) -> Session {
    Session::load(&[program.to_owned()], None).unwrap_or_else(|error| {
        panic!("{}: {error:?}", program.display());
    })
}

/// An input as a line, and as what READ takes from it.
struct Input {
    text: String,
    reads: Reads,
}

/// Random inputs of the kinds the program's first line names; the same every time.
fn inputs(program: &Path) -> Vec<Input> {
    let text = std::fs::read_to_string(program).expect("readable");
    let kinds = text.lines().next().and_then(|line| line.split_once("inputs:")).expect("a line of inputs").1;
    let mut random = Random::new(text.len() as u64 + 3);
    let mut one = || {
        let mut reads = Reads::new();
        let values: Vec<_> =
            kinds.split_whitespace().map(|kind| random_value(kind, &mut random, &mut reads)).collect();
        Input { text: values.join(" "), reads }
    };
    (0..KEPT + FURTHER).map(|_| one()).collect()
}

/// A value of `int(low,high)`, `real(low,high)` (a multiple of a quarter) or `word8(one,of,these)`.
fn random_value(kind: &str, random: &mut Random, reads: &mut Reads) -> String {
    let (kind, choice) = kind.trim_end_matches(')').split_once('(').expect("kind(choice)");
    let choice: Vec<&str> = choice.split(',').collect();
    let mut between = |factor: i64| {
        let [low, high] = [0, 1].map(|at| choice[at].parse::<i64>().expect("a number") * factor);
        low + random.below((high - low + 1) as u64) as i64
    };
    match kind {
        "int" => {
            let value = between(1);
            reads.push(Constant::Int(value.into()));
            value.to_string()
        }
        "real" => {
            let count = between(4);
            reads.push(quarters(count));
            format!("{:.2}", count as f64 / 4.0)
        }
        word => {
            let length: usize = word.trim_start_matches("word").parse().expect("word and a length");
            let chosen = choice[random.below(choice.len() as u64) as usize];
            reads.extend(
                format!("{chosen:length$}").bytes().take(length).map(|code| Constant::Int(code.into())),
            );
            format!("'{chosen}'")
        }
    }
}

fn main_call(session: &Session, options: &Options) -> Call {
    let main = session.program().main.expect("a main program");
    session.call(&session.program().procedures[main].name, options).expect("a call")
}

/// What ordinary execution writes.
fn run(program: &Path, session: &Session, input: &str) -> String {
    let options = Options {
        arithmetic: Some(Arithmetic::Machine),
        text_input: Some(format!("{input}\n").into_bytes()),
        ..Options::default()
    };
    let call = main_call(session, &options);
    let mut written = String::new();
    let report = session.run(&call, &options, |line| {
        if let Written::Output(line) = line {
            written += line;
            written.push('\n');
        }
    });
    assert!(report.outputs.is_empty(), "{}: nobody called it", program.display());
    assert_eq!(report.end, RunEnd::Finished, "{} on {input}: {:?}", program.display(), report.detail);
    written
}

/// Does something with every program and its compiled form; `false` if there is no gfortran.
fn with_gfortran(mut check: impl FnMut(&Path, &Compiled, &Session, &mut Vec<String>)) -> bool {
    if Command::new("gfortran").arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("skipped: there is no gfortran here");
        return false;
    }
    static RUNS: AtomicU32 = AtomicU32::new(0);
    let number = RUNS.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("sextant-fortran-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for compiled programs");
    let mut wrong = Vec::new();
    for program in &programs() {
        let compiled = Compiled::new(program, &folder);
        check(program, &compiled, &load(program), &mut wrong);
    }
    std::fs::remove_dir_all(&folder).expect("the folder can go");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    true
}

/// A program compiled by gfortran.
struct Compiled {
    program: PathBuf,
    folder: PathBuf,
}

impl Compiled {
    fn new(source: &Path, folder: &Path) -> Self {
        let program = folder.join(source.file_stem().expect("a file"));
        let done = Command::new("gfortran")
            .args(["-std=legacy", "-w", "-J"])
            .arg(folder)
            .arg("-o")
            .arg(&program)
            .arg(source)
            .output()
            .expect("gfortran runs");
        assert!(done.status.success(), "{}: {}", source.display(), String::from_utf8_lossy(&done.stderr));
        Self { program, folder: folder.to_owned() }
    }

    fn run(&self, input: &str) -> String {
        let mut child = Command::new(&self.program)
            .current_dir(&self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut pipe = child.stdin.take().expect("a pipe");
        writeln!(pipe, "{input}").expect("it reads");
        drop(pipe);
        let output = child.wait_with_output().expect("it ends");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}
