//! Reads the types that clang writes: `unsigned int (*[3])(const char *, ...)`.
//!
//! The result is what stands there; names are looked up by the caller, who knows what is declared.

use sextant_syntax::IntType;

use super::{Float, Type};

/// A type as it is written.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Written {
    /// A type that needs no declaration.
    Base(Type),
    /// A typedef.
    Named(String),
    /// `struct S`, without the names of the records around it.
    Tag(String),
    /// A struct, union or enum without a name, by its place `file:line:column`.
    Unnamed(String),
    /// `typeof(…)`: a type or an expression.
    TypeOf(String),
    /// A complex type.
    Complex(Box<Written>),
    /// A vector, with its length as it is written.
    Vector(Box<Written>, String),
    /// A pointer.
    Pointer(Box<Written>),
    /// An array.
    Array(Box<Written>, Length),
    /// A function.
    Function {
        /// What it returns.
        result: Box<Written>,
        /// The parameters.
        parameters: Vec<Written>,
        /// Whether there may be more arguments.
        variadic: bool,
        /// Whether the parameters are known.
        prototyped: bool,
    },
}

/// The length of an array as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Length {
    /// `[]`
    Unknown,
    /// `[3]`
    Number(u64),
    /// `[*]`
    Star,
    /// `[n + 1]`
    Text(String),
}

/// Words in types that mean nothing here.
const IGNORED: [&str; 12] = [
    "const",
    "volatile",
    "restrict",
    "__restrict",
    "__restrict__",
    "static",
    "__unaligned",
    "_Noreturn",
    "__ptr32",
    "__ptr64",
    "_Nonnull",
    "_Nullable",
];

/// Reads a type; the error says what is not understood.
pub(crate) fn parse(text: &str) -> Result<Written, String> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    let written = parser.whole()?;
    if parser.at_end() { Ok(written) } else { Err(parser.refusal()) }
}

/// Types are nested at most this deep.
const DEEPEST: usize = 200;

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn at_end(&mut self) -> bool {
        self.blanks();
        self.rest().is_empty()
    }

    fn refusal(&self) -> String {
        format!("the type `{}` is not understood", self.text)
    }

    fn eat(&mut self, mark: &str) -> bool {
        self.blanks();
        let found = self.rest().starts_with(mark);
        if found {
            self.at += mark.len();
        }
        found
    }

    /// The word that comes next.
    fn peek_word(&mut self) -> &'t str {
        self.blanks();
        let rest = self.rest();
        let end = rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_' && sign != '$');
        &rest[..end.unwrap_or(rest.len())]
    }

    /// The text between brackets of a kind, which come next.
    fn bracketed(&mut self) -> Result<&'t str, String> {
        self.blanks();
        let start = self.at;
        let mut depth = 0usize;
        let mut quote = None;
        let mut escaped = false;
        for (offset, sign) in self.rest().char_indices() {
            match (quote, sign) {
                _ if escaped => escaped = false,
                (Some(_), '\\') => escaped = true,
                (Some(mark), _) if sign == mark => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'') => quote = Some(sign),
                (None, '(' | '[' | '{') => depth += 1,
                (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 && quote.is_none() {
                self.at = start + offset + 1;
                return Ok(self.text[start + 1..start + offset].trim());
            }
        }
        Err(format!("a bracket is not closed in the type `{}`", self.text))
    }

    fn whole(&mut self) -> Result<Written, String> {
        if self.depth >= DEEPEST {
            return Err("a type is nested too deeply".to_owned());
        }
        self.depth += 1;
        let base = self.specifiers()?;
        let written = self.declarator(base);
        self.depth -= 1;
        written
    }

    /// Another text, one level deeper.
    fn inside(&self, text: &'t str) -> Parser<'t> {
        Parser { text, at: 0, depth: self.depth }
    }

    fn specifiers(&mut self) -> Result<Written, String> {
        let mut words: Vec<&str> = Vec::new();
        let mut found = None;
        let mut vector = None;
        loop {
            let word = self.peek_word();
            let start = self.at;
            self.at += word.len();
            match word {
                "" if self.eat("<") => {
                    let end = self.rest().find('>').ok_or("a type is not understood")?;
                    self.at += end + 1;
                    found = Some(Written::Base(Type::Builtin));
                }
                "" => break,
                _ if IGNORED.contains(&word) => {}
                "__attribute__" => vector = vector.or(vector_length(self.bracketed()?)),
                "struct" | "union" | "enum" => found = Some(self.tag()?),
                "typeof" | "__typeof__" | "__typeof" | "typeof_unqual" => {
                    self.blanks();
                    if !self.rest().starts_with('(') {
                        return Err(self.refusal());
                    }
                    found = Some(Written::TypeOf(self.bracketed()?.to_owned()));
                }
                "_Atomic" => {
                    if self.rest().starts_with('(') {
                        let inner = self.bracketed()?;
                        found = Some(self.inside(inner).whole()?);
                    }
                }
                "void" | "char" | "short" | "int" | "long" | "float" | "double" | "signed" | "unsigned"
                | "_Bool" | "bool" | "__int128" | "_Complex" => words.push(word),
                _ if words.is_empty() && found.is_none() => found = Some(Written::Named(word.to_owned())),
                _ => {
                    self.at = start;
                    break;
                }
            }
        }
        let complex = words.contains(&"_Complex");
        words.retain(|word| *word != "_Complex");
        let base = match found {
            Some(found) => found,
            None => Written::Base(base(&words).ok_or_else(|| self.refusal())?),
        };
        let base = if complex { Written::Complex(Box::new(base)) } else { base };
        Ok(match vector {
            Some(length) => Written::Vector(Box::new(base), length),
            None => base,
        })
    }

    /// What follows `struct`, `union` or `enum`.
    fn tag(&mut self) -> Result<Written, String> {
        loop {
            self.blanks();
            if self.rest().starts_with('(') {
                let inner = self.bracketed()?;
                let place = inner.split_once(" at ").map_or("", |(_, place)| place);
                return Ok(Written::Unnamed(place.to_owned()));
            }
            let name = self.peek_word();
            self.at += name.len();
            // Names of records around it stand in front of a nested one.
            if !self.eat("::") {
                return Ok(Written::Tag(name.to_owned()));
            }
        }
    }

    fn qualifiers(&mut self) -> Result<(), String> {
        loop {
            let word = self.peek_word();
            if IGNORED.contains(&word) || word == "_Atomic" {
                self.at += word.len();
            } else if word == "__attribute__" {
                self.at += word.len();
                self.bracketed()?;
            } else {
                return Ok(());
            }
        }
    }

    fn declarator(&mut self, mut base: Written) -> Result<Written, String> {
        self.qualifiers()?;
        while self.eat("*") {
            base = Written::Pointer(Box::new(base));
            self.qualifiers()?;
        }
        self.blanks();
        let nested = self.rest().strip_prefix('(').is_some_and(|inner| {
            // Attributes may stand in front of a declarator, but also of the first parameter of a function.
            without_attributes(inner).starts_with(['*', '(', '['])
        });
        let inner = if nested { Some(self.bracketed()?) } else { None };
        let mut suffixes = Vec::new();
        loop {
            self.qualifiers()?;
            let bracket = self.rest().chars().next();
            match bracket {
                Some('[') => suffixes.push((true, self.bracketed()?)),
                Some('(') => suffixes.push((false, self.bracketed()?)),
                _ => break,
            }
        }
        for (array, text) in suffixes.into_iter().rev() {
            base =
                if array { Written::Array(Box::new(base), length(text)) } else { self.function(base, text)? };
        }
        let Some(text) = inner else { return Ok(base) };
        if self.depth >= DEEPEST {
            return Err("a type is nested too deeply".to_owned());
        }
        let mut parser = Parser { text, at: 0, depth: self.depth + 1 };
        let written = parser.declarator(base)?;
        if parser.at_end() { Ok(written) } else { Err(self.refusal()) }
    }

    fn function(&self, result: Written, text: &'t str) -> Result<Written, String> {
        let mut parameters = Vec::new();
        let (mut variadic, mut prototyped) = (false, true);
        match text {
            "" => prototyped = false,
            "void" => {}
            _ => {
                for parameter in split(text) {
                    if parameter == "..." {
                        variadic = true;
                        continue;
                    }
                    let mut parser = self.inside(parameter);
                    parameters.push(parser.whole()?);
                    if !parser.at_end() {
                        return Err(self.refusal());
                    }
                }
            }
        }
        Ok(Written::Function { result: Box::new(result), parameters, variadic, prototyped })
    }
}

/// The parts between commas that are in no bracket.
fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    for (at, sign) in text.char_indices() {
        match sign {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

fn length(text: &str) -> Length {
    let words = text.split_whitespace().filter(|word| !IGNORED.contains(word));
    let text = words.collect::<Vec<_>>().join(" ");
    match text.as_str() {
        "" => Length::Unknown,
        "*" => Length::Star,
        _ => match text.parse() {
            Ok(number) => Length::Number(number),
            Err(_) => Length::Text(text),
        },
    }
}

/// What follows attributes.
fn without_attributes(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some(behind) = rest.strip_prefix("__attribute__") {
        let mut depth = 0;
        let end = behind.char_indices().find_map(|(at, sign)| {
            depth += i32::from(sign == '(') - i32::from(sign == ')');
            (depth == 0 && sign == ')').then_some(at + 1)
        });
        rest = behind[end.unwrap_or(behind.len())..].trim_start();
    }
    rest
}

/// The length in `((__vector_size__(4 * sizeof(int))))`.
fn vector_length(attribute: &str) -> Option<String> {
    let (_, rest) =
        attribute.split_once("__vector_size__(").or_else(|| attribute.split_once("ext_vector_type("))?;
    let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Some(number)
}

/// The type that words like `unsigned long` stand for.
fn base(words: &[&str]) -> Option<Type> {
    let count = |word| words.iter().filter(|other| **other == word).count();
    let signed = count("unsigned") == 0;
    let int = |bits| Some(Type::Int(IntType { bits, signed }));
    match (words, count("long")) {
        ([], _) => None,
        (["void"], _) => Some(Type::Void),
        (["_Bool" | "bool"], _) => Some(Type::Bool),
        (["float"], _) => Some(Type::Float(Float::Single)),
        (words, 0) if words.contains(&"double") => Some(Type::Float(Float::Double)),
        (words, _) if words.contains(&"double") => Some(Type::Float(Float::Extended)),
        (words, _) if words.contains(&"char") => int(8),
        (words, _) if words.contains(&"short") => int(16),
        (words, _) if words.contains(&"__int128") => int(128),
        (_, 0) => int(32),
        _ => int(64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(bits: u8, signed: bool) -> Written {
        Written::Base(Type::Int(IntType { bits, signed }))
    }

    fn pointer(to: Written) -> Written {
        Written::Pointer(Box::new(to))
    }

    #[test]
    fn declarators_are_read_from_the_inside() {
        let function = Written::Function {
            result: Box::new(int(32, false)),
            parameters: vec![pointer(int(8, true))],
            variadic: true,
            prototyped: true,
        };
        let expected = Written::Array(Box::new(pointer(function)), Length::Number(3));
        assert_eq!(parse("unsigned int (*[3])(const char *, ...)"), Ok(expected));
    }

    #[test]
    fn a_function_may_return_a_pointer_to_a_function() {
        let Ok(Written::Function { result, parameters, .. }) = parse("void (*(int, void (*)(int)))(int)")
        else {
            panic!("a function")
        };
        assert!(matches!(*result, Written::Pointer(_)));
        assert_eq!(parameters.len(), 2);
    }

    #[test]
    fn arrays_of_arrays_keep_their_order() {
        let Ok(Written::Array(inner, Length::Text(outer))) = parse("int[n][n + 1]") else {
            panic!("an array")
        };
        assert_eq!(outer, "n");
        assert_eq!(*inner, Written::Array(Box::new(int(32, true)), Length::Text("n + 1".to_owned())));
    }

    #[test]
    fn types_without_a_name_have_a_place() {
        for text in [
            "union P::(anonymous at d (1)/a.c:6:35)",
            "union P::(anonymous union at d (1)/a.c:6:35)",
            "union (unnamed union at d (1)/a.c:6:35)",
        ] {
            assert_eq!(parse(text), Ok(Written::Unnamed("d (1)/a.c:6:35".to_owned())), "{text}");
        }
    }

    #[test]
    fn words_qualifiers_and_attributes_are_understood() {
        assert_eq!(parse("const volatile unsigned long long *restrict"), Ok(pointer(int(64, false))));
        assert_eq!(parse("_Atomic(unsigned char)"), Ok(int(8, false)));
        assert_eq!(parse("typeof (x + \")\") *"), Ok(pointer(Written::TypeOf("x + \")\"".to_owned()))));
        assert!(matches!(parse("void (int) __attribute__((noreturn))"), Ok(Written::Function { .. })));
        let attributed = "unsigned long (__attribute__((noescape)) const void *, unsigned long)";
        assert!(matches!(parse(attributed), Ok(Written::Function { .. })));
        assert!(matches!(
            parse("__attribute__((__vector_size__(4 * sizeof(int)))) int"),
            Ok(Written::Vector(..))
        ));
        assert!(parse("int (").is_err() && parse("").is_err() && parse("int]").is_err());
    }

    #[test]
    fn depth_is_limited() {
        for text in
            ["(*".repeat(100_000), "int (".repeat(100_000), "int (*".repeat(5_000) + &")".repeat(5_000)]
        {
            assert!(parse(&text).is_err());
        }
    }
}
