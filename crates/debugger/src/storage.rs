//! Storage that is addressed by bytes, as people look at it: structs and arrays as trees, pointers by what they lead to.

use sextant_expr::Assignment;
use sextant_state::{State, Target, Value, target_of};
use sextant_syntax::{ArrayBounds, Expr, ExprKind, Type};

use super::desk::Desk;
use super::typed::whole_at;
use super::view::VariableView;

/// More elements of an array are not listed at the prompt.
const MOST_ELEMENTS: usize = 100;

impl Desk<'_> {
    /// Something typed, part by part: each with its name and its value.
    pub(super) fn typed_parts(&mut self, text: &str, state: &State) -> Result<Vec<(String, String)>, String> {
        let procedure = state.frame.procedure;
        let expr = self.expression(procedure, text)?;
        if whole_at(&expr).is_some() {
            return self.contents_of(&expr, state);
        }
        let typed = self.written(procedure, &expr)?;
        if matches!(expr.ty, Type::Pointer(_)) {
            let value = self.evaluate(&typed, state)?;
            return Ok(vec![(text.to_owned(), self.address_or_value(value, state))]);
        }
        let parts = self.evaluate_parts(&typed, state)?;
        let shown = parts.iter().map(|part| {
            let value = self.shown_part(&part.value);
            (format!("{text}{}", part.path), value)
        });
        Ok(shown.collect())
    }

    /// The address that a pointer holds, by what lies there.
    pub(super) fn address_or_value(&mut self, value: Value, state: &State) -> String {
        match value {
            Value::Int(address) => state.show_address(self.bench.machine.code(), address),
            value => self.shown(value),
        }
    }

    /// The values in a struct or an array.
    fn contents_of(&mut self, expr: &Expr, state: &State) -> Result<Vec<(String, String)>, String> {
        let address = whole_at(expr).ok_or("this has no parts")?;
        let typed = self.written(state.frame.procedure, address)?;
        let Value::Int(address) = self.evaluate(&typed, state)? else {
            return Err("it is not known here where this lies".into());
        };
        let Target::Object(object, distance) = target_of(address) else {
            return Err(format!("nothing lies there: {}", self.address_or_value(Value::Int(address), state)));
        };
        let first = u64::try_from(distance).unwrap_or(0);
        let end = first + self.size(&expr.ty).unwrap_or(0);
        let contents = state.contents(self.bench.machine.code(), object);
        let within = contents.into_iter().filter(|content| (first..end).contains(&content.offset));
        let mut shown = Vec::new();
        for content in within.take(MOST_ELEMENTS) {
            let value = match (&content.ty, content.value) {
                (_, Value::Undefined) => "?".to_owned(),
                (Type::Pointer(_), value) => self.address_or_value(value, state),
                (_, value) => self.shown(value),
            };
            shown.push((content.name, value));
        }
        Ok(shown)
    }

    /// How many bytes something takes.
    fn size(&self, ty: &Type) -> Option<u64> {
        Some(match ty {
            Type::Int(ty) => u64::from(ty.bits).div_ceil(8),
            Type::Real(ty) => ty.bytes(),
            Type::Pointer(_) => 8,
            Type::Record(id) => self.session.program().records[*id].size,
            Type::Array(element, bounds) => self.size(element)?.checked_mul(count(bounds)? as u64)?,
            _ => return None,
        })
    }

    /// A variable or a part of one that was typed, with the number of its parts.
    pub(super) fn storage_view(
        &mut self,
        text: &str,
        state: &State,
        model: Option<&Assignment>,
    ) -> Result<VariableView, String> {
        let procedure = state.frame.procedure;
        let expr = self.expression(procedure, text)?;
        let elements = Some(self.part_names(text, &expr, state).len()).filter(|count| *count > 0);
        if whole_at(&expr).is_some() {
            let parts = self.contents_of(&expr, state)?;
            let inner =
                |name: &str| name.strip_prefix(text).unwrap_or(name).trim_start_matches('.').to_owned();
            let parts: Vec<String> =
                parts.iter().take(4).map(|(name, value)| format!("{} = {value}", inner(name))).collect();
            let more = if elements > Some(parts.len()) { ", …" } else { "" };
            let value = format!("{{{}{more}}}", parts.join(", "));
            return Ok(VariableView { name: text.to_owned(), value, actual: None, elements });
        }
        let typed = self.written(procedure, &expr)?;
        let value = self.evaluate(&typed, state)?;
        if matches!(expr.ty, Type::Pointer(_)) {
            let value = self.address_or_value(value, state);
            return Ok(VariableView { name: text.to_owned(), value, actual: None, elements });
        }
        Ok(self.variable_view(text.to_owned(), value, model))
    }

    /// The parts of something typed.
    pub(super) fn storage_parts(
        &mut self,
        text: &str,
        state: &State,
        (from, number): (usize, usize),
        model: Option<&Assignment>,
    ) -> Result<Vec<VariableView>, String> {
        let expr = self.expression(state.frame.procedure, text)?;
        let names = self.part_names(text, &expr, state);
        let mut views = Vec::new();
        for name in names.into_iter().skip(from).take(number) {
            views.push(self.storage_view(&name, state, model).unwrap_or_else(|why| VariableView {
                name,
                value: why,
                actual: None,
                elements: None,
            }));
        }
        Ok(views)
    }

    /// What the parts of a struct, an array, or what a pointer leads to are called.
    fn part_names(&mut self, text: &str, expr: &Expr, state: &State) -> Vec<String> {
        let simple = text.chars().all(|sign| sign.is_alphanumeric() || "_.->[]".contains(sign));
        let base = if simple { text.to_owned() } else { format!("({text})") };
        match &expr.ty {
            Type::Record(id) => self.member_names(*id, &format!("{base}.")),
            Type::Array(_, bounds) => {
                (0..count(bounds).unwrap_or(0)).map(|at| format!("{base}[{at}]")).collect()
            }
            Type::Pointer(Some(content)) => {
                let Some(left) = self.bytes_behind(expr, state) else { return Vec::new() };
                match &**content {
                    Type::Record(id) => self.member_names(*id, &format!("{base}->")),
                    content => {
                        let size = self.size(content).unwrap_or(0).max(1);
                        (0..left / size).map(|at| format!("{base}[{at}]")).collect()
                    }
                }
            }
            _ => Vec::new(),
        }
    }

    fn member_names(&self, record: sextant_syntax::RecordId, before: &str) -> Vec<String> {
        let components = &self.session.program().records[record].components;
        components.iter().map(|component| format!("{before}{}", component.name)).collect()
    }

    /// How many bytes there are from where a pointer leads to the end of the object; none where it leads nowhere.
    fn bytes_behind(&mut self, pointer: &Expr, state: &State) -> Option<u64> {
        let typed = self.written(state.frame.procedure, pointer).ok()?;
        let Ok(Value::Int(address)) = self.evaluate(&typed, state) else { return None };
        let Target::Object(object, distance) = target_of(address) else { return None };
        let contents = state.contents(self.bench.machine.code(), object);
        let last = contents.last()?;
        let end = last.offset + self.size(&last.ty)?;
        end.checked_sub(u64::try_from(distance).ok()?)
    }
}

/// How many elements an array has.
fn count(bounds: &[ArrayBounds]) -> Option<usize> {
    let [ArrayBounds::Given { high, .. }] = bounds else { return None };
    let ExprKind::Int(high) = &high.kind else { return None };
    usize::try_from(high).ok()?.checked_add(1)
}
