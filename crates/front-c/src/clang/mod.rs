//! Runs clang on one source and hands back what it wrote.
//!
//! Invariants
//! - clang is only asked to check the syntax: it writes no file.
//! - Its messages become ours, at their places; its warnings are not asked for, since this is no compiler.
//! - What clang's tree does not say is asked for on the command line (see [`QUESTIONS`]).

mod find;
mod messages;

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use sextant_base::{Diagnostic, SourceId, Sources};

use crate::Options;
pub(crate) use find::Clang;

/// Builtins whose operands are types are not in clang's tree; an array type as long as their value is.
const QUESTIONS: [&str; 2] = [
    "-D__builtin_offsetof(type,...)=(sizeof(char[1+__builtin_offsetof(type,__VA_ARGS__)])-1)",
    "-D__builtin_types_compatible_p(...)=((int)(sizeof(char[1+__builtin_types_compatible_p(__VA_ARGS__)])-1))",
];

/// Mistakes that older code makes and older versions of clang let pass.
const TOLERATED: [&str; 6] = [
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-type",
];

/// The name that clang gives to a text from its standard input.
pub(crate) const STANDARD_INPUT: &str = "<stdin>";

/// The two ways in which clang shows its tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// Nearly everything, for programs.
    Json,
    /// For people; it alone says the numbers in attributes.
    Text,
}

impl Clang {
    /// The tree of a source, or clang's messages.
    pub(crate) fn tree(
        &self,
        sources: &Sources,
        id: SourceId,
        options: &Options,
        form: Form,
    ) -> Result<Vec<u8>, Vec<Diagnostic>> {
        let mut command = self.command(options);
        command.arg("-Xclang").arg(if form == Form::Json { "-ast-dump=json" } else { "-ast-dump" });
        let (name, text) = (sources.name(id), sources.text(id));
        // A file is read by clang itself, so that what it includes is found; a text that is in no file is piped.
        let piped = !is_file(name, text);
        if piped {
            if let Some(folder) = Path::new(name).parent() {
                command.arg("-iquote").arg(if folder.as_os_str().is_empty() {
                    Path::new(".")
                } else {
                    folder
                });
            }
            command.arg("-");
        } else {
            command.arg("--").arg(name);
        }
        let output = command
            .stdin(if piped { Stdio::piped() } else { Stdio::null() })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .and_then(|child| finish(child, piped.then_some(text)));
        let output = output.map_err(|error| {
            vec![Diagnostic::global(format!("clang ({}) cannot be run: {error}", self.shown()))]
        })?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        Err(messages::read(&String::from_utf8_lossy(&output.stderr), sources, id))
    }

    /// clang with the options that hold for every question.
    fn command(&self, options: &Options) -> Command {
        let mut command = Command::new(self.path());
        command.args(["-x", "c", "-fsyntax-only", "-w", "-ferror-limit=100"]);
        command.args(["-fno-color-diagnostics", "-fno-caret-diagnostics", "-fno-diagnostics-show-option"]);
        command.args(TOLERATED).args(QUESTIONS);
        if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
            command.arg("--target=x86_64-unknown-linux-gnu");
        }
        if let Some(standard) = &options.standard {
            command.arg(format!("-std={standard}"));
        }
        for folder in &options.include_folders {
            command.arg("-I").arg(folder);
        }
        for (name, value) in &options.defines {
            command.arg(match value {
                Some(value) => format!("-D{name}={value}"),
                None => format!("-D{name}"),
            });
        }
        for name in &options.undefines {
            command.arg(format!("-U{name}"));
        }
        for file in &options.included_files {
            command.arg("-include").arg(file);
        }
        command
    }
}

/// Gives a child its input and waits for it. The input is written by a thread of its own: clang may write its
/// answer before it has read everything.
fn finish(mut child: Child, input: Option<&str>) -> std::io::Result<std::process::Output> {
    let stdin = child.stdin.take();
    std::thread::scope(|scope| {
        if let (Some(mut stdin), Some(text)) = (stdin, input) {
            // A child that ends early closes its end; what matters then is what it says.
            scope.spawn(move || drop(stdin.write_all(text.as_bytes())));
        }
        child.wait_with_output()
    })
}

/// Whether the text is what the file of that name holds.
fn is_file(name: &str, text: &str) -> bool {
    std::fs::read(name).is_ok_and(|bytes| readable(bytes) == text)
}

/// The bytes of a C file as text in which every byte keeps its position: what is not UTF-8 (comments in the codes of
/// their time) becomes question marks.
pub fn readable(bytes: Vec<u8>) -> String {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return text,
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_keep_their_positions() {
        assert_eq!(readable(b"a\xe4b\xc3\xa9c\xff".to_vec()), "a?bécx".replace('x', "?"));
    }
}
