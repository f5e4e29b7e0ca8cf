//! The proof that two procedures give the same, with invariants over both together.

use std::time::Duration;

use sextant_engines::compare::{Order, product};
use sextant_engines::verify::{Config, Proof, Termination, prove};
use sextant_flow::{Action, FlowGraph, FlowProgram, any_in, instructions_of};
use sextant_state::{Arithmetic, Policy};
use sextant_syntax::{BinaryOp, Expr, ExprKind, Language, ProcId, Rules, Type, each_place_operand};

use super::Side;
use crate::Options;

/// The time for one attempt.
const PROOF: Duration = Duration::from_secs(20);

/// What a proof left out.
#[derive(Clone, Copy)]
pub(super) struct Proved {
    /// Reals were numbers, although the programs round.
    pub without_rounding: bool,
    /// Both are known to come to an end.
    pub ends: bool,
}

/// Proves that both give the same, with invariants over the two together.
pub(super) fn prove_equal([left, right]: &[Side<'_>; 2], options: &Options) -> Result<Proved, String> {
    let inline = |side: &Side<'_>| {
        sextant_flow::inlined(&side.session.specified, side.id).map_err(|reason| reason.what)
    };
    let (a, b) = (inline(left)?, inline(right)?);
    let rounding = |side: &Side<'_>| options.policy(side.session.program.language).division;
    let division = match (divides(&a), divides(&b)) {
        (true, true) if rounding(left) != rounding(right) => {
            return Err("integer division rounds in different ways in the two languages".to_owned());
        }
        (false, true) => rounding(right),
        _ => rounding(left),
    };
    let FlowProgram { language, rules, .. } = left.session.specified;
    let policy = Policy { division, ..options.policy(language) };
    let limited = policy.arithmetic == Arithmetic::Machine;
    // Without machine arithmetic signed integers have no limits.
    let kind = if limited { (language, rules) } else { (Language::Flow, Rules::PLAIN) };
    let proved = proved_under(policy, kind, (&a, &b), options)?;
    // Where numbers are those of the machine they are what it makes of them; elsewhere they approximate an algebra.
    let rounds = limited && !rules.machine_numbers && (rounds(&a) || rounds(&b));
    match proved {
        Err(_) if rounds => {
            let policy = Policy { arithmetic: Arithmetic::Ideal, ..policy };
            let proved = proved_under(policy, kind, (&a, &b), options)?;
            proved.map(|ends| Proved { without_rounding: true, ends })
        }
        proved => proved.map(|ends| Proved { without_rounding: false, ends }),
    }
}

/// Whether both are known to come to an end, if they are proved to give the same under a policy; else why they are not.
fn proved_under(
    policy: Policy,
    (language, rules): (Language, Rules),
    (a, b): (&FlowGraph, &FlowGraph),
    options: &Options,
) -> Result<Result<bool, String>, String> {
    let engine = options.config();
    let prover = |program: &FlowProgram| {
        let interrupt = engine.interrupt.with_timeout(PROOF);
        let mut solver = engine.solver.clone();
        solver.interrupt = interrupt.clone();
        let config = Config { policy, checks: false, search: true, paths: 2_000, solver, interrupt };
        prove(program, ProcId(0), config)
    };
    let ends =
        |proof: &Proof| !proof.loops.iter().any(|repeated| matches!(repeated.termination, Termination::Open));
    let mut reason = String::new();
    for order in [Order::Together, Order::InTurn] {
        match prover(&product(language, rules, a, b, order)?) {
            Ok(proof) if proof.proved() => {
                let alone = |graph: &FlowGraph| {
                    let procedures = [graph.clone()].into_iter().collect();
                    prover(&FlowProgram { procedures, rules, ..FlowProgram::new(language) })
                        .is_ok_and(|proof| ends(&proof))
                };
                return Ok(Ok(ends(&proof) || (alone(a) && alone(b))));
            }
            Ok(proof) => {
                let missing = || "no invariant was found that shows it".to_owned();
                reason = proof.incomplete.unwrap_or_else(missing);
            }
            Err(_) => reason = "something in it is unsupported there".to_owned(),
        }
    }
    Ok(Err(reason))
}

/// Whether a graph computes with reals.
pub(super) fn rounds(graph: &FlowGraph) -> bool {
    let real = |ty: &Type| matches!(ty.scalar(), Type::Real(_) | Type::Complex(_));
    let mut found = graph.returns.as_ref().is_some_and(real) || graph.variables.iter().any(|v| real(&v.ty));
    each_expression(graph, &mut |expr| found |= real(&expr.ty));
    found
}

/// Whether a graph divides integers.
fn divides(graph: &FlowGraph) -> bool {
    let mut found = false;
    let divides = |expr: &Expr| {
        matches!(expr.kind, ExprKind::Binary(BinaryOp::Divide, ..)) && matches!(expr.ty, Type::Int(_))
    };
    each_expression(graph, &mut |expr| found |= any_in(expr, &divides));
    found
}

/// Shows every expression of a graph, not those inside expressions.
pub(super) fn each_expression<'g>(graph: &'g FlowGraph, look: &mut dyn FnMut(&'g Expr)) {
    for block in graph.blocks.iter() {
        block.terminator.operands().for_each(&mut *look);
        for instruction in instructions_of(block) {
            match &instruction.action {
                Action::Assign(place, value) => {
                    look(value);
                    each_place_operand(place, &mut *look);
                }
                Action::Assume(expr) | Action::Assert(expr) | Action::Claim(_, expr) => look(expr),
                _ => {}
            }
        }
    }
}
