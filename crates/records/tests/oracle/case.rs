//! Cases as text: a header, indented items, records of input behind `<`, expected results behind `|` and `!`.
//!
//! ```text
//! write (I5,F8.3)
//!   i4 5
//!   r4 3F800000
//! |    5   1.000
//! ```
//!
//! Reals are bits in hexadecimal; characters are written with %-escapes behind an apostrophe. Items of `namelist` and
//! `readnamelist` have names and may have several values. In cases of reading the values are those before it.

use sextant_records::{Type, Value};

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    Write(String),
    Internal(String, usize, usize),
    List(String),
    ListInternal(usize, usize),
    Namelist(String),
    Read(String),
    ReadList,
    ReadNamelist,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub name: String,
    pub of: Type,
    pub values: Vec<Value>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub action: Action,
    pub items: Vec<Item>,
    pub input: Vec<String>,
    pub expected: Vec<String>,
}

impl Case {
    pub fn new(action: Action, items: Vec<Item>) -> Case {
        Case { action, items, input: Vec::new(), expected: Vec::new() }
    }

    pub fn reads(&self) -> bool {
        matches!(self.action, Action::Read(_) | Action::ReadList | Action::ReadNamelist)
    }

    pub fn show(&self) -> String {
        let mut text = match &self.action {
            Action::Write(format) => format!("write {format}\n"),
            Action::Internal(format, count, length) => format!("internal {count} {length} {format}\n"),
            Action::List(delimiter) => format!("list {delimiter}\n"),
            Action::ListInternal(count, length) => format!("listinternal {count} {length}\n"),
            Action::Namelist(delimiter) => format!("namelist {delimiter}\n"),
            Action::Read(format) => format!("read {format}\n"),
            Action::ReadList => "readlist\n".into(),
            Action::ReadNamelist => "readnamelist\n".into(),
        };
        for item in &self.items {
            let name = if item.name.is_empty() { String::new() } else { format!("{}=", item.name) };
            let values: Vec<String> = item.values.iter().map(token).collect();
            text += &format!("  {name}{} {}\n", type_name(item.of), values.join(" "));
        }
        for line in &self.input {
            text += &format!("<{line}\n");
        }
        for line in &self.expected {
            text += &format!("{line}\n");
        }
        text + "\n"
    }
}

pub fn parse(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.as_bytes()[0] {
            b' ' => cases.last_mut().expect("a header first").items.push(item(line.trim())),
            b'<' => cases.last_mut().expect("a header first").input.push(line[1..].to_owned()),
            b'|' | b'!' => cases.last_mut().expect("a header first").expected.push(line.to_owned()),
            _ => cases.push(Case::new(header(line), Vec::new())),
        }
    }
    cases
}

fn header(line: &str) -> Action {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let numbers = |text: &str| -> Vec<usize> {
        text.split(' ').take(2).map(|number| number.parse().expect("a number")).collect()
    };
    match word {
        "write" => Action::Write(rest.to_owned()),
        "internal" => {
            let format = rest.splitn(3, ' ').nth(2).expect("a format").to_owned();
            Action::Internal(format, numbers(rest)[0], numbers(rest)[1])
        }
        "list" => Action::List(rest.to_owned()),
        "listinternal" => Action::ListInternal(numbers(rest)[0], numbers(rest)[1]),
        "namelist" => Action::Namelist(rest.to_owned()),
        "read" => Action::Read(rest.to_owned()),
        "readlist" => Action::ReadList,
        "readnamelist" => Action::ReadNamelist,
        other => panic!("unknown kind of case {other}"),
    }
}

fn item(text: &str) -> Item {
    let (head, values) = text.split_once(' ').unwrap_or((text, ""));
    let (name, kind) = head.split_once('=').unwrap_or(("", head));
    let of = type_of(kind);
    let values = values.split(' ').filter(|word| !word.is_empty()).map(|word| value(of, word)).collect();
    Item { name: name.to_owned(), of, values }
}

pub fn type_name(of: Type) -> String {
    match of {
        Type::Integer(kind) => format!("i{kind}"),
        Type::Real32 => "r4".into(),
        Type::Real64 => "r8".into(),
        Type::Complex32 => "z4".into(),
        Type::Complex64 => "z8".into(),
        Type::Logical(kind) => format!("l{kind}"),
        Type::Character(length) => format!("c{length}"),
    }
}

fn type_of(name: &str) -> Type {
    let number = name[1..].parse::<usize>().expect("a number");
    match (&name[..1], number) {
        ("i", kind) => Type::Integer(kind as u8),
        ("r", 4) => Type::Real32,
        ("r", _) => Type::Real64,
        ("z", 4) => Type::Complex32,
        ("z", _) => Type::Complex64,
        ("l", kind) => Type::Logical(kind as u8),
        (_, length) => Type::Character(length),
    }
}

pub fn token(value: &Value) -> String {
    match value {
        Value::Integer(value, _) => value.to_string(),
        Value::Real32(value) => format!("{:08X}", value.to_bits()),
        Value::Real64(value) => format!("{:016X}", value.to_bits()),
        Value::Complex32(re, im) => format!("{:08X},{:08X}", re.to_bits(), im.to_bits()),
        Value::Complex64(re, im) => format!("{:016X},{:016X}", re.to_bits(), im.to_bits()),
        Value::Logical(value, _) => if *value { "T" } else { "F" }.into(),
        Value::Character(text) => {
            let plain = |byte: &u8| byte.is_ascii_graphic() && *byte != b'%';
            let escape =
                |byte: &u8| if plain(byte) { (*byte as char).to_string() } else { format!("%{byte:02X}") };
            format!("'{}", text.iter().map(escape).collect::<String>())
        }
        Value::Opaque(id, _) => format!("?{id}"),
    }
}

fn value(of: Type, word: &str) -> Value {
    let single = |word: &str| f32::from_bits(u32::from_str_radix(word, 16).expect("bits"));
    let double = |word: &str| f64::from_bits(u64::from_str_radix(word, 16).expect("bits"));
    let pair = || word.split_once(',').expect("two parts");
    match of {
        Type::Integer(kind) => Value::Integer(word.parse().expect("an integer"), kind),
        Type::Real32 => Value::Real32(single(word)),
        Type::Real64 => Value::Real64(double(word)),
        Type::Complex32 => Value::Complex32(single(pair().0), single(pair().1)),
        Type::Complex64 => Value::Complex64(double(pair().0), double(pair().1)),
        Type::Logical(kind) => Value::Logical(word == "T", kind),
        Type::Character(_) => Value::Character(unescape(&word[1..])),
    }
}

fn unescape(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut plain = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'%' {
            plain.push(u8::from_str_radix(&text[at + 1..at + 3], 16).expect("an escape"));
            at += 3;
        } else {
            plain.push(bytes[at]);
            at += 1;
        }
    }
    plain
}
