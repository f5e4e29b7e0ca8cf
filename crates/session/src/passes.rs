//! The syntax-directed method on a procedure of the program.

use std::collections::BTreeSet;

use sextant_base::{Diagnostic, Diagnostics, Id, Sources};
use sextant_engines::passes::{Config, Given, MessageKind, Node, NodeKind, SyntaxTree, in_line, plain, run};
use sextant_front_pli::{parse_call, parse_condition};
use sextant_logic::Stuck;
use sextant_report::{PassCase, PassMessage, PassNode, PassRow, PassesReport};
use sextant_syntax::{CallArgument, ProcId, Procedure, VarId};

use crate::inputs::program_symbols;
use crate::variables::with_brackets;
use crate::{Options, Session};

/// What can be chosen about passes.
#[derive(Clone, Debug)]
pub struct PassOptions {
    /// How many passes at most.
    pub passes: u32,
    /// Whether every assignment to an attribute is recorded.
    pub attributes: bool,
    /// Whether every node is visited in every pass.
    pub visit_all: bool,
    /// The number of a node to start at.
    pub node: Option<usize>,
    /// The environment it starts with, as in `I = 0, X = "x" + 1`.
    pub environment: Option<String>,
    /// What is known at the start, as in `"x" > 0`.
    pub assume: Option<String>,
}

/// A request that makes no sense, with its own text.
pub(crate) type Refused = Box<(Diagnostics, Sources)>;

/// A message without a place.
pub(crate) fn refused(message: impl Into<String>) -> Refused {
    let mut diagnostics = Diagnostics::new();
    diagnostics.push(Diagnostic::global(message.into()));
    Box::new((diagnostics, Sources::new()))
}

impl Session {
    /// Evaluates a procedure in passes over its syntax tree.
    pub fn passes(
        &self,
        procedure: &str,
        choices: &PassOptions,
        options: &Options,
    ) -> Result<PassesReport, Refused> {
        let Some(program) = &self.tree else {
            return Err(refused("a flow graph has no syntax tree: passes need a program text"));
        };
        let id = self.named(procedure).map_err(refused)?;
        let procedure = &plain(program, in_line(program, id));
        let tree = SyntaxTree::of(procedure);
        let engine = options.config();
        let mut symbols = Vec::new();
        program_symbols(&self.program, options.policy(self.program.language), &mut symbols);
        let config = Config {
            passes: choices.passes,
            attributes: choices.attributes,
            visit_all: choices.visit_all,
            division: options.policy(self.program.language).division,
            lasting: self.lasting(id, procedure),
            reserved: symbols.into_iter().map(|(name, _)| name).collect(),
            start: start(procedure, &tree, choices)?,
            solver: engine.solver,
            interrupt: engine.interrupt,
        };
        let passes = run(&tree, config).map_err(|stuck| self.refuse_stuck(procedure, stuck))?;
        let messages = passes.messages.iter().map(|message| PassMessage {
            kind: kind_name(message.kind),
            place: self.sources.place(message.span),
            text: message.text.clone(),
            constraint: message.constraint.clone(),
        });
        let arrays: Vec<&str> = match self.is_c() {
            true => procedure.variables.iter().filter(|v| v.ty.is_array()).map(|v| v.name.as_str()).collect(),
            false => Vec::new(),
        };
        let own = |text: &String| with_brackets(text, &arrays);
        let rows = passes.records.iter().map(|record| PassRow {
            number: record.number,
            environment: own(&record.shown),
            cases: record
                .cases
                .iter()
                .map(|(constraint, values)| PassCase {
                    constraint: constraint.iter().map(own).collect(),
                    values: values.iter().map(|(name, value)| (own(name), own(value))).collect(),
                })
                .collect(),
            steps: record
                .steps
                .iter()
                .map(|step| (step.node, step.attribute.name(), step.value.clone()))
                .collect(),
            visited: record.visited,
            executable: record.executable,
            control_paths: record.control_paths.to_string(),
            waiting: record.waiting,
            undecided: record.undecided,
        });
        Ok(PassesReport {
            procedure: procedure.name.clone(),
            complete: passes.complete,
            passes: rows.collect(),
            messages: messages.collect(),
            nodes: self.pass_nodes(&tree, &passes.visits),
        })
    }

    /// Variables that outlive calls and that something assigns; all such of procedures in line.
    fn lasting(&self, id: ProcId, whole: &Procedure) -> BTreeSet<VarId> {
        let own = self.tree.as_ref().map_or(0, |program| program.procedures[id].variables.len());
        let may = |variable: &VarId| {
            variable.index() >= own || sextant_logic::may_hold_anything(&self.specified, id, *variable)
        };
        whole.variables.ids().filter(may).collect()
    }

    fn pass_nodes(&self, tree: &SyntaxTree, visits: &[u32]) -> Vec<PassNode> {
        let mut fathers = vec![None; tree.nodes.len()];
        for (index, node) in tree.nodes.iter().enumerate() {
            node.sons.iter().for_each(|&son| fathers[son] = Some(index + 1));
        }
        let show = |(index, node): (usize, &Node)| {
            let text = match node.kind {
                NodeKind::Program | NodeKind::Compound | NodeKind::Null => String::new(),
                _ => self.head_text(node.span),
            };
            PassNode {
                number: index + 1,
                father: fathers[index],
                kind: node_word(&node.kind).to_owned(),
                text,
                line: self.sources.position(node.span).line,
                visits: visits[index],
            }
        };
        tree.nodes.iter().enumerate().map(show).collect()
    }

    /// The first piece of a statement, up to its first semicolon or THEN.
    fn head_text(&self, span: sextant_base::Span) -> String {
        let text = self.sources.snippet(span).split(';').next().unwrap_or_default();
        text.split_whitespace()
            .take_while(|word| !word.eq_ignore_ascii_case("THEN"))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// What stands in the way of a method, in words with its place.
    pub(crate) fn refuse_stuck(&self, procedure: &Procedure, stuck: Stuck) -> Refused {
        let (span, message) = match stuck {
            Stuck::Unsupported { span, what } => (span, format!("unsupported: {what}")),
            Stuck::Undefined { span, variable } => {
                (span, format!("{} has no value here", procedure.variables[variable].name))
            }
        };
        let mut diagnostics = Diagnostics::new();
        diagnostics.push(Diagnostic::error(span, message));
        Box::new((diagnostics, self.sources.clone()))
    }
}

fn start(procedure: &Procedure, tree: &SyntaxTree, choices: &PassOptions) -> Result<Option<Given>, Refused> {
    if choices.node.is_none() && choices.environment.is_none() && choices.assume.is_none() {
        return Ok(None);
    }
    let node = choices.node.unwrap_or(1);
    if node == 0 || node > tree.nodes.len() {
        return Err(refused(format!("there is no node {node} (there are nodes 1 to {})", tree.nodes.len())));
    }
    let mut values = Vec::new();
    if let Some(text) = &choices.environment {
        let mut sources = Sources::new();
        // The values are the arguments of a call nobody makes: one reader serves for both.
        let id = sources.add("environment", format!("ENVIRONMENT({text})"));
        let call = parse_call(&sources, id).map_err(|errors| Box::new((errors, sources.clone())))?;
        for argument in call.arguments {
            let CallArgument::Variable { name, values: given, .. } = argument else {
                return Err(refused("an environment is written NAME = value, …"));
            };
            let variable = procedure.variable_named(&name);
            let (Some(variable), [value]) = (variable, &given[..]) else {
                return Err(refused(format!("{name} is not a variable with one value here")));
            };
            if procedure.variables[variable].ty.is_array() {
                return Err(refused(format!("unsupported: {name} is an array")));
            }
            values.push((variable, value.clone()));
        }
    }
    let mut conditions = Vec::new();
    if let Some(text) = &choices.assume {
        let mut sources = Sources::new();
        let id = sources.add("assumption", text);
        let condition =
            parse_condition(&sources, id, procedure).map_err(|errors| Box::new((errors, sources)))?;
        conditions.push(condition);
    }
    Ok(Some(Given { node, values, conditions }))
}

fn kind_name(kind: MessageKind) -> &'static str {
    match kind {
        MessageKind::Undefined => "undefined",
        MessageKind::Endless => "endless-loop",
        MessageKind::Claim => "claim",
        MessageKind::Granted => "granted",
        MessageKind::Unsupported => "unsupported",
    }
}

fn node_word(kind: &NodeKind) -> &'static str {
    match kind {
        NodeKind::Program => "program",
        NodeKind::Compound => "compound",
        NodeKind::If(_) => "if",
        NodeKind::While { .. } => "while",
        NodeKind::Assign(..) => "assignment",
        NodeKind::Read(_) => "read",
        NodeKind::Write(_) => "write",
        NodeKind::Return(_) => "return",
        NodeKind::Stop => "stop",
        NodeKind::Leave(_) => "leave",
        NodeKind::Next(_) => "next",
        NodeKind::Assume(_) => "assume",
        NodeKind::Assert(_) => "assert",
        NodeKind::Null => "nothing",
        NodeKind::Goto(_) => "go to",
        NodeKind::Fresh(_) => "begin of life",
        NodeKind::Unsupported(_) => "unsupported",
    }
}
