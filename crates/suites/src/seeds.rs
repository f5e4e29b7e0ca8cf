//! What a search of a whole program begins with: how it is started, and texts as people type them.
//!
//! A program that reads text decides about every character. From an empty text it is a long way, character by
//! character, to a number of four digits; from such a number everything that depends on it is one question away.

use std::collections::BTreeSet;

use sextant_engines::testgen::{TextPlan, Texts};
use sextant_flow::{Condition, Terminator};
use sextant_session::{Call, Chosen, Options, Session, is_open};
use sextant_state::{EntryArgument, EntryText};
use sextant_syntax::{BinaryOp, Expr, ExprKind, Place, ProcId, Type, VarId, each_operand};

use super::declare::stands_in;
use super::dictionary::Dictionary;
use super::existing::starts_of;
use super::{CHOSEN_SIZE, SuiteOptions};

/// Arguments of a program: numbers, a word, an option.
const WORDS: [&[u8]; 5] = [b"1", b"1000", b"0", b"ab", b"-a"];
/// What it reads: nothing, numbers, words. The layout that a program wants is found by variation.
const TEXTS: [&[u8]; 3] = [b"", b"1 2 3\n", b"ab cd\n"];
/// Characters that are given of what a program reads; behind them it ends.
const LONGEST: usize = 120;
/// Arguments that a program is started with unless its text says more, and characters of each.
const USUAL_COUNTS: [usize; 3] = [0, 1, 2];
const USUAL_LENGTH: usize = 10;
/// More arguments than this are not tried because of a constant.
const MOST_ARGUMENTS: usize = 24;

/// How a call begins.
#[derive(Clone)]
pub(super) struct Start {
    pub(super) text: String,
    /// How many arguments of how many unknown characters a program has.
    arguments: (usize, usize),
    /// What is chosen for parameters.
    chosen: Chosen,
    /// Whether the same is called otherwise, too.
    pub(super) special: bool,
}

impl Start {
    pub(super) fn new(text: String, arguments: (usize, usize)) -> Self {
        let chosen = Chosen { size: Some(CHOSEN_SIZE), ..Chosen::default() };
        Self { text, arguments, chosen, special: false }
    }

    pub(super) fn options(&self, options: &Options) -> Options {
        let (count, length) = self.arguments;
        let mut program_arguments = options.program_arguments.clone();
        program_arguments.extend((0..count).map(|_| format!("?{length}")));
        Options { program_arguments, chosen: self.chosen.clone(), ..options.clone() }
    }
}

/// The ways to start a C program: with how many arguments of how many unknown characters.
///
/// Where the program compares the number of its arguments with constants, the numbers on both sides of them; and those of
/// an existing suite.
pub(super) fn starts(session: &Session, suite: &SuiteOptions) -> Vec<(usize, usize)> {
    let mut starts = starts_of(suite.existing.as_ref());
    if suite.generate || starts.is_empty() {
        for (count, length) in likely_starts(session) {
            let longest = starts.entry(count).or_insert(length);
            *longest = (*longest).max(length);
        }
    }
    starts.into_iter().collect()
}

fn likely_starts(session: &Session) -> Vec<(usize, usize)> {
    let Some(main) = session.program().main.filter(|_| session.front_end().hosted) else {
        return vec![(0, 0)];
    };
    let graph = &session.program().procedures[main];
    let &[count, arguments, ..] = graph.parameters.as_slice() else { return vec![(0, 0)] };
    let mut counts = BTreeSet::new();
    for block in graph.blocks.iter() {
        let Terminator::Edges(edges) = &block.terminator else { continue };
        for edge in edges {
            if let Condition::When(condition) = &edge.condition {
                compared(condition, count, &mut counts);
            }
        }
    }
    if counts.is_empty() && mentions_variable(session, main, arguments) {
        counts.extend(USUAL_COUNTS);
    }
    counts.insert(0);
    counts.into_iter().map(|count| (count, USUAL_LENGTH)).collect()
}

/// Other ways to call what is called by its name: with null pointers where it asks for them, and with arrays and texts
/// of no elements.
pub(super) fn special_starts(session: &Session, procedure: ProcId, start: &Start) -> Vec<Start> {
    if session.program().main == Some(procedure) || start.text.contains('(') {
        return Vec::new();
    }
    let special = |change: &dyn Fn(&mut Start)| {
        let mut other = Start { special: true, ..start.clone() };
        change(&mut other);
        other
    };
    if session.program().rules.addressed_storage {
        let null = null_parameters(session, procedure).into_iter();
        return null.map(|name| special(&|other| other.chosen.null = [name.clone()].into())).collect();
    }
    let graph = &session.program().procedures[procedure];
    let sized = graph.parameters.iter().any(|&parameter| is_open(&graph.variables[parameter].ty));
    sized.then(|| special(&|other| other.chosen.size = Some(0))).into_iter().collect()
}

/// The parameters of a C function that it compares with a null pointer.
fn null_parameters(session: &Session, procedure: ProcId) -> Vec<String> {
    let graph = &session.program().procedures[procedure];
    let pointers = graph.parameters.iter().copied();
    let pointers = pointers.filter(|&one| matches!(graph.variables[one].ty, Type::Pointer(_)));
    let asked = |variable: VarId| {
        graph.blocks.iter().any(|block| {
            let Terminator::Edges(edges) = &block.terminator else { return false };
            edges.iter().any(|edge| match &edge.condition {
                Condition::When(condition) => asks_whether_null(condition, variable),
                _ => false,
            })
        })
    };
    pointers.filter(|&one| asked(one)).map(|one| graph.variables[one].name.clone()).collect()
}

/// Whether the body of a function speaks of a variable.
fn mentions_variable(session: &Session, procedure: ProcId, variable: VarId) -> bool {
    let graph = &session.program().procedures[procedure];
    let text = session.sources().text(graph.span.source).get(graph.span.start as usize..).unwrap_or_default();
    let Some((_, body)) = text.split_once('{') else { return false };
    let body = body.split_once("\n}").map_or(body, |(body, _)| body);
    stands_in(body, &graph.variables[variable].name)
}

fn dictionary(session: &Session) -> Dictionary {
    let mut dictionary = Dictionary::default();
    session.sources().ids().for_each(|id| dictionary.read(session.sources().text(id)));
    dictionary
}

/// Numbers that stand in the text of the program, and the codes of characters.
pub(super) fn numbers(session: &Session) -> Vec<i64> {
    let dictionary = dictionary(session);
    let words = dictionary.words().into_iter();
    let words = words.filter_map(|word| std::str::from_utf8(&word).ok()?.parse().ok());
    words.chain(dictionary.characters().into_iter().map(i64::from)).collect()
}

/// The texts that a call of a whole C program takes.
pub(super) fn text_plan(session: &Session, call: &Call) -> Option<TextPlan> {
    if !session.front_end().hosted || session.program().main != Some(call.entry.procedure) {
        return None;
    }
    let texts = call.entry.arguments.iter().find_map(|argument| match argument {
        EntryArgument::Texts(texts) => Some(texts.as_slice()),
        _ => None,
    });
    let arguments: Vec<(usize, usize)> = (0..)
        .zip(texts.unwrap_or_default())
        .filter_map(|(at, text)| match text {
            EntryText::Symbolic(length) => Some((at, *length)),
            EntryText::Known(_) => None,
        })
        .collect();
    let dictionary = dictionary(session);
    let seeds = seeds(&arguments);
    let (words, characters) = (dictionary.words(), dictionary.characters());
    Some(TextPlan { arguments, longest_input: LONGEST, words, characters, seeds })
}

/// Texts to begin with.
fn seeds(arguments: &[(usize, usize)]) -> Vec<Texts> {
    let mut seeds = Vec::new();
    for (round, text) in TEXTS.iter().enumerate() {
        for word in WORDS.iter().take(if arguments.is_empty() { 1 } else { WORDS.len() }) {
            // Where there are several, every other one differs.
            let nth = |number: usize| match number % 2 {
                1 => WORDS[(round + number) % WORDS.len()],
                _ => word,
            };
            let words = arguments.iter().enumerate();
            let words =
                words.map(|(number, &(_, length))| nth(number)[..nth(number).len().min(length)].to_vec());
            seeds.push(Texts { arguments: words.collect(), input: text.to_vec() });
        }
    }
    seeds
}

/// Numbers of arguments on both sides of the constants that a variable is compared with. The name of the program counts
/// as one in the variable.
fn compared(condition: &Expr, variable: VarId, counts: &mut BTreeSet<usize>) {
    if let ExprKind::Binary(op, left, right) = &condition.kind {
        let sides = match (constant(left), constant(right)) {
            (None, Some(number)) if mentions(left, variable) => Some((number, *op)),
            (Some(number), None) if mentions(right, variable) => Some((number, mirrored(*op))),
            _ => None,
        };
        if let Some((number, op)) = sides {
            let near = match op {
                BinaryOp::Less | BinaryOp::GreaterEqual => [number - 2, number - 1],
                _ => [number - 1, number],
            };
            let near = near.into_iter().filter_map(|count| usize::try_from(count).ok());
            counts.extend(near.filter(|&count| count <= MOST_ARGUMENTS));
        }
    }
    each_operand(condition, &mut |operand| compared(operand, variable, counts));
}

/// Whether a condition compares a pointer itself with zero.
fn asks_whether_null(condition: &Expr, pointer: VarId) -> bool {
    if let ExprKind::Binary(BinaryOp::Equal | BinaryOp::NotEqual, left, right) = &condition.kind
        && [(left, right), (right, left)]
            .iter()
            .any(|(one, other)| is_variable(one, pointer) && constant(other) == Some(0))
    {
        return true;
    }
    let mut found = false;
    each_operand(condition, &mut |operand| found |= asks_whether_null(operand, pointer));
    found
}

fn is_variable(expr: &Expr, variable: VarId) -> bool {
    match &expr.kind {
        ExprKind::Load(Place::Variable(loaded)) => *loaded == variable,
        ExprKind::Convert(inner) | ExprKind::Wrap(inner) => is_variable(inner, variable),
        _ => false,
    }
}

fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        other => other,
    }
}

fn constant(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Int(number) => i64::try_from(number.clone()).ok(),
        ExprKind::Convert(inner) | ExprKind::Wrap(inner) => constant(inner),
        // Constants are often written as a sum: one for the name of the program.
        ExprKind::Binary(BinaryOp::Add, left, right) => constant(left)?.checked_add(constant(right)?),
        ExprKind::Binary(BinaryOp::Subtract, left, right) => constant(left)?.checked_sub(constant(right)?),
        _ => None,
    }
}

fn mentions(expr: &Expr, variable: VarId) -> bool {
    if matches!(&expr.kind, ExprKind::Load(Place::Variable(loaded)) if *loaded == variable) {
        return true;
    }
    let mut found = false;
    each_operand(expr, &mut |operand| found |= mentions(operand, variable));
    found
}
