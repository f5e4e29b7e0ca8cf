//! The checks as a SARIF 2.1 log, for editors and code hosts.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{CheckReport, Finding};
use crate::Verdict;
use crate::fold::bounded;
use crate::wrap::equations;

pub(super) fn log(report: &CheckReport) -> Value {
    let mut rules: BTreeMap<&str, &str> = BTreeMap::new();
    for finding in &report.findings {
        rules.insert(&finding.kind, &finding.what);
    }
    let rules: Vec<Value> = rules
        .into_iter()
        .map(|(kind, what)| json!({ "id": kind, "shortDescription": { "text": what } }))
        .collect();
    // What is in order is no result; what is bounded is said of the run as a whole.
    let results: Vec<Value> = report
        .findings
        .iter()
        .filter(|finding| !matches!(finding.status, Verdict::Proved | Verdict::Bounded))
        .map(result)
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "sextant", "rules": rules } },
            "properties": { "verdict": report.verdict, "assumptions": report.assumptions() },
            "results": results,
        }],
    })
}

fn result(finding: &Finding) -> Value {
    let level = if finding.status == Verdict::Refuted { "error" } else { "note" };
    let mut message = finding.what.clone();
    if let Some(subject) = &finding.subject {
        message.push_str(&format!(" ({subject})"));
    }
    if !finding.input.is_empty() {
        message.push_str(&format!(" with {}", equations(&finding.input)));
    }
    if let Some(detail) = &finding.detail {
        message.push_str(&format!("; {detail}"));
    }
    json!({
        "ruleId": finding.kind,
        "level": level,
        "message": { "text": message },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": finding.file },
                "region": { "startLine": finding.line, "startColumn": finding.column },
            },
        }],
        "properties": { "status": finding.status, "call": finding.call, "path": bounded(&finding.path) },
    })
}
