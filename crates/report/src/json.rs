//! The JSON form of the parts that reports share. The schema is that of the derived `Serialize`, with these
//! functions as `serialize_with`.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use sextant_notation::Formula;

/// Conjuncts as one string, and as a tree in the field beside it. Such pairs of fields are flattened into their objects.
fn conjunction_and_term<S: Serializer>(
    field: &str,
    conjuncts: &[Formula],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(2))?;
    map.serialize_entry(field, &sextant_notation::conjunction(conjuncts))?;
    map.serialize_entry(&format!("{field}_term"), &Formula::conjunction(conjuncts).tree())?;
    map.end()
}

/// A list of formulas as strings, and as trees in the field beside it.
fn list_and_terms<S: Serializer>(
    [field, terms]: [&str; 2],
    formulas: &[Formula],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(2))?;
    map.serialize_entry(field, formulas)?;
    map.serialize_entry(terms, &formulas.iter().map(Formula::tree).collect::<Vec<_>>())?;
    map.end()
}

/// Names with formulas as an object of strings, and as one of trees in the field beside it.
fn object_and_terms<S: Serializer>(
    [field, terms]: [&str; 2],
    pairs: &[(String, Formula)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(2))?;
    map.serialize_entry(field, &Object { pairs, form: Formula::clone })?;
    map.serialize_entry(terms, &Object { pairs, form: Formula::tree })?;
    map.end()
}

/// Names with formulas in some form.
struct Object<'o, V> {
    pairs: &'o [(String, Formula)],
    form: fn(&Formula) -> V,
}

impl<V: Serialize> Serialize for Object<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.pairs.iter().map(|(name, value)| (name, (self.form)(value))))
    }
}

/// The statements of a path, repetitions written once.
pub(crate) fn statements<S: Serializer>(path: &[String], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(crate::fold::bounded(path))
}

pub(crate) fn condition<S: Serializer>(conjuncts: &[Formula], serializer: S) -> Result<S::Ok, S::Error> {
    conjunction_and_term("condition", conjuncts, serializer)
}

pub(crate) fn forwards<S: Serializer>(conjuncts: &[Formula], serializer: S) -> Result<S::Ok, S::Error> {
    conjunction_and_term("forwards", conjuncts, serializer)
}

pub(crate) fn constraint<S: Serializer>(conjuncts: &[Formula], serializer: S) -> Result<S::Ok, S::Error> {
    conjunction_and_term("constraint", conjuncts, serializer)
}

pub(crate) fn conditions<S: Serializer>(formulas: &[Formula], serializer: S) -> Result<S::Ok, S::Error> {
    list_and_terms(["condition", "condition_terms"], formulas, serializer)
}

/// Conditions in files that are read back: there they are words, since nobody reads what was printed.
pub(crate) mod kept_conditions {
    use serde::{Deserialize, Deserializer};
    use sextant_notation::Formula;

    pub(crate) use super::conditions as serialize;

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Formula>, D::Error> {
        #[derive(Deserialize)]
        struct Kept {
            condition: Vec<String>,
        }
        Ok(Kept::deserialize(deserializer)?.condition.into_iter().map(Formula::words).collect())
    }
}

pub(crate) fn constraints<S: Serializer>(formulas: &[Formula], serializer: S) -> Result<S::Ok, S::Error> {
    list_and_terms(["constraints", "constraint_terms"], formulas, serializer)
}

pub(crate) fn simplified<S: Serializer>(formulas: &[Formula], serializer: S) -> Result<S::Ok, S::Error> {
    list_and_terms(["simplified", "simplified_terms"], formulas, serializer)
}

pub(crate) fn outputs<S: Serializer>(pairs: &[(String, Formula)], serializer: S) -> Result<S::Ok, S::Error> {
    object_and_terms(["outputs", "output_terms"], pairs, serializer)
}

pub(crate) fn values<S: Serializer>(pairs: &[(String, Formula)], serializer: S) -> Result<S::Ok, S::Error> {
    object_and_terms(["values", "value_terms"], pairs, serializer)
}

/// Names with texts as an object.
pub(crate) fn texts<S: Serializer>(pairs: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
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
