//! Types, attributes and declared names.

use crate::cursor::{Line, Parsed};
use crate::raw::{
    Attribute, AttributeKind, Declarator, Dimension, Initial, Intent, Length, Size, TypeKind, TypeSpec, Upper,
};

/// The words that begin a type of the language.
pub(super) const INTRINSIC_TYPES: &[&str] =
    &["INTEGER", "REAL", "DOUBLE PRECISION", "DOUBLE COMPLEX", "COMPLEX", "LOGICAL", "CHARACTER", "BYTE"];

impl Line<'_> {
    /// A type. A parenthesis behind INTEGER and its like is a kind only if `kinds` says so: in
    /// `IMPLICIT REAL (A-H)` it is not.
    pub(crate) fn type_spec(&mut self, kinds: bool) -> Parsed<TypeSpec> {
        let start = self.start();
        let Some(word) =
            INTRINSIC_TYPES.iter().copied().chain(["TYPE", "CLASS"]).find(|word| self.keyword(word))
        else {
            // The name of a derived type in an array constructor or ALLOCATE.
            let name = self.name("a type")?;
            let span = name.span;
            return Ok(TypeSpec { kind: TypeKind::Derived(name), span });
        };
        let kind = match word {
            "INTEGER" => TypeKind::Integer(self.size(kinds)?),
            "REAL" => TypeKind::Real(self.size(kinds)?),
            "COMPLEX" => TypeKind::Complex(self.size(kinds)?),
            "LOGICAL" => TypeKind::Logical(self.size(kinds)?),
            "DOUBLE PRECISION" => TypeKind::DoublePrecision,
            "DOUBLE COMPLEX" => TypeKind::DoubleComplex,
            "BYTE" => TypeKind::Byte,
            "CHARACTER" => self.character(kinds)?,
            class => self.in_parentheses(|line| {
                if line.accept("*") {
                    Ok(TypeKind::Class(None))
                } else if class == "TYPE" {
                    line.intrinsic_or_derived()
                } else {
                    Ok(TypeKind::Class(Some(line.name("the name of a type")?)))
                }
            })?,
        };
        Ok(TypeSpec { kind, span: self.span_from(start) })
    }

    /// What opens a group, and `type ::` behind it, if that is there.
    pub(crate) fn open_typed(&mut self, open: &str) -> Parsed<Option<TypeSpec>> {
        let end = self.group_end(self.position()).unwrap_or(self.length());
        self.expect(open)?;
        if !self.double_colon_ahead(end.saturating_sub(1)) {
            return Ok(None);
        }
        let ty = self.type_spec(true)?;
        self.expect("::")?;
        Ok(Some(ty))
    }

    /// What stands in `TYPE(…)`: the name of a derived type, or a type of the language.
    fn intrinsic_or_derived(&mut self) -> Parsed<TypeKind> {
        let at = self.position();
        let name = self.name("the name of a type")?;
        if self.peek() == ')' && !INTRINSIC_TYPES.contains(&&*name.upper) {
            return Ok(TypeKind::Derived(name));
        }
        self.go_to(at);
        Ok(self.deeper(|line| line.type_spec(true))?.kind)
    }

    /// `*8`, `(8)` or `(KIND=8)`.
    pub(super) fn size(&mut self, kinds: bool) -> Parsed<Option<Size>> {
        if self.accept("*") {
            let at = self.position();
            let digits = self.digits();
            if digits.is_empty() {
                return Err(self.expected("a number of bytes"));
            }
            return match digits.parse() {
                Ok(bytes) => Ok(Some(Size::Bytes(bytes))),
                Err(_) => Err(self.error_from(at, "no number has so many bytes")),
            };
        }
        if !kinds || !self.accept("(") {
            return Ok(None);
        }
        if self.keyword_next("KIND") {
            self.argument_keyword();
        }
        let kind = self.expression()?;
        self.expect(")")?;
        Ok(Some(Size::Kind(Box::new(kind))))
    }

    fn character(&mut self, kinds: bool) -> Parsed<TypeKind> {
        let (mut length, mut kind) = (None, None);
        if self.accept("*") {
            length = Some(self.star_length()?);
        } else if kinds && self.accept("(") {
            let mut position = 0;
            loop {
                let keyword = self.argument_keyword();
                let is_kind = keyword.as_ref().map_or(position == 1, |keyword| &*keyword.upper == "KIND");
                match keyword {
                    Some(other) if !matches!(&*other.upper, "LEN" | "KIND") => {
                        return Err(self.error(other.span, "LEN or KIND expected"));
                    }
                    _ if is_kind => kind = Some(Box::new(self.expression()?)),
                    _ => length = Some(self.length_value()?),
                }
                position += 1;
                if position == 2 || !self.accept(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        Ok(TypeKind::Character { length, kind })
    }

    /// The length behind `*`.
    fn star_length(&mut self) -> Parsed<Length> {
        if self.is_next("(") {
            return self.in_parentheses(Self::length_value);
        }
        let at = self.start();
        let digits = self.digits();
        if digits.is_empty() {
            return Err(self.expected("a length"));
        }
        let kind = crate::raw::ExprKind::Int { digits, kind: None };
        Ok(Length::Given(Box::new(self.node_from(at, kind, 0)?)))
    }

    fn length_value(&mut self) -> Parsed<Length> {
        if self.accept("*") {
            Ok(Length::Assumed)
        } else if self.accept(":") {
            Ok(Length::Deferred)
        } else {
            Ok(Length::Given(Box::new(self.expression()?)))
        }
    }

    /// One attribute, as it stands between commas or begins a statement.
    pub(crate) fn attribute(&mut self) -> Parsed<Attribute> {
        let start = self.start();
        let kind = if let Some((_, kind)) = AttributeKind::WORDS.iter().find(|(word, _)| self.keyword(word)) {
            kind.clone()
        } else if self.keyword("DIMENSION") {
            self.expect("(")?;
            AttributeKind::Dimension(self.dimensions()?)
        } else if self.keyword("INTENT") {
            AttributeKind::Intent(self.intent()?)
        } else if self.keyword("BIND") {
            AttributeKind::Bind(self.binding()?)
        } else {
            return Err(self.expected("an attribute"));
        };
        Ok(Attribute { kind, span: self.span_from(start) })
    }

    pub(crate) fn intent(&mut self) -> Parsed<Intent> {
        self.in_parentheses(|line| {
            if line.keyword("IN OUT") {
                Ok(Intent::InOut)
            } else if line.keyword("IN") {
                Ok(Intent::In)
            } else if line.keyword("OUT") {
                Ok(Intent::Out)
            } else {
                Err(line.expected("IN, OUT or INOUT"))
            }
        })
    }

    /// `(C, NAME='text')` behind BIND; gives the name.
    pub(crate) fn binding(&mut self) -> Parsed<Option<String>> {
        self.in_parentheses(|line| {
            line.expect_keyword("C")?;
            if !line.accept(",") {
                return Ok(None);
            }
            line.argument_keyword();
            if !matches!(line.peek(), '\'' | '"') {
                return Err(line.expected("a name in quotes"));
            }
            Ok(Some(line.quoted()))
        })
    }

    /// Attributes up to `::`, each behind a comma.
    pub(crate) fn attributes(&mut self) -> Parsed<Vec<Attribute>> {
        let mut attributes = Vec::new();
        while self.accept(",") {
            attributes.push(self.attribute()?);
        }
        Ok(attributes)
    }

    /// Bounds up to the closing parenthesis.
    pub(crate) fn dimensions(&mut self) -> Parsed<Vec<Dimension>> {
        let dimensions = self.list(Self::dimension)?;
        self.expect(")")?;
        Ok(dimensions)
    }

    fn dimension(&mut self) -> Parsed<Dimension> {
        let start = self.start();
        let (low, high) = if self.accept("*") {
            (None, Upper::Star)
        } else if self.accept(":") {
            (None, Upper::Colon)
        } else {
            let first = self.expression()?;
            if !self.accept(":") {
                (None, Upper::Given(Box::new(first)))
            } else if self.accept("*") {
                (Some(first), Upper::Star)
            } else if matches!(self.peek(), ',' | ')') {
                (Some(first), Upper::Colon)
            } else {
                (Some(first), Upper::Given(Box::new(self.expression()?)))
            }
        };
        Ok(Dimension { low, high, span: self.span_from(start) })
    }

    /// Names with bounds, lengths and first values.
    pub(crate) fn declarators(&mut self) -> Parsed<Vec<Declarator>> {
        self.list(Self::declarator)
    }

    fn declarator(&mut self) -> Parsed<Declarator> {
        let mut declarator = self.plain_declarator()?;
        declarator.initial = self.initial()?;
        declarator.span = self.span_since(declarator.span);
        Ok(declarator)
    }

    /// A name with bounds and length.
    pub(crate) fn plain_declarator(&mut self) -> Parsed<Declarator> {
        let name = self.name("a name")?;
        let (mut dimensions, mut length) = (Vec::new(), None);
        loop {
            if dimensions.is_empty() && self.accept("(") {
                dimensions = self.dimensions()?;
            } else if length.is_none() && self.peek() == '*' && self.peek_ahead(1) != '*' {
                self.accept("*");
                length = Some(self.star_length()?);
            } else {
                break;
            }
        }
        if self.peek() == '[' {
            let span = self.span_at(self.position());
            return Err(self.refuse(span, "coarrays"));
        }
        let span = self.span_since(name.span);
        Ok(Declarator { name, dimensions, length, initial: None, span })
    }

    fn initial(&mut self) -> Parsed<Option<Initial>> {
        Ok(if self.accept("=>") {
            Some(Initial::Pointer(self.expression()?))
        } else if self.equals_next() {
            self.accept("=");
            Some(Initial::Value(self.expression()?))
        } else if self.accept("/") {
            Some(Initial::Data(self.data_values()?))
        } else {
            None
        })
    }
}
