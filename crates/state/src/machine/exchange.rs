//! The values of a statement on a file, one after another, between storage and records.

use sextant_expr::Sort;
use sextant_records::{IoError, IoErrorKind, Value as Item};

use super::Step;
use super::here::Here;
use super::transfers::{Mode, Transfer, TransferUnit, fail};
use crate::code::{ItemCode, Layout, Leaf, MemberCode};
use crate::memory::View;
use crate::{Stop, Value};

impl Here<'_, '_> {
    pub(super) fn item(&mut self, transfer: &mut Transfer, item: &ItemCode) -> Step {
        match item {
            ItemCode::Value(value, leaf) => {
                let value = self.defined(self.operand(*value))?;
                let item = self.item_of(value, *leaf)?;
                self.write_item(transfer, &item);
            }
            ItemCode::Text(text) => {
                let text = self.text(*text);
                let item = self.text_item(&text);
                self.write_item(transfer, &item);
            }
            ItemCode::Complex(re, im, leaf) => {
                let parts = (self.defined(self.operand(*re))?, self.defined(self.operand(*im))?);
                self.write_complex(transfer, parts, *leaf)?;
            }
            ItemCode::Place(member) => self.place_item(transfer, member)?,
        }
        Ok(())
    }

    fn place_item(&mut self, transfer: &mut Transfer, member: &MemberCode) -> Step {
        let view = self.view(self.referred(member.slot)?)?;
        let starts = self.element_starts(&view)?;
        self.whole_in_storage(&view, &starts, member.slot)?;
        for first in starts {
            self.element_item(transfer, &view, first, &member.layout)?;
            if transfer.status != 0 {
                break;
            }
        }
        Ok(())
    }

    fn element_item(&mut self, transfer: &mut Transfer, view: &View, first: i64, layout: &Layout) -> Step {
        let reading = transfer.is_reading();
        match layout {
            Layout::Leaf(leaf) if reading => self.read_leaf(transfer, view, first, *leaf)?,
            Layout::Leaf(leaf) => {
                let value = self.cell_value(view.storage, Value::Int(first), *leaf, None)?;
                let item = self.item_of(value, *leaf)?;
                self.write_item(transfer, &item);
            }
            Layout::Text(_) => {
                let Value::Int(length) = self.settled(view.length) else {
                    return Err(self.cannot("a text of unknown length"));
                };
                if reading {
                    self.read_text(transfer, view, first, length)?;
                } else {
                    let text = self.cells(view.storage, Value::Int(first), length, None)?;
                    let item = self.text_item(&text);
                    self.write_item(transfer, &item);
                }
            }
            Layout::Complex(leaf) => {
                let second = first + self.cells_of(view.storage, leaf.bytes);
                if reading {
                    self.read_complex(transfer, view, (first, second), *leaf)?;
                } else {
                    let re = self.cell_value(view.storage, Value::Int(first), *leaf, None)?;
                    let im = self.cell_value(view.storage, Value::Int(second), *leaf, None)?;
                    self.write_complex(transfer, (re, im), *leaf)?;
                }
            }
            Layout::Record(leaves) => {
                for (leaf, at) in leaves.iter().zip(first..) {
                    self.element_item(transfer, view, at, &Layout::Leaf(*leaf))?;
                }
            }
        }
        Ok(())
    }

    fn write_complex(&mut self, transfer: &mut Transfer, (re, im): (Value, Value), leaf: Leaf) -> Step {
        let (re, im) = (self.item_of(re, leaf)?, self.item_of(im, leaf)?);
        let Mode::WriteList(writer) = &mut transfer.mode else {
            self.write_item(transfer, &re);
            self.write_item(transfer, &im);
            return Ok(());
        };
        let done = match Item::complex(re.clone(), im.clone()) {
            Some(whole) => writer.write(&whole),
            None => writer.write_parts(&re, &im),
        };
        if let Err(error) = done {
            fail(transfer, error);
        }
        Ok(())
    }

    fn write_item(&mut self, transfer: &mut Transfer, item: &Item) {
        let done = match &mut transfer.mode {
            Mode::WriteFormatted(writer) => writer.write(item),
            Mode::WriteList(writer) => writer.write(item),
            Mode::WriteValues(values) => {
                values.push(item.clone());
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(error) = done {
            fail(transfer, error);
        }
    }

    fn read_leaf(&mut self, transfer: &mut Transfer, view: &View, at: i64, leaf: Leaf) -> Step {
        if let Mode::ReadInputs = transfer.mode {
            let range = leaf.range(self.machine.code.policy);
            let value = self.read_input(transfer, Sort::Scalar(leaf.sort), range)?;
            return self.store_at(view.storage, Value::Int(at), value, leaf);
        }
        let Some(of) = super::items::item_type(leaf) else {
            return Err(self.cannot("transfer of a handle"));
        };
        if let Some(item) = self.next_item(transfer, of)? {
            let value = self.value_of(&item, leaf)?;
            self.store_at(view.storage, Value::Int(at), value, leaf)?;
        }
        Ok(())
    }

    fn read_text(&mut self, transfer: &mut Transfer, view: &View, first: i64, length: i64) -> Step {
        if let Mode::ReadInputs = transfer.mode {
            for at in 0..length {
                let range = Leaf::CHARACTER.range(self.machine.code.policy);
                let value = self.read_input(transfer, Sort::INT, range)?;
                self.store_at(view.storage, Value::Int(first + at), value, Leaf::CHARACTER)?;
            }
            return Ok(());
        }
        let of = sextant_records::Type::Character(length as usize);
        if let Some(item) = self.next_item(transfer, of)? {
            let text = self.text_of(&item);
            for at in 0..length {
                let value = text.get(at as usize).copied().unwrap_or(Value::Int(32));
                self.store_at(view.storage, Value::Int(first + at), value, Leaf::CHARACTER)?;
            }
        }
        Ok(())
    }

    fn read_complex(&mut self, transfer: &mut Transfer, view: &View, at: (i64, i64), leaf: Leaf) -> Step {
        if let Mode::ReadList(_) = transfer.mode {
            let of = if leaf.bytes == 4 {
                sextant_records::Type::Complex32
            } else {
                sextant_records::Type::Complex64
            };
            let Some(item) = self.next_item(transfer, of)? else { return Ok(()) };
            let (re, im) = item.parts().unwrap_or_else(|| (item.clone(), item));
            let (re, im) = (self.value_of(&re, leaf)?, self.value_of(&im, leaf)?);
            self.store_at(view.storage, Value::Int(at.0), re, leaf)?;
            return self.store_at(view.storage, Value::Int(at.1), im, leaf);
        }
        self.read_leaf(transfer, view, at.0, leaf)?;
        if transfer.status == 0 {
            self.read_leaf(transfer, view, at.1, leaf)?;
        }
        Ok(())
    }

    /// The next value of the record; nothing where the item keeps its value or the transfer failed.
    fn next_item(
        &mut self,
        transfer: &mut Transfer,
        of: sextant_records::Type,
    ) -> Result<Option<Item>, Stop> {
        let read = match (&mut transfer.mode, &mut transfer.unit) {
            (Mode::ReadFormatted(reader), TransferUnit::Number(number)) => {
                reader.read(self.unit_mut(*number), of).map(Some)
            }
            (Mode::ReadFormatted(reader), TransferUnit::Internal(_, file)) => reader.read(file, of).map(Some),
            (Mode::ReadList(reader), TransferUnit::Number(number)) => reader.read(self.unit_mut(*number), of),
            (Mode::ReadList(reader), TransferUnit::Internal(_, file)) => reader.read(file, of),
            (Mode::ReadOutside(asked, next), _) => {
                *next += 1;
                let (asked, at) = (*asked, *next - 1);
                return Ok(Some(self.told(asked, at, of)));
            }
            (Mode::ReadValues(record, next), _) => super::items::next_value(record, next, of).map(Some),
            _ => Ok(None),
        };
        match read {
            Ok(item) => Ok(item),
            Err(IoError { kind: IoErrorKind::Symbolic(read), .. }) => match self.symbolic_item(&read, of)? {
                Ok(item) => Ok(Some(item)),
                Err(error) => self.fail_reading(transfer, error).map(|()| None),
            },
            Err(error) => {
                let partial = match &transfer.mode {
                    Mode::ReadFormatted(reader) if error.kind == IoErrorKind::EndOfRecord => {
                        reader.partial().cloned()
                    }
                    _ => None,
                };
                self.fail_reading(transfer, error)?;
                Ok(partial)
            }
        }
    }
}
