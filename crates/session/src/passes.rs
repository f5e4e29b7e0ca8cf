//! The syntax-directed method on a procedure of the program.

use rustc_hash::FxHashSet;
use sextant_base::{Diagnostic, Diagnostics, Sources, Span};
use sextant_effects::{Context, code_of};
use sextant_engines::passes::{
    Config, Given, MessageKind, Node, NodeKind, Passes, Record, ShownCase, Source, SyntaxTree, run,
};
use sextant_flow::{FlowGraph, FlowProgram, inlined_in_order};
use sextant_front_pli::parse_call;
use sextant_report::{PassCase, PassMessage, PassMessageKind, PassNode, PassRow, PassesReport};
use sextant_syntax::{CallArgument, Expr, ProcId, Program, StatementNumber, Stmt, StmtKind, VarId};

use crate::describe::show_part;
use crate::inputs::program_symbols;
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
        let id = self.named(procedure).map_err(refused)?;
        if let Some(session) = self.as_variables(id) {
            session.refuse_wrong_assertions()?;
            return session.passes(procedure, choices, options);
        }
        let (program, source) = self.in_line(id);
        let graph = &program.procedures[id];
        let tree = SyntaxTree::of(graph, &source);
        let policy = options.policy(self.program.language);
        let engine = options.config();
        let mut symbols = Vec::new();
        program_symbols(&self.program, policy, &mut symbols);
        let config = Config {
            passes: choices.passes,
            attributes: choices.attributes,
            visit_all: choices.visit_all,
            reserved: symbols.into_iter().map(|(name, _)| name).collect(),
            own: self.specified.procedures[id].variables.len(),
            start: self.start(id, &tree, choices)?,
            show: |table, part| show_part(table, part, false),
            notation: self.own_notation(),
            solver: engine.solver,
            interrupt: engine.interrupt.clone(),
        };
        let (code, entry) = code_of(&program, id, policy);
        let bounds = sextant_effects::Config { interrupt: engine.interrupt, ..Default::default() };
        let refuse = |stuck| self.refuse(stuck);
        let mut context = Context::new(&program, (&code, &entry), bounds).map_err(refuse)?;
        let passes = run(&tree, &mut context, config).map_err(refuse)?;
        Ok(self.passes_report(graph, &tree, &passes))
    }

    /// The program with the calls of a procedure in line; those that cannot be are made by the machine.
    fn in_line(&self, id: ProcId) -> (FlowProgram, Source) {
        let mut program = self.specified.clone();
        let end = StatementNumber(program.procedures[id].statements.len() as u32);
        let (graph, order) = inlined_in_order(&self.specified, id);
        program.procedures[id] = graph;
        let jumps = self.tree.as_ref().map(jumps).unwrap_or_default();
        (program, Source { order, jumps, end: Some(end) })
    }

    fn passes_report(&self, graph: &FlowGraph, tree: &SyntaxTree, passes: &Passes<'_, '_>) -> PassesReport {
        let messages = passes.messages.iter().map(|message| PassMessage {
            kind: kind(message.kind),
            place: self.sources.place(message.span),
            text: message.text.clone(),
            constraint: message.constraint.clone(),
        });
        PassesReport {
            procedure: graph.name.clone(),
            complete: passes.complete,
            passes: passes.records.iter().map(Self::pass_row).collect(),
            messages: messages.collect(),
            nodes: self.pass_nodes(tree, &passes.visits),
        }
    }

    fn pass_row(record: &Record) -> PassRow {
        let case = |(constraint, values): &ShownCase| PassCase {
            constraint: constraint.clone(),
            values: values.clone(),
        };
        PassRow {
            number: record.number,
            environment: record.shown.clone(),
            cases: record.cases.iter().map(case).collect(),
            steps: record.steps.clone(),
            visited: record.visited,
            executable: record.executable,
            control_paths: record.control_paths.to_string(),
            waiting: record.waiting,
            undecided: record.undecided,
        }
    }

    fn pass_nodes(&self, tree: &SyntaxTree, visits: &[u32]) -> Vec<PassNode> {
        let fathers = tree.fathers();
        let show = |(index, node): (usize, &Node)| {
            let text = match node.kind {
                NodeKind::Program | NodeKind::Compound | NodeKind::Null => String::new(),
                _ => self.head_text(node.span),
            };
            PassNode {
                number: index + 1,
                father: fathers[index].map(|father| father + 1),
                kind: node.kind.word().to_owned(),
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

    /// Where to start, if not at the root with any parameters.
    fn start(&self, id: ProcId, tree: &SyntaxTree, choices: &PassOptions) -> Result<Option<Given>, Refused> {
        if choices.node.is_none() && choices.environment.is_none() && choices.assume.is_none() {
            return Ok(None);
        }
        let node = choices.node.unwrap_or(1);
        if node == 0 || node > tree.nodes.len() {
            let count = tree.nodes.len();
            return Err(refused(format!("there is no node {node} (there are nodes 1 to {count})")));
        }
        let values = choices.environment.as_ref().map(|text| self.environment(id, text)).transpose()?;
        let condition = choices.assume.as_ref().map(|text| self.assertion(id, text)).transpose()?;
        let conditions = condition.into_iter().collect();
        Ok(Some(Given { node, values: values.unwrap_or_default(), conditions }))
    }

    /// Reads `I = 5, X = "x"`.
    fn environment(&self, id: ProcId, text: &str) -> Result<Vec<(VarId, Expr)>, Refused> {
        let variables = &self.specified.procedures[id].variables;
        let mut sources = Sources::new();
        // The values are the arguments of a call nobody makes: one reader serves for both.
        let source = sources.add("environment", format!("ENVIRONMENT({text})"));
        let call = parse_call(&sources, source).map_err(|errors| Box::new((errors, sources.clone())))?;
        let mut values = Vec::new();
        for argument in call.arguments {
            let CallArgument::Variable { name, values: given, .. } = argument else {
                return Err(refused("an environment is written NAME = value, …"));
            };
            let variable = variables.ids().find(|&id| variables[id].name.eq_ignore_ascii_case(&name));
            let (Some(variable), [value]) = (variable, &given[..]) else {
                return Err(refused(format!("{name} is not a variable with one value here")));
            };
            if variables[variable].ty.is_array() {
                return Err(refused(format!("unsupported: {name} is an array")));
            }
            values.push((variable, value.clone()));
        }
        Ok(values)
    }
}

/// Where the jumps of a program stand.
fn jumps(program: &Program) -> FxHashSet<Span> {
    let mut found = FxHashSet::default();
    for procedure in program.procedures.iter() {
        let mut waiting: Vec<&Stmt> = procedure.body.iter().collect();
        while let Some(stmt) = waiting.pop() {
            if let (StmtKind::Goto(_), Some(number)) = (&stmt.kind, stmt.number) {
                found.insert(procedure.statement(number).span);
            }
            waiting.extend(stmt.inner());
        }
    }
    found
}

fn kind(kind: MessageKind) -> PassMessageKind {
    match kind {
        MessageKind::Undefined => PassMessageKind::Undefined,
        MessageKind::Endless => PassMessageKind::EndlessLoop,
        MessageKind::Claim => PassMessageKind::Claim,
        MessageKind::Granted => PassMessageKind::Granted,
        MessageKind::Unsupported => PassMessageKind::Unsupported,
        MessageKind::Error => PassMessageKind::Error,
    }
}
