//! The meaning of every operation, by the kind of its operands.

use super::arithmetic::{integer, real};
use super::bits::{bit_comparison, bit_operation};
use super::float::{float_comparison, float_conversion, float_operation};
use super::{ArrayValue, Value};
use crate::Op;

/// The value of an operation on values: the one meaning of every operation. A constant or symbol operation, or
/// operands of the wrong sorts, are mistakes of the caller; they give `false`.
pub fn apply_op(op: &Op, args: &[&Value]) -> Value {
    debug_assert!(!matches!(op, Op::Symbol(_)), "a symbol has no value of its own");
    let value = match op {
        Op::Not | Op::And | Op::Or | Op::Implies => boolean(op, args),
        Op::Eq => Some(Value::Bool(args[0] == args[1])),
        Op::Ne => Some(Value::Bool(args[0] != args[1])),
        Op::Ite => args[0].as_bool().map(|condition| (*args[if condition { 1 } else { 2 }]).clone()),
        Op::Select | Op::Store | Op::Fill => array(op, args),
        Op::Bool(value) => Some(Value::Bool(*value)),
        Op::Int(value) => Some(Value::Int(value.clone())),
        Op::Real(value) => Some(Value::Real(value.clone())),
        Op::Bits(width, value) => Some(Value::Bits(*width, value.clone())),
        Op::Float(kind, bits) => Some(Value::Float(*kind, *bits)),
        _ => by_first_operand(op, args),
    };
    debug_assert!(value.is_some(), "{op:?} on {args:?}");
    value.unwrap_or(Value::Bool(false))
}

fn by_first_operand(op: &Op, args: &[&Value]) -> Option<Value> {
    match args.first()? {
        Value::Int(_) => integer(op, args),
        Value::Real(_) => real(op, args),
        Value::Bits(..) => bit_comparison(op, args).map(Value::Bool).or_else(|| bit_operation(op, args)),
        Value::Float(..) => float_comparison(op, args)
            .map(Value::Bool)
            .or_else(|| float_operation(op, args))
            .or_else(|| float_conversion(op, args)),
        Value::Bool(_) | Value::Array(_) => None,
    }
}

fn boolean(op: &Op, args: &[&Value]) -> Option<Value> {
    let truth = |value: &&Value| value.as_bool() == Some(true);
    Some(Value::Bool(match op {
        Op::Not => !truth(args.first()?),
        Op::And => args.iter().all(truth),
        Op::Or => args.iter().any(truth),
        Op::Implies => !truth(args.first()?) || truth(args.get(1)?),
        _ => return None,
    }))
}

fn array(op: &Op, args: &[&Value]) -> Option<Value> {
    match (op, args) {
        (Op::Select, [Value::Array(array), Value::Int(index)]) => Some(array.get(index).clone()),
        (Op::Store, [Value::Array(array), Value::Int(index), value]) => {
            let mut array = array.clone();
            array.set(index.clone(), (*value).clone());
            Some(Value::Array(array))
        }
        (Op::Fill, [value]) => Some(Value::Array(ArrayValue::filled((*value).clone()))),
        _ => None,
    }
}
