//! Random cases of input.

use sextant_records::Type;

use super::case::{Action, Case, Item};
use super::random::{Random, any_type, item, named};

/// Characters of a numeric field: mostly good ones.
fn number(random: &mut Random, width: usize) -> String {
    let samples = [
        "1",
        "12",
        "-5",
        "+7",
        "1.5",
        "-.25",
        "3.",
        "1E3",
        "2.5E-3",
        "1D2",
        "1.5+3",
        "7-2",
        "1 2",
        " 4",
        "",
        "0",
        "99999",
        "1,2",
        ",",
        "-",
        "1..2",
        "1E",
        "x",
        "1.E+10",
        "inf",
        "NaN",
        "-Infinity",
        "300",
        "70000",
        "1e-50",
        "+",
        ".",
        "12 E1",
        "4294967296",
        "0.1",
        "123456789",
    ];
    let mut text = if random.one_in(3) {
        format!("{}", random.below(100_000))
    } else {
        samples[random.below(samples.len())].to_owned()
    };
    if random.one_in(2) {
        text = format!("{text:>width$}");
    }
    format!("{text:<width$}").chars().take(width).collect()
}

fn digits(random: &mut Random, width: usize, alphabet: &str) -> String {
    let letters: Vec<char> = alphabet.chars().collect();
    (0..width).map(|_| if random.one_in(30) { ' ' } else { letters[random.below(letters.len())] }).collect()
}

/// A formatted input statement with records that mostly suit it.
pub fn read(random: &mut Random) -> Case {
    let mut format = String::from("(");
    let mut items = Vec::new();
    let mut record = String::new();
    let mut input = Vec::new();
    for index in 0..random.below(4) + 1 {
        if index > 0 {
            match random.below(12) {
                0 => {
                    format += "/";
                    input.push(std::mem::take(&mut record));
                }
                1 => {
                    format += ",2X,";
                    record += "zz";
                }
                2 => {
                    format +=
                        random.pick(&[",BZ,", ",BN,", ",1P,", ",-2P,", ",0P,", ",T1,", ",TL2,", ",TR1,"])
                }
                _ => format += ",",
            }
        }
        let of = any_type(random);
        let one = match of {
            Type::Complex32 => Type::Real32,
            Type::Complex64 => Type::Real64,
            other => other,
        };
        let width = random.below(9) + 1;
        match one {
            Type::Integer(_) => {
                let (letter, text) = match random.below(8) {
                    0 => ("B", digits(random, width, "01")),
                    1 => ("O", digits(random, width, "01234567")),
                    2 => ("Z", digits(random, width, "0123456789abcDEF")),
                    3 => ("G", number(random, width)),
                    _ => ("I", number(random, width)),
                };
                format += &format!("{letter}{width}");
                record += &text;
            }
            Type::Logical(_) => {
                let text = random.pick(&["T", "F", ".true.", ".F", " t", "x", "", "false"]);
                format += &format!("L{width}");
                record += &format!("{text:<width$}").chars().take(width).collect::<String>();
            }
            Type::Character(_) => {
                format += &if random.one_in(3) { "A".to_owned() } else { format!("A{width}") };
                record += &digits(random, width, "abc,'/\" xyz");
            }
            _ => {
                let letter = random.pick(&["F", "F", "F", "E", "D", "G", "ES", "EN"]);
                format += &format!("{letter}{width}.{}", random.below(4));
                record += &number(random, width);
            }
        }
        items.push(item(random, one));
    }
    format += ")";
    if random.one_in(5) {
        record = record.trim_end().to_owned();
    }
    if !random.one_in(12) {
        input.push(record);
    }
    // After a field that a comma ended, gfortran's tabs count from another column.
    if format.contains(",T") {
        input.iter_mut().for_each(|line| *line = line.replace(',', "0"));
    }
    let mut case = Case::new(Action::Read(format), items);
    case.input = input;
    case
}

/// A value as list-directed input has it, good or bad.
fn list_value(random: &mut Random, of: Type) -> String {
    let plain = match of {
        Type::Integer(_) => {
            random.pick(&["5", "-7", "+12", "0", "300", "70000", "1.5", "x", "99999999999"]).to_owned()
        }
        Type::Real32 | Type::Real64 => random
            .pick(&[
                "5",
                "-7.25",
                "+1.5E3",
                "1d-2",
                "1.5+3",
                ".5",
                "3.",
                "inf",
                "NaN",
                "-Infinity",
                "1E50",
                "1e",
                "x",
                "1e-60",
            ])
            .to_owned(),
        Type::Complex32 | Type::Complex64 => {
            random.pick(&["(1,2)", "( 1.5 , -2 )", "(1e3,2d0)", "(1)", "(1,2", "5"]).to_owned()
        }
        Type::Logical(_) => {
            random.pick(&["T", "F", ".true.", ".FALSE.", "true", "Fx", ".T", "x", "1"]).to_owned()
        }
        Type::Character(_) => random
            .pick(&[
                "abc",
                "'a b'",
                "\"it's\"",
                "'it''s'",
                "''",
                "x12",
                "12x",
                "'a,b/c'",
                "a'b",
                "verylongwordindeed",
            ])
            .to_owned(),
    };
    match random.below(12) {
        0 => format!("2*{plain}"),
        1 => format!("{}*", random.below(3) + 1),
        2 => String::new(),
        _ => plain,
    }
}

/// A list-directed input statement.
pub fn list(random: &mut Random) -> Case {
    let mut items = Vec::new();
    let mut text = String::new();
    for index in 0..random.below(6) + 1 {
        let of = any_type(random);
        if index > 0 {
            text +=
                random.pick(&[" ", " ", ",", ", ", " , ", "\n", ",\n", "\n,", "  ", "/", " \n ", ",,", "\t"]);
        }
        text += &list_value(random, of);
        items.push(item(random, of));
    }
    text += random.pick(&["", "", " ", ",", "/", "\n", "\n1 2 3 4", " rest", "\n7,7,7,7,7,7"]);
    // Text behind a slash at the beginning of a record confuses gfortran.
    let text = text.replace("\n/", "\n,").replace("\n /", "\n,");
    let mut case = Case::new(Action::ReadList, items);
    case.input = text.split('\n').map(str::to_owned).collect();
    case
}

/// A namelist input statement: some of its objects, in any order, with subscripts, nulls and comments.
pub fn namelist(random: &mut Random) -> Case {
    let mut items: Vec<Item> = (0..random.below(3) + 1).map(|index| named(random, index)).collect();
    for item in &mut items {
        item.name = item.name.to_lowercase();
    }
    let mut text =
        random.pick(&["&grp", " &GRP", "$grp", "&other x=1 /\n&grp", "some text\n &Grp"]).to_owned();
    for _ in 0..random.below(4) + 1 {
        let chosen = items[random.below(items.len())].clone();
        let count = chosen.values.len();
        text += random.pick(&[" ", "\n ", " ! comment\n "]);
        text += &if random.one_in(2) { chosen.name.to_uppercase() } else { chosen.name.clone() };
        let mut room = count;
        if count > 1 && random.one_in(2) {
            let first = random.below(count) + 1;
            if random.one_in(2) {
                let last = first + random.below(count - first + 1);
                text += &format!("({first}:{last})");
                room = last - first + 1;
            } else {
                text += &format!("({first})");
                room = count - first + 1;
            }
        }
        text += random.pick(&["=", " = ", "= "]);
        let mut left = random.below(room) + 1;
        while left > 0 {
            let mut value = namelist_value(random, chosen.of);
            if left >= 2 && random.one_in(5) {
                value = format!("2*{value}");
                left -= 1;
            }
            text += &value;
            text += random.pick(&[",", " ", ", ", " , ", ",\n "]);
            left -= 1;
        }
    }
    text += random.pick(&["/", "\n/", "\n &end", "$end", "\n $"]);
    let mut case = Case::new(Action::ReadNamelist, items);
    case.input = text.split('\n').map(str::to_owned).collect();
    case
}

fn namelist_value(random: &mut Random, of: Type) -> String {
    let choices: &[&str] = match of {
        Type::Integer(_) => &["5", "-7", "+12", "0", "100"],
        Type::Real32 | Type::Real64 => &["5", "-7.25", "+1.5E3", "1d-2", ".5", "3."],
        Type::Complex32 | Type::Complex64 => &["(1,2)", "( 1.5 , -2 )", "(1e3,2d0)"],
        Type::Logical(_) => &["T", "F", ".true.", ".FALSE."],
        Type::Character(_) => {
            &["'abc'", "'a b'", "\"it's\"", "'it''s'", "''", "'a,b/c'", "'verylongwordindeed'"]
        }
    };
    random.pick(choices).to_owned()
}
