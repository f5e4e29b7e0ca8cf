//! Places in a given order, as near as possible to those wanted.

/// The places `x` with `x[i] - x[i-1] >= apart[i]` that have the least sum of weighted squared distances from the
/// wanted ones. Linear: neighbours that want to overlap are pooled and move as one.
pub(super) fn nearest_in_order(wanted: &[(f64, f64)], apart: &[f64]) -> Vec<f64> {
    // Less the room that those before need, the places need only be in ascending order.
    let mut offset = 0.0;
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    let mut offsets = Vec::with_capacity(wanted.len());
    for (&(place, weight), room) in wanted.iter().zip(apart) {
        offset += room;
        offsets.push(offset);
        let mut pool = (place - offset, weight, 1);
        while let Some(&(before, before_weight, count)) = pools.last() {
            if before <= pool.0 {
                break;
            }
            pools.pop();
            let total = before_weight + pool.1;
            pool = ((before * before_weight + pool.0 * pool.1) / total, total, count + pool.2);
        }
        pools.push(pool);
    }
    let places = pools.iter().flat_map(|&(place, _, count)| std::iter::repeat_n(place, count));
    places.zip(offsets).map(|(place, offset)| place + offset).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_that_want_the_same_place_share_it() {
        let wanted = [(10.0, 1.0), (10.0, 1.0), (50.0, 1.0)];
        assert_eq!(nearest_in_order(&wanted, &[0.0, 4.0, 4.0]), [8.0, 12.0, 50.0]);
        assert_eq!(nearest_in_order(&[(9.0, 1.0), (0.0, 2.0)], &[0.0, 3.0]), [1.0, 4.0]);
    }
}
