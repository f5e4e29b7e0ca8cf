//! What the user does to a state: assumptions and assignments. Each begins a node of the tree, so that going back
//! undoes it.

use sextant_session::describe::show_model;
use sextant_solver::Verdict;
use sextant_state::Value;

use super::desk::{Allowed, Desk, Said};
use super::walk::{Halt, Origin};

impl Desk<'_> {
    /// Adds a condition to the path condition, unless they contradict each other.
    pub(super) fn assume(&mut self, text: &str) -> Said {
        self.running()?;
        let state = self.state().clone();
        let condition = self.condition(state.frame.procedure, text)?;
        let term = match self.evaluate(&condition, &state)? {
            Value::Bool(true) => return Ok(format!("that is so; {}", self.path_condition())),
            Value::Bool(false) => return Err("the assumption is false here; nothing is changed".into()),
            value => value.to_term(&mut self.bench.table).ok_or("the assumption has no value here")?,
        };
        if self.actually(term) == Some(false) {
            return Err("the assumption is false on the data; nothing is changed".into());
        }
        let Allowed { yes, no, undecided } = self.allowed(&state, term);
        if !yes {
            let pc = self.path_condition();
            return Err(format!("the assumption contradicts the path condition ({pc}); nothing is changed"));
        }
        if !no {
            return Ok(format!("that follows already; {}", self.path_condition()));
        }
        self.adopt_symbols(&condition);
        let mut assumed = state;
        assumed.condition.push(term);
        let halt = self.walk.here().halt.clone();
        self.walk.branch(Origin::Edit(format!("assume ({})", bare(text))), assumed, halt);
        let note = undecided.map_or(String::new(), |reason| format!("\nundecided: {reason}"));
        Ok(format!("{}{note}", self.path_condition()))
    }

    /// Whether a condition follows from the path condition.
    pub(super) fn prove(&mut self, text: &str) -> Said {
        let state = self.state().clone();
        let condition = self.condition(state.frame.procedure, text)?;
        let term = match self.evaluate(&condition, &state)? {
            Value::Bool(true) => return Ok("proved".into()),
            Value::Bool(false) => return Ok("refuted: it is false here".into()),
            value => value.to_term(&mut self.bench.table).ok_or("the condition has no value here")?,
        };
        let conditions: Vec<_> = state.premises().collect();
        match self.bench.solver.implies(&mut self.bench.table, &conditions, term) {
            Verdict::Holds => Ok("proved".into()),
            Verdict::Fails(model) => {
                let inputs = show_model(&mut self.bench, &state, &model, self.symbols);
                let shown: Vec<String> =
                    inputs.into_iter().map(|(name, value)| format!("{name} = {value}")).collect();
                Ok(format!("refuted: {}", shown.join(", ")))
            }
            Verdict::Unknown(reason) => Ok(format!("undecided: {reason}")),
        }
    }

    /// Gives a variable another value. At a question the statement is begun again, so that it sees the value.
    pub(super) fn set(&mut self, text: &str) -> Said {
        self.running()?;
        let (place, value) = text.split_once('=').ok_or("say VARIABLE = value")?;
        let point = match self.walk.here().halt {
            Halt::Statement => self.walk.here().clone(),
            _ if self.state().statements == 0 => {
                return Err("nothing can be set before the first statement".into());
            }
            _ => self.point_before(self.state().statements),
        };
        let typed = self.assignment(point.state.frame.procedure, place, value)?;
        let state = self.assign(&typed, &point.state)?;
        self.adopt_symbols(&typed);
        self.walk.settle_at(point);
        let words = format!("set {} = {}", place.trim(), value.trim());
        self.walk.branch(Origin::Edit(words), state, Halt::Statement);
        self.show(place.trim())
    }

    fn running(&self) -> Result<(), String> {
        match self.walk.here().halt {
            Halt::Ended(_) => Err("the execution has ended; go back first".into()),
            _ => Ok(()),
        }
    }
}

/// A condition without parentheses around all of it.
fn bare(text: &str) -> &str {
    let text = text.trim();
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    match inner {
        Some(inner) if !inner.contains(['(', ')']) => inner,
        _ => text,
    }
}
