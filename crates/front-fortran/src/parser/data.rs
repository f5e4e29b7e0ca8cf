//! DATA statements and the values in slashes that some declarations have.

use super::{Flat, simple};
use crate::cursor::{Line, Parsed, Reported};
use crate::raw::{DataGroup, DataValue, Declaration, Expr, ExprKind, Item, StmtKind, UnaryOp};

impl Line<'_> {
    pub(super) fn data(&mut self) -> Parsed<Flat> {
        let mut groups = Vec::new();
        loop {
            let start = self.start();
            let targets = self.list(Self::data_target)?;
            self.expect("/")?;
            let values = self.data_values()?;
            groups.push(DataGroup { targets, values, span: self.span_from(start) });
            self.accept(",");
            if self.at_end() {
                return simple(StmtKind::Declare(Declaration::Data(groups)));
            }
        }
    }

    fn data_target(&mut self) -> Parsed<Item> {
        // In parentheses the items are references, whose syntax is that of expressions; resolution checks them.
        if self.peek() == '(' { self.item() } else { Ok(Item::Value(self.designator()?)) }
    }

    /// Values up to the closing slash.
    pub(super) fn data_values(&mut self) -> Parsed<Vec<DataValue>> {
        let values = self.list(Self::data_value)?;
        self.expect("/")?;
        Ok(values)
    }

    fn data_value(&mut self) -> Parsed<DataValue> {
        let start = self.start();
        let repeat = self.attempt(|line| {
            let count = line.constant()?;
            let counts = matches!(count.kind, ExprKind::Int { .. } | ExprKind::Name(_));
            if counts && line.accept("*") { Ok(count) } else { Err(Reported) }
        });
        let value = self.constant()?;
        Ok(DataValue { repeat, value, span: self.span_from(start) })
    }

    /// A constant, perhaps with a sign.
    fn constant(&mut self) -> Parsed<Expr> {
        let start = self.start();
        let sign = if self.accept("-") {
            UnaryOp::Minus
        } else if self.accept("+") {
            UnaryOp::Plus
        } else {
            return self.primary();
        };
        let operand = self.primary()?;
        let below = operand.depth;
        self.node_from(start, ExprKind::Unary(sign, Box::new(operand)), below)
    }
}
