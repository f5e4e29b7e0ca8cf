//! A typed tree as short text, for expectations.

use std::fmt::Write;

use sextant_syntax::{
    Argument, ArrayBounds, BinaryOp, Bound, Effect, Expr, ExprKind, IntType, Layout, Outcome, Part, PartStep,
    Passing, Place, Procedure, Program, RealType, Selector, Stmt, StmtKind, Storage, TextLength, Transfer,
    TransferItem, Type, UnaryOp, Unit,
};

/// The whole program.
pub fn dump(program: &Program) -> String {
    let mut text = String::new();
    for record in program.records.iter() {
        let _ = writeln!(text, "record {} {} bytes", record.name, record.size);
        for component in &record.components {
            let dumper = Dumper { program, procedure: None };
            let _ = writeln!(text, "  {} {}: {}", component.offset, component.name, dumper.ty(&component.ty));
        }
    }
    for area in program.areas.iter() {
        let dumper = Dumper { program, procedure: None };
        let shared = if area.shared { " shared" } else { "" };
        let _ = writeln!(text, "area {} {} bytes{shared}", area.name, area.size);
        for item in &area.items {
            let _ = writeln!(text, "  {} {}: {}", item.offset, item.name, dumper.ty(&item.ty));
        }
        for value in &area.initial {
            let shown = dumper.expr(&value.value);
            let _ = writeln!(text, "  {} = {shown} ×{} by {}", value.offset, value.count, value.stride);
        }
    }
    for (id, procedure) in program.procedures.iter_enumerated() {
        let main = if program.main == Some(id) { "main " } else { "" };
        Dumper { program, procedure: Some(procedure) }.procedure(main, &mut text);
    }
    text
}

struct Dumper<'p> {
    program: &'p Program,
    procedure: Option<&'p Procedure>,
}

impl Dumper<'_> {
    fn procedure(&self, main: &str, text: &mut String) {
        let Some(procedure) = self.procedure else { return };
        let names: Vec<&str> =
            procedure.parameters.iter().map(|&id| procedure.variables[id].name.as_str()).collect();
        let returns =
            procedure.returns.as_ref().map_or(String::new(), |ty| format!(" returns {}", self.ty(ty)));
        let recursive = if procedure.recursive { " recursive" } else { "" };
        let _ =
            writeln!(text, "{main}procedure {}({}){returns}{recursive}", procedure.name, names.join(", "));
        for variable in procedure.variables.iter() {
            let storage = match variable.storage {
                Storage::Parameter => "parameter".to_owned(),
                Storage::Automatic => "automatic".to_owned(),
                Storage::Area(area, offset) => format!("in {} at {offset}", self.program.areas[area].name),
                other => format!("{other:?}"),
            };
            let _ = writeln!(text, "  {}: {} {storage}", variable.name, self.ty(&variable.ty));
        }
        self.block(&procedure.body, 1, text);
        let _ = writeln!(text, "  {} end", procedure.statements.len());
    }

    fn block(&self, statements: &[Stmt], level: usize, text: &mut String) {
        statements.iter().for_each(|stmt| self.stmt(stmt, level, text));
    }

    fn stmt(&self, stmt: &Stmt, level: usize, text: &mut String) {
        let indent = "  ".repeat(level);
        let number = stmt.number.map_or("-".to_owned(), |number| number.0.to_string());
        let labels: String = stmt
            .labels
            .iter()
            .filter_map(|&label| Some(format!("{}: ", self.procedure?.labels[label])))
            .collect();
        let mut line = |what: String| {
            let _ = writeln!(text, "{indent}{number} {labels}{what}");
        };
        match &stmt.kind {
            StmtKind::If { condition, then_branch, else_branch } => {
                line(format!("if {}", self.expr(condition)));
                self.stmt(then_branch, level + 1, text);
                if let Some(branch) = else_branch {
                    let _ = writeln!(text, "{indent}  else");
                    self.stmt(branch, level + 1, text);
                }
            }
            StmtKind::Select { cases, otherwise } => {
                line("select".to_owned());
                for (condition, body) in cases {
                    let _ = writeln!(text, "{indent}  when {}", self.expr(condition));
                    self.stmt(body, level + 2, text);
                }
                if let Some(body) = otherwise {
                    let _ = writeln!(text, "{indent}  otherwise");
                    self.stmt(body, level + 2, text);
                }
            }
            StmtKind::Group(body) => {
                line("group".to_owned());
                self.block(body, level + 1, text);
            }
            StmtKind::While { while_condition, body, .. } => {
                line(format!(
                    "while {}",
                    while_condition.as_ref().map_or("true".to_owned(), |c| self.expr(c))
                ));
                self.block(body, level + 1, text);
            }
            StmtKind::Iterate { variable, specs, body } => {
                let mut head = format!("do {} = ", self.place(variable));
                for spec in specs {
                    head.push_str(&self.expr(&spec.from));
                    if let Some(range) = &spec.range {
                        range.to.iter().for_each(|to| head.push_str(&format!(" to {}", self.expr(to))));
                        range.by.iter().for_each(|by| head.push_str(&format!(" by {}", self.expr(by))));
                    }
                }
                line(head);
                self.block(body, level + 1, text);
            }
            other => line(self.simple(other)),
        }
    }

    fn simple(&self, kind: &StmtKind) -> String {
        match kind {
            StmtKind::Assign { targets, value } => {
                let targets: Vec<String> = targets.iter().map(|target| self.place(target)).collect();
                format!("{} := {}", targets.join(", "), self.expr(value))
            }
            StmtKind::Leave(count) => format!("leave {count}"),
            StmtKind::NextIteration(count) => format!("next {count}"),
            StmtKind::Goto(label) => match self.procedure {
                Some(procedure) => format!("goto {}", procedure.labels[*label]),
                None => "goto".to_owned(),
            },
            StmtKind::Call { procedure, arguments } => {
                format!("call {}({})", self.program.procedures[*procedure].name, self.arguments(arguments))
            }
            StmtKind::CallParameter { variable, arguments } => {
                format!("call parameter {}({})", self.name(*variable), self.arguments(arguments))
            }
            StmtKind::Allocate { place, bounds } => {
                let bounds: Vec<String> = bounds
                    .iter()
                    .map(|(low, high)| format!("{}:{}", self.expr(low), self.expr(high)))
                    .collect();
                format!("allocate {}({})", self.place(place), bounds.join(", "))
            }
            StmtKind::Release(place) => format!("release {}", self.place(place)),
            StmtKind::PointTo { handle, target } => {
                let target = target.as_ref().map_or("nothing".to_owned(), |target| self.place(target));
                format!("{} => {target}", self.place(handle))
            }
            StmtKind::Return(value) => {
                format!("return {}", value.as_ref().map_or(String::new(), |value| self.expr(value)))
            }
            StmtKind::Read(places) => {
                let places: Vec<String> = places.iter().map(|place| self.place(place)).collect();
                format!("input {}", places.join(", "))
            }
            StmtKind::Transfer(transfer) => self.transfer(transfer),
            StmtKind::Assume(condition) => format!("assume {}", self.expr(condition)),
            StmtKind::Prove(condition) => format!("prove {}", self.expr(condition)),
            StmtKind::Assert(condition) => format!("assert {}", self.expr(condition)),
            StmtKind::Evaluate(value) => self.expr(value),
            StmtKind::Unsupported(what) => format!("unsupported {what}"),
            StmtKind::Stop => "stop".to_owned(),
            StmtKind::Null => "null".to_owned(),
            other => format!("{other:?}"),
        }
    }

    fn transfer(&self, transfer: &Transfer) -> String {
        let unit = match &transfer.unit {
            Unit::Standard => "*".to_owned(),
            Unit::Number(number) => self.expr(number),
            Unit::Internal(place) => format!("internal {}", self.place(place)),
            Unit::ByName => "by name".to_owned(),
            Unit::Outside(asked) => format!("outside {asked:?}"),
        };
        let layout = match &transfer.layout {
            Layout::Unformatted => "plain".to_owned(),
            Layout::List => "list".to_owned(),
            Layout::Format(format) => format!("format {format}"),
            Layout::Computed(format) => format!("format from {}", self.expr(format)),
            Layout::Assigned(variable, formats) => {
                format!("format assigned {} of {formats:?}", self.expr(variable))
            }
            Layout::Namelist(name, members) => {
                let members: Vec<&str> = members.iter().map(|member| member.0.as_str()).collect();
                format!("namelist {name} {}", members.join(" "))
            }
        };
        let mut text = format!("{:?} unit {unit} {layout}", transfer.operation);
        transfer.record.iter().for_each(|record| text.push_str(&format!(" record {}", self.expr(record))));
        for (setting, value) in &transfer.settings {
            text.push_str(&format!(" {setting:?}={}", self.expr(value)));
        }
        for (setting, place) in &transfer.answers {
            text.push_str(&format!(" {setting:?}→{}", self.place(place)));
        }
        let Outcome { status, message, on_error, on_end, on_end_of_record } = &transfer.outcome;
        status.iter().for_each(|place| text.push_str(&format!(" status→{}", self.place(place))));
        message.iter().for_each(|place| text.push_str(&format!(" message→{}", self.place(place))));
        for (word, label) in [("error", on_error), ("end", on_end), ("eor", on_end_of_record)] {
            if let (Some(label), Some(procedure)) = (label, self.procedure) {
                text.push_str(&format!(" {word}:{}", procedure.labels[*label]));
            }
        }
        let items: Vec<String> = transfer.items.iter().map(|item| self.item(item)).collect();
        format!("{text} [{}]", items.join(", "))
    }

    fn item(&self, item: &TransferItem) -> String {
        match item {
            TransferItem::Value(value) => self.expr(value),
            TransferItem::Place(place) => format!("@{}", self.place(place)),
            TransferItem::Loop { variable, from, to, by, items } => {
                let items: Vec<String> = items.iter().map(|item| self.item(item)).collect();
                let by = by.as_ref().map_or(String::new(), |by| format!(" by {}", self.expr(by)));
                let (from, to) = (self.expr(from), self.expr(to));
                format!("({}; {} = {from} to {to}{by})", items.join(", "), self.place(variable))
            }
        }
    }

    fn name(&self, variable: sextant_syntax::VarId) -> String {
        self.procedure
            .map_or_else(|| format!("{variable:?}"), |procedure| procedure.variables[variable].name.clone())
    }

    fn arguments(&self, arguments: &[Argument]) -> String {
        let shown: Vec<String> = arguments
            .iter()
            .map(|argument| match argument.passing {
                Passing::Reference => format!("&{}", self.expr(&argument.expr)),
                Passing::Copy | Passing::Value => self.expr(&argument.expr),
                Passing::Absent => "absent".to_owned(),
            })
            .collect();
        shown.join(", ")
    }

    fn place(&self, place: &Place) -> String {
        match place {
            Place::Variable(variable) => self.name(*variable),
            Place::Element(variable, subscript) => {
                format!("{}[{}]", self.name(*variable), self.expr(subscript))
            }
            Place::Part(part) => self.part(part),
        }
    }

    fn part(&self, part: &Part) -> String {
        let mut text = self.name(part.base);
        for step in &part.steps {
            match step {
                PartStep::Element(subscripts) => {
                    let subscripts: Vec<String> =
                        subscripts.iter().map(|subscript| self.expr(subscript)).collect();
                    text.push_str(&format!("({})", subscripts.join(", ")));
                }
                PartStep::Section(selectors) => {
                    let selectors: Vec<String> =
                        selectors.iter().map(|selector| self.selector(selector)).collect();
                    text.push_str(&format!("({})", selectors.join(", ")));
                }
                PartStep::Component(position) => text.push_str(&format!("%{position}")),
                PartStep::Characters(from, to) => {
                    text.push_str(&format!("{{{}:{}}}", self.optional(from), self.optional(to)))
                }
                PartStep::ComplexPart(imaginary) => text.push_str(if *imaginary { "%im" } else { "%re" }),
            }
        }
        text
    }

    fn optional(&self, expr: &Option<Expr>) -> String {
        expr.as_ref().map_or(String::new(), |expr| self.expr(expr))
    }

    fn selector(&self, selector: &Selector) -> String {
        match selector {
            Selector::Subscript(subscript) => self.expr(subscript),
            Selector::Range(from, to, by) => {
                let by = by.as_ref().map_or(String::new(), |by| format!(":{}", self.expr(by)));
                format!("{}:{}{by}", self.optional(from), self.optional(to))
            }
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        let bound = |bound: &Bound| if *bound == Bound::Low { "low" } else { "high" };
        match &expr.kind {
            ExprKind::Specification(_) => "specification".to_owned(),
            ExprKind::Int(value) => value.to_string(),
            ExprKind::Bool(value) => value.to_string(),
            ExprKind::Real(value) => match expr.ty {
                Type::Real(RealType::Double) => format!("{value}d"),
                _ => format!("{value}r"),
            },
            ExprKind::Complex(re, im) => format!("<{}, {}>", self.expr(re), self.expr(im)),
            ExprKind::Text(bytes) => format!("'{}'", String::from_utf8_lossy(bytes)),
            ExprKind::Procedure(id) => format!("procedure {}", self.program.procedures[*id].name),
            ExprKind::Symbol(name) => format!("\"{name}\""),
            ExprKind::Load(place) => self.place(place),
            ExprKind::BoundOf(which, variable) => format!("{}({})", bound(which), self.name(*variable)),
            ExprKind::DimensionOf(which, place, dimension) => {
                format!("{}({}, {})", bound(which), self.place(place), dimension + 1)
            }
            ExprKind::LengthOf(place) => format!("length({})", self.place(place)),
            ExprKind::Effect(effect) => match &**effect {
                Effect::Primitive(primitive, given) => {
                    let given: Vec<String> = given.iter().map(|value| self.expr(value)).collect();
                    format!("{primitive:?}({})", given.join(", "))
                }
                other => format!("{other:?}"),
            },
            ExprKind::HasStorage(place) => format!("has-storage({})", self.place(place)),
            ExprKind::IsPresent(variable) => format!("present({})", self.name(*variable)),
            ExprKind::SameStorage(left, right) => {
                format!("same({}, {})", self.place(left), self.place(right))
            }
            ExprKind::Unary(UnaryOp::Negate, operand) => format!("-{}", self.expr(operand)),
            ExprKind::Unary(UnaryOp::Not, operand) => format!("¬{}", self.expr(operand)),
            ExprKind::Binary(op, left, right) => {
                format!("({} {} {})", self.expr(left), operator(*op), self.expr(right))
            }
            ExprKind::Intrinsic(function, operands) => {
                let operands: Vec<String> = operands.iter().map(|operand| self.expr(operand)).collect();
                format!("{function:?}({})", operands.join(", "))
            }
            ExprKind::Call(procedure, arguments) => {
                format!("{}({})", self.program.procedures[*procedure].name, self.arguments(arguments))
            }
            ExprKind::CallParameter(variable, arguments) => {
                format!("parameter {}({})", self.name(*variable), self.arguments(arguments))
            }
            ExprKind::Convert(operand) => format!("{}⟨{}⟩", self.ty(&expr.ty), self.expr(operand)),
            ExprKind::Wrap(_) | ExprKind::Memory(_) => {
                unreachable!("Fortran has no addresses")
            }
        }
    }

    fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::Int(IntType { bits, .. }) => format!("int{bits}"),
            Type::Real(RealType::Single) => "real".to_owned(),
            Type::Real(RealType::Double) => "double".to_owned(),
            Type::Complex(RealType::Single) => "complex".to_owned(),
            Type::Complex(RealType::Double) => "double complex".to_owned(),
            Type::Logical => "logical".to_owned(),
            Type::Text(TextLength::Given(length)) => format!("text*{}", self.expr(length)),
            Type::Text(TextLength::OfArgument) => "text*(*)".to_owned(),
            Type::Text(TextLength::Open) => "text".to_owned(),
            Type::Record(record) => self.program.records[*record].name.clone(),
            Type::Array(element, bounds) => {
                let bounds: Vec<String> = bounds.iter().map(|bounds| self.bounds(bounds)).collect();
                format!("{}({})", self.ty(element), bounds.join(", "))
            }
            Type::Handle(target) => format!("handle {}", self.ty(target)),
            Type::Procedure => "procedure".to_owned(),
            Type::Pointer(_) | Type::Block(_) => unreachable!("Fortran has no addresses"),
        }
    }

    fn bounds(&self, bounds: &ArrayBounds) -> String {
        match bounds {
            ArrayBounds::Given { low, high } => format!("{}:{}", self.expr(low), self.expr(high)),
            ArrayBounds::OfArgument => "argument's".to_owned(),
            ArrayBounds::Sequence { low, high: Some(high) } => {
                format!("sequence {}:{}", self.expr(low), self.expr(high))
            }
            ArrayBounds::Sequence { low, high: None } => format!("sequence {}:*", self.expr(low)),
            ArrayBounds::Shape { low } => format!("shape {}:", self.expr(low)),
            ArrayBounds::Deferred => "deferred".to_owned(),
        }
    }
}

fn operator(op: BinaryOp) -> &'static str {
    use BinaryOp::*;
    match op {
        Add => "+",
        Subtract => "-",
        Multiply => "*",
        Divide => "/",
        Power => "**",
        Concatenate => "//",
        Equal => "=",
        NotEqual => "≠",
        Less => "<",
        LessEqual => "≤",
        Greater => ">",
        GreaterEqual => "≥",
        And => "&",
        Or => "|",
        Implies => "⊃",
    }
}
