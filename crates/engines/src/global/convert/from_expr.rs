//! Terms of the machine as algebra.

use dashu_int::IBig;
use rustc_hash::FxHashMap;
use sextant_algebra::{Array, Atom, Condition, Relation, Symbol, Term};
use sextant_expr::{Op, Origin, Rounding, Scalar, Sort, Table, TermId};

/// Why a term is nothing that algebra knows.
pub(in crate::global) type Refused = &'static str;

const ROUNDED: Refused = "rounded arithmetic, which has no closed form here";
const ANALYSIS: Refused = "a function of analysis";
const WHOLE_ARRAY: Refused = "a whole array here";
pub(super) const TWO_NUMBERS: Refused = "an operation on the bits of two numbers";

/// Which part of algebra the results of an operation belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Numbers, if that is what the operands are; else what these are.
    Any,
    Number,
    Truth,
    Bits,
    Array,
    Refused(Refused),
}

fn kind(op: &Op) -> Kind {
    match op {
        Op::Symbol(_) | Op::Ite | Op::Select => Kind::Any,
        Op::Int(_) | Op::Real(_) | Op::Neg | Op::Add | Op::Sub | Op::Mul | Op::Pow => Kind::Number,
        Op::Div(_) | Op::Rem(_) | Op::Quotient | Op::Abs | Op::Min | Op::Max => Kind::Number,
        Op::ToReal | Op::ToInt(_) | Op::BvToUint | Op::BvToSint => Kind::Number,
        Op::Bool(_) | Op::Not | Op::And | Op::Or | Op::Implies | Op::Eq | Op::Ne => Kind::Truth,
        Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => Kind::Truth,
        Op::Bits(..) | Op::IntToBv(_) | Op::BvNeg | Op::BvAdd | Op::BvSub | Op::BvMul => Kind::Bits,
        Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::BvNot | Op::BvAnd | Op::BvOr => Kind::Bits,
        Op::BvXor | Op::BvShl | Op::BvLshr | Op::BvAshr | Op::BvConcat | Op::BvExtract(..) => Kind::Bits,
        Op::BvZeroExtend(_) | Op::BvSignExtend(_) => Kind::Bits,
        Op::Store | Op::Fill => Kind::Array,
        Op::Float(..) | Op::FloatNeg | Op::FloatAbs | Op::FloatAdd | Op::FloatSub | Op::FloatMul => {
            Kind::Refused(ROUNDED)
        }
        Op::FloatDiv | Op::FloatEq | Op::FloatLt | Op::FloatLe | Op::FloatIsNan => Kind::Refused(ROUNDED),
        Op::RealToFloat(_) | Op::FloatToReal | Op::FloatToFloat(_) => Kind::Refused(ROUNDED),
        Op::Function(_) => Kind::Refused(ANALYSIS),
    }
}

/// Converts terms of one table; equal ones are converted once.
#[derive(Default)]
pub(in crate::global) struct Converter {
    symbols: FxHashMap<TermId, Symbol>,
    /// The number of dimensions of array symbols; one where nothing is said.
    ranks: FxHashMap<TermId, usize>,
    /// How far the subscripts of vectors lie from the numbers that the machine gives to elements.
    shifts: FxHashMap<TermId, Term>,
    refused: FxHashMap<TermId, Refused>,
    numbers: FxHashMap<TermId, Term>,
    conditions: FxHashMap<TermId, Condition>,
}

impl Converter {
    /// Lets a symbol of the machine be one of algebra; that of an array has a number of dimensions.
    pub(in crate::global) fn name(&mut self, id: TermId, symbol: Symbol, rank: usize) {
        self.symbols.insert(id, symbol);
        self.ranks.insert(id, rank);
    }

    /// Lets the subscripts of a vector be the machine's numbers of elements and something more.
    pub(in crate::global) fn shift(&mut self, id: TermId, shift: Term) {
        self.shifts.insert(id, shift);
    }

    /// Lets a symbol of the machine be none of algebra.
    pub(in crate::global) fn refuse(&mut self, id: TermId, what: Refused) {
        self.refused.insert(id, what);
    }

    /// A value as a number; truth values are 0 and 1.
    pub(in crate::global) fn number(&mut self, table: &mut Table, id: TermId) -> Result<Term, Refused> {
        if let Some(known) = self.numbers.get(&id) {
            return Ok(known.clone());
        }
        let value = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.new_number(table, id))?;
        self.numbers.insert(id, value.clone());
        Ok(value)
    }

    fn new_number(&mut self, table: &mut Table, id: TermId) -> Result<Term, Refused> {
        let op = table.op(id).clone();
        match kind(&op) {
            Kind::Any => self.number_of_any(table, id, &op),
            Kind::Number => self.arithmetic(table, id, op),
            Kind::Truth => {
                let condition = normal(&self.condition(table, id)?);
                Ok(Term::choice(&condition, &Term::one(), &Term::zero()))
            }
            Kind::Bits => Err(TWO_NUMBERS),
            Kind::Array => Err(WHOLE_ARRAY),
            Kind::Refused(what) => Err(what),
        }
    }

    fn number_of_any(&mut self, table: &mut Table, id: TermId, op: &Op) -> Result<Term, Refused> {
        match table.sort(id) {
            Sort::Scalar(Scalar::Bool | Scalar::Int | Scalar::Real) => {}
            Sort::Scalar(Scalar::Float(_)) => return Err(ROUNDED),
            Sort::Scalar(Scalar::BitVec(_)) => return Err(TWO_NUMBERS),
            Sort::Array(_) => return Err(WHOLE_ARRAY),
        }
        match (op, table.args(id)) {
            (Op::Ite, &[condition, yes, no]) => match normal(&self.condition(table, condition)?) {
                Condition::True => self.number(table, yes),
                Condition::False => self.number(table, no),
                condition => {
                    let (yes, no) = (self.number(table, yes)?, self.number(table, no)?);
                    Ok(Term::choice(&condition, &yes, &no))
                }
            },
            (Op::Select, &[array, index]) => {
                let index = self.subscripts(table, array, index)?;
                Ok(self.array(table, array)?.element(&index))
            }
            _ => Ok(Term::symbol(&self.symbol(table, id)?)),
        }
    }

    /// A symbol that nobody named is what users call by its name. Any other one comes up anew in every execution.
    fn symbol(&self, table: &Table, id: TermId) -> Result<Symbol, Refused> {
        if let Some(&what) = self.refused.get(&id) {
            return Err(what);
        }
        if let Some(known) = self.symbols.get(&id) {
            return Ok(known.clone());
        }
        let Op::Symbol(symbol) = table.op(id) else { unreachable!("symbols are asked for") };
        match &table.symbol_info(*symbol).origin {
            Origin::Named(name) => {
                Ok(Symbol { name: name.clone(), integer: table.sort(id).element() != Scalar::Real })
            }
            _ => Err("a value of which nothing is known"),
        }
    }

    fn arithmetic(&mut self, table: &mut Table, id: TermId, op: Op) -> Result<Term, Refused> {
        let args = table.args(id).to_vec();
        if let Op::BvToUint | Op::BvToSint = op {
            return self.number_of_bits(table, args[0], op == Op::BvToSint);
        }
        let integer = table.sort(id) == Sort::INT;
        let parts = args.iter().map(|&arg| self.number(table, arg)).collect::<Result<Vec<_>, _>>()?;
        Ok(match (op, &parts[..]) {
            (Op::Int(value), _) => Term::int(value),
            (Op::Real(value), _) => Term::rational(value),
            (Op::Neg, [a]) => a.negated(),
            (Op::Add, all) => Term::sum(all.iter().cloned()),
            (Op::Sub, [a, b]) => a.minus(b),
            (Op::Mul, [first, rest @ ..]) => rest.iter().fold(first.clone(), |all, next| all.times(next)),
            (Op::Pow, [a, b]) if integer => integer_power(a, b),
            (Op::Pow, [a, b]) => Term::power(a, b),
            (Op::Div(rounding), [a, b]) => quotient(rounding, a, b),
            (Op::Rem(rounding), [a, b]) => remainder(rounding, a, b),
            (Op::Quotient, [a, b]) => Term::quotient(a, b),
            (Op::Abs, [a]) => size(a),
            (Op::Min, [first, rest @ ..]) => rest
                .iter()
                .fold(first.clone(), |all, next| Term::choice(&Condition::at_most(&all, next), &all, next)),
            (Op::Max, [first, rest @ ..]) => rest
                .iter()
                .fold(first.clone(), |all, next| Term::choice(&Condition::at_most(next, &all), &all, next)),
            (Op::ToReal, [a]) => a.clone(),
            (Op::ToInt(Rounding::Floor), [a]) => Term::floor_div(a, &Term::one()),
            (Op::ToInt(Rounding::Truncate), [a]) => whole_part(a),
            _ => unreachable!("a number with other operands"),
        })
    }

    /// The truth of a term; see [`normal`].
    pub(in crate::global) fn condition(
        &mut self,
        table: &mut Table,
        id: TermId,
    ) -> Result<Condition, Refused> {
        if let Some(known) = self.conditions.get(&id) {
            return Ok(known.clone());
        }
        let value = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.new_condition(table, id))?;
        self.conditions.insert(id, value.clone());
        Ok(value)
    }

    fn new_condition(&mut self, table: &mut Table, id: TermId) -> Result<Condition, Refused> {
        let op = table.op(id).clone();
        let args = table.args(id).to_vec();
        match kind(&op) {
            Kind::Truth => {}
            Kind::Any if op == Op::Ite => return self.conditional(table, &args),
            Kind::Any | Kind::Number => return Ok(Condition::ne(&self.number(table, id)?)),
            Kind::Bits => return Err(TWO_NUMBERS),
            Kind::Array => return Err(WHOLE_ARRAY),
            Kind::Refused(what) => return Err(what),
        }
        if let Op::Bool(value) = op {
            return Ok(if value { Condition::True } else { Condition::False });
        }
        if let Op::Not | Op::And | Op::Or | Op::Implies = op {
            let parts = args.iter().map(|&arg| self.condition(table, arg)).collect::<Result<Vec<_>, _>>()?;
            return Ok(match (op, &parts[..]) {
                (Op::Not, [a]) => opposite(a),
                (Op::Implies, [a, b]) => Condition::any([opposite(a), b.clone()]),
                (Op::And, _) => Condition::all(parts),
                _ => Condition::any(parts),
            });
        }
        if let Sort::Scalar(Scalar::BitVec(_)) = table.sort(args[0]) {
            return self.compared_bits(table, &op, &args);
        }
        if let Sort::Array(_) = table.sort(args[0]) {
            return Err(WHOLE_ARRAY);
        }
        let sides = match op {
            Op::Eq | Op::Ne => divisibility(table, &args),
            _ => None,
        };
        let [left, right] = sides.unwrap_or([args[0], args[1]]);
        let difference = self.number(table, left)?.minus(&self.number(table, right)?);
        Ok(match op {
            Op::Eq => Condition::eq(&difference),
            Op::Ne => Condition::ne(&difference),
            Op::Lt => relation(Relation::Gt, difference.negated()),
            Op::Le => relation(Relation::Ge, difference.negated()),
            Op::Gt => relation(Relation::Gt, difference),
            Op::Ge => relation(Relation::Ge, difference),
            _ => unreachable!("all other relations compare bits"),
        })
    }

    fn conditional(&mut self, table: &mut Table, args: &[TermId]) -> Result<Condition, Refused> {
        let condition = self.condition(table, args[0])?;
        let (yes, no) = (self.condition(table, args[1])?, self.condition(table, args[2])?);
        Ok(either(&condition, &yes, &no))
    }

    /// A whole array.
    pub(in crate::global) fn array(&mut self, table: &mut Table, id: TermId) -> Result<Array, Refused> {
        let args = table.args(id).to_vec();
        match (table.op(id), table.sort(id)) {
            (_, Sort::Array(Scalar::Float(_))) => Err(ROUNDED),
            (Op::Symbol(_), _) => {
                let symbol = self.symbol(table, id)?;
                Ok(Array::Symbol(symbol.name, symbol.integer))
            }
            (Op::Store, _) => {
                let index = self.subscripts(table, args[0], args[1])?;
                let value = self.number(table, args[2])?;
                Ok(Array::store(&self.array(table, args[0])?, &index, &value))
            }
            (Op::Ite, _) => {
                let condition = normal(&self.condition(table, args[0])?);
                let (yes, no) = (self.array(table, args[1])?, self.array(table, args[2])?);
                Ok(Array::choice(&condition, &yes, &no))
            }
            _ => Err(WHOLE_ARRAY),
        }
    }

    /// The subscripts of an element, one for each dimension of its array.
    fn subscripts(&mut self, table: &mut Table, array: TermId, index: TermId) -> Result<Vec<Term>, Refused> {
        let base = base_of(table, array);
        let rank = self.ranks.get(&base).copied().unwrap_or(1);
        if rank == 1 {
            let at = self.number(table, index)?;
            return Ok(vec![self.shifts.get(&base).map_or(at.clone(), |shift| at.plus(shift))]);
        }
        let index = table.simplify(index);
        let apart = table.split_subscripts(index);
        if apart.len() > rank || apart.iter().take(rank - 1).any(|&at| is_joined(table, at)) {
            return Err("an array seen with another number of dimensions");
        }
        let mut found = apart.iter().map(|&at| self.number(table, at)).collect::<Result<Vec<_>, _>>()?;
        found.resize(rank, Term::zero());
        Ok(found)
    }
}

/// The sides of a question whether something is divisible: a remainder is zero whichever way the division rounds, and one
/// without the cases of signs is easier to read.
fn divisibility(table: &mut Table, sides: &[TermId]) -> Option<[TermId; 2]> {
    let zero = table.int(0);
    let remainder = sides.iter().copied().find(|&side| *table.op(side) == Op::Rem(Rounding::Truncate))?;
    if !sides.contains(&zero) {
        return None;
    }
    let operands = table.args(remainder).to_vec();
    Some([table.apply(Op::Rem(Rounding::Floor), &operands), zero])
}

/// The array that another one was made of.
fn base_of(table: &Table, array: TermId) -> TermId {
    match (table.op(array), table.args(array)) {
        (Op::Store, args) => base_of(table, args[0]),
        (Op::Ite, args) => base_of(table, args[1]),
        _ => array,
    }
}

/// Whether a term may be a number of several subscripts that was not taken apart: a weight of a dimension is in it.
fn is_joined(table: &Table, term: TermId) -> bool {
    let is_weight = |arg: &TermId| {
        table.as_int(*arg).is_some_and(|value| (value >> 32) > IBig::ZERO || (-value >> 32) > IBig::ZERO)
    };
    table.subterms(&[term]).any(|part| {
        matches!(table.op(part), Op::Add | Op::Sub | Op::Mul) && table.args(part).iter().any(is_weight)
    })
}

/// A comparison as it is written: what is put into it later may be fractions, which integers were not when the shortest
/// form was made.
fn relation(relation: Relation, term: Term) -> Condition {
    match Condition::compare(relation, &term) {
        Condition::Compare(..) => Condition::Compare(relation, term),
        settled => settled,
    }
}

/// A condition in the form that algebra expects: every comparison in its shortest form.
pub(in crate::global) fn normal(condition: &Condition) -> Condition {
    match condition {
        Condition::Compare(relation, term) => Condition::compare(*relation, term),
        Condition::And(parts) => Condition::all(parts.iter().map(normal)),
        Condition::Or(parts) => Condition::any(parts.iter().map(normal)),
        other => other.clone(),
    }
}

/// The opposite of a condition that is not in that form yet.
pub(in crate::global) fn opposite(condition: &Condition) -> Condition {
    match condition {
        Condition::Compare(Relation::Ge, term) => relation(Relation::Gt, term.negated()),
        Condition::Compare(Relation::Gt, term) => relation(Relation::Ge, term.negated()),
        Condition::And(parts) => Condition::any(parts.iter().map(opposite)),
        Condition::Or(parts) => Condition::all(parts.iter().map(opposite)),
        other => other.negated(),
    }
}

/// `(c and a) or (not c and b)`, as short as it can be said.
pub(in crate::global) fn either(condition: &Condition, yes: &Condition, no: &Condition) -> Condition {
    match (yes, no) {
        _ if yes == no => yes.clone(),
        (Condition::True, _) => Condition::any([condition.clone(), no.clone()]),
        (Condition::False, _) => opposite(condition).and(no),
        (_, Condition::True) => Condition::any([opposite(condition), yes.clone()]),
        (_, Condition::False) => condition.and(yes),
        _ => Condition::any([condition.and(yes), opposite(condition).and(no)]),
    }
}

/// A power of integers: one with a negative exponent is 1, -1 or 0.
fn integer_power(a: &Term, b: &Term) -> Term {
    if Condition::ge(b) == Condition::True {
        return Term::power(a, b);
    }
    let even = Condition::eq(&Term::modulo(b, &Term::int(2)));
    let sign = Term::choice(&even, &Term::one(), &Term::int(-1));
    let other = Term::choice(&Condition::eq(&a.plus_int(1)), &sign, &Term::zero());
    let unit = Term::choice(&Condition::eq(&a.plus_int(-1)), &Term::one(), &other);
    Term::choice(&Condition::ge(b), &Term::power(a, b), &unit)
}

/// A number cut towards zero.
fn whole_part(term: &Term) -> Term {
    let one = Term::one();
    if let Some(Atom::Choice(condition, yes, no)) = term.as_atom() {
        let (yes, no) = (cut(condition, yes), cut(&condition.negated(), no));
        return Term::choice(condition, &yes, &no);
    }
    let (down, up) = (Term::floor_div(term, &one), Term::ceil_div(term, &one));
    if down == up { down } else { Term::choice(&Condition::ge(term), &down, &up) }
}

/// The same where a condition holds that may tell the sign.
fn cut(condition: &Condition, term: &Term) -> Term {
    if condition.plainly_implies(&Condition::ge(term)) {
        Term::floor_div(term, &Term::one())
    } else if condition.plainly_implies(&Condition::ge(&term.negated())) {
        Term::ceil_div(term, &Term::one())
    } else {
        whole_part(term)
    }
}

/// `|t|`
fn size(term: &Term) -> Term {
    match term.as_int() {
        Some(value) if value < IBig::ZERO => Term::int(-value),
        Some(_) => term.clone(),
        None => Term::choice(&Condition::ge(term), term, &term.negated()),
    }
}

fn quotient(rounding: Rounding, a: &Term, b: &Term) -> Term {
    let down = Term::floor_div(a, b);
    if rounding == Rounding::Floor {
        return down;
    }
    let same_sign = Condition::any([
        Condition::all([Condition::ge(a), Condition::gt(b)]),
        Condition::all([Condition::ge(&a.negated()), Condition::gt(&b.negated())]),
    ]);
    Term::choice(&same_sign, &down, &Term::ceil_div(a, b))
}

fn remainder(rounding: Rounding, a: &Term, b: &Term) -> Term {
    if rounding == Rounding::Floor {
        return Term::modulo(a, b);
    }
    let size = size(b);
    let below = Term::modulo(&a.negated(), &size).negated();
    Term::choice(&Condition::ge(a), &Term::modulo(a, &size), &below)
}
