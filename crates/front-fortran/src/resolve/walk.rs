//! Walks over trees.

use crate::raw::{self, Construct, StmtKind};

/// Looks at every statement, those inside of blocks included, in the order of the text.
pub(crate) fn each_statement<'a>(statements: &'a [raw::Stmt], look: &mut dyn FnMut(&'a raw::Stmt)) {
    for stmt in statements {
        look(stmt);
        match &stmt.kind {
            StmtKind::If { then, .. } | StmtKind::Where { then, .. } | StmtKind::Forall { then, .. } => {
                each_statement(std::slice::from_ref(then), look);
            }
            StmtKind::Construct { kind, .. } => match kind {
                Construct::If(branches) | Construct::Where(branches) => {
                    branches.iter().for_each(|branch| each_statement(&branch.body, look));
                }
                Construct::Select(_, cases) => cases.iter().for_each(|case| each_statement(&case.body, look)),
                Construct::Forall(_, body) | Construct::Block(body) | Construct::Associate(_, body) => {
                    each_statement(body, look);
                }
            },
            StmtKind::Do { body, .. } | StmtKind::Unsupported { body, .. } => each_statement(body, look),
            _ => {}
        }
    }
}

/// Looks at every label that a GO TO may name, ends of blocks included.
pub(crate) fn each_label(statements: &[raw::Stmt], look: &mut dyn FnMut(raw::Label)) {
    each_statement(statements, &mut |stmt| {
        if !matches!(stmt.kind, StmtKind::Format { .. } | StmtKind::Declare(_)) {
            stmt.label.into_iter().for_each(&mut *look);
        }
        match &stmt.kind {
            StmtKind::Construct { kind, end, .. } => {
                if let Construct::If(branches) = kind {
                    branches.iter().filter_map(|branch| branch.label).for_each(&mut *look);
                }
                end.label.into_iter().for_each(&mut *look);
            }
            StmtKind::Do { end: raw::DoEnd::EndDo(end), .. } => end.label.into_iter().for_each(&mut *look),
            _ => {}
        }
    });
}
