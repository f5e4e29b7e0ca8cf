//! The long run by hand: `cargo xtask agree --programs N --seed S [--gcc] [--inputs N] [--method NAME] [--sections]`,
//! `cargo xtask agree --fusions --programs N --seed S`, and `cargo xtask agree --hazards --programs N --seed S`.

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sextant_agree::{
    Case, Claims, Hazards, Language, Method, Program, Tally, examine_program, fusions, generate,
    generate_sections, hazards,
};

/// Time for the check of one function that may go wrong.
const HAZARD_TIME: Duration = Duration::from_secs(10);

struct Wanted {
    programs: u64,
    seed: u64,
    inputs: usize,
    gcc: bool,
    fusions: bool,
    sections: bool,
    hazards: bool,
    show: bool,
    threads: usize,
    minutes: u64,
    methods: Vec<Method>,
}

impl Wanted {
    fn program(&self, seed: u64) -> Program {
        if self.sections { generate_sections(seed) } else { generate(seed) }
    }
}

fn main() -> ExitCode {
    let wanted = match read(std::env::args().skip(1)) {
        Ok(wanted) => wanted,
        Err(what) => {
            eprintln!(
                "{what}\nusage: agree [--programs N] [--seed S] [--inputs N] [--method NAME]… [--threads N] [--minutes N] [--gcc] [--fusions] [--hazards] [--sections] [--show]"
            );
            return ExitCode::from(2);
        }
    };
    if wanted.hazards {
        return endanger(&wanted);
    }
    if wanted.show {
        show(&wanted);
        return ExitCode::SUCCESS;
    }
    if wanted.fusions {
        return fuse(&wanted);
    }
    let tally = count(&wanted);
    println!("{}", tally.table());
    println!("time: {}\n", tally.times_text());
    println!("{}", tally.reasons_text());
    for (seed, language, what) in &tally.unusable {
        println!("unusable: seed {seed} {}: {what}", language.name());
    }
    mistakes(&tally, wanted.inputs);
    let mut bad = !tally.mistakes.is_empty();
    if wanted.gcc {
        bad |= !against_compilers(&wanted);
    }
    ExitCode::from(u8::from(bad))
}

fn read(mut arguments: impl Iterator<Item = String>) -> Result<Wanted, String> {
    let methods = Vec::new();
    let mut wanted = Wanted {
        programs: 100,
        seed: 1,
        inputs: 20,
        gcc: false,
        fusions: false,
        sections: false,
        hazards: false,
        show: false,
        threads: 1,
        minutes: 100_000,
        methods,
    };
    while let Some(argument) = arguments.next() {
        let mut number = || -> Result<u64, String> {
            let text = arguments.next().ok_or_else(|| format!("{argument} needs a number"))?;
            text.parse().map_err(|_| format!("{text} is no number"))
        };
        match argument.as_str() {
            "--programs" => wanted.programs = number()?,
            "--seed" => wanted.seed = number()?,
            "--inputs" => wanted.inputs = number()? as usize,
            "--threads" => wanted.threads = number()? as usize,
            "--minutes" => wanted.minutes = number()?,
            "--gcc" => wanted.gcc = true,
            "--fusions" => wanted.fusions = true,
            "--sections" => wanted.sections = true,
            "--hazards" => wanted.hazards = true,
            "--show" => wanted.show = true,
            "--method" => {
                let name = arguments.next().unwrap_or_default();
                let method = Method::ALL.into_iter().find(|method| method.name() == name);
                wanted.methods.push(method.ok_or_else(|| format!("there is no method {name}"))?);
            }
            other => return Err(format!("unknown argument {other}")),
        }
    }
    if wanted.methods.is_empty() {
        wanted.methods = Method::ALL.to_vec();
    }
    Ok(wanted)
}

/// Pairs of loops, a hundred from each seed.
fn fuse(wanted: &Wanted) -> ExitCode {
    let (mut bad, mut pairs, mut claimed) = (false, 0, 0);
    for seed in wanted.seed..wanted.seed + wanted.programs.div_ceil(100) {
        for language in [Language::C, Language::Fortran] {
            match fusions(seed, 100, language) {
                Ok(found) => {
                    (pairs, claimed) = (pairs + found.pairs, claimed + found.claimed);
                    bad |= !found.wrong.is_empty();
                    found.wrong.iter().for_each(|what| println!("WRONG: {what}"));
                }
                Err(what) => {
                    bad = true;
                    println!("unusable: seed {seed}: {what}");
                }
            }
        }
    }
    println!("{claimed} of {pairs} pairs of loops are said to be fusible");
    ExitCode::from(u8::from(bad))
}

/// C functions that may go wrong.
fn endanger(wanted: &Wanted) -> ExitCode {
    let next = AtomicU64::new(wanted.seed);
    let total = Mutex::new((Hazards::default(), false));
    std::thread::scope(|scope| {
        for _ in 0..wanted.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= wanted.seed + wanted.programs {
                        break;
                    }
                    let found = hazards(seed, HAZARD_TIME);
                    let mut total = total.lock().expect("no thread panics");
                    match found {
                        Ok(found) => {
                            found.wrong.iter().for_each(|what| println!("WRONG: {what}"));
                            total.0.absorb(found);
                        }
                        Err(what) => {
                            println!("unusable: seed {seed}: {what}");
                            total.1 = true;
                        }
                    }
                }
            });
        }
    });
    let (all, unusable) = total.into_inner().expect("no thread panics");
    println!(
        "{} functions: {} proved, {} refuted by {} inputs; {} runs beside; {} wrong answers",
        all.programs,
        all.proved,
        all.refuted,
        all.refutations,
        all.runs,
        all.wrong.len()
    );
    ExitCode::from(u8::from(unusable || !all.wrong.is_empty()))
}

fn show(wanted: &Wanted) {
    for seed in wanted.seed..wanted.seed + wanted.programs {
        let program = wanted.program(seed);
        for language in Language::ALL.into_iter().filter(|language| language.has(&program)) {
            println!("seed {seed}, {}\n{}", language.name(), language.print(&program, &Claims::default()));
        }
    }
}

fn count(wanted: &Wanted) -> Tally {
    std::panic::set_hook(Box::new(|_| {}));
    let next = AtomicU64::new(wanted.seed);
    let total = Mutex::new(Tally::default());
    let began = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..wanted.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= wanted.seed + wanted.programs
                        || began.elapsed().as_secs() / 60 >= wanted.minutes
                    {
                        break;
                    }
                    let mut tally = Tally::default();
                    examine_program(&wanted.program(seed), seed, wanted.inputs, &wanted.methods, &mut tally);
                    eprintln!("seed {seed}: {}", tally.times_text());
                    total.lock().expect("no thread panics").absorb(tally);
                }
            });
        }
    });
    total.into_inner().expect("no thread panics")
}

/// Wrong answers, one of each class with its smallest program.
fn mistakes(tally: &Tally, inputs: usize) {
    let mut seen = BTreeSet::new();
    for mistake in &tally.mistakes {
        println!(
            "WRONG: {} {} seed {}: {}",
            mistake.method.name(),
            mistake.language.name(),
            mistake.seed,
            mistake.what
        );
        if seen.insert((mistake.method, mistake.language, mistake.class())) {
            let inputs = Case::inputs(&mistake.program, mistake.seed, inputs);
            let (text, what) = mistake.smallest(&inputs);
            println!("smallest: {what}\n{text}");
        }
    }
}

fn against_compilers(wanted: &Wanted) -> bool {
    let mut good = true;
    for seed in wanted.seed..wanted.seed + wanted.programs {
        for what in sextant_agree::compiled(&wanted.program(seed), seed, wanted.inputs) {
            println!("compiler: seed {seed}: {what}");
            good = false;
        }
    }
    good
}
