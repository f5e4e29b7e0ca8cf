//! Programs in Fortran, free form. Contracts are directives.

use super::{Claims, Language, Lines, array, arrays, field};
use crate::{
    Arithmetic, Datum, Expr, Intrinsic, Kind, Place, Procedure, Program, Reduction, Relation, Section, Stmt,
    Type, Var,
};

const SELF: Language = Language::Fortran;
/// Characters of a line; the standard has 132.
const WIDEST: usize = 110;

pub(super) fn print(program: &Program, claims: &Claims) -> String {
    let mut lines = Lines::new();
    for (number, procedure) in program.procedures.iter().enumerate() {
        let printer = Printer { program, procedure, number };
        printer.print(if number == 0 { Some(claims) } else { None }, &mut lines);
    }
    let mut turned: Vec<Type> = Vec::new();
    for array in program.main().arrays.iter().filter(|_| program.has_sections()) {
        if !turned.contains(&array.ty) {
            turned.push(array.ty);
            turn(array.ty, &mut lines);
        }
    }
    wrapped(&lines.text)
}

/// The elements of a section.
fn part(section: Section) -> String {
    let Section { low, step, count, .. } = section;
    format!("{}({low}:{}:{step})", array(section.array), low + (count - 1) * step)
}

/// The procedure that elements are passed to, by their type.
fn turning(of: Type) -> String {
    format!("turn_{}", ty(of).replace(['(', ')'], ""))
}

/// The procedure that turns elements round and adds a number to each. Its array lies in one piece.
fn turn(of: Type, lines: &mut Lines) {
    let (name, ty) = (turning(of), ty(of));
    lines.add(format!("subroutine {name}(all, count, by)"));
    lines.inside(|lines| {
        lines.add("implicit none");
        lines.add("integer :: count, at");
        lines.add(format!("{ty} :: all(count), by, first"));
        lines.add("do at = 1, count / 2");
        lines.inside(|lines| {
            lines.add("first = all(at)");
            lines.add("all(at) = all(count + 1 - at)");
            lines.add("all(count + 1 - at) = first");
        });
        lines.add("end do");
        lines.add("do at = 1, count");
        lines.inside(|lines| lines.add("all(at) = all(at) + by"));
        lines.add("end do");
    });
    lines.add(format!("end subroutine {name}"));
}

/// Long lines with the sign of continuation.
fn wrapped(text: &str) -> String {
    let mut all = String::new();
    for line in text.lines() {
        let mark = if line.trim_start().starts_with("!$sextant") { "!$sextant " } else { "" };
        let mut rest = line.to_owned();
        while rest.len() > WIDEST
            && let Some(at) = rest[..WIDEST].rfind(' ').filter(|&at| !rest[..at].trim().is_empty())
        {
            all.push_str(&format!("{} &\n", &rest[..at]));
            rest = format!("{mark}      {}", rest[at..].trim_start());
        }
        all.push_str(&rest);
        all.push('\n');
    }
    all
}

fn ty(ty: Type) -> String {
    match ty {
        Type::Int { bits, .. } => format!("integer({})", bits / 8),
        Type::Real { bits } => format!("real({})", bits / 8),
        Type::Logical => "logical".to_owned(),
    }
}

struct Printer<'p> {
    program: &'p Program,
    procedure: &'p Procedure,
    number: usize,
}

impl Printer<'_> {
    fn print(&self, claims: Option<&Claims>, lines: &mut Lines) {
        let parameters: Vec<String> =
            self.procedure.parameters().map(|(var, _)| self.variable(var)).collect();
        let name = SELF.procedure(self.number);
        let kind = if self.procedure.result.is_some() { "function" } else { "subroutine" };
        lines.add(format!("{kind} {name}({})", parameters.join(", ")));
        lines.inside(|lines| {
            lines.add("implicit none");
            self.declarations(lines);
            if let Some(claims) = claims {
                self.contract(claims, lines);
            }
            self.statements(&self.procedure.body, lines);
            if let Some(result) = &self.procedure.result {
                lines.add(format!("{name} = {}", self.expr(result)));
            }
        });
        lines.add(format!("end {kind} {name}"));
    }

    fn declarations(&self, lines: &mut Lines) {
        if !self.procedure.fields.is_empty() {
            lines.add("type parts");
            lines.inside(|lines| {
                for (at, one) in self.procedure.fields.iter().enumerate() {
                    lines.add(format!("{} {}", ty(*one), field(at)));
                }
            });
            lines.add("end type parts");
            lines.add("type(parts) :: s");
        }
        for (number, variable) in self.procedure.variables.iter().enumerate() {
            lines.add(format!("{} :: {}", ty(variable.ty), self.variable(Var(number))));
        }
        for (name, one) in arrays(self.procedure) {
            lines.add(format!("{} :: {name}({})", ty(one.ty), one.extent));
        }
        for (number, other) in self.program.procedures.iter().enumerate().skip(self.number) {
            if let Some(result) = &other.result {
                lines.add(format!("{} :: {}", ty(result.ty), SELF.procedure(number)));
            }
        }
    }

    fn contract(&self, claims: &Claims, lines: &mut Lines) {
        let input = |data: &[Datum]| {
            let parameters = self.procedure.parameters();
            let equal = parameters.zip(data).map(|((var, ty), datum)| {
                let name = self.variable(var);
                match (datum, ty) {
                    (Datum::Logical(true), _) => format!("old({name})"),
                    (Datum::Logical(false), _) => format!(".not. old({name})"),
                    (Datum::Quarters(_), Type::Real { bits }) => {
                        format!("old({name}) == {}_{}", datum.written(SELF), bits / 8)
                    }
                    (Datum::Int(value), Type::Int { bits, signed: true })
                        if *value == -(1i128 << (bits - 1)) =>
                    {
                        format!("old({name}) == {}_{1} - 1_{1}", value + 1, bits / 8)
                    }
                    (_, Type::Int { bits, .. }) => {
                        format!("old({name}) == {}_{}", datum.written(SELF), bits / 8)
                    }
                    _ => format!("old({name}) == {}", datum.written(SELF)),
                }
            });
            equal.collect::<Vec<_>>().join(" .and. ")
        };
        if !claims.allowed.is_empty() {
            let all: Vec<String> = claims.allowed.iter().map(|data| format!("({})", input(data))).collect();
            lines.add(format!("!$sextant requires {}", all.join(" .or. ").replace("old(", "(")));
        }
        for (data, value) in &claims.results {
            let claim = match value.as_str() {
                "true" => "result".to_owned(),
                "false" => ".not. result".to_owned(),
                _ => format!("result == {value}"),
            };
            lines.add(format!("!$sextant ensures ({}) .implies. ({claim})", input(data)));
        }
    }

    fn variable(&self, var: Var) -> String {
        SELF.variable(self.procedure, var)
    }

    fn statements(&self, statements: &[Stmt], lines: &mut Lines) {
        statements.iter().for_each(|statement| self.statement(statement, lines));
    }

    fn statement(&self, statement: &Stmt, lines: &mut Lines) {
        match statement {
            Stmt::Assign(place, value) => {
                let place = match place {
                    Place::Variable(var) => self.variable(*var),
                    Place::Element(number, subscript) => {
                        format!("{}({})", array(*number), self.expr(subscript))
                    }
                    Place::Field(number) => format!("s%{}", field(*number)),
                };
                lines.add(format!("{place} = {}", self.expr(value)));
            }
            Stmt::If(condition, yes, no) => {
                lines.add(format!("if ({}) then", self.expr(condition)));
                lines.inside(|lines| self.statements(yes, lines));
                if !no.is_empty() {
                    lines.add("else");
                    lines.inside(|lines| self.statements(no, lines));
                }
                lines.add("end if");
            }
            Stmt::Loop { counter, to, body } => {
                lines.add(format!("do {} = 1, {}", self.variable(*counter), self.expr(to)));
                lines.inside(|lines| self.statements(body, lines));
                lines.add("end do");
            }
            Stmt::Whole(section, value) => {
                lines.add(format!("{} = {}", part(*section), self.expr(value)));
            }
            Stmt::Where(mask, section, value, other) => {
                lines.add(format!("where ({})", self.expr(mask)));
                lines.inside(|lines| lines.add(format!("{} = {}", part(*section), self.expr(value))));
                if let Some(other) = other {
                    lines.add("elsewhere");
                    lines.inside(|lines| lines.add(format!("{} = {}", part(*section), self.expr(other))));
                }
                lines.add("end where");
            }
            Stmt::Pass(section, by) => {
                let ty = self.procedure.arrays[section.array].ty;
                let by = self.argument(by);
                lines.add(format!("call {}({}, {}, {by})", turning(ty), part(*section), section.count));
            }
            Stmt::Call(number, first, rest) => {
                let mut arguments = vec![self.variable(*first)];
                arguments.extend(rest.iter().map(|argument| self.argument(argument)));
                lines.add(format!("call {}({})", SELF.procedure(*number), arguments.join(", ")));
            }
            Stmt::Return(value) => {
                lines.add(format!("{} = {}", SELF.procedure(self.number), self.expr(value)));
                lines.add("return");
            }
        }
    }

    /// In parentheses, so that no variable is passed twice.
    fn argument(&self, expr: &Expr) -> String {
        match &expr.kind {
            Kind::Variable(_) | Kind::Element(..) | Kind::Field(_) => format!("({})", self.expr(expr)),
            _ => self.expr(expr),
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        let sub = |expr: &Expr| self.expr(expr);
        let two = |left: &Expr, sign: &str, right: &Expr| format!("({} {sign} {})", sub(left), sub(right));
        match &expr.kind {
            Kind::Int(value) => literal(value.to_string(), expr.ty),
            Kind::Quarters(value) => literal(format!("{:.2}", *value as f64 / 4.0), expr.ty),
            Kind::Logical(value) => if *value { ".true." } else { ".false." }.to_owned(),
            Kind::Variable(var) => self.variable(*var),
            Kind::Element(number, subscript) => format!("{}({})", array(*number), sub(subscript)),
            Kind::Field(number) => format!("s%{}", field(*number)),
            Kind::Negated(operand) => format!("(-{})", sub(operand)),
            Kind::Arithmetic(Arithmetic::Remainder, left, right) => {
                format!("mod({}, {})", sub(left), sub(right))
            }
            Kind::Arithmetic(operator, left, right) => {
                let sign = match operator {
                    Arithmetic::Add => "+",
                    Arithmetic::Subtract => "-",
                    Arithmetic::Multiply => "*",
                    _ => "/",
                };
                two(left, sign, right)
            }
            Kind::Compare(relation, left, right) => {
                let sign = match relation {
                    Relation::Equal => "==",
                    Relation::Unequal => "/=",
                    Relation::Less => "<",
                    Relation::AtMost => "<=",
                };
                two(left, sign, right)
            }
            Kind::Not(operand) => format!("(.not. {})", sub(operand)),
            Kind::And(left, right) => two(left, ".and.", right),
            Kind::Or(left, right) => two(left, ".or.", right),
            Kind::Converted(operand) => match expr.ty {
                Type::Real { bits } => format!("real({}, {})", sub(operand), bits / 8),
                Type::Int { bits, .. } => format!("int({}, {})", sub(operand), bits / 8),
                Type::Logical => sub(operand),
            },
            Kind::Part(section) => part(*section),
            Kind::Reduced(reduction, operand) => {
                let name = match reduction {
                    Reduction::Sum => "sum",
                    Reduction::Product => "product",
                    Reduction::Greatest => "maxval",
                    Reduction::Least => "minval",
                };
                format!("{name}({})", sub(operand))
            }
            Kind::Intrinsic(intrinsic, operands) => self.intrinsic(*intrinsic, operands),
            Kind::Call(number, arguments) => {
                let arguments: Vec<String> =
                    arguments.iter().map(|argument| self.argument(argument)).collect();
                format!("{}({})", SELF.procedure(*number), arguments.join(", "))
            }
        }
    }

    fn intrinsic(&self, intrinsic: Intrinsic, operands: &[Expr]) -> String {
        let all: Vec<String> = operands.iter().map(|operand| self.expr(operand)).collect();
        let call = |name: &str| format!("{name}({})", all.join(", "));
        match intrinsic {
            Intrinsic::Abs => call("abs"),
            Intrinsic::Min => call("min"),
            Intrinsic::Max => call("max"),
            Intrinsic::BitAnd => call("iand"),
            Intrinsic::BitOr => call("ior"),
            Intrinsic::BitXor => call("ieor"),
            Intrinsic::ShiftLeft => call("ishft"),
            Intrinsic::Choose => format!("merge({}, {}, {})", all[1], all[2], all[0]),
            Intrinsic::Sign => call("sign"),
            Intrinsic::Root => format!("sqrt(abs({}))", all[0]),
        }
    }
}

fn literal(text: String, ty: Type) -> String {
    let bits = match ty {
        Type::Int { bits, .. } | Type::Real { bits } => bits,
        Type::Logical => 32,
    };
    let text = format!("{text}_{}", bits / 8);
    if text.starts_with('-') { format!("({text})") } else { text }
}
