//! Literals.

use dashu_int::IBig;
use sextant_base::Span;

use super::Unit;
use super::types::Lengths;
use crate::constant::wrap;
use crate::json::Node;
use crate::tree::{Expr, ExprKind, Global, GlobalId, GlobalKind, InitialItem, InitialValue};
use crate::types::{Float, TypeId};

impl Unit<'_> {
    pub(super) fn integer_literal(&mut self, node: &Node<'_>, span: Span) -> Expr {
        let ty = self.type_of(node);
        let value = node.value.parse::<IBig>().unwrap_or_default();
        // clang writes the code of a character without its sign.
        let value = self.program.types.integer(ty).map_or(value.clone(), |ty| wrap(value, ty));
        Expr { kind: ExprKind::Int(value), ty, span }
    }

    pub(super) fn floating_literal(&mut self, node: &Node<'_>, span: Span) -> Expr {
        let ty = self.type_of(node);
        let value: f64 = match &*node.value {
            "+Inf" => f64::INFINITY,
            "-Inf" => f64::NEG_INFINITY,
            text => text.parse().unwrap_or(f64::NAN),
        };
        let value = match self.program.types.float(ty) {
            Some(Float::Single) => f64::from(value as f32),
            _ => value,
        };
        Expr { kind: ExprKind::Real(value), ty, span }
    }

    /// A string literal as a place: equal ones are one object.
    pub(super) fn string_literal(&mut self, node: &Node<'_>, span: Span) -> Expr {
        let ty = self.type_of(node);
        let (elements, width) = self.string_elements(node, ty);
        let id = self.literal(elements, width, ty, span);
        Expr { kind: ExprKind::Global(id), ty: self.program.globals[id].ty, span }
    }

    /// The elements of a string literal, the zeros at its end included as far as the array goes, with their width.
    pub(super) fn string_elements(&mut self, node: &Node<'_>, ty: TypeId) -> (Vec<u32>, u64) {
        let types = &self.program.types;
        let width = types.element(ty).and_then(|element| types.size(element)).unwrap_or(1).max(1);
        let mut elements = decode(&node.value, width);
        if let Some(size) = types.size(ty) {
            // Zeros at the end of a large array need no room here.
            elements.truncate((size / width) as usize);
        }
        (elements, width)
    }

    fn literal(&mut self, elements: Vec<u32>, width: u64, ty: TypeId, span: Span) -> GlobalId {
        let key = (elements, width);
        if let Some(&known) = self.linker.literals.get(&key).filter(|&&id| self.program.globals[id].ty == ty)
        {
            return known;
        }
        let name = self.literal_name(&key.0);
        let value = InitialValue::Text(key.0.clone(), width);
        let item = InitialItem { offset: 0, field: None, ty, value };
        let items = self.constant_items(&crate::tree::Initial { zero: true, items: vec![item] });
        let id = self.program.globals.push(Global {
            constant: true,
            initial: Some(items),
            ..Global::new(name, ty, GlobalKind::Literal, self.library, span)
        });
        self.linker.literals.insert(key, id);
        id
    }

    /// The beginning of the text in quotes, with a number where that is not all.
    fn literal_name(&self, elements: &[u32]) -> String {
        const SHOWN: usize = 24;
        let shown: String = elements
            .iter()
            .take(SHOWN)
            .flat_map(|&element| char::from_u32(element).unwrap_or('\u{fffd}').escape_default())
            .collect();
        if elements.len() > SHOWN {
            format!("\"{shown}…\"{}", self.program.globals.len())
        } else {
            format!("\"{shown}\"")
        }
    }

    /// `(struct s){1, 2}`: in a function a new variable, else one of the program.
    pub(super) fn compound_literal(&mut self, node: &Node<'_>, initial: &Node<'_>, span: Span) -> Expr {
        let ty = self.type_text(&node.ty, Lengths::Compute, span).0;
        let initial = self.initial(initial, ty);
        if let Some(function) = &mut self.function {
            let local = function.hidden(ty, span);
            let place = Expr { kind: ExprKind::Compound(local, initial), ty, span };
            return self.after_pending(place);
        }
        let items = self.constant_items(&initial);
        self.linker.compounds += 1;
        let name = format!("literal.{}", self.linker.compounds);
        let id = self.program.globals.push(Global {
            constant: node.ty.written.starts_with("const"),
            initial: Some(items),
            ..Global::new(name, ty, GlobalKind::Literal, self.library, span)
        });
        Expr { kind: ExprKind::Global(id), ty, span }
    }
}

/// The elements that clang's text of a literal stands for. A text that ends early is cut there.
fn decode(text: &str, width: u64) -> Vec<u32> {
    let Some(start) = text.find('"') else { return Vec::new() };
    let mut elements = Vec::new();
    let mut signs = text[start + 1..].chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            // The end, or the join of two pieces.
            '"' => {}
            '\\' => elements.extend(escape(&mut signs, width)),
            _ => encode(sign, width, &mut elements),
        }
    }
    elements
}

fn escape(signs: &mut std::iter::Peekable<std::str::Chars<'_>>, width: u64) -> Vec<u32> {
    let Some(sign) = signs.next() else { return Vec::new() };
    let mut digits = |radix: u32, most: usize, first: u32| {
        let mut value = first;
        for _ in 0..most {
            let Some(digit) = signs.peek().and_then(|sign| sign.to_digit(radix)) else { break };
            value = value.wrapping_mul(radix).wrapping_add(digit);
            signs.next();
        }
        value
    };
    let code = match sign {
        'a' => 7,
        'b' => 8,
        't' => 9,
        'n' => 10,
        'v' => 11,
        'f' => 12,
        'r' => 13,
        'e' => 27,
        'x' => digits(16, 8, 0),
        '0'..='7' => digits(8, 2, sign.to_digit(8).unwrap_or(0)),
        'u' | 'U' => {
            let value = digits(16, if sign == 'u' { 4 } else { 8 }, 0);
            let mut elements = Vec::new();
            encode(char::from_u32(value).unwrap_or('\u{fffd}'), width, &mut elements);
            return elements;
        }
        other => other as u32,
    };
    vec![code]
}

/// A character in the code of literals with elements of that width.
fn encode(sign: char, width: u64, elements: &mut Vec<u32>) {
    match width {
        1 => elements.extend(sign.encode_utf8(&mut [0; 4]).bytes().map(u32::from)),
        2 => elements.extend(sign.encode_utf16(&mut [0; 2]).iter().map(|&unit| u32::from(unit))),
        _ => elements.push(sign as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn escapes_are_decoded() {
        assert_eq!(decode(r#""a\377\000b\"\n""#, 1), [97, 255, 0, 98, 34, 10]);
        assert_eq!(decode(r#"L"\x1234""b\u00e9""#, 4), [0x1234, 98, 0xe9]);
        assert_eq!(decode(r#"u"\U0001f600""#, 2), [0xd83d, 0xde00]);
        assert!(decode("\"\\", 1).is_empty());
    }
}
