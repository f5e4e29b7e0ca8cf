//! The Flow text form: a flow graph that people can write.
//!
//! The form goes line by line; blanks do not matter, `#` begins a comment, names are told apart by case.
//!
//! ```text
//! file        = { program-line } { graph }
//! program-line = "language" ("pli" | "fortran" | "c" | "flow") | "rules" RULE {"," RULE} | "main" NAME | external-line
//!             | "record" numbered "size" NUMBER
//!             | "component" numbered ":" type "at" NUMBER ["bits" NUMBER NUMBER] ["=" expr]  # of the record above
//!             | "area" numbered "size" NUMBER ["shared"]
//!             | "item" NAME ":" type "at" NUMBER                                             # of the area above
//!             | "global" numbered ":" type "size" NUMBER ["constant"] ["shared"]
//!             | "initial" "at" NUMBER ["times" NUMBER "every" NUMBER] "=" expr     # of the area or global above
//! numbered    = NAME ["~" NUMBER]                    # the second, third … of a name
//! graph       = "flow" NAME ["(" [parameter {"," parameter}] ")"] ["->" TYPE]
//!               { line }
//! parameter   = ["by_value"] NAME [":" type]         # without a type it has a line of its own
//! type        = "handle" type | scalar { "(" bounds {"," bounds} ")" }
//! bounds      = expr | expr ":" expr | expr ":" | ":" | "*" | "sequence" expr ":" (expr | "*")
//! scalar      = "int" | "int8" … | "uint16" … | "logical" | "real" | "double" | "complex"
//!             | "double_complex" | "text" ["(" [expr | "*"] ")"] | "procedure" | "record" numbered
//!             | "address" ["to" type] | "block" expr "of" type | "(" type ")"
//! line        = ("var" | "static" | "parameter" | "by_value") NAME ":" type ["=" expr {"," expr}]
//!             | "external" NAME ":" type ["as" NAME] ["=" expr {"," expr}]
//!             | "area" NAME ":" type "in" numbered "at" NUMBER
//!             | "library"
//!             | "sole" NAME                           # the parameter alone leads to what is changed through it
//!             | "copied" NAME                         # the parameter leads to a copy of what the caller passes
//!             | "receives" NAME                       # the parameter leads to where the result is put
//!             | "statements" NUMBER                   # how many numbered statements there are
//!             | "node" NODE ["entry"] [":" steps]
//!             | steps                                 # of the node above
//!             | "edge" NODE "->" NODE [":" [expr | "else"] ["=>" steps] | ":" steps]
//! steps       = step {";" step}                       # no `;` is needed after `@n`
//! step        = "@" NUMBER | place ":=" expr | [NAME ":="] "call" callee ["(" argument {"," argument} ")"]
//!             | fetch ":=" expr | [NAME ":="] "primitive" WORD [TEXT] "(" [expr {"," expr}] ")"
//!             | ("fresh" | "gone") NAME
//!             | "read" place {"," place} | "write" item {"," item}
//!             | ("assume" | "prove" | "assert" | "entry" | "exit" | "measure") expr | "return" [expr] | "stop"
//!             | "allocate" place ["with" expr ":" expr {"," expr ":" expr}] | "release" place
//!             | "point" place "to" (place | "none") | "unsupported" TEXT
//!             | "transfer" OPERATION unit {"," clause} | "transfer" ("value" expr | "place" place)
//!             | NAME ":=" "transfer" "end"            # see `transfers`
//! callee      = NAME | "*" "(" expr ")"
//! argument    = ["by_value" | "by_copy" | "by_reference"] expr | "absent"
//! item        = TEXT | "newline" | expr               # a symbol alone stands in brackets: write ("N")
//! place       = NAME { "(" selector {"," selector} ")" | "%" numbered | "%" "(" selector ")" }
//! selector    = expr | [expr] ":" [expr] [":" expr]
//! fetch       = "*" primary | "bits_at" "(" expr "," NUMBER "," NUMBER ")"
//! ```
//! Operators, loosest first: `implies` (`->`), `or` (`|`), `and` (`&`), `not`, relations (`= <> < <= > >=`), `//`,
//! `+ -`, `* /`, sign, `**`. Functions: those of `functions`, `lbound hbound text_length has_storage same_storage`,
//! and scalar types as conversions; `complex(x, y)` makes a complex number, `rational(p, q)` a real one that has no
//! end, `procedure(P)` names a graph. Of addresses: `&x`, `&global x`, `&procedure P`, `*p` and those of `memory`;
//! `converted(e: type)` and `wrapped(e: type)` name their types. A name in double quotes is a symbol, letters in single quotes are a text;
//! `1.5` is a real number and `1.5d0` a double. `(e: int16)` gives a result another type than its natural one. A
//! name that is a word of the form, or has odd letters, stands in backquotes.
//!
//! What goes to a parameter with storage of its own, or through an address, is a value. Else a bare variable or
//! element as argument is passed by reference if its type is the parameter's; in brackets, and as any other
//! expression, it is passed as a copy. An argument may say otherwise.
//!
//! Nodes and statement numbers: see `build` and `number`. `docs/flow.md` is the user's description.

mod build;
mod calls;
mod declare;
mod expressions;
mod file;
mod lexer;
mod memory;
mod number;
mod places;
mod print;
mod reader;
pub(crate) mod spellings;
mod steps;
mod storage;
mod transfers;
mod types;
pub(crate) mod words;

use std::rc::Rc;

use rustc_hash::FxHashMap;
use sextant_base::{Diagnostic, Diagnostics, Id, SourceId, Sources, Span};
use sextant_syntax::{Language, ProcId, Rules};

use crate::FlowProgram;
use build::build;
use declare::{Declared, declare};
use file::{File, Signature, read_program_lines};
use lexer::TokenKind;
use reader::{Line, Name, first_word};

pub use print::{print, print_graph};

/// Reads the Flow text form. With errors the program is empty; without, it passes the verifier.
pub fn read(sources: &Sources, id: SourceId) -> (FlowProgram, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let program = read_file(sources.text(id), id, &mut diagnostics);
    if !diagnostics.has_errors()
        && let Err(rules) = crate::verify(&program)
    {
        for rule in rules {
            diagnostics.push(Diagnostic::error(Span::new(id, 0, 0), rule));
        }
    }
    if diagnostics.has_errors() {
        return (FlowProgram::new(Language::Flow), diagnostics);
    }
    (program, diagnostics)
}

/// Reads first what all graphs see, then the declarations of all graphs, since calls may lead anywhere, then what
/// the graphs do.
fn read_file(text: &str, source: SourceId, diagnostics: &mut Diagnostics) -> FlowProgram {
    let mut start = 0;
    let mut lines: Vec<Line> = Vec::new();
    for line in text.split('\n') {
        let end = start + line.len();
        lines.push(lexer::tokens(text, source, start, end, diagnostics));
        start = end + 1;
    }
    lines.retain(|line| !line.is_empty());
    let is_head = |line: &Line| first_word(line) == "flow";
    let (before, graphs) = lines.split_at(lines.iter().position(is_head).unwrap_or(lines.len()));
    let graphs: Vec<&[Line]> = graphs.chunk_by(|_, next| !is_head(next)).collect();
    let mut file = File::new();
    for (position, lines) in graphs.iter().enumerate() {
        if let Some(TokenKind::Word(name) | TokenKind::Name(name)) = lines[0].get(1).map(|token| &token.kind)
        {
            let id = ProcId::from_index(position);
            let signature = Signature { id, parameters: Vec::new(), returns: None, broken: true };
            file.graphs.entry(name.clone()).or_insert(Rc::new(signature));
        }
    }
    read_program_lines(before, &mut file, diagnostics);
    if graphs.is_empty() && !diagnostics.has_errors() {
        let message = "there is no graph in this file: a graph begins with `flow NAME(…)`";
        diagnostics.push(Diagnostic::error(Span::new(source, 0, 0), message));
    }
    let declared: Vec<Declared> = graphs
        .iter()
        .enumerate()
        .map(|(position, lines)| declare(ProcId::from_index(position), lines, &mut file, diagnostics))
        .collect();
    report_same_names(&declared, file.program.rules, diagnostics);
    for (lines, declared) in graphs.into_iter().zip(declared) {
        let graph = build(lines, declared, &mut file, diagnostics);
        graph.into_iter().for_each(|graph| {
            file.program.procedures.push(graph);
        });
    }
    if let Some(Name { text, span }) = &file.main {
        file.program.main = file.graphs.get(text).map(|graph| graph.id);
        if file.program.main.is_none() {
            diagnostics.push(Diagnostic::error(*span, format!("there is no graph `{text}` in this file")));
        }
    }
    file.program
}

/// Commands find a graph by its name whatever the case, so that the case must not be all that differs unless
/// the rules say that it tells names apart.
fn report_same_names(graphs: &[Declared], rules: Rules, diagnostics: &mut Diagnostics) {
    let mut names = FxHashMap::default();
    for Declared { name, .. } in graphs.iter().filter(|graph| !graph.scope.muted) {
        let key = if rules.cased_names { name.text.clone() } else { name.text.to_ascii_lowercase() };
        if let Some(first) = names.insert(key, &name.text) {
            let message = if *first == name.text {
                format!("there is a graph `{first}` already")
            } else {
                format!("there is a graph `{first}` already; graphs are found whatever the case of letters")
            };
            diagnostics.push(Diagnostic::error(name.span, message));
        }
    }
}
