//! Values that come from outside: arguments, the input stream, and symbols that a program names itself.

use dashu_int::IBig;
use sextant_base::{Diagnostics, Sources, Span};
use sextant_expr::{Op, Rounding, Scalar, Sort, Table, TermId};
use sextant_flow::{Action, Condition, FlowProgram, Instruction, Terminator};
use sextant_front_pli::{CallArgument, parse_call};
use sextant_state::EntryValue;
use sextant_syntax::{BinaryOp, Expr, ExprKind, Intrinsic, OutputItem, Place, Type, UnaryOp};

use crate::Options;

type Failure = (Span, String);

/// The value of an expression over constants and symbols; the symbols it names are appended.
pub(crate) fn entry_value(
    expr: &Expr,
    sort: Scalar,
    division: Rounding,
    symbols: &mut Vec<(String, Sort)>,
) -> Result<EntryValue, Failure> {
    if let (ExprKind::Symbol(name), Scalar::Bool) = (&expr.kind, sort) {
        let mut table = Table::new();
        let term = table.symbol(name, Sort::BOOL);
        symbols.push((name.clone(), Sort::BOOL));
        return Ok(EntryValue::Term((table, term).into()));
    }
    let mut table = Table::new();
    let term = term_of(&mut table, expr, division, symbols)?;
    if let Some(value) = table.as_bool(term) {
        return Ok(if sort == Scalar::Bool {
            EntryValue::Bool(value)
        } else {
            EntryValue::Int(IBig::from(value as u8))
        });
    }
    match (table.as_int(term).cloned(), sort) {
        (Some(value), Scalar::Bool) => Ok(EntryValue::Bool(value != IBig::ZERO)),
        (Some(value), _) => Ok(EntryValue::Int(value)),
        (None, Scalar::Bool) => {
            let zero = table.int(0);
            let truth = table.apply(Op::Ne, &[term, zero]);
            Ok(EntryValue::Term((table, truth).into()))
        }
        (None, _) => Ok(EntryValue::Term((table, term).into())),
    }
}

fn term_of(
    table: &mut Table,
    expr: &Expr,
    division: Rounding,
    symbols: &mut Vec<(String, Sort)>,
) -> Result<TermId, Failure> {
    match &expr.kind {
        ExprKind::Int(value) => Ok(table.int(value.clone())),
        ExprKind::Bool(value) => Ok(table.boolean(*value)),
        ExprKind::Symbol(name) => {
            symbols.push((name.clone(), Sort::INT));
            Ok(table.symbol(name, Sort::INT))
        }
        ExprKind::Unary(UnaryOp::Negate, operand) => {
            let operand = term_of(table, operand, division, symbols)?;
            Ok(table.apply(Op::Neg, &[operand]))
        }
        ExprKind::Convert(operand) => term_of(table, operand, division, symbols),
        ExprKind::Binary(op, a, b) => {
            let x = term_of(table, a, division, symbols)?;
            let y = term_of(table, b, division, symbols)?;
            let op = match op {
                BinaryOp::Add => Op::Add,
                BinaryOp::Subtract => Op::Sub,
                BinaryOp::Multiply => Op::Mul,
                BinaryOp::Power => Op::Pow,
                BinaryOp::Divide => {
                    // A symbolic divisor could be zero, and there is no path yet on which to say so.
                    match table.as_int(y) {
                        Some(value) if *value != IBig::ZERO => Op::Div(division),
                        _ => return Err((b.span, "the divisor must be a constant other than 0".into())),
                    }
                }
                _ => return Err((expr.span, "an argument must be an arithmetic expression".into())),
            };
            Ok(table.apply(op, &[x, y]))
        }
        ExprKind::Intrinsic(Intrinsic::Abs, operands) => {
            let operand = term_of(table, &operands[0], division, symbols)?;
            Ok(table.apply(Op::Abs, &[operand]))
        }
        _ => Err((expr.span, "an argument must be an expression over constants and \"symbols\"".into())),
    }
}

/// What READ statements find: the values of the `--input` option.
pub(crate) fn stream(options: &Options) -> Result<Vec<EntryValue>, Box<(Diagnostics, Sources)>> {
    let mut values = Vec::new();
    for text in &options.input {
        let mut sources = Sources::new();
        // The values are the arguments of a call nobody makes: one reader serves for both.
        let id = sources.add("input", format!("INPUT({text})"));
        let call = parse_call(&sources, id).map_err(|errors| Box::new((errors, sources.clone())))?;
        for argument in &call.arguments {
            let result = match argument {
                CallArgument::Value(expr) => entry_value(expr, Scalar::Int, Rounding::Floor, &mut Vec::new()),
                CallArgument::Variable { span, name, .. } => {
                    Err((*span, format!("{name} is not a value; a symbol is written \"{name}\"")))
                }
            };
            values.push(result.map_err(|(span, message)| {
                let mut errors = Diagnostics::new();
                errors.push(sextant_base::Diagnostic::error(span, message));
                Box::new((errors, sources.clone()))
            })?);
        }
    }
    Ok(values)
}

/// Externals without a value and quoted names in the program's text.
pub(crate) fn program_symbols(program: &FlowProgram, found: &mut Vec<(String, Sort)>) {
    for external in program.externals.iter().filter(|external| external.initial.is_empty()) {
        let element = match external.ty.scalar() {
            Type::Logical => Scalar::Bool,
            _ => Scalar::Int,
        };
        let sort = if external.ty.is_array() { Sort::Array(element) } else { Sort::Scalar(element) };
        found.push((external.name.clone(), sort));
    }
    for graph in program.procedures.iter() {
        for block in graph.blocks.iter() {
            block.instructions.iter().for_each(|instruction| in_instruction(instruction, found));
            match &block.terminator {
                Terminator::Edges(edges) => {
                    for edge in edges {
                        if let Condition::When(condition) = &edge.condition {
                            in_expr(condition, found);
                        }
                        edge.actions.iter().for_each(|instruction| in_instruction(instruction, found));
                    }
                }
                Terminator::Return(Some(value)) => in_expr(value, found),
                Terminator::Return(None) | Terminator::Stop => {}
            }
        }
    }
}

fn in_instruction(instruction: &Instruction, found: &mut Vec<(String, Sort)>) {
    match &instruction.action {
        Action::Assign(place, value) => {
            in_place(place, found);
            in_expr(value, found);
        }
        Action::Call { arguments, .. } => {
            arguments.iter().for_each(|argument| in_expr(&argument.expr, found));
        }
        Action::Read(place) => in_place(place, found),
        Action::Write(OutputItem::Value(expr))
        | Action::Assume(expr)
        | Action::Prove(expr)
        | Action::Assert(expr) => in_expr(expr, found),
        Action::Write(OutputItem::Text(_) | OutputItem::NewLine) | Action::Statement(_) => {}
    }
}

fn in_place(place: &Place, found: &mut Vec<(String, Sort)>) {
    if let Place::Element(_, index) = place {
        in_expr(index, found);
    }
}

fn in_expr(expr: &Expr, found: &mut Vec<(String, Sort)>) {
    match &expr.kind {
        ExprKind::Symbol(name) => {
            let sort = if expr.ty == Type::Logical { Sort::BOOL } else { Sort::INT };
            found.push((name.clone(), sort));
        }
        ExprKind::Load(place) => in_place(place, found),
        ExprKind::Unary(_, operand) | ExprKind::Convert(operand) => in_expr(operand, found),
        ExprKind::Binary(_, a, b) => {
            in_expr(a, found);
            in_expr(b, found);
        }
        ExprKind::Intrinsic(_, operands) => operands.iter().for_each(|operand| in_expr(operand, found)),
        ExprKind::Call(_, arguments) => {
            arguments.iter().for_each(|argument| in_expr(&argument.expr, found));
        }
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::BoundOf(..) => {}
    }
}
