//! Directives: contracts, assertions and measures, and what only they can say.
//!
//! `all(i = low:high, P)` and `some(i = low:high, P)` are quantifiers, `old(e)` is a value at the entry, `result` that of
//! the function, `a .implies. b` an implication. The grammar is that of expressions: these are calls and operators that
//! mean something else in a directive, unless the program has a variable or procedure of that name.

use sextant_base::Span;
use sextant_syntax::{
    Claim, Expr, ExprKind, Place, Specification, StmtKind, Storage, Type, VarId, Variable, each_operand_mut,
};

use super::Resolver;
use super::build::{self, INT, rank};
use super::measure::has_call;
use super::scope::{EntityRef, Substitution};
use crate::raw::{self, ArgumentValue, Assertion};

impl Resolver<'_, '_> {
    /// What a directive says.
    pub(crate) fn assertion(&mut self, kind: Assertion, raw: &raw::Expr) -> Option<StmtKind> {
        self.body.asserting = true;
        let said = match kind {
            Assertion::Measure => self.integer(raw),
            _ => self.condition(raw),
        };
        self.body.asserting = false;
        let said = said?;
        self.check_depth(&said, self.body.level)?;
        Some(match kind {
            Assertion::Assert | Assertion::Invariant => StmtKind::Assert(said),
            Assertion::Assume => StmtKind::Assume(said),
            Assertion::Prove => StmtKind::Prove(said),
            Assertion::Requires => StmtKind::Claim(Claim::Entry, self.stands_alone(said)?),
            Assertion::Ensures => {
                let mut said = self.stands_alone(said)?;
                if let Some(result) = self.result_variable() {
                    read_result(&mut said, result);
                }
                StmtKind::Claim(Claim::Exit, said)
            }
            Assertion::Measure => StmtKind::Claim(Claim::Measure, self.stands_alone(said)?),
        })
    }

    /// What is not said of one place in the program must not need statements there.
    fn stands_alone(&mut self, said: Expr) -> Option<Expr> {
        if self.body.before.is_empty() && self.body.after.is_empty() && !has_call(&said) {
            return Some(said);
        }
        self.body.before.clear();
        self.body.after.clear();
        self.fail(said.span, "unsupported: a function of the program or of a whole array in a contract")
    }

    /// A quantifier or an old value; none if the name is that of something else.
    pub(crate) fn said(
        &mut self,
        name: &raw::Name,
        arguments: &[raw::Argument],
        span: Span,
    ) -> Option<Option<Expr>> {
        let word = &*name.upper;
        let range_and_body = match arguments {
            [raw::Argument { keyword: None, value: ArgumentValue::Expr(inner), .. }]
                if word == "OLD" && self.find("OLD").is_none() =>
            {
                let inner = self.scalar(inner);
                return Some(inner.map(|inner| specified(Specification::Old(inner.clone()), inner.ty, span)));
            }
            [
                raw::Argument {
                    keyword,
                    value: ArgumentValue::Range { low: Some(low), high: Some(high), stride: None },
                    ..
                },
                raw::Argument { keyword: None, value: ArgumentValue::Expr(body), .. },
            ] if matches!(word, "ALL" | "ANY" | "SOME") => (keyword, low, high, body),
            _ => return None,
        };
        let (keyword, low, high, body) = range_and_body;
        let (variable, low) = match (keyword, &low.kind) {
            (Some(variable), _) => (variable, low),
            // Where conditions are typed, `=` means what `==` does in programs.
            (None, raw::ExprKind::Binary(raw::BinaryOp::Intrinsic(op), variable, low))
                if op.spellings[0] == "==" =>
            {
                let raw::ExprKind::Name(variable) = &variable.kind else { return None };
                (variable, &**low)
            }
            _ => return None,
        };
        Some(self.quantified(word == "ALL", variable, [low, high, body], span))
    }

    fn quantified(
        &mut self,
        all: bool,
        name: &raw::Name,
        [low, high, body]: [&raw::Expr; 3],
        span: Span,
    ) -> Option<Expr> {
        let (low, high) = (self.integer(low), self.integer(high));
        let variable = self.bound_variable(name)?;
        let ty = self.scope().variables[variable].ty.clone();
        let value = build::variable(variable, ty, name.span);
        self.substitutions.push(Substitution { name: name.upper.clone(), value });
        let (body, before, after) = self.apart(|resolver| resolver.condition(body));
        self.substitutions.pop();
        let (low, high, body) = (low?, high?, body?);
        if !before.is_empty() || !after.is_empty() || has_call(&body) {
            let message = "unsupported: a function of the program or of a whole array inside a quantifier";
            return self.fail(body.span, message);
        }
        let quantified = Specification::Quantified { all, variable, low, high, body };
        Some(specified(quantified, Type::Logical, span))
    }

    /// The variable of a quantifier: an integer variable of the program with that name, else one of its own.
    fn bound_variable(&mut self, name: &raw::Name) -> Option<VarId> {
        let known = match self.find(&name.upper) {
            None if self.scope().implicit.none => None,
            found => {
                let entity = found.unwrap_or_else(|| self.find_or_make(name));
                let ty = self.entity_type(entity)?;
                let scalar = matches!(ty, Type::Int(_)) && self.entity(entity).dimensions.is_none();
                if scalar { self.variable_of(entity, name.span) } else { None }
            }
        };
        if let Some(known) = known.or_else(|| self.body.quantified.get(&name.upper).copied()) {
            return Some(known);
        }
        let mut written = name.written.to_string();
        if self.scope().variables.iter().any(|variable| variable.name == written) {
            written += ".any";
        }
        let made = Variable::new(written, INT, Storage::Automatic, name.span);
        let made = self.scope().variables.push(made);
        self.body.quantified.insert(name.upper.clone(), made);
        Some(made)
    }

    /// `result`, if that is what the name means.
    pub(crate) fn result_named(&mut self, name: &raw::Name, span: Span) -> Option<Option<Expr>> {
        if &*name.upper != "RESULT" || self.find("RESULT").is_some() {
            return None;
        }
        let variable = self.result_variable()?;
        Some(Some(self.load_variable(variable, span)))
    }

    /// The variable that holds what the function returns, if that is a scalar.
    fn result_variable(&mut self) -> Option<VarId> {
        let (unit, index) = (self.unit, self.scope().result?);
        let span = self.units[unit].raw.head;
        let variable = self.variable_of(EntityRef { unit, index }, span)?;
        (rank(&self.scope().variables[variable].ty) == 0).then_some(variable)
    }
}

fn specified(specification: Specification, ty: Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Specification(Box::new(specification)), ty, span }
}

/// In an exit assertion the variable of the result means what is returned, for callers too.
fn read_result(expr: &mut Expr, result: VarId) {
    match &mut expr.kind {
        ExprKind::Load(Place::Variable(variable)) if *variable == result => {
            expr.kind = ExprKind::Specification(Box::new(Specification::Result));
        }
        _ => each_operand_mut(expr, &mut |operand| read_result(operand, result)),
    }
}
