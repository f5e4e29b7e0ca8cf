//! Assertions in the comments of C programs (`//@ …`, `/*@ … */`), put into the flow graphs of promoted programs.
//!
//! A clause before a statement holds whenever control comes to that statement; `invariant` and `measure` before a loop
//! belong to its head; `requires` and `ensures` stand before the function or at its beginning. What cannot be read or
//! placed is an error with its place, never left out.

use sextant_base::{Id, SourceId, Sources, Span};
use sextant_flow::{
    Action, BlockId, FlowGraph, FlowProgram, Instruction, LoopForest, Terminator, predecessors,
};
use sextant_front_c::{Around, Clause, parse_claims};
use sextant_syntax::{Claim, Expr, ProcId, StatementNumber, Storage, Variable};

/// A comment with assertions.
pub(crate) struct Comment {
    pub(crate) span: Span,
    pub(crate) text: String,
}

/// Puts the assertions of all comments into the graphs; what is wrong with them is returned.
pub(crate) fn annotate(program: &mut FlowProgram, sources: &Sources) -> Vec<(Span, String)> {
    let mut errors = Vec::new();
    for source in sources.ids() {
        for comment in comments(source, sources.text(source)) {
            if let Err(message) = place(program, sources.text(source), &comment) {
                errors.push((comment.span, message));
            }
        }
    }
    errors
}

/// The names that assertions use with subscripts.
pub(crate) fn subscripted(sources: &Sources) -> Vec<String> {
    let mut found = Vec::new();
    for comment in sources.ids().flat_map(|source| comments(source, sources.text(source))) {
        for (at, _) in comment.text.match_indices('[') {
            let before = comment.text[..at].trim_end();
            let letter = |c: char| c.is_alphanumeric() || c == '_';
            let start = before
                .rfind(|c| !letter(c))
                .map_or(0, |last| last + before[last..].chars().next().map_or(1, char::len_utf8));
            found.push(before[start..].to_owned());
        }
    }
    found
}

/// What a position of a C text belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Code,
    Comment,
    Quoted(u8),
}

/// The pieces of a text: each with its first byte and one past its last.
fn pieces(text: &str) -> Vec<(Piece, usize, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let (mut at, mut start) = (0, 0);
    while at < bytes.len() {
        let rest = &bytes[at..];
        let (piece, length) = if rest.starts_with(b"//") {
            (Piece::Comment, rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len()))
        } else if rest.starts_with(b"/*") {
            let end = text.get(at + 2..).and_then(|rest| rest.find("*/"));
            (Piece::Comment, end.map_or(rest.len(), |end| end + 4))
        } else if rest[0] == b'"' || rest[0] == b'\'' {
            (Piece::Quoted(rest[0]), quoted(rest))
        } else {
            at += 1;
            continue;
        };
        found.push((Piece::Code, start, at));
        found.push((piece, at, at + length));
        at += length;
        start = at;
    }
    found.push((Piece::Code, start, bytes.len()));
    found
}

/// The length of a quoted text, its quotes included.
fn quoted(text: &[u8]) -> usize {
    let mut at = 1;
    while at < text.len() && text[at] != text[0] && text[at] != b'\n' {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(text.len())
}

/// The comments with assertions; those on lines that follow one another are one.
pub(crate) fn comments(source: SourceId, text: &str) -> Vec<Comment> {
    let mut found: Vec<Comment> = Vec::new();
    let mut joined = false;
    for (piece, start, end) in pieces(text) {
        let part = &text[start..end];
        match piece {
            Piece::Comment => {
                let line = part.strip_prefix("//@");
                let block = part.strip_prefix("/*@").map(|rest| rest.trim_end_matches("*/"));
                let Some(words) = line.or(block) else { continue };
                let last = found.last_mut().filter(|_| joined && line.is_some());
                match last {
                    Some(before) => {
                        before.text.push(' ');
                        before.text.push_str(words);
                        before.span.end = Span::new(source, start, end).end;
                    }
                    None => {
                        found.push(Comment { span: Span::new(source, start, end), text: words.to_owned() })
                    }
                }
                joined = line.is_some();
            }
            Piece::Code => joined &= part.trim().is_empty(),
            Piece::Quoted(_) => joined = false,
        }
    }
    found
}

/// Whether the block that a position lies in is still open at a later one.
fn still_open(text: &str, from: usize, to: usize) -> bool {
    let mut depth = 0i64;
    for (piece, start, end) in pieces(&text[from..to]) {
        if piece == Piece::Code {
            for byte in text[from + start..from + end].bytes() {
                depth += i64::from(byte == b'{') - i64::from(byte == b'}');
                if depth < 0 {
                    return false;
                }
            }
        }
    }
    true
}

/// Whether what is declared at a position belongs to the head of the loop that follows a comment.
fn in_head_of_for(text: &str, from: usize, declared: usize) -> bool {
    let between = text.get(from..declared).unwrap_or("}").trim_start();
    let head = between.strip_prefix("for").is_some_and(|rest| rest.trim_start().starts_with('('));
    head && !between.contains(['{', '}', ';'])
}

fn end_of(graph: &FlowGraph) -> u32 {
    graph.statements.iter().map(|info| info.span.end).max().unwrap_or(graph.span.end)
}

/// The function a comment belongs to, and whether it stands inside.
pub(crate) fn function(program: &FlowProgram, comment: Span) -> Option<(ProcId, bool)> {
    let own = |(_, graph): &(ProcId, &FlowGraph)| graph.span.source == comment.source;
    let inside = program
        .procedures
        .iter_enumerated()
        .filter(own)
        .find(|(_, graph)| graph.span.start <= comment.start && comment.end <= end_of(graph));
    if let Some((id, _)) = inside {
        return Some((id, true));
    }
    let next =
        program.procedures.iter_enumerated().filter(own).filter(|(_, graph)| graph.span.start >= comment.end);
    next.min_by_key(|(_, graph)| graph.span.start).map(|(id, _)| (id, false))
}

fn place(program: &mut FlowProgram, text: &str, comment: &Comment) -> Result<(), String> {
    let (id, inside) = function(program, comment.span).ok_or("there is no function behind this assertion")?;
    let graph = &mut program.procedures[id];
    if graph.blocks.iter().all(|block| block.instructions.iter().all(is_cut_off)) {
        return Ok(());
    }
    let at = comment.span.start as usize;
    let visible = |variable: &Variable| {
        let parameter = matches!(variable.storage, Storage::Parameter | Storage::Value);
        let declared = variable.span.start as usize;
        let here = inside && variable.span.source == comment.span.source;
        let local = here && declared <= at && still_open(text, declared, at);
        let of_head = here && declared > at && in_head_of_for(text, comment.span.end as usize, declared);
        parameter || local || of_head
    };
    let variables = graph.variables.clone();
    let returns = graph.returns.clone();
    let around = Around {
        variables: &variables,
        visible: &visible,
        returns: returns.as_ref(),
        span: comment.span,
        storage: None,
    };
    let claims = parse_claims(&comment.text, &around)?;
    for variable in claims.variables {
        graph.variables.push(variable);
    }
    let mut here = Vec::new();
    for (clause, expr) in claims.clauses {
        match clause {
            Clause::Requires => at_entry(graph, Action::Claim(Claim::Entry, expr), comment.span),
            Clause::Ensures => at_entry(graph, Action::Claim(Claim::Exit, expr), comment.span),
            _ if !inside => return Err("only requires and ensures stand before a function".to_owned()),
            other => here.push((other, expr)),
        }
    }
    if here.is_empty() { Ok(()) } else { before_statement(graph, text, comment.span, here) }
}

fn is_cut_off(instruction: &Instruction) -> bool {
    matches!(instruction.action, Action::Unsupported(_))
}

fn at_entry(graph: &mut FlowGraph, action: Action, span: Span) {
    let entry = graph.entry;
    graph.blocks[entry].instructions.insert(0, Instruction { action, span });
}

/// Where the marker of a statement stands.
fn marker(graph: &FlowGraph, number: StatementNumber) -> Option<(BlockId, usize)> {
    graph.blocks.iter_enumerated().find_map(|(block, code)| {
        let own = |instruction: &Instruction| instruction.action == Action::Statement(number);
        code.instructions.iter().position(own).map(|at| (block, at))
    })
}

fn before_statement(
    graph: &mut FlowGraph,
    text: &str,
    span: Span,
    clauses: Vec<(Clause, Expr)>,
) -> Result<(), String> {
    let numbered = (1..).map(StatementNumber).zip(&graph.statements);
    let behind = numbered.filter(|(_, info)| info.span.start >= span.end);
    let mut next: Vec<(u32, StatementNumber)> =
        behind.map(|(number, info)| (info.span.start, number)).collect();
    next.sort_unstable_by_key(|&(start, number)| (start, number.0));
    let placed = next.iter().find_map(|&(start, number)| marker(graph, number).map(|at| (start, number, at)));
    let Some((start, number, (block, index))) = placed else {
        return Err("no statement that is executed follows this assertion".to_owned());
    };
    let last = number.0 as usize == graph.statements.len();
    if !last && !still_open(text, span.end as usize, start as usize) {
        return Err("an assertion stands before a statement, not before a closing brace".to_owned());
    }
    let forest = LoopForest::of(graph);
    let is_head = |block: BlockId| forest.loops.iter().any(|loop_| loop_.header == block);
    // The head of a `for` comes behind its first assignment.
    let after = marker(graph, StatementNumber(number.0 + 1));
    let head =
        Some((block, index)).into_iter().chain(after).find(|&(block, index)| index == 0 && is_head(block));
    for (clause, expr) in clauses.into_iter().rev() {
        let action = match clause {
            Clause::Assume => Action::Assume(expr),
            Clause::Measure => Action::Claim(Claim::Measure, expr),
            _ => Action::Assert(expr),
        };
        let instruction = Instruction { action, span };
        let of_loop = matches!(clause, Clause::Invariant | Clause::Measure);
        match head.filter(|_| of_loop) {
            Some((head, at)) => graph.blocks[head].instructions.insert(at, instruction),
            None if index == 0 && is_head(block) => before_loop(graph, &forest, block, &instruction),
            None => graph.blocks[block].instructions.insert(index, instruction),
        }
    }
    Ok(())
}

/// Once, on every way into a loop.
fn before_loop(graph: &mut FlowGraph, forest: &LoopForest, head: BlockId, instruction: &Instruction) {
    let inside = |block: BlockId| {
        forest.loops.iter().any(|loop_| loop_.header == head && loop_.blocks.binary_search(&block).is_ok())
    };
    let before: Vec<BlockId> =
        predecessors(graph)[head].iter().copied().filter(|&block| !inside(block)).collect();
    for block in before {
        if let Terminator::Edges(edges) = &mut graph.blocks[block].terminator {
            for edge in edges.iter_mut().filter(|edge| edge.to == head) {
                edge.actions.push(instruction.clone());
            }
        }
    }
    debug_assert!(head.index() < graph.blocks.len());
}
