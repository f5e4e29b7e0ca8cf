//! Programs of a folder with their expectations beside them.

use std::fs;
use std::path::{Path, PathBuf};

use sextant_base::{Diagnostics, Sources};

/// The programs of a folder of `tests/syntax/fortran`.
pub fn programs(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/syntax/fortran").join(name);
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the folder of test programs is there")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|ending| ending != "txt" && ending != "inc"))
        .collect();
    paths.sort();
    paths
}

/// The messages, a line each.
pub fn messages(diagnostics: &Diagnostics, sources: &Sources) -> String {
    diagnostics.sorted().iter().map(|message| message.one_line(sources) + "\n").collect()
}

/// Compares with the expectation beside the program, or writes it.
pub fn check(program: &Path, actual: &str, failures: &mut Vec<String>) {
    let path = program.with_extension("txt");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, actual).expect("the expectation can be written");
        return;
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    if expected != actual {
        failures.push(format!("{}:\nexpected\n{expected}\ngot\n{actual}", path.display()));
    }
}
