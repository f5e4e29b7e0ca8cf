//! Assertions that speak of what a function returns, by `return`, `\result` or the function's name: the function keeps
//! it in a variable before it returns.

use sextant_flow::{Action, FlowGraph, FlowProgram, Instruction, Terminator};
use sextant_syntax::{Expr, ExprKind, Place, ProcId, Storage, Variable};

use crate::Session;

/// The variable that an assertion is made to speak of.
const RETURNED: &str = "returned_value";

impl Session {
    /// A program in which a variable holds what a procedure returns, and the assertion with that variable; nothing if the
    /// assertion does not speak of it.
    pub(super) fn with_named_result(&self, id: ProcId, assertion: &str) -> Option<(Session, String)> {
        let graph = &self.program.procedures[id];
        let cased = self.program.rules.cased_names;
        let same = |a: &str, b: &str| if cased { a == b } else { a.eq_ignore_ascii_case(b) };
        let is_taken = |word: &str| graph.variables.iter().any(|variable| same(&variable.name, word));
        graph.returns.as_ref()?;
        if is_taken(RETURNED) {
            return None;
        }
        let names_result = |word: &str| {
            (same(word, "return") || word == "\\result" || same(word, &graph.name)) && !is_taken(word)
        };
        let renamed = with_words(assertion, names_result);
        if renamed == assertion {
            return None;
        }
        let programs = [&self.program, &self.specified].map(|program| keeping_result(program, id));
        let [program, specified] = programs;
        let mut session = self.with_programs(program, specified);
        session.granted.clone_from(&self.granted);
        session.keys.clone_from(&self.keys);
        Some((session, renamed))
    }
}

/// The program with a variable that gets the value of a procedure before it returns.
fn keeping_result(program: &FlowProgram, id: ProcId) -> FlowProgram {
    let mut program = program.clone();
    let graph: &mut FlowGraph = &mut program.procedures[id];
    let Some(ty) = graph.returns.clone() else { return program };
    let span = graph.span;
    let kept = graph.variables.push(Variable::new(RETURNED, ty.clone(), Storage::Automatic, span));
    for block in graph.blocks.iter_mut() {
        if let Terminator::Return(Some(value)) = &mut block.terminator {
            let place = Place::Variable(kept);
            let load = Expr { kind: ExprKind::Load(place.clone()), ty: ty.clone(), span: value.span };
            let value = std::mem::replace(value, load);
            let span = value.span;
            block.instructions.push(Instruction { action: Action::Assign(place, value), span });
        }
    }
    program
}

/// An assertion in which words outside of quotes that are chosen, and are neither members nor called, become the variable.
fn with_words(text: &str, chosen: impl Fn(&str) -> bool) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        let length = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            '\\' => 1 + rest[1..].find(|letter| !is_letter(letter)).unwrap_or(rest.len() - 1),
            _ if is_letter(first) => rest.find(|letter| !is_letter(letter)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (word, after) = rest.split_at(length);
        let is_member = out.ends_with('.') || out.ends_with("->");
        let is_called = after.trim_start().starts_with('(');
        match chosen(word) && !is_member && !is_called {
            true => out.push_str(RETURNED),
            false => out.push_str(word),
        }
        rest = after;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::with_words;

    #[test]
    fn only_words_are_replaced() {
        let replaced = |text| with_words(text, |word| word == "f" || word == "\\result");
        assert_eq!(replaced("f > 0 && p->f == s.f"), "returned_value > 0 && p->f == s.f");
        assert_eq!(replaced(r#"f == "f" + f (2) + ff"#), r#"returned_value == "f" + f (2) + ff"#);
        assert_eq!(replaced("\\result<f"), "returned_value<returned_value");
        assert_eq!(replaced("é \"open"), "é \"open");
    }
}
