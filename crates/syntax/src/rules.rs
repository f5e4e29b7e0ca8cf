//! What a language says of all its programs and no part of a tree shows. Front ends set it, so that nothing after
//! them asks which language a program comes from.

/// Conventions that hold in a whole program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// How the operands of AND and OR are evaluated.
    pub connectives: Connectives,
    /// Whether an array may have no element: a last subscript before the first one is no error.
    pub empty_arrays: bool,
    /// Whether arguments go by storage: an array stands for its first element, reals in order for complex numbers.
    pub storage_arguments: bool,
    /// Whether a variable that a procedure changes has no second name in it.
    pub no_aliases: bool,
    /// Whether the number of iterations of a counted loop is settled when it begins, and nothing in it changes its
    /// variable.
    pub settled_loops: bool,
    /// Whether storage is addressed by bytes: an array is known by its address, not by its bounds.
    pub addressed_storage: bool,
    /// Whether numbers are those of the machine: integer types have limits, reals are rounded.
    pub machine_numbers: bool,
    /// Whether a function may end without a value as long as nobody uses it.
    pub no_value_needed: bool,
    /// Whether the case of letters tells names of procedures apart.
    pub cased_names: bool,
    /// Whether an undefined value may be copied and computed with: then only deciding, addressing, dividing by it and
    /// output are errors.
    pub copied_undefined: bool,
}

/// How the operands of AND and OR are evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Connectives {
    /// Both, always.
    Both,
    /// The second one only where the first leaves the matter open.
    Lazy,
    /// As with `Lazy`; but the front end makes branches of them, so that those in a graph have no such meaning.
    Branches,
}

impl Rules {
    /// Where nothing special holds.
    pub const PLAIN: Rules = Rules {
        connectives: Connectives::Both,
        empty_arrays: false,
        storage_arguments: false,
        no_aliases: false,
        settled_loops: false,
        addressed_storage: false,
        machine_numbers: false,
        no_value_needed: false,
        cased_names: false,
        copied_undefined: false,
    };

    /// Whether the second operand of AND and OR is evaluated only where the first leaves the matter open.
    pub fn is_lazy(self) -> bool {
        self.connectives == Connectives::Lazy
    }
}
