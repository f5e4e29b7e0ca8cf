//! The front ends. This is the one place that knows them all.

use std::path::Path;

use sextant_base::IdVec;
use sextant_flow::FlowGraph;
use sextant_syntax::{FrontEnd, Language, Procedure, Rules, Typed};

use crate::Session;

/// The text form of flow graphs; what is typed about it is in EFFIGY's notation.
const FLOW: FrontEnd = FrontEnd {
    language: Language::Flow,
    endings: &["flow"],
    rules: Rules::PLAIN,
    parse: None,
    clause: |word, condition| format!("{word} {condition}"),
    exit_clause: "exit",
    ..sextant_front_pli::FRONT_END
};

static FRONT_ENDS: [FrontEnd; 4] =
    [sextant_front_pli::FRONT_END, sextant_front_fortran::FRONT_END, sextant_front_c::FRONT_END, FLOW];

/// The front end of a language.
pub(crate) fn front_end(language: Language) -> &'static FrontEnd {
    FRONT_ENDS.iter().find(|one| one.language == language).expect("every language has a front end")
}

/// The front end of a file by the ending of its name.
pub(crate) fn front_end_of(path: &Path) -> Option<&'static FrontEnd> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    FRONT_ENDS.iter().find(|one| one.endings.contains(&ending.as_str()))
}

/// The language of a source file by the ending of its name.
pub fn syntax_of(path: &Path) -> Option<Language> {
    front_end_of(path).map(|one| one.language)
}

impl Session {
    /// The front end of the program's language.
    pub fn front_end(&self) -> &'static FrontEnd {
        front_end(self.program.language)
    }

    /// Reads what is typed about the program.
    pub fn typed(&self) -> Typed {
        self.front_end().typed.unwrap_or(sextant_front_pli::TYPED)
    }
}

/// A procedure as front ends know it when something about it is read: without its body.
pub fn head_of(graph: &FlowGraph) -> Procedure {
    Procedure {
        name: graph.name.clone(),
        parameters: graph.parameters.clone(),
        variables: graph.variables.clone(),
        returns: graph.returns.clone(),
        recursive: false,
        body: Vec::new(),
        labels: IdVec::new(),
        statements: Vec::new(),
        span: graph.span,
    }
}
