//! What functions do that are not defined anywhere, as the user chooses.

use std::collections::BTreeMap;

/// What a function does that is not defined anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UnknownFunction {
    /// It returns any value and may change all that it can reach.
    #[default]
    Forget,
    /// It returns any value and changes nothing.
    Pure,
    /// Nobody says: a path ends at a call.
    Refuse,
}

/// What functions do that are not defined anywhere.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnknownFunctions {
    others: UnknownFunction,
    named: BTreeMap<String, UnknownFunction>,
}

impl UnknownFunctions {
    /// What a function does.
    pub fn of(&self, name: &str) -> UnknownFunction {
        self.named.get(name).copied().unwrap_or(self.others)
    }

    /// Reads `setit=pure,forget`: a word for functions by their names, one without a name for all others. What is not
    /// understood says nothing, see [`UnknownFunctions::check`].
    pub(crate) fn read(text: &str) -> UnknownFunctions {
        let mut read = UnknownFunctions::default();
        for part in text.split(',') {
            let (name, word) = part.split_once('=').map_or((None, part), |(name, word)| (Some(name), word));
            let Some(effect) = effect(word) else { continue };
            match name {
                Some(name) => {
                    read.named.insert(name.trim().to_owned(), effect);
                }
                None => read.others = effect,
            }
        }
        read
    }

    /// Whether a text is such a choice; the error says what is expected.
    pub fn check(text: &str) -> Result<(), String> {
        for part in text.split(',') {
            let word = part.split_once('=').map_or(part, |(_, word)| word);
            if effect(word).is_none() {
                return Err(format!("expected forget, pure or refuse, or NAME=… of these, found `{part}`"));
            }
        }
        Ok(())
    }
}

fn effect(word: &str) -> Option<UnknownFunction> {
    match word.trim() {
        "forget" => Some(UnknownFunction::Forget),
        "pure" => Some(UnknownFunction::Pure),
        "refuse" => Some(UnknownFunction::Refuse),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_before_all_others() {
        let read = UnknownFunctions::read("setit=pure, refuse");
        assert_eq!((read.of("setit"), read.of("other")), (UnknownFunction::Pure, UnknownFunction::Refuse));
        assert_eq!(UnknownFunctions::default().of("setit"), UnknownFunction::Forget);
        assert!(UnknownFunctions::check("f=forget,pure").is_ok());
        assert!(UnknownFunctions::check("f=nothing").is_err());
    }
}
