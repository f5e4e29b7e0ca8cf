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

/// The strongly connected components of what some roots lead to in topological order, each sorted, by Tarjan's
/// algorithm.
pub(crate) fn components<I: Iterator<Item = usize>>(
    count: usize,
    roots: impl Iterator<Item = usize>,
    nexts: impl Fn(usize) -> I,
) -> Vec<Vec<usize>> {
    let mut index = vec![usize::MAX; count];
    let mut low = vec![usize::MAX; count];
    let mut settled = vec![false; count];
    let mut clock = 0;
    let mut open: Vec<usize> = Vec::new();
    let mut found: Vec<Vec<usize>> = Vec::new();
    for root in roots {
        if index[root] != usize::MAX {
            continue;
        }
        let mut walk = vec![(root, nexts(root))];
        while let Some((at, after)) = walk.last_mut() {
            let at = *at;
            if index[at] == usize::MAX {
                (index[at], low[at]) = (clock, clock);
                clock += 1;
                open.push(at);
            }
            match after.next() {
                Some(next) if index[next] == usize::MAX => walk.push((next, nexts(next))),
                Some(next) if settled[next] => {}
                Some(next) => low[at] = low[at].min(index[next]),
                None => {
                    walk.pop();
                    if let Some((parent, _)) = walk.last() {
                        low[*parent] = low[*parent].min(low[at]);
                    }
                    if low[at] == index[at] {
                        let start = open.iter().rposition(|&other| other == at).unwrap_or(0);
                        let mut members = open.split_off(start);
                        members.iter().for_each(|&member| settled[member] = true);
                        members.sort_unstable();
                        found.push(members);
                    }
                }
            }
        }
    }
    found.reverse();
    found
}
