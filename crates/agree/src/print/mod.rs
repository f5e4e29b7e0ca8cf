//! Programs in each language, one statement a line.

mod c;
mod fortran;
mod pli;

use crate::{Array, Datum, Intrinsic, Kind, Procedure, Program, Role, Type, Var};

/// A language that programs are printed in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Language {
    /// C.
    C,
    /// Fortran, in free form.
    Fortran,
    /// PL/I.
    Pli,
}

/// What is claimed of the examined procedure for some inputs.
#[derive(Clone, Default, Debug)]
pub struct Claims {
    /// The inputs that callers may give; all if there are none.
    pub allowed: Vec<Vec<Datum>>,
    /// Results for inputs, in the notation of the language.
    pub results: Vec<(Vec<Datum>, String)>,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 3] = [Language::C, Language::Fortran, Language::Pli];

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Language::C => "C",
            Language::Fortran => "Fortran",
            Language::Pli => "PL/I",
        }
    }

    /// A file name with the ending of the language.
    pub fn file(self) -> &'static str {
        match self {
            Language::C => "program.c",
            Language::Fortran => "program.f90",
            Language::Pli => "program.pli",
        }
    }

    /// Whether the language has everything that a program uses.
    pub fn has(self, program: &Program) -> bool {
        let types = |ty: Type| match (self, ty) {
            (Language::C, _) | (_, Type::Logical) => true,
            (Language::Fortran, ty) => !matches!(ty, Type::Int { signed: false, .. }),
            (Language::Pli, ty) => matches!(ty, Type::Int { bits: 16 | 32, signed: true }),
        };
        let own = |procedure: &Procedure| {
            procedure.variables.iter().all(|variable| types(variable.ty))
                && procedure.arrays.iter().all(|array| types(array.ty))
                && (self != Language::Pli || procedure.fields.is_empty())
        };
        let foreign = |intrinsic: Intrinsic| {
            self == Language::Pli && !matches!(intrinsic, Intrinsic::Abs | Intrinsic::Min | Intrinsic::Max)
        };
        (self == Language::Fortran || !program.has_sections())
            && program.procedures.iter().all(own)
            && !program.has(|expr| {
                !types(expr.ty) || matches!(&expr.kind, Kind::Intrinsic(intrinsic, _) if foreign(*intrinsic))
            })
    }

    /// The program as text.
    pub fn print(self, program: &Program, claims: &Claims) -> String {
        match self {
            Language::C => c::print(program, claims),
            Language::Fortran => fortran::print(program, claims),
            Language::Pli => pli::print(program, claims),
        }
    }

    /// The name of a procedure.
    pub fn procedure(self, number: usize) -> String {
        let name =
            ["f", "g", "h", "q"].get(number).map_or_else(|| format!("q{number}"), |name| (*name).to_owned());
        self.cased(name)
    }

    /// A name as the language writes it.
    pub(crate) fn cased(self, name: String) -> String {
        if self == Language::Pli { name.to_uppercase() } else { name }
    }

    /// The name of a variable of a procedure. Procedures share names, so that methods must tell them apart.
    pub fn variable(self, procedure: &Procedure, var: Var) -> String {
        let role = procedure.variables[var.0].role;
        let before = procedure.variables[..var.0].iter().filter(|other| other.role == role).count();
        let letters: &[&str] = match role {
            Role::Parameter => &["a", "b", "c", "d"],
            Role::Changed => &["r"],
            Role::Local => &["x", "y", "z"],
            Role::Counter => &["i", "j", "k"],
            Role::Shared => &["t", "u"],
        };
        let name = match letters.get(before) {
            Some(letter) => (*letter).to_owned(),
            None => format!("{}{before}", letters[0]),
        };
        self.cased(name)
    }
}

/// Lines with their indentation.
struct Lines {
    text: String,
    depth: usize,
}

impl Lines {
    fn new() -> Lines {
        Lines { text: String::new(), depth: 0 }
    }

    fn add(&mut self, line: impl AsRef<str>) {
        self.text.push_str(&"   ".repeat(self.depth));
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    fn inside(&mut self, fill: impl FnOnce(&mut Lines)) {
        self.depth += 1;
        fill(self);
        self.depth -= 1;
    }
}

/// The name of an array.
fn array(number: usize) -> String {
    ["v", "w"].get(number).map_or_else(|| format!("v{number}"), |name| (*name).to_owned())
}

/// The name of a component.
fn field(number: usize) -> String {
    ["m", "n", "p"].get(number).map_or_else(|| format!("m{number}"), |name| (*name).to_owned())
}

/// Arrays with their names.
fn arrays(procedure: &Procedure) -> impl Iterator<Item = (String, Array)> {
    procedure.arrays.iter().enumerate().map(|(number, one)| (array(number), *one))
}
