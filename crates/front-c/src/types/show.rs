//! Types as C writes them, the name of the variable at its place.

use super::{Float, Type, TypeId, Types};

impl Types {
    /// A declaration of a name, or the type alone if the name is empty.
    pub fn declaration(&self, id: TypeId, name: &str) -> String {
        match self.get(id) {
            Type::Pointer(to) => {
                let inner = format!("*{name}");
                match self.get(*to) {
                    Type::Array(..) | Type::Variable(..) | Type::Function(_) => {
                        self.declaration(*to, &format!("({inner})"))
                    }
                    _ => self.declaration(*to, &inner),
                }
            }
            Type::Array(element, length) => {
                let length = length.map_or(String::new(), |length| length.to_string());
                self.declaration(*element, &format!("{name}[{length}]"))
            }
            Type::Variable(element, bound) => {
                let bound = bound.map_or("*".to_owned(), |bound| format!("{bound:?}"));
                self.declaration(*element, &format!("{name}[{bound}]"))
            }
            Type::Function(function) => {
                let mut parameters: Vec<String> =
                    function.parameters.iter().map(|&parameter| self.show(parameter)).collect();
                if function.variadic {
                    parameters.push("...".to_owned());
                } else if parameters.is_empty() && function.prototyped {
                    parameters.push("void".to_owned());
                }
                self.declaration(function.result, &format!("{name}({})", parameters.join(", ")))
            }
            _ if name.is_empty() => self.base(id),
            _ => format!("{} {name}", self.base(id)),
        }
    }

    /// The type alone.
    pub fn show(&self, id: TypeId) -> String {
        self.declaration(id, "")
    }

    fn base(&self, id: TypeId) -> String {
        match self.get(id) {
            Type::Void => "void".to_owned(),
            Type::Bool => "_Bool".to_owned(),
            Type::Int(ty) => {
                let word = match ty.bits {
                    8 => "char",
                    16 => "short",
                    32 => "int",
                    64 => "long",
                    _ => "__int128",
                };
                if ty.signed { word.to_owned() } else { format!("unsigned {word}") }
            }
            Type::Float(Float::Single) => "float".to_owned(),
            Type::Float(Float::Double) => "double".to_owned(),
            Type::Float(Float::Extended) => "long double".to_owned(),
            Type::Complex(part) => format!("_Complex {}", self.show(*part)),
            Type::Enum(id) => named("enum", &self.enums[*id].name, id.0),
            Type::Record(id) => {
                let record = &self.records[*id];
                named(if record.union { "union" } else { "struct" }, &record.name, id.0)
            }
            Type::Vector(element, length) => format!("vector {length} of {}", self.show(*element)),
            Type::Builtin => "builtin".to_owned(),
            Type::Pointer(_) | Type::Array(..) | Type::Variable(..) | Type::Function(_) => self.show(id),
        }
    }
}

fn named(word: &str, name: &str, number: u32) -> String {
    if name.is_empty() { format!("{word} #{number}") } else { format!("{word} {name}") }
}
