//! Cases as a Fortran program, compiled and run by gfortran.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use sextant_records::{Type, Value};

use super::case::{Action, Case, Item, type_name};

/// What gfortran's program prints for each case, or nothing if there is no gfortran.
pub fn run(cases: &[Case], folder: &Path) -> Option<Vec<Vec<String>>> {
    Command::new("gfortran").arg("--version").output().ok()?;
    std::fs::create_dir_all(folder).expect("a folder for the program");
    let (source, program) = (folder.join("cases.f90"), folder.join("cases"));
    std::fs::write(&source, program_text(cases)).expect("the program's text");
    for (number, case) in cases.iter().enumerate().filter(|(_, case)| case.reads()) {
        let text: String = case.input.iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(folder.join(format!("in{number}")), text).expect("the input");
    }
    let options = ["-std=legacy", "-w", "-O0", "-fno-range-check", "-ffree-line-length-none", "-o"];
    let compiled =
        Command::new("gfortran").args(options).arg(&program).arg(&source).output().expect("gfortran");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(&program).current_dir(folder).output().expect("the program");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let results = split(&text);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(results.len(), cases.len(), "the program stopped early: {stderr}");
    Some(results)
}

/// The output of each case: lines behind `|`, or the error behind `!`.
fn split(text: &str) -> Vec<Vec<String>> {
    let mut results = Vec::new();
    let mut lines: Vec<String> = Vec::new();
    for line in text.split('\n') {
        if let Some((_, status)) = line.split_once("@@=") {
            let (code, message) = status.split_at(status.find(' ').unwrap_or(status.len()));
            if code == "0" {
                results.push(std::mem::take(&mut lines));
            } else {
                results.push(vec![format!("! {code} {}", message.trim())]);
                lines.clear();
            }
        } else if line == "@@begin" {
            lines.clear();
        } else {
            lines.push(format!("|{line}"));
        }
    }
    results
}

fn program_text(cases: &[Case]) -> String {
    let mut text = String::new();
    for (number, case) in cases.iter().enumerate() {
        text += &procedure(number, case);
    }
    text += "program cases\n";
    for number in 0..cases.len() {
        writeln!(text, "call case{number}()").expect("a string takes it");
    }
    text + "end program\n"
}

fn procedure(number: usize, case: &Case) -> String {
    let mut declarations = String::new();
    let mut before = String::new();
    let mut names = Vec::new();
    for (index, item) in case.items.iter().enumerate() {
        let name = if item.name.is_empty() { format!("v{index}") } else { item.name.clone() };
        declarations += &declaration(&name, item);
        for (element, value) in item.values.iter().enumerate() {
            let subscript = if item.values.len() > 1 { format!("({})", element + 1) } else { String::new() };
            writeln!(before, "{name}{subscript} = {}", constant(value)).expect("a string takes it");
        }
        names.push(name);
    }
    let list = names.join(",");
    if matches!(case.action, Action::Namelist(_) | Action::ReadNamelist) {
        writeln!(declarations, "namelist /grp/ {list}").expect("a string takes it");
    }
    if let Action::Write(format) | Action::Internal(format, ..) | Action::Read(format) = &case.action {
        writeln!(declarations, "character({}) :: fmt", format.len()).expect("a string takes it");
        writeln!(before, "fmt = {}", quoted(format.as_bytes())).expect("a string takes it");
    }
    let (more, statement) = statement(number, case, &list);
    let after = if case.reads() { prints(&names, case) } else { String::new() };
    format!(
        "subroutine case{number}()\ninteger :: ios\ncharacter(400) :: msg\n{declarations}{more}ios = 0\nmsg = ' '\n\
         {before}write(*,'(a)') '@@begin'\n{statement}if (ios == 0) then\n{after}endif\n\
         write(*,'(a,i0,1x,a)') '@@=', ios, trim(msg(:index(msg//new_line('a'),new_line('a'))-1))\nend subroutine\n"
    )
}

/// The statement of the case, and declarations that it needs.
fn statement(number: usize, case: &Case, list: &str) -> (String, String) {
    let ends = "iostat=ios,iomsg=msg";
    // Formats go through a variable: the compiler would refuse some that the library takes.
    let format = |_: &String| "fmt".to_owned();
    let open = format!("open(10,file='in{number}',status='old')\n");
    let records = |count: &usize, length: &usize| format!("character({length}) :: buf({count})\n");
    let shown = |count: &usize| {
        format!(
            "if (ios==0) then\ndo ios=1,{count}\nwrite(*,'(3a)') '\"',buf(ios),'\"'\nenddo\nios=0\nendif\n"
        )
    };
    let fill = "buf = repeat('#',200)\n";
    match &case.action {
        Action::Write(text) => (String::new(), format!("write(*,{},{ends}) {list}\n", format(text))),
        Action::Internal(text, count, length) => (
            records(count, length),
            format!("{fill}write(buf,{},{ends}) {list}\n{}", format(text), shown(count)),
        ),
        Action::ListInternal(count, length) => {
            (records(count, length), format!("{fill}write(buf,*,{ends}) {list}\n{}", shown(count)))
        }
        Action::List(delimiter) if delimiter.is_empty() => {
            (String::new(), format!("write(*,*,{ends}) {list}\n"))
        }
        Action::List(delimiter) => (String::new(), format!("write(*,*,delim='{delimiter}',{ends}) {list}\n")),
        Action::Namelist(delimiter) if delimiter.is_empty() => {
            (String::new(), format!("write(*,grp,{ends})\n"))
        }
        Action::Namelist(delimiter) => (String::new(), format!("write(*,grp,delim='{delimiter}',{ends})\n")),
        Action::Read(text) => {
            (String::new(), format!("{open}read(10,{},{ends}) {list}\nclose(10)\n", format(text)))
        }
        Action::ReadList => (String::new(), format!("{open}read(10,*,{ends}) {list}\nclose(10)\n")),
        Action::ReadNamelist => (String::new(), format!("{open}read(10,grp,{ends})\nclose(10)\n")),
    }
}

fn declaration(name: &str, item: &Item) -> String {
    let of = match item.of {
        Type::Integer(kind) => format!("integer({kind})"),
        Type::Real32 => "real(4)".into(),
        Type::Real64 => "real(8)".into(),
        Type::Complex32 => "complex(4)".into(),
        Type::Complex64 => "complex(8)".into(),
        Type::Logical(kind) => format!("logical({kind})"),
        Type::Character(length) => format!("character({length})"),
    };
    let shape = if item.values.len() > 1 { format!("({})", item.values.len()) } else { String::new() };
    format!("{of} :: {name}{shape}\n")
}

fn constant(value: &Value) -> String {
    let single = |value: f32| format!("transfer(int(z'{:08X}',4),1.0_4)", value.to_bits());
    let double = |value: f64| format!("transfer(int(z'{:016X}',8),1.0_8)", value.to_bits());
    match value {
        Value::Integer(value, kind) if *value < 0 => format!("-{}_{kind}", value.unsigned_abs()),
        Value::Integer(value, kind) => format!("{value}_{kind}"),
        Value::Real32(value) => single(*value),
        Value::Real64(value) => double(*value),
        Value::Complex32(re, im) => format!("cmplx({},{},4)", single(*re), single(*im)),
        Value::Complex64(re, im) => format!("cmplx({},{},8)", double(*re), double(*im)),
        Value::Logical(value, kind) => format!(".{value}._{kind}"),
        Value::Character(text) => quoted(text),
        Value::Opaque(..) => panic!("gfortran knows no symbols"),
    }
}

fn quoted(text: &[u8]) -> String {
    format!("'{}'", String::from_utf8_lossy(text).replace('\'', "''"))
}

/// Statements that print what was read.
fn prints(names: &[String], case: &Case) -> String {
    let mut text = String::new();
    for (name, item) in names.iter().zip(&case.items) {
        let format = match item.of {
            Type::Integer(_) => "i0",
            Type::Real32 => "z8.8",
            Type::Real64 => "z16.16",
            Type::Complex32 => "z8.8,'','',z8.8",
            Type::Complex64 => "z16.16,'','',z16.16",
            Type::Logical(_) => "l1",
            Type::Character(_) => "'''''''',a,''''''''",
        };
        let of = type_name(item.of);
        writeln!(text, "write(*,'(''{of} '',{format})') {name}").expect("a string takes it");
    }
    text
}
