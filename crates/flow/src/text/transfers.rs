//! The heads of statements on files.

use sextant_base::Id;
use sextant_syntax::{Expr, LabelId, Layout, Outcome, Place, Transfer, Type, Unit};

use super::ast::{LayoutNode, Node, TransferNode, UnitNode};
use super::build::Builder;
use crate::Action;

impl Builder<'_> {
    pub fn transfer(&mut self, head: TransferNode) -> Option<Action> {
        let unit = self.unit(head.unit);
        let layout = self.layout(head.layout);
        let record = head.record.map(|record| self.number(record));
        let settings: Vec<_> =
            head.settings.into_iter().map(|(setting, value)| Some((setting, self.value(value)?))).collect();
        let answers: Vec<_> =
            head.answers.into_iter().map(|(setting, place)| Some((setting, self.scalar(place)?))).collect();
        let status = head.status.map(|place| self.scalar(place));
        let message = head.message.map(|place| self.scalar(place));
        let [on_error, on_end, on_end_of_record] =
            head.labels.map(|label| label.map(|label| LabelId::from_index(label as usize)));
        let outcome =
            Outcome { status: whole(status)?, message: whole(message)?, on_error, on_end, on_end_of_record };
        Some(Action::TransferBegin(Box::new(Transfer {
            operation: head.operation,
            unit: unit?,
            layout: layout?,
            record: whole(record)?,
            settings: settings.into_iter().collect::<Option<_>>()?,
            answers: answers.into_iter().collect::<Option<_>>()?,
            outcome,
            items: Vec::new(),
        })))
    }

    fn unit(&mut self, unit: UnitNode) -> Option<Unit> {
        Some(match unit {
            UnitNode::Standard => Unit::Standard,
            UnitNode::Number(number) => Unit::Number(self.number(number)?),
            UnitNode::Internal(place) => {
                let span = place.span;
                let (place, ty) = self.declared.scope.located(place, self.diagnostics)?;
                if !matches!(ty.scalar(), Type::Text(_)) {
                    self.error(span, "an internal unit is a text");
                }
                Unit::Internal(place)
            }
            UnitNode::ByName => Unit::ByName,
            UnitNode::Outside(asked) => Unit::Outside(asked),
        })
    }

    fn layout(&mut self, layout: LayoutNode) -> Option<Layout> {
        Some(match layout {
            LayoutNode::Unformatted => Layout::Unformatted,
            LayoutNode::List => Layout::List,
            LayoutNode::Format(format) => Layout::Format(format),
            LayoutNode::Computed(format) => {
                let format = self.value(format)?;
                if !matches!(format.ty, Type::Text(_)) {
                    self.error(format.span, "a computed format is a text");
                }
                Layout::Computed(format)
            }
            LayoutNode::Assigned(label, formats) => Layout::Assigned(self.number(label)?, formats),
            LayoutNode::Namelist(name, members) => {
                let members: Vec<_> = members
                    .into_iter()
                    .map(|(name, place)| {
                        Some((name, self.declared.scope.located(place, self.diagnostics)?.0))
                    })
                    .collect();
                Layout::Namelist(name, members.into_iter().collect::<Option<_>>()?)
            }
        })
    }

    fn value(&mut self, node: Node) -> Option<Expr> {
        self.declared.scope.expr(node, self.diagnostics)
    }

    fn number(&mut self, node: Node) -> Option<Expr> {
        self.declared.scope.whole_integer(node, self.diagnostics)
    }

    fn scalar(&mut self, node: Node) -> Option<Place> {
        self.declared.scope.target(node, self.diagnostics).map(|(place, _)| place)
    }
}

/// What may be missing, but not wrong.
fn whole<T>(part: Option<Option<T>>) -> Option<Option<T>> {
    match part {
        Some(part) => part.map(Some),
        None => Some(None),
    }
}
