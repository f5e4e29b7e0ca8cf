//! Backward substitution on a procedure of the program.

use sextant_base::Sources;
use sextant_engines::backward::{Config, Route, follow, reach};
use sextant_flow::{FlowGraph, FlowProgram, NotInline};
use sextant_report::{BackReport, BackRow, ReachReport};
use sextant_syntax::{Expr, ProcId, StatementNumber, Surroundings};

use crate::inputs::program_symbols;
use crate::language::head_of;
use crate::passes::{Refused, refused};
use crate::{Options, Session};

/// A path as users name it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// By block numbers.
    Blocks(Vec<u32>),
    /// By decisions.
    Decisions(Vec<bool>),
}

impl Way {
    /// Reads `1 2 3 2 4` or `TTF`.
    pub fn parse(text: &str) -> Result<Way, String> {
        let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        if words
            .iter()
            .all(|word| word.chars().all(|letter| matches!(letter.to_ascii_uppercase(), 'T' | 'F')))
        {
            let letters = words.iter().flat_map(|word| word.chars());
            return Ok(Way::Decisions(letters.map(|letter| letter.eq_ignore_ascii_case(&'T')).collect()));
        }
        let number = |word: &&str| {
            word.parse().map_err(|_| format!("{word} is neither a block number nor decisions such as TTF"))
        };
        Ok(Way::Blocks(words.iter().map(number).collect::<Result<_, _>>()?))
    }
}

/// Paths that are executed forwards for comparison.
const MOST_PATHS: usize = 3_000;

impl Session {
    /// Goes back along a path.
    pub fn back(
        &self,
        procedure: &str,
        way: &Way,
        condition: Option<&str>,
        options: &Options,
    ) -> Result<BackReport, Refused> {
        let id = self.named(procedure).map_err(refused)?;
        if let Some(session) = self.seen_by_substitution(id)? {
            session.refuse_wrong_assertions()?;
            return session.back(procedure, way, condition, options);
        }
        self.refuse_shared_names(id)?;
        let program = self.inline(id)?;
        let graph = &program.procedures[id];
        let route = match way {
            Way::Blocks(numbers) => Route::of_numbers(graph, numbers).map_err(refused)?,
            Way::Decisions(decisions) => Route::Decisions(decisions.clone()),
        };
        let condition = condition.map(|text| self.assertion(id, text)).transpose()?;
        let config = self.back_config(options, 0);
        let followed =
            follow(&program, id, &route, condition.as_ref(), &config).map_err(|stuck| self.refuse(stuck))?;
        let steps = followed.steps.iter().map(|step| BackRow {
            statement: step.statement.map(|number| number.0),
            line: self.sources.position(step.span).line,
            text: self.sources.snippet(step.span).split_whitespace().collect::<Vec<_>>().join(" "),
            skipped: !step.matters,
            condition: self.written(&step.condition),
        });
        Ok(BackReport {
            procedure: graph.name.clone(),
            blocks: followed.blocks.clone(),
            steps: steps.collect(),
            skipped: followed.skipped.iter().map(|number| number.0).collect(),
            condition: self.written(&followed.condition),
            forwards: self.written(&followed.forwards),
            equal: followed.equal,
            executable: followed.executable,
        })
    }

    /// The program with storage that backward substitution cannot see as variables and parameters; none if it has none.
    fn seen_by_substitution(&self, id: ProcId) -> Result<Option<Session>, Refused> {
        if self.program.rules.addressed_storage {
            return Ok(self.as_variables(id));
        }
        self.with_outside(id).map_err(refused)
    }

    /// The condition at the entry under which a line is reached.
    pub fn reach(
        &self,
        procedure: &str,
        line: u32,
        condition: Option<&str>,
        iterations: usize,
        options: &Options,
    ) -> Result<ReachReport, Refused> {
        let id = self.named(procedure).map_err(refused)?;
        if let Some(session) = self.seen_by_substitution(id)? {
            session.refuse_wrong_assertions()?;
            return session.reach(procedure, line, condition, iterations, options);
        }
        self.refuse_shared_names(id)?;
        let program = self.inline(id)?;
        let graph = &program.procedures[id];
        let statement = self.statement_on(graph, line).ok_or_else(|| {
            refused(format!("no statement of {} that is executed begins on line {line}", graph.name))
        })?;
        let condition = condition.map(|text| self.assertion(id, text)).transpose()?;
        let config = self.back_config(options, iterations);
        let reached = reach(&program, id, statement, condition.as_ref(), &config)
            .map_err(|stuck| self.refuse(stuck))?;
        Ok(ReachReport {
            procedure: graph.name.clone(),
            place: format!("line {line}"),
            condition: self.written(&reached.condition),
            bounded: reached.bounded,
            iterations,
            equal: reached.equal,
            paths: reached.paths,
            possible: reached.possible,
            example: reached.example.unwrap_or_default(),
        })
    }

    /// The program with the calls of a procedure put in line.
    pub(crate) fn inline(&self, id: ProcId) -> Result<FlowProgram, Refused> {
        let graph = sextant_flow::inlined(&self.specified, id).map_err(|NotInline { span, what }| {
            let stuck = sextant_logic::Stuck::unsupported(span, what);
            self.refuse(stuck)
        })?;
        let mut program = self.specified.clone();
        program.procedures[id] = graph;
        Ok(program)
    }

    fn back_config(&self, options: &Options, iterations: usize) -> Config {
        let engine = options.config();
        Config {
            policy: options.policy(self.program.language),
            iterations,
            paths: MOST_PATHS,
            solver: engine.solver,
            interrupt: engine.interrupt,
        }
    }

    /// The first executed statement on a line.
    fn statement_on(&self, graph: &FlowGraph, line: u32) -> Option<StatementNumber> {
        let marked = |number: u32| {
            graph.blocks.iter().flat_map(|block| &block.instructions).any(|instruction| {
                instruction.action == sextant_flow::Action::Statement(StatementNumber(number))
            })
        };
        let on_line = |info: &sextant_syntax::StatementInfo| self.sources.position(info.span).line == line;
        let numbers = graph.statements.iter().enumerate().filter(|(_, info)| on_line(info));
        numbers.map(|(at, _)| at as u32 + 1).find(|&number| marked(number)).map(StatementNumber)
    }

    /// Conditions speak of variables by their names: no symbol may have the same one.
    fn refuse_shared_names(&self, id: ProcId) -> Result<(), Refused> {
        let mut symbols = Vec::new();
        let policy = Options::default().policy(self.specified.language);
        program_symbols(&self.specified, policy, &mut symbols);
        let graph = &self.specified.procedures[id];
        for (name, _) in symbols {
            let shared = graph.variables.iter().any(|variable| {
                variable.name == name && !matches!(variable.storage, sextant_syntax::Storage::External(_))
            });
            if shared {
                return Err(refused(format!("unsupported: the symbol \"{name}\" beside a variable {name}")));
            }
        }
        Ok(())
    }

    /// A condition over the variables of a procedure, in the notation of its language.
    pub(crate) fn assertion(&self, id: ProcId, text: &str) -> Result<Expr, Refused> {
        let mut sources = Sources::new();
        let source = sources.add("condition", text);
        let graph = &self.specified.procedures[id];
        let around = Surroundings {
            procedure: &head_of(graph),
            records: &self.specified.records,
            globals: &self.specified.globals,
            symbols: &|_| None,
        };
        (self.front_end().assertion)(&sources, source, &around).map_err(|errors| Box::new((errors, sources)))
    }
}
