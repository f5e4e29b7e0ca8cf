//! Programs in PL/I. Contracts are assertions at entry and exit.

use super::{Claims, Language, Lines, array, arrays};
use crate::{
    Arithmetic, Datum, Expr, Intrinsic, Kind, Place, Procedure, Program, Relation, Role, Stmt, Type, Var,
};

const SELF: Language = Language::Pli;

pub(super) fn print(program: &Program, claims: &Claims) -> String {
    let mut lines = Lines::new();
    for (number, procedure) in program.procedures.iter().enumerate() {
        let printer = Printer { procedure, number };
        printer.print(if number == 0 { Some(claims) } else { None }, &mut lines);
    }
    lines.text
}

fn ty(ty: Type) -> &'static str {
    match ty {
        Type::Int { bits: 16, .. } => "FIXED BINARY (15)",
        Type::Int { .. } | Type::Real { .. } => "FIXED BINARY (31)",
        Type::Logical => "BIT (1)",
    }
}

struct Printer<'p> {
    procedure: &'p Procedure,
    number: usize,
}

impl Printer<'_> {
    fn print(&self, claims: Option<&Claims>, lines: &mut Lines) {
        let parameters: Vec<String> =
            self.procedure.parameters().map(|(var, _)| self.variable(var)).collect();
        let name = SELF.procedure(self.number);
        let returns = self.procedure.result.as_ref().map(|result| format!(" RETURNS ({})", ty(result.ty)));
        lines.add(format!("{name}: PROCEDURE ({}){};", parameters.join(", "), returns.unwrap_or_default()));
        lines.inside(|lines| {
            self.declarations(lines);
            if let Some(claims) = claims {
                self.contract(claims, lines);
            }
            self.statements(&self.procedure.body, lines);
            if let Some(result) = &self.procedure.result {
                lines.add(format!("RETURN ({});", self.expr(result)));
            }
        });
        lines.add(format!("END {name};"));
    }

    fn declarations(&self, lines: &mut Lines) {
        for (number, variable) in self.procedure.variables.iter().enumerate() {
            let shared = if variable.role == Role::Shared { " STATIC EXTERNAL" } else { "" };
            lines.add(format!("DECLARE {} {}{shared};", self.variable(Var(number)), ty(variable.ty)));
        }
        for (name, one) in arrays(self.procedure) {
            lines.add(format!("DECLARE {}({}) {};", SELF.cased(name), one.extent, ty(one.ty)));
        }
    }

    fn contract(&self, claims: &Claims, lines: &mut Lines) {
        let input = |data: &[Datum]| {
            let equal = self.procedure.parameters().zip(data).map(|((var, _), datum)| match datum {
                Datum::Logical(true) => format!("OLD({})", self.variable(var)),
                Datum::Logical(false) => format!("¬OLD({})", self.variable(var)),
                _ => format!("OLD({}) = {}", self.variable(var), datum.written(SELF)),
            });
            equal.collect::<Vec<_>>().join(" & ")
        };
        if !claims.allowed.is_empty() {
            let all: Vec<String> = claims.allowed.iter().map(|data| format!("({})", input(data))).collect();
            lines.add(format!("ASSERT ENTRY ({});", all.join(" | ").replace("OLD(", "(")));
        }
        for (data, value) in &claims.results {
            let claim = match value.as_str() {
                "true" => "RESULT".to_owned(),
                "false" => "¬RESULT".to_owned(),
                _ => format!("RESULT = {value}"),
            };
            lines.add(format!("ASSERT EXIT (({}) -> {claim});", input(data)));
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
                    Place::Element(number, subscript) => self.element(*number, subscript),
                    Place::Field(_) => unreachable!("PL/I programs have no structures"),
                };
                lines.add(format!("{place} = {};", self.expr(value)));
            }
            Stmt::If(condition, yes, no) => {
                lines.add(format!("IF {} THEN DO;", self.expr(condition)));
                lines.inside(|lines| self.statements(yes, lines));
                lines.add("END;");
                if !no.is_empty() {
                    lines.add("ELSE DO;");
                    lines.inside(|lines| self.statements(no, lines));
                    lines.add("END;");
                }
            }
            Stmt::Loop { counter, to, body } => {
                lines.add(format!("DO {} = 1 TO {};", self.variable(*counter), self.expr(to)));
                lines.inside(|lines| self.statements(body, lines));
                lines.add("END;");
            }
            Stmt::Call(number, first, rest) => {
                let mut arguments = vec![self.variable(*first)];
                arguments.extend(rest.iter().map(|argument| format!("({})", self.expr(argument))));
                lines.add(format!("CALL {}({});", SELF.procedure(*number), arguments.join(", ")));
            }
            Stmt::Whole(..) | Stmt::Where(..) | Stmt::Pass(..) => unreachable!("only Fortran has sections"),
            Stmt::Return(value) => lines.add(format!("RETURN ({});", self.expr(value))),
        }
    }

    fn element(&self, number: usize, subscript: &Expr) -> String {
        format!("{}({})", SELF.cased(array(number)), self.expr(subscript))
    }

    fn expr(&self, expr: &Expr) -> String {
        let sub = |expr: &Expr| self.expr(expr);
        let two = |left: &Expr, sign: &str, right: &Expr| format!("({} {sign} {})", sub(left), sub(right));
        match &expr.kind {
            Kind::Int(value) | Kind::Quarters(value) if *value < 0 => format!("({value})"),
            Kind::Int(value) | Kind::Quarters(value) => value.to_string(),
            Kind::Logical(value) => if *value { "'1'B" } else { "'0'B" }.to_owned(),
            Kind::Variable(var) => self.variable(*var),
            Kind::Element(number, subscript) => self.element(*number, subscript),
            Kind::Field(_) => unreachable!("PL/I programs have no structures"),
            Kind::Negated(operand) => format!("(-{})", sub(operand)),
            Kind::Arithmetic(Arithmetic::Remainder, left, right) => {
                format!("MOD({}, {})", sub(left), sub(right))
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
                    Relation::Equal => "=",
                    Relation::Unequal => "^=",
                    Relation::Less => "<",
                    Relation::AtMost => "<=",
                };
                two(left, sign, right)
            }
            Kind::Not(operand) => format!("(¬{})", sub(operand)),
            Kind::And(left, right) => two(left, "&", right),
            Kind::Or(left, right) => two(left, "|", right),
            Kind::Converted(operand) => sub(operand),
            Kind::Intrinsic(intrinsic, operands) => {
                let name = match intrinsic {
                    Intrinsic::Abs => "ABS",
                    Intrinsic::Min => "MIN",
                    Intrinsic::Max => "MAX",
                    other => unreachable!("PL/I programs have no {other:?}"),
                };
                let all: Vec<String> = operands.iter().map(sub).collect();
                format!("{name}({})", all.join(", "))
            }
            Kind::Part(_) | Kind::Reduced(..) => unreachable!("only Fortran has sections"),
            Kind::Call(number, arguments) => {
                let arguments: Vec<String> =
                    arguments.iter().map(|argument| format!("({})", sub(argument))).collect();
                format!("{}({})", SELF.procedure(*number), arguments.join(", "))
            }
        }
    }
}
