//! What a compiled function does: with gcc's sanitizers of addresses and undefined behaviour, and with clang's of values that
//! are not there.

use std::path::Path;
use std::process::Command;

/// The numbers that a run begins with: `a`, `b`, and the static `total`.
pub(super) type Input = [i64; 3];

/// Calls the function on each three numbers of the command line, in a process of its own.
const DRIVER: &str = "
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef MEMORY
#include <sanitizer/msan_interface.h>
#else
#define __msan_check_mem_is_initialized(value, size)
#endif
int main(int count, char **words)
{
    for (int at = 1; at + 2 < count; at += 3) {
        int status = 0;
        fprintf(stderr, \"@\\n\");
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            alarm(10);
            reset(atoi(words[at + 2]));
            int result = f(atoi(words[at]), atoi(words[at + 1]));
            __msan_check_mem_is_initialized(&result, sizeof result);
            _exit(0);
        }
        waitpid(child, &status, 0);
        printf(\"%d\\n\", status != 0);
    }
    return 0;
}
";

/// How a run ended with an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    /// What the sanitizer says first.
    pub said: String,
    /// The line of the program, where it is told.
    pub line: Option<u32>,
}

/// A program compiled with sanitizers.
pub(super) struct Compiled<'f> {
    folder: &'f Path,
    programs: Vec<&'static str>,
}

impl<'f> Compiled<'f> {
    /// Compiles a program. Without clang undefined values are not noticed.
    ///
    /// # Errors
    /// What the compiler says.
    pub fn new(folder: &'f Path, text: &str) -> Result<Compiled<'f>, String> {
        let source = folder.join("program.c");
        std::fs::write(&source, format!("{text}{DRIVER}")).map_err(|error| error.to_string())?;
        let mut compiled = Compiled { folder, programs: Vec::new() };
        compiled.add("gcc", "address", &["-fsanitize=address,undefined"])?;
        compiled.add("clang", "memory", &["-fsanitize=memory", "-DMEMORY"])?;
        Ok(compiled)
    }

    /// Compiles it once more for what gcc narrows before its sanitizers see it. Together with this, clang's sanitizer of
    /// values that are not there loses some.
    ///
    /// # Errors
    /// What the compiler says.
    pub fn add_overflow(&mut self) -> Result<(), String> {
        self.add("clang", "undefined", &["-fsanitize=undefined"])
    }

    fn add(&mut self, compiler: &str, name: &'static str, flags: &[&str]) -> Result<(), String> {
        let done = Command::new(compiler)
            .args(["-std=gnu11", "-w", "-O0", "-g1", "-fno-sanitize-recover=all"])
            .args(flags)
            .arg("-o")
            .arg(self.folder.join(name))
            .arg(self.folder.join("program.c"))
            .output();
        match done {
            Ok(done) if done.status.success() => self.programs.push(name),
            Err(_) if compiler == "clang" => {}
            Ok(done) => return Err(format!("{compiler}: {}", String::from_utf8_lossy(&done.stderr))),
            Err(error) => return Err(format!("{compiler}: {error}")),
        }
        Ok(())
    }

    /// How the function ends on inputs: the first error that any sanitizer tells, if there is one.
    ///
    /// # Errors
    /// Why it could not be run.
    pub fn run(&self, inputs: &[Input]) -> Result<Vec<Option<Fault>>, String> {
        let mut found: Vec<Option<Fault>> = vec![None; inputs.len()];
        for program in &self.programs {
            let words = inputs.iter().flatten().map(i64::to_string);
            let mut command = Command::new(self.folder.join(program));
            // Names of functions cost a process for each error.
            for options in ["ASAN_OPTIONS", "MSAN_OPTIONS", "UBSAN_OPTIONS"] {
                command.env(options, "symbolize=0:detect_leaks=0");
            }
            let done = command.args(words).output();
            let done = done.map_err(|error| error.to_string())?;
            let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
            let ends: Vec<&str> = out.lines().collect();
            if ends.len() != inputs.len() {
                return Err(format!("{program} ends with {}: {err}", done.status));
            }
            for (at, (end, said)) in ends.into_iter().zip(err.split("@\n").skip(1)).enumerate() {
                if end == "0" {
                    continue;
                }
                let fault = fault(said);
                match &mut found[at] {
                    // Only one of them sees the use of a value that is not there, after which nothing is told.
                    Some(known) if known.line != fault.line => known.line = None,
                    Some(_) => {}
                    none => *none = Some(fault),
                }
            }
        }
        Ok(found)
    }
}

/// The first thing that is said, with its line.
fn fault(said: &str) -> Fault {
    let names =
        |line: &&str| line.contains("program.c:") || line.contains("ERROR") || line.contains("WARNING");
    let first = said.lines().find(names).unwrap_or_default();
    let behind = first.split_once("program.c:").map(|(_, behind)| behind);
    let digits = behind.map(|behind| behind.split(|sign: char| !sign.is_ascii_digit()).next().unwrap_or(""));
    Fault { said: first.to_owned(), line: digits.and_then(|digits| digits.parse().ok()) }
}
