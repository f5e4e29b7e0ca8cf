//! Where clang is.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use sextant_base::Diagnostic;

/// An executable clang.
#[derive(Clone, Debug)]
pub(crate) struct Clang {
    path: PathBuf,
}

/// The variable that names the clang to be used.
const VARIABLE: &str = "SEXTANT_CLANG";

/// Versions that are looked for under their own names.
const VERSIONS: std::ops::RangeInclusive<u32> = 14..=19;

impl Clang {
    /// The clang that the environment names, or the first one on the search path.
    pub(crate) fn find() -> Result<Clang, Diagnostic> {
        if let Some(named) = env::var_os(VARIABLE).filter(|name| !name.is_empty()) {
            return on_search_path(&named).ok_or_else(|| {
                Diagnostic::global(format!("{VARIABLE} names no program: {}", Path::new(&named).display()))
            });
        }
        std::iter::once("clang".to_owned())
            .chain(VERSIONS.rev().map(|version| format!("clang-{version}")))
            .find_map(|name| on_search_path(&OsString::from(name)))
            .ok_or_else(|| {
                Diagnostic::global("C programs are read with clang, and there is none here").with_help(format!(
                    "install clang {} to {} (Debian, Ubuntu: apt install clang; Fedora: dnf install clang; \
                     macOS: xcode-select --install), or let {VARIABLE} name it",
                    VERSIONS.start(),
                    VERSIONS.end()
                ))
            })
    }

    /// The executable.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Its name for messages.
    pub(crate) fn shown(&self) -> String {
        self.path.display().to_string()
    }
}

/// A program by its name, or by its path if the name is one.
fn on_search_path(name: &OsString) -> Option<Clang> {
    if Path::new(name).components().count() > 1 {
        return Path::new(name).is_file().then(|| Clang { path: PathBuf::from(name) });
    }
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
        .map(|path| Clang { path })
}
