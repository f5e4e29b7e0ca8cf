//! How a driver declares what a call needs, in the language of the program.

use sextant_base::Span;
use sextant_report::{Driver, InputSource};
use sextant_session::{Call, Session};
use sextant_state::{EntryArgument, EntryBlock, EntryText, EntryValue};
use sextant_syntax::{ArrayBounds, Handed, IntType, Language, RealType, TextLength, Type};

/// How a driver calls the procedure of a call.
pub(super) fn driver(session: &Session, call: &Call) -> Driver {
    if session.program().main == Some(call.entry.procedure) {
        return program_driver(session, call);
    }
    let made = match session.program().language {
        Language::C => c_driver(session, call),
        Language::Fortran => fortran_driver(session, call),
        Language::Pli | Language::Flow => Ok(Driver::default()),
    };
    made.unwrap_or_else(|reason| Driver { refused: Some(reason), ..Driver::default() })
}

/// A whole program: its arguments are constants, and functions give it inputs.
fn program_driver(session: &Session, call: &Call) -> Driver {
    let mut driver = Driver { program: true, ..Driver::default() };
    if session.program().language != Language::C {
        return driver;
    }
    let texts = call.entry.arguments.iter().find_map(|argument| match argument {
        EntryArgument::Texts(texts) => Some(texts),
        _ => None,
    });
    let count = session.program().procedures[call.entry.procedure].parameters.len();
    let call = match (count, texts) {
        (0, _) | (_, None) => "main()".to_owned(),
        (count, Some(texts)) => {
            // What a test gives stands in an object of its own.
            let shown = |(at, text): (usize, &EntryText)| match text {
                EntryText::Known(bytes) => format!("{:?}", String::from_utf8_lossy(bytes)),
                EntryText::Symbolic(_) => format!("sextant_argument_{at}"),
            };
            let list: Vec<String> = texts.iter().enumerate().map(shown).collect();
            let more = if count > 2 { ", 0" } else { "" };
            format!("main({}, (char *[]){{{}, 0}}{more})", list.len(), list.join(", "))
        }
    };
    driver.arguments.push(call);
    driver.sources = input_sources(session);
    driver.named_inputs = names_inputs(session);
    driver
}

/// Whether the program asks for inputs by names, as programs for KLEE do.
fn names_inputs(session: &Session) -> bool {
    let functions = ["klee_make_symbolic", "klee_int", "klee_range"];
    let texts: Vec<&str> = session.sources().ids().map(|id| session.sources().text(id)).collect();
    functions.iter().any(|name| texts.iter().any(|text| stands_in(text, name)))
}

/// The functions of the program's surroundings that give inputs, as far as it mentions them.
fn input_sources(session: &Session) -> Vec<InputSource> {
    let texts: Vec<&str> = session.sources().ids().map(|id| session.sources().text(id)).collect();
    let mut found = Vec::new();
    for (kind, ty) in INPUT_KINDS {
        for prefix in ["__VERIFIER_nondet_", "nondet_"] {
            let function = format!("{prefix}{kind}");
            if texts.iter().any(|text| stands_in(text, &function)) {
                let input = format!("nondet_{kind}");
                found.push(InputSource { input, function, ty: (*ty).to_owned() });
            }
        }
    }
    found
}

fn c_driver(session: &Session, call: &Call) -> Result<Driver, String> {
    let graph = &session.program().procedures[call.entry.procedure];
    let head = session.sources().snippet(graph.span);
    let written = written_parameters(head, &graph.name);
    let mut driver = Driver { sources: input_sources(session), ..Driver::default() };
    let given = call.entry.arguments.iter().zip(&graph.parameters);
    let given = given.filter(|(argument, _)| !is_result(argument));
    for (at, (argument, &parameter)) in given.enumerate() {
        let variable = &graph.variables[parameter];
        let name = &variable.name;
        let text = written.as_ref().and_then(|all| all.get(at)).map(String::as_str);
        match argument {
            EntryArgument::Block { object: EntryBlock { name: object, content, handed, .. }, behind } => {
                if *content == Type::Procedure {
                    return Err(format!("{name} is a function of the caller"));
                }
                let is_row = matches!(content, Type::Array(..));
                let element = match text.and_then(|text| pointed_to(text, name)) {
                    // The name of a type hides that it is a pointer or an array.
                    Some(element) if is_row && text.is_some_and(|text| !text.contains(['*', '['])) => {
                        format!("__typeof__((*({element} *)0)[0])")
                    }
                    Some(element) => element,
                    None => c_type(pointee(content))
                        .ok_or_else(|| format!("the type of {name} cannot be written"))?,
                };
                if element.ends_with('*') && behind.is_empty() {
                    // Its bytes are inputs; as pointers they cannot be written.
                    return Err(format!("what {name} leads to has no driver"));
                }
                driver.arguments.push(object.clone());
                match content {
                    _ if handed.is_some() => driver.declarations.push(format!("static {element} {object};")),
                    Type::Array(_, bounds) => {
                        let count = elements(bounds).ok_or("an object without a constant size")?;
                        driver.declarations.push(format!("static {element} {object}[{count}];"));
                        for (at, inner) in behind.iter().enumerate() {
                            driver.declarations.extend(object_behind(&element, object, at, inner)?);
                        }
                    }
                    _ => {
                        driver.declarations.push(format!("static {element} {object}_object;"));
                        driver.declarations.push(format!("{element} *const {object} = &{object}_object;"));
                    }
                }
            }
            EntryArgument::Value(EntryValue::Int(value)) if matches!(variable.ty, Type::Pointer(_)) => {
                debug_assert!(*value == dashu_int::IBig::ZERO);
                driver.arguments.push("0".into());
            }
            EntryArgument::Value(EntryValue::Int(value)) => driver.arguments.push(value.to_string()),
            EntryArgument::Scalar { name: symbol, .. } => {
                let ty =
                    c_type(&variable.ty).ok_or_else(|| format!("the type of {name} cannot be written"))?;
                driver.declarations.push(format!("static {ty} {symbol};"));
                driver.arguments.push(symbol.clone());
            }
            _ => return Err(format!("the argument for {name} has no driver")),
        }
    }
    driver.returns = match &graph.returns {
        None if call.entry.arguments.iter().any(is_result) => {
            Some(written_result(head, &graph.name).ok_or("the type of the result cannot be written")?)
        }
        None => None,
        Some(Type::Pointer(_)) => Some("const void *".into()),
        Some(ty) => Some(c_type(ty).ok_or("the type of the result cannot be written")?),
    };
    Ok(driver)
}

fn fortran_driver(session: &Session, call: &Call) -> Result<Driver, String> {
    let graph = &session.program().procedures[call.entry.procedure];
    if !call.text.eq_ignore_ascii_case(&graph.name) {
        return Err("only a procedure on inputs of all kinds has a driver".into());
    }
    let mut driver = Driver::default();
    if graph.name.contains('.') {
        return Err("an internal procedure has no driver".into());
    }
    let module = module_of(session, graph.span);
    driver.declarations.extend(module.iter().map(|module| format!("use {module}")));
    for (argument, &parameter) in call.entry.arguments.iter().zip(&graph.parameters) {
        let variable = &graph.variables[parameter];
        let name = &variable.name;
        let of = match (variable.ty.scalar(), argument) {
            // A module can be asked for its types.
            (Type::Record(record), _) if module.is_some() => {
                format!("type({})", session.program().records[*record].name)
            }
            (Type::Text(_), EntryArgument::Storage { length: Some(length), .. }) => {
                format!("character(len={length})")
            }
            (ty, _) => fortran_type(ty).ok_or_else(|| format!("the type of {name} has no driver"))?,
        };
        let shape = match &variable.ty {
            Type::Array(_, bounds) => {
                let open = bounds.iter().any(|one| !matches!(one, ArrayBounds::Sequence { .. }));
                if open && module.is_none() {
                    return Err(format!("{name} needs an explicit interface"));
                }
                if open && bounds.len() > 1 {
                    return Err(format!("{name} has several dimensions that its argument decides about"));
                }
                ", allocatable, dimension(:)"
            }
            _ => "",
        };
        driver.declarations.push(format!("{of}{shape} :: {name}"));
        driver.arguments.push(name.clone());
    }
    driver.declarations.extend(common_blocks(session));
    driver.returns = match &graph.returns {
        Some(ty) => Some(fortran_type(ty).ok_or("the type of the result has no driver")?),
        None => None,
    };
    Ok(driver)
}

/// The Fortran module that a place lies in: the last one that begins before it and has not ended.
fn module_of(session: &Session, span: Span) -> Option<String> {
    let text = session.sources().text(span.source).get(..span.start as usize)?;
    let mut module = None;
    for line in text.lines() {
        let line = line.trim().to_ascii_lowercase();
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some("module"), Some(name)) if name != "procedure" => module = Some(name.to_owned()),
            (Some("end"), Some("module")) | (Some("endmodule"), _) => module = None,
            _ => {}
        }
    }
    module
}

/// COMMON as a driver declares it: the pieces of each block in order.
fn common_blocks(session: &Session) -> Vec<String> {
    let mut blocks: Vec<(String, Vec<String>)> = Vec::new();
    let mut lines = Vec::new();
    for area in session.program().areas.iter() {
        let Some((block, _)) = area.name.strip_prefix('/').and_then(|name| name.split_once('/')) else {
            continue;
        };
        for item in &area.items {
            let Some(of) = fortran_type(item.ty.scalar()) else { continue };
            let size = match &item.ty {
                Type::Array(_, bounds) => {
                    let sizes: Vec<String> = sextant_state::constant_bounds(bounds)
                        .unwrap_or_default()
                        .iter()
                        .map(|(low, high)| format!("{low}:{high}"))
                        .collect();
                    format!("({})", sizes.join(","))
                }
                _ => String::new(),
            };
            lines.push(format!("{of} :: {}{size}", item.name));
            match blocks.iter_mut().find(|(known, _)| known == block) {
                Some((_, names)) => names.push(item.name.clone()),
                None => blocks.push((block.to_owned(), vec![item.name.clone()])),
            }
        }
    }
    lines.extend(blocks.into_iter().map(|(block, names)| format!("common /{block}/ {}", names.join(", "))));
    lines
}

/// What `__VERIFIER_nondet_…` can be asked for.
const INPUT_KINDS: &[(&str, &str)] = &[
    ("int", "int"),
    ("uint", "unsigned"),
    ("unsigned", "unsigned"),
    ("unsigned_int", "unsigned"),
    ("short", "short"),
    ("ushort", "unsigned short"),
    ("char", "char"),
    ("uchar", "unsigned char"),
    ("long", "long"),
    ("ulong", "unsigned long"),
    ("longlong", "long long"),
    ("ulonglong", "unsigned long long"),
    ("size_t", "unsigned long"),
    ("bool", "_Bool"),
    ("float", "float"),
    ("double", "double"),
    ("u8", "unsigned char"),
    ("u16", "unsigned short"),
    ("u32", "unsigned"),
];

/// Whether a name stands in a text as a word.
pub(super) fn stands_in(text: &str, name: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    text.match_indices(name).any(|(at, _)| {
        let before = at.checked_sub(1).map(|at| text.as_bytes()[at]);
        let behind = text.as_bytes().get(at + name.len()).copied();
        !before.is_some_and(letter) && !behind.is_some_and(letter)
    })
}

/// Declares what one of several pointers leads to.
fn object_behind(pointer: &str, object: &str, at: usize, inner: &EntryBlock) -> Result<[String; 2], String> {
    let element = pointer.trim_end().strip_suffix('*').map(str::trim).filter(|element| *element != "void");
    let element = match element {
        Some(element) => element.to_owned(),
        None => c_type(pointee(&inner.content))
            .ok_or_else(|| format!("the type of {} cannot be written", inner.name))?,
    };
    let size = match &inner.content {
        Type::Array(_, bounds) => elements(bounds).ok_or("an object without a constant size")?,
        _ => 1,
    };
    Ok([
        format!("static {element} {object}_{at}[{size}];"),
        format!("{object}[{at}] = ({pointer}){object}_{at};"),
    ])
}

/// Whether an argument is only the place for a result.
fn is_result(argument: &EntryArgument) -> bool {
    matches!(argument, EntryArgument::Block { object, .. } if object.handed == Some(Handed::Result))
}

fn pointee(content: &Type) -> &Type {
    content.scalar()
}

fn elements(bounds: &[ArrayBounds]) -> Option<i64> {
    let pairs = sextant_state::constant_bounds(bounds)?;
    Some(pairs.iter().map(|(low, high)| high - low + 1).product())
}

/// The type of the result as the head of a function writes it.
fn written_result(head: &str, name: &str) -> Option<String> {
    let before = &head[..head.find(name)?];
    let storage = ["static", "extern", "inline", "__inline", "__inline__", "const"];
    let words: Vec<&str> = before.split_whitespace().filter(|word| !storage.contains(word)).collect();
    let plain = |sign: char| sign.is_alphanumeric() || sign == '_';
    (!words.is_empty() && words.iter().all(|word| word.chars().all(plain))).then(|| words.join(" "))
}

/// The parameters as the head of a function writes them.
fn written_parameters(head: &str, name: &str) -> Option<Vec<String>> {
    let from = head.find(name)? + name.len();
    let open = from + head[from..].find('(')?;
    let mut depth = 0;
    let mut parameters = vec![String::new()];
    for letter in head[open..].chars() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        match (letter, depth) {
            (')', 0) => return Some(parameters),
            ('(', 1) => {}
            (',', 1) => parameters.push(String::new()),
            _ => parameters.last_mut()?.push(letter),
        }
    }
    None
}

/// The type that a parameter points to, as it is written; of a record passed by value, the record.
fn pointed_to(written: &str, name: &str) -> Option<String> {
    let at = written.rfind(name)?;
    let (before, behind) = (written[..at].trim_end(), written[at + name.len()..].trim());
    let element = match (before.strip_suffix('*'), behind.starts_with('[')) {
        (Some(element), false) => element,
        (None, true) | (None, false) => before,
        (Some(_), true) => return None,
    };
    let element: Vec<&str> = element
        .split_whitespace()
        .filter(|word| !matches!(*word, "const" | "volatile" | "restrict" | "register"))
        .collect();
    let element = element.join(" ");
    match element.as_str() {
        "" => None,
        "void" => Some("unsigned char".into()),
        _ if element.contains(['(', ')']) => None,
        _ => Some(element),
    }
}

/// A type of C by its size and sign.
fn c_type(ty: &Type) -> Option<String> {
    Some(
        match ty {
            Type::Int(IntType { bits: 1, signed: false }) => "_Bool",
            Type::Int(IntType { bits: 8, signed: true }) => "signed char",
            Type::Int(IntType { bits: 8, signed: false }) => "unsigned char",
            Type::Int(IntType { bits: 16, signed: true }) => "short",
            Type::Int(IntType { bits: 16, signed: false }) => "unsigned short",
            Type::Int(IntType { bits: 32, signed: true }) => "int",
            Type::Int(IntType { bits: 32, signed: false }) => "unsigned",
            Type::Int(IntType { bits: 64, signed: true }) => "long",
            Type::Int(IntType { bits: 64, signed: false }) => "unsigned long",
            Type::Real(RealType::Single) => "float",
            Type::Real(RealType::Double) => "double",
            _ => return None,
        }
        .to_owned(),
    )
}

fn fortran_type(ty: &Type) -> Option<String> {
    Some(match ty {
        Type::Int(ty) => format!("integer({})", ty.bits / 8),
        Type::Real(RealType::Single) => "real(4)".into(),
        Type::Real(RealType::Double) => "real(8)".into(),
        Type::Complex(RealType::Single) => "complex(4)".into(),
        Type::Complex(RealType::Double) => "complex(8)".into(),
        Type::Logical => "logical".into(),
        Type::Text(TextLength::Given(length)) => {
            format!("character(len={})", sextant_state::constant_int(length)?)
        }
        _ => return None,
    })
}
