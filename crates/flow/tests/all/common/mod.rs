//! Shared by the tests: expectation files, comparison apart from spans, and syntax trees.

pub mod generate;
pub mod machine;
pub mod run_graph;
pub mod run_tree;
pub mod tree;

use std::path::{Path, PathBuf};

/// A folder under the workspace's `tests`.
pub fn data_folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(name)
}

/// Compares with the expectation file; `UPDATE_EXPECT=1` rewrites it.
pub fn check_file(path: &Path, actual: &str) {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, actual).expect("the expectation can be written");
        return;
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    assert!(expected == actual, "{} differs\n--- expected\n{expected}\n--- actual\n{actual}", path.display());
}

/// The files of a folder with an extension, sorted.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
}

/// The debug form of a value without the places in it.
pub fn without_spans(value: &impl std::fmt::Debug) -> String {
    let text = format!("{value:?}");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find("Span {") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        rest = &rest[rest.find('}').map_or(rest.len(), |end| end + 1)..];
    }
    out.push_str(rest);
    out
}
