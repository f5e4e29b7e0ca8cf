//! Compiled tests: the suite is compiled with the program, run test by test, and gcov says what was covered.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use sextant_flow::{Action, FlowGraph, instructions};
use sextant_report::{GoalStatus, IncludedFile, PathEnd, SuiteReport, TestRow, TestVerdict, name_in_driver};
use sextant_session::{Folder, Session};
use sextant_syntax::Primitive;

/// The time one compiled test may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// Bytes that are read of what a test writes; one that writes more does not end.
const MOST_WRITTEN: u64 = 16 << 20;

/// What came of compiling and running a suite.
#[derive(Clone, Debug, Default)]
pub struct Confirmation {
    /// The tests that were run.
    pub verdicts: Vec<TestVerdict>,
    /// Branches that gcov counts in lines of the program, and how many of them were taken.
    pub branches: (u64, u64),
    /// Lines that gcov counts, and how many of them were executed.
    pub lines: (u64, u64),
    /// Places where gcov and the suite disagree: all goals of a line are covered, but gcov knows a way not taken.
    pub disagreements: Vec<String>,
    /// Lines in which gcov knows a way not taken, with how many.
    pub untaken: Vec<(String, u32, u64)>,
    /// Why tests are not run.
    pub not_run: Vec<String>,
    /// What the compiler says of a suite that it does not compile.
    pub message: Option<String>,
    /// Whether some tests were not run because time ran out.
    pub is_cut: bool,
    /// The folder with what did not compile.
    pub kept: Option<PathBuf>,
}

/// What gcov says of one line.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    executed: bool,
    branches: u64,
    taken: u64,
}

/// Compiles and runs a suite of a C or Fortran program; `flags` are what a C compiler is told of the program. No test
/// begins after the time that is given.
pub fn confirm(
    session: &Session,
    suite: &SuiteReport,
    flags: &[String],
    until: Option<Instant>,
) -> Result<Confirmation, String> {
    let folder = Folder::new()?;
    let mut confirmation = Confirmation { not_run: not_run(suite), ..Confirmation::default() };
    let program = match compile(session, suite, flags, &folder.0)? {
        Ok(program) => program,
        Err(message) => {
            confirmation.message = Some(message);
            confirmation.kept = Some(folder.keep());
            return Ok(confirmation);
        }
    };
    let own = suite.tests().filter(|(unit, _)| unit.driver.refused.is_none());
    for (unit, test) in own.filter(|(_, test)| !test.is_failing()) {
        let patience =
            until.map_or(PATIENCE, |until| PATIENCE.min(until.saturating_duration_since(Instant::now())));
        if patience.is_zero() {
            confirmation.not_run.push("the other tests are not run: time ran out (--timeout)".to_owned());
            confirmation.is_cut = true;
            break;
        }
        let input = (session.is_fortran() && unit.driver.program).then(|| fortran_input(test));
        let output = run(&program, &folder.0, (&test.name, patience), input)?;
        let failure = match output.status.code() {
            Some(status) if session.is_fortran() && ends_otherwise(test, status) => {
                Some(format!("ends with status {status}: {}", said(&output)))
            }
            Some(_) if session.is_fortran() && unit.driver.program => differs(&output, test),
            Some(_) if session.is_fortran() && test.expected.end == PathEnd::Stopped => None,
            Some(0) => None,
            Some(status) => Some(format!("ends with status {status}: {}", said(&output))),
            None => Some(format!("is killed or does not end: {}", said(&output))),
        };
        confirmation.verdicts.push(TestVerdict { name: test.name.clone(), failure });
    }
    let counted = gcov(session, &folder.0)?;
    confirmation.compare(suite, &counted);
    Ok(confirmation)
}

/// Why some tests of a suite are not run.
fn not_run(suite: &SuiteReport) -> Vec<String> {
    let mut found = Vec::new();
    for unit in &suite.units {
        let name = &unit.procedure;
        match &unit.driver.refused {
            Some(reason) => found.push(format!("{name} is not run: {reason}")),
            None if unit.tests.is_empty() => found.push(format!("{name} has no tests")),
            None if unit.tests.iter().all(TestRow::is_failing) => {
                found.push(format!("{name} is not run: each of its tests shows an error"));
            }
            None => {}
        }
    }
    if suite.units.is_empty() {
        found.push("there is nothing to test".to_owned());
    }
    found
}

/// The files of the program, as far as they are files, without those that other ones include.
fn files(session: &Session) -> Vec<PathBuf> {
    let sources = session.sources();
    let is_included = |file: &Path| {
        let Some(name) = file.file_name().and_then(|name| name.to_str()) else { return false };
        sources.ids().any(|id| {
            let lines = sources.text(id).lines().map(str::trim_start);
            let mut includes =
                lines.filter_map(|line| line.strip_prefix('#')?.trim_start().strip_prefix("include"));
            includes.any(|what| {
                let what = what.trim().trim_matches(['"', '<', '>']);
                what.rsplit('/').next() == Some(name)
            })
        })
    };
    let mut found: Vec<PathBuf> = Vec::new();
    for file in sources.ids().filter_map(|id| PathBuf::from(sources.name(id)).canonicalize().ok()) {
        if is_source(&file) && !found.contains(&file) && !is_included(&file) {
            found.push(file);
        }
    }
    found
}

/// A file of the program as a driver includes it under a path. A driver includes all files at once: a later static function
/// of a name that is there already gets another one.
pub fn included(session: &Session, file: &Path, path: String) -> IncludedFile {
    let sources = session.sources();
    let same = |name: &str| {
        Path::new(name).canonicalize().is_ok_and(|known| file.canonicalize().is_ok_and(|file| file == known))
    };
    let here = |graph: &&FlowGraph| same(sources.name(graph.span.source));
    let renamed = session.program().procedures.iter().filter(|graph| graph.name.contains('\'')).filter(here);
    let renamed = renamed.filter_map(|graph| {
        let (name, _) = graph.name.split_once('\'')?;
        Some((name.to_owned(), name_in_driver(&graph.name)))
    });
    IncludedFile { path, renamed: renamed.collect() }
}

/// The functions that the program calls and does not define.
fn undefined(session: &Session) -> BTreeSet<&str> {
    let all = session.program().procedures.iter().flat_map(instructions);
    all.filter_map(|instruction| match &instruction.action {
        Action::Primitive(Primitive::Unknown(name) | Primitive::Pure(name), ..) => Some(name.as_str()),
        _ => None,
    })
    .collect()
}

/// The same flags where the compiler works in another folder.
fn anywhere(flags: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for flag in flags {
        let is_path = found.last().is_some_and(|before| before == "-I" || before == "-include");
        let path = Path::new(flag).canonicalize().ok().filter(|_| is_path);
        found.push(path.map_or_else(|| flag.clone(), |path| path.display().to_string()));
    }
    found
}

/// The program of a suite, or what the compiler says against it.
fn compile(
    session: &Session,
    suite: &SuiteReport,
    flags: &[String],
    folder: &Path,
) -> Result<Result<PathBuf, String>, String> {
    let program = folder.join("suite");
    let files = files(session);
    let mut command;
    if session.is_c() {
        let driver = folder.join("suite.c");
        let include: Vec<IncludedFile> =
            files.iter().map(|file| included(session, file, file.display().to_string())).collect();
        // No test that is run calls what is not defined.
        let weak: String = undefined(session).iter().map(|name| format!("#pragma weak {name}\n")).collect();
        write(&driver, &format!("{weak}{}", suite.c_program(&include)))?;
        command = Command::new("gcc");
        command.args(["--coverage", "-O0", "-w"]).args(anywhere(flags));
        command.arg("-o").arg(&program).arg(&driver).arg("-lm");
    } else if session.is_fortran() {
        command = Command::new("gfortran");
        command.args([
            "--coverage",
            "-O0",
            "-w",
            "-std=legacy",
            "-fno-range-check",
            "-ffree-line-length-none",
        ]);
        command.arg("-J").arg(folder).arg("-o").arg(&program).args(&files);
        if session.program().main.is_none() {
            let driver = folder.join("driver.f90");
            write(&driver, &suite.fortran_program())?;
            command.arg(&driver);
        }
    } else {
        return Err("only suites of C and Fortran programs are compiled".into());
    }
    let output = command.current_dir(folder).output().map_err(|error| format!("no compiler: {error}"))?;
    Ok(match output.status.success() {
        true => Ok(program),
        false => Err(String::from_utf8_lossy(&output.stderr).trim_end().to_owned()),
    })
}

/// What gcov counts in the files of the program, by file and line.
fn gcov(session: &Session, folder: &Path) -> Result<BTreeMap<(String, u32), Counted>, String> {
    let notes = std::fs::read_dir(folder).map_err(|error| error.to_string())?;
    let data: Vec<PathBuf> = notes
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "gcda"))
        .collect();
    let output = Command::new("gcov")
        .args(["--branch-probabilities", "--json-format", "--stdout"])
        .args(&data)
        .current_dir(folder)
        .output()
        .map_err(|error| format!("no gcov: {error}"))?;
    let files: BTreeMap<PathBuf, String> = session
        .sources()
        .ids()
        .filter_map(|id| {
            let name = session.sources().name(id);
            Path::new(name).canonicalize().ok().map(|path| (path, name.to_owned()))
        })
        .collect();
    let mut counted = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(report) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        for file in report["files"].as_array().into_iter().flatten() {
            let path = folder.join(file["file"].as_str().unwrap_or_default());
            let Some(name) = path.canonicalize().ok().and_then(|path| files.get(&path)) else { continue };
            for line in file["lines"].as_array().into_iter().flatten() {
                add_line(&mut counted, name, line);
            }
        }
    }
    Ok(counted)
}

fn add_line(counted: &mut BTreeMap<(String, u32), Counted>, name: &str, line: &serde_json::Value) {
    let number = line["line_number"].as_u64().unwrap_or(0) as u32;
    let known = counted.entry((name.to_owned(), number)).or_default();
    known.executed |= line["count"].as_u64().unwrap_or(0) > 0;
    for branch in line["branches"].as_array().into_iter().flatten() {
        // Ways that only exceptions take are none of the program's.
        if branch["throw"].as_bool() != Some(true) {
            known.branches += 1;
            known.taken += u64::from(branch["count"].as_u64().unwrap_or(0) > 0);
        }
    }
}

impl Confirmation {
    fn compare(&mut self, suite: &SuiteReport, counted: &BTreeMap<(String, u32), Counted>) {
        for ((file, line), counted) in counted {
            self.branches.0 += counted.branches;
            self.branches.1 += counted.taken;
            self.lines.0 += 1;
            self.lines.1 += u64::from(counted.executed);
            let missing = counted.branches - counted.taken;
            if missing == 0 {
                continue;
            }
            self.untaken.push((file.clone(), *line, missing));
            let of_line = suite.goals.iter().filter(|goal| goal.file == *file && goal.line == *line);
            let mut of_line = of_line.peekable();
            if of_line.peek().is_some() && of_line.all(|goal| goal.status == GoalStatus::Covered) {
                self.disagreements.push(format!("{file}:{line}: gcov knows {missing} ways not taken"));
            }
        }
    }
}

fn is_source(file: &Path) -> bool {
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
    matches!(ending.as_str(), "c" | "i" | "f" | "for" | "ftn" | "f77" | "f90" | "f95" | "f03" | "f08")
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn said(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    let wanted = text.lines().find(|line| line.contains("rror") || line.contains("not so"));
    wanted.or(text.lines().next()).unwrap_or("it says nothing").trim().to_owned()
}

/// Whether a program of Fortran that was to stop has another status than was recorded.
fn ends_otherwise(test: &TestRow, status: i32) -> bool {
    test.expected.end == PathEnd::Stopped
        && test.expected.status.is_some_and(|wanted| wanted != i64::from(status))
}

/// Whether a program wrote something else than was recorded: the first line that differs.
fn differs(output: &Output, test: &TestRow) -> Option<String> {
    let found = String::from_utf8_lossy(&output.stdout);
    let mut found = found.lines().map(str::trim_end);
    let mut wanted = test.expected.written.as_deref().unwrap_or_default().lines().map(str::trim_end);
    loop {
        match (found.next(), wanted.next()) {
            (None, None) => return None,
            (found, wanted) if found == wanted => {}
            (found, wanted) => {
                let [found, wanted] = [found, wanted].map(|line| line.unwrap_or("nothing more"));
                return Some(format!("writes {found:?} in place of {wanted:?}"));
            }
        }
    }
}

/// The values that a Fortran program reads, one on each line.
fn fortran_input(test: &TestRow) -> String {
    let read = test.inputs.iter().filter(|input| input.name.starts_with("IN"));
    read.map(|input| format!("{}\n", input.value)).collect()
}

fn run(
    program: &Path,
    folder: &Path,
    (test, patience): (&str, Duration),
    input: Option<String>,
) -> Result<Output, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", program.display());
    let mut command = Command::new(program);
    command.current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    match input {
        Some(text) => {
            let path = folder.join("input.txt");
            write(&path, &text)?;
            command.stdin(std::fs::File::open(&path).map_err(failed)?);
        }
        None => drop(command.arg(test).stdin(Stdio::null())),
    }
    let mut child = command.spawn().map_err(failed)?;
    // Read while it runs: it could not go on when nobody takes what it writes.
    let [stdout, stderr] = [reading(child.stdout.take()), reading(child.stderr.take())];
    let began = Instant::now();
    let status = loop {
        match child.try_wait().map_err(failed)? {
            Some(status) => break status,
            None if began.elapsed() > patience => {
                let _ = child.kill();
                break child.wait().map_err(failed)?;
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let [stdout, stderr] = [stdout, stderr].map(|reader| reader.join().unwrap_or_default());
    Ok(Output { status, stdout, stderr })
}

/// What a test writes, read by a thread of its own.
fn reading(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut text = Vec::new();
        if let Some(pipe) = pipe {
            let _ = pipe.take(MOST_WRITTEN).read_to_end(&mut text);
        }
        text
    })
}
