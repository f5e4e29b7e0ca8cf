//! The record of every assignment to an attribute, as in the paper's tables.

/// Which attribute of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attribute {
    /// What holds before the node.
    Inherited,
    /// What holds after the node.
    Synthesised,
}

impl Attribute {
    /// The paper's short name.
    pub fn name(self) -> &'static str {
        match self {
            Attribute::Inherited => "inh",
            Attribute::Synthesised => "syn",
        }
    }
}

/// One assignment to an attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The number of the node.
    pub node: usize,
    /// The attribute.
    pub attribute: Attribute,
    /// The environment it gets.
    pub value: String,
}
