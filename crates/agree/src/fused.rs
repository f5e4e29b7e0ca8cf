//! What `advise` says of adjacent loops, beside the compiled program with the loops made one.
//!
//! [`fusions`] makes pairs of loops over arrays, scalars, calls and output, asks which can be fused, fuses those in the
//! text, and runs both with a compiler on random data. In C pointers that are not `restrict` may lead to one array.

use std::fmt::Write as _;
use std::process::Command;

use sextant_base::Random;
use sextant_session::{Options, Session};

use crate::Language;

/// Elements of an array; subscripts stay well inside.
const SIZE: usize = 64;
/// Runs of each pair that is compared.
const RUNS: usize = 24;
/// The arrays of a procedure: parameters, and one of its own.
const ARRAYS: [&str; 4] = ["a", "b", "c", "l"];

/// What came of some pairs of loops.
#[derive(Default, Debug)]
pub struct Fusions {
    /// How many pairs there were.
    pub pairs: usize,
    /// Of how many it is said that they can be made one.
    pub claimed: usize,
    /// Those for which that is wrong, with their texts.
    pub wrong: Vec<String>,
}

/// A procedure with two loops.
struct Pair {
    number: usize,
    /// The first value of each counter, and the distance of its last one from `n`.
    first: [i64; 2],
    last: [i64; 2],
    bodies: [Vec<String>; 2],
    restricted: Vec<bool>,
}

/// Makes pairs from a seed and compares those that are said to be fusible.
pub fn fusions(seed: u64, pairs: usize, language: Language) -> Result<Fusions, String> {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    (0..8).for_each(|_| _ = random.number());
    let made: Vec<Pair> = (0..pairs).map(|number| Pair::new(number, &mut random, language)).collect();
    let mut text = prelude(language).to_owned();
    let mut lines = Vec::new();
    for pair in &made {
        let before = text.lines().count();
        let (procedure, second) = pair.text(language);
        text.push_str(&procedure);
        lines.push(format!("line {}", before + second));
    }
    let session = crate::case::load(language, &text)?;
    let claimed = claimed(&session, &made, &lines);
    let mut found = Fusions { pairs, claimed: claimed.len(), wrong: Vec::new() };
    if claimed.is_empty() {
        return Ok(found);
    }
    for pair in &claimed {
        text.push_str(&pair.fused(language));
    }
    text.push_str(&driver(&claimed, language, seed));
    for number in outcome(&text, seed, language)? {
        let pair = &made[number];
        let (original, _) = pair.text(language);
        found.wrong.push(format!("seed {seed}, {}:\n{original}{}", language.name(), pair.fused(language)));
    }
    Ok(found)
}

fn claimed<'m>(session: &Session, made: &'m [Pair], lines: &[String]) -> Vec<&'m Pair> {
    let advice = session.fusible(&Options::default());
    let said = |line: &str| advice.iter().any(|advice| advice.place == line);
    made.iter().zip(lines).filter(|(_, line)| said(line)).map(|(pair, _)| pair).collect()
}

impl Pair {
    fn new(number: usize, random: &mut Random, language: Language) -> Pair {
        let base = i64::from(language == Language::Fortran);
        let shift = if random.one_in(3) { random.below(3) as i64 - 1 } else { 0 };
        let odd = i64::from(random.one_in(9));
        let restricted = (0..3).map(|_| !random.one_in(3)).collect();
        let bodies = [(); 2].map(|()| {
            let count = 1 + random.below(2);
            (0..count).map(|_| statement(random, language)).collect()
        });
        Pair { number, first: [base, base + shift], last: [0, shift + odd], bodies, restricted }
    }

    fn head(&self, language: Language, name: &str) -> String {
        match language {
            Language::C => {
                let restrict = |at: usize| if self.restricted[at] { "restrict " } else { "" };
                format!(
                    "int {name}(int n, int *{}a, int *{}b, int *{}c, int s)\n{{\n   int l[{SIZE}], t = 1, i, j;\n   for (i = 0; i < {SIZE}; i++)\n      l[i] = i;\n",
                    restrict(0),
                    restrict(1),
                    restrict(2)
                )
            }
            _ => format!(
                "integer function {name}(n, a, b, c, s)\n   integer n, s, t, i, j\n   integer a(-20:43), b(-20:43), c(-20:43), l(-20:43)\n   t = 1\n   do i = -20, 43\n      l(i) = i\n   end do\n"
            ),
        }
    }

    fn tail(language: Language, name: &str) -> String {
        match language {
            Language::C => "   return s + 3 * t + l[9] + 5 * l[12];\n}\n".to_owned(),
            _ => format!("   {name} = s + 3 * t + l(9) + 5 * l(12)\nend function\n"),
        }
    }

    fn bound(by: i64) -> String {
        match by {
            0 => "n".to_owned(),
            by if by > 0 => format!("n + {by}"),
            by => format!("n - {}", -by),
        }
    }

    /// One loop with a counter of its own.
    fn loop_of(&self, language: Language, at: usize) -> String {
        let (counter, first, bound) = (["i", "j"][at], self.first[at], Self::bound(self.last[at]));
        let body: String =
            self.bodies[at].iter().map(|line| format!("      {}\n", line.replace('@', counter))).collect();
        match language {
            Language::C => {
                format!("   for ({counter} = {first}; {counter} < {bound}; {counter}++) {{\n{body}   }}\n")
            }
            _ => format!("   do {counter} = {first}, {bound}\n{body}   end do\n"),
        }
    }

    /// The procedure, and in which of its lines the second loop begins.
    fn text(&self, language: Language) -> (String, usize) {
        let name = format!("f{}", self.number);
        let mut text = self.head(language, &name) + &self.loop_of(language, 0);
        let second = text.lines().count() + 1;
        text += &self.loop_of(language, 1);
        text += &Self::tail(language, &name);
        (text, second)
    }

    /// The procedure with one loop.
    fn fused(&self, language: Language) -> String {
        let name = format!("g{}", self.number);
        let distance = self.first[1] - self.first[0];
        let lines = |at: usize| -> String {
            self.bodies[at]
                .iter()
                .map(|line| format!("      {}\n", line.replace('@', ["i", "j"][at])))
                .collect()
        };
        let (first, bound) = (self.first[0], Self::bound(self.last[0]));
        let looped = match language {
            Language::C => format!(
                "   for (i = {first}; i < {bound}; i++) {{\n{}      j = i + ({distance});\n{}   }}\n",
                lines(0),
                lines(1)
            ),
            _ => format!(
                "   do i = {first}, {bound}\n{}      j = i + ({distance})\n{}   end do\n",
                lines(0),
                lines(1)
            ),
        };
        self.head(language, &name) + &looped + &Self::tail(language, &name)
    }
}

/// An element; `@` is the counter.
fn element(random: &mut Random, language: Language) -> String {
    let array = ARRAYS[random.below(ARRAYS.len())];
    let subscript = match random.below(10) {
        0 => "n - @".to_owned(),
        1 => "2 * @".to_owned(),
        2 => "2 * @ + 1".to_owned(),
        3 => "3".to_owned(),
        4 => "@ + 2".to_owned(),
        5 | 6 => format!("@ {} 1", if random.one_in(2) { '+' } else { '-' }),
        _ => "@".to_owned(),
    };
    // C's own arrays have no negative subscripts.
    let subscript = if language == Language::C { format!("{subscript} + 4") } else { subscript };
    if language == Language::C { format!("{array}[{subscript}]") } else { format!("{array}({subscript})") }
}

fn value(random: &mut Random, language: Language) -> String {
    let one = |random: &mut Random| match random.below(8) {
        0 => "s".to_owned(),
        1 => "t".to_owned(),
        2 => "@".to_owned(),
        3 => (random.below(9) + 1).to_string(),
        _ => element(random, language),
    };
    let (left, right) = (one(random), one(random));
    let sum = format!("{left} {} {right}", ["+", "-"][random.below(2)]);
    if language == Language::C { format!("({sum}) % 1000") } else { format!("mod({sum}, 1000)") }
}

fn statement(random: &mut Random, language: Language) -> String {
    let end = if language == Language::C { ";" } else { "" };
    let target = match random.below(9) {
        0 => "s".to_owned(),
        1 => "t".to_owned(),
        _ => element(random, language),
    };
    let assignment = format!("{target} = {}{end}", value(random, language));
    match (random.below(14), language) {
        (0, _) => format!("if ({} > 0) {assignment}", element(random, language)),
        (1, Language::C) => "if (s > 500) break;".to_owned(),
        (1, _) => "if (s > 500) exit".to_owned(),
        (2, Language::C) => "note(@);".to_owned(),
        (2, _) => "call note(@)".to_owned(),
        _ => assignment,
    }
}

fn prelude(language: Language) -> &'static str {
    match language {
        Language::C => "int noted;\nvoid note(int i)\n{\n   noted = (3 * noted + i) % 1000;\n}\n",
        _ => {
            "subroutine note(i)\n   integer i, noted\n   common /notes/ noted\n   noted = mod(3 * noted + i, 1000)\nend subroutine\n"
        }
    }
}

/// A program that prints the numbers of the pairs that differ.
fn driver(claimed: &[&Pair], language: Language, seed: u64) -> String {
    if language == Language::C { c_driver(claimed, seed) } else { fortran_driver(claimed) }
}

fn c_driver(claimed: &[&Pair], seed: u64) -> String {
    let mut text = format!(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nstatic int x[4][{SIZE}], y[4][{SIZE}];\nint main(void)\n{{\n   srand({});\n   for (int run = 0; run < {RUNS}; run++) {{\n      for (int k = 0; k < 4 * {SIZE}; k++)\n         x[0][k] = rand() % 19 - 9;\n      int n = rand() % 12, s = rand() % 9, p, q, r, e;\n",
        seed % 1_000_000
    );
    for pair in claimed {
        // A pointer that is not restrict may lead to the first array, or next to its beginning.
        let mut other = |at: usize, name: char| {
            let own = pair.restricted[at] || pair.restricted[0];
            let choice = if own {
                format!("{at} * {SIZE}")
            } else {
                format!("rand() % 2 ? {at} * {SIZE} : rand() % 3")
            };
            let _ = writeln!(text, "      {name} = {choice};");
        };
        other(1, 'q');
        other(2, 'r');
        let number = pair.number;
        let _ = writeln!(
            text,
            "      p = 0; memcpy(y, x, sizeof x); noted = 1; e = f{number}(n, y[0] + p, y[0] + q, y[0] + r, s);\n      {{ int z[4][{SIZE}], m; memcpy(z, x, sizeof x); m = noted; noted = 1;\n        int same = g{number}(n, z[0] + p, z[0] + q, z[0] + r, s) == e && noted == m && !memcmp(y, z, sizeof z);\n        if (!same) printf(\"{number}\\n\"); }}"
        );
    }
    text.push_str("   }\n   return 0;\n}\n");
    text
}

fn fortran_driver(claimed: &[&Pair]) -> String {
    let mut text = format!(
        "program driver\n   integer x({SIZE}, 3), y({SIZE}, 3), z({SIZE}, 3), n, s, t, u, e, run, noted, m, k\n   real r({SIZE}, 3), v(2)\n   common /notes/ noted\n"
    );
    for pair in claimed {
        let _ = writeln!(text, "   integer f{0}, g{0}\n   external f{0}, g{0}", pair.number);
    }
    let _ = writeln!(
        text,
        "   do run = 1, {RUNS}\n      call random_number(r)\n      call random_number(v)\n      x = int(r * 19) - 9\n      n = int(v(1) * 12)\n      s = int(v(2) * 9)"
    );
    for pair in claimed {
        let number = pair.number;
        let _ = writeln!(
            text,
            "      y = x; z = x; t = s; u = s; noted = 1\n      e = f{number}(n, y(1, 1), y(1, 2), y(1, 3), t)\n      m = noted; noted = 1; k = g{number}(n, z(1, 1), z(1, 2), z(1, 3), u)\n      if (k /= e .or. noted /= m .or. t /= u .or. any(y /= z)) print '(i0)', {number}"
        );
    }
    text.push_str("   end do\nend program\n");
    text
}

/// The pairs that the compiled program finds different.
fn outcome(text: &str, seed: u64, language: Language) -> Result<Vec<usize>, String> {
    let name = format!("sextant-fused-{}-{seed}-{}", std::process::id(), language.name().to_lowercase());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let result = compile_and_run(text, &folder, language);
    std::fs::remove_dir_all(&folder).ok();
    result
}

fn compile_and_run(text: &str, folder: &std::path::Path, language: Language) -> Result<Vec<usize>, String> {
    let (compiler, file) =
        if language == Language::C { ("gcc", "pairs.c") } else { ("gfortran", "pairs.f90") };
    let (source, program) = (folder.join(file), folder.join("pairs"));
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let done = Command::new(compiler).args(["-w", "-O0", "-o"]).arg(&program).arg(&source).output();
    let done = done.map_err(|error| format!("{compiler}: {error}"))?;
    if !done.status.success() {
        return Err(format!("{compiler}: {}\n{text}", String::from_utf8_lossy(&done.stderr)));
    }
    let output = Command::new(&program).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("the pairs of seed {seed} end with {}", output.status, seed = folder.display()));
    }
    let mut numbers: Vec<usize> =
        String::from_utf8_lossy(&output.stdout).lines().filter_map(|line| line.trim().parse().ok()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}
