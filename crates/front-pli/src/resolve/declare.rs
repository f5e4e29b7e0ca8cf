//! Declarations: the variables of a procedure before its body is looked at.

use dashu_int::IBig;
use rustc_hash::FxHashSet;
use sextant_base::Span;
use sextant_syntax::{ArrayBounds, Expr, ExprKind, External, ExternalId, LabelId, Storage, Type, VarId};

use super::attributes::Attributes;
use super::bounds::{self, Pending};
use super::expr::convert;
use super::scope::{Context, Scope, Setting};
use super::{DEFAULT_TYPE, constant};
use crate::raw::{Attribute, Name, RawDeclaration, RawInitial, RawProcedure};
use crate::token::NameId;

/// A program may have this many initial values; repetition factors make them cheap to write.
const MOST_INITIAL_VALUES: usize = 1_000_000;

/// A variable shared by name, which waits for its type and initial values.
struct Shared {
    name: Name,
    variable: VarId,
    id: ExternalId,
    is_new: bool,
}

/// The labels, parameters and declared variables of a procedure, ready for its body.
pub(crate) fn scope(context: &mut Context, raw: &RawProcedure) -> Scope {
    let mut scope = Scope::new(Setting::Bounds);
    scope.declaration_lost = raw.parts.declaration_lost;
    define_labels(context, &mut scope, raw);
    for &parameter in &raw.parameters {
        if scope.by_name.contains_key(&parameter.id) {
            let message = format!("there is a parameter `{}` already", context.text(parameter));
            context.report(parameter.span, message);
        }
        refuse_label(context, &scope, parameter);
        scope.define(parameter, context.text(parameter), DEFAULT_TYPE, Storage::Parameter);
    }
    let mut declarer = Declarer {
        context,
        scope,
        pending: Vec::new(),
        initial: Vec::new(),
        shared: Vec::new(),
        declared: FxHashSet::default(),
    };
    for declaration in &raw.parts.declarations {
        declarer.declare(declaration);
    }
    declarer.finish()
}

fn define_labels(context: &mut Context, scope: &mut Scope, raw: &RawProcedure) {
    for (index, &label) in raw.parts.labels.iter().enumerate() {
        let id = LabelId(index as u32);
        if *scope.labels.entry(label.id).or_insert(id) != id {
            let message = format!("there is a label `{}` already", context.text(label));
            context.report(label.span, message);
        }
    }
}

fn refuse_label(context: &mut Context, scope: &Scope, name: Name) {
    if scope.labels.contains_key(&name.id) {
        let message = format!("`{}` is also a label of the procedure", context.text(name));
        context.report(name.span, message);
    }
}

struct Declarer<'c, 'a, 'r> {
    context: &'c mut Context<'a>,
    scope: Scope,
    pending: Vec<Pending<'r>>,
    /// Initial values that wait for the bounds of their variables.
    initial: Vec<(VarId, &'r [RawInitial], Span)>,
    shared: Vec<Shared>,
    declared: FxHashSet<NameId>,
}

impl<'r> Declarer<'_, '_, 'r> {
    fn declare(&mut self, declaration: &'r RawDeclaration) {
        let name = declaration.name;
        let mut attributes = Attributes::default();
        for set in &declaration.attributes {
            attributes.collect(self.context, set);
        }
        let scalar = attributes.scalar_type(self.context);
        let ty = match attributes.bounds {
            Some(_) => Type::vector(scalar, ArrayBounds::OfArgument),
            None => scalar,
        };
        let Some(variable) = self.variable(name, ty, &attributes) else { return };
        if let Some((bounds, span)) = attributes.bounds {
            self.pending.push(Pending { variable, bounds, span });
        }
        if let Some((values, span)) = attributes.initial {
            self.initial.push((variable, values, span));
        }
    }

    fn variable(&mut self, name: Name, ty: Type, attributes: &Attributes) -> Option<VarId> {
        refuse_label(self.context, &self.scope, name);
        let text = self.context.text(name);
        if !self.declared.insert(name.id) {
            return self.context.fail(name.span, format!("`{text}` is declared twice"));
        }
        if let Some(&parameter) = self.scope.by_name.get(&name.id) {
            self.scope.variables[parameter].ty = ty;
            self.refuse_storage(text, attributes);
            return Some(parameter);
        }
        let is_static = attributes.span(Attribute::Static).is_some();
        let is_external = attributes.span(Attribute::External).is_some();
        if let (Some(span), true) = (attributes.span(Attribute::Automatic), is_static || is_external) {
            self.context.report(span, "a variable cannot be AUTOMATIC and also STATIC or EXTERNAL");
        }
        if is_external {
            return Some(self.external(name, ty));
        }
        let storage = if is_static { Storage::Static } else { Storage::Automatic };
        Some(self.scope.define(name, text, ty, storage))
    }

    fn refuse_storage(&mut self, parameter: &str, attributes: &Attributes) {
        for span in attributes.of_storage() {
            let message = format!("`{parameter}` is a parameter: its storage is that of the argument");
            self.context.report(span, message);
        }
    }

    fn external(&mut self, name: Name, ty: Type) -> VarId {
        let text = self.context.text(name);
        let known = self.context.externals_by_name.get(&name.id).copied();
        let id = known.unwrap_or_else(|| {
            let external = External { name: text.to_owned(), ty: DEFAULT_TYPE, initial: Vec::new() };
            self.context.externals.push(external)
        });
        self.context.externals_by_name.insert(name.id, id);
        let variable = self.scope.define(name, text, ty, Storage::External(id));
        self.shared.push(Shared { name, variable, id, is_new: known.is_none() });
        variable
    }

    fn finish(mut self) -> Scope {
        bounds::resolve(self.context, &mut self.scope, &self.pending);
        for (variable, values, span) in std::mem::take(&mut self.initial) {
            let values = self.initial_values(variable, values, span).unwrap_or_default();
            self.scope.variables[variable].initial = values;
        }
        for shared in std::mem::take(&mut self.shared) {
            self.share(&shared);
        }
        self.scope.setting = Setting::Body;
        self.scope
    }

    /// The values of an INITIAL attribute, repetitions written out.
    fn initial_values(&mut self, variable: VarId, raw: &[RawInitial], span: Span) -> Option<Vec<Expr>> {
        let variable = &self.scope.variables[variable];
        let (scalar, room) = (variable.ty.scalar().clone(), elements(&variable.ty));
        let mut count = IBig::ZERO;
        for value in raw {
            match &value.repeat {
                Some(repeat) if *repeat < IBig::ZERO => {
                    return self.context.fail(span, "a repetition factor cannot be negative");
                }
                Some(repeat) => count += repeat,
                None => count += IBig::ONE,
            }
        }
        if room.is_some_and(|room| count > room) {
            return self.context.fail(span, "there are more initial values than elements");
        }
        let total = IBig::from(self.context.initial_values) + &count;
        if total > IBig::from(MOST_INITIAL_VALUES) {
            let message = format!("unsupported: more than {MOST_INITIAL_VALUES} initial values in a program");
            return self.context.fail(span, message);
        }
        let mut values = Vec::new();
        for raw in raw {
            let ty = if matches!(raw.value, ExprKind::Bool(_)) { Type::Logical } else { DEFAULT_TYPE };
            let value = convert(Expr { kind: raw.value.clone(), ty, span: raw.span }, &scalar);
            let repeat = raw.repeat.as_ref().map_or(1, |repeat| usize::try_from(repeat).unwrap_or(0));
            values.extend(std::iter::repeat_n(value, repeat));
        }
        self.context.initial_values += values.len();
        Some(values)
    }

    /// Makes one variable of all declarations of an external name.
    fn share(&mut self, shared: &Shared) {
        let variable = &mut self.scope.variables[shared.variable];
        let initial = std::mem::take(&mut variable.initial);
        let text = self.context.text(shared.name);
        let external = &mut self.context.externals[shared.id];
        if shared.is_new {
            external.ty = variable.ty.clone();
            external.initial = initial;
            return;
        }
        let mut pairs = external.initial.iter().zip(&initial);
        let same_values = external.initial.len() == initial.len()
            && pairs.all(|(left, right)| constant::same_constant(left, right));
        if !constant::same_type(&external.ty, &variable.ty) {
            let message = format!("the external variable `{text}` is declared elsewhere with another type");
            self.context.report(shared.name.span, message);
        } else if external.initial.is_empty() {
            external.initial = initial;
        } else if !initial.is_empty() && !same_values {
            let message = format!("the external variable `{text}` has other initial values elsewhere");
            self.context.report(shared.name.span, message);
        }
    }
}

/// How many values a variable holds, where that is constant.
fn elements(ty: &Type) -> Option<IBig> {
    match ty.vector_bounds() {
        Some(ArrayBounds::Given { low, high }) => {
            Some(constant::constant(high)? - constant::constant(low)? + IBig::ONE)
        }
        Some(_) => None,
        None => Some(IBig::ONE),
    }
}
