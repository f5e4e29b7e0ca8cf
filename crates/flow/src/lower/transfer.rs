//! Statements on files.
//!
//! ```text
//!           TransferBegin
//!           items; an implied DO is a loop of blocks, each pass marked as one of its statement
//!           TransferEnd status.n
//!           status place := status.n
//!           status.n > 0 → error label; = −1 → end label; = −2 → end-of-record label; else on
//! ```
//! The labels stay in the head as well: they say which outcomes the program provides for.

use sextant_base::Span;
use sextant_syntax::{
    BinaryOp, DoRange, DoSpec, Expr, ExprKind, Layout, Outcome, Place, Stmt, Transfer, TransferItem, Unit,
    VarId,
};

use super::blocks::Builder;
use super::iterate::{binary, integer};
use crate::typing::{INT, coerce, place_type};
use crate::{Action, Condition, Edge, Terminator, TransferHead};

impl Builder<'_> {
    pub fn transfer(&mut self, stmt: &Stmt, transfer: &Transfer) {
        let head = self.transfer_head(transfer);
        let status_place = head.outcome.status.clone();
        self.emit(Action::TransferBegin(Box::new(head)), stmt.span);
        self.transfer_items(stmt, &transfer.items);
        let status = self.temporary("status", INT, stmt.span);
        self.emit(Action::TransferEnd(status), stmt.span);
        if let Some(place) = status_place {
            let ty = place_type(&self.variables[place.variable()].ty, &place);
            let value = coerce(load(status, stmt.span), &ty);
            self.emit(Action::Assign(place, value), stmt.span);
        }
        self.outcome(&transfer.outcome, status, stmt.span);
    }

    fn transfer_head(&mut self, transfer: &Transfer) -> TransferHead {
        let unit = match &transfer.unit {
            Unit::Number(number) => Unit::Number(self.value(number)),
            Unit::Internal(place) => Unit::Internal(self.place(place)),
            Unit::Standard => Unit::Standard,
            Unit::ByName => Unit::ByName,
            Unit::Outside(asked) => Unit::Outside(*asked),
        };
        let layout = match &transfer.layout {
            Layout::Computed(format) => Layout::Computed(self.value(format)),
            Layout::Assigned(label, formats) => Layout::Assigned(self.value(label), formats.clone()),
            Layout::Namelist(name, members) => {
                let members = members.iter().map(|(name, place)| (name.clone(), self.place(place)));
                Layout::Namelist(name.clone(), members.collect())
            }
            Layout::Unformatted | Layout::List | Layout::Format(_) => transfer.layout.clone(),
        };
        let record = transfer.record.as_ref().map(|record| self.value(record));
        let settings =
            transfer.settings.iter().map(|(setting, value)| (*setting, self.value(value))).collect();
        let answers = transfer.answers.iter().map(|(setting, place)| (*setting, self.place(place))).collect();
        let outcome = Outcome {
            status: transfer.outcome.status.as_ref().map(|place| self.place(place)),
            message: transfer.outcome.message.as_ref().map(|place| self.place(place)),
            ..transfer.outcome.clone()
        };
        let operation = transfer.operation;
        Transfer { operation, unit, layout, record, settings, answers, outcome, items: Vec::new() }
    }

    fn transfer_items(&mut self, stmt: &Stmt, items: &[TransferItem]) {
        for item in items {
            match item {
                TransferItem::Value(value) => {
                    let value = self.value(value);
                    self.emit(Action::TransferItem(crate::TransferItem::Value(value)), stmt.span);
                }
                TransferItem::Place(place) => {
                    let place = self.place(place);
                    self.emit(Action::TransferItem(crate::TransferItem::Place(place)), stmt.span);
                }
                TransferItem::Loop { variable, from, to, by, items } => {
                    let range = Some(DoRange { to: Some(to.clone()), by: by.clone() });
                    let spec =
                        DoSpec { from: from.clone(), range, while_condition: None, until_condition: None };
                    self.iterate(stmt, variable, &[spec], |builder, _, _| {
                        builder.transfer_items(stmt, items);
                    });
                }
            }
        }
    }

    /// Goes where the status leads.
    fn outcome(&mut self, outcome: &Outcome, status: VarId, span: Span) {
        let ways = [
            (outcome.on_error, BinaryOp::Greater, 0),
            (outcome.on_end, BinaryOp::Equal, -1),
            (outcome.on_end_of_record, BinaryOp::Equal, -2),
        ];
        let mut edges = Vec::new();
        for (label, relation, limit) in ways {
            let Some(label) = label else { continue };
            let block = self.label_block(label);
            self.drafts[block].goto_target = true;
            let condition = binary(relation, load(status, span), integer(limit, span));
            edges.push(Edge::new(Condition::When(condition), block));
        }
        if edges.is_empty() {
            return;
        }
        let next = self.new_block();
        edges.push(Edge::new(Condition::Otherwise, next));
        self.end(Terminator::Edges(edges));
        self.enter_if_referenced(next);
    }
}

fn load(variable: VarId, span: Span) -> Expr {
    Expr { kind: ExprKind::Load(Place::Variable(variable)), ty: INT, span }
}
