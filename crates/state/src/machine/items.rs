//! Values of the machine as items of records, and back.

use dashu_ratio::RBig;
use sextant_expr::{TermId, Value as Known};
use sextant_records::{
    IoError, IoErrorKind, NamelistItem, NamelistObject, Record, Type as ItemType, Value as Item,
};
use sextant_syntax::RealType;

use super::Step;
use super::here::Here;
use super::transfers::{Transfer, TransferUnit, fail, known_bytes};
use crate::code::{Layout, Leaf, LeafKind, MemberCode};
use crate::memory::View;
use crate::{Stop, Text, Value};

/// Numbers of symbolic texts begin here; those of terms are below.
const TEXTS: u32 = 1 << 31;

/// The type of a leaf as an item.
pub(super) fn item_type(leaf: Leaf) -> Option<ItemType> {
    Some(match leaf.kind {
        LeafKind::Int(ty) => ItemType::Integer(ty.bits / 8),
        LeafKind::Real(RealType::Single) => ItemType::Real32,
        LeafKind::Real(RealType::Double) => ItemType::Real64,
        LeafKind::Logical => ItemType::Logical(4),
        LeafKind::Character => ItemType::Character(1),
        LeafKind::Handle | LeafKind::Procedure => return None,
    })
}

/// The next value of an unformatted record. One of another type is read by its bytes.
pub(super) fn next_value(record: &Record, next: &mut usize, of: ItemType) -> Result<Item, IoError> {
    let Record::Values(values) = record else { return Err(IoError::end_of_record()) };
    let Some(value) = values.get(*next) else {
        return Err(IoError::new(IoErrorKind::DirectRecord, "I/O past end of record on unformatted file"));
    };
    *next += 1;
    if value.of() == of || matches!(value, Item::Opaque(..)) {
        return Ok(value.clone());
    }
    let mut bytes = value.storage();
    while bytes.len() < of.size() {
        let Some(value) = values.get(*next) else { break };
        if matches!(value, Item::Opaque(..)) {
            // Whoever wants the item finds that its type is another.
            return Ok(value.clone());
        }
        *next += 1;
        bytes.extend(value.storage());
    }
    Ok(Item::from_storage(of, &bytes))
}

impl Here<'_, '_> {
    /// A value as an item; symbolic ones keep their term as number.
    pub(super) fn item_of(&mut self, value: Value, leaf: Leaf) -> Result<Item, Stop> {
        let Some(of) = item_type(leaf) else { return Err(self.cannot("transfer of a handle")) };
        Ok(match (value, of) {
            (Value::Int(code), ItemType::Character(_)) => Item::Character(vec![code as u8]),
            (Value::Int(value), ItemType::Integer(kind)) => Item::Integer(i128::from(value), kind),
            (Value::Bool(value), ItemType::Logical(kind)) => Item::Logical(value, kind),
            (Value::Single(bits), _) => Item::Real32(f32::from_bits(bits)),
            (Value::Double(bits), _) => Item::Real64(f64::from_bits(bits)),
            (value, of) => {
                let Some(term) = value.to_term(self.table) else { return Err(self.uninitialised(None)) };
                let term = self.table.simplify(term);
                self.known_item(term, of).unwrap_or(Item::Opaque(term.0, of))
            }
        })
    }

    fn known_item(&self, term: TermId, of: ItemType) -> Option<Item> {
        Some(match (self.table.constant_value(term)?, of) {
            (Known::Real(value), ItemType::Real32) => Item::Real32(value.to_f32().value()),
            (Known::Real(value), _) => Item::Real64(value.to_f64().value()),
            (Known::Int(value), ItemType::Integer(kind)) => Item::Integer(i128::try_from(value).ok()?, kind),
            _ => return None,
        })
    }

    pub(super) fn text_item(&mut self, text: &[Value]) -> Item {
        match known_bytes(text) {
            Some(bytes) => Item::Character(bytes),
            None => {
                self.state.texts.push(text.into());
                let number = self.state.texts.len() as u32 - 1;
                Item::Opaque(number | TEXTS, ItemType::Character(text.len()))
            }
        }
    }

    /// An item as a value.
    pub(super) fn value_of(&mut self, item: &Item, leaf: Leaf) -> Result<Value, Stop> {
        let ideal = leaf.sort == sextant_expr::Scalar::Real;
        Ok(match item {
            Item::Integer(value, _) => Value::of_big(self.table, &dashu_int::IBig::from(*value)),
            Item::Logical(value, _) => Value::Bool(*value),
            // What stands in the record is a decimal number; the shortest one that the float comes from is meant.
            Item::Real32(value) if ideal => self.ideal(&format!("{value:e}")),
            Item::Real64(value) if ideal => self.ideal(&format!("{value:e}")),
            Item::Real32(value) => Value::single(*value),
            Item::Real64(value) => Value::double(*value),
            Item::Character(bytes) => Value::Int(i64::from(bytes.first().copied().unwrap_or(b' '))),
            Item::Opaque(number, of) if number & TEXTS == 0 && item_type(leaf) == Some(*of) => {
                Value::Term(TermId(*number))
            }
            Item::Opaque(number, _) if number & TEXTS == 0 => {
                return Err(self.cannot("a symbolic value read as one of another type"));
            }
            Item::Opaque(..) | Item::Complex32(..) | Item::Complex64(..) => {
                return Err(self.cannot("a symbolic text read as a number"));
            }
        })
    }

    fn ideal(&mut self, text: &str) -> Value {
        let (digits, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let fraction = digits.split_once('.').map_or(0, |(_, fraction)| fraction.len() as i32);
        let whole: String = digits.chars().filter(|character| *character != '.').collect();
        let (Ok(whole), Ok(exponent)) = (whole.parse::<i128>(), exponent.parse::<i32>()) else {
            return Value::Undefined;
        };
        let power = dashu_int::IBig::from(10u8).pow((exponent - fraction).unsigned_abs() as usize);
        let whole = RBig::from(dashu_int::IBig::from(whole));
        let value = if exponent >= fraction { whole * RBig::from(power) } else { whole / RBig::from(power) };
        Value::Term(self.table.real(value))
    }

    pub(super) fn text_of(&mut self, item: &Item) -> Text {
        match item {
            Item::Character(bytes) => bytes.iter().map(|byte| Value::Int(i64::from(*byte))).collect(),
            Item::Opaque(number, _) if number & TEXTS != 0 => {
                self.state.texts.get((number & !TEXTS) as usize).cloned().unwrap_or_default()
            }
            _ => Text::default(),
        }
    }

    pub(super) fn namelist_lines(
        &mut self,
        group: &str,
        members: &[(String, MemberCode)],
        transfer: &Transfer,
    ) -> Result<Vec<sextant_records::Line>, Stop> {
        let mut items = Vec::new();
        for (name, member) in members {
            let view = self.view(self.referred(member.slot)?)?;
            let mut values = Vec::new();
            for first in self.element_starts(&view)? {
                values.push(self.element_value_item(&view, first, &member.layout)?);
            }
            items.push(NamelistItem { name: name.clone(), values });
        }
        let delimiter = self.delimiter(transfer).unwrap_or(sextant_records::Delimiter::Quote);
        Ok(sextant_records::write_namelist(group, &items, delimiter))
    }

    fn element_value_item(&mut self, view: &View, first: i64, layout: &Layout) -> Result<Item, Stop> {
        match layout {
            Layout::Leaf(leaf) => {
                let value = self.cell_value(view.storage, Value::Int(first), *leaf, None)?;
                self.item_of(value, *leaf)
            }
            Layout::Text(_) => {
                let Value::Int(length) = view.length else {
                    return Err(self.cannot("a text of unknown length"));
                };
                let text = self.cells(view.storage, Value::Int(first), length, None)?;
                Ok(self.text_item(&text))
            }
            Layout::Complex(leaf) => {
                let second = first + self.cells_of(view.storage, leaf.bytes);
                let re = self.cell_value(view.storage, Value::Int(first), *leaf, None)?;
                let im = self.cell_value(view.storage, Value::Int(second), *leaf, None)?;
                match (self.item_of(re, *leaf)?, self.item_of(im, *leaf)?) {
                    (Item::Real32(re), Item::Real32(im)) => Ok(Item::Complex32(re, im)),
                    (Item::Real64(re), Item::Real64(im)) => Ok(Item::Complex64(re, im)),
                    _ => Err(self.cannot("a symbolic complex number in a namelist")),
                }
            }
            Layout::Record(_) => Err(self.cannot("a record in a namelist")),
        }
    }

    pub(super) fn read_namelist(
        &mut self,
        group: &str,
        members: &[(String, MemberCode)],
        transfer: &mut Transfer,
    ) -> Step {
        let mut objects = Vec::new();
        let mut views = Vec::new();
        for (name, member) in members {
            let view = self.view(self.referred(member.slot)?)?;
            objects.push(self.namelist_object(name, &view, &member.layout)?);
            views.push((view, member.layout.clone()));
        }
        let read = match &mut transfer.unit {
            TransferUnit::Number(number) => {
                sextant_records::read_namelist(group, &objects, self.unit_mut(*number))
            }
            TransferUnit::Internal(_, file) => sextant_records::read_namelist(group, &objects, file),
        };
        let assignments = match read {
            Ok(assignments) => assignments,
            Err(error) => {
                return self.fail_reading(transfer, error);
            }
        };
        for assignment in assignments {
            let (view, layout) = &views[assignment.object];
            let starts = self.element_starts(view)?;
            let Some(&first) = starts.get(assignment.element) else {
                fail(transfer, IoError::new(IoErrorKind::BadValue, "Index out of range in namelist input"));
                return Ok(());
            };
            self.store_item(view, first, layout, &assignment.value, assignment.substring)?;
        }
        Ok(())
    }

    fn namelist_object(&mut self, name: &str, view: &View, layout: &Layout) -> Result<NamelistObject, Stop> {
        let of = match layout {
            Layout::Leaf(leaf) => item_type(*leaf),
            Layout::Complex(leaf) if leaf.bytes == 4 => Some(ItemType::Complex32),
            Layout::Complex(_) => Some(ItemType::Complex64),
            Layout::Text(_) => match view.length {
                Value::Int(length) => Some(ItemType::Character(length as usize)),
                _ => None,
            },
            Layout::Record(_) => None,
        };
        let Some(of) = of else { return Err(self.cannot("this member of a namelist")) };
        let bounds = view.dimensions.iter().map(|dimension| match (dimension.low, dimension.high) {
            (Value::Int(low), Value::Int(high)) => Some((low, high)),
            _ => None,
        });
        match bounds.collect::<Option<Vec<_>>>() {
            Some(bounds) => Ok(NamelistObject { name: name.to_owned(), of, bounds }),
            None => Err(self.cannot("a namelist member whose bounds depend on symbols")),
        }
    }

    fn store_item(
        &mut self,
        view: &View,
        first: i64,
        layout: &Layout,
        item: &Item,
        substring: Option<(usize, usize)>,
    ) -> Step {
        match layout {
            Layout::Leaf(leaf) => {
                let value = self.value_of(item, *leaf)?;
                self.store_at(view.storage, Value::Int(first), value, *leaf)
            }
            Layout::Complex(leaf) => {
                let (re, im) = match item {
                    Item::Complex32(re, im) => (Item::Real32(*re), Item::Real32(*im)),
                    Item::Complex64(re, im) => (Item::Real64(*re), Item::Real64(*im)),
                    other => (other.clone(), other.clone()),
                };
                let second = first + self.cells_of(view.storage, leaf.bytes);
                let (re, im) = (self.value_of(&re, *leaf)?, self.value_of(&im, *leaf)?);
                self.store_at(view.storage, Value::Int(first), re, *leaf)?;
                self.store_at(view.storage, Value::Int(second), im, *leaf)
            }
            _ => {
                let text = self.text_of(item);
                let length = match view.length {
                    Value::Int(length) => length,
                    _ => text.len() as i64,
                };
                let (from, to) = substring.map_or((1, length), |(from, to)| (from as i64, to as i64));
                for (at, position) in (from..=to).enumerate() {
                    let value = text.get(at).copied().unwrap_or(Value::Int(32));
                    self.store_at(view.storage, Value::Int(first + position - 1), value, Leaf::CHARACTER)?;
                }
                Ok(())
            }
        }
    }
}
