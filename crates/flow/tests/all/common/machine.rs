//! What two small interpreters share: storage, expressions without calls, and the events by which they are
//! compared. Arithmetic wraps, conversions between integers do nothing, a subscript out of bounds is folded
//! into them: any meaning serves as long as both sides have the same one.

use sextant_base::IdVec;
use sextant_syntax::*;

/// What can be seen of a run.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    Statement(u32, u32),
    Write(i64),
    NewLine,
    Assert(bool),
    Missing,
}

/// Why a run ends before its end.
#[derive(Debug)]
pub struct Ended;

/// Where a variable lives.
#[derive(Clone, Copy)]
pub struct Slot {
    pub base: usize,
    pub low: i64,
    pub count: i64,
}

pub type Frame = IdVec<VarId, Slot>;

#[derive(Default)]
pub struct Machine {
    pub memory: Vec<i64>,
    pub events: Vec<Event>,
}

/// Events after which a run is cut off.
pub const FUEL: usize = 400;

impl Machine {
    /// The external stands at address 0.
    pub fn new() -> Self {
        Self { memory: vec![4], events: Vec::new() }
    }

    pub fn event(&mut self, event: Event) -> Result<(), Ended> {
        self.events.push(event);
        if self.events.len() >= FUEL { Err(Ended) } else { Ok(()) }
    }

    pub fn allocate(&mut self, low: i64, count: i64) -> Slot {
        let base = self.memory.len();
        self.memory.resize(base + count as usize, 0);
        Slot { base, low, count }
    }

    /// The frame of a call: parameters as given, locals new.
    pub fn frame(
        &mut self,
        variables: &IdVec<VarId, Variable>,
        parameters: &[VarId],
        given: &[Slot],
    ) -> Frame {
        let mut frame = Frame::new();
        for (id, variable) in variables.iter_enumerated() {
            let slot = match (parameters.iter().position(|&parameter| parameter == id), &variable.ty) {
                (Some(position), _) => given[position],
                _ if matches!(variable.storage, Storage::External(_)) => Slot { base: 0, low: 1, count: 1 },
                (None, Type::Array(..)) => self.allocate(-1, 4),
                (None, _) => self.allocate(1, 1),
            };
            frame.push(slot);
            if let Some(initial) = variable.initial.first() {
                self.memory[slot.base] = self.eval(&frame, initial);
            }
        }
        frame
    }

    pub fn address(&self, frame: &Frame, place: &Place) -> usize {
        let slot = frame[place.variable()];
        match place {
            Place::Variable(_) => slot.base,
            Place::Element(_, subscript) => {
                slot.base
                    + (self.eval(frame, subscript).wrapping_sub(slot.low)).rem_euclid(slot.count) as usize
            }
            Place::Part(_) => panic!("not generated"),
        }
    }

    pub fn argument(&mut self, frame: &Frame, argument: &Argument) -> Slot {
        match (&argument.expr.kind, argument.passing) {
            (ExprKind::Load(Place::Variable(variable)), Passing::Reference) => frame[*variable],
            (ExprKind::Load(place), Passing::Reference) => {
                Slot { base: self.address(frame, place), low: 1, count: 1 }
            }
            _ => {
                let value = self.eval(frame, &argument.expr);
                let slot = self.allocate(1, 1);
                self.memory[slot.base] = value;
                slot
            }
        }
    }

    pub fn eval(&self, frame: &Frame, expr: &Expr) -> i64 {
        match &expr.kind {
            ExprKind::Int(value) => i64::try_from(value.clone()).expect("small"),
            ExprKind::Bool(value) => i64::from(*value),
            ExprKind::Load(place) => self.memory[self.address(frame, place)],
            ExprKind::BoundOf(Bound::Low, variable) => frame[*variable].low,
            ExprKind::BoundOf(Bound::High, variable) => frame[*variable].low + frame[*variable].count - 1,
            ExprKind::Unary(UnaryOp::Negate, operand) => self.eval(frame, operand).wrapping_neg(),
            ExprKind::Unary(UnaryOp::Not, operand) => i64::from(self.eval(frame, operand) == 0),
            ExprKind::Binary(operator, left, right) => {
                binary(*operator, self.eval(frame, left), self.eval(frame, right))
            }
            ExprKind::Intrinsic(function, arguments) => {
                let values: Vec<i64> = arguments.iter().map(|argument| self.eval(frame, argument)).collect();
                match function {
                    Intrinsic::Min => values[0].min(values[1]),
                    _ => values[0].checked_rem_euclid(values[1]).unwrap_or(7),
                }
            }
            ExprKind::Convert(operand) if expr.ty == Type::Logical => {
                i64::from(self.eval(frame, operand) != 0)
            }
            ExprKind::Convert(operand) => self.eval(frame, operand),
            other => panic!("not evaluated here: {other:?}"),
        }
    }
}

fn binary(operator: BinaryOp, left: i64, right: i64) -> i64 {
    use BinaryOp::*;
    match operator {
        Add => left.wrapping_add(right),
        Subtract => left.wrapping_sub(right),
        Multiply => left.wrapping_mul(right),
        Divide => left.checked_div(right).unwrap_or(3),
        Power | Concatenate => panic!("not generated"),
        Equal => i64::from(left == right),
        NotEqual => i64::from(left != right),
        Less => i64::from(left < right),
        LessEqual => i64::from(left <= right),
        Greater => i64::from(left > right),
        GreaterEqual => i64::from(left >= right),
        And => i64::from(left != 0 && right != 0),
        Or => i64::from(left != 0 || right != 0),
        Implies => i64::from(left == 0 || right != 0),
    }
}
