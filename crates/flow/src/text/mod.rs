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
//!             | NAME ":=" "transfer" "end"            # see `parse_transfers`
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
//! end, `procedure(P)` names a graph. Of addresses: `&x`, `&global x`, `&procedure P`, `*p` and those of `parse_memory`;
//! `converted(e: type)` and `wrapped(e: type)` name their types. A name in double quotes is a symbol, letters in single quotes are a text;
//! `1.5` is a real number and `1.5d0` a double. `(e: int16)` gives a result another type than its natural one. A
//! name that is a word of the form, or has odd letters, stands in backquotes.
//!
//! What goes to a parameter with storage of its own, or through an address, is a value. Else a bare variable or
//! element as argument is passed by reference if its type is the parameter's; in brackets, and as any other
//! expression, it is passed as a copy. An argument may say otherwise.
//!
//! Nodes and statement numbers: see `build` and `number`. `docs/flow.md` is the user's description.

mod ast;
mod build;
mod calls;
mod declare;
mod known;
mod lexer;
mod located;
mod memory;
mod number;
mod parse_expr;
mod parse_memory;
mod parse_steps;
mod parse_storage;
mod parse_transfers;
mod parse_types;
mod parser;
mod print;
mod scope;
pub(crate) mod spellings;
mod storage;
mod transfers;
pub(crate) mod words;

use std::rc::Rc;

use rustc_hash::FxHashMap;
use sextant_base::{Diagnostic, Diagnostics, Id, SourceId, Sources, Span};
use sextant_syntax::{Language, Passing, ProcId, Rules, Storage};

use crate::FlowProgram;
use ast::{File, Flow};
use build::{Signature, build};
use declare::{Declared, Externals, declare};
use known::{Known, known};

pub use print::{print, print_graph};

/// Reads the Flow text form. With errors the program is empty; without, it passes the verifier.
pub fn read(sources: &Sources, id: SourceId) -> (FlowProgram, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let file = parser::parse(sources, id, &mut diagnostics);
    if file.flows.is_empty() && !diagnostics.has_errors() {
        let message = "there is no graph in this file: a graph begins with `flow NAME(…)`";
        diagnostics.push(Diagnostic::error(Span::new(id, 0, 0), message));
    }
    let program = resolve(file, &mut diagnostics);
    if diagnostics.has_errors() {
        return (FlowProgram::new(Language::Flow, Rules::PLAIN), diagnostics);
    }
    if let Err(rules) = crate::verify(&program) {
        for rule in rules {
            diagnostics.push(Diagnostic::error(Span::new(id, 0, 0), rule));
        }
        return (FlowProgram::new(Language::Flow, Rules::PLAIN), diagnostics);
    }
    (program, diagnostics)
}

fn resolve(mut file: File, diagnostics: &mut Diagnostics) -> FlowProgram {
    let known = known(&mut file, diagnostics);
    let mut externals = Externals::default();
    for declaration in file.externals {
        externals.declare(declaration, &known, diagnostics);
    }
    let mut signatures = FxHashMap::default();
    let mut flows: Vec<(Flow, Declared)> = Vec::with_capacity(file.flows.len());
    let mut library = Vec::new();
    for (position, mut flow) in file.flows.into_iter().enumerate() {
        let declared = declare(&mut flow, &known, &mut externals, diagnostics);
        let id = ProcId::from_index(position);
        library.extend(flow.library.then_some(id));
        signatures.entry(flow.name.text.clone()).or_insert_with(|| signature(id, &flow, &declared));
        flows.push((flow, declared));
    }
    report_same_names(&flows, file.rules, diagnostics);
    let procedures = flows
        .into_iter()
        .filter(|(flow, _)| !flow.broken)
        .map(|(flow, declared)| build(flow, declared, &signatures, diagnostics))
        .collect();
    let main = file.main.and_then(|main| {
        let found = known.graphs.get(&main.text).copied();
        if found.is_none() {
            let message = format!("there is no graph `{}` in this file", main.text);
            diagnostics.push(Diagnostic::error(main.span, message));
        }
        found
    });
    let Known { records, areas, globals, .. } = Rc::into_inner(known).unwrap_or_default();
    let (language, rules, externals) = (file.language, file.rules, externals.all);
    FlowProgram { language, rules, procedures, externals, areas, records, globals, library, main }
}

/// What callers see of a graph.
fn signature(id: ProcId, flow: &Flow, declared: &Declared) -> Signature {
    let parameters = declared.parameters.iter().map(|&parameter| {
        let variable = &declared.scope.variables[parameter];
        (variable.ty.clone(), (variable.storage == Storage::Value).then_some(Passing::Value))
    });
    Signature { id, parameters: parameters.collect(), returns: declared.returns.clone(), broken: flow.broken }
}

/// Commands find a graph by its name whatever the case, so that the case must not be all that differs unless
/// the rules say that it tells names apart.
fn report_same_names(flows: &[(Flow, Declared)], rules: Rules, diagnostics: &mut Diagnostics) {
    let mut names = FxHashMap::default();
    for (flow, _) in flows.iter().filter(|(flow, _)| !flow.broken) {
        let name = &flow.name;
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
