//! What compilers are told on their command lines, as far as it says what a program is.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::{Options, UnknownFunctions};

/// What functions do that are not defined.
const UNKNOWN: &str = "--unknown-functions";
/// Which uses of undefined values are errors.
const UNDEFINED: &str = "--undefined";

impl Options {
    /// What the arguments of a compiler say: `-I`, `-isystem`, `-iquote`, `-D`, `-U`, `-std`, `-include`, and those of
    /// this tool: `--unknown-functions`, `--undefined`, with their values behind them or as the next argument. Folders are relative to `folder`. The rest is of no interest here.
    pub fn from_flags<'a>(flags: impl IntoIterator<Item = &'a str>, folder: &Path) -> Options {
        let mut options = Options::default();
        let mut flags = flags.into_iter();
        while let Some(flag) = flags.next() {
            let Some(name) = VALUED.iter().find(|name| flag.starts_with(**name)) else { continue };
            let behind = flag[name.len()..].trim_start_matches('=');
            let value = if behind.is_empty() { flags.next().unwrap_or("") } else { behind };
            options.take(name, value, folder);
        }
        options
    }

    fn take(&mut self, name: &str, value: &str, folder: &Path) {
        match name {
            "-D" => self.defines.push(match value.split_once('=') {
                Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
                None => (value.to_owned(), None),
            }),
            "-U" => self.undefines.push(value.to_owned()),
            "-std" => self.standard = Some(value.to_owned()),
            UNKNOWN => self.unknown_functions = UnknownFunctions::read(value),
            UNDEFINED => self.strict_undefined = value == "strict",
            "-include" => self.included_files.push(folder.join(value)),
            _ => self.include_folders.push(folder.join(value)),
        }
    }

    /// The options of both; those of the second are looked at later.
    pub fn and(mut self, more: &Options) -> Options {
        self.standard = more.standard.clone().or(self.standard);
        self.include_folders.extend(more.include_folders.iter().cloned());
        self.defines.extend(more.defines.iter().cloned());
        self.undefines.extend(more.undefines.iter().cloned());
        self.included_files.extend(more.included_files.iter().cloned());
        if more.unknown_functions != UnknownFunctions::default() {
            self.unknown_functions = more.unknown_functions.clone();
        }
        self.strict_undefined |= more.strict_undefined;
        self
    }

    /// What a compilation database (`compile_commands.json`) says of a file; nothing if it is not in it.
    pub fn from_database(database: &Path, file: &Path) -> Result<Option<Options>, String> {
        let shown = database.display();
        let text = std::fs::read(database).map_err(|error| format!("{shown}: {error}"))?;
        let entries: Vec<Entry> =
            serde_json::from_slice(&text).map_err(|error| format!("{shown}: {error}"))?;
        let wanted = std::path::absolute(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let entry = entries.iter().find(|entry| same_file(&entry.directory.join(&entry.file), &wanted));
        Ok(entry.map(|entry| {
            let words = match &entry.arguments {
                Some(arguments) => arguments.clone(),
                None => words(&entry.command),
            };
            Options::from_flags(words.iter().map(String::as_str), &entry.directory)
        }))
    }
}

/// Flags with a value; longer names come before those they begin with.
const VALUED: [&str; 10] =
    [UNKNOWN, UNDEFINED, "-include", "-isystem", "-iquote", "-idirafter", "-std", "-I", "-D", "-U"];

/// An entry of a compilation database.
#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    command: String,
    arguments: Option<Vec<String>>,
}

fn same_file(left: &Path, right: &Path) -> bool {
    left == right
        || matches!((left.canonicalize(), right.canonicalize()), (Ok(left), Ok(right)) if left == right)
}

/// The words of a command line, as a shell takes them: quotes and backslashes keep blanks together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut signs = command.chars();
    while let Some(sign) = signs.next() {
        match (quote, sign) {
            (Some(mark), _) if sign == mark => quote = None,
            (None, '"' | '\'') => {
                quote = Some(sign);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(signs.next()),
            (None, _) if sign.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_does() {
        let found = words(r#"cc -DTEXT="a b" '-DX=\"q\"' -D Y=c\ d ''"#);
        assert_eq!(found, ["cc", "-DTEXT=a b", r#"-DX=\"q\""#, "-D", "Y=c d", ""]);
    }

    #[test]
    fn flags_say_what_a_program_is() {
        let flags = [
            "-O2", "-Iinc", "-I", "/abs", "-DA", "-D", "B=1=2", "-UC", "-std=c99", "-include", "pre.h", "-c",
            "x.c",
        ];
        let options = Options::from_flags(flags, Path::new("/src"));
        assert_eq!(options.include_folders, [PathBuf::from("/src/inc"), PathBuf::from("/abs")]);
        assert_eq!(options.defines, [("A".to_owned(), None), ("B".to_owned(), Some("1=2".to_owned()))]);
        assert_eq!(options.undefines, ["C"]);
        assert_eq!(options.standard.as_deref(), Some("c99"));
        assert_eq!(options.included_files, [PathBuf::from("/src/pre.h")]);
    }

    #[test]
    fn a_database_is_asked_by_file() {
        let folder = std::env::temp_dir().join(format!("sextant-flags-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        let database = folder.join("compile_commands.json");
        let text = format!(
            r#"[{{"directory": "{0}", "file": "a.c", "command": "cc -Dx=1 -c a.c"}},
                {{"directory": "{0}", "file": "{0}/b.c", "arguments": ["cc", "-Ii", "-c", "b.c"]}}]"#,
            folder.display()
        );
        std::fs::write(&database, text).expect("the database can be written");
        let of = |name: &str| Options::from_database(&database, &folder.join(name));
        assert_eq!(of("a.c").unwrap().unwrap().defines.len(), 1);
        assert_eq!(of("b.c").unwrap().unwrap().include_folders, [folder.join("i")]);
        assert!(of("c.c").unwrap().is_none());
        std::fs::write(&database, "{").expect("the database can be written");
        assert!(of("a.c").is_err());
        std::fs::remove_dir_all(&folder).expect("the folder is there");
    }
}
