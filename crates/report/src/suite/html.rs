//! The source as a page: how often lines run, every way out of every branch with the test that takes it, and the
//! tests with their path conditions.

use std::collections::BTreeMap;

use super::literal::shown_value;
use super::{GoalRow, SuiteReport, SuiteUnit, TestRow, ValueRow};
use crate::GoalStatus;
use crate::PathEnd;
use crate::escape;

const CSS: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

impl SuiteReport {
    /// A self-contained page; `sources` has the texts of the files that are shown.
    pub fn html(&self, sources: &[(String, String)]) -> String {
        let title = escape::xml(&self.files.join(", ")).into_owned();
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Coverage of {title}</title>\n\
             <style>\n{CSS}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n<p id=\"totals\">{}</p>\n",
            escape::xml(&self.totals())
        );
        out.push_str(&self.bar());
        out.push_str("</header>\n<main>\n<section id=\"sources\">\n");
        for (name, text) in sources {
            self.source(name, text, &mut out);
        }
        out.push_str("</section>\n<aside id=\"tests\">\n");
        for (unit, test) in self.tests() {
            one_test(unit, test, &mut out);
        }
        out.push_str(&format!("</aside>\n</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"));
        out
    }

    fn bar(&self) -> String {
        let all = self.goals.len().max(1);
        let part = |status: GoalStatus| 100.0 * self.count(status) as f64 / all as f64;
        format!(
            "<div class=\"bar\"><span class=\"covered\" style=\"width:{:.1}%\"></span>\
             <span class=\"infeasible\" style=\"width:{:.1}%\"></span></div>\n",
            part(GoalStatus::Covered),
            part(GoalStatus::Infeasible)
        )
    }

    fn source(&self, name: &str, text: &str, out: &mut String) {
        let counts: BTreeMap<u32, u64> =
            self.lines.iter().filter(|line| line.file == name).map(|line| (line.line, line.count)).collect();
        out.push_str(&format!("<h2>{}</h2>\n<table>\n", escape::xml(name)));
        for (number, line) in (1..).zip(text.lines()) {
            let count = counts.get(&number);
            let class = match count {
                None => "",
                Some(0) => " class=\"missed\"",
                Some(_) => " class=\"run\"",
            };
            let goals: Vec<&GoalRow> =
                self.goals.iter().filter(|goal| goal.file == name && goal.line == number).collect();
            out.push_str(&format!(
                "<tr id=\"L{number}\"{class}><td class=\"number\">{number}</td><td class=\"count\">{}</td>\
                 <td class=\"ways\">{}</td><td class=\"text\">{}</td></tr>\n",
                count.map(u64::to_string).unwrap_or_default(),
                goals.iter().map(|goal| badge(goal)).collect::<String>(),
                escape::xml(line)
            ));
        }
        out.push_str("</table>\n");
    }
}

fn badge(goal: &GoalRow) -> String {
    let mark = match goal.side.as_str() {
        "true" => "T",
        "false" => "F",
        "" => "S",
        "otherwise" => "else",
        "decides by itself" => "MC/DC",
        other => other,
    };
    let told = match &goal.reason {
        Some(reason) => format!("{}: {} ({}): {reason}", goal.status, goal.text, goal.side),
        None => format!("{} ({}): {}", goal.text, goal.side, goal.tests.join(", ")),
    };
    format!(
        "<button class=\"{}\" data-tests=\"{}\" title=\"{}\">{}</button>",
        goal.status,
        escape::xml(&goal.tests.join(" ")),
        escape::xml(&told),
        escape::xml(mark)
    )
}

fn one_test(unit: &SuiteUnit, test: &TestRow, out: &mut String) {
    let class = if test.is_failing() { "test failing" } else { "test" };
    out.push_str(&format!(
        "<article class=\"{class}\" id=\"{0}\">\n<h3>{0} <small>{1}</small></h3>\n",
        escape::xml(&test.name),
        escape::xml(&unit.call)
    ));
    let mut part = |name: &str, text: String| {
        if !text.is_empty() {
            out.push_str(&format!("<p><b>{name}</b> {}</p>\n", escape::xml(&text)));
        }
    };
    part("inputs", super::text::shown_inputs(test));
    part("border", test.border.clone().unwrap_or_default());
    part("path", sextant_notation::conjuncts(&test.condition).join(" ∧ "));
    let expected = match test.expected.end {
        PathEnd::Returned => super::text::shown_outputs(test),
        _ => test.expected.detail.clone().unwrap_or_else(|| test.expected.end.to_string()),
    };
    part("recorded", expected);
    part("writes", test.expected.written.clone().unwrap_or_default());
    out.push_str("</article>\n");
}

/// Rows in one line.
pub(super) fn joined(rows: &[&ValueRow]) -> String {
    let shown = |row: &&ValueRow| format!("{} = {}", row.name, shown_value(&row.value));
    rows.iter().map(shown).collect::<Vec<_>>().join(", ")
}
