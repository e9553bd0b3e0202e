//! Chances of drawing pieces from those unseen. Plain arithmetic only, so that every machine gives the same numbers.

/// The chance that `drawn` of `pool` pieces contain none of `marked` ones.
pub fn none_of(pool: u8, marked: u8, drawn: u8) -> f64 {
    at_most(pool, marked, drawn, 0)
}

/// The chance that `drawn` of `pool` pieces contain at least `wanted` of `marked` ones.
pub fn at_least(pool: u8, marked: u8, drawn: u8, wanted: u8) -> f64 {
    match wanted {
        0 => 1.0,
        _ if wanted > marked || wanted > drawn => 0.0,
        _ => 1.0 - at_most(pool, marked, drawn, wanted - 1),
    }
}

/// The chance that `drawn` of `pool` pieces contain at most `most` of `marked` ones.
fn at_most(pool: u8, marked: u8, drawn: u8, most: u8) -> f64 {
    let drawn = drawn.min(pool);
    let marked = marked.min(pool);
    let hands = ways(pool, drawn);
    let fitting: f64 = (0..=most.min(drawn))
        .map(|held| ways(marked, held) * ways(pool - marked, drawn - held))
        .sum();
    (fitting / hands).clamp(0.0, 1.0)
}

/// The most things to draw from: all pieces.
const MOST: usize = 32;

/// In how many ways so many things can be drawn of so many: Pascal's triangle, which is exact in these bounds.
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

/// In how many ways `drawn` of `pool` pieces can be drawn.
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
