//! What compiled programs do, beside ordinary execution in machine arithmetic.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use crate::{Case, Claims, Datum, Language, Outcome, Program, Type, same_value};

/// Where ordinary execution of a program differs from gcc's or gfortran's program; its inputs are those of a seed.
///
/// Compiled with sanitizers (gcc) or checks (gfortran); what these end with a message counts as an error. gcc simplifies some
/// sums before its sanitizers see them: where it misses an error, clang is asked. gfortran does not notice overflow, so that
/// an error of ordinary execution is not compared there.
pub fn compiled(program: &Program, seed: u64, inputs: usize) -> Vec<String> {
    let inputs = Case::inputs(program, seed, inputs);
    let mut wrong = Vec::new();
    for language in [Language::C, Language::Fortran] {
        if !language.has(program) {
            continue;
        }
        let Ok(case) = Case::new(program, language, inputs.clone()) else { continue };
        let compiler = if language == Language::C { "gcc" } else { "gfortran" };
        let mut found = run_all(&case, seed, compiler).map(|found| differences(&case, &found));
        let missed = |difference: &(Outcome, String)| matches!(difference.0, Outcome::Error(_));
        if found.as_ref().is_ok_and(|found| found.iter().any(missed)) {
            found = run_all(&case, seed, "clang").map(|found| differences(&case, &found));
        }
        match found {
            Ok(found) => wrong.extend(found.into_iter().map(|(_, what)| what)),
            Err(what) => wrong.push(what),
        }
    }
    wrong
}

/// Where the outcomes differ: what ordinary execution does, and all in words.
fn differences(case: &Case, found: &[Option<String>]) -> Vec<(Outcome, String)> {
    let mut wrong = Vec::new();
    for (input, compiled) in case.inputs.iter().zip(found) {
        let own = case.run(&case.session, input, &case.on_machine());
        let agrees = match (&own, compiled) {
            (Outcome::Returned(value), Some(other)) => same_number(value, other),
            (Outcome::Error(_), None) | (Outcome::Other(_), _) => true,
            (Outcome::Error(_), Some(_)) => case.language == Language::Fortran,
            (Outcome::Returned(_), None) => false,
        };
        if !agrees {
            let what = format!("{}: {own:?}, compiled {compiled:?}\n{}", case.call(input), case.text);
            wrong.push((own, what));
        }
    }
    wrong
}

/// Reals are printed with all their digits, which need not be the shortest.
fn same_number(left: &str, right: &str) -> bool {
    let real = |text: &str| text.parse::<f64>().ok();
    same_value(left, right)
        || matches!((real(left), real(right)), (Some(left), Some(right))
            if left == right || left as f32 == right as f32 || (left.is_nan() && right.is_nan()))
}

/// What the compiled program returns for each input; none where it ends with an error.
fn run_all(case: &Case, seed: u64, compiler: &str) -> Result<Vec<Option<String>>, String> {
    let folder = std::env::temp_dir().join(format!("sextant-agree-{}-{seed}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let result = compile_and_run(case, &folder, compiler);
    std::fs::remove_dir_all(&folder).ok();
    result
}

fn compile_and_run(case: &Case, folder: &Path, compiler: &str) -> Result<Vec<Option<String>>, String> {
    let (file, flags, text) = match case.language {
        Language::C => (
            "driver.c",
            &["-w", "-O0", "-fsanitize=undefined,address", "-fno-sanitize-recover=all", "-ffp-contract=off"]
                [..],
            c_driver(case),
        ),
        _ => ("driver.f90", &["-w", "-O0", "-fcheck=all"][..], fortran_driver(case)),
    };
    let (source, program) = (folder.join(file), folder.join("driver"));
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let done = Command::new(compiler).args(flags).arg("-o").arg(&program).arg(&source).arg("-lm").output();
    let done = done.map_err(|error| format!("{compiler}: {error}"))?;
    if !done.status.success() {
        return Err(format!("{compiler}: {}\n{}", String::from_utf8_lossy(&done.stderr), case.text));
    }
    let one = |number: usize| {
        let output =
            Command::new(&program).arg(number.to_string()).output().map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Ok(output.status.success().then_some(text))
    };
    (0..case.inputs.len()).map(one).collect()
}

fn c_driver(case: &Case) -> String {
    let mut text = Language::C.print(&case.program, &Claims::default());
    text.push_str("#include <stdio.h>\nint atoi(const char *);\nint main(int n, char **arguments)\n{\n   switch (atoi(arguments[1])) {\n");
    let ty = case.program.main().result.as_ref().map_or(Type::INT, |result| result.ty);
    let format = match ty {
        Type::Real { .. } => "%.17g",
        Type::Int { signed: false, .. } => "%lu",
        _ => "%ld",
    };
    let cast = match ty {
        Type::Real { .. } => "double",
        Type::Int { signed: false, .. } => "unsigned long",
        _ => "long",
    };
    for (number, input) in case.inputs.iter().enumerate() {
        let arguments: Vec<String> = input
            .iter()
            .map(|datum| match datum {
                Datum::Int(value) if *value == i128::from(i64::MIN) => {
                    "(-9223372036854775807L - 1)".to_owned()
                }
                Datum::Int(value) if *value > i128::from(i64::MAX) => format!("{value}UL"),
                _ => datum.written(Language::C),
            })
            .collect();
        let call = format!("{}({})", case.name(), arguments.join(", "));
        let _ = writeln!(text, "   case {number}: printf(\"{format}\\n\", ({cast}){call}); break;");
    }
    text.push_str("   }\n   return 0;\n}\n");
    text
}

fn fortran_driver(case: &Case) -> String {
    let ty = case.program.main().result.as_ref().map_or(Type::INT, |result| result.ty);
    let declared = match ty {
        Type::Int { bits, .. } => format!("integer({})", bits / 8),
        Type::Real { bits } => format!("real({})", bits / 8),
        Type::Logical => "logical".to_owned(),
    };
    let format = match ty {
        Type::Int { .. } => "(i0)",
        Type::Real { .. } => "(es30.20e4)",
        Type::Logical => "(i0)",
    };
    let name = case.name();
    let mut text = format!(
        "program driver\n   implicit none\n   {declared} :: {name}\n   character(20) :: argument\n   integer :: number\n   call get_command_argument(1, argument)\n   read (argument, *) number\n   select case (number)\n"
    );
    for (number, input) in case.inputs.iter().enumerate() {
        let arguments: Vec<String> = case
            .parameters()
            .iter()
            .zip(input)
            .map(|((_, ty), datum)| fortran_argument(*ty, *datum))
            .collect();
        let call = format!("{name}({})", arguments.join(", &\n      "));
        let shown = if ty == Type::Logical { format!("merge(1, 0, {call})") } else { call };
        let _ = writeln!(text, "   case ({number})\n      print '{format}', {shown}");
    }
    text.push_str("   end select\nend program driver\n");
    text.push_str(&Language::Fortran.print(&case.program, &Claims::default()));
    text
}

fn fortran_argument(ty: Type, datum: Datum) -> String {
    match (ty, datum) {
        (Type::Int { bits, .. }, Datum::Int(value)) if value == -(1i128 << (bits - 1)) => {
            format!("(-{}_{1} - 1_{1})", -(value + 1), bits / 8)
        }
        (Type::Int { bits, .. } | Type::Real { bits }, _) => {
            format!("{}_{}", datum.written(Language::Fortran), bits / 8)
        }
        _ => datum.written(Language::Fortran),
    }
}
