//! Children of the nodes of a tree that is given by its parents, in one flat vector.

/// For each node its children in the order of their indices.
pub(super) struct Children {
    flat: Vec<usize>,
    /// The children of node `n` stand from `starts[n]` to `starts[n + 1]`.
    starts: Vec<usize>,
}

impl Children {
    /// Every parent must be an index into the slice.
    pub(super) fn of(parents: &[Option<usize>]) -> Self {
        let mut starts = vec![0; parents.len() + 1];
        for parent in parents.iter().flatten() {
            starts[parent + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut flat = vec![0; starts[parents.len()]];
        for (child, parent) in parents.iter().enumerate() {
            if let Some(parent) = parent {
                flat[next[*parent]] = child;
                next[*parent] += 1;
            }
        }
        Self { flat, starts }
    }

    pub(super) fn of_node(&self, node: usize) -> &[usize] {
        &self.flat[self.starts[node]..self.starts[node + 1]]
    }

    pub(super) fn of_node_mut(&mut self, node: usize) -> &mut [usize] {
        &mut self.flat[self.starts[node]..self.starts[node + 1]]
    }
}
