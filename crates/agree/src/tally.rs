//! What the methods say of many programs, counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::{Answer, Case, Datum, Language, Method, Program, generate, shrink};

/// A wrong answer with the smallest program that shows it.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The seed of the program.
    pub seed: u64,
    /// The language.
    pub language: Language,
    /// The method.
    pub method: Method,
    /// What is wrong with the program as it was generated.
    pub what: String,
    /// The program as it was generated.
    pub program: Program,
}

/// Counts of answers.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// Programs in a language, with how many of them are free of loops.
    pub programs: BTreeMap<Language, (usize, usize)>,
    /// How often a method gave an answer of a word about programs of a language; loop-free ones apart. An undecided
    /// answer about a program that is hard for solvers is `open`.
    pub counts: BTreeMap<(Method, Language, bool, &'static str), usize>,
    /// Reasons of refusals and of no decision, each with its number and the seed of one program.
    pub reasons: BTreeMap<(Method, Language, &'static str, String), (usize, u64)>,
    /// Texts that could not be read, or that ordinary execution has no answer for.
    pub unusable: Vec<(u64, Language, String)>,
    /// Wrong answers.
    pub mistakes: Vec<Mistake>,
    /// The time that each method took.
    pub times: BTreeMap<Method, Duration>,
}

/// Asks the methods about the program of a seed in every language that has it.
pub fn examine(seed: u64, inputs: usize, methods: &[Method], tally: &mut Tally) {
    examine_program(&generate(seed), seed, inputs, methods, tally);
}

/// The same for any program; the inputs are those of the seed.
pub fn examine_program(program: &Program, seed: u64, inputs: usize, methods: &[Method], tally: &mut Tally) {
    let inputs = Case::inputs(program, seed, inputs);
    for language in Language::ALL.into_iter().filter(|language| language.has(program)) {
        match Case::new(program, language, inputs.clone()) {
            Ok(case) if case.is_answered() => tally.add(seed, &case, methods),
            Ok(case) => tally.unusable.push((seed, language, format!("{:?}\n{}", case.outcomes, case.text))),
            Err(what) => tally.unusable.push((seed, language, what)),
        }
    }
}

impl Tally {
    fn add(&mut self, seed: u64, case: &Case, methods: &[Method]) {
        let free = case.program.is_loop_free();
        let (all, loop_free) = self.programs.entry(case.language).or_default();
        *all += 1;
        *loop_free += usize::from(free);
        for &method in methods {
            let began = Instant::now();
            let answer = method.ask(case);
            *self.times.entry(method).or_default() += began.elapsed();
            let word = match answer.word() {
                "undecided" if case.program.is_hard() => "open",
                word => word,
            };
            *self.counts.entry((method, case.language, free, word)).or_default() += 1;
            match answer {
                Answer::Agrees => {}
                Answer::Wrong(what) => self.mistakes.push(Mistake {
                    seed,
                    language: case.language,
                    method,
                    what,
                    program: case.program.clone(),
                }),
                Answer::Refused(what) | Answer::Undecided(what) | Answer::Unread(what) => {
                    let key = (method, case.language, word, plain(&what));
                    self.reasons.entry(key).or_insert((0, seed)).0 += 1;
                }
            }
        }
    }

    /// Adds another one.
    pub fn absorb(&mut self, other: Tally) {
        for (language, (all, free)) in other.programs {
            let own = self.programs.entry(language).or_default();
            *own = (own.0 + all, own.1 + free);
        }
        for (key, count) in other.counts {
            *self.counts.entry(key).or_default() += count;
        }
        for (key, (count, seed)) in other.reasons {
            self.reasons.entry(key).or_insert((0, seed)).0 += count;
        }
        for (method, time) in other.times {
            *self.times.entry(method).or_default() += time;
        }
        self.unusable.extend(other.unusable);
        self.mistakes.extend(other.mistakes);
    }

    /// How many programs a method answered, of how many; those that are free of loops only, or all.
    pub fn answered(&self, method: Method, language: Language, loop_free: bool) -> (usize, usize) {
        let of = |word: Option<&str>| -> usize {
            let all = self.counts.iter();
            all.filter(|((of, own, free, found), _)| {
                *of == method
                    && *own == language
                    && (*free || !loop_free)
                    && word.is_none_or(|word| word == *found)
            })
            .map(|(_, count)| count)
            .sum()
        };
        (of(Some("agrees")) + of(Some("open")), of(None))
    }

    /// The counts as a table.
    pub fn table(&self) -> String {
        let mut text = String::from(
            "| method | language | programs | agrees | refused | undecided | open | unread | WRONG | loop-free answered |\n|---|---|---|---|---|---|---|---|---|---|\n",
        );
        for method in Method::ALL {
            for language in Language::ALL {
                let of = |word: &str| -> usize {
                    [true, false]
                        .iter()
                        .filter_map(|free| {
                            self.counts
                                .iter()
                                .find(|((m, l, f, w), _)| (*m, *l, *f, *w) == (method, language, *free, word))
                        })
                        .map(|(_, count)| count)
                        .sum()
                };
                let (_, all) = self.answered(method, language, false);
                if all == 0 {
                    continue;
                }
                let (free, all_free) = self.answered(method, language, true);
                let rate = 100.0 * free as f64 / all_free.max(1) as f64;
                let _ = writeln!(
                    text,
                    "| {} | {} | {all} | {} | {} | {} | {} | {} | {} | {free} of {all_free} ({rate:.1} %) |",
                    method.name(),
                    language.name(),
                    of("agrees"),
                    of("refused"),
                    of("undecided"),
                    of("open"),
                    of("unread"),
                    of("wrong"),
                );
            }
        }
        text
    }

    /// What is refused, and why: `summary C: rounded arithmetic, …`.
    pub fn refusals(&self) -> BTreeSet<String> {
        let all = self.reasons.keys().filter(|(_, _, word, _)| *word == "refused");
        all.map(|(method, language, _, what)| format!("{} {}: {what}", method.name(), language.name()))
            .collect()
    }

    /// The time of each method.
    pub fn times_text(&self) -> String {
        let all =
            self.times.iter().map(|(method, time)| format!("{} {:.1} s", method.name(), time.as_secs_f64()));
        all.collect::<Vec<_>>().join(", ")
    }

    /// The reasons, the most frequent first.
    pub fn reasons_text(&self) -> String {
        let mut all: Vec<_> = self.reasons.iter().collect();
        all.sort_by_key(|((method, ..), (count, _))| (*method, std::cmp::Reverse(*count)));
        let mut text = String::new();
        for ((method, language, word, reason), (count, seed)) in all {
            let _ = writeln!(
                text,
                "{count:5}  {} {} {word}: {reason}  (seed {seed})",
                method.name(),
                language.name()
            );
        }
        text
    }
}

impl Mistake {
    /// What is wrong, with numbers left out, so that alike mistakes are one.
    pub fn class(&self) -> String {
        plain(&self.what)
    }

    /// The smallest program found that shows the same, with what is wrong there.
    pub fn smallest(&self, inputs: &[Vec<Datum>]) -> (String, String) {
        let class = plain(&self.what);
        let wrong = |program: &Program| {
            let case = Case::new(program, self.language, inputs.to_vec()).ok()?;
            match self.method.ask(&case) {
                Answer::Wrong(what) if case.is_answered() && plain(&what) == class => Some((case.text, what)),
                _ => None,
            }
        };
        let smallest = shrink(&self.program, |program| wrong(program).is_some());
        wrong(&smallest).unwrap_or_else(|| (String::new(), self.what.clone()))
    }
}

/// The first line of a reason with places, arguments and numbers left out, so that alike ones are counted together.
fn plain(what: &str) -> String {
    let line = what.lines().next().unwrap_or("");
    let mut text = String::new();
    let mut depth = 0;
    for letter in line.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth > 0 => {}
            letter if letter.is_ascii_digit() => {
                if !text.ends_with('#') {
                    text.push('#');
                }
            }
            letter => text.push(letter),
        }
    }
    let text = ["c", "f90", "pli"].iter().fold(text, |text, ending| {
        let ending = if *ending == "f90" { "f#" } else { ending };
        text.replace(&format!(" at program.{ending}:#:#"), "")
    });
    text.replace("-#", "#").replace("#.#", "#").replace("#/#", "#").chars().take(160).collect()
}
