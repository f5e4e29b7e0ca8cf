//! The generator gives what it promises.

use sextant_agree::{Answer, Case, Kind, Language, Program, Stmt, generate, shrink};

const SEEDS: std::ops::Range<u64> = 1..200;

fn loops(program: &Program) -> bool {
    !program.is_loop_free()
}

#[test]
fn the_same_seed_gives_the_same_program() {
    for seed in [1, 2, 77] {
        assert_eq!(generate(seed), generate(seed));
        assert_ne!(generate(seed), generate(seed + 1));
    }
}

#[test]
fn every_feature_occurs() {
    let programs: Vec<Program> = SEEDS.map(generate).collect();
    let occurs = |what: &str, found: &dyn Fn(&Program) -> bool| {
        let count = programs.iter().filter(|program| found(program)).count();
        assert!(count >= 10, "{what} in {count} of {} programs", programs.len());
        assert!(count < programs.len(), "{what} in every program");
    };
    occurs("loops", &loops);
    occurs("arrays", &|program| program.has(|expr| matches!(expr.kind, Kind::Element(..))));
    occurs("structures", &|program| program.has(|expr| matches!(expr.kind, Kind::Field(_))));
    occurs("functions", &|program| program.has(|expr| matches!(expr.kind, Kind::Call(..))));
    occurs("connectives", &|program| program.has(|expr| matches!(expr.kind, Kind::And(..) | Kind::Or(..))));
    occurs("intrinsics", &|program| program.has(|expr| matches!(expr.kind, Kind::Intrinsic(..))));
    occurs("conversions", &|program| program.has(|expr| matches!(expr.kind, Kind::Converted(_))));
    occurs("Fortran", &|program| Language::Fortran.has(program));
    occurs("PL/I", &|program| Language::Pli.has(program));
}

#[test]
fn a_program_is_shrunk_to_what_matters() {
    let divides = |program: &Program| {
        program.has(|expr| matches!(expr.kind, Kind::Arithmetic(sextant_agree::Arithmetic::Divide, ..)))
    };
    let program =
        SEEDS.map(generate).find(|program| divides(program) && loops(program)).expect("there is one");
    let smallest = shrink(&program, divides);
    assert!(divides(&smallest));
    let statements = |program: &Program| -> Vec<Stmt> {
        program.procedures.iter().flat_map(|procedure| procedure.body.clone()).collect()
    };
    assert!(statements(&smallest).len() <= 1, "{smallest:?}");
}

#[test]
fn every_text_is_read_and_executed() {
    for seed in 1..40 {
        let program = generate(seed);
        for language in Language::ALL.into_iter().filter(|language| language.has(&program)) {
            let case = Case::new(&program, language, Case::inputs(&program, seed, 3));
            let case = case.unwrap_or_else(|what| panic!("seed {seed} in {}: {what}", language.name()));
            assert!(case.is_answered(), "seed {seed}: {:?}\n{}", case.outcomes, case.text);
        }
    }
    assert_eq!(Answer::Agrees.and(Answer::Undecided(String::new())).word(), "undecided");
}
