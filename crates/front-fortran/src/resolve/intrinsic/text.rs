//! Functions of texts.

use sextant_base::Span;
use sextant_syntax::{BinaryOp, Expr, ExprKind, Intrinsic, Place, TextLength, Type};

use super::Given;
use crate::resolve::Resolver;
use crate::resolve::build::{self, INT, TEXT, convert, element_type, intrinsic};

impl Resolver<'_, '_> {
    pub(super) fn text_function(&mut self, upper: &str, given: Given, span: Span) -> Result<Expr, Given> {
        let is_text = |at: usize| matches!(given.get(at), Some(Some(x)) if matches!(element_type(&x.ty), Type::Text(_)));
        let operands = |count: usize| given.iter().take(count).flatten().cloned().collect::<Vec<_>>();
        let first_code = matches!(upper, "CHAR" | "ACHAR")
            && matches!(given.first(), Some(Some(x)) if matches!(element_type(&x.ty), Type::Int(_)));
        if first_code {
            return Ok(intrinsic(Intrinsic::CharacterOf, operands(1), TEXT, span));
        }
        if !is_text(0) {
            return Err(given);
        }
        let both = is_text(1);
        Ok(match upper {
            "LEN" => match given[0].as_ref() {
                Some(text) => self.length_of(text),
                None => return Err(given),
            },
            "NEW_LINE" => build::text("\n", span),
            "LEN_TRIM" => intrinsic(Intrinsic::TrimmedLength, operands(1), INT, span),
            "TRIM" => intrinsic(Intrinsic::Trim, operands(1), TEXT, span),
            "ADJUSTL" => intrinsic(Intrinsic::AdjustLeft, operands(1), TEXT, span),
            "ADJUSTR" => intrinsic(Intrinsic::AdjustRight, operands(1), TEXT, span),
            "ICHAR" | "IACHAR" => intrinsic(Intrinsic::CodeOf, operands(1), INT, span),
            "INDEX" if both => intrinsic(Intrinsic::IndexOf, operands(3), INT, span),
            "SCAN" if both => intrinsic(Intrinsic::ScanFor, operands(3), INT, span),
            "VERIFY" if both => intrinsic(Intrinsic::VerifyAgainst, operands(3), INT, span),
            "REPEAT" => match operands(2).as_slice() {
                [text, count] if matches!(count.ty, Type::Int(_)) => {
                    intrinsic(Intrinsic::Repeat, vec![text.clone(), count.clone()], TEXT, span)
                }
                _ => return Err(given),
            },
            "LGE" | "LGT" | "LLE" | "LLT" if both => {
                let op = match upper {
                    "LGE" => BinaryOp::GreaterEqual,
                    "LGT" => BinaryOp::Greater,
                    "LLE" => BinaryOp::LessEqual,
                    _ => BinaryOp::Less,
                };
                let mut operands = operands(2).into_iter();
                match (operands.next(), operands.next()) {
                    (Some(left), Some(right)) => build::binary(op, left, right),
                    _ => return Err(given),
                }
            }
            _ => return Err(given),
        })
    }

    /// The length of a text.
    pub(crate) fn length_of(&mut self, text: &Expr) -> Expr {
        let span = text.span;
        if let Type::Text(TextLength::Given(length)) = element_type(&text.ty)
            && build::int_value(length).is_some()
        {
            return Expr { span, ..(**length).clone() };
        }
        match &text.kind {
            ExprKind::Text(bytes) => build::int(bytes.len(), span),
            ExprKind::Load(place) => self.length_of_place(place, span),
            ExprKind::Binary(BinaryOp::Concatenate, left, right) => {
                let (left, right) = (self.length_of(left), self.length_of(right));
                build::add(left, right)
            }
            ExprKind::Intrinsic(Intrinsic::CharacterOf, _) => build::int(1, span),
            ExprKind::Intrinsic(
                Intrinsic::AdjustLeft | Intrinsic::AdjustRight | Intrinsic::Choose,
                operands,
            ) if !operands.is_empty() => self.length_of(&operands[0]),
            ExprKind::Intrinsic(Intrinsic::Trim, operands) => {
                intrinsic(Intrinsic::TrimmedLength, operands.clone(), INT, span)
            }
            ExprKind::Intrinsic(Intrinsic::Repeat, operands) if operands.len() == 2 => {
                let length = self.length_of(&operands[0]);
                build::multiply(length, convert(operands[1].clone(), &INT))
            }
            ExprKind::Call(procedure, _) => {
                let result = self.signatures[procedure.0 as usize].result;
                match result.and_then(|result| self.entity_type(result)) {
                    Some(Type::Text(TextLength::Given(length))) if build::int_value(&length).is_some() => {
                        Expr { span, ..*length }
                    }
                    _ => self.length_of_kept(text, span),
                }
            }
            _ => self.length_of_kept(text, span),
        }
    }

    fn length_of_kept(&mut self, text: &Expr, span: Span) -> Expr {
        let variable = self.temporary("text", TEXT, span);
        self.before(build::set(variable, text.clone()), span);
        Expr { kind: ExprKind::LengthOf(Place::Variable(variable)), ty: INT, span }
    }

    fn length_of_place(&mut self, place: &Place, span: Span) -> Expr {
        if let Place::Part(part) = place
            && let Some(sextant_syntax::PartStep::Characters(Some(from), Some(to))) = part.steps.last()
            && let (Some(from), Some(to)) = (build::int_value(from), build::int_value(to))
        {
            let length = to - from + dashu_int::IBig::ONE;
            return build::int(length.max(dashu_int::IBig::ZERO), span);
        }
        // The length of an array of texts is that of any element, so its place serves as well.
        Expr { kind: ExprKind::LengthOf(place.clone()), ty: INT, span }
    }
}
