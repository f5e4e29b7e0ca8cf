//! One self-contained page: the tree as an outline that can be folded, and the state of the chosen node.
//!
//! The page holds the tree as data, not as elements: its script makes elements for the rows on the screen only.
//! Texts are stored once; conditions and values are stored as differences to the parent's, so that the page is
//! much smaller than the sum of all states.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::Serialize;
use sextant_notation::Formula;

use super::outline::outline;
use super::structure::Structure;
use super::{TreeNode, TreeReport};
use crate::PathEnd;
use crate::escape;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = concat!(include_str!("page_data.js"), include_str!("page_view.js"));

pub(super) fn html(report: &TreeReport) -> String {
    let data = serde_json::to_string(&Page::of(report)).expect("texts and numbers have a JSON form");
    let data = escape::script(&data);
    let parts = [
        ("{{title}}", escape::xml(&report.title).into_owned()),
        ("{{style}}", STYLE.to_owned()),
        ("{{data}}", data),
        ("{{script}}", SCRIPT.to_owned()),
    ];
    fill(PAGE, &parts)
}

/// Puts the parts into the page in one pass, so that braces inside a part mean nothing.
fn fill(page: &str, parts: &[(&str, String)]) -> String {
    let mut out = String::new();
    let mut rest = page;
    while let Some(at) = rest.find("{{") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match parts.iter().find(|(name, _)| rest.starts_with(name)) {
            Some((name, text)) => {
                out.push_str(text);
                rest = &rest[name.len()..];
            }
            None => {
                out.push_str("{{");
                rest = &rest[2..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// Texts, each stored once.
#[derive(Default)]
struct Texts<'r> {
    texts: Vec<Cow<'r, str>>,
    known: HashMap<Cow<'r, str>, usize>,
}

impl<'r> Texts<'r> {
    fn number(&mut self, text: impl Into<Cow<'r, str>>) -> usize {
        let text = text.into();
        *self.known.entry(text.clone()).or_insert_with(|| {
            self.texts.push(text);
            self.texts.len() - 1
        })
    }

    fn pairs<V>(&mut self, pairs: &'r [(String, V)], shown: fn(&'r V) -> Cow<'r, str>) -> Vec<usize> {
        pairs.iter().flat_map(|(name, value)| [self.number(name), self.number(shown(value))]).collect()
    }
}

/// The tree as the page's script reads it: one list for each property, nodes in reading order, texts by number.
#[derive(Default, Serialize)]
struct Page<'r> {
    title: &'r str,
    source: &'r str,
    summary: String,
    reasons: &'r [String],
    texts: Vec<Cow<'r, str>>,
    parent: Vec<i64>,
    level: Vec<usize>,
    /// 1 for true, 2 for false, 0 for neither.
    arc: Vec<u8>,
    /// Statement and line.
    place: Vec<[u32; 2]>,
    procedure: Vec<usize>,
    text: Vec<usize>,
    condition: Vec<Change>,
    values: Vec<Change>,
    leaf: Vec<End<'r>>,
}

/// What is other than at the parent.
#[derive(Serialize)]
#[serde(untagged)]
enum Change {
    /// 0: nothing.
    Nothing(u8),
    /// Of a condition: how many conjuncts are kept, then the further ones. Of values: positions, each with the value.
    Some(Vec<usize>),
    /// All names and values.
    All { all: Vec<usize> },
}

/// How a path ends.
#[derive(Serialize)]
#[serde(untagged)]
enum End<'r> {
    /// 0: it does not end here.
    Open(u8),
    Leaf {
        status: PathEnd,
        detail: Option<&'r str>,
        outputs: Vec<usize>,
        model: Vec<usize>,
    },
}

impl<'r> Page<'r> {
    fn of(report: &'r TreeReport) -> Self {
        let structure = Structure::new(report);
        let entries = outline(report, &structure);
        let mut position = vec![0; entries.len()];
        entries.iter().enumerate().for_each(|(at, entry)| position[entry.node] = at as i64);
        let mut texts = Texts::default();
        let mut page = Page {
            title: &report.title,
            source: &report.source_name,
            summary: report.summary(),
            reasons: &report.reasons,
            ..Page::default()
        };
        for entry in &entries {
            let node = &report.nodes[entry.node];
            let parent = structure.parent(entry.node);
            let before = parent.map(|parent| &report.nodes[parent]);
            page.parent.push(parent.map_or(-1, |parent| position[parent]));
            page.level.push(entry.level);
            page.arc.push(node.arc.map_or(0, |arc| if arc { 1 } else { 2 }));
            page.place.push([node.statement, node.line]);
            page.procedure.push(texts.number(&node.procedure));
            page.text.push(texts.number(&node.text));
            page.condition.push(condition_change(node, before, &mut texts));
            page.values.push(value_change(node, before, &mut texts));
            page.leaf.push(end(node, &mut texts));
        }
        page.texts = texts.texts;
        page
    }
}

fn condition_change<'r>(node: &'r TreeNode, parent: Option<&'r TreeNode>, texts: &mut Texts<'r>) -> Change {
    let before = parent.map_or(&[][..], |parent| &parent.condition);
    let kept = before.iter().zip(&node.condition).take_while(|(old, new)| old == new).count();
    if kept == before.len() && kept == node.condition.len() {
        return Change::Nothing(0);
    }
    let mut change = vec![kept];
    change.extend(node.condition[kept..].iter().map(|conjunct| texts.number(conjunct.to_string())));
    Change::Some(change)
}

fn value_change<'r>(node: &'r TreeNode, parent: Option<&'r TreeNode>, texts: &mut Texts<'r>) -> Change {
    let names = |node: &'r TreeNode| node.values.iter().map(|(name, _)| name);
    let Some(parent) = parent.filter(|parent| names(parent).eq(names(node))) else {
        return Change::All { all: texts.pairs(&node.values, Cow::from) };
    };
    let mut change = Vec::new();
    for (at, ((_, new), (_, old))) in node.values.iter().zip(&parent.values).enumerate() {
        if new != old {
            change.extend([at, texts.number(new)]);
        }
    }
    if change.is_empty() { Change::Nothing(0) } else { Change::Some(change) }
}

fn end<'r>(node: &'r TreeNode, texts: &mut Texts<'r>) -> End<'r> {
    match &node.leaf {
        None => End::Open(0),
        Some(leaf) => End::Leaf {
            status: leaf.status,
            detail: leaf.detail.as_deref(),
            outputs: texts.pairs(&leaf.outputs, Formula::text),
            model: texts.pairs(&leaf.model, Cow::from),
        },
    }
}
