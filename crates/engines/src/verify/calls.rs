//! Calls by contract.
//!
//! The machine passes the arguments and enters the procedure; what its body does is what its contract says.

use std::rc::Rc;

use sextant_base::{Id, Span};
use sextant_flow::{Action, FlowGraph, instructions};
use sextant_logic::Stuck;
use sextant_state::{Held, State, Value};
use sextant_syntax::{Argument, Claim, Expr, ProcId, VarId};

use super::changes::referred;
use super::paths::{Clause, History, Kind, Way};
use super::prove::Prover;

/// What a procedure says of itself.
pub(super) struct Contract {
    entry: Vec<Clause>,
    exit: Vec<Clause>,
}

/// The clauses of a contract with their places.
pub(super) fn clauses(graph: &FlowGraph, wanted: Claim) -> Vec<(Expr, Span)> {
    instructions(graph)
        .filter_map(|instruction| match &instruction.action {
            Action::Claim(claim, condition) if *claim == wanted => {
                Some((condition.clone(), instruction.span))
            }
            _ => None,
        })
        .collect()
}

impl Prover<'_> {
    /// The contract of a procedure.
    pub(super) fn contract(&mut self, procedure: ProcId) -> Result<Rc<Contract>, Stuck> {
        if let Some(known) = self.contracts.get(&procedure) {
            return Ok(Rc::clone(known));
        }
        let graph = &self.context.program.procedures[procedure];
        let compiled = |wanted| {
            clauses(graph, wanted)
                .into_iter()
                .map(|(expr, span)| {
                    let assertion = Rc::new(self.context.assertion_in(procedure, &expr)?);
                    Ok(Clause { expr, span, assertion })
                })
                .collect::<Result<Vec<Clause>, Stuck>>()
        };
        let contract = Rc::new(Contract { entry: compiled(Claim::Entry)?, exit: compiled(Claim::Exit)? });
        self.contracts.insert(procedure, Rc::clone(&contract));
        Ok(contract)
    }

    /// A call whose callee has just been entered: its entry assertions are to be shown, its exit assertions hold afterwards.
    pub(super) fn call(&mut self, way: &mut Way, procedure: ProcId) -> Result<(), Stuck> {
        let program = self.context.program;
        let callee = &program.procedures[procedure];
        let Way { history, state } = way;
        let (Some(Action::Call { arguments, result, .. }), span) = self.action_at(history.at) else {
            return Err(Stuck::unsupported(callee.span, "a call of a procedure that is not known"));
        };
        let contract = self.contract(procedure)?;
        if !contract.exit.is_empty() {
            self.refuse_aliases(procedure, arguments, span)?;
        }
        let before = state.clone();
        for clause in &contract.entry {
            let formula = self.formula_since(&clause.assertion, &before, &before)?;
            history.demand(Kind::CallEntry(callee.name.clone()), span, formula);
        }
        self.change(history, state, procedure, span)?;
        let name = self.fresh_name(&callee.name);
        let value = state.any_result(self.context.code(), &name, &mut self.context.table);
        let outer = std::mem::replace(&mut state.returned, value.unwrap_or(Value::Undefined));
        history.learn_domain(state);
        for clause in &contract.exit {
            let formula = self.formula_since(&clause.assertion, state, &before)?;
            history.known.push(formula);
        }
        let value = std::mem::replace(&mut state.returned, outer);
        state.leave_call(value, &mut self.context.table);
        if let (Some(result), Value::Undefined) = (result, value) {
            self.forget_own(state, *result, span, None)?;
        }
        history.learn_domain(state);
        if self.config.checks {
            self.notes.insert(format!("that no error happens in {} is a proof of its own", callee.name));
        }
        if contract.exit.is_empty() {
            self.notes
                .insert(format!("{} has no exit assertion: nothing is known of its results", callee.name));
        }
        Ok(())
    }

    /// Forgets what the callee, which is running, may change.
    fn change(
        &mut self,
        history: &mut History,
        state: &mut State,
        procedure: ProcId,
        span: Span,
    ) -> Result<(), Stuck> {
        let callee = &self.context.program.procedures[procedure];
        let changes = self.effects.of_call(procedure);
        if let Some((span, what)) = changes.opaque {
            return Err(Stuck::unsupported(span, what));
        }
        for (position, &parameter) in callee.parameters.iter().enumerate() {
            // An optional parameter may have no argument.
            let given = state.frame.slots[parameter.index()] != Value::Undefined;
            if given && self.effects.changes_parameter(procedure, position) {
                self.forget_own(state, parameter, span, None)?;
            }
        }
        for &(procedure, variable) in &changes.lasting {
            self.forget_lasting(state, (procedure, variable), span, None)?;
        }
        if changes.reads {
            self.forget_input(state, None);
        }
        history.called = true;
        Ok(())
    }

    /// Puts new symbols in the place of what a variable of the running procedure holds. They are called after the variable
    /// and the suffix; without one they are new in every respect.
    pub(super) fn forget_own(
        &mut self,
        state: &mut State,
        variable: VarId,
        span: Span,
        suffix: Option<&str>,
    ) -> Result<(), Stuck> {
        let held =
            state.held_by(self.context.code(), variable).map_err(|what| Stuck::unsupported(span, what))?;
        held.iter().for_each(|one| self.forget(state, one, &one.name, suffix));
        Ok(())
    }

    /// The same for a variable that outlives activations, of whatever procedure.
    pub(super) fn forget_lasting(
        &mut self,
        state: &mut State,
        (procedure, variable): (ProcId, VarId),
        span: Span,
        suffix: Option<&str>,
    ) -> Result<(), Stuck> {
        let held = state
            .held_by_lasting(self.context.code(), procedure, variable)
            .map_err(|what| Stuck::unsupported(span, what))?;
        let owner = &self.context.program.procedures[procedure].name;
        let names: Vec<String> = held.iter().map(|one| format!("{owner}.{}", one.name)).collect();
        for (one, name) in held.iter().zip(&names) {
            self.forget(state, one, name, suffix);
        }
        Ok(())
    }

    pub(super) fn forget(&mut self, state: &mut State, held: &Held, name: &str, suffix: Option<&str>) {
        let name = match suffix {
            Some(suffix) => format!("{name}{suffix}"),
            None => self.fresh_name(name),
        };
        let symbol = self.context.table.symbol(&name, held.sort);
        state.forget_held(held, symbol, &mut self.context.table);
    }

    /// From here on it is not known how much input was read.
    pub(super) fn forget_input(&mut self, state: &mut State, suffix: Option<&str>) {
        let name = match suffix {
            Some(suffix) => format!("input.position{suffix}"),
            None => self.fresh_name("input.position"),
        };
        let position = self.context.table.symbol(&name, sextant_expr::Sort::INT);
        state.forget_input(position);
    }

    fn fresh_name(&self, name: &str) -> String {
        format!("{name}#{}", self.context.table.len())
    }

    /// A contract speaks of parameters and shared variables as different variables.
    fn refuse_aliases(&self, procedure: ProcId, arguments: &[Argument], span: Span) -> Result<(), Stuck> {
        let referred = arguments
            .iter()
            .enumerate()
            .filter_map(|(position, argument)| referred(argument).map(|place| (position, place.variable())));
        let referred: Vec<(usize, VarId)> = referred.collect();
        for &(position, variable) in &referred {
            let changes = self.effects.changes_parameter(procedure, position);
            let twice = referred.iter().any(|&(other, same)| other != position && same == variable);
            if twice && changes {
                return Err(Stuck::unsupported(
                    span,
                    "one variable for two parameters, one of which is changed",
                ));
            }
            let storage = self.context.graph.variables[variable].storage;
            let sees = self.effects.sees_shared(procedure, storage);
            if sees && (changes || self.effects.changes_shared(procedure, storage)) {
                return Err(Stuck::unsupported(
                    span,
                    "a shared variable for a parameter, changed as one of them",
                ));
            }
        }
        Ok(())
    }
}
