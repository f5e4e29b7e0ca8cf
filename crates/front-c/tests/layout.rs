//! Layouts of records against those that clang prints.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use sextant_base::Sources;
use sextant_front_c::tree::Program;
use sextant_front_c::{Options, read_tree};

/// Size, alignment, and the first bit of each member with a name.
type Layout = (u64, u64, Vec<(String, u64)>);

fn path() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/layout/records.c").display().to_string()
}

fn ours(program: &Program) -> BTreeMap<String, Layout> {
    let records = program.types.records.iter().filter(|record| !record.name.is_empty());
    records
        .filter_map(|record| {
            let fields = record.fields.as_ref()?.iter().filter(|field| !field.name.is_empty());
            let fields = fields.map(|field| (field.name.clone(), field.offset)).collect();
            Some((record.name.clone(), (record.size, record.align, fields)))
        })
        .collect()
}

/// What `-fdump-record-layouts-complete` says.
fn clangs() -> BTreeMap<String, Layout> {
    let clang = std::env::var("SEXTANT_CLANG").unwrap_or("clang".to_owned());
    let output = Command::new(clang)
        .args(["-fsyntax-only", "-w", "-Xclang", "-fdump-record-layouts-complete", &path()])
        .output()
        .expect("clang is there");
    let text = String::from_utf8(output.stdout).expect("clang writes UTF-8");
    text.split("*** Dumping AST Record Layout").skip(1).filter_map(layout).collect()
}

fn layout(text: &str) -> Option<(String, Layout)> {
    let mut lines = text.lines().filter_map(|line| line.split_once('|'));
    let (_, head) = lines.next()?;
    let name = head.split_whitespace().last()?.to_owned();
    let mut fields = Vec::new();
    for (place, rest) in lines {
        if let Some(numbers) = rest.trim().strip_prefix("[sizeof=") {
            let (size, align) = numbers.trim_end_matches(']').split_once(", align=")?;
            return Some((name, (size.parse().ok()?, align.parse().ok()?, fields)));
        }
        // Members of members stand further to the right.
        if rest.starts_with("   ") && !rest.starts_with("    ") {
            let member = rest.split_whitespace().last()?;
            let (byte, bit) = place.trim().split_once(':').unwrap_or((place.trim(), "0"));
            let bit: u64 = bit.split('-').next()?.parse().unwrap_or(0);
            let named =
                rest.split_whitespace().count() > 1 && !rest.ends_with([')', ' ']) && !rest.ends_with(":0");
            if named {
                fields.push((member.to_owned(), 8 * byte.parse::<u64>().ok()? + bit));
            }
        }
    }
    None
}

#[test]
fn layouts_are_those_of_clang() {
    let mut sources = Sources::new();
    let id = sources.add(path(), std::fs::read_to_string(path()).expect("the records are there"));
    let (program, diagnostics) = read_tree(&mut sources, &[id], &Options::default());
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources, false));
    let (ours, clangs) = (ours(&program), clangs());
    let mut compared = 0;
    for (name, expected) in &clangs {
        let Some(found) = ours.get(name) else { continue };
        compared += 1;
        let named = |fields: &[(String, u64)]| -> Vec<(String, u64)> {
            fields
                .iter()
                .filter(|(name, _)| found.2.iter().any(|(other, _)| other == name))
                .cloned()
                .collect()
        };
        assert_eq!(
            (found.0, found.1, named(&found.2)),
            (expected.0, expected.1, named(&expected.2)),
            "{name}: ours, clang's"
        );
        assert_eq!(named(&expected.2).len(), found.2.len(), "{name}: all members are compared");
    }
    assert!(compared >= 37, "only {compared} records");
}
