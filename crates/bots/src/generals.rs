//! The risk of generals under the general ban (`docs/RULES.md` §4).

use giog_rules::Pieces;
use giog_rules::tricks::Variant;

/// Whether a player of this game is beheaded for a general in the first or last trick.
pub fn are_banned(variant: Variant) -> bool {
    variant.bans_generals()
}

/// The probability of being beheaded with these pieces left in the hand, as a rule of thumb. It depends on how many other pieces are
/// left for the last trick, and on whether the seat leads and can lead the general in time.
pub fn risk(rest: Pieces, leading: bool) -> f64 {
    let generals = rest.generals();
    if generals == 0 {
        return 0.0;
    }
    match (rest.without_generals().len(), generals, leading) {
        (0, ..) => 1.0,
        (1, 1, true) => 0.0,
        (1, 1, false) | (1, _, true) => 0.3,
        (1, _, false) => 0.45,
        (2, 1, _) => 0.08,
        (2, ..) => 0.15,
        (3, ..) => 0.03,
        _ => 0.01,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_of_generals_alone_loses_its_head_and_one_without_any_cannot() {
        for (hand, leading, low, high) in [
            ("K", true, 1.0, 1.0),
            ("Kk", true, 1.0, 1.0),
            ("Kp", true, 0.0, 0.0),
            ("Kp", false, 0.1, 0.5),
            ("KApp", false, 0.0, 0.1),
            ("App", false, 0.0, 0.0),
            ("", false, 0.0, 0.0),
        ] {
            let risk = risk(hand.parse().expect("a test's pieces"), leading);
            assert!((low..=high).contains(&risk), "{hand}: {risk}");
        }
    }
}
