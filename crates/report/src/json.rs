//! The JSON form of the parts that reports share. The schema is that of the derived `Serialize`, with these
//! functions as `serialize_with`.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use sextant_notation::Formula;

/// A list of conjuncts as one string.
pub(crate) fn conjunction<S: Serializer>(conjuncts: &[Formula], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&sextant_notation::conjunction(conjuncts))
}

/// Names with expressions as an object of strings.
pub(crate) fn texts<V: Serialize, S: Serializer>(
    pairs: &[(String, V)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

/// Names with constants as an object; decimal integers that fit 64 bits are numbers.
pub(crate) fn constants<S: Serializer>(pairs: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(pairs.len()))?;
    for (name, value) in pairs {
        match integer(value) {
            Some(number) => map.serialize_entry(name, &number)?,
            None => map.serialize_entry(name, value)?,
        }
    }
    map.end()
}

/// Places with verdicts as a list of objects.
pub(crate) fn proofs<V: Serialize, S: Serializer>(
    pairs: &[(String, V)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Proof<'p, V> {
        place: &'p str,
        verdict: &'p V,
    }
    serializer.collect_seq(pairs.iter().map(|(place, verdict)| Proof { place, verdict }))
}

/// The number a text spells in the one usual way: `007` and `+7` stay texts.
fn integer(text: &str) -> Option<i64> {
    text.parse::<i64>().ok().filter(|number| number.to_string() == text)
}
