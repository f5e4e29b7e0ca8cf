//! Reading programs.

use std::path::{Path, PathBuf};

use sextant_base::{Diagnostics, Sources};
use sextant_flow::{Action, FlowProgram};
use sextant_syntax::ProcId;
use thiserror::Error;

use crate::Syntax;

/// A loaded program.
#[derive(Clone, Debug)]
pub struct Session {
    pub(crate) sources: Sources,
    pub(crate) program: FlowProgram,
    /// Messages that did not stop the program from being used.
    pub(crate) warnings: Diagnostics,
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
        "{0}: the language cannot be told from the name (known endings: .pli .pl1 .flow); say it with --language"
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

impl Session {
    /// Reads the files of one program.
    pub fn load(paths: &[PathBuf], language: Option<Syntax>) -> Result<Session, LoadError> {
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
        Self::from_texts(texts, syntax.unwrap_or(Syntax::Pli))
    }

    /// Reads texts, each under the name shown in messages.
    pub fn from_texts(texts: Vec<(String, String)>, syntax: Syntax) -> Result<Session, LoadError> {
        let mut sources = Sources::new();
        let ids: Vec<_> = texts.into_iter().map(|(name, text)| sources.add(name, text)).collect();
        let (program, diagnostics) = match syntax {
            Syntax::Pli => {
                let (tree, diagnostics) = sextant_front_pli::parse(&sources, &ids);
                if diagnostics.has_errors() {
                    return Err(LoadError::Text(Box::new((diagnostics, sources))));
                }
                (sextant_flow::lower(&tree), diagnostics)
            }
            Syntax::Flow => {
                let [id] = ids[..] else {
                    return Err(LoadError::File {
                        path: sources
                            .ids()
                            .map(|id| sources.name(id).to_owned())
                            .collect::<Vec<_>>()
                            .join(", "),
                        reason: "a Flow program is one file".into(),
                    });
                };
                sextant_flow::read(&sources, id)
            }
        };
        if diagnostics.has_errors() {
            return Err(LoadError::Text(Box::new((diagnostics, sources))));
        }
        sextant_flow::verify(&program).map_err(|rules| LoadError::Internal(rules.join("; ")))?;
        Ok(Session { sources, program, warnings: diagnostics })
    }

    /// The program as flow graphs.
    pub fn program(&self) -> &FlowProgram {
        &self.program
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
            Some(name) => Ok(sextant_flow::print_graph(&self.program, self.named(name)?)),
            None => Ok(sextant_flow::print(&self.program)),
        }
    }

    /// A flow graph as a Graphviz program.
    pub fn flow_dot(&self, procedure: Option<&str>) -> Result<String, String> {
        Ok(sextant_flow::dot(&self.program, self.named_or_only(procedure)?))
    }

    /// A flow graph as a picture.
    pub fn flow_svg(&self, procedure: Option<&str>) -> Result<String, String> {
        Ok(sextant_report::flow_svg(&self.program, self.named_or_only(procedure)?))
    }

    /// Whether any procedure reads from the input stream.
    pub fn reads_input(&self) -> bool {
        self.program.procedures.iter().flat_map(|graph| graph.blocks.iter()).any(|block| {
            block.instructions.iter().any(|instruction| matches!(instruction.action, Action::Read(_)))
        })
    }

    /// The procedure of a name; else a message that lists those there are.
    pub(crate) fn named(&self, name: &str) -> Result<ProcId, String> {
        self.program.procedure_named(name).ok_or_else(|| {
            format!("there is no procedure {name} here (there are: {})", self.procedures().join(", "))
        })
    }

    fn named_or_only(&self, name: Option<&str>) -> Result<ProcId, String> {
        match name {
            Some(name) => self.named(name),
            None if self.program.procedures.len() == 1 => {
                Ok(self.program.procedures.ids().next().expect("there is one"))
            }
            None => Err(format!("say which procedure (there are: {})", self.procedures().join(", "))),
        }
    }
}

fn syntax_of(path: &Path) -> Option<Syntax> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    match ending.as_str() {
        "pli" | "pl1" => Some(Syntax::Pli),
        "flow" => Some(Syntax::Flow),
        _ => None,
    }
}

fn read_text(path: &Path) -> Result<String, LoadError> {
    let fail = |reason: String| LoadError::File { path: path.display().to_string(), reason };
    let bytes = std::fs::read(path).map_err(|error| fail(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let before = &error.as_bytes()[..at];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
        fail(format!("the text is not UTF-8 (line {line}, byte {column} of the line)"))
    })
}
