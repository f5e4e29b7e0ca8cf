//! Reading programs.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};
use sextant_base::{Diagnostics, SourceId, Sources};
use sextant_flow::{Action, FlowProgram, Key};
use sextant_syntax::{CallText, Compilation, Language, ProcId, UnreadableFile};
use thiserror::Error;

use crate::inputs::ProgramSymbols;
use crate::language::{front_end_of, syntax_of};
use crate::variables::Granted;

/// A loaded program.
#[derive(Clone, Debug)]
pub struct Session {
    pub(crate) sources: Sources,
    /// As it is executed: contracts are tests, quantifiers are loops.
    pub(crate) program: FlowProgram,
    /// As it was written.
    pub(crate) specified: FlowProgram,
    /// The syntax tree, where the language has one.
    pub(crate) tree: Option<sextant_syntax::Program>,
    /// Messages that did not stop the program from being used.
    pub(crate) warnings: Diagnostics,
    /// What is taken for granted where memory has become variables; none in the program as it was read.
    pub(crate) granted: Option<Granted>,
    /// What the parameters of the examined procedure stand for, where lasting storage has become some of them.
    pub(crate) keys: Option<Vec<Key>>,
    /// The entry assertions that are assumed, where a procedure is under its contract.
    pub(crate) required: Option<Vec<String>>,
    /// The symbols that the program brings in.
    pub(crate) symbols: ProgramSymbols,
    /// The procedures by their names.
    names: OnceLock<FxHashMap<String, ProcId>>,
    /// The procedures that have entry assertions.
    pub(crate) with_contract: OnceLock<FxHashSet<ProcId>>,
}

/// Why a program cannot be used.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("{path}: {reason}")]
    File {
        /// Which file.
        path: String,
        /// Why.
        reason: String,
    },
    /// The language cannot be told.
    #[error(
        "{0}: the language cannot be told from the name (known endings: .pli .pl1 .f .for .f77 .f90 .f95 .c .flow); say it with --language"
    )]
    UnknownLanguage(String),
    /// Files of different languages.
    #[error("all files of a program must be of one language")]
    MixedLanguages,
    /// The text has errors.
    #[error("the program has errors")]
    Text(Box<(Diagnostics, Sources)>),
    /// The flow graph breaks a rule: a defect of this tool.
    #[error("internal error: the flow graph breaks a rule: {0}")]
    Internal(String),
}

impl From<UnreadableFile> for LoadError {
    fn from(UnreadableFile { path, reason }: UnreadableFile) -> Self {
        LoadError::File { path, reason }
    }
}

impl Session {
    /// Reads the files of one program.
    pub fn load(paths: &[PathBuf], language: Option<Language>) -> Result<Session, LoadError> {
        Self::load_as(paths, language, &Compilation::default())
    }

    /// Reads the files of one program as a compiler with these options would.
    pub fn load_as(
        paths: &[PathBuf],
        language: Option<Language>,
        compilation: &Compilation,
    ) -> Result<Session, LoadError> {
        let mut texts = Vec::new();
        for path in paths {
            texts.push((path.display().to_string(), read_text(path)?));
        }
        let mut syntax = language;
        for path in paths.iter().filter(|_| language.is_none()) {
            let found =
                syntax_of(path).ok_or_else(|| LoadError::UnknownLanguage(path.display().to_string()))?;
            if syntax.replace(found).is_some_and(|other| other != found) {
                return Err(LoadError::MixedLanguages);
            }
        }
        Self::read(texts, syntax.unwrap_or(Language::Pli), Some(compilation))
    }

    /// Reads texts, each under the name shown in messages.
    pub fn from_texts(texts: Vec<(String, String)>, language: Language) -> Result<Session, LoadError> {
        Self::read(texts, language, None)
    }

    pub(crate) fn of(
        sources: Sources,
        program: FlowProgram,
        specified: FlowProgram,
        tree: Option<sextant_syntax::Program>,
        warnings: Diagnostics,
    ) -> Session {
        let (symbols, names) = (ProgramSymbols::default(), OnceLock::new());
        Session {
            sources,
            program,
            specified,
            tree,
            warnings,
            granted: None,
            keys: None,
            required: None,
            with_contract: OnceLock::new(),
            symbols,
            names,
        }
    }

    /// The same texts with other graphs.
    pub(crate) fn with_programs(&self, program: FlowProgram, specified: FlowProgram) -> Session {
        Session::of(self.sources.clone(), program, specified, None, self.warnings.clone())
    }

    /// Reads a call in the language of the program.
    pub(crate) fn read_call(&self, sources: &Sources, id: SourceId) -> Result<CallText, Diagnostics> {
        (self.front_end().call)(sources, id)
    }

    /// The program as flow graphs, as it is executed.
    pub fn program(&self) -> &FlowProgram {
        &self.program
    }

    /// The same with its contracts, which are not executed.
    pub fn specified(&self) -> &FlowProgram {
        &self.specified
    }

    /// Whether the program is written in Fortran.
    pub fn is_fortran(&self) -> bool {
        self.program.language == Language::Fortran
    }

    /// Whether the program is written in C.
    pub fn is_c(&self) -> bool {
        self.program.language == Language::C
    }

    /// The texts the program was read from.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Warnings about the program.
    pub fn warnings(&self, colour: bool) -> String {
        self.warnings.render(&self.sources, colour)
    }

    /// The names of the procedures.
    pub fn procedures(&self) -> Vec<&str> {
        self.program.procedures.iter().map(|graph| graph.name.as_str()).collect()
    }

    /// The flow graphs in their text form; of one procedure if it is named.
    pub fn flow_text(&self, procedure: Option<&str>) -> Result<String, String> {
        match procedure {
            Some(name) => Ok(sextant_flow::print_graph(&self.specified, self.named(name)?)),
            None => Ok(sextant_flow::print(&self.specified)),
        }
    }

    /// A flow graph as a Graphviz program.
    pub fn flow_dot(&self, procedure: Option<&str>) -> Result<String, String> {
        Ok(sextant_flow::dot(&self.specified, self.named_or_only(procedure)?))
    }

    /// A flow graph as a picture.
    pub fn flow_svg(&self, procedure: Option<&str>) -> Result<String, String> {
        Ok(sextant_report::flow_svg(&self.specified, self.named_or_only(procedure)?))
    }

    /// The path expression of a block by its number, or of all executions, as text.
    pub fn path_expression(&self, procedure: Option<&str>, block: Option<u32>) -> Result<String, String> {
        let graph = &self.program.procedures[self.named_or_only(procedure)?];
        let mut paths = sextant_flow::PathExpressions::of(graph);
        let path = match block {
            Some(number) => {
                let id = graph.blocks.ids().find(|id| id.number() == number);
                id.and_then(|id| paths.reaching(id)).ok_or_else(|| format!("there is no block {number}"))?
            }
            None => paths.whole(graph).ok_or("no execution ends")?,
        };
        Ok(format!("{}\n", paths.table.show(path, LONGEST_EXPRESSION)))
    }

    /// Whether any procedure reads from the input stream.
    pub fn reads_input(&self) -> bool {
        self.program.procedures.iter().flat_map(|graph| graph.blocks.iter()).any(|block| {
            block.instructions.iter().any(|instruction| matches!(instruction.action, Action::Read(_)))
        })
    }

    /// The procedure of a name; else a message that lists those there are.
    pub fn named(&self, name: &str) -> Result<ProcId, String> {
        let names = self.names.get_or_init(|| {
            let mut names = FxHashMap::default();
            for (id, graph) in self.program.procedures.iter_enumerated() {
                names.entry(graph.name.clone()).or_insert(id);
            }
            names
        });
        let found = names.get(name).copied().or_else(|| self.program.procedure_named(name));
        found.ok_or_else(|| {
            format!("there is no procedure {name} here (there are: {})", self.procedures().join(", "))
        })
    }

    pub(crate) fn named_or_only(&self, name: Option<&str>) -> Result<ProcId, String> {
        match name {
            Some(name) => self.named(name),
            None if self.program.procedures.len() == 1 => {
                Ok(self.program.procedures.ids().next().expect("there is one"))
            }
            None => Err(format!("say which procedure (there are: {})", self.procedures().join(", "))),
        }
    }
}

/// A file that a program includes, relative to the file that names it.
pub(crate) fn included_file(from: &str, file: &str) -> Option<(String, String)> {
    let path = Path::new(from).parent().unwrap_or(Path::new("")).join(file);
    let text = read_text(&path).ok()?;
    Some((path.display().to_string(), text))
}

/// Characters of a path expression; beyond that it is cut.
const LONGEST_EXPRESSION: usize = 100_000;

/// Where zeros tell that a file is no text: reading a large one as a program takes long.
const HEAD_OF_TEXT: usize = 1024;

fn read_text(path: &Path) -> Result<String, LoadError> {
    let fail = |reason: String| LoadError::File { path: path.display().to_string(), reason };
    let bytes = std::fs::read(path).map_err(|error| fail(error.to_string()))?;
    if let Some(at) = bytes.iter().take(HEAD_OF_TEXT).position(|&byte| byte == 0) {
        return Err(fail(format!("this is no text: byte {} is zero", at + 1)));
    }
    front_end_of(path).map_or(String::from_utf8 as _, |one| one.decode)(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let before = &error.as_bytes()[..at];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
        fail(format!("the text is not UTF-8 (line {line}, byte {column} of the line)"))
    })
}
