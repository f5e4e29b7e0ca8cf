//! Documentation as Markdown with formulas, or as a page of its own.

use std::fmt::Write;

use serde::Serialize;

use sextant_notation::{Formula, Notation};

use crate::escape::xml;

/// Documentation of a program.
#[derive(Clone, Debug, Serialize)]
pub struct DocumentReport {
    /// Its name.
    pub title: String,
    /// Its procedures.
    pub pages: Vec<ProcedurePage>,
}

/// A list of conjuncts with named results.
type CaseRow = (Vec<Formula>, Vec<(String, Formula)>);

/// One procedure.
#[derive(Clone, Debug, Serialize)]
pub struct ProcedurePage {
    /// Its name.
    pub name: String,
    /// Its name with its parameters.
    pub signature: String,
    /// Its contract.
    pub claims: Vec<String>,
    /// Whether the cases are all.
    pub verdict: String,
    /// Conditions with what they give.
    pub cases: Vec<CaseRow>,
    /// Conditions that lead to an error, and to which.
    pub errors: Vec<(Vec<Formula>, String)>,
    /// Computation tables of the cases, as text.
    pub tables: Vec<String>,
    /// Their computation graphs, as pictures of their own.
    #[serde(skip)]
    pub pictures: Vec<String>,
}

impl DocumentReport {
    /// Markdown; formulas stand between dollar signs, as KaTeX reads them.
    pub fn markdown(&self) -> String {
        let mut out = format!("# {}\n", cell(&self.title));
        for page in &self.pages {
            let _ = write!(out, "\n## {}\n\n`{}`\n", cell(&page.name), page.signature.replace('`', ""));
            for claim in &page.claims {
                let _ = write!(out, "\n- `{}`", claim.replace('`', ""));
            }
            out.push_str(if page.claims.is_empty() { "\n" } else { "\n\n" });
            if !page.cases.is_empty() {
                out.push_str("\n| when | result |\n|---|---|\n");
            }
            for (condition, results) in &page.cases {
                let results: Vec<String> = results
                    .iter()
                    .map(|(name, value)| {
                        format!("{} {}", cell(name), formula("= ", std::slice::from_ref(value)))
                    })
                    .collect();
                let results =
                    if results.is_empty() { "nothing changes".to_owned() } else { results.join("; ") };
                let _ = writeln!(out, "| {} | {results} |", formula("", condition));
            }
            if !page.errors.is_empty() {
                out.push_str("\nWhat leads to errors:\n\n");
            }
            for (condition, error) in &page.errors {
                let _ = writeln!(out, "- {} when {}", cell(error), formula("", condition));
            }
            let _ = writeln!(out, "\n{}.", cell(&page.verdict));
            for table in &page.tables {
                let _ = writeln!(out, "\n```\n{}\n```", table.trim_end().replace("```", "'''"));
            }
        }
        out
    }

    /// A page of its own; formulas are MathML, computation graphs are pictures in it.
    pub fn html(&self) -> String {
        let mut body = format!("<h1>{}</h1>\n", xml(&self.title));
        for page in &self.pages {
            let _ =
                writeln!(body, "<h2>{}</h2>\n<p><code>{}</code></p>", xml(&page.name), xml(&page.signature));
            for claim in &page.claims {
                let _ = writeln!(body, "<p><code>{}</code></p>", xml(claim));
            }
            if !page.cases.is_empty() {
                body.push_str("<table><tr><th>when</th><th>result</th></tr>\n");
                for (condition, results) in &page.cases {
                    let results: Vec<String> =
                        results.iter().map(|(name, value)| equation(name, value)).collect();
                    let condition = mathml(&Formula::conjunction(condition));
                    let _ = writeln!(body, "<tr><td>{condition}</td><td>{}</td></tr>", results.join("<br/>"));
                }
                body.push_str("</table>\n");
            }
            if !page.errors.is_empty() {
                body.push_str("<table><tr><th>when</th><th>error</th></tr>\n");
                for (condition, error) in &page.errors {
                    let condition = mathml(&Formula::conjunction(condition));
                    let _ = writeln!(body, "<tr><td>{condition}</td><td>{}</td></tr>", xml(error));
                }
                body.push_str("</table>\n");
            }
            let _ = writeln!(body, "<p>{}.</p>", xml(&page.verdict));
            for (at, table) in page.tables.iter().enumerate() {
                let _ = writeln!(body, "<details><summary>Computation of case {}</summary>", at + 1);
                if let Some(picture) = page.pictures.get(at) {
                    body.push_str(picture);
                }
                let _ = writeln!(body, "<pre>{}</pre></details>", xml(table));
            }
        }
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/><title>{}</title>\n<style>body{{font:16px/1.5 \
             system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em}}table{{border-collapse:collapse}}td,th{{border:\
             1px solid #8a96a3;padding:.3em .6em;text-align:left}}</style></head>\n<body>\n{body}</body></html>\n",
            xml(&self.title)
        )
    }
}

/// Text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

/// A sign and a conjunction between dollar signs, as KaTeX reads it; what is no formula stands as it is.
fn formula(sign: &str, conjuncts: &[Formula]) -> String {
    let whole = Formula::conjunction(conjuncts);
    match whole.mathematics(Notation::Katex) {
        Some(tex) => format!("${sign}{}$", cell(&tex)),
        None => format!("{sign}`{}`", cell(&whole.to_string().replace('`', ""))),
    }
}

fn mathml(formula: &Formula) -> String {
    match formula.mathematics(Notation::MathMl) {
        Some(mathml) => format!("<math>{mathml}</math>"),
        None => format!("<code>{}</code>", xml(&formula.to_string())),
    }
}

/// `name = value` as MathML.
fn equation(name: &str, value: &Formula) -> String {
    match value.mathematics(Notation::MathMl) {
        Some(_) => mathml(&Formula::equation(name, value)),
        None => format!("<code>{}</code>", xml(&format!("{name} = {value}"))),
    }
}
