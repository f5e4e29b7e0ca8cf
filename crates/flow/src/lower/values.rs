//! Expressions and places with their calls taken out and their conversions made explicit.

use sextant_base::Span;
use sextant_syntax::{
    BinaryOp, Expr, ExprKind, Part, PartStep, Place, Selector, Type, UnaryOp, VarId, each_place_operand_mut,
};

use super::blocks::Builder;
use crate::Action;
use crate::operands::any_in;
use crate::typing::{
    TEXT, as_logical, as_number, binary_operands, intrinsic_argument, is_constant, place_type, specified,
    unary_operand, used_type,
};

impl Builder<'_> {
    /// The expression without calls; they are emitted on the way.
    pub fn value(&mut self, expr: &Expr) -> Expr {
        // The length of a computed text is that of its value.
        let mut ty = if matches!(expr.ty, Type::Text(_)) { TEXT } else { expr.ty.clone() };
        let kind = match &expr.kind {
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Real(_)
            | ExprKind::Text(_)
            | ExprKind::Procedure(_)
            | ExprKind::Symbol(_)
            | ExprKind::IsPresent(_)
            | ExprKind::BoundOf(..) => expr.kind.clone(),
            ExprKind::Load(place) => {
                let place = self.place(place);
                ty = place_type(&self.variables[place.variable()].ty, &place);
                ExprKind::Load(place)
            }
            ExprKind::DimensionOf(bound, place, dimension) => {
                ExprKind::DimensionOf(*bound, self.place(place), *dimension)
            }
            ExprKind::LengthOf(place) => ExprKind::LengthOf(self.place(place)),
            ExprKind::HasStorage(place) => ExprKind::HasStorage(self.place(place)),
            ExprKind::SameStorage(left, right) => ExprKind::SameStorage(self.place(left), self.place(right)),
            ExprKind::Complex(real, imaginary) => {
                ExprKind::Complex(Box::new(self.value(real)), Box::new(self.value(imaginary)))
            }
            ExprKind::Unary(operator, operand) => {
                let operand = self.value(operand);
                ExprKind::Unary(*operator, Box::new(unary_operand(*operator, operand)))
            }
            ExprKind::Binary(operator @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Implies), left, right)
                if any_in(right, &is_call) =>
            {
                return self.called_if_needed(*operator, left, right);
            }
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                let (left, right) = binary_operands(*operator, left, right);
                ExprKind::Binary(*operator, Box::new(left), Box::new(right))
            }
            ExprKind::Intrinsic(function, arguments) => {
                let arguments = arguments.iter().enumerate().map(|(position, argument)| {
                    intrinsic_argument(*function, position, self.value(argument))
                });
                ExprKind::Intrinsic(*function, arguments.collect())
            }
            ExprKind::Call(procedure, arguments) => {
                let result = self.function_call(*procedure, arguments, expr);
                return self.load(result, expr.span);
            }
            ExprKind::CallParameter(variable, arguments) => {
                let result = self.parameter_call(*variable, arguments, expr);
                return self.load(result, expr.span);
            }
            ExprKind::Convert(operand) => ExprKind::Convert(Box::new(self.value(operand))),
            ExprKind::Wrap(operand) => ExprKind::Wrap(Box::new(self.value(operand))),
            ExprKind::Memory(memory) => ExprKind::Memory(Box::new(memory.map(|part| self.value(part)))),
            ExprKind::Effect(effect) => return self.effect(effect, expr),
            ExprKind::Specification(specification) => {
                ExprKind::Specification(Box::new(specified(specification.map(|part| self.value(part)))))
            }
        };
        Expr { kind, ty, span: expr.span }
    }

    /// A connective, where functions in `right` are called only if `left` does not settle it.
    fn called_if_needed(&mut self, operator: BinaryOp, left: &Expr, right: &Expr) -> Expr {
        let mut left = self.condition(left);
        if operator == BinaryOp::Implies {
            let (ty, span) = (left.ty.clone(), left.span);
            left = Expr { kind: ExprKind::Unary(UnaryOp::Not, Box::new(left)), ty, span };
        }
        let settled = self.keep("logical", left);
        let (more, done) = (self.new_block(), self.new_block());
        let (holds, fails) = if operator == BinaryOp::And { (more, done) } else { (done, more) };
        self.branch(settled.clone(), holds, fails);
        self.enter_if_referenced(more);
        let value = self.condition(right);
        if let ExprKind::Load(place) = &settled.kind {
            self.emit(Action::Assign(place.clone(), value), right.span);
        }
        self.join(done);
        settled
    }

    pub fn load(&self, variable: VarId, span: Span) -> Expr {
        let ty = used_type(&self.variables[variable].ty);
        Expr { kind: ExprKind::Load(Place::Variable(variable)), ty, span }
    }

    /// The expression as a condition.
    pub fn condition(&mut self, expr: &Expr) -> Expr {
        as_logical(self.value(expr))
    }

    /// The expression as a subscript, a bound or a count.
    pub fn subscript(&mut self, expr: &Expr) -> Expr {
        as_number(self.value(expr))
    }

    pub fn place(&mut self, place: &Place) -> Place {
        match place {
            Place::Variable(variable) => Place::Variable(*variable),
            Place::Element(variable, subscript) => {
                Place::Element(*variable, Box::new(self.subscript(subscript)))
            }
            Place::Part(part) => self.part(part),
        }
    }

    /// A part; an element that a subscript alone names is written as one.
    fn part(&mut self, part: &Part) -> Place {
        let mut steps: Vec<PartStep> = part.steps.iter().map(|step| self.part_step(step)).collect();
        let whole = &self.variables[part.base].ty;
        if let [PartStep::Element(subscripts)] = steps.as_mut_slice()
            && whole.rank() == 1
            && whole.scalar().is_simple()
            && subscripts.len() == 1
            && let Some(subscript) = subscripts.pop()
        {
            return Place::Element(part.base, Box::new(subscript));
        }
        Place::Part(Box::new(Part { base: part.base, steps, ty: part.ty.clone() }))
    }

    fn part_step(&mut self, step: &PartStep) -> PartStep {
        match step {
            PartStep::Element(subscripts) => {
                PartStep::Element(subscripts.iter().map(|subscript| self.subscript(subscript)).collect())
            }
            PartStep::Section(selectors) => {
                PartStep::Section(selectors.iter().map(|selector| self.selector(selector)).collect())
            }
            PartStep::Characters(from, to) => PartStep::Characters(self.bound(from), self.bound(to)),
            PartStep::Component(_) | PartStep::ComplexPart(_) => step.clone(),
        }
    }

    fn selector(&mut self, selector: &Selector) -> Selector {
        match selector {
            Selector::Subscript(subscript) => Selector::Subscript(self.subscript(subscript)),
            Selector::Range(from, to, by) => {
                Selector::Range(self.bound(from), self.bound(to), self.bound(by))
            }
        }
    }

    /// The place with its subscripts kept, so that nothing changes it any more.
    pub fn kept_place(&mut self, mut place: Place) -> Place {
        each_place_operand_mut(&mut place, &mut |subscript| {
            if !is_constant(subscript) {
                *subscript = self.keep("subscript", subscript.clone());
            }
        });
        place
    }

    fn bound(&mut self, bound: &Option<Expr>) -> Option<Expr> {
        bound.as_ref().map(|bound| self.subscript(bound))
    }
}

fn is_call(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Call(..) | ExprKind::CallParameter(..))
}
