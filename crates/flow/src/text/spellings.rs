//! Words for languages, for operators, for statements on files, and for what only the machine can do. One list gives both
//! directions, and the compiler knows when it is not complete.

use sextant_syntax::{
    BinaryOp, Clock, Connectives, Failure, Language, Operation, Outside, Primitive, Rules, Setting,
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
        Nanoseconds => "nanoseconds",
        Microseconds => "microseconds",
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

/// The rules that hold or do not, under their words.
fn flags(rules: &mut Rules) -> [(&'static str, &mut bool); 9] {
    let Rules {
        connectives: _,
        empty_arrays,
        storage_arguments,
        no_aliases,
        settled_loops,
        addressed_storage,
        machine_numbers,
        no_value_needed,
        cased_names,
        copied_undefined,
    } = rules;
    [
        ("empty_arrays", empty_arrays),
        ("storage_arguments", storage_arguments),
        ("no_aliases", no_aliases),
        ("settled_loops", settled_loops),
        ("addressed_storage", addressed_storage),
        ("machine_numbers", machine_numbers),
        ("no_value_needed", no_value_needed),
        ("cased_names", cased_names),
        ("copied_undefined", copied_undefined),
    ]
}

const LAZY: &str = "lazy_connectives";
const BRANCHES: &str = "branching_connectives";

/// The words for what is not plain.
pub(crate) fn rule_words(mut rules: Rules) -> Vec<&'static str> {
    let connectives = match rules.connectives {
        Connectives::Both => None,
        Connectives::Lazy => Some(LAZY),
        Connectives::Branches => Some(BRANCHES),
    };
    let others = flags(&mut rules).into_iter().filter_map(|(word, holds)| holds.then_some(word));
    connectives.into_iter().chain(others).collect()
}

/// Sets what the word for a rule says; `None` if there is no such rule.
pub(crate) fn set_rule(rules: &mut Rules, word: &str) -> Option<()> {
    match word {
        LAZY => rules.connectives = Connectives::Lazy,
        BRANCHES => rules.connectives = Connectives::Branches,
        _ => *flags(rules).into_iter().find(|(known, _)| *known == word)?.1 = true,
    }
    Some(())
}

macro_rules! primitives {
    ($text:ident: { $($word:literal => [$($plain:tt)+],)* } { $($named:literal => [$($with_text:tt)+],)* }) => {
        /// The word for a primitive, and the text that belongs to it.
        pub(crate) fn primitive_word(primitive: &Primitive) -> (&'static str, Option<&str>) {
            match primitive {
                $($($plain)+ => ($word, None),)*
                $($($with_text)+ => ($named, Some($text)),)*
            }
        }

        /// The primitive of a word and the text that belongs to it.
        pub(crate) fn primitive_named(word: &str, $text: Option<String>) -> Option<Primitive> {
            match (word, $text) {
                $(($word, None) => Some($($plain)+),)*
                $(($named, Some($text)) => Some($($with_text)+),)*
                _ => None,
            }
        }
    };
}

primitives! {
    text: {
        "allocate_zeroed" => [Primitive::Allocate { zeroed: true }],
        "allocate" => [Primitive::Allocate { zeroed: false }],
        "allocate_local" => [Primitive::AllocateLocal],
        "release" => [Primitive::Release],
        "size_of_object" => [Primitive::SizeOfObject],
        "move_bytes" => [Primitive::CopyBytes { overlap: true }],
        "copy_bytes" => [Primitive::CopyBytes { overlap: false }],
        "fill_bytes" => [Primitive::FillBytes],
        "write_bytes" => [Primitive::WriteBytes],
        "print" => [Primitive::Print],
        "print_to_text" => [Primitive::PrintText],
        "read_byte" => [Primitive::ReadByte],
        "mark_landing" => [Primitive::MarkLanding],
        "long_jump" => [Primitive::LongJump],
        "seconds" => [Primitive::Clock(Clock::Seconds)],
        "nanoseconds" => [Primitive::Clock(Clock::Nanoseconds)],
        "processor_time" => [Primitive::Clock(Clock::Processor)],
        "scan" => [Primitive::Scan],
        "file_contents" => [Primitive::FileContents],
        "keep_file" => [Primitive::KeepFile],
        "no_environment" => [Primitive::NoEnvironment],
        "exit" => [Primitive::Exit],
        "fail_unreachable" => [Primitive::Fail(Failure::Unreachable)],
        "fail_abort" => [Primitive::Fail(Failure::Abort)],
    }
    {
        "input" => [Primitive::Input(text)],
        "unknown" => [Primitive::Unknown(text)],
        "pure" => [Primitive::Pure(text)],
        "make_input" => [Primitive::MakeInput(text)],
        "fail" => [Primitive::Fail(Failure::Assertion(text))],
    }
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
            Primitive::Pure(text()),
            Primitive::MakeInput(text()),
            Primitive::WriteBytes,
            Primitive::Print,
            Primitive::PrintText,
            Primitive::ReadByte,
            Primitive::MarkLanding,
            Primitive::LongJump,
            Primitive::Clock(Clock::Seconds),
            Primitive::Clock(Clock::Nanoseconds),
            Primitive::Clock(Clock::Processor),
            Primitive::Scan,
            Primitive::FileContents,
            Primitive::KeepFile,
            Primitive::NoEnvironment,
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
