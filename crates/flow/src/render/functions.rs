//! Functions of the language and questions about places.

use sextant_syntax::{Bound, Expr, ExprKind, Intrinsic, Place, Storage, Type};

use super::{Expect, Level, Renderer};

impl Renderer<'_> {
    pub(super) fn intrinsic(&mut self, function: Intrinsic, arguments: &[Expr], ty: &Type) {
        let real = matches!(ty, Type::Real(_));
        match function {
            Intrinsic::Nearest if self.is_fortran() && real => self.out.push_str("ANINT"),
            _ if self.is_fortran() => self.out.push_str(function.signature().fortran),
            _ => self.word(function.signature().name),
        }
        let expect = match function {
            // Truth values may stand here as they are.
            Intrinsic::Choose | Intrinsic::IndexOf | Intrinsic::ScanFor | Intrinsic::VerifyAgainst => {
                Expect::Anything
            }
            _ => Expect::Number,
        };
        self.list(arguments, |renderer, argument| renderer.expr(argument, Level::Implication, expect));
    }

    pub(super) fn bound_word(&mut self, bound: Bound) {
        match bound {
            Bound::Low => self.word("lbound"),
            Bound::High if self.is_fortran() => self.out.push_str("UBOUND"),
            Bound::High => self.word("hbound"),
        }
    }

    /// A function of places themselves.
    pub(super) fn question(&mut self, flow: &str, fortran: &str, places: &[&Place]) {
        if self.is_fortran() {
            self.out.push_str(fortran);
        } else {
            self.word(flow);
        }
        self.list(places, |renderer, place| renderer.place(place));
    }

    /// How Fortran asks whether a place has storage.
    pub(super) fn storage_question(&self, place: &Place) -> &'static str {
        let variable = self.graph.and_then(|graph| graph.variables.get(place.variable()));
        match (variable, place) {
            (Some(variable), Place::Variable(_))
                if variable.storage == Storage::Parameter && !matches!(variable.ty, Type::Handle(_)) =>
            {
                "PRESENT"
            }
            _ => "ALLOCATED",
        }
    }

    pub(super) fn complex(&mut self, real: &Expr, imaginary: &Expr) {
        let constant = |expr: &Expr| matches!(expr.kind, ExprKind::Real(_));
        if self.is_fortran() {
            self.out.push_str(if constant(real) && constant(imaginary) { "" } else { "CMPLX" });
        } else {
            self.word("complex");
        }
        self.list(&[real, imaginary], |renderer, part| {
            renderer.expr(part, Level::Implication, Expect::Anything);
        });
    }
}
