//! Words for languages, for operators, for statements on files, and for what only the machine can do. One list gives both
//! directions, and the compiler knows when it is not complete.

use sextant_syntax::{
    BinaryOp, Connectives, Failure, Language, Operation, Outside, Primitive, Rules, Setting,
};

macro_rules! spellings {
    ($(#[$doc:meta])* $word:ident, $named:ident: $ty:ident { $($variant:ident => $spelling:literal,)* }) => {
        $(#[$doc])*
        pub(crate) fn $word(value: $ty) -> &'static str {
            match value {
                $($ty::$variant => $spelling,)*
            }
        }

        /// What the word stands for.
        pub(crate) fn $named(word: &str) -> Option<$ty> {
            match word {
                $($spelling => Some($ty::$variant),)*
                _ => None,
            }
        }
    };
}

spellings! {
    /// The word for a language.
    language_word, language_named: Language {
        Pli => "pli",
        Fortran => "fortran",
        C => "c",
        Flow => "flow",
    }
}

spellings! {
    /// The sign or word for an operator.
    operator_word, operator_named: BinaryOp {
        Add => "+",
        Subtract => "-",
        Multiply => "*",
        Divide => "/",
        Power => "**",
        Concatenate => "//",
        Equal => "=",
        NotEqual => "<>",
        Less => "<",
        LessEqual => "<=",
        Greater => ">",
        GreaterEqual => ">=",
        And => "and",
        Or => "or",
        Implies => "implies",
    }
}

spellings! {
    /// The word for what is done with a file.
    operation_word, operation_named: Operation {
        Read => "read",
        Write => "write",
        Open => "open",
        Close => "close",
        Inquire => "inquire",
        Rewind => "rewind",
        Backspace => "backspace",
        EndFile => "endfile",
        Flush => "flush",
    }
}

spellings! {
    /// The word for something that the world outside is asked.
    outside_word, outside_named: Outside {
        Date => "date",
        TimeOfDay => "time_of_day",
        Zone => "time_zone",
        DateParts => "parts_of_the_date",
        Seconds => "seconds",
        CpuTime => "processor_time",
        Count => "clock",
        CountRate => "clock_rate",
        CountMost => "clock_limit",
        Random => "random_number",
        SeedSize => "size_of_a_seed",
        Seed => "seed",
        ArgumentCount => "number_of_arguments",
        Argument => "argument",
        ArgumentLength => "length_of_an_argument",
        ArgumentStatus => "status_of_an_argument",
    }
}

spellings! {
    /// The word for a specifier of a statement on a file.
    setting_word, setting_named: Setting {
        File => "file",
        Status => "status",
        Access => "access",
        Form => "form",
        RecordLength => "recl",
        Blank => "blank",
        Position => "position",
        Action => "action",
        Delimiter => "delim",
        Pad => "pad",
        Advance => "advance",
        Size => "size",
        Exists => "exist",
        Opened => "opened",
        Number => "number",
        Named => "named",
        Sequential => "sequential",
        Direct => "direct",
        Formatted => "formatted",
        Unformatted => "unformatted",
        NextRecord => "nextrec",
        NewUnit => "newunit",
        MayRead => "read",
        MayWrite => "write",
        MayReadWrite => "readwrite",
        Length => "iolength",
    }
}

/// The words for what is not plain.
pub(crate) fn rule_words(rules: Rules) -> Vec<&'static str> {
    let Rules {
        connectives,
        empty_arrays,
        storage_arguments,
        no_aliases,
        settled_loops,
        addressed_storage,
        machine_numbers,
        no_value_needed,
        cased_names,
    } = rules;
    let connectives = match connectives {
        Connectives::Both => None,
        Connectives::Lazy => Some("lazy_connectives"),
        Connectives::Branches => Some("branching_connectives"),
    };
    let others = [
        (empty_arrays, "empty_arrays"),
        (storage_arguments, "storage_arguments"),
        (no_aliases, "no_aliases"),
        (settled_loops, "settled_loops"),
        (addressed_storage, "addressed_storage"),
        (machine_numbers, "machine_numbers"),
        (no_value_needed, "no_value_needed"),
        (cased_names, "cased_names"),
    ];
    connectives
        .into_iter()
        .chain(others.into_iter().filter_map(|(holds, word)| holds.then_some(word)))
        .collect()
}

/// What the word for a rule sets.
pub(crate) fn rule_named(word: &str) -> Option<fn(&mut Rules)> {
    Some(match word {
        "lazy_connectives" => |rules| rules.connectives = Connectives::Lazy,
        "branching_connectives" => |rules| rules.connectives = Connectives::Branches,
        "empty_arrays" => |rules| rules.empty_arrays = true,
        "storage_arguments" => |rules| rules.storage_arguments = true,
        "no_aliases" => |rules| rules.no_aliases = true,
        "settled_loops" => |rules| rules.settled_loops = true,
        "addressed_storage" => |rules| rules.addressed_storage = true,
        "machine_numbers" => |rules| rules.machine_numbers = true,
        "no_value_needed" => |rules| rules.no_value_needed = true,
        "cased_names" => |rules| rules.cased_names = true,
        _ => return None,
    })
}

/// The word for a primitive, and the text that belongs to it.
pub(crate) fn primitive_word(primitive: &Primitive) -> (&'static str, Option<&str>) {
    let word = match primitive {
        Primitive::Allocate { zeroed: true } => "allocate_zeroed",
        Primitive::Allocate { zeroed: false } => "allocate",
        Primitive::AllocateLocal => "allocate_local",
        Primitive::Release => "release",
        Primitive::SizeOfObject => "size_of_object",
        Primitive::CopyBytes { overlap: true } => "move_bytes",
        Primitive::CopyBytes { overlap: false } => "copy_bytes",
        Primitive::FillBytes => "fill_bytes",
        Primitive::Input(name) => return ("input", Some(name)),
        Primitive::Unknown(name) => return ("unknown", Some(name)),
        Primitive::MakeInput(name) => return ("make_input", Some(name)),
        Primitive::WriteBytes => "write_bytes",
        Primitive::Print => "print",
        Primitive::PrintText => "print_to_text",
        Primitive::ReadByte => "read_byte",
        Primitive::Scan => "scan",
        Primitive::FileContents => "file_contents",
        Primitive::KeepFile => "keep_file",
        Primitive::Exit => "exit",
        Primitive::Fail(Failure::Assertion(text)) => return ("fail", Some(text)),
        Primitive::Fail(Failure::Unreachable) => "fail_unreachable",
        Primitive::Fail(Failure::Abort) => "fail_abort",
    };
    (word, None)
}

/// The primitive of a word and the text that belongs to it.
pub(crate) fn primitive_named(word: &str, text: Option<String>) -> Option<Primitive> {
    Some(match (word, text) {
        ("allocate_zeroed", None) => Primitive::Allocate { zeroed: true },
        ("allocate", None) => Primitive::Allocate { zeroed: false },
        ("allocate_local", None) => Primitive::AllocateLocal,
        ("release", None) => Primitive::Release,
        ("size_of_object", None) => Primitive::SizeOfObject,
        ("move_bytes", None) => Primitive::CopyBytes { overlap: true },
        ("copy_bytes", None) => Primitive::CopyBytes { overlap: false },
        ("fill_bytes", None) => Primitive::FillBytes,
        ("input", Some(name)) => Primitive::Input(name),
        ("unknown", Some(name)) => Primitive::Unknown(name),
        ("make_input", Some(name)) => Primitive::MakeInput(name),
        ("write_bytes", None) => Primitive::WriteBytes,
        ("print", None) => Primitive::Print,
        ("print_to_text", None) => Primitive::PrintText,
        ("read_byte", None) => Primitive::ReadByte,
        ("scan", None) => Primitive::Scan,
        ("file_contents", None) => Primitive::FileContents,
        ("keep_file", None) => Primitive::KeepFile,
        ("exit", None) => Primitive::Exit,
        ("fail", Some(text)) => Primitive::Fail(Failure::Assertion(text)),
        ("fail_unreachable", None) => Primitive::Fail(Failure::Unreachable),
        ("fail_abort", None) => Primitive::Fail(Failure::Abort),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_primitive_is_found_by_its_word() {
        let text = || "n".to_owned();
        let primitives = [
            Primitive::Allocate { zeroed: true },
            Primitive::Allocate { zeroed: false },
            Primitive::AllocateLocal,
            Primitive::Release,
            Primitive::SizeOfObject,
            Primitive::CopyBytes { overlap: true },
            Primitive::CopyBytes { overlap: false },
            Primitive::FillBytes,
            Primitive::Input(text()),
            Primitive::Unknown(text()),
            Primitive::MakeInput(text()),
            Primitive::WriteBytes,
            Primitive::Print,
            Primitive::PrintText,
            Primitive::ReadByte,
            Primitive::Scan,
            Primitive::FileContents,
            Primitive::KeepFile,
            Primitive::Exit,
            Primitive::Fail(Failure::Assertion(text())),
            Primitive::Fail(Failure::Unreachable),
            Primitive::Fail(Failure::Abort),
        ];
        for primitive in primitives {
            let (word, text) = primitive_word(&primitive);
            assert_eq!(primitive_named(word, text.map(str::to_owned)), Some(primitive));
        }
    }
}
