//! What the project depends on: licences and sources against deny.toml, and the least version of Rust.
//!
//! `cargo metadata` says what is used, so that nothing needs to be installed; `cargo deny` reads the same deny.toml.

use std::process::Command;

use serde_json::Value;

const DENY: &str = include_str!("../../deny.toml");

/// How `cargo metadata` and Cargo.lock name the registry crates.io, without the address of its index.
const REGISTRY: &str = "crates.io-index";

/// The packages of the locked graph, our own included.
fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("metadata is JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

fn name(package: &Value) -> String {
    format!("{} {}", package["name"].as_str().unwrap_or("?"), package["version"].as_str().unwrap_or("?"))
}

/// The licences that deny.toml allows.
fn allowed() -> Vec<String> {
    let section = DENY.split("\n[licenses]").nth(1).expect("a section about licences");
    let list = section.split("allow = [").nth(1).and_then(|rest| rest.split(']').next()).expect("a list");
    let names: Vec<String> = list.split('"').skip(1).step_by(2).map(str::to_owned).collect();
    assert!(!names.is_empty());
    names
}

/// Whether a licence expression can be met by the allowed licences: some part of an OR, every part of an AND.
/// A slash is an OR in old manifests.
fn permitted(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    let permitted = either(&mut rest, allowed);
    permitted && rest.is_empty()
}

fn either(words: &mut &[&str], allowed: &[String]) -> bool {
    let mut any = both(words, allowed);
    while let Some(("OR", rest)) = split(words) {
        *words = rest;
        any |= both(words, allowed);
    }
    any
}

fn both(words: &mut &[&str], allowed: &[String]) -> bool {
    let mut all = single(words, allowed);
    while let Some(("AND", rest)) = split(words) {
        *words = rest;
        all &= single(words, allowed);
    }
    all
}

fn single(words: &mut &[&str], allowed: &[String]) -> bool {
    let Some((first, rest)) = split(words) else { return false };
    *words = rest;
    if first == "(" {
        let inside = either(words, allowed);
        let closed = split(words).filter(|(word, _)| *word == ")");
        *words = closed.map_or(&[], |(_, rest)| rest);
        return inside && closed.is_some();
    }
    let mut licence = first.to_owned();
    if let [with @ "WITH", exception, rest @ ..] = *words {
        licence = format!("{licence} {with} {exception}");
        *words = rest;
    }
    allowed.contains(&licence)
}

fn split<'w, 'a>(words: &&'w [&'a str]) -> Option<(&'a str, &'w [&'a str])> {
    words.split_first().map(|(first, rest)| (*first, rest))
}

#[test]
fn licences_are_permissive() {
    let allowed = allowed();
    for package in packages() {
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(
            permitted(licence, &allowed),
            "{}: the licence {licence} is not allowed by deny.toml",
            name(&package)
        );
    }
}

#[test]
fn licence_expressions_are_understood() {
    let allowed = ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned);
    for good in [
        "MIT",
        "MIT OR GPL-3.0",
        "GPL-3.0/MIT",
        "(GPL-3.0 OR MIT) AND Zlib",
        "Apache-2.0 WITH LLVM-exception",
    ] {
        assert!(permitted(good, &allowed), "{good}");
    }
    for bad in
        ["GPL-3.0", "MIT AND GPL-3.0", "Apache-2.0", "(MIT", "MIT Zlib", "", "MIT AND (GPL-3.0 OR MPL-2.0)"]
    {
        assert!(!permitted(bad, &allowed), "{bad}");
    }
}

#[test]
fn everything_comes_from_one_registry() {
    for package in packages() {
        let source = package["source"].as_str();
        let own = source.is_none();
        let registry =
            source.is_some_and(|source| source.starts_with("registry+") && source.ends_with(REGISTRY));
        assert!(own || registry, "{} comes from {}", name(&package), package["source"]);
    }
}

/// A dependency that wants a newer Rust than we promise would break the promise.
#[test]
fn dependencies_keep_to_the_least_version_of_rust() {
    let version = |text: &str| -> Vec<u32> {
        text.split('.').map(|part| part.parse().expect("a number")).chain([0, 0]).take(3).collect()
    };
    let packages = packages();
    let own = packages.iter().find(|package| package["name"] == "xtask").expect("this package");
    let promised = own["rust_version"].as_str().expect("a promise");
    for package in &packages {
        let wanted = package["rust_version"].as_str().unwrap_or("1.0");
        assert!(
            version(wanted) <= version(promised),
            "{} wants Rust {wanted}; we promise {promised}",
            name(package)
        );
        let ours = package["source"].is_null();
        assert!(!ours || wanted == promised, "{} does not promise Rust {promised}", name(package));
    }
}
