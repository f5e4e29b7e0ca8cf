//! The layer diagram as a test: data flows downwards, and a crate may use only what stands above it.

mod repository;

use repository::{root, rust_files};

/// Each crate with the crates of this project it may use.
const LAYERS: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("syntax", &["base"]),
    ("records", &[]),
    ("flow", &["base", "syntax"]),
    ("front-pli", &["base", "syntax"]),
    ("front-fortran", &["base", "syntax"]),
    ("front-c", &["base", "syntax"]),
    ("notation", &[]),
    ("algebra", &["notation"]),
    ("expr", &["base", "notation"]),
    ("solver", &["base", "expr"]),
    ("logic", &["base", "syntax", "flow", "notation", "expr", "solver"]),
    ("state", &["base", "syntax", "records", "flow", "notation", "expr"]),
    ("effects", &["base", "syntax", "flow", "expr", "solver", "logic", "state"]),
    (
        "engines",
        &["base", "syntax", "flow", "notation", "algebra", "expr", "solver", "logic", "state", "effects"],
    ),
    ("report", &["base", "syntax", "flow", "notation", "expr"]),
    (
        "session",
        &[
            "base",
            "syntax",
            "records",
            "flow",
            "front-pli",
            "front-fortran",
            "front-c",
            "notation",
            "algebra",
            "expr",
            "solver",
            "logic",
            "state",
            "effects",
            "engines",
            "report",
        ],
    ),
    // Applications of their own: the façade knows neither of them.
    (
        "debugger",
        &["base", "syntax", "flow", "notation", "expr", "solver", "state", "effects", "engines", "session"],
    ),
    ("suites", &["base", "syntax", "flow", "expr", "solver", "state", "engines", "report", "session"]),
    ("dap", &["session", "debugger"]),
    ("cli", &["session", "report", "debugger", "suites", "dap"]),
    ("testing", &[]),
    // For tests only: nothing uses it.
    ("agree", &["base", "expr", "report", "session", "suites"]),
];

/// The project's crates named in the `[dependencies]` of a manifest.
fn dependencies(manifest: &str) -> Vec<String> {
    let section = manifest.split("[dependencies]").nth(1).unwrap_or("");
    let section = section.split("\n[").next().unwrap_or("");
    section
        .lines()
        .filter_map(|line| line.trim().strip_prefix("sextant-"))
        .filter_map(|rest| rest.split(['.', ' ', '=']).next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn dependencies_point_one_way() {
    for (name, allowed) in LAYERS {
        let path = root().join("crates").join(name).join("Cargo.toml");
        let manifest = std::fs::read_to_string(&path).expect("every layer is a crate");
        for used in dependencies(&manifest) {
            assert!(allowed.contains(&used.as_str()), "{name} must not use {used}");
        }
    }
}

#[test]
fn one_loop_deals_with_the_stops_of_the_machine() {
    for (name, _) in LAYERS.iter().filter(|(name, _)| *name != "state") {
        for file in rust_files(&root().join("crates").join(name).join("src")) {
            let text = std::fs::read_to_string(&file).expect("a source file");
            assert!(!text.contains("Stop::"), "{}: implement Driver instead", file.display());
        }
    }
}

#[test]
fn every_crate_has_its_layer() {
    for entry in std::fs::read_dir(root().join("crates")).expect("the crates").flatten() {
        let name = entry.file_name().into_string().expect("plain names");
        assert!(LAYERS.iter().any(|(known, _)| *known == name), "{name} has no layer");
    }
}

#[test]
fn methods_do_not_import_each_other() {
    let engines = root().join("crates/engines/src");
    let methods: Vec<String> = std::fs::read_dir(&engines)
        .expect("the engines")
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    // What methods share is no method.
    let shared = "invariants";
    for method in &methods {
        for file in rust_files(&engines.join(method)) {
            let text = std::fs::read_to_string(&file).expect("readable");
            for other in methods.iter().filter(|other| *other != method && *other != shared) {
                assert!(!text.contains(&format!("crate::{other}")), "{} uses {other}", file.display());
            }
        }
    }
}
