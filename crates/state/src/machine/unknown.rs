//! Functions of which there is no body: they may change all that they can reach.
//!
//! What they can reach are the objects that their arguments lead to, those that code outside of the program sees by name
//! or was given before, and whatever these lead to. Every byte there has an unknown value afterwards, which is made when
//! it is first looked at: then its type is known.

use rustc_hash::FxHashSet;
use sextant_base::Span;
use sextant_expr::{Op, Origin, Why};
use sextant_syntax::{ArrayBounds, Expr, ExprKind, IntType, Type};

use super::Step;
use super::here::Here;
use super::primitives::result;
use crate::block::{Block, Life, Named, address_of};
use crate::code::{Leaf, Reg, content_bytes, content_leaf_at, content_leaves, leaf_prefix};
use crate::entry_blocks::ELEMENTS;
use crate::memory::Object;
use crate::undefined::type_number;
use crate::{BlockKind, Led, ObjectId, Reliance, Stop, Value};

/// A number as wide as an address.
const WORD: Type = Type::Int(IntType { bits: 64, signed: false });

impl Here<'_, '_> {
    /// A call of an unknown function: anything of its type.
    pub(super) fn unknown_function(
        &mut self,
        name: &str,
        arguments: &[Reg],
        ty: Option<&Type>,
    ) -> Result<Value, Stop> {
        let arguments: Vec<Value> = arguments.iter().map(|&argument| self.operand(argument).1).collect();
        self.unknown_call(name, &arguments, ty)
    }

    /// The same with the values of the arguments.
    pub(super) fn unknown_call(
        &mut self,
        name: &str,
        arguments: &[Value],
        ty: Option<&Type>,
    ) -> Result<Value, Stop> {
        self.rely(Reliance::UnknownFunction(name.into(), self.blamed()));
        self.forget_reached(name, arguments);
        match ty {
            Some(Type::Pointer(Some(target))) if **target != Type::Procedure => {
                self.unknown_pointer(name, target, ty)
            }
            _ => self.fresh_input(&format!("{name}()"), ty),
        }
    }

    /// A pointer that an unknown function returns: null, or the address of a new object whose values nobody knows, which
    /// the function may keep as well as the program.
    fn unknown_pointer(&mut self, name: &str, target: &Type, ty: Option<&Type>) -> Result<Value, Stop> {
        let Some(bytes) = content_bytes(target, &self.machine.code.records) else {
            return self.fresh_input(&format!("{name}()"), ty);
        };
        let led = match target {
            Type::Record(_) => Led::Object,
            Type::Int(IntType { bits: 8, .. }) => Led::Text(ELEMENTS),
            _ => Led::Elements(ELEMENTS),
        };
        let count = match led {
            Led::Object => 1,
            Led::Elements(count) => count,
            Led::Text(most) => most + 1,
        };
        let content = if led == Led::Object { target.clone() } else { vector_of(target, count, self.span()) };
        let (key, number, label) = self.next_name(&format!("{name}()"));
        let chosen = self.asked(result(&key, (number, 0)), &label, &WORD)?;
        let size = Value::Int(bytes as i64 * count);
        let named = Block::new(label.as_str().into(), BlockKind::Allocated, size, false);
        let mut block = named.with_content(content);
        let origin = (format!("*{name}()").into(), number);
        block.make_unknown(Named { origin, label, first: false });
        if let Led::Text(most) = led {
            block.put(most, 1, Value::Int(0));
        }
        block.escaped = true;
        let object = self.state.allocate_on_heap(Object::Block(Box::new(block)));
        self.rely(Reliance::UnknownPointer(name.into(), led));
        let chosen = self.term((Reg::slot(0), chosen))?;
        let zero = self.table.int(0);
        let is_null = self.table.apply(Op::Eq, &[chosen, zero]);
        let address = self.table.int(address_of(object));
        let value = self.table.apply(Op::Ite, &[is_null, zero, address]);
        Ok(Value::of_term(self.table, value))
    }

    /// Forgets all that a function can reach.
    fn forget_reached(&mut self, function: &str, arguments: &[Value]) {
        let mut waiting: Vec<ObjectId> = self.visible_objects();
        arguments.iter().for_each(|&argument| self.targets(argument, &mut waiting));
        let mut reached = FxHashSet::default();
        while let Some(object) = waiting.pop() {
            if !reached.insert(object) {
                continue;
            }
            let Some(block) = self.state.block(object) else { continue };
            block.pieces().into_iter().for_each(|(_, value)| self.targets(value, &mut waiting));
        }
        let mut reached: Vec<ObjectId> = reached.into_iter().collect();
        reached.sort_unstable();
        reached.into_iter().for_each(|object| self.forget_object(function, object));
    }

    /// The objects that code outside of the program knows.
    fn visible_objects(&self) -> Vec<ObjectId> {
        let globals = (0..).zip(&self.machine.code.globals).filter(|(_, global)| global.visible);
        let mut found: Vec<ObjectId> = globals.map(|(at, _)| ObjectId::on_heap(at)).collect();
        let escaped = self.state.blocks().filter(|(_, block)| block.escaped && block.life == Life::Live);
        found.extend(escaped.map(|(object, _)| object));
        found
    }

    fn forget_object(&mut self, function: &str, object: ObjectId) {
        let Some(block) = self.state.block(object) else { return };
        if block.kind == BlockKind::Constant || block.life != Life::Live {
            return;
        }
        let (name, number, label) = self.next_name(&format!("{function}().{}", block.name));
        if let Some(block) = self.state.block_mut(object) {
            block.make_unknown(Named { origin: (name, number), label, first: false });
            block.escaped = true;
        }
    }

    /// Makes the value at a distance, if it is an unknown one that nobody has looked at.
    pub(super) fn look_at(&mut self, object: ObjectId, distance: i64, leaf: Leaf) -> Step {
        let Some(block) = self.state.block(object) else { return Ok(()) };
        let Some(named) = block.unknown_at(distance, i64::from(leaf.bytes)) else { return Ok(()) };
        let (label, ty) = self.leaf_in(object, &named.label, distance, leaf);
        let is_pointer = matches!(ty, Some(Type::Pointer(_)));
        let of_caller = self.state.block(object).is_some_and(|block| block.kind == BlockKind::Given);
        let value = match (named.first, is_pointer) {
            // Pointers in what a caller gives lead nowhere.
            (true, true) if of_caller => Value::Int(0),
            (true, false) => self.asked_for(Origin::named(&label), &label, leaf.sort, leaf.integer())?,
            _ => {
                let origin = Origin::Unknown {
                    why: Why::Result,
                    name: named.origin.0.clone(),
                    number: named.origin.1,
                    part: distance as u32,
                    ty: type_number(leaf.integer()),
                };
                self.asked_for(origin, &label, leaf.sort, leaf.integer())?
            }
        };
        self.put(object, distance, i64::from(leaf.bytes), value, leaf.is_signed());
        Ok(())
    }

    /// What users call the value at a distance, and its type, where it is declared so.
    fn leaf_in(&self, object: ObjectId, label: &str, distance: i64, leaf: Leaf) -> (String, Option<Type>) {
        let (records, policy) = (&self.machine.code.records, self.machine.code.policy);
        let named = self.state.block(object).and_then(|block| {
            let content = block.content.as_deref()?;
            let prefix = leaf_prefix(label, block.kind, content);
            let (name, ty) = content_leaf_at(prefix, content, u64::try_from(distance).ok()?, records)?;
            (Leaf::of(&ty, policy).bytes == leaf.bytes).then_some((name, Some(ty)))
        });
        named.unwrap_or_else(|| (format!("{label}[{distance}..{}]", distance + i64::from(leaf.bytes)), None))
    }

    /// The same for the next of some bytes that are copied: as it is declared, or as a word or byte.
    pub(super) fn look_at_copied(&mut self, from: (ObjectId, i64), at: i64, count: i64) -> Step {
        let (object, distance) = (from.0, from.1 + at);
        let Some(block) = self.state.block(object) else { return Ok(()) };
        if block.unknown_at(distance, 1).is_none() {
            return Ok(());
        }
        let policy = self.machine.code.policy;
        let leaves = block
            .content
            .as_deref()
            .and_then(|content| content_leaves("", content, &self.machine.code.records));
        let declared = leaves.into_iter().flatten().filter(|leaf| leaf.bits.is_none());
        let declared =
            declared.filter(|leaf| leaf.offset as i64 == distance).map(|leaf| Leaf::of(&leaf.ty, policy));
        let word = (distance % 8 == 0).then_some(Leaf::WORD);
        let fits = |leaf: &Leaf| {
            let bytes = i64::from(leaf.bytes);
            at + bytes <= count && block.unknown_at(distance, bytes).is_some()
        };
        let leaf = declared.chain(word).find(fits).unwrap_or(Leaf::BYTE);
        self.look_at(object, distance, leaf)
    }

    /// So many bytes lose their values.
    pub(super) fn clear(&mut self, object: ObjectId, distance: i64, bytes: i64) -> Step {
        let unknown = self.state.block(object).is_some_and(|block| block.has_unknown());
        if unknown {
            return (distance..distance + bytes).try_for_each(|at| self.define_byte(object, at));
        }
        if let Some(block) = self.state.block_mut(object) {
            block.clear(distance, bytes);
        }
        Ok(())
    }
}

/// So many values one behind the other.
fn vector_of(element: &Type, count: i64, span: Span) -> Type {
    let number = |value: i64| {
        Box::new(Expr { kind: ExprKind::Int(value.into()), ty: Type::Int(IntType::FIXED_31), span })
    };
    Type::vector(element.clone(), ArrayBounds::Given { low: number(0), high: number(count - 1) })
}
