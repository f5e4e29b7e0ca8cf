//! Numbers that are taken modulo a power of two after every pass, as unsigned machine integers are.
//!
//! Where a number is only added, subtracted and multiplied, it makes no difference whether its remainder is taken in
//! every pass or once at the end: such numbers are solved over the integers, and the closed form is reduced. Everywhere
//! else their remainders are put in. The certificate checks the result against the loop as it was.

use sextant_algebra::{Atom, Substitution, Symbol, Term};

/// Updates without the remainders that can be taken at the end, and by what each number is then divided.
pub(super) fn lifted(symbols: &[Symbol], updates: &[Term]) -> (Vec<Term>, Vec<Option<Term>>) {
    let mut moduli: Vec<Option<Term>> =
        updates.iter().map(|update| reduced(update).map(|(_, by)| by)).collect();
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
                remainders.symbols.insert(symbol.clone(), Term::modulo(&Term::symbol(symbol), by));
            }
        }
        let Some(own) = modulus else { return remainders.term(update) };
        let inner = reduced(update).map_or_else(|| update.clone(), |(inner, _)| inner);
        // Numbers of the same ring, or of one in which this is a remainder, stay as they are where they are added and
        // multiplied.
        let compatible = |by: &Term| match (by.as_int(), own.as_int()) {
            (Some(by), Some(own)) => (by % own).is_zero(),
            _ => false,
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

/// The parts of an update that is a remainder by a number.
fn reduced(update: &Term) -> Option<(Term, Term)> {
    match update.as_atom() {
        Some(Atom::Mod(inner, by)) if by.as_int().is_some() && inner.has_integer_coefficients() => {
            Some((inner.clone(), by.clone()))
        }
        _ => None,
    }
}
