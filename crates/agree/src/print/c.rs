//! Programs in C. Contracts stand in comments.

use super::{Claims, Language, Lines, array, arrays, field};
use crate::{
    Arithmetic, Datum, Expr, Intrinsic, Kind, Place, Procedure, Program, Relation, Role, Stmt, Type, Var,
};

const SELF: Language = Language::C;

pub(super) fn print(program: &Program, claims: &Claims) -> String {
    let mut lines = Lines::new();
    if program.has(|expr| {
        matches!(expr.kind, Kind::Intrinsic(Intrinsic::Abs | Intrinsic::Sign | Intrinsic::Root, _))
    }) {
        lines.add("#include <stdlib.h>");
        lines.add("#include <math.h>");
    }
    for (number, procedure) in program.procedures.iter().enumerate().rev() {
        let printer = Printer { program, procedure };
        if number == 0 {
            printer.contract(claims, &mut lines);
        }
        printer.print(number, &mut lines);
    }
    lines.text
}

fn ty(ty: Type) -> &'static str {
    match ty {
        Type::Int { bits: 8, signed: true } => "signed char",
        Type::Int { bits: 16, signed: true } => "short",
        Type::Int { bits: 32, signed: true } => "int",
        Type::Int { bits: _, signed: true } => "long",
        Type::Int { bits: 8, signed: false } => "unsigned char",
        Type::Int { bits: 16, signed: false } => "unsigned short",
        Type::Int { bits: 32, signed: false } => "unsigned",
        Type::Int { bits: _, signed: false } => "unsigned long",
        Type::Real { bits: 32 } => "float",
        Type::Real { .. } => "double",
        Type::Logical => "_Bool",
    }
}

struct Printer<'p> {
    program: &'p Program,
    procedure: &'p Procedure,
}

impl Printer<'_> {
    fn contract(&self, claims: &Claims, lines: &mut Lines) {
        let input = |data: &[Datum]| {
            let parameters = self.procedure.parameters();
            let equal = parameters.zip(data).map(|((var, ty), datum)| {
                let value = match datum {
                    Datum::Int(value) if *value == i128::from(i64::MIN) => format!("({} - 1)", value + 1),
                    _ => datum.written(SELF),
                };
                let unsigned = matches!(ty, Type::Int { signed: false, bits: 64 });
                format!("\\old({}) == {value}{}", self.variable(var), if unsigned { "u" } else { "" })
            });
            equal.collect::<Vec<_>>().join(" && ")
        };
        if !claims.allowed.is_empty() {
            let all: Vec<String> = claims.allowed.iter().map(|data| format!("({})", input(data))).collect();
            lines.add(format!("//@ requires {};", all.join("\n//@   || ").replace("\\old", "")));
        }
        for (data, value) in &claims.results {
            lines.add(format!("//@ ensures {} ==> \\result == {value};", input(data)));
        }
    }

    fn print(&self, number: usize, lines: &mut Lines) {
        let shown = |(var, one): (Var, Type)| match self.procedure.variables[var.0].role {
            Role::Changed => format!("{} *{}", ty(one), self.variable(var)),
            _ => format!("{} {}", ty(one), self.variable(var)),
        };
        let parameters: Vec<String> = self.procedure.parameters().map(shown).collect();
        let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
        let result = self.procedure.result.as_ref().map_or("void", |expr| ty(expr.ty));
        let scope = if number == 0 { "" } else { "static " };
        lines.add(format!("{scope}{result} {}({parameters})", SELF.procedure(number)));
        lines.add("{");
        lines.inside(|lines| {
            self.declarations(lines);
            self.statements(&self.procedure.body, lines);
            if let Some(result) = &self.procedure.result {
                lines.add(format!("return {};", self.expr(result)));
            }
        });
        lines.add("}");
    }

    fn declarations(&self, lines: &mut Lines) {
        for (number, variable) in self.procedure.variables.iter().enumerate() {
            if matches!(variable.role, Role::Local | Role::Counter) {
                lines.add(format!("{} {};", ty(variable.ty), self.variable(Var(number))));
            }
        }
        for (name, one) in arrays(self.procedure) {
            lines.add(format!("{} {name}[{}];", ty(one.ty), one.extent));
        }
        if !self.procedure.fields.is_empty() {
            let fields = self.procedure.fields.iter().enumerate();
            let fields: Vec<String> =
                fields.map(|(at, one)| format!("{} {};", ty(*one), field(at))).collect();
            lines.add(format!("struct {{ {} }} s;", fields.join(" ")));
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
                    Place::Variable(var) => self.value(*var),
                    Place::Element(number, subscript) => self.element(*number, subscript),
                    Place::Field(number) => format!("s.{}", field(*number)),
                };
                lines.add(format!("{place} = {};", self.expr(value)));
            }
            Stmt::If(condition, yes, no) => {
                lines.add(format!("if ({}) {{", self.expr(condition)));
                lines.inside(|lines| self.statements(yes, lines));
                if !no.is_empty() {
                    lines.add("} else {");
                    lines.inside(|lines| self.statements(no, lines));
                }
                lines.add("}");
            }
            Stmt::Loop { counter, to, body } => {
                let name = self.variable(*counter);
                lines.add(format!("for ({name} = 1; {name} <= {}; {name}++) {{", self.expr(to)));
                lines.inside(|lines| self.statements(body, lines));
                lines.add("}");
            }
            Stmt::Call(number, first, rest) => {
                let mut arguments = vec![format!("&{}", self.variable(*first))];
                arguments.extend(rest.iter().map(|argument| self.expr(argument)));
                lines.add(format!("{}({});", SELF.procedure(*number), arguments.join(", ")));
            }
            Stmt::Whole(..) | Stmt::Where(..) | Stmt::Pass(..) => unreachable!("only Fortran has sections"),
            Stmt::Return(value) => lines.add(format!("return {};", self.expr(value))),
        }
    }

    /// A variable where its value is meant.
    fn value(&self, var: Var) -> String {
        match self.procedure.variables[var.0].role {
            Role::Changed => format!("*{}", self.variable(var)),
            _ => self.variable(var),
        }
    }

    fn element(&self, number: usize, subscript: &Expr) -> String {
        let subscript = match subscript.kind {
            Kind::Int(value) => (value - 1).to_string(),
            _ => format!("{} - 1", self.expr(subscript)),
        };
        format!("{}[{subscript}]", array(number))
    }

    fn expr(&self, expr: &Expr) -> String {
        let sub = |expr: &Expr| self.expr(expr);
        match &expr.kind {
            Kind::Int(value) => integer(*value, expr.ty),
            Kind::Quarters(value) => {
                let suffix = if expr.ty == (Type::Real { bits: 32 }) { "f" } else { "" };
                signed(format!("{:.2}{suffix}", *value as f64 / 4.0))
            }
            Kind::Logical(value) => u8::from(*value).to_string(),
            Kind::Variable(var) => self.value(*var),
            Kind::Element(number, subscript) => self.element(*number, subscript),
            Kind::Field(number) => format!("s.{}", field(*number)),
            Kind::Negated(operand) => format!("(-{})", sub(operand)),
            Kind::Arithmetic(operator, left, right) => {
                let sign = match operator {
                    Arithmetic::Add => "+",
                    Arithmetic::Subtract => "-",
                    Arithmetic::Multiply => "*",
                    Arithmetic::Divide => "/",
                    Arithmetic::Remainder => "%",
                };
                format!("({} {sign} {})", sub(left), sub(right))
            }
            Kind::Compare(relation, left, right) => {
                let sign = match relation {
                    Relation::Equal => "==",
                    Relation::Unequal => "!=",
                    Relation::Less => "<",
                    Relation::AtMost => "<=",
                };
                format!("({} {sign} {})", sub(left), sub(right))
            }
            Kind::Not(operand) => format!("(!{})", sub(operand)),
            Kind::And(left, right) => format!("({} && {})", sub(left), sub(right)),
            Kind::Or(left, right) => format!("({} || {})", sub(left), sub(right)),
            Kind::Converted(operand) => format!("(({}){})", ty(expr.ty), sub(operand)),
            Kind::Intrinsic(intrinsic, operands) => self.intrinsic(*intrinsic, expr.ty, operands),
            Kind::Part(_) | Kind::Reduced(..) => unreachable!("only Fortran has sections"),
            Kind::Call(number, arguments) => {
                debug_assert!(*number < self.program.procedures.len());
                let arguments: Vec<String> = arguments.iter().map(sub).collect();
                format!("{}({})", SELF.procedure(*number), arguments.join(", "))
            }
        }
    }

    fn intrinsic(&self, intrinsic: Intrinsic, ty: Type, operands: &[Expr]) -> String {
        let all: Vec<String> = operands.iter().map(|operand| self.expr(operand)).collect();
        let two = |sign: &str| format!("({} {sign} {})", all[0], all[1]);
        match intrinsic {
            Intrinsic::Abs => amount(ty, &all[0]),
            Intrinsic::Min => format!("({} < {} ? {} : {})", all[0], all[1], all[0], all[1]),
            Intrinsic::Max => format!("({} > {} ? {} : {})", all[0], all[1], all[0], all[1]),
            Intrinsic::BitAnd => two("&"),
            Intrinsic::BitOr => two("|"),
            Intrinsic::BitXor => two("^"),
            Intrinsic::ShiftLeft => two("<<"),
            Intrinsic::Choose => format!("({} ? {} : {})", all[0], all[1], all[2]),
            Intrinsic::Sign => {
                let size = amount(ty, &all[0]);
                format!("({} < 0 ? -{size} : {size})", all[1])
            }
            Intrinsic::Root if ty == (Type::Real { bits: 32 }) => format!("sqrtf({})", amount(ty, &all[0])),
            Intrinsic::Root => format!("sqrt({})", amount(ty, &all[0])),
        }
    }
}

fn amount(ty: Type, operand: &str) -> String {
    let function = match ty {
        Type::Real { bits: 32 } => "fabsf",
        Type::Real { .. } => "fabs",
        Type::Int { bits: 64, .. } => "labs",
        _ => "abs",
    };
    format!("{function}({operand})")
}

fn integer(value: i64, ty: Type) -> String {
    let suffix = match ty {
        Type::Int { bits: 64, signed: true } => "L",
        Type::Int { bits: 64, signed: false } => "UL",
        Type::Int { bits: 32, signed: false } => "U",
        _ => "",
    };
    signed(format!("{value}{suffix}"))
}

fn signed(text: String) -> String {
    if text.starts_with('-') { format!("({text})") } else { text }
}
