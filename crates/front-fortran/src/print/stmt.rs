//! Prints statements and blocks.

use super::declare::leading_type;
use super::expr::{arguments, do_control, expr, items, keyword, range};
use super::{Printer, given, join, parameters};
use crate::raw::{
    Case, CaseValue, Construct, Control, ControlValue, DoEnd, Expr, IndexSpace, InputOutput, Label,
    LoopControl, Name, Stmt, StmtKind, Verb,
};

/// A name behind a word, if there is one.
fn with_name(word: &str, name: &Option<Name>) -> String {
    word.to_owned() + &given(name, |name| format!(" {}", name.written))
}

/// A value behind a word, if there is one.
fn with_value(word: &str, value: &Option<Expr>) -> String {
    word.to_owned() + &given(value, |value| format!(" {}", expr(value)))
}

fn labels(labels: &[Label]) -> String {
    join(labels.iter().map(|label| label.value.to_string()))
}

fn index_space(space: &IndexSpace) -> String {
    let indices = space.indices.iter().map(|index| {
        let stride = given(&index.stride, |stride| format!(":{}", expr(stride)));
        format!("{} = {}:{}{stride}", index.name.written, expr(&index.low), expr(&index.high))
    });
    format!("({}{})", leading_type(space.ty.as_ref()), join(indices.chain(space.mask.as_ref().map(expr))))
}

fn allocation(objects: &[Expr], options: &[(Name, Expr)]) -> String {
    let options = options.iter().map(|(name, value)| format!("{}={}", name.written, expr(value)));
    join(objects.iter().map(expr).chain(options))
}

fn control(control: &Control) -> String {
    let value = match &control.value {
        ControlValue::Star => "*".to_owned(),
        ControlValue::Expr(value) => expr(value),
    };
    keyword(&control.keyword) + &value
}

fn input_output(statement: &InputOutput) -> String {
    let verb = match statement.verb {
        Verb::Read => "READ",
        Verb::Write => "WRITE",
        Verb::Print => "PRINT",
        Verb::Punch => "PUNCH",
        Verb::Type => "TYPE",
        Verb::Accept => "ACCEPT",
        Verb::Open => "OPEN",
        Verb::Close => "CLOSE",
        Verb::Inquire => "INQUIRE",
        Verb::Rewind => "REWIND",
        Verb::Backspace => "BACKSPACE",
        Verb::EndFile => "END FILE",
        Verb::Flush => "FLUSH",
        Verb::Wait => "WAIT",
    };
    let controls = join(statement.controls.iter().map(control));
    let list = items(&statement.items);
    match (statement.short, list.is_empty()) {
        (true, true) => format!("{verb} {controls}"),
        (true, false) => format!("{verb} {controls}, {list}"),
        (false, true) => format!("{verb} ({controls})"),
        (false, false) => format!("{verb} ({controls}) {list}"),
    }
}

/// A statement that fits a line.
fn short(kind: &StmtKind) -> String {
    match kind {
        StmtKind::Format { text, .. } => format!("FORMAT {text}"),
        StmtKind::Entry(entry) => {
            let result = given(&entry.result, |name| format!(" RESULT({})", name.written));
            format!("ENTRY {}{}{result}", entry.name.written, parameters(&entry.parameters))
        }
        StmtKind::Assign { target, value } => format!("{} = {}", expr(target), expr(value)),
        StmtKind::PointerAssign { target, value } => format!("{} => {}", expr(target), expr(value)),
        StmtKind::AssignLabel { target, variable } => {
            format!("ASSIGN {} TO {}", target.value, variable.written)
        }
        StmtKind::Goto(label) => format!("GO TO {}", label.value),
        StmtKind::ComputedGoto { targets, selector } => {
            format!("GO TO ({}), {}", labels(targets), expr(selector))
        }
        StmtKind::AssignedGoto { variable, targets } => {
            let targets = if targets.is_empty() { String::new() } else { format!(", ({})", labels(targets)) };
            format!("GO TO {}{targets}", variable.written)
        }
        StmtKind::ArithmeticIf { value, targets } => format!("IF ({}) {}", expr(value), labels(targets)),
        StmtKind::If { condition, then } => format!("IF ({}) {}", expr(condition), short(&then.kind)),
        StmtKind::Where { mask, then } => format!("WHERE ({}) {}", expr(mask), short(&then.kind)),
        StmtKind::Forall { space, then } => format!("FORALL {} {}", index_space(space), short(&then.kind)),
        StmtKind::Exit(name) => with_name("EXIT", name),
        StmtKind::Cycle(name) => with_name("CYCLE", name),
        StmtKind::Continue => "CONTINUE".to_owned(),
        StmtKind::Stop { code, error } => with_value(if *error { "ERROR STOP" } else { "STOP" }, code),
        StmtKind::Pause(code) => with_value("PAUSE", code),
        StmtKind::Return(value) => with_value("RETURN", value),
        StmtKind::Call { procedure, arguments: list } => {
            format!("CALL {}({})", expr(procedure), arguments(list))
        }
        StmtKind::InputOutput(statement) => input_output(statement),
        StmtKind::Allocate { ty, objects, options } => {
            format!("ALLOCATE ({}{})", leading_type(ty.as_ref()), allocation(objects, options))
        }
        StmtKind::Deallocate { objects, options } => format!("DEALLOCATE ({})", allocation(objects, options)),
        StmtKind::Nullify(pointers) => format!("NULLIFY ({})", join(pointers.iter().map(expr))),
        StmtKind::Assertion { kind, condition } => {
            format!("!$sextant {} ({})", kind.word(), expr(condition))
        }
        StmtKind::Unsupported { what, .. } => format!("! unsupported: {what}"),
        StmtKind::Broken => "! broken".to_owned(),
        // Blocks and declarations have lines of their own.
        _ => String::new(),
    }
}

impl Printer {
    pub(super) fn statement(&mut self, statement: &Stmt) {
        let label = statement.label;
        match &statement.kind {
            StmtKind::Declare(declaration) => self.declaration(label, declaration),
            StmtKind::Construct { name, kind, end } => {
                let word = self.construct(label, name, kind);
                self.line(end.label, &with_name(&format!("END {word}"), name));
            }
            StmtKind::Do { name, terminator, control, body, end } => {
                let terminator = given(terminator, |label| format!(" {}", label.value));
                self.head(label, name, &format!("DO{terminator}{}", given(control, loop_control)));
                self.block(body);
                if let DoEnd::EndDo(end) = end {
                    self.line(end.label, &with_name("END DO", name));
                }
            }
            StmtKind::Unsupported { what, body } => {
                self.line(None, &format!("! unsupported: {what}"));
                self.block(body);
            }
            simple => {
                let line = short(simple);
                let label = label.filter(|_| !line.starts_with('!'));
                self.line(label, &line);
            }
        }
    }

    /// A block without its end; gives the word that its end has.
    fn construct(&mut self, label: Option<Label>, name: &Option<Name>, kind: &Construct) -> &'static str {
        match kind {
            Construct::If(branches) => {
                for (index, branch) in branches.iter().enumerate() {
                    match &branch.condition {
                        Some(condition) if index == 0 => {
                            self.head(label, name, &format!("IF ({}) THEN", expr(condition)));
                        }
                        Some(condition) => {
                            self.line(branch.label, &format!("ELSE IF ({}) THEN", expr(condition)));
                        }
                        None => self.line(branch.label, "ELSE"),
                    }
                    self.block(&branch.body);
                }
                "IF"
            }
            Construct::Select(subject, cases) => {
                self.head(label, name, &format!("SELECT CASE ({})", expr(subject)));
                cases.iter().for_each(|case| self.case(case));
                "SELECT"
            }
            Construct::Where(branches) => {
                for (index, branch) in branches.iter().enumerate() {
                    let mask = given(&branch.condition, |mask| format!(" ({})", expr(mask)));
                    match index {
                        0 => self.head(label, name, &format!("WHERE{mask}")),
                        _ => self.line(None, &format!("ELSEWHERE{mask}")),
                    }
                    self.block(&branch.body);
                }
                "WHERE"
            }
            Construct::Forall(space, body) => {
                self.head(label, name, &format!("FORALL {}", index_space(space)));
                self.block(body);
                "FORALL"
            }
            Construct::Block(body) => {
                self.head(label, name, "BLOCK");
                self.block(body);
                "BLOCK"
            }
            Construct::Associate(bindings, body) => {
                let bindings =
                    bindings.iter().map(|(name, value)| format!("{} => {}", name.written, expr(value)));
                self.head(label, name, &format!("ASSOCIATE ({})", join(bindings)));
                self.block(body);
                "ASSOCIATE"
            }
        }
    }

    /// The first line of a construct.
    fn head(&mut self, label: Option<Label>, name: &Option<Name>, head: &str) {
        self.line(label, &(given(name, |name| format!("{}: ", name.written)) + head));
    }

    fn block(&mut self, body: &[Stmt]) {
        self.indented(|printer| body.iter().for_each(|statement| printer.statement(statement)));
    }

    fn case(&mut self, case: &Case) {
        let values = case.values.as_ref().map(|values| {
            join(values.iter().map(|value| match value {
                CaseValue::Value(value) => expr(value),
                CaseValue::Range { low, high } => range(low, high),
            }))
        });
        self.line(None, &values.map_or("CASE DEFAULT".to_owned(), |values| format!("CASE ({values})")));
        self.block(&case.body);
    }
}

fn loop_control(control: &LoopControl) -> String {
    match control {
        LoopControl::Count(control) => format!(" {}", do_control(control)),
        LoopControl::While(condition) => format!(" WHILE ({})", expr(condition)),
        LoopControl::Concurrent(space) => format!(" CONCURRENT {}", index_space(space)),
    }
}
