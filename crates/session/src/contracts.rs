//! A procedure examined under its contract: its entry assertions are assumed, and that is said.
//!
//! Only the procedure that is examined is taken under its contract. Called ones are executed as they are; where it calls
//! itself, the inner calls are those of a copy that assumes nothing.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use rustc_hash::FxHashSet;
use sextant_base::{SourceId, Span};
use sextant_engines::forward::Limits;
use sextant_flow::{Action, FlowGraph, FlowProgram, Instruction, called, executable, under_contract};
use sextant_front_c::{Around, Clause, parse_claims};
use sextant_report::{PathEnd, Verdict};
use sextant_syntax::{
    ArrayBounds, Claim, Expr, ExprKind, IntType, Memory, Place, ProcId, RealType, Storage, Type, VarId,
    Variable, each_operand_mut,
};

use crate::annotations::{comments, function};
use crate::{Call, Options, Session};

/// The time for the question whether a contract can be kept.
const SHORT: Duration = Duration::from_secs(3);
/// Paths on which that is tried; where there are more, some input keeps it.
pub(crate) const FEW: u64 = 8;

/// A program in which a procedure is under its contract.
pub struct Contracted {
    /// The program.
    pub session: Session,
    /// What of its contract is not assumed, and why.
    pub notes: Vec<String>,
}

impl Session {
    /// The program with the contract of a procedure; none if it has none.
    pub fn contracted(&self, id: ProcId) -> Option<Contracted> {
        if self.granted.is_some() || self.keys.is_some() || self.required.is_some() {
            return None;
        }
        // Most procedures have no contract: nothing as large as the program may be done for each of them.
        if !self.with_contract.get_or_init(|| self.procedures_with_contract()).contains(&id) {
            return None;
        }
        let mut specified = self.specified.clone();
        let mut notes = Vec::new();
        if self.program.rules.addressed_storage {
            for source in self.sources.ids() {
                self.add_requirements(source, &mut specified, id, &mut notes);
            }
        }
        let required = self.required(&specified, id);
        if required.is_empty() && notes.is_empty() {
            return None;
        }
        copy_for_inner_calls(&mut specified, id, self.specified.procedures[id].clone());
        let specified = under_contract(&specified, id);
        debug_assert_eq!(sextant_flow::verify(&specified), Ok(()));
        let program = executable(&specified).into_owned();
        let mut session =
            Session::of(self.sources.clone(), program, specified, self.tree.clone(), self.warnings.clone());
        session.required = Some(required);
        Some(Contracted { session, notes })
    }

    /// The procedures with entry assertions, in their text or in comments.
    fn procedures_with_contract(&self) -> FxHashSet<ProcId> {
        let is_entry = |one: &Instruction| matches!(one.action, Action::Claim(Claim::Entry, _));
        let specified = self.specified.procedures.iter_enumerated();
        let mut found: FxHashSet<ProcId> = specified
            .filter(|(_, graph)| sextant_flow::instructions(graph).any(is_entry))
            .map(|(id, _)| id)
            .collect();
        if self.program.rules.addressed_storage {
            let of_source = |source| comments(source, self.sources.text(source));
            let all =
                self.sources.ids().flat_map(of_source).filter(|comment| comment.text.contains("requires"));
            found.extend(all.filter_map(|comment| function(&self.specified, comment.span)).map(|(id, _)| id));
        }
        found
    }

    /// The entry assertions of a procedure as they are written.
    fn required(&self, program: &FlowProgram, id: ProcId) -> Vec<String> {
        let graph = &program.procedures[id];
        let mut found = Vec::new();
        for Instruction { action, span } in sextant_flow::instructions(graph) {
            let Action::Claim(Claim::Entry, condition) = action else { continue };
            let text = match self.program.rules.addressed_storage {
                // All clauses of a comment have its span.
                true => clauses(self.sources.snippet(*span)),
                false => sextant_flow::show_expr(program, graph, condition),
            };
            if !found.contains(&text) {
                found.push(text);
            }
        }
        found
    }

    /// Puts the entry assertions in the comments of a C text into a function.
    fn add_requirements(
        &self,
        source: SourceId,
        program: &mut FlowProgram,
        id: ProcId,
        notes: &mut Vec<String>,
    ) {
        for comment in comments(source, self.sources.text(source)) {
            if function(program, comment.span).is_none_or(|(found, _)| found != id)
                || !comment.text.contains("requires")
            {
                continue;
            }
            let graph = &mut program.procedures[id];
            if let Err(message) = add_requirement(graph, &comment.text, comment.span) {
                let place = self.sources.place(comment.span);
                notes.push(format!("not assumed, because {message}: the contract at {place}"));
            }
        }
    }
}

/// The conditions of a comment, without what makes it one.
fn clauses(comment: &str) -> String {
    let words = comment.replace("//@", " ").replace("/*@", " ").replace("*/", " ");
    let required = words.split("requires").skip(1).map(|clause| {
        let condition = clause.split("ensures").next().unwrap_or_default().trim().trim_end_matches(';');
        condition.split_whitespace().collect::<Vec<_>>().join(" ")
    });
    let conditions: Vec<String> = required.collect();
    conditions.join("; ")
}

/// Whether no input keeps the contract of a procedure, as far as its short paths tell.
pub(crate) fn is_impossible(contracted: &Session, call: &Call, options: &Options) -> bool {
    let interrupt = options.interrupt.with_timeout(SHORT);
    let limits = Limits { paths: FEW, statements: 200, ..options.limits };
    let options = Options { interrupt, limits, ..options.clone() };
    let report = contracted.paths(call, &options, &AtomicU64::new(0));
    let refused = report.paths.iter().all(|row| row.status == PathEnd::Refused);
    refused && !report.paths.is_empty() && report.verdict == Verdict::Complete
}

/// The calls of a procedure by itself, or by what it calls, are those of a copy.
fn copy_for_inner_calls(program: &mut FlowProgram, id: ProcId, mut graph: FlowGraph) {
    let calls_it = |program: &FlowProgram, caller: ProcId| {
        sextant_flow::instructions(&program.procedures[caller])
            .any(|one| matches!(&one.action, Action::Call { procedure, .. } if *procedure == id))
    };
    let callers: Vec<ProcId> =
        called(program, id).into_iter().filter(|&caller| calls_it(program, caller)).collect();
    if callers.is_empty() {
        return;
    }
    graph.name = format!("{}, called again", graph.name);
    let copy = program.procedures.push(graph);
    for caller in callers.into_iter().chain([copy]) {
        for block in program.procedures[caller].blocks.iter_mut() {
            let edges = match &mut block.terminator {
                sextant_flow::Terminator::Edges(edges) => edges.as_mut_slice(),
                sextant_flow::Terminator::Return(_) | sextant_flow::Terminator::Stop => &mut [],
            };
            let on_edges = edges.iter_mut().flat_map(|edge| &mut edge.actions);
            for instruction in block.instructions.iter_mut().chain(on_edges) {
                if let Action::Call { procedure, .. } = &mut instruction.action
                    && *procedure == id
                {
                    *procedure = copy;
                }
            }
        }
    }
}

/// What a pointer parameter leads to, as assertions speak of it.
#[derive(Clone, Copy)]
struct Behind {
    pointer: VarId,
    /// The bytes of an element.
    size: u64,
}

/// Puts the entry assertions of a comment into a graph. What pointers lead to has no variable there: assertions are read
/// with variables that stand for it, and then speak of memory.
fn add_requirement(graph: &mut FlowGraph, text: &str, span: Span) -> Result<(), String> {
    let mut variables = graph.variables.clone();
    let mut behind: Vec<(VarId, Behind)> = Vec::new();
    for &pointer in &graph.parameters {
        let Type::Pointer(Some(target)) = &graph.variables[pointer].ty else { continue };
        let Some(size) = size_of(target) else { continue };
        let name = graph.variables[pointer].name.clone();
        let bounds = ArrayBounds::OfArgument;
        for (name, ty) in [
            (name.clone(), Type::vector((**target).clone(), bounds)),
            (format!("*{name}"), (**target).clone()),
        ] {
            let made = Variable { name, ty, storage: Storage::Parameter, initial: Vec::new(), span };
            behind.push((variables.push(made), Behind { pointer, size }));
        }
        variables[pointer].name = format!("{name}.pointer");
    }
    let visible = |variable: &Variable| matches!(variable.storage, Storage::Parameter | Storage::Value);
    let around = Around {
        variables: &variables,
        visible: &visible,
        returns: graph.returns.as_ref(),
        span,
        storage: None,
    };
    let claims = parse_claims(text, &around)?;
    let required: Vec<Expr> = claims
        .clauses
        .into_iter()
        .filter(|(clause, _)| *clause == Clause::Requires)
        .map(|(_, mut expr)| {
            in_memory(&mut expr, graph, &behind);
            expr
        })
        .collect();
    if required.is_empty() {
        return Ok(());
    }
    // Numbers of variables in the assertions count those that stood for memory.
    for number in 0..behind.len() {
        let (name, ty) = (format!("reached.{number}.{}", span.start), Type::Int(IntType::FIXED_31));
        graph.variables.push(Variable { name, ty, storage: Storage::Automatic, initial: Vec::new(), span });
    }
    for variable in claims.variables {
        graph.variables.push(variable);
    }
    // In the order of the text: what stands first may make sure that the rest has a meaning.
    let code = &mut graph.blocks[graph.entry].instructions;
    let is_claim = |one: &Instruction| matches!(one.action, Action::Claim(Claim::Entry, _));
    let behind = code.iter().rposition(is_claim).map_or(0, |last| last + 1);
    let claims =
        required.into_iter().map(|expr| Instruction { action: Action::Claim(Claim::Entry, expr), span });
    code.splice(behind..behind, claims);
    Ok(())
}

fn size_of(target: &Type) -> Option<u64> {
    match target {
        Type::Int(int) => Some(u64::from(int.bits).div_ceil(8)),
        Type::Real(RealType::Single) => Some(4),
        Type::Real(RealType::Double) => Some(8),
        _ => None,
    }
}

/// Replaces the variables that stand for what pointers lead to.
fn in_memory(expr: &mut Expr, graph: &FlowGraph, behind: &[(VarId, Behind)]) {
    each_operand_mut(expr, &mut |operand| in_memory(operand, graph, behind));
    let ExprKind::Load(place) = &expr.kind else { return };
    let Some((_, found)) = behind.iter().find(|(id, _)| *id == place.variable()) else { return };
    let ty = graph.variables[found.pointer].ty.clone();
    let span = expr.span;
    let pointer = Expr { kind: ExprKind::Load(Place::Variable(found.pointer)), ty: ty.clone(), span };
    let address = match place {
        Place::Element(_, index) => {
            let moved =
                Memory::Displace { pointer, index: (**index).clone(), scale: found.size, limit: None };
            Expr { kind: ExprKind::Memory(Box::new(moved)), ty, span }
        }
        Place::Variable(_) | Place::Part(_) => pointer,
    };
    expr.kind = ExprKind::Memory(Box::new(Memory::Fetch { address, bits: None }));
}
