//! Lines to blocks.
//!
//! Nodes are numbered in the order in which they first head a line, as `node` or as the source of an `edge`;
//! those that are only led to come last. The first is the entry unless a line says `entry`.

use rustc_hash::FxHashMap;
use sextant_base::{Diagnostic, Diagnostics, Id, IdVec, Span};
use sextant_syntax::{Expr, ExprKind, Type};

use super::declare::{Declared, declares};
use super::file::File;
use super::lexer::TokenKind;
use super::number::Numbering;
use super::reader::{Line, Name, Parsed, Reader, first_word};
use super::steps::{Step, StepKind};
use crate::tidy::remove_unreachable;
use crate::verify::unmarked_cycle;
use crate::{Block, BlockId, Condition, Edge, FlowGraph, Instruction, Terminator};

/// A node under construction.
struct Draft {
    name: Name,
    instructions: Vec<Instruction>,
    edges: Vec<Edge>,
    exit: Option<Terminator>,
    /// The place of its first edge.
    first_edge: Option<Span>,
    has_line: bool,
}

struct Builder {
    numbering: Numbering,
    drafts: Vec<Draft>,
    /// Positions of drafts.
    ids: FxHashMap<String, usize>,
    entry: Option<usize>,
    /// The node to which steps belong.
    current: Option<usize>,
    /// Where edges lead: the node and the position of an edge in it.
    targets: Vec<(usize, usize, Name)>,
}

/// Makes the graph; with an error it is not whole.
pub(super) fn build(
    lines: &[Line],
    declared: Declared,
    file: &mut File,
    diagnostics: &mut Diagnostics,
) -> Option<FlowGraph> {
    let Declared { name, span, mut scope, parameters, statements } = declared;
    let mut builder = Builder {
        numbering: Numbering::of(lines, statements),
        drafts: Vec::new(),
        ids: FxHashMap::default(),
        entry: None,
        current: None,
        targets: Vec::new(),
    };
    for line in lines.iter().filter(|line| !declares(first_word(line))) {
        let mut reader = Reader::new(line, file, &mut scope, diagnostics);
        // Only the error itself matters, and it has been reported.
        let _ = builder.line(&mut reader, first_word(line)).and_then(|()| reader.want_end());
    }
    if scope.muted {
        return None;
    }
    for (from, position, to) in std::mem::take(&mut builder.targets) {
        let to = builder.node(to);
        builder.drafts[from].edges[position].to = BlockId::from_index(to);
    }
    if builder.drafts.is_empty() {
        diagnostics.push(Diagnostic::error(span, format!("the graph `{}` has no node", name.text)));
        builder.node(name.clone());
    }
    let graph = FlowGraph {
        name: name.text,
        parameters,
        variables: scope.variables,
        returns: scope.returns,
        blocks: IdVec::new(),
        entry: BlockId::from_index(builder.entry.unwrap_or(0)),
        statements: Vec::new(),
        span,
    };
    Some(builder.finish(graph, diagnostics))
}

impl Builder {
    /// The node of a name.
    fn node(&mut self, name: Name) -> usize {
        let drafts = &mut self.drafts;
        *self.ids.entry(name.text.clone()).or_insert_with(|| {
            drafts.push(Draft {
                name,
                instructions: Vec::new(),
                edges: Vec::new(),
                exit: None,
                first_edge: None,
                has_line: false,
            });
            drafts.len() - 1
        })
    }

    fn line(&mut self, reader: &mut Reader, word: &str) -> Parsed<()> {
        match word {
            "node" => self.node_line(reader),
            "edge" => self.edge_line(reader),
            _ => {
                let steps = reader.steps(None)?;
                self.node_steps(steps, reader);
                Ok(())
            }
        }
    }

    /// `node NAME [entry] [: steps]`
    fn node_line(&mut self, reader: &mut Reader) -> Parsed<()> {
        reader.next();
        let name = reader.node_name()?;
        let node = self.node(name.clone());
        self.current = Some(node);
        if std::mem::replace(&mut self.drafts[node].has_line, true) {
            reader.complain(name.span, format!("node {} has a `node` line already", name.text));
        }
        if reader.take_word("entry") && self.entry.replace(node).is_some() {
            reader.complain(name.span, "there is one entry only");
        }
        if reader.take_mark(":") {
            let steps = reader.steps(None)?;
            self.node_steps(steps, reader);
        }
        Ok(())
    }

    fn node_steps(&mut self, steps: Vec<Step>, reader: &mut Reader) {
        let Some(node) = self.current else {
            let message = "a step stands below the `node` line of its node, before any edge";
            return reader.complain(steps[0].span, message);
        };
        let draft = &mut self.drafts[node];
        for Step { kind, span } in steps {
            if draft.exit.is_some() {
                return reader.complain(span, "nothing is done after `return` or `stop`");
            }
            match kind {
                StepKind::End(exit) => {
                    self.numbering.step(&mut draft.instructions, span);
                    draft.exit = Some(exit);
                }
                kind => self.numbering.add(kind, span, &mut draft.instructions, reader),
            }
        }
    }

    /// `edge FROM -> TO [: condition] [=> steps]`
    fn edge_line(&mut self, reader: &mut Reader) -> Parsed<()> {
        let start = reader.here();
        reader.next();
        let from = reader.node_name()?;
        reader.want_mark("->")?;
        let to = reader.node_name()?;
        self.current = None;
        let label =
            if reader.take_mark(":") { reader.edge_label() } else { Ok((Condition::Always, Vec::new())) };
        let (span, from_span) = (reader.since(start), from.span);
        let from = self.node(from);
        // An edge whose label is wrong leads somewhere all the same, so that its nodes are not errors too.
        let ((condition, steps), outcome) = match label {
            Ok(label) => (label, Ok(())),
            Err(reported) => {
                let never = Expr { kind: ExprKind::Bool(false), ty: Type::Logical, span: from_span };
                ((Condition::When(never), Vec::new()), Err(reported))
            }
        };
        let mut actions = Vec::new();
        for Step { kind, span } in steps {
            if matches!(kind, StepKind::End(_)) {
                let message = "an edge leads to a node; `return` and `stop` are steps of nodes";
                reader.complain(span, message);
            } else {
                self.numbering.add(kind, span, &mut actions, reader);
            }
        }
        self.check_order(from, &condition, span, reader);
        let draft = &mut self.drafts[from];
        draft.first_edge.get_or_insert(span);
        self.targets.push((from, draft.edges.len(), to));
        draft.edges.push(Edge { condition, actions, to: BlockId(0) });
        outcome
    }

    /// `Always` stands alone and `Otherwise` last but not alone.
    fn check_order(&self, from: usize, condition: &Condition, span: Span, reader: &mut Reader) {
        let draft = &self.drafts[from];
        let node = &draft.name.text;
        let message = match (draft.edges.last().map(|edge| &edge.condition), condition) {
            (Some(Condition::Otherwise), _) => format!("no edge of node {node} follows its `else`"),
            (Some(Condition::Always), _) => {
                format!("node {node} has an edge without a condition, which must be its only one")
            }
            (Some(_), Condition::Always) => {
                format!("node {node} has several edges; this one needs a condition")
            }
            (None, Condition::Otherwise) => format!("`else` needs an edge of node {node} before it"),
            _ => return,
        };
        reader.complain(span, message);
    }

    fn finish(self, mut graph: FlowGraph, diagnostics: &mut Diagnostics) -> FlowGraph {
        let Builder { drafts, mut numbering, .. } = self;
        let names: Vec<Name> = drafts.iter().map(|draft| draft.name.clone()).collect();
        let returns = graph.returns.is_some();
        graph.blocks =
            drafts.into_iter().map(|draft| block(draft, returns, &mut numbering, diagnostics)).collect();
        graph.statements = numbering.finish(&mut graph.blocks, graph.span);
        if let Some(block) = unmarked_cycle(&graph) {
            let Name { text, span } = &names[block.index()];
            let message = format!("a cycle through node {text} passes no statement marker `@n`");
            diagnostics.push(Diagnostic::error(*span, message));
        }
        for block in remove_unreachable(&mut graph) {
            let Name { text, span } = &names[block.index()];
            let message = format!("node {text} cannot be reached and is left out");
            diagnostics.push(Diagnostic::warning(*span, message));
        }
        graph
    }
}

/// The block of a node; a branch, and a node without steps, is a statement of its own.
fn block(draft: Draft, returns: bool, numbering: &mut Numbering, diagnostics: &mut Diagnostics) -> Block {
    let Draft { name: Name { text: node, span }, mut instructions, edges, exit, first_edge, .. } = draft;
    let mut error = |span, message| diagnostics.push(Diagnostic::error(span, message));
    let terminator = match (exit, first_edge) {
        (Some(exit), None) => exit,
        (Some(exit), Some(edge)) => {
            error(edge, format!("node {node} ends with `return` or `stop` and has no edges"));
            exit
        }
        (None, Some(edge)) => {
            let is_branch = !matches!(edges.as_slice(), [Edge { condition: Condition::Always, .. }]);
            let is_silent = instructions.is_empty() && edges.iter().all(|edge| edge.actions.is_empty());
            if is_branch || is_silent {
                numbering.mark(&mut instructions, edge);
            }
            Terminator::Edges(edges)
        }
        (None, None) => {
            if returns {
                error(span, format!("node {node} ends the graph without a `return`"));
            }
            if instructions.is_empty() {
                numbering.mark(&mut instructions, span);
            }
            Terminator::Return(None)
        }
    };
    Block { instructions, terminator }
}

impl Reader<'_> {
    fn node_name(&mut self) -> Parsed<Name> {
        let Some(TokenKind::Number(number)) = self.peek() else {
            return self.name("the number or name of a node");
        };
        let span = self.here();
        self.next();
        Ok(Name { text: number.to_string(), span })
    }
}
