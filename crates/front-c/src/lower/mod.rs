//! The typed tree of a C program to the shared syntax tree.
//!
//! What it decides:
//! - A scalar whose address nobody takes is an ordinary variable. Everything else is a block of bytes, reached by its
//!   address only; the value of a struct is the address of one that nobody changes any more.
//! - A struct is passed as the address of a copy and returned through a hidden first parameter; arguments beyond the
//!   parameters lie one behind the other, eight bytes each, where a hidden last parameter leads.
//! - Library functions that the machine knows are primitives; what is not defined anywhere is a primitive of its own
//!   that gives unknown values, forgets what it can reach, and is reported.
//! - Numbered statements are those a user steps through; whatever else a statement becomes has no number.

mod assign;
mod atomic;
mod body;
mod builtin;
mod call;
mod control;
mod direct;
mod expr;
mod extent;
mod globals;
mod initial;
mod make;
mod markers;
mod place;
mod reach;
mod scope;
mod stmt;
mod stub;
mod types;

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_base::{Diagnostic, Diagnostics, IdVec, Sources};
use sextant_syntax::{Expr, Handed, Language, ProcId, Procedure, Program, Type, VarId};

use crate::tree::{self, FunctionId, GlobalId};
use crate::types::{RecordId, TypeId};
use crate::{Options, UnknownFunctions};
pub(crate) use reach::wanted;
pub(crate) use types::RULES;

/// What is shared by all functions.
pub(crate) struct Lowering<'t> {
    tree: &'t tree::Program,
    sources: &'t Sources,
    diagnostics: &'t mut Diagnostics,
    program: Program,
    procedures: FxHashMap<FunctionId, ProcId>,
    globals: FxHashMap<GlobalId, sextant_syntax::GlobalId>,
    /// Types to which pointers are made from pointers to types that may lie anywhere.
    realigned: FxHashSet<TypeId>,
    records: FxHashMap<RecordId, sextant_syntax::RecordId>,
    types: FxHashMap<TypeId, Type>,
    /// Functions that `atexit` may register, so that `exit` is more than an end.
    has_exit_handlers: bool,
    /// Positions of parameters of the function at hand that lead to arrays, with the numbers of their elements.
    extents: Vec<(usize, Expr)>,
    /// Parameters of the function at hand that lead to what is no object of the caller's program.
    handed: Vec<(VarId, Handed)>,
    /// The library's `exit`, if functions may be registered for it.
    exit: Option<ProcId>,
    /// What functions do that are not defined.
    unknown: &'t UnknownFunctions,
    /// How many procedures have a name.
    names: FxHashMap<String, u32>,
}

/// The program as the shared tree. Functions that nothing leads to from `roots` are left out.
pub(crate) fn program(
    tree: &tree::Program,
    roots: &[FunctionId],
    options: &Options,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Program {
    let rules = sextant_syntax::Rules { copied_undefined: !options.strict_undefined, ..types::RULES };
    let reached = reach::from(tree, roots);
    let mut lowering = Lowering {
        tree,
        sources,
        diagnostics,
        program: Program { rules, ..Program::new(Language::C) },
        procedures: FxHashMap::default(),
        globals: FxHashMap::default(),
        realigned: reached.realigned.clone(),
        records: FxHashMap::default(),
        types: FxHashMap::default(),
        has_exit_handlers: reached.functions.iter().any(|&id| tree.functions[id].name == "atexit"),
        extents: Vec::new(),
        handed: Vec::new(),
        exit: None,
        unknown: &options.unknown_functions,
        names: FxHashMap::default(),
    };
    lowering.everything(&reached);
    lowering.program
}

impl Lowering<'_> {
    fn everything(&mut self, reached: &reach::Reached) {
        // Ids come first: functions and variables mention each other.
        let with_procedure = self.with_procedure(reached);
        for (number, &id) in with_procedure.iter().enumerate() {
            self.procedures.insert(id, ProcId(number as u32));
        }
        let is_exit = |id: &FunctionId| {
            let function = &self.tree.functions[*id];
            function.library && function.name == "exit" && self.has_exit_handlers
        };
        self.exit = with_procedure.iter().position(is_exit).map(|number| ProcId(number as u32));
        for &id in &reached.globals {
            self.declare_global(id);
        }
        let mut procedures: IdVec<ProcId, Procedure> = IdVec::new();
        for &id in &with_procedure {
            let function = &self.tree.functions[id];
            let procedure = match &function.body {
                Some(body) => {
                    let procedure = body::lower(self, function, body);
                    self.note_restricted(id, body, &procedure);
                    procedure
                }
                None => stub::procedure(self, function),
            };
            self.check_depth(&procedure);
            let id = ProcId(procedures.len() as u32);
            let extents = self.extents.drain(..).map(|(position, elements)| (id, position, elements));
            self.program.extents.extend(extents);
            let handed = self.handed.drain(..).map(|(parameter, handed)| (id, parameter, handed));
            self.program.handed.extend(handed);
            procedures.push(self.with_unique_name(procedure));
        }
        for &id in &reached.globals {
            self.define_global(id);
        }
        self.program.procedures = procedures;
        self.program.main = with_procedure
            .iter()
            .position(|&id| self.tree.functions[id].name == "main" && self.tree.functions[id].body.is_some())
            .map(|number| ProcId(number as u32));
    }

    /// The functions with a body, in order, and those whose address is taken.
    fn with_procedure(&self, reached: &reach::Reached) -> Vec<FunctionId> {
        let is_wanted =
            |id: &FunctionId| self.tree.functions[*id].body.is_some() || reached.addressed.contains(id);
        let mut wanted: Vec<FunctionId> = reached.functions.iter().copied().filter(is_wanted).collect();
        // As they are written, what the program does not define last.
        wanted.sort_by_key(|&id| {
            let function = &self.tree.functions[id];
            (function.library || function.body.is_none(), function.span)
        });
        wanted
    }

    /// The parameters of the program stand in front of one that is hidden, and behind one for the result.
    fn note_restricted(&mut self, id: FunctionId, body: &tree::Body, procedure: &Procedure) {
        for &local in &body.restricted {
            let name = &body.locals[local].name;
            let mut own = procedure.parameters.iter().copied();
            if let Some(parameter) = own.find(|&parameter| procedure.variables[parameter].name == *name) {
                self.program.sole.push((self.procedures[&id], parameter));
            }
        }
    }

    /// Static functions of two files may have one name; the later one has a number behind it.
    fn with_unique_name(&mut self, mut procedure: Procedure) -> Procedure {
        let count = self.names.entry(procedure.name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            procedure.name = format!("{}'{count}", procedure.name);
        }
        procedure
    }

    /// Refuses what is nested too deeply for those who walk the tree.
    fn check_depth(&mut self, procedure: &Procedure) {
        let depth = reach::depth(procedure);
        if depth > sextant_syntax::DEEPEST_NESTING {
            let message = format!(
                "{} is nested {depth} levels deep; at most {} are possible",
                procedure.name,
                sextant_syntax::DEEPEST_NESTING
            );
            self.diagnostics.push(Diagnostic::error(procedure.span, message));
        }
    }
}
