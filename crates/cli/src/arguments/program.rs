//! Which program is meant, and how a compiler would read it.

use std::path::PathBuf;

use clap::Args;
use sextant_session::{Compilation, Syntax, UnknownFunctions};

use super::choices::{LANGUAGES, one_of};

/// The program.
#[derive(Args, Debug)]
pub struct ProgramArguments {
    /// The program: a C (.c, .i), Fortran (.f, .for, .f90, …), PL/I (.pli, .pl1) or Flow (.flow) file
    pub file: PathBuf,
    /// Further files of the same program
    #[arg(long = "with", value_name = "FILE")]
    pub with: Vec<PathBuf>,
    /// The language, where the file's ending does not tell
    #[arg(long, value_parser = one_of(LANGUAGES))]
    pub language: Option<Syntax>,
    /// How the files of a C program are read.
    #[command(flatten)]
    pub compiler: CompilerArguments,
}

/// How the files of a C program are read.
#[derive(Args, Debug, Default)]
pub struct CompilerArguments {
    /// A folder with files that a C program includes
    #[arg(short = 'I', value_name = "FOLDER", help_heading = "C")]
    include_folders: Vec<String>,
    /// A macro of a C program, as in -DSIZE=10
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "C")]
    defines: Vec<String>,
    /// A macro that is not defined
    #[arg(short = 'U', value_name = "NAME", help_heading = "C")]
    undefines: Vec<String>,
    /// A file that is read before each source of a C program
    #[arg(long = "include", value_name = "FILE", help_heading = "C")]
    included_files: Vec<String>,
    /// The dialect of C, as in c99 [default: that of clang]
    #[arg(long = "std", value_name = "NAME", help_heading = "C")]
    standard: Option<String>,
    /// What functions do that are not defined: `forget` what they can reach, `pure`: nothing, `refuse`: a path ends
    /// there; also by name, as in `setit=pure,forget` [default: forget]
    #[arg(long, value_name = "EFFECT", help_heading = "C", value_parser = unknown_functions)]
    unknown_functions: Option<String>,
    /// Which uses of undefined values are errors: `used`, where one decides, is an address or is written, or `strict`,
    /// every use [default: used]
    #[arg(long, value_name = "USES", help_heading = "C", value_parser = ["used", "strict"])]
    undefined: Option<String>,
    /// What the compiler is told of each source [default: compile_commands.json in the source's folder or above]
    #[arg(long, value_name = "FILE", help_heading = "C")]
    compile_commands: Option<PathBuf>,
}

impl CompilerArguments {
    /// The same as the session takes it.
    pub fn compilation(&self) -> Compilation {
        let with = |flag: &'static str, values: &[String]| {
            values.iter().flat_map(|value| [flag.to_owned(), value.clone()]).collect::<Vec<_>>()
        };
        let mut flags = with("-I", &self.include_folders);
        flags.extend(with("-D", &self.defines));
        flags.extend(with("-U", &self.undefines));
        flags.extend(with("-include", &self.included_files));
        flags.extend(self.standard.iter().map(|name| format!("-std={name}")));
        flags.extend(self.unknown_functions.iter().map(|effect| format!("--unknown-functions={effect}")));
        flags.extend(self.undefined.iter().map(|uses| format!("--undefined={uses}")));
        Compilation { flags, database: self.compile_commands.clone() }
    }
}

fn unknown_functions(text: &str) -> Result<String, String> {
    UnknownFunctions::check(text)?;
    Ok(text.to_owned())
}
