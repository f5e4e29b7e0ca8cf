//! Lowering: from the syntax tree to flow graphs.
//!
//! It is total on trees without errors and keeps their ids: variables, procedures and externals of the graph
//! are those of the tree, temporaries come after them. What it decides:
//! - `Statement(n)` stands wherever statement `n` begins to execute: the PROCEDURE statement at the entry,
//!   the END of the procedure where control falls off its end, the head of a loop once per test.
//! - Calls inside expressions become instructions before the one that uses their value, innermost first and
//!   from left to right, with their values in temporaries `call.1`, `call.2`, …. What else the expression
//!   reads is read after them: languages leave that order open.
//! - A statement on a file becomes its head, its items and its end; an implied DO in it is a loop of blocks, and
//!   each pass is marked as one of the statement, so that budgets count it (see `transfer`).
//! - What a procedure that is a parameter wants of its arguments is not known: they are passed as they are.
//! - Subscripts of targets are evaluated before the value, as PL/I has it.
//! - Blocks are maximal: only a branch, the target of a branch and the target of a GO TO begin one. They are
//!   numbered in source order; unreachable code is left out.
//! - Conversions that the tree left open (of a step, of one value for several targets) are made explicit.
//!
//! A front end must refuse calls in bounds and in initial values: there is no instruction to put them before.

mod assemble;
mod blocks;
mod calls;
mod effects;
mod iterate;
mod statements;
mod transfer;
mod values;

use sextant_base::IdVec;
use sextant_syntax::{External, ExternalId, ProcId, Procedure, Program, Storage};

use crate::unchanged::fix_unchanged;
use crate::{FlowGraph, FlowProgram};
use blocks::Builder;

/// The flow graphs of a program.
pub fn lower(program: &Program) -> FlowProgram {
    // In the order in which the graphs stand in the text form.
    let mut sole = program.sole.clone();
    sole.sort_by_key(|(procedure, _)| *procedure);
    let mut handed = program.handed.clone();
    handed.sort_by_key(|(procedure, ..)| *procedure);
    let mut lowered = FlowProgram {
        language: program.language,
        rules: program.rules,
        procedures: program.procedures.iter().map(|procedure| lower_procedure(program, procedure)).collect(),
        externals: lower_externals(program),
        areas: program.areas.clone(),
        records: program.records.clone(),
        globals: program.globals.clone(),
        library: program.library.clone(),
        main: program.main,
        sole,
        handed,
        extents: Vec::new(),
    };
    fix_unchanged(&mut lowered);
    lowered
}

fn lower_procedure(program: &Program, procedure: &Procedure) -> FlowGraph {
    let mut builder = Builder::new(program, procedure);
    builder.procedure();
    builder.assemble()
}

/// The externals with their initial values, wherever the tree keeps these.
fn lower_externals(program: &Program) -> IdVec<ExternalId, External> {
    let mut externals = program.externals.clone();
    let variables = program.procedures.iter().flat_map(|procedure| procedure.variables.iter());
    for variable in variables {
        if let Storage::External(id) = variable.storage
            && externals[id].initial.is_empty()
        {
            externals[id].initial = variable.initial.clone();
        }
    }
    for external in externals.iter_mut() {
        let scalar = external.ty.scalar().clone();
        let values = std::mem::take(&mut external.initial);
        external.initial = values.into_iter().map(|value| crate::typing::coerce(value, &scalar)).collect();
    }
    externals
}

/// What a call says of its callee.
fn signature(program: &Program, procedure: ProcId) -> &Procedure {
    &program.procedures[procedure]
}
