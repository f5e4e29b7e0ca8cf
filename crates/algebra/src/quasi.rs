//! Sums of what repeats: bodies with quotients and remainders of the index by numbers are polynomials for each residue,
//! and so are their sums.

use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::summation::{Summed, sum_below};
use crate::{Atom, Condition, Symbol, Term};

/// The longest period that is taken apart.
const LONGEST: u64 = 24;

/// `body(0) + … + body(index - 1)`, one closed form for each residue of the index.
pub(crate) fn sum_by_residues(body: &Term, index: &Symbol) -> Option<Summed> {
    let period = period_of(body, index).filter(|period| (2..=LONGEST).contains(period))?;
    let k = Term::symbol(index);
    let size = RBig::from(period);
    let mut conditions = Vec::new();
    let mut members = Vec::new();
    for residue in 0..period {
        let member = body.with_symbol(index, &k.scaled(&size).plus_int(residue as i64));
        let summed =
            if period_of(&member, index) == Some(1) { sum_below(&member, index) } else { return None };
        if summed.open {
            return None;
        }
        conditions.extend(summed.conditions);
        members.push((member, summed.value));
    }
    let whole = Term::sum(members.iter().map(|(_, sum)| sum.clone()));
    let divisor = Term::int(period);
    let mut early = Term::zero();
    let mut forms = Vec::new();
    for (residue, (member, _)) in members.iter().enumerate() {
        let form = whole.plus(&early);
        let exact = k.plus_int(-(residue as i64)).scaled(&(RBig::ONE / &size));
        let rounds = if form.coefficients(index).is_some() { exact } else { Term::floor_div(&k, &divisor) };
        forms.push(form.with_symbol(index, &rounds));
        early = early.plus(member);
    }
    let mut value = forms.pop()?;
    for (residue, form) in forms.iter().enumerate().rev() {
        let here = Condition::eq(&Term::modulo(&k, &divisor).plus_int(-(residue as i64)));
        value = Term::choice(&here, form, &value);
    }
    Some(Summed { value, conditions, open: false, proved_open: false })
}

/// After how many steps all quotients and remainders of a body by numbers have moved by whole numbers; none if
/// something else than polynomials and powers stands in it.
fn period_of(body: &Term, index: &Symbol) -> Option<u64> {
    let mut period = 1u64;
    for atom in body.top_atoms().iter().filter(|atom| Term::atom((*atom).clone()).mentions(index)) {
        let own = match atom {
            Atom::Symbol(_) | Atom::Power(..) => 1,
            Atom::Mod(inner, by) | Atom::Floor(inner, by) => {
                let by = by.as_int().filter(|by| *by > IBig::ONE && inner.has_integer_coefficients())?;
                inner.coefficients(index)?;
                u64::try_from(by).ok()?
            }
            _ => return None,
        };
        (own <= LONGEST).then_some(())?;
        period = period / gcd(period, own) * own;
        (period <= LONGEST).then_some(())?;
    }
    Some(period)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
