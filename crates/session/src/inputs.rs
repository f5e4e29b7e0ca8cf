//! Values that come from outside: arguments, the input stream, and symbols that a program names itself.

use std::sync::OnceLock;

use dashu_int::IBig;
use dashu_ratio::RBig;
use sextant_base::{Diagnostics, Sources, Span};
use sextant_expr::{Op, Rounding, Scalar, Sort, Table, TermId, Value};
use sextant_flow::{Action, Condition, FlowProgram, Instruction, Terminator, TransferItem};
use sextant_state::{Arithmetic, Entry, EntryValue, Policy, sort_of};
use sextant_syntax::{
    BinaryOp, CallArgument, Expr, ExprKind, Intrinsic, OutputItem, Place, UnaryOp, each_operand,
    each_place_operand,
};

use crate::{Options, Session};

type Failure = (Span, String);

/// The value of an expression over constants and symbols, as a value of a sort; the symbols it names are appended.
pub(crate) fn entry_value(
    expr: &Expr,
    sort: Scalar,
    division: Rounding,
    symbols: &mut Vec<(String, Sort)>,
) -> Result<EntryValue, Failure> {
    let mut table = Table::new();
    if let (ExprKind::Symbol(name), Scalar::Bool) = (&expr.kind, sort) {
        let term = table.symbol(name, Sort::BOOL);
        symbols.push((name.clone(), Sort::BOOL));
        return Ok(EntryValue::Term((table, term).into()));
    }
    let mut reader = TermReader { table: &mut table, number: sort, division, symbols };
    if sort == Scalar::Bool {
        reader.number = Scalar::Int;
    }
    let mut term = reader.term(expr)?;
    let found = table.sort(term);
    if sort == Scalar::Bool && found != Sort::BOOL {
        let zero = table.int(0);
        term = table.apply(Op::Ne, &[term, zero]);
    }
    if let (Some(value), Scalar::Int) = (table.as_bool(term), sort) {
        return Ok(EntryValue::Int(IBig::from(value as u8)));
    }
    Ok(match table.constant_value(term) {
        Some(Value::Int(value)) => EntryValue::Int(value),
        Some(Value::Bool(value)) => EntryValue::Bool(value),
        Some(value) => EntryValue::Constant(value),
        None => EntryValue::Term((table, term).into()),
    })
}

/// Reads expressions as terms whose numbers have one sort.
struct TermReader<'t> {
    table: &'t mut Table,
    number: Scalar,
    division: Rounding,
    symbols: &'t mut Vec<(String, Sort)>,
}

impl TermReader<'_> {
    fn term(&mut self, expr: &Expr) -> Result<TermId, Failure> {
        match &expr.kind {
            ExprKind::Int(value) => Ok(self.constant(value.clone().into())),
            ExprKind::Real(value) if self.number != Scalar::Int => Ok(self.constant(value.clone())),
            ExprKind::Bool(value) => Ok(self.table.boolean(*value)),
            ExprKind::Symbol(name) => {
                let sort = Sort::Scalar(self.number);
                self.symbols.push((name.clone(), sort));
                Ok(self.table.symbol(name, sort))
            }
            ExprKind::Unary(UnaryOp::Negate, operand) => {
                let operand = self.term(operand)?;
                let op = if self.is_float() { Op::FloatNeg } else { Op::Neg };
                Ok(self.table.apply(op, &[operand]))
            }
            ExprKind::Convert(operand) => self.term(operand),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, expr.span),
            ExprKind::Intrinsic(Intrinsic::Abs, operands) => {
                let operand = self.term(&operands[0])?;
                let op = if self.is_float() { Op::FloatAbs } else { Op::Abs };
                Ok(self.table.apply(op, &[operand]))
            }
            ExprKind::Real(_) => Err((expr.span, "a whole number is wanted here".into())),
            _ => Err((expr.span, "an argument must be an expression over constants and \"symbols\"".into())),
        }
    }

    fn is_float(&self) -> bool {
        matches!(self.number, Scalar::Float(_))
    }

    fn constant(&mut self, value: RBig) -> TermId {
        match self.number {
            Scalar::Int => self.table.int(value.numerator().clone()),
            Scalar::Float(kind) => {
                let real = self.table.real(value);
                self.table.apply(Op::RealToFloat(kind), &[real])
            }
            _ => self.table.real(value),
        }
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, span: Span) -> Result<TermId, Failure> {
        let x = self.term(a)?;
        if op == BinaryOp::Power && self.number != Scalar::Int {
            return self.power(x, b, span);
        }
        let y = self.term(b)?;
        let op = match op {
            BinaryOp::Add if self.is_float() => Op::FloatAdd,
            BinaryOp::Add => Op::Add,
            BinaryOp::Subtract if self.is_float() => Op::FloatSub,
            BinaryOp::Subtract => Op::Sub,
            BinaryOp::Multiply if self.is_float() => Op::FloatMul,
            BinaryOp::Multiply => Op::Mul,
            BinaryOp::Power => Op::Pow,
            BinaryOp::Divide => {
                // A symbolic divisor could be zero, and there is no path yet on which to say so.
                match self.table.constant_value(y) {
                    Some(Value::Int(value)) if value != IBig::ZERO => Op::Div(self.division),
                    Some(Value::Real(value)) if value != RBig::ZERO => Op::Quotient,
                    Some(Value::Float(..)) => Op::FloatDiv,
                    _ => return Err((b.span, "the divisor must be a constant other than 0".into())),
                }
            }
            _ => return Err((span, "an argument must be an arithmetic expression".into())),
        };
        Ok(self.table.apply(op, &[x, y]))
    }

    /// Of reals only powers with a constant whole exponent are read.
    fn power(&mut self, x: TermId, exponent: &Expr, span: Span) -> Result<TermId, Failure> {
        match &exponent.kind {
            ExprKind::Int(_) if !self.is_float() => {
                let number = std::mem::replace(&mut self.number, Scalar::Int);
                let exponent = self.term(exponent);
                self.number = number;
                Ok(self.table.apply(Op::Pow, &[x, exponent?]))
            }
            _ => Err((span, "this power cannot be an argument".into())),
        }
    }
}

/// What READ statements find: the values of the `--input` option.
pub(crate) fn stream(
    session: &Session,
    options: &Options,
) -> Result<Vec<EntryValue>, Box<(Diagnostics, Sources)>> {
    let mut values = Vec::new();
    for text in &options.input {
        let mut sources = Sources::new();
        // The values are the arguments of a call nobody makes: one reader serves for both.
        let id = sources.add("input", format!("INPUT({text})"));
        let call = session.read_call(&sources, id).map_err(|errors| Box::new((errors, sources.clone())))?;
        for argument in &call.arguments {
            let result = match argument {
                CallArgument::Value(expr) => {
                    entry_value(expr, input_sort(expr), Rounding::Floor, &mut Vec::new())
                }
                CallArgument::Absent(span) => Err((*span, "there is no value here".into())),
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

/// What a value of the input stream is: a truth value or real only if it is written as one.
fn input_sort(expr: &Expr) -> Scalar {
    match &expr.kind {
        ExprKind::Bool(_) => Scalar::Bool,
        ExprKind::Real(_) => Scalar::Real,
        ExprKind::Unary(_, operand) => input_sort(operand),
        ExprKind::Binary(_, left, right) => match (input_sort(left), input_sort(right)) {
            (Scalar::Int, Scalar::Int) => Scalar::Int,
            _ => Scalar::Real,
        },
        _ => Scalar::Int,
    }
}

/// The symbols that a program itself brings in, looked for once for each arithmetic.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProgramSymbols {
    ideal: OnceLock<Vec<(String, Sort)>>,
    machine: OnceLock<Vec<(String, Sort)>>,
}

impl ProgramSymbols {
    /// Those of a program, which is the same one every time.
    pub(crate) fn of(&self, program: &FlowProgram, policy: Policy) -> &[(String, Sort)] {
        let known = match policy.arithmetic {
            Arithmetic::Ideal => &self.ideal,
            Arithmetic::Machine => &self.machine,
        };
        known.get_or_init(|| {
            let mut found = Vec::new();
            program_symbols(program, policy, &mut found);
            found
        })
    }
}

/// The names of externals without a value.
pub(crate) fn externals(program: &FlowProgram, entry: &Entry) -> Vec<String> {
    let open = program.externals.iter_enumerated().filter(|(_, external)| external.initial.is_empty());
    open.filter_map(|(id, _)| entry.names.external(id)).map(str::to_owned).collect()
}

/// Quoted names in the program's text.
pub fn program_symbols(program: &FlowProgram, policy: Policy, found: &mut Vec<(String, Sort)>) {
    for graph in program.procedures.iter() {
        for block in graph.blocks.iter() {
            block.instructions.iter().for_each(|instruction| in_instruction(instruction, policy, found));
            match &block.terminator {
                Terminator::Edges(edges) => {
                    for edge in edges {
                        if let Condition::When(condition) = &edge.condition {
                            in_expr(condition, policy, found);
                        }
                        edge.actions
                            .iter()
                            .for_each(|instruction| in_instruction(instruction, policy, found));
                    }
                }
                Terminator::Return(Some(value)) => in_expr(value, policy, found),
                Terminator::Return(None) | Terminator::Stop => {}
            }
        }
    }
}

fn in_instruction(instruction: &Instruction, policy: Policy, found: &mut Vec<(String, Sort)>) {
    match &instruction.action {
        Action::Assign(place, value) => {
            in_place(place, policy, found);
            in_expr(value, policy, found);
        }
        Action::Call { arguments, .. } | Action::CallParameter { arguments, .. } => {
            arguments.iter().for_each(|argument| in_expr(&argument.expr, policy, found));
        }
        Action::Read(place) | Action::Release(place) | Action::TransferItem(TransferItem::Place(place)) => {
            in_place(place, policy, found);
        }
        Action::Write(OutputItem::Value(expr))
        | Action::TransferItem(TransferItem::Value(expr))
        | Action::Assume(expr)
        | Action::Prove(expr)
        | Action::Assert(expr)
        | Action::Claim(_, expr) => in_expr(expr, policy, found),
        Action::Allocate(place, bounds) => {
            in_place(place, policy, found);
            bounds.iter().for_each(|(low, high)| {
                in_expr(low, policy, found);
                in_expr(high, policy, found);
            });
        }
        // Only languages without quoted symbols have addresses.
        Action::Store(..)
        | Action::CallPointer { .. }
        | Action::Primitive(..)
        | Action::Fresh(_)
        | Action::Gone(_) => {}
        // Only languages without quoted symbols have statements on files and pointers.
        Action::PointTo(..)
        | Action::TransferBegin(_)
        | Action::TransferEnd(_)
        | Action::Write(OutputItem::Text(_) | OutputItem::NewLine)
        | Action::Statement(_)
        | Action::Unsupported(_) => {}
    }
}

fn in_place(place: &Place, policy: Policy, found: &mut Vec<(String, Sort)>) {
    each_place_operand(place, &mut |operand| in_expr(operand, policy, found));
}

fn in_expr(expr: &Expr, policy: Policy, found: &mut Vec<(String, Sort)>) {
    if let ExprKind::Symbol(name) = &expr.kind {
        found.push((name.clone(), Sort::Scalar(sort_of(&expr.ty, policy))));
    }
    each_operand(expr, &mut |operand| in_expr(operand, policy, found));
}
