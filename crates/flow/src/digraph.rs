//! Algorithms on directed graphs whose nodes are numbers, without recursion.

/// The nodes that a root leads to, each after those that were first found from it.
pub(crate) fn postorder<I: Iterator<Item = usize>>(
    count: usize,
    root: usize,
    nexts: impl Fn(usize) -> I,
) -> Vec<usize> {
    let mut order = Vec::new();
    let mut seen = vec![false; count];
    let mut stack = vec![(root, nexts(root))];
    seen[root] = true;
    while let Some((node, open)) = stack.last_mut() {
        match open.find(|&next| !std::mem::replace(&mut seen[next], true)) {
            Some(next) => stack.push((next, nexts(next))),
            None => {
                order.push(*node);
                stack.pop();
            }
        }
    }
    order
}

/// For every node the closest other one on every way from the root to it, by the iterative algorithm of Cooper, Harvey
/// and Kennedy; none for the root and where no way leads. `order` is a reverse postorder from the root.
pub(crate) fn closest_on_every_way<I: Iterator<Item = usize>>(
    count: usize,
    order: &[usize],
    before: impl Fn(usize) -> I,
) -> Vec<Option<usize>> {
    let mut rank = vec![usize::MAX; count];
    for (position, &node) in order.iter().enumerate() {
        rank[node] = position;
    }
    // Up to the end everything is a position in reverse postorder; the root is its own closest node.
    let mut closest = vec![usize::MAX; order.len()];
    closest[0] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for (position, &node) in order.iter().enumerate().skip(1) {
            let found = before(node)
                .map(|previous| rank[previous])
                .filter(|&previous| previous != usize::MAX && closest[previous] != usize::MAX)
                .reduce(|left, right| meet(&closest, left, right));
            let found = found.expect("reverse postorder visits a predecessor first");
            changed |= std::mem::replace(&mut closest[position], found) != found;
        }
    }
    let mut nodes = vec![None; count];
    for (position, &node) in order.iter().enumerate().skip(1) {
        nodes[node] = Some(order[closest[position]]);
    }
    nodes
}

/// The closest common ancestor of two positions in the tree known so far.
fn meet(closest: &[usize], mut left: usize, mut right: usize) -> usize {
    while left != right {
        if left > right {
            left = closest[left];
        } else {
            right = closest[right];
        }
    }
    left
}
