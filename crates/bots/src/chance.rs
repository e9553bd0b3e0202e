//! Probabilities of drawing pieces from the unseen ones. Only basic arithmetic, so that all machines compute the same numbers.

/// The probability that `drawn` of `pool` pieces contain none of the `marked` ones.
pub fn none_of(pool: u8, marked: u8, drawn: u8) -> f64 {
    at_most(pool, marked, drawn, 0)
}

/// The probability that `drawn` of `pool` pieces contain at least `wanted` of the `marked` ones.
pub fn at_least(pool: u8, marked: u8, drawn: u8, wanted: u8) -> f64 {
    match wanted {
        0 => 1.0,
        _ if wanted > marked || wanted > drawn => 0.0,
        _ => 1.0 - at_most(pool, marked, drawn, wanted - 1),
    }
}

/// The probability that `drawn` of `pool` pieces contain at most `most` of the `marked` ones.
fn at_most(pool: u8, marked: u8, drawn: u8, most: u8) -> f64 {
    let drawn = drawn.min(pool);
    let marked = marked.min(pool);
    let hands = ways(pool, drawn);
    let fitting: f64 = (0..=most.min(drawn))
        .map(|held| ways(marked, held) * ways(pool - marked, drawn - held))
        .sum();
    (fitting / hands).clamp(0.0, 1.0)
}

/// The largest pool: all pieces of the set.
const MOST: usize = 32;

/// Binomial coefficients (Pascal's triangle), which are exact in this range.
static WAYS: [[f64; MOST + 1]; MOST + 1] = {
    let mut ways = [[0.0; MOST + 1]; MOST + 1];
    let mut pool = 0;
    while pool <= MOST {
        ways[pool][0] = 1.0;
        let mut drawn = 1;
        while drawn <= pool {
            ways[pool][drawn] = ways[pool - 1][drawn - 1] + ways[pool - 1][drawn];
            drawn += 1;
        }
        pool += 1;
    }
    ways
};

/// The number of ways to draw `drawn` of `pool` pieces.
pub fn ways(pool: u8, drawn: u8) -> f64 {
    let of_pool = &WAYS[usize::from(pool)];
    of_pool.get(usize::from(drawn)).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(actual: f64, expected: f64) {
        assert!(
            (actual - expected).abs() < 1e-9,
            "{actual} is not {expected}"
        );
    }

    #[test]
    fn chances_are_those_of_drawing_without_putting_back() {
        check(ways(5, 2), 10.0);
        check(ways(5, 6), 0.0);
        check(none_of(4, 1, 2), 0.5);
        check(none_of(4, 3, 2), 0.0);
        check(none_of(0, 0, 0), 1.0);
        check(at_least(4, 2, 2, 2), 1.0 / 6.0);
        check(at_least(4, 2, 2, 1), 5.0 / 6.0);
        check(at_least(4, 2, 2, 0), 1.0);
        check(at_least(4, 2, 1, 2), 0.0);
    }
}
