//! Random data transfers, compared with gfortran's character for character. Skipped, with a word, where gfortran is
//! not installed. `RECORDS_SEED` and `RECORDS_CASES` choose another or a longer run; `RECORDS_KEEP` names a folder that
//! gets the cases with gfortran's results, in the form of the corpus.

mod oracle;

use oracle::case::Case;
use oracle::random::Random;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn compare(name: &str, generate: fn(&mut Random) -> Case) {
    let mut random = Random::new(setting("RECORDS_SEED", 1));
    let cases: Vec<Case> = (0..setting("RECORDS_CASES", 150)).map(|_| generate(&mut random)).collect();
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let Some(expected) = oracle::fortran::run(&cases, &folder) else {
        eprintln!("skipped: gfortran is not installed");
        return;
    };
    if let Some(kept) = std::env::var_os("RECORDS_KEEP") {
        let case = |(case, expected): (&Case, &Vec<String>)| {
            Case { expected: expected.clone(), ..case.clone() }.show()
        };
        let text: String = cases.iter().zip(&expected).map(case).collect();
        std::fs::write(std::path::Path::new(&kept).join(format!("random-{name}.txt")), text)
            .expect("a kept file");
    }
    let mut failures = 0;
    for (case, expected) in cases.iter().zip(expected) {
        let ours = oracle::ours::run(case);
        // What an erroneous statement has left in its record may follow the message.
        let same_error = ours[..].first().is_some_and(|line| line.starts_with('!'))
            && expected.len() == 1
            && expected[0].starts_with(&ours[0]);
        if ours != expected && !same_error {
            failures += 1;
            if failures <= 15 {
                eprintln!("{}gfortran:\n{}\nours:\n{}\n", case.show(), expected.join("\n"), ours.join("\n"));
            }
        }
    }
    assert_eq!(failures, 0, "{failures} of {} cases differ", cases.len());
}

#[test]
fn formatted_output() {
    compare("write", oracle::random::write);
}

#[test]
fn internal_files() {
    compare("internal", oracle::random::internal);
}

#[test]
fn list_directed_output() {
    compare("list", oracle::random::list);
}

#[test]
fn namelist_output() {
    compare("namelist", oracle::random::namelist);
}

#[test]
fn formatted_input() {
    compare("read", oracle::random_input::read);
}

#[test]
fn list_directed_input() {
    compare("readlist", oracle::random_input::list);
}

#[test]
fn namelist_input() {
    compare("readnamelist", oracle::random_input::namelist);
}
