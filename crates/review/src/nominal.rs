//! What a review takes, as far as anybody can tell beforehand.

use giog_bots::levels::Effort;
use giog_rules::Variant;
use giog_rules::boards::BoardVariant;

use crate::{EFFORT, boards, mahjong};

/// That of a trick game with the usual effort, whatever its decisions: longer than the mean of any that was measured. The longest one, of `tam-cuc`
/// for two, took a third more.
const TRICKS_MS: u64 = 4_000;
/// A move of xiangqi, whose choices are searched, with the usual effort, and all searches that there may be.
const SEARCHED_MOVE_MS: u64 = 460;
/// The same of blind chess and square chess, whose positions take less.
const LIGHT_MOVE_MS: u64 = 120;
/// A move of a game that is solved: it is looked up.
const SOLVED_MOVE_MS: u64 = 5;
/// A decision of mahjong, of which all figures are counted.
const MAHJONG_TURN_MS: u64 = 5;

/// How many milliseconds of one core of an x86-64 server the review of a seat takes at most, roughly. It follows from what everybody knows of the
/// match: the game, its players, and how often the seat has acted. Nothing depends on it but how long others wait.
pub fn nominal_ms(variant: Variant, seats: u8, actions: usize, effort: Effort) -> u64 {
    let count = |most: usize| u64::try_from(actions.min(most)).unwrap_or(u64::MAX);
    let of_lines = |ms: u64| ms.saturating_mul(effort.lines.into()) / u64::from(EFFORT.lines);
    match variant {
        Variant::Tricks(_) => of_lines(TRICKS_MS),
        Variant::Board(game) if boards::is_solved(game, seats) => {
            count(boards::MOST_MOVES) * SOLVED_MOVE_MS
        }
        Variant::Board(BoardVariant::BlindChess | BoardVariant::SquareChess) => {
            of_lines(count(boards::MOST_MOVES) * LIGHT_MOVE_MS)
        }
        Variant::Board(_) => of_lines(count(boards::MOST_MOVES) * SEARCHED_MOVE_MS),
        Variant::Tiles(_) => count(mahjong::MOST_TURNS) * MAHJONG_TURN_MS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_review_takes_grows_with_its_decisions_up_to_their_bound_and_with_its_lines() {
        let of = |variant: &str, seats, actions, lines| {
            let variant = variant.parse().expect("a game");
            nominal_ms(variant, seats, actions, Effort { lines, ..EFFORT })
        };
        let usual = EFFORT.lines;
        assert_eq!(of("xiangqi", 2, 0, usual), 0);
        assert_eq!(of("xiangqi", 2, 37, usual), 37 * SEARCHED_MOVE_MS);
        assert_eq!(of("xiangqi", 2, 200, usual), 92_000);
        assert_eq!(of("xiangqi", 2, 1_000, usual), 92_000);
        assert_eq!(of("xiangqi", 2, 200, usual * 2), 184_000);
        for light in ["blind-chess", "square-chess"] {
            assert_eq!(of(light, 2, 50, usual), 50 * LIGHT_MOVE_MS);
        }
        assert_eq!(of("giog", 4, 7, usual), of("giog", 4, 9, usual));
        assert_eq!(of("giog", 4, 7, usual / 4), TRICKS_MS / 4);
        assert_eq!(of("pong-hau-ki", 2, 1_000, usual), 1_000);
        assert_eq!(of("mahjong", 4, 1_000, usual), 3_000);
    }
}
