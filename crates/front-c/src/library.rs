//! The bundled C library: what programs call and do not define.

use rustc_hash::FxHashSet;

/// A file of the library, read when a program needs something of it.
struct File {
    name: &'static str,
    text: &'static str,
}

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(File { name: $name, text: include_str!(concat!("../library/", $name)) }),*]
    };
}

const FILES: &[File] = files![
    "bits.c",
    "ctype-tables.c",
    "ctype.c",
    "errno.c",
    "files.c",
    "fortify.c",
    "locale.c",
    "math.c",
    "mathf.c",
    "scanf.c",
    "signal.c",
    "stdio.c",
    "stdlib.c",
    "string.c",
    "strtod.c",
    "time.c",
    "unistd.c",
];

const HEADERS: &[File] = files!["sextant.h", "stream.h"];

/// Names with the files that define them.
const INDEX: &str = include_str!("../library/index.tsv");

/// The files of the library that a program has taken so far.
#[derive(Default)]
pub(crate) struct Library {
    taken: FxHashSet<&'static str>,
}

impl Library {
    /// One text with the files that define some of the names and were not taken before; nothing if there are none.
    /// Static names are unique among the files, so that they can stand in one text.
    pub(crate) fn text_for(&mut self, names: &[String]) -> Option<String> {
        let wanted: FxHashSet<&str> = names.iter().map(String::as_str).collect();
        let found: FxHashSet<&str> = INDEX
            .lines()
            .filter_map(|line| line.split_once('\t'))
            .filter(|(name, _)| wanted.contains(name))
            .map(|(_, file)| file)
            .collect();
        let mut text = String::new();
        for file in FILES.iter().filter(|file| found.contains(file.name)) {
            if self.taken.insert(file.name) {
                text.push_str(file.text);
            }
        }
        (!text.is_empty()).then(|| with_headers(&text))
    }
}

/// The text with our own headers in their places; each guards itself against a second time.
fn with_headers(text: &str) -> String {
    HEADERS.iter().fold(text.to_owned(), |text, header| {
        text.replace(&format!("#include \"{}\"", header.name), header.text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_the_index_has_its_file() {
        for (name, file) in INDEX.lines().filter_map(|line| line.split_once('\t')) {
            assert!(FILES.iter().any(|known| known.name == file), "{name}: {file}");
        }
    }

    #[test]
    fn a_file_is_given_once() {
        let mut library = Library::default();
        let first = library.text_for(&["strlen".to_owned()]).expect("strlen is there");
        assert!(first.contains("size_t strlen(") && !first.contains("#include \"sextant.h\""));
        assert_eq!(library.text_for(&["strlen".to_owned(), "strcpy".to_owned(), "nothing".to_owned()]), None);
    }
}
