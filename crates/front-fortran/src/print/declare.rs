//! Prints specification statements.

use super::expr::{expr, items, names, quoted};
use super::{Printer, given, join, word_of};
use crate::raw::{
    Access, Attribute, AttributeKind, DataValue, Declaration, Declarator, Dimension, GenericName,
    ImplicitRule, Initial, Intent, Label, Length, SaveItem, Size, TypeKind, TypeSpec, Upper, Use,
};

pub(super) fn type_spec(ty: &TypeSpec) -> String {
    let sized = |word: &str, size: &Option<Size>| match size {
        None => word.to_owned(),
        Some(Size::Bytes(bytes)) => format!("{word}*{bytes}"),
        Some(Size::Kind(kind)) => format!("{word}({})", expr(kind)),
    };
    match &ty.kind {
        TypeKind::Integer(size) => sized("INTEGER", size),
        TypeKind::Real(size) => sized("REAL", size),
        TypeKind::Complex(size) => sized("COMPLEX", size),
        TypeKind::Logical(size) => sized("LOGICAL", size),
        TypeKind::DoublePrecision => "DOUBLE PRECISION".to_owned(),
        TypeKind::DoubleComplex => "DOUBLE COMPLEX".to_owned(),
        TypeKind::Byte => "BYTE".to_owned(),
        TypeKind::Character { length, kind } => {
            let length = length.as_ref().map(|length| format!("LEN={}", length_text(length)));
            let kind = kind.as_ref().map(|kind| format!("KIND={}", expr(kind)));
            let parts: Vec<String> = length.into_iter().chain(kind).collect();
            if parts.is_empty() { "CHARACTER".to_owned() } else { format!("CHARACTER({})", join(parts)) }
        }
        TypeKind::Derived(name) => format!("TYPE({})", name.written),
        TypeKind::Class(Some(name)) => format!("CLASS({})", name.written),
        TypeKind::Class(None) => "CLASS(*)".to_owned(),
    }
}

fn length_text(length: &Length) -> String {
    match length {
        Length::Given(length) => expr(length),
        Length::Assumed => "*".to_owned(),
        Length::Deferred => ":".to_owned(),
    }
}

pub(super) fn bind(name: &Option<String>) -> String {
    format!("BIND(C{})", given(name, |name| format!(", NAME={}", quoted(name))))
}

fn attribute(attribute: &Attribute) -> String {
    match &attribute.kind {
        AttributeKind::Bind(name) => bind(name),
        AttributeKind::Dimension(bounds) if bounds.is_empty() => "DIMENSION".to_owned(),
        AttributeKind::Dimension(bounds) => format!("DIMENSION({})", dimensions(bounds)),
        AttributeKind::Intent(Intent::In) => "INTENT(IN)".to_owned(),
        AttributeKind::Intent(Intent::Out) => "INTENT(OUT)".to_owned(),
        AttributeKind::Intent(Intent::InOut) => "INTENT(INOUT)".to_owned(),
        word => word_of(&AttributeKind::WORDS, word).to_owned(),
    }
}

/// Attributes, each behind a comma.
fn attributes(list: &[Attribute]) -> String {
    list.iter().map(|item| format!(", {}", attribute(item))).collect()
}

fn dimensions(bounds: &[Dimension]) -> String {
    join(bounds.iter().map(|dimension| {
        let high = match &dimension.high {
            Upper::Given(high) => expr(high),
            Upper::Star => "*".to_owned(),
            Upper::Colon => ":".to_owned(),
        };
        match &dimension.low {
            Some(low) if dimension.high == Upper::Colon => format!("{}:", expr(low)),
            Some(low) => format!("{}:{high}", expr(low)),
            None => high,
        }
    }))
}

fn declarators(list: &[Declarator]) -> String {
    join(list.iter().map(declarator))
}

fn declarator(declarator: &Declarator) -> String {
    let mut text = declarator.name.written.to_string();
    if !declarator.dimensions.is_empty() {
        text += &format!("({})", dimensions(&declarator.dimensions));
    }
    text += &given(&declarator.length, |length| format!("*({})", length_text(length)));
    text + &match &declarator.initial {
        None => String::new(),
        Some(Initial::Value(value)) => format!(" = {}", expr(value)),
        Some(Initial::Pointer(target)) => format!(" => {}", expr(target)),
        Some(Initial::Data(values)) => format!(" /{}/", data_values(values)),
    }
}

fn data_values(values: &[DataValue]) -> String {
    join(
        values
            .iter()
            .map(|value| given(&value.repeat, |repeat| format!("{}*", expr(repeat))) + &expr(&value.value)),
    )
}

fn generic(name: &GenericName) -> String {
    match name {
        GenericName::Name(name) => name.written.to_string(),
        GenericName::Operator(operator, _) => format!("OPERATOR({operator})"),
        GenericName::Assignment(_) => "ASSIGNMENT(=)".to_owned(),
    }
}

fn implicit_rule(rule: &ImplicitRule) -> String {
    let letters = rule.letters.iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    format!("{} ({})", type_spec(&rule.ty), join(letters))
}

fn use_text(used: &Use) -> String {
    let items = join(used.items.iter().map(|item| {
        generic(&item.local) + &given(&item.original, |original| format!(" => {}", generic(original)))
    }));
    let nature = if used.intrinsic { ", INTRINSIC ::" } else { "" };
    let only = match (used.only, items.is_empty()) {
        (true, _) => format!(", ONLY: {items}"),
        (false, true) => String::new(),
        (false, false) => format!(", {items}"),
    };
    format!("USE{nature} {}{only}", used.module.written)
}

/// A statement on one line.
fn short(declaration: &Declaration) -> String {
    let listed = |word: &str, list: String| {
        if list.is_empty() { word.to_owned() } else { format!("{word} :: {list}") }
    };
    match declaration {
        Declaration::Type { ty, attributes: list, names } => {
            format!("{}{} :: {}", type_spec(ty), attributes(list), declarators(names))
        }
        Declaration::Attribute { attribute: kind, names } => {
            format!("{} :: {}", attribute(kind), declarators(names))
        }
        Declaration::Save(list) => {
            let list = join(list.iter().map(|item| match item {
                SaveItem::Variable(name) => name.written.to_string(),
                SaveItem::Common(name) => format!("/{}/", name.written),
            }));
            listed("SAVE", list)
        }
        Declaration::Access { access, items } => {
            let word = if *access == Access::Public { "PUBLIC" } else { "PRIVATE" };
            listed(word, join(items.iter().map(generic)))
        }
        Declaration::Parameter(list) => {
            let list = list.iter().map(|(name, value)| format!("{} = {}", name.written, expr(value)));
            format!("PARAMETER ({})", join(list))
        }
        Declaration::Common(blocks) => {
            let blocks = blocks.iter().map(|block| {
                let name = block.name.as_ref().map_or("", |name| &name.written);
                format!(" /{name}/ {}", declarators(&block.items))
            });
            format!("COMMON{}", blocks.collect::<String>())
        }
        Declaration::Equivalence(groups) => {
            let groups = groups.iter().map(|group| format!("({})", join(group.iter().map(expr))));
            format!("EQUIVALENCE {}", join(groups))
        }
        Declaration::Data(groups) => {
            let groups = groups
                .iter()
                .map(|group| format!("{} /{}/", items(&group.targets), data_values(&group.values)));
            format!("DATA {}", join(groups))
        }
        Declaration::ImplicitNone => "IMPLICIT NONE".to_owned(),
        Declaration::Implicit(rules) => format!("IMPLICIT {}", join(rules.iter().map(implicit_rule))),
        Declaration::Namelist(groups) => {
            let groups = groups.iter().map(|(group, list)| format!(" /{}/ {}", group.written, names(list)));
            format!("NAMELIST{}", groups.collect::<String>())
        }
        Declaration::Use(used) => use_text(used),
        Declaration::Import(list) => listed("IMPORT", names(list)),
        Declaration::Procedure { interface, ty, attributes: list, names } => {
            let interface = interface.as_ref().map(|name| name.written.to_string());
            let interface = interface.or(ty.as_ref().map(type_spec)).unwrap_or_default();
            format!("PROCEDURE({interface}){} :: {}", attributes(list), declarators(names))
        }
        Declaration::Unsupported(what) => format!("! unsupported: {what}"),
        Declaration::DerivedType(_) | Declaration::Interface(_) | Declaration::Enumeration(_) => {
            String::new()
        }
    }
}

impl Printer {
    pub(super) fn declaration(&mut self, label: Option<Label>, declaration: &Declaration) {
        match declaration {
            Declaration::DerivedType(definition) => {
                let extends = given(&definition.extends, |name| format!(", EXTENDS({})", name.written));
                let is_abstract = if definition.is_abstract { ", ABSTRACT" } else { "" };
                let attributes = attributes(&definition.attributes);
                let name = &definition.name.written;
                self.line(label, &format!("TYPE{is_abstract}{extends}{attributes} :: {name}"));
                self.indented(|printer| {
                    if definition.sequence {
                        printer.line(None, "SEQUENCE");
                    }
                    for (component, _) in &definition.components {
                        printer.declaration(None, component);
                    }
                });
                self.line(None, "END TYPE");
            }
            Declaration::Interface(interface) => {
                let word = if interface.is_abstract { "ABSTRACT INTERFACE" } else { "INTERFACE" };
                let name = given(&interface.generic, |name| format!(" {}", generic(name)));
                self.line(label, &format!("{word}{name}"));
                self.indented(|printer| {
                    interface.bodies.iter().for_each(|body| printer.unit(body));
                    if !interface.procedures.is_empty() {
                        printer.line(None, &format!("MODULE PROCEDURE {}", names(&interface.procedures)));
                    }
                });
                self.line(None, "END INTERFACE");
            }
            Declaration::Enumeration(values) => {
                self.line(label, "ENUM, BIND(C)");
                self.indented(|printer| {
                    for (name, value) in values {
                        let value = given(value, |value| format!(" = {}", expr(value)));
                        printer.line(None, &format!("ENUMERATOR :: {}{value}", name.written));
                    }
                });
                self.line(None, "END ENUM");
            }
            other => self.line(label, &short(other)),
        }
    }
}

/// `type ::` in front of something, if there is one.
pub(super) fn leading_type(ty: Option<&TypeSpec>) -> String {
    ty.map_or(String::new(), |ty| format!("{} :: ", type_spec(ty)))
}
