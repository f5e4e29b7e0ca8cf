//! K4 for Fortran: executing symbolically and then instantiating equals executing concretely.
//!
//! Each program under `tests/commutativity` says in its first lines how it is called (`call:`, symbols in quotes) and
//! what its symbols are (`inputs: X real, N int 0 3, F logical, S text 3, Z complex`). For random inputs the outputs
//! of the symbolic run, instantiated, are those of a run on constants.

use crate::random;

use std::path::Path;

use random::Random;
use sextant_session::{Options, Session};

const INPUTS: usize = 60;

/// Values of inputs.
struct Inputs(Random);

impl Inputs {
    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.0.below((high - low + 1) as u64) as i64
    }

    fn half(&mut self) -> String {
        let halves = self.between(-8, 8);
        format!("{}{}.{}", if halves < 0 { "-" } else { "" }, halves.abs() / 2, 5 * (halves.abs() % 2))
    }

    /// A value for an input that is described by words.
    fn value(&mut self, words: &[&str]) -> String {
        let number = |at: usize| words[at].parse::<i64>().expect("a number");
        match words[0] {
            "int" => self.between(number(1), number(2)).to_string(),
            "real" => self.half(),
            "complex" => format!("({}, {})", self.half(), self.half()),
            "logical" => if self.between(0, 1) == 0 { ".FALSE." } else { ".TRUE." }.to_owned(),
            "text" => {
                let letters = (0..number(1)).map(|_| char::from(b"abcAZ 9z"[self.between(0, 7) as usize]));
                format!("'{}'", letters.collect::<String>())
            }
            other => panic!("{other} is no kind of input"),
        }
    }
}

fn check(path: &Path) -> usize {
    let name = path.display();
    let text = std::fs::read_to_string(path).expect("readable");
    let directive = |key: &str| {
        let found = text.lines().take(3).find_map(|line| line.split_once(key));
        found.unwrap_or_else(|| panic!("{name}: no {key}")).1.trim().to_owned()
    };
    let (template, inputs) = (directive("call:"), directive("inputs:"));
    let session = Session::load(&[path.to_owned()], None).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    let options = Options::default();
    let symbolic = session
        .call(&template, &options)
        .unwrap_or_else(|error| panic!("{name}: {}", error.0.render(&error.1, false)));
    let mut random = Inputs(Random::new(text.len() as u64));
    let mut compared = 0;
    for _ in 0..INPUTS {
        let (mut concrete, mut data) = (template.clone(), Vec::new());
        for input in inputs.split(", ") {
            let words: Vec<&str> = input.split_whitespace().collect();
            let value = random.value(&words[1..]);
            concrete = concrete.replace(&format!("\"{}\"", words[0]), &value);
            data.push(format!("{} = {value}", words[0]));
        }
        let data = data.join(", ");
        let call = session
            .call(&concrete, &options)
            .unwrap_or_else(|error| panic!("{concrete}: {}", error.0.render(&error.1, false)));
        let expected = session.run(&call, &options, |_| {});
        let report = session
            .trace(&symbolic, std::slice::from_ref(&data), &options)
            .unwrap_or_else(|error| panic!("{name}: {data}: {}", error.0.render(&error.1, false)));
        let found = &report.runs[0];
        assert_eq!(found.status, expected.status, "{name}: {data}");
        assert_eq!(found.statements, expected.statements, "{name}: {data}");
        for (variable, value) in &expected.outputs {
            let output = found.outputs.iter().find(|output| output.name == *variable);
            let actual = output.map(|output| output.value.actual.as_str());
            assert_eq!(actual, Some(&*value.text()), "{name}: {variable} for {data}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn symbolic_results_instantiated_equal_concrete_ones() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/commutativity");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the programs").flatten().map(|entry| entry.path()).collect();
    files.sort();
    assert!(files.len() >= 8);
    for path in &files {
        assert!(check(path) >= INPUTS, "{}: too few outputs", path.display());
    }
}
