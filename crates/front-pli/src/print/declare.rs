//! DECLARE statements.

use dashu_int::IBig;
use sextant_syntax::{ArrayBounds, Expr, ExprKind, IntType, Storage, Type, Variable};

use super::Printer;

/// The attributes of a scalar type.
pub(super) fn scalar_attributes(ty: &Type) -> &'static str {
    match ty.scalar() {
        Type::Int(IntType::FIXED_15) => "FIXED BINARY(15)",
        Type::Logical => "BIT(1)",
        _ => "FIXED BINARY(31)",
    }
}

impl Printer<'_> {
    /// One DECLARE: a single variable, but the first one takes all that the others leave. Each DECLARE of the
    /// source had at least one name, so there are enough of them.
    pub(super) fn declare(&mut self) {
        let variables = self.procedure.variables.len();
        let first = self.declared;
        self.gaps = self.gaps.saturating_sub(1);
        self.declared = variables.saturating_sub(self.gaps);
        self.start_line();
        self.text.push_str("DECLARE ");
        let procedure = self.procedure;
        for (index, variable) in procedure.variables.iter().enumerate().take(self.declared).skip(first) {
            if index > first {
                self.text.push_str(",\n");
                self.indent += 4;
                self.start_line();
                self.indent -= 4;
            }
            self.variable(variable);
        }
        self.text.push_str(";\n");
    }

    fn variable(&mut self, variable: &Variable) {
        self.text.push_str(&variable.name);
        match variable.ty.vector_bounds() {
            Some(ArrayBounds::OfArgument) => self.text.push_str("(*)"),
            Some(ArrayBounds::Given { low, high }) => self.parenthesised(|printer| {
                if low.kind != ExprKind::Int(IBig::ONE) {
                    printer.expr(low);
                    printer.text.push(':');
                }
                printer.expr(high);
            }),
            _ => {}
        }
        self.put(format_args!(" {}", scalar_attributes(&variable.ty)));
        match variable.storage {
            Storage::Static => self.text.push_str(" STATIC"),
            Storage::External(_) => self.text.push_str(" EXTERNAL"),
            Storage::Parameter | Storage::Value | Storage::Automatic | Storage::Area(..) => {}
        }
        let program = self.program;
        match variable.storage {
            Storage::External(id) => self.initial(&program.externals[id].initial),
            _ => self.initial(&variable.initial),
        }
    }

    /// Initial values; runs of the same value get a repetition factor.
    fn initial(&mut self, values: &[Expr]) {
        if values.is_empty() {
            return;
        }
        self.text.push_str(" INITIAL");
        let runs: Vec<_> = values.chunk_by(|left, right| constant(left) == constant(right)).collect();
        self.parenthesised(|printer| printer.separated(&runs, |printer, run| printer.run(run)));
    }

    fn run(&mut self, values: &[Expr]) {
        if values.len() > 1 {
            self.put(format_args!("({}) ", values.len()));
        }
        match constant(&values[0]) {
            ExprKind::Int(value) => self.put(value),
            _ => self.expr(&values[0]),
        }
    }
}

/// A constant without its conversions.
fn constant(expr: &Expr) -> &ExprKind {
    match &expr.kind {
        ExprKind::Convert(inner) => constant(inner),
        kind => kind,
    }
}
