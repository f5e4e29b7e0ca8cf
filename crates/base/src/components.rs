//! Strongly connected components.

/// The strongly connected components of a graph whose nodes are numbered from 0, in topological order; the members of
/// each are sorted. Tarjan's algorithm with a stack of its own: chains may be very long.
pub fn components(count: usize, successors: impl Fn(usize) -> Vec<usize>) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    // When a node was first seen, and the earliest node still open that can be reached from it.
    let mut seen = vec![UNSEEN; count];
    let mut earliest = vec![UNSEEN; count];
    let mut settled = vec![false; count];
    let mut clock = 0;
    let mut open = Vec::new();
    let mut found = Vec::new();
    for root in 0..count {
        let mut walk = Vec::new();
        if seen[root] == UNSEEN {
            walk.push((root, successors(root).into_iter()));
        }
        while let Some((node, nexts)) = walk.last_mut() {
            let node = *node;
            if seen[node] == UNSEEN {
                (seen[node], earliest[node]) = (clock, clock);
                clock += 1;
                open.push(node);
            }
            if let Some(next) = nexts.next() {
                if seen[next] == UNSEEN {
                    walk.push((next, successors(next).into_iter()));
                } else if !settled[next] {
                    earliest[node] = earliest[node].min(seen[next]);
                }
                continue;
            }
            walk.pop();
            if let Some((parent, _)) = walk.last() {
                earliest[*parent] = earliest[*parent].min(earliest[node]);
            }
            if earliest[node] == seen[node] {
                let start = open.iter().rposition(|&other| other == node).unwrap_or(0);
                let mut members = open.split_off(start);
                members.iter().for_each(|&member| settled[member] = true);
                members.sort_unstable();
                found.push(members);
            }
        }
    }
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn components_come_in_topological_order() {
        let edges = [vec![1], vec![2, 3], vec![1], vec![3], vec![0]];
        assert_eq!(components(5, |node| edges[node].clone()), [vec![4], vec![0], vec![1, 2], vec![3]]);
    }
}
