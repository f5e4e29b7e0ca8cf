//! What compiled tests confirm.

/// What came of compiling and running a suite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Confirmation {
    /// Tests that were run, with what is wrong with each.
    pub tests: Vec<(String, Option<String>)>,
}
