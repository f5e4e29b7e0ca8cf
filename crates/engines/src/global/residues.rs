//! Numbers that are taken modulo a power of two after every pass, as machine integers are.
//!
//! Where a number is only added, subtracted and multiplied, it makes no difference whether its remainder is taken in
//! every pass or once at the end: such numbers are solved over the integers, and the closed form is reduced. Everywhere
//! else their remainders are put in. The certificate checks the result against the loop as it was.

use sextant_algebra::{Atom, Substitution, Symbol, Term};

/// A range of machine numbers: the numbers modulo `by`, of them those from `-below` on.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Wrapped {
    by: Term,
    below: Term,
}

impl Wrapped {
    /// The number of this range that another number becomes.
    pub(super) fn wrap(&self, term: &Term) -> Term {
        Term::modulo(&term.plus(&self.below), &self.by).minus(&self.below)
    }
}

/// Updates without the remainders that can be taken at the end, and to which range each number then belongs.
pub(super) fn lifted(symbols: &[Symbol], updates: &[Term]) -> (Vec<Term>, Vec<Option<Wrapped>>) {
    let mut moduli: Vec<Option<Wrapped>> =
        updates.iter().map(|update| reduced(symbols, update).map(|(_, range)| range)).collect();
    // A copy of such a number is one itself.
    let copied =
        |update: &Term| update.as_symbol().and_then(|symbol| symbols.iter().position(|own| own == symbol));
    for _ in 0..symbols.len() {
        for (at, update) in updates.iter().enumerate() {
            if let (None, Some(from)) = (&moduli[at], copied(update)) {
                moduli[at] = moduli[from].clone().filter(|_| from != at);
            }
        }
    }
    let lifted = updates.iter().zip(&moduli).map(|(update, modulus)| {
        let mut remainders = Substitution::default();
        for (symbol, by) in symbols.iter().zip(&moduli) {
            if let Some(by) = by {
                remainders.symbols.insert(symbol.clone(), by.wrap(&Term::symbol(symbol)));
            }
        }
        let Some(own) = modulus else { return remainders.term(update) };
        let inner = reduced(symbols, update).map_or_else(|| update.clone(), |(inner, _)| inner);
        // Numbers of the same ring, or of one in which this is a remainder, stay as they are where they are added and
        // multiplied.
        let compatible = |range: &Wrapped| {
            range.by == own.by
                || match (range.by.as_int(), own.by.as_int()) {
                    (Some(by), Some(own)) => (by % own).is_zero(),
                    _ => false,
                }
        };
        let mut foreign = remainders.clone();
        for (symbol, by) in symbols.iter().zip(&moduli) {
            if by.as_ref().is_some_and(&compatible) {
                foreign.symbols.remove(symbol);
            }
        }
        let mut result = inner.clone();
        for atom in inner.top_atoms() {
            let value = match &atom {
                Atom::Symbol(_) => foreign.term(&Term::atom(atom.clone())),
                _ => remainders.term(&Term::atom(atom.clone())),
            };
            result = result.with_atom(&atom, &value);
        }
        result
    });
    (lifted.collect(), moduli)
}

/// The parts of an update that is a remainder by what does not change, or a remainder less a constant, as signed numbers
/// are.
fn reduced(symbols: &[Symbol], update: &Term) -> Option<(Term, Wrapped)> {
    let below = Term::rational(-update.constant_part());
    match update.plus(&below).as_atom() {
        Some(Atom::Mod(inner, by))
            if !by.mentions_any(&|symbol| symbols.contains(symbol)) && inner.has_integer_coefficients() =>
        {
            Some((inner.minus(&below), Wrapped { by: by.clone(), below }))
        }
        _ => None,
    }
}
