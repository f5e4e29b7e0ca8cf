//! Every kind of expression, function and action, and what each method makes of it.
//!
//! The procedures of `tests/kinds` have every kind between them; a kind without an example fails the test, and the matches
//! below have no wildcard, so that a new kind does not compile before it has a name. What the methods say of each kind is
//! the table in `docs/methods.md` (`UPDATE_EXPECT=1` writes it anew).

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use sextant_flow::{
    Action, Condition, FlowGraph, FlowProgram, Instruction, Terminator, TransferItem, called,
};
use sextant_session::{
    Equality, Options, PassMessageKind, PassOptions, PathEnd, ProofOptions, Session, Style, Syntax, Verdict,
};
use sextant_syntax::{
    BinaryOp, Expr, ExprKind, Gives, Intrinsic, Memory, OutputItem, Place, Primitive, ProcId, Specification,
    Takes, UnaryOp, each_operand, each_place_operand,
};

/// Gives each kind of something a name, and the list of all names.
macro_rules! kinds {
    ($name:ident, $all:ident, $ty:ty: $($pattern:pat => $text:literal,)*) => {
        const $all: &[&str] = &[$($text,)*];

        fn $name(kind: &$ty) -> &'static str {
            match kind {
                $($pattern => $text,)*
            }
        }
    };
}

kinds! { expression, EXPRESSIONS, ExprKind:
    ExprKind::Int(_) => "integer constant",
    ExprKind::Bool(_) => "truth value",
    ExprKind::Real(_) => "real constant",
    ExprKind::Complex(..) => "complex number of its parts",
    ExprKind::Text(_) => "text constant",
    ExprKind::Procedure(_) => "procedure as an argument",
    ExprKind::Symbol(_) => "input by name",
    ExprKind::Load(_) => "value of a place",
    ExprKind::BoundOf(..) => "bound of an array",
    ExprKind::DimensionOf(..) => "bound of a dimension",
    ExprKind::LengthOf(_) => "length of a text",
    ExprKind::HasStorage(_) => "whether there is storage",
    ExprKind::IsPresent(_) => "whether there is an argument",
    ExprKind::SameStorage(..) => "whether storage is the same",
    ExprKind::Unary(..) => "(operator with one operand)",
    ExprKind::Binary(..) => "(operator with two operands)",
    ExprKind::Intrinsic(..) => "(function of the language)",
    ExprKind::Call(..) => "(call in an expression)",
    ExprKind::CallParameter(..) => "(call of a parameter in an expression)",
    ExprKind::Convert(_) => "conversion",
    ExprKind::Wrap(_) => "integer modulo its width",
    ExprKind::Memory(_) => "(about addresses)",
    ExprKind::Effect(_) => "(effect in an expression)",
    ExprKind::Specification(_) => "(of assertions only)",
}

kinds! { unary, UNARY, UnaryOp:
    UnaryOp::Negate => "-x",
    UnaryOp::Not => "not",
}

kinds! { binary, BINARY, BinaryOp:
    BinaryOp::Add => "x + y",
    BinaryOp::Subtract => "x - y",
    BinaryOp::Multiply => "x * y",
    BinaryOp::Divide => "x / y",
    BinaryOp::Power => "x ** y",
    BinaryOp::Concatenate => "x // y",
    BinaryOp::Equal => "x = y",
    BinaryOp::NotEqual => "x /= y",
    BinaryOp::Less => "x < y",
    BinaryOp::LessEqual => "x <= y",
    BinaryOp::Greater => "x > y",
    BinaryOp::GreaterEqual => "x >= y",
    BinaryOp::And => "and",
    BinaryOp::Or => "or",
    BinaryOp::Implies => "implies",
}

kinds! { memory, MEMORY, Memory:
    Memory::Address(_) => "address of something",
    Memory::Displace { .. } => "address with a displacement",
    Memory::Distance { .. } => "distance of addresses",
    Memory::Aligned { .. } => "aligned address",
    Memory::Fetch { .. } => "value at an address",
}

kinds! { specification, SPECIFICATIONS, Specification:
    Specification::Quantified { .. } => "all or some values of a range",
    Specification::Old(_) => "value at the entry",
    Specification::Result => "returned value",
}

kinds! { place, PLACES, Place:
    Place::Variable(_) => "variable",
    Place::Element(..) => "element",
    Place::Part(_) => "part of a variable",
}

kinds! { action, ACTIONS, Action:
    Action::Statement(_) => "statement begins",
    Action::Assign(..) => "assignment",
    Action::Call { .. } => "call",
    Action::CallParameter { .. } => "call of a parameter",
    Action::Allocate(..) => "allocation",
    Action::Release(_) => "release",
    Action::PointTo(..) => "pointer assignment",
    Action::TransferBegin(_) => "statement on a file begins",
    Action::TransferItem(_) => "value to or from a file",
    Action::TransferEnd(_) => "statement on a file ends",
    Action::Read(_) => "value from the input stream",
    Action::Write(_) => "value to the output stream",
    Action::Store(..) => "value to an address",
    Action::CallPointer { .. } => "call of what a pointer points to",
    Action::Primitive(..) => "(what only the machine can do)",
    Action::Fresh(_) => "variable begins to live",
    Action::Gone(_) => "variable ends",
    Action::Assume(_) => "assumption",
    Action::Prove(_) => "proof in the program",
    Action::Assert(_) => "assertion",
    Action::Claim(..) => "part of a contract",
    Action::Unsupported(_) => "(refused by the front end)",
}

kinds! { primitive, PRIMITIVES, Primitive:
    Primitive::Allocate { zeroed: false } => "allocate bytes",
    Primitive::Allocate { zeroed: true } => "allocate zeroed bytes",
    Primitive::AllocateLocal => "allocate for the activation",
    Primitive::Release => "release bytes",
    Primitive::SizeOfObject => "size of an object",
    Primitive::CopyBytes { overlap: false } => "copy bytes",
    Primitive::CopyBytes { overlap: true } => "copy bytes that overlap",
    Primitive::FillBytes => "fill bytes",
    Primitive::Input(_) => "input",
    Primitive::Clock(_) => "clock",
    Primitive::MarkLanding => "mark a place to jump back to",
    Primitive::LongJump => "jump back to a marked place",
    Primitive::Unknown(_) => "result of an unknown function",
    Primitive::Pure(_) => "(result of an unknown function)",
    Primitive::MakeInput(_) => "make bytes inputs",
    Primitive::WriteBytes => "write bytes",
    Primitive::Print => "print with a format",
    Primitive::PrintText => "print to a text",
    Primitive::ReadByte => "read a byte",
    Primitive::Scan => "scan with a format",
    Primitive::FileContents => "contents of a file",
    Primitive::KeepFile => "keep a file",
    Primitive::NoEnvironment => "no environment",
    Primitive::Exit => "exit",
    Primitive::Fail(_) => "fail",
}

/// All kinds that a flow graph can have. What stands in brackets has kinds of its own, or is in syntax only.
fn all_kinds() -> Vec<String> {
    let fixed = [EXPRESSIONS, UNARY, BINARY, MEMORY, SPECIFICATIONS, PLACES, ACTIONS, PRIMITIVES].concat();
    let named = fixed.into_iter().filter(|name| !name.starts_with('(')).map(str::to_owned);
    named.chain(Intrinsic::all().map(|function| format!("{}()", function.signature().name))).collect()
}

/// The kinds that a procedure and those it calls have.
fn kinds_of(program: &FlowProgram, id: ProcId) -> BTreeSet<String> {
    let mut found = Found(BTreeSet::new());
    for procedure in called(program, id).into_iter().chain([id]) {
        found.graph(&program.procedures[procedure]);
    }
    found.0
}

struct Found(BTreeSet<String>);

impl Found {
    fn add(&mut self, name: &str) {
        if !name.starts_with('(') {
            self.0.insert(name.to_owned());
        }
    }

    fn graph(&mut self, graph: &FlowGraph) {
        for block in graph.blocks.iter() {
            block.instructions.iter().for_each(|instruction| self.instruction(instruction));
            match &block.terminator {
                Terminator::Edges(edges) => {
                    for edge in edges {
                        edge.actions.iter().for_each(|instruction| self.instruction(instruction));
                        if let Condition::When(expr) = &edge.condition {
                            self.expr(expr);
                        }
                    }
                }
                Terminator::Return(value) => value.iter().for_each(|value| self.expr(value)),
                Terminator::Stop => {}
            }
        }
    }

    fn instruction(&mut self, instruction: &Instruction) {
        self.add(action(&instruction.action));
        match &instruction.action {
            Action::Assign(to, value) => {
                self.place(to);
                self.expr(value);
            }
            Action::Call { arguments, .. } | Action::CallParameter { arguments, .. } => {
                arguments.iter().for_each(|argument| self.expr(&argument.expr));
            }
            Action::CallPointer { callee, arguments, .. } => {
                self.expr(callee);
                arguments.iter().for_each(|argument| self.expr(&argument.expr));
            }
            Action::Allocate(to, bounds) => {
                self.place(to);
                bounds.iter().for_each(|(low, high)| [low, high].into_iter().for_each(|one| self.expr(one)));
            }
            Action::Release(to) | Action::Read(to) => self.place(to),
            Action::PointTo(to, from) => {
                [Some(to), from.as_ref()].iter().flatten().for_each(|one| self.place(one))
            }
            Action::TransferItem(TransferItem::Place(to)) => self.place(to),
            Action::TransferItem(TransferItem::Value(expr)) => self.expr(expr),
            Action::Write(OutputItem::Value(expr)) => self.expr(expr),
            Action::Store(address, _, value) => [address, value].into_iter().for_each(|one| self.expr(one)),
            Action::Primitive(what, operands, _) => {
                self.add(primitive(what));
                operands.iter().for_each(|operand| self.expr(operand));
            }
            Action::Assume(expr) | Action::Prove(expr) | Action::Assert(expr) | Action::Claim(_, expr) => {
                self.expr(expr);
            }
            Action::Statement(_)
            | Action::TransferBegin(_)
            | Action::TransferEnd(_)
            | Action::Write(_)
            | Action::Fresh(_)
            | Action::Gone(_)
            | Action::Unsupported(_) => {}
        }
    }

    fn place(&mut self, of: &Place) {
        self.add(place(of));
        each_place_operand(of, &mut |operand| self.expr(operand));
    }

    fn expr(&mut self, expr: &Expr) {
        self.add(expression(&expr.kind));
        match &expr.kind {
            ExprKind::Unary(op, _) => self.add(unary(op)),
            ExprKind::Binary(op, ..) => self.add(binary(op)),
            ExprKind::Intrinsic(function, _) => self.add(&format!("{}()", function.signature().name)),
            ExprKind::Memory(what) => self.add(memory(what)),
            ExprKind::Specification(what) => self.add(specification(what)),
            ExprKind::Load(from) => self.add(place(from)),
            _ => {}
        }
        each_operand(expr, &mut |operand| self.expr(operand));
    }
}

/// A Fortran function that applies a function of the language to its parameters; none where Fortran has no such function.
fn application(function: Intrinsic) -> Option<String> {
    if matches!(function, Intrinsic::Sign | Intrinsic::ShiftRight) {
        return None;
    }
    let signature = function.signature();
    let name = signature.fortran;
    let (least, most) = (*signature.count.start(), *signature.count.end());
    let count = if most == usize::MAX { 2 } else { least };
    let (ty, operands) = match signature.takes {
        Takes::Number | Takes::Ordered => ("integer", ["i", "j", "k"][..count].to_vec()),
        Takes::Integers => ("integer", ["i", "mod(j, 4)", "4"][..count].to_vec()),
        Takes::Real | Takes::Analysis => ("real", ["i", "j"][..count].to_vec()),
        Takes::Complex => ("complex", vec!["i"]),
        Takes::Text => ("character(len=3)", vec!["i"]),
        Takes::Texts => ("character(len=3)", vec!["i", "j"]),
        Takes::TextAndInteger => ("character(len=3)", vec!["i", "2"]),
        Takes::Choice => ("integer", vec!["i", "j", "i > j"]),
    };
    let result = match signature.gives {
        Gives::First | Gives::Widest => ty,
        Gives::Part if ty == "complex" => "real",
        Gives::Part => ty,
        Gives::Integer => "integer",
        Gives::Logical => "logical",
        Gives::Text => "character(len=6)",
    };
    let shown = match result {
        "logical" => "r",
        "complex" => "real(r) > 1.0",
        "real" => "r > 1.0",
        "integer" => "r > 1",
        _ => "r == 'a'",
    };
    Some(format!(
        "logical function of_{0}(i, j, k)\n  {ty}, intent(in) :: i, j, k\n  {result} :: r\n  r = {name}({1})\n  \
         of_{0} = {shown}\nend function\n\n",
        signature.name,
        operands.join(", "),
    ))
}

/// The methods, each with what it says: nothing where it takes the procedure, else why it refuses.
type Ask = fn(&Session, &str, &Options) -> Result<(), String>;

const METHODS: [(&str, Ask); 6] = [
    ("paths", paths),
    ("back", back),
    ("prove", prove),
    ("passes", passes),
    ("compare", compare),
    ("summary", summary),
];

fn refused(problem: &(sextant_session::Diagnostics, sextant_session::Sources)) -> String {
    problem.0.sorted().iter().map(|one| one.message.clone()).collect::<Vec<_>>().join("; ")
}

fn paths(session: &Session, name: &str, options: &Options) -> Result<(), String> {
    // What an assumed shape or a procedure as an argument is must be said in the call.
    let text = match name {
        "rows" => "rows(m(1:2, 1:3))",
        "applied" => "applied(twice, \"i\")",
        "BOUNDS" => "BOUNDS(A(1:3))",
        "lengths" => "lengths(t*4)",
        other => other,
    };
    let call = session.call(text, options).map_err(|problem| refused(&problem))?;
    let report = session.paths(&call, options, &AtomicU64::new(0));
    match report.verdict {
        Verdict::Unsupported => Err(report.reasons.join("; ")),
        _ => Ok(()),
    }
}

/// The condition under which the last statement is reached.
fn back(session: &Session, name: &str, options: &Options) -> Result<(), String> {
    let program = session.program();
    let (_, graph) = procedures(program).find(|(_, graph)| graph.name == name).expect("a procedure");
    let lines = graph.statements.iter().map(|info| session.sources().position(info.span).line);
    let mut lines: Vec<u32> = lines.collect();
    lines.sort_unstable();
    // The end of a procedure is no statement that is executed.
    let reached = lines.iter().rev().map(|&line| session.reach(name, line, None, 4, options).map(drop));
    let mut said = reached.map(|reached| reached.map_err(|problem| refused(&problem)));
    let elsewhere =
        |said: &Result<(), String>| said.as_ref().is_err_and(|what| what.starts_with("no statement"));
    said.find(|said| !elsewhere(said)).unwrap_or(Ok(()))
}

fn prove(session: &Session, name: &str, options: &Options) -> Result<(), String> {
    let choices = ProofOptions { checks: true, search: false };
    let report = session.prove(name, choices, options).map_err(|problem| refused(&problem))?;
    match report.reason {
        Some(reason) if report.verdict == Verdict::Undecided && report.conditions.is_empty() => Err(reason),
        _ => Ok(()),
    }
}

fn passes(session: &Session, name: &str, options: &Options) -> Result<(), String> {
    let choices = PassOptions {
        passes: 4,
        attributes: false,
        visit_all: false,
        node: None,
        environment: None,
        assume: None,
    };
    let report = session.passes(name, &choices, options).map_err(|problem| refused(&problem))?;
    match report.messages.iter().find(|message| message.kind == PassMessageKind::Unsupported) {
        Some(message) => Err(message.text.clone()),
        None => Ok(()),
    }
}

fn compare(session: &Session, name: &str, options: &Options) -> Result<(), String> {
    let report = session.compare(name, session, name, options).map_err(|problem| refused(&problem))?;
    match report.verdict {
        Equality::Undecided => Err(report.how),
        _ => Ok(()),
    }
}

fn summary(session: &Session, name: &str, options: &Options) -> Result<(), String> {
    let report = session.summary(name, options, Style::Text)?;
    match report.cases.iter().find(|case| case.status == PathEnd::Unsupported) {
        Some(case) => Err(case.detail.clone().unwrap_or_default()),
        None => Ok(()),
    }
}

fn procedures(program: &FlowProgram) -> impl Iterator<Item = (ProcId, &FlowGraph)> {
    (0..).map(ProcId).zip(program.procedures.iter())
}

/// The examples: sessions with the names of their procedures.
fn examples() -> Vec<(Session, Vec<String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kinds");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("an example");
    let functions: String = Intrinsic::all().filter_map(application).collect();
    let texts = [
        ("expressions.f90", read("expressions.f90"), Syntax::Fortran),
        ("functions.f90", functions, Syntax::Fortran),
        ("expressions.pli", read("expressions.pli"), Syntax::Pli),
        ("memory.c", read("memory.c"), Syntax::C),
    ];
    let load = |(name, text, syntax): (&str, String, Syntax)| {
        let session = Session::from_texts(vec![(name.to_owned(), text.clone())], syntax)
            .unwrap_or_else(|problem| panic!("{name}: {problem:?}"));
        // Functions of the C library are there, too.
        let own = |graph: &&FlowGraph| session.sources().place(graph.span).starts_with(name);
        let names = session.program().procedures.iter().filter(own).map(|graph| graph.name.clone()).collect();
        (session, names)
    };
    texts.into_iter().map(load).collect()
}

/// For each kind and method, nothing if some example with it is taken, else why one is refused.
type Table = BTreeMap<String, Vec<Option<String>>>;

fn table() -> Table {
    let options = Options { timeout: Some(Duration::from_secs(5)), ..Options::default() };
    let mut rows: Table = BTreeMap::new();
    for (session, names) in examples() {
        for name in names {
            let id = procedures(session.program()).find(|(_, graph)| graph.name == name).expect("itself").0;
            let said: Vec<Option<String>> =
                METHODS.iter().map(|(_, ask)| ask(&session, &name, &options).err()).collect();
            if std::env::var_os("SHOW_KINDS").is_some() {
                eprintln!("{name}: {said:?}");
            }
            for kind in kinds_of(session.specified(), id) {
                let row = rows.entry(kind).or_insert_with(|| said.clone());
                for (known, said) in row.iter_mut().zip(&said) {
                    if said.is_none() {
                        *known = None;
                    }
                }
            }
        }
    }
    rows
}

#[test]
fn every_kind_is_taken_or_refused_by_name() {
    if std::process::Command::new("clang").arg("--version").output().is_err() {
        println!("skipped: clang is not installed");
        return;
    }
    let table = table();
    let missing: Vec<String> = all_kinds().into_iter().filter(|kind| !table.contains_key(kind)).collect();
    assert!(missing.is_empty(), "no example in tests/kinds has: {missing:?}");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/methods.md");
    let text = std::fs::read_to_string(&page).expect("the page");
    let (before, rest) = text.split_once(BEGIN).expect("the beginning of the table");
    let (_, after) = rest.split_once(END).expect("the end of the table");
    let expected = format!("{before}{BEGIN}\n{}{END}{after}", shown(&table));
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&page, &expected).expect("the page is written");
    }
    assert!(
        text == expected || std::env::var_os("UPDATE_EXPECT").is_some(),
        "docs/methods.md is not true:\n{expected}"
    );
}

const BEGIN: &str = "<!-- table of kinds -->";
const END: &str = "<!-- end of the table -->";

/// The table, and behind it why what is refused is refused.
fn shown(table: &Table) -> String {
    let names: Vec<&str> = METHODS.iter().map(|(name, _)| *name).collect();
    let mut text = format!("| kind | {} |\n|---|{}\n", names.join(" | "), "---|".repeat(names.len()));
    let mut reasons: Vec<String> = Vec::new();
    for (kind, row) in table {
        let cells = row.iter().map(|said| match said {
            None => "taken".to_owned(),
            Some(reason) => {
                let reason = without_place(reason);
                let at = reasons.iter().position(|known| *known == reason).unwrap_or_else(|| {
                    reasons.push(reason);
                    reasons.len() - 1
                });
                format!("refused ({})", at + 1)
            }
        });
        let cells: Vec<String> = cells.collect();
        text.push_str(&format!("| {} | {} |\n", kind.replace('*', "\\*"), cells.join(" | ")));
    }
    text.push('\n');
    for (at, reason) in reasons.iter().enumerate() {
        text.push_str(&format!("{}. {reason}\n", at + 1));
    }
    text
}

/// A message without the place it begins with.
fn without_place(reason: &str) -> String {
    let reason = reason.strip_prefix("unsupported: ").unwrap_or(reason);
    match reason.split_once(": ") {
        Some((place, rest)) if place.contains(':') => rest.to_owned(),
        _ => reason.to_owned(),
    }
}
