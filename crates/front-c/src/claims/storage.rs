//! Storage addressed by bytes, where conditions are typed while a program stands still: elements, members, what
//! pointers lead to, addresses, globals, casts.
//!
//! A place is the value in it until something else is asked of it. That of an array or a struct is no value; what asks for
//! one takes the address of the first element, or is told so at the end.

use dashu_int::IBig;
use sextant_base::IdVec;
use sextant_syntax::{
    ArrayBounds, Base, BinaryOp, Expr, ExprKind, Global, GlobalId, IntType, Memory, Place, RealType, Record,
    RecordId, Type,
};

use super::terms::{NUMBER, REAL, Terms};

/// An address as a number.
const SIZE: Type = Type::Int(IntType::ADDRESS);

/// What there is besides the variables of a function.
#[derive(Clone, Copy)]
pub struct Stored<'a> {
    /// The structs and unions of the program.
    pub records: &'a IdVec<RecordId, Record>,
    /// Its globals.
    pub globals: &'a IdVec<GlobalId, Global>,
    /// The types of symbols that are there already.
    pub symbols: &'a dyn Fn(&str) -> Option<Type>,
}

impl Terms<'_> {
    fn memory(&self, memory: Memory, ty: Type) -> Expr {
        self.make(ExprKind::Memory(Box::new(memory)), ty)
    }

    fn fetched(&self, address: Expr, content: Type) -> Expr {
        self.memory(Memory::Fetch { address, bits: None }, content)
    }

    /// An integer or address with the bits of another one.
    fn wrapped(&self, expr: Expr, ty: &Type) -> Expr {
        if expr.ty == *ty { expr } else { self.make(ExprKind::Wrap(Box::new(expr)), ty.clone()) }
    }

    /// A symbol in quotes.
    pub(super) fn symbol(&self, name: &str) -> Expr {
        let known = self.around.storage.and_then(|stored| (stored.symbols)(name));
        self.make(ExprKind::Symbol(name.to_owned()), known.unwrap_or(NUMBER))
    }

    /// A variable, a global, or what a quantifier binds.
    pub(super) fn stored(&self, name: &str) -> Result<Expr, String> {
        if let Some((_, id)) = self.bound.iter().rev().find(|(own, _)| own == name) {
            return Ok(self.make(ExprKind::Load(Place::Variable(*id)), NUMBER));
        }
        if let Some((id, variable)) = self.named(name) {
            return Ok(match &variable.ty {
                Type::Block(block) => {
                    let content = block.content.clone();
                    let ty = Type::Pointer(Some(Box::new(content.clone())));
                    self.fetched(self.memory(Memory::Address(Base::Variable(id)), ty), content)
                }
                ty => self.make(ExprKind::Load(Place::Variable(id)), ty.clone()),
            });
        }
        let globals = self.around.storage.map(|stored| stored.globals);
        let mut known = globals.into_iter().flat_map(IdVec::iter_enumerated);
        let own = |own: &str| own == name || own.split_once('.').is_some_and(|(_, rest)| rest == name);
        if let Some((id, global)) = known.rfind(|(_, global)| own(&global.name)) {
            let ty = Type::Pointer(Some(Box::new(global.content.clone())));
            return Ok(
                self.fetched(self.memory(Memory::Address(Base::Global(id)), ty), global.content.clone())
            );
        }
        match name {
            "NULL" => Ok(self.make(ExprKind::Int(IBig::ZERO), NUMBER)),
            "true" | "false" => Ok(self.make(ExprKind::Bool(name == "true"), Type::Logical)),
            _ => Err(format!("`{name}` is not declared here")),
        }
    }

    /// A value: of an array, the address of its first element.
    fn decayed(&self, expr: Expr) -> Expr {
        let Type::Array(element, _) = &expr.ty else { return expr };
        let ty = Type::Pointer(Some(element.clone()));
        match expr.kind {
            ExprKind::Memory(memory) => match *memory {
                Memory::Fetch { address, .. } => self.wrapped(address, &ty),
                other => self.memory(other, ty),
            },
            kind => Expr { kind, ..expr },
        }
    }

    /// An address as a number; what is none stays as it is.
    pub(super) fn as_number(&self, expr: Expr) -> Expr {
        let expr = self.decayed(expr);
        match expr.ty {
            Type::Pointer(_) => self.convert(self.wrapped(expr, &SIZE), &NUMBER),
            _ => expr,
        }
    }

    /// How many bytes something takes.
    fn size(&self, ty: &Type) -> Result<u64, String> {
        Ok(match ty {
            Type::Int(ty) => u64::from(ty.bits).div_ceil(8),
            Type::Real(ty) => ty.bytes(),
            Type::Pointer(_) => 8,
            Type::Record(id) => self.around.storage.map_or(0, |stored| stored.records[*id].size),
            Type::Array(element, bounds) => {
                let [ArrayBounds::Given { high, .. }] = &bounds[..] else { return Err(UNKNOWN_SIZE.into()) };
                let ExprKind::Int(high) = &high.kind else { return Err(UNKNOWN_SIZE.into()) };
                let count = u64::try_from(high + IBig::ONE).map_err(|_| UNKNOWN_SIZE)?;
                self.size(element)?.checked_mul(count).ok_or(UNKNOWN_SIZE)?
            }
            _ => return Err(UNKNOWN_SIZE.into()),
        })
    }

    /// The place that a pointer leads to.
    pub(super) fn led_to(&self, pointer: Expr) -> Result<Expr, String> {
        let pointer = self.decayed(pointer);
        match pointer.ty.clone() {
            Type::Pointer(Some(content)) => Ok(self.fetched(pointer, *content)),
            Type::Pointer(None) => Err("it is not known what this pointer leads to; a cast says it".into()),
            _ => Err("this is no pointer".into()),
        }
    }

    fn displaced(&self, pointer: Expr, index: Expr) -> Result<Expr, String> {
        let ty = pointer.ty.clone();
        let Type::Pointer(Some(content)) = &ty else {
            return Err("it is not known what this pointer leads to; a cast says it".into());
        };
        let scale = self.size(content)?;
        Ok(self.memory(Memory::Displace { pointer, index, scale, limit: None }, ty))
    }

    /// `place[index]`
    pub(super) fn element(&self, place: Expr, index: Expr) -> Result<Expr, String> {
        let pointer = self.decayed(place);
        if !matches!(pointer.ty, Type::Pointer(_)) {
            return Err("this has no elements".into());
        }
        let index = self.integer(index)?;
        self.led_to(self.displaced(pointer, index)?)
    }

    /// `place.name`
    pub(super) fn member(&self, place: Expr, name: &str) -> Result<Expr, String> {
        let (Type::Record(id), ExprKind::Memory(memory)) = (&place.ty, &place.kind) else {
            return Err(format!("what stands before `{name}` is no struct"));
        };
        let Memory::Fetch { address, .. } = &**memory else { return Err(format!("no member `{name}` here")) };
        let record = self.around.storage.map(|stored| &stored.records[*id]);
        let component = record.and_then(|record| record.components.iter().find(|own| own.name == name));
        let component = component.ok_or_else(|| format!("it has no member `{name}`"))?;
        let ty = Type::Pointer(Some(Box::new(component.ty.clone())));
        let address = if component.offset == 0 {
            self.wrapped(address.clone(), &ty)
        } else {
            let index = self.make(ExprKind::Int(component.offset.into()), NUMBER);
            self.memory(Memory::Displace { pointer: address.clone(), index, scale: 1, limit: None }, ty)
        };
        Ok(self.memory(Memory::Fetch { address, bits: component.bits }, component.ty.clone()))
    }

    /// `&place`
    pub(super) fn address_of(&self, place: Expr) -> Result<Expr, String> {
        let ty = Type::Pointer(Some(Box::new(place.ty.clone())));
        match place.kind {
            ExprKind::Memory(memory) => match *memory {
                Memory::Fetch { address, bits: None } => Ok(self.wrapped(address, &ty)),
                _ => Err("this has no address".into()),
            },
            ExprKind::Load(_) => Err("this variable has no address: the program takes none of it".into()),
            _ => Err("this has no address".into()),
        }
    }

    /// `pointer + n`, `n + pointer`, `pointer - n`, `pointer - pointer`; other operands are given back.
    pub(super) fn among_addresses(
        &self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
    ) -> Result<Expr, Box<(Expr, Expr)>> {
        if self.around.storage.is_none() {
            return Err(Box::new((left, right)));
        }
        let (left, right) = (self.decayed(left), self.decayed(right));
        let leads = |expr: &Expr| match &expr.ty {
            Type::Pointer(Some(content)) => self.size(content).ok(),
            _ => None,
        };
        let is_integer = |expr: &Expr| matches!(expr.ty, Type::Int(_));
        match (op, leads(&left), leads(&right)) {
            (BinaryOp::Subtract, Some(scale), Some(_)) => Ok(self.memory(
                Memory::Distance { left, right, scale },
                Type::Int(IntType { bits: 64, signed: true }),
            )),
            (BinaryOp::Add, Some(scale), None) if is_integer(&right) => Ok(self.moved(left, right, scale)),
            (BinaryOp::Add, None, Some(scale)) if is_integer(&left) => Ok(self.moved(right, left, scale)),
            (BinaryOp::Subtract, Some(scale), None) if is_integer(&right) => {
                let back = self.number(right);
                let ty = back.ty.clone();
                let back = self.make(ExprKind::Unary(sextant_syntax::UnaryOp::Negate, Box::new(back)), ty);
                Ok(self.moved(left, back, scale))
            }
            _ => Err(Box::new((left, right))),
        }
    }

    fn moved(&self, pointer: Expr, by: Expr, scale: u64) -> Expr {
        let (ty, index) = (pointer.ty.clone(), self.number(by));
        self.memory(Memory::Displace { pointer, index, scale, limit: None }, ty)
    }

    /// A value as a type of C.
    pub(super) fn cast(&self, expr: Expr, ty: Type) -> Result<Expr, String> {
        let expr = self.decayed(expr);
        Ok(match (&expr.ty, &ty) {
            (Type::Record(_), _) | (_, Type::Record(_)) => return Err("a struct cannot be converted".into()),
            (Type::Pointer(_), Type::Int(_)) | (Type::Pointer(_), Type::Pointer(_)) => {
                self.wrapped(expr, &ty)
            }
            (Type::Real(_), Type::Pointer(_)) => return Err("a number with a point is no address".into()),
            (_, Type::Pointer(_)) => self.wrapped(self.wrapped(self.number(expr), &SIZE), &ty),
            (Type::Real(_), Type::Int(_)) => self.wrapped(self.convert(expr, &NUMBER), &ty),
            (_, Type::Int(_)) => self.wrapped(self.number(expr), &ty),
            _ => self.convert(self.number(expr), &ty),
        })
    }

    /// A value that is put into something of a type: a number must fit, as under the checks of the program.
    pub(super) fn assigned(&self, expr: Expr, ty: &Type) -> Result<Expr, String> {
        let expr = self.decayed(expr);
        match (&expr.ty, ty) {
            (_, Type::Pointer(_)) => self.cast(expr, ty.clone()),
            (Type::Pointer(_) | Type::Record(_), _) | (_, Type::Record(_)) => {
                Err("this cannot be assigned there; a cast says what is meant".into())
            }
            // A new symbol has the type of the variable.
            (_, ty) => match expr.kind {
                ExprKind::Symbol(name)
                    if (self.around.storage.and_then(|stored| (stored.symbols)(&name))).is_none() =>
                {
                    Ok(self.make(ExprKind::Symbol(name), ty.clone()))
                }
                kind => Ok(self.convert(Expr { kind, ..expr }, ty)),
            },
        }
    }

    /// The type that some words name.
    pub(super) fn type_of(&self, words: &[&str]) -> Option<Type> {
        let int = |bits, signed| Some(Type::Int(IntType { bits, signed }));
        if let ["struct" | "union", name] = words {
            let records = self.around.storage?.records;
            return records
                .iter_enumerated()
                .find(|(_, record)| record.name == *name)
                .map(|(id, _)| Type::Record(id));
        }
        let mut rest: Vec<&str> = words.iter().copied().filter(|word| *word != "const").collect();
        let unsigned = rest.contains(&"unsigned");
        let signed = rest.contains(&"signed");
        rest.retain(|word| !matches!(*word, "unsigned" | "signed"));
        match rest[..] {
            [] if unsigned || signed => int(32, signed),
            ["char"] => int(8, !unsigned),
            ["short"] | ["short", "int"] => int(16, !unsigned),
            ["int"] => int(32, !unsigned),
            ["long"] | ["long", "int"] | ["long", "long"] | ["long", "long", "int"] => int(64, !unsigned),
            _ if unsigned || signed => None,
            ["float"] => Some(Type::Real(RealType::Single)),
            ["double"] => Some(REAL),
            ["size_t" | "uint64_t" | "uintptr_t"] => int(64, false),
            ["ssize_t" | "ptrdiff_t" | "int64_t" | "intptr_t"] => int(64, true),
            ["uint32_t"] => int(32, false),
            ["int32_t"] => int(32, true),
            ["uint16_t"] => int(16, false),
            ["int16_t"] => int(16, true),
            ["uint8_t"] => int(8, false),
            ["int8_t"] => int(8, true),
            _ => None,
        }
    }

    /// What is wrong with an expression as a value, if anything is.
    pub(super) fn refused(expr: &Expr) -> Option<String> {
        let mut waiting = vec![expr];
        while let Some(expr) = waiting.pop() {
            if let ExprKind::Memory(memory) = &expr.kind {
                if let (Memory::Fetch { .. }, Type::Record(_)) = (&**memory, &expr.ty) {
                    return Some("a struct has no value: name one of its members".into());
                }
                waiting.extend(memory.parts());
                continue;
            }
            sextant_syntax::each_operand(expr, &mut |operand| waiting.push(operand));
        }
        None
    }
}

const UNKNOWN_SIZE: &str = "the size of this is not known";
