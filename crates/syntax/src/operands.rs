//! The expressions directly inside expressions and places, in the order of the text.

use crate::{Expr, ExprKind, PartStep, Place, Selector};

/// Shows every direct operand of the expression, subscripts of its places included.
pub fn each_operand<'a>(expr: &'a Expr, show: &mut dyn FnMut(&'a Expr)) {
    match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::Real(_)
        | ExprKind::Text(_)
        | ExprKind::Procedure(_)
        | ExprKind::Symbol(_)
        | ExprKind::IsPresent(_)
        | ExprKind::BoundOf(..) => {}
        ExprKind::Load(place)
        | ExprKind::DimensionOf(_, place, _)
        | ExprKind::LengthOf(place)
        | ExprKind::HasStorage(place) => each_place_operand(place, show),
        ExprKind::SameStorage(left, right) => {
            each_place_operand(left, show);
            each_place_operand(right, show);
        }
        ExprKind::Unary(_, operand) | ExprKind::Convert(operand) | ExprKind::Wrap(operand) => show(operand),
        ExprKind::Memory(memory) => memory.parts().into_iter().for_each(show),
        ExprKind::Effect(effect) => effect.parts().into_iter().for_each(show),
        ExprKind::Specification(specification) => specification.parts().into_iter().for_each(show),
        ExprKind::Binary(_, left, right) | ExprKind::Complex(left, right) => {
            show(left);
            show(right);
        }
        ExprKind::Intrinsic(_, arguments) => arguments.iter().for_each(show),
        ExprKind::Call(_, arguments) | ExprKind::CallParameter(_, arguments) => {
            arguments.iter().for_each(|argument| show(&argument.expr));
        }
    }
}

/// Lets every direct operand of an expression without calls and effects be changed.
pub fn each_operand_mut(expr: &mut Expr, change: &mut dyn FnMut(&mut Expr)) {
    match &mut expr.kind {
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::Real(_)
        | ExprKind::Text(_)
        | ExprKind::Procedure(_)
        | ExprKind::Symbol(_)
        | ExprKind::IsPresent(_)
        | ExprKind::BoundOf(..) => {}
        ExprKind::Load(place)
        | ExprKind::DimensionOf(_, place, _)
        | ExprKind::LengthOf(place)
        | ExprKind::HasStorage(place) => each_place_operand_mut(place, change),
        ExprKind::SameStorage(left, right) => {
            each_place_operand_mut(left, change);
            each_place_operand_mut(right, change);
        }
        ExprKind::Unary(_, operand) | ExprKind::Convert(operand) | ExprKind::Wrap(operand) => change(operand),
        ExprKind::Memory(memory) => memory.parts_mut().into_iter().for_each(change),
        ExprKind::Specification(specification) => specification.parts_mut().into_iter().for_each(change),
        ExprKind::Binary(_, left, right) | ExprKind::Complex(left, right) => {
            change(left);
            change(right);
        }
        ExprKind::Intrinsic(_, arguments) => arguments.iter_mut().for_each(change),
        ExprKind::Call(..) | ExprKind::CallParameter(..) | ExprKind::Effect(_) => {}
    }
}

/// Shows every subscript and bound in the steps of a place.
pub fn each_place_operand<'a>(place: &'a Place, show: &mut dyn FnMut(&'a Expr)) {
    match place {
        Place::Variable(_) => {}
        Place::Element(_, subscript) => show(subscript),
        Place::Part(part) => part.steps.iter().for_each(|step| each_step_operand(step, show)),
    }
}

/// Shows every subscript and bound in a step of a place.
pub fn each_step_operand<'a>(step: &'a PartStep, show: &mut dyn FnMut(&'a Expr)) {
    match step {
        PartStep::Element(subscripts) => subscripts.iter().for_each(show),
        PartStep::Section(selectors) => {
            for selector in selectors {
                match selector {
                    Selector::Subscript(subscript) => show(subscript),
                    Selector::Range(from, to, by) => {
                        [from, to, by].into_iter().flatten().for_each(&mut *show)
                    }
                }
            }
        }
        PartStep::Characters(from, to) => [from, to].into_iter().flatten().for_each(show),
        PartStep::Component(_) | PartStep::ComplexPart(_) => {}
    }
}

/// Lets every subscript and bound in the steps of a place be changed.
pub fn each_place_operand_mut(place: &mut Place, change: &mut dyn FnMut(&mut Expr)) {
    let steps = match place {
        Place::Variable(_) => return,
        Place::Element(_, subscript) => return change(subscript),
        Place::Part(part) => &mut part.steps,
    };
    for step in steps {
        match step {
            PartStep::Element(subscripts) => subscripts.iter_mut().for_each(&mut *change),
            PartStep::Section(selectors) => selectors.iter_mut().for_each(|selector| match selector {
                Selector::Subscript(subscript) => change(subscript),
                Selector::Range(from, to, by) => {
                    [from, to, by].into_iter().flatten().for_each(&mut *change);
                }
            }),
            PartStep::Characters(from, to) => [from, to].into_iter().flatten().for_each(&mut *change),
            PartStep::Component(_) | PartStep::ComplexPart(_) => {}
        }
    }
}
