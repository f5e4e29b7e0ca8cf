//! Paths told in full, as text.

use super::{Story, StoryReport};
use crate::Executability;
use crate::escape;
use crate::fold::folded;
use crate::wrap::{equations, hang, wrap, wrap_parts};
use sextant_notation::{Formula, and, conjunction, conjuncts};

/// Blanks before everything below a headline.
const MARGIN: &str = "  ";
const INDENT: usize = MARGIN.len();
/// States that are shown at either end of a long path.
const SHOWN: usize = 200;

pub(super) fn text(report: &StoryReport, width: usize) -> String {
    let mut page = Page { width: width.max(40), out: String::new() };
    for story in &report.paths {
        page.story(story);
    }
    for note in &report.notes {
        page.paragraph(&format!("note: {note}"));
    }
    page.out.truncate(page.out.trim_end().len());
    page.out.push('\n');
    page.out
}

struct Page {
    width: usize,
    out: String,
}

impl Page {
    fn story(&mut self, story: &Story) {
        self.out.push_str(&format!("{}\n\n", escape::line(&story.title)));
        if story.statements.is_empty() {
            // Nothing fits the description: there is no path to tell of.
            self.closing(story);
            return;
        }
        self.states(story);
        self.headline("STATEMENTS ON THIS PATH");
        self.paragraph(&folded(&story.statements).join(" "));
        self.headline("SYMBOLIC REPRESENTATION OF PATH CONDITION");
        self.conjuncts(&story.constraints);
        self.headline("SIMPLIFIED SYMBOLIC REPRESENTATION OF PATH CONDITION");
        self.conjuncts(&story.simplified);
        self.closing(story);
        if story.status != Executability::Nonexecutable {
            self.results(story);
        }
        self.list("LOOPS", &story.loops);
        self.list("RECORDS", &story.records);
        let errors: Vec<String> = story
            .errors
            .iter()
            .map(|error| {
                let input = equations(&error.input);
                if input.is_empty() { error.what.clone() } else { format!("{} with {input}", error.what) }
            })
            .collect();
        self.list("ERRORS THAT CAN HAPPEN ON THIS PATH", &errors);
    }

    /// What became of the path, where there is something to say.
    fn closing(&mut self, story: &Story) {
        match story.status {
            Executability::Nonexecutable => self.headline("*** NONEXECUTABLE PATH ***"),
            Executability::Undecided => self.headline("*** UNDECIDED ***"),
            Executability::Executable | Executability::Error => {}
        }
        if let Some(detail) = &story.detail {
            self.paragraph(detail);
        }
    }

    fn results(&mut self, story: &Story) {
        self.headline("SYMBOLIC REPRESENTATION OF OUTPUT VARIABLES");
        if story.outputs.is_empty() {
            self.line("none");
        }
        for output in &story.outputs {
            self.line(&format!("{} = {}", output.name, output.evolved));
            if output.simplified != output.evolved {
                let margin = " ".repeat(output.name.chars().count());
                self.line(&format!("{margin} = {}", output.simplified));
            }
        }
        self.gap();
        self.list("WRITTEN", &story.written);
        if matches!(story.status, Executability::Executable | Executability::Error) {
            self.headline("TEST DATA");
            let data = equations(&story.test_data);
            self.line(if data.is_empty() { "any" } else { &data });
            if let Some(replay) = &story.replay {
                let outputs = equations(&replay.outputs);
                let outputs = if outputs.is_empty() { String::new() } else { format!(": {outputs}") };
                self.line(&format!("in machine arithmetic: {}{outputs}", replay.outcome));
                replay.compiled.iter().for_each(|compiled| self.line(compiled));
            }
            self.gap();
        }
    }

    fn states(&mut self, story: &Story) {
        for (at, row) in story.states.iter().enumerate() {
            if at == SHOWN && story.states.len() > 2 * SHOWN {
                self.line(&format!("… {} statements more", story.states.len() - 2 * SHOWN));
            }
            if at >= SHOWN && at + SHOWN < story.states.len() {
                continue;
            }
            self.line(&format!("statement {} (line {}): {}", row.statement, row.line, row.text));
            let values = equations(&row.values);
            let values = if values.is_empty() { "unchanged" } else { &values };
            self.inner("VAL", values);
            self.inner(
                "PC",
                &match row.condition.as_slice() {
                    [] if at == 0 => "true".to_owned(),
                    [] => "unchanged".to_owned(),
                    added if at == 0 => conjunction(added),
                    added => format!("{} {}", and(added).trim(), conjuncts(added).join(and(added))),
                },
            );
        }
        if !story.states.is_empty() {
            self.gap();
        }
    }

    fn headline(&mut self, text: &str) {
        self.out.push_str(&format!("{text}\n"));
    }

    fn list(&mut self, headline: &str, lines: &[String]) {
        if lines.is_empty() {
            return;
        }
        self.headline(headline);
        lines.iter().for_each(|line| self.line(line));
        self.gap();
    }

    fn conjuncts(&mut self, condition: &[Formula]) {
        if condition.is_empty() {
            return self.paragraph("true");
        }
        let parts = conjuncts(condition);
        hang(MARGIN, MARGIN, &wrap_parts(&parts, and(condition), self.width - INDENT), &mut self.out);
        self.gap();
    }

    fn paragraph(&mut self, text: &str) {
        self.line(text);
        self.gap();
    }

    fn line(&mut self, text: &str) {
        hang(MARGIN, MARGIN, &wrap(text, self.width - INDENT), &mut self.out);
    }

    fn inner(&mut self, label: &str, text: &str) {
        for (at, line) in wrap(text, self.width - 10).iter().enumerate() {
            let label = if at == 0 { label } else { "" };
            self.out.push_str(&format!("    {label:<5}{line}\n"));
        }
    }

    fn gap(&mut self) {
        self.out.push('\n');
    }
}
