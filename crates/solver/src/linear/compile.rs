//! From terms to formulas over the tableau.
//!
//! Invariants
//! - A term that is not linear stands for an unknown of its own, so that "impossible" is always right; a
//!   definition may tie the unknown to others (see the module `definitions`).
//! - Terms are compiled once; a form of several unknowns that returns is the same variable of the tableau.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use sextant_expr::{LinearForm, Number, Op, Relation, Sort, Table, TermId};

use super::definitions;
use super::delta::Delta;
use super::formula::{Formula, Kind, Trust};
use super::simplex::{Row, Simplex, Variable};
use super::sum::{Sum, normalising_factor};

/// What is known of a variable of the tableau besides its bounds.
#[derive(Debug, Default)]
pub(super) struct Meaning {
    /// The term an unknown stands for; none for a form.
    pub term: Option<TermId>,
    pub trust: Trust,
    /// What holds of the unknown because of what its term is.
    pub definition: Option<Arc<Formula>>,
    /// Whether more must be known when the unknown occurs: it is an element of an array, or defined.
    pub needs_care: bool,
}

/// Terms nested deeper than this are not looked into.
const DEEPEST: usize = 200;

/// Compiles terms and remembers the result.
#[derive(Debug, Default)]
pub(super) struct Compiler {
    pub simplex: Simplex,
    /// By variable.
    pub meanings: Vec<Meaning>,
    unknowns: FxHashMap<TermId, Variable>,
    forms: FxHashMap<Row, Variable>,
    compiled: FxHashMap<(TermId, bool), Arc<Formula>>,
    /// How deep the term being compiled is nested.
    depth: usize,
}

impl Compiler {
    pub fn meaning(&self, variable: Variable) -> &Meaning {
        &self.meanings[variable.0 as usize]
    }

    /// How far the value of a variable can be trusted. This is asked anew each time: while an unknown is being
    /// defined, forms with it are made already.
    fn trust(&self, variable: Variable) -> Trust {
        let unknowns = self.simplex.unknowns(variable);
        unknowns.map(|unknown| self.meaning(unknown).trust).max().unwrap_or_default()
    }

    /// The formula of a Bool term, or of its negation.
    pub fn formula(&mut self, table: &mut Table, term: TermId, value: bool) -> Arc<Formula> {
        if let Some(known) = self.compiled.get(&(term, value)) {
            return Arc::clone(known);
        }
        if self.depth > DEEPEST {
            return truth(table, term, value);
        }
        self.depth += 1;
        let formula = stacker::maybe_grow(64 * 1024, 4 * 1024 * 1024, || self.compile(table, term, value));
        self.depth -= 1;
        self.compiled.insert((term, value), Arc::clone(&formula));
        formula
    }

    fn compile(&mut self, table: &mut Table, term: TermId, value: bool) -> Arc<Formula> {
        let args = table.args(term).to_vec();
        let is_bool = args.last().is_some_and(|&last| table.sort(last) == Sort::BOOL);
        match table.op(term) {
            Op::Bool(constant) => Formula::constant(*constant == value),
            Op::Not => self.formula(table, args[0], !value),
            Op::And => self.junction(table, &args, value, value),
            Op::Or => self.junction(table, &args, value, !value),
            Op::Implies => {
                let parts = [self.formula(table, args[0], !value), self.formula(table, args[1], value)];
                if value {
                    Formula::any(parts.map(|part| vec![part]).to_vec())
                } else {
                    Formula::all(parts.to_vec())
                }
            }
            Op::Eq if is_bool => self.equivalence(table, args[0], args[1], value),
            Op::Ne if is_bool => self.equivalence(table, args[0], args[1], !value),
            Op::Ite => self.choice(table, args[0], |this, table, chosen| {
                vec![this.formula(table, args[if chosen { 1 } else { 2 }], value)]
            }),
            Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => {
                self.comparison(table, term, value).unwrap_or_else(|| truth(table, term, value))
            }
            _ => truth(table, term, value),
        }
    }

    /// A conjunction or a disjunction of terms, each taken with the same truth value.
    fn junction(&mut self, table: &mut Table, args: &[TermId], value: bool, all: bool) -> Arc<Formula> {
        let parts: Vec<_> = args.iter().map(|&arg| self.formula(table, arg, value)).collect();
        if all {
            Formula::all(parts)
        } else {
            Formula::any(parts.into_iter().map(|part| vec![part]).collect())
        }
    }

    fn equivalence(&mut self, table: &mut Table, left: TermId, right: TermId, value: bool) -> Arc<Formula> {
        self.choice(table, left, |this, table, chosen| vec![this.formula(table, right, chosen == value)])
    }

    /// `(condition and yes) or (not condition and no)`
    pub fn choice(
        &mut self,
        table: &mut Table,
        condition: TermId,
        mut part: impl FnMut(&mut Self, &mut Table, bool) -> Vec<Arc<Formula>>,
    ) -> Arc<Formula> {
        let alternatives = [true, false].map(|chosen| {
            let mut parts = vec![self.formula(table, condition, chosen)];
            parts.extend(part(self, table, chosen));
            parts
        });
        Formula::any(alternatives.to_vec())
    }

    fn comparison(&mut self, table: &mut Table, term: TermId, value: bool) -> Option<Arc<Formula>> {
        let atom = table.linear_atom(term)?;
        let sum = self.expand(table, &atom.form);
        Some(self.relate(&sum, atom.relation, value))
    }

    /// `sum relation 0`, or its negation.
    pub fn relate(&mut self, sum: &Sum, relation: Relation, value: bool) -> Arc<Formula> {
        let zero = Number::ZERO;
        match (relation, value) {
            (Relation::Eq, true) | (Relation::Ne, false) => {
                self.bounds(sum, Some(zero.clone().into()), Some(zero.into()))
            }
            (Relation::Eq, false) | (Relation::Ne, true) => self.differs(sum),
            (Relation::Le, true) => self.bounds(sum, None, Some(zero.into())),
            (Relation::Lt, true) => self.bounds(sum, None, Some(Delta::below(zero))),
            (Relation::Le, false) => self.bounds(sum, Some(Delta::above(zero)), None),
            (Relation::Lt, false) => self.bounds(sum, Some(zero.into()), None),
        }
    }

    /// A sum over unknowns, of a term of sort Int or Real.
    pub fn sum(&mut self, table: &mut Table, term: TermId) -> Sum {
        let form = table.linear_form(term);
        self.expand(table, &form)
    }

    fn expand(&mut self, table: &mut Table, form: &LinearForm) -> Sum {
        let mut sum = Sum::constant(form.constant.clone());
        for (atom, coefficient) in &form.terms {
            let value = stacker::maybe_grow(64 * 1024, 4 * 1024 * 1024, || {
                definitions::sum_of_atom(self, table, *atom)
            });
            sum.add_scaled(coefficient, &value);
        }
        sum
    }

    /// The unknown of a term.
    pub fn unknown(&mut self, table: &mut Table, term: TermId) -> Variable {
        if let Some(&known) = self.unknowns.get(&term) {
            return known;
        }
        let variable = self.simplex.unknown(table.sort(term) == Sort::INT);
        self.unknowns.insert(term, variable);
        // While its definition is made the unknown counts as trusted, for the definition is what decides.
        self.meanings.push(Meaning { term: Some(term), ..Meaning::default() });
        self.depth += 1;
        let (trust, definition) = match self.depth {
            ..=DEEPEST => definitions::define(self, table, term, variable),
            _ => (Trust::Unsure, None),
        };
        self.depth -= 1;
        let needs_care = definition.is_some() || *table.op(term) == Op::Select;
        self.meanings[variable.0 as usize] = Meaning { term: Some(term), trust, definition, needs_care };
        variable
    }

    /// `lower ≤ sum ≤ upper`
    pub fn bounds(&mut self, sum: &Sum, lower: Option<Delta>, upper: Option<Delta>) -> Arc<Formula> {
        let constant = Delta::from(sum.constant.clone());
        let [lower, upper] = [lower, upper].map(|bound| bound.map(|bound| bound.minus(&constant)));
        let Some((variable, factor)) = self.variable(sum) else {
            let holds = lower.is_none_or(|lower| lower <= Delta::ZERO)
                && upper.is_none_or(|upper| Delta::ZERO <= upper);
            return Formula::constant(holds);
        };
        let scaled = |bound: Option<Delta>| bound.map(|bound| scale(&bound, &factor));
        let (mut lower, mut upper) = (scaled(lower), scaled(upper));
        if factor.is_negative() {
            std::mem::swap(&mut lower, &mut upper);
        }
        if self.simplex.is_integer(variable) {
            lower = lower.map(integer_lower);
            upper = upper.map(integer_upper);
        }
        if let (Some(lower), Some(upper)) = (&lower, &upper)
            && lower > upper
        {
            return Formula::constant(false);
        }
        Formula::new(Kind::Bounds { variable, lower, upper }, self.trust(variable))
    }

    /// `sum ≠ 0`
    fn differs(&mut self, sum: &Sum) -> Arc<Formula> {
        let Some((variable, factor)) = self.variable(sum) else {
            return Formula::constant(!sum.constant.is_zero());
        };
        let value = -&(&sum.constant * &factor);
        if self.simplex.is_integer(variable) && !value.is_integer() {
            return Formula::constant(true);
        }
        let trust = self.trust(variable).max(Trust::UnlessInfinitesimal);
        Formula::new(Kind::Differs { variable, value }, trust)
    }

    /// The variable that stands for the sum without its constant, and the factor between them.
    fn variable(&mut self, sum: &Sum) -> Option<(Variable, Number)> {
        let factor = normalising_factor(&sum.row);
        if let [(unknown, _)] = sum.row[..] {
            return Some((unknown, factor));
        }
        if sum.row.is_empty() {
            return None;
        }
        let row: Row = sum.row.iter().map(|(unknown, value)| (*unknown, value * &factor)).collect();
        if let Some(&known) = self.forms.get(&row) {
            return Some((known, factor));
        }
        let integer = row.iter().all(|(unknown, _)| self.simplex.is_integer(*unknown));
        let variable = self.simplex.form(integer, row.clone());
        self.meanings.push(Meaning::default());
        self.forms.insert(row, variable);
        Some((variable, factor))
    }
}

fn scale(bound: &Delta, factor: &Number) -> Delta {
    let mut scaled = Delta::ZERO;
    scaled.add_product(factor, bound);
    scaled
}

fn integer_lower(bound: Delta) -> Delta {
    let rounded = bound.standard.ceiling();
    let strict = bound.infinitesimal.is_positive() && bound.standard.is_integer();
    Delta::from(if strict { &rounded + &Number::ONE } else { rounded })
}

fn integer_upper(bound: Delta) -> Delta {
    let rounded = bound.standard.floor();
    let strict = bound.infinitesimal.is_negative() && bound.standard.is_integer();
    Delta::from(if strict { &rounded - &Number::ONE } else { rounded })
}

/// A Bool term taken as it is. Symbols are what they are; anything else must be evaluated.
fn truth(table: &mut Table, term: TermId, value: bool) -> Arc<Formula> {
    let trust = if matches!(table.op(term), Op::Symbol(_)) { Trust::Sure } else { Trust::Unsure };
    if *table.op(term) == Op::Ne {
        let args = table.args(term).to_vec();
        let atom = table.apply(Op::Eq, &args);
        return Formula::new(Kind::Truth { atom, value: !value }, trust);
    }
    Formula::new(Kind::Truth { atom: term, value }, trust)
}
