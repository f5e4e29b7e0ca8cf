//! Variables and elements of arrays that are watched for changes.

use sextant_session::describe::{element, show_term};
use sextant_state::{Contents, ObjectId, State, Value, VariablePlace};
use sextant_syntax::{ProcId, Type, VarId};

use super::desk::Desk;
use super::typed::Compiled;

/// Something that is looked at, in the innermost activation of its procedure.
pub(super) struct Watch {
    /// The procedure whose variable it is.
    pub(super) procedure: ProcId,
    target: Target,
}

/// What is looked at.
enum Target {
    /// A variable, or with a subscript an element of it.
    Variable(VarId, Option<i64>),
    /// Something typed about storage that is addressed by bytes, and whether it is an address.
    Typed(String, Box<Compiled>, bool),
}

/// What is compared of two states.
enum Seen {
    Value(Value),
    Array(ObjectId),
}

impl Desk<'_> {
    /// A variable of the running procedure or of a caller, or one of its elements: `A(I)` is the element it means
    /// here.
    pub(super) fn watch(&mut self, text: &str) -> Result<Watch, String> {
        let text = text.trim();
        if let Some(at) = text.to_ascii_lowercase().find(" of ") {
            return self.watch_of(text[..at].trim(), text[at + 4..].trim());
        }
        if self.session.program().rules.addressed_storage {
            let procedures: Vec<ProcId> = self.state().frames().map(|frame| frame.procedure).collect();
            // A name of the running procedure stands before one of its callers'.
            let known =
                procedures.iter().copied().find(|&procedure| self.expression(procedure, text).is_ok());
            return self.watch_typed(known.unwrap_or(procedures[0]), text);
        }
        let (name, subscript) = match text.split_once('(') {
            Some((name, rest)) => {
                let inner = rest.trim_end().strip_suffix(')');
                (name.trim(), Some(inner.ok_or_else(|| format!("{text} is not an element"))?))
            }
            None => (text, None),
        };
        let mut state = self.state().clone();
        // A caller's variable may be changed by reference, so that callers are looked at as well.
        let owner = state.frames().find_map(|frame| {
            let graph = &self.session.program().procedures[frame.procedure];
            let mut ids = graph.variables.ids();
            let variable = ids.find(|&id| graph.variables[id].name.eq_ignore_ascii_case(name))?;
            Some((frame.clone(), variable))
        });
        let (frame, variable) = owner.ok_or_else(|| match name {
            "" => "say which variable".to_owned(),
            name => format!("{} has no variable {name}", self.graph().name),
        })?;
        state.frame = frame;
        let is_array =
            self.session.program().procedures[state.frame.procedure].variables[variable].ty.is_array();
        let index = match subscript {
            None => None,
            Some(_) if !is_array => return Err(format!("{name} is not an array")),
            Some(subscript) => {
                let typed = self.value(state.frame.procedure, subscript)?;
                match self.evaluate(&typed, &state)? {
                    Value::Int(index) => Some(index),
                    _ => return Err(format!("the subscript of {text} is not a number here")),
                }
            }
        };
        if let Some(index) = index {
            // The program's own check of the subscript, where the bounds are known.
            let typed = self.value(state.frame.procedure, &format!("{name}({index})"))?;
            match self.evaluate(&typed, &state) {
                Err(message) if message.contains("subscript") => return Err(format!("{text}: {message}")),
                _ => {}
            }
        }
        Ok(Watch { procedure: state.frame.procedure, target: Target::Variable(variable, index) })
    }

    fn watch_typed(&mut self, procedure: ProcId, text: &str) -> Result<Watch, String> {
        let expr = self.expression(procedure, text)?;
        let typed = Box::new(self.written(procedure, &expr)?);
        let is_address = matches!(expr.ty, Type::Pointer(_));
        Ok(Watch { procedure, target: Target::Typed(text.to_owned(), typed, is_address) })
    }

    /// A variable or an element of a procedure that need not be active; the subscript is a number.
    fn watch_of(&mut self, text: &str, procedure: &str) -> Result<Watch, String> {
        if self.session.program().rules.addressed_storage {
            let procedure = self.session.named(procedure)?;
            return self.watch_typed(procedure, text);
        }
        let (name, index) = match text.split_once('(') {
            None => (text, None),
            Some((name, rest)) => {
                let index = rest.strip_suffix(')').and_then(|digits| digits.trim().parse().ok());
                (
                    name.trim(),
                    Some(index.ok_or_else(|| format!("the subscript of {text} is not a number here"))?),
                )
            }
        };
        let id = self.session.named(procedure)?;
        let variables = &self.session.program().procedures[id].variables;
        let variable = variables.ids().find(|&variable| variables[variable].name.eq_ignore_ascii_case(name));
        let variable = variable.ok_or_else(|| format!("{procedure} has no variable {name}"))?;
        if index.is_some() && !variables[variable].ty.is_array() {
            return Err(format!("{name} is not an array"));
        }
        Ok(Watch { procedure: id, target: Target::Variable(variable, index) })
    }
}

impl Watch {
    /// `Z of POWER` or `A(3) of SORT`.
    pub(super) fn name(&self, desk: &Desk<'_>) -> String {
        format!("{} of {}", self.text(desk), desk.session.program().procedures[self.procedure].name)
    }

    /// As it is written in the program.
    pub(super) fn text(&self, desk: &Desk<'_>) -> String {
        let variables = &desk.session.program().procedures[self.procedure].variables;
        match &self.target {
            Target::Variable(variable, Some(index)) => format!("{}({index})", variables[*variable].name),
            Target::Variable(variable, None) => variables[*variable].name.clone(),
            Target::Typed(text, ..) => text.clone(),
        }
    }

    /// Whether it changed between two states of one activation.
    pub(super) fn changed(&self, desk: &mut Desk<'_>, before: &State, after: &State) -> bool {
        let (Some((old, depth)), Some((new, same))) = (self.seen(desk, before), self.seen(desk, after))
        else {
            return false;
        };
        if depth != same {
            return false;
        }
        let (old, new) = match (old, new) {
            (Seen::Value(old), Seen::Value(new)) => (old, new),
            (Seen::Array(old), Seen::Array(new)) => return arrays_differ(before, after, old, new),
            _ => return true,
        };
        if old == new {
            return false;
        }
        let table = &mut desk.bench.table;
        match (old.to_term(table), new.to_term(table)) {
            (Some(old), Some(new)) => table.simplify(old) != table.simplify(new),
            _ => true,
        }
    }

    /// The value in words.
    pub(super) fn shown(&self, desk: &mut Desk<'_>, state: &State) -> String {
        match self.seen(desk, state).map(|(seen, _)| seen) {
            Some(Seen::Value(value)) => match self.target {
                Target::Typed(_, _, true) => desk.address_or_value(value, state),
                _ => desk.shown(value),
            },
            Some(Seen::Array(object)) => match state.array(object) {
                Some(array) => {
                    let (array, _) = array.as_term(&mut desk.bench.table);
                    show_term(&mut desk.bench.table, array, false).to_string()
                }
                None => "?".into(),
            },
            None => "?".into(),
        }
    }

    /// What is there in the innermost activation of the procedure, and the depth of that.
    fn seen(&self, desk: &mut Desk<'_>, state: &State) -> Option<(Seen, usize)> {
        let (frame, depth) = state
            .frames()
            .zip((1..=state.depth()).rev())
            .find(|(frame, _)| frame.procedure == self.procedure)?;
        let (variable, index) = match &self.target {
            Target::Variable(variable, index) => (*variable, *index),
            Target::Typed(_, typed, _) => {
                let mut there = state.clone();
                there.frame = frame.clone();
                return Some((Seen::Value(desk.evaluate(typed, &there).ok()?), depth));
            }
        };
        let place: VariablePlace = desk.bench.machine.code().procedures[self.procedure].variables[variable];
        let table = &mut desk.bench.table;
        let seen = match frame.slots[place.slot() as usize] {
            Value::Reference(object) => match (state.scalar(table, object), state.array(object), index) {
                (Some(value), _, _) => Seen::Value(value),
                (None, Some(array), Some(index)) => Seen::Value(element(table, array, index)),
                _ => Seen::Array(object),
            },
            value => Seen::Value(value),
        };
        Some((seen, depth))
    }
}

fn arrays_differ(before: &State, after: &State, old: ObjectId, new: ObjectId) -> bool {
    match (before.array(old), after.array(new)) {
        (Some(old), Some(new)) => match (&old.contents, &new.contents) {
            (Contents::Term { array: old, .. }, Contents::Term { array: new, .. }) => old != new,
            (Contents::Known { .. }, Contents::Known { .. }) => old.assigned() != new.assigned(),
            _ => true,
        },
        _ => false,
    }
}
