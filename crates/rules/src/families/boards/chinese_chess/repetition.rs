//! Repetitions of positions (`docs/BOARDS.md` §3.5).

use super::super::BoardEnd;
use crate::table::Color;

/// With this number of occurrences of a position, the match ends.
const OCCURRENCES: usize = 3;

/// How a side played between the first and the third occurrence of a position. A later variant is a worse offence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Manner {
    /// Neither perpetual check nor perpetual chase.
    Idle,
    /// Each of its plies chased the same piece.
    Chases,
    /// Each of its plies gave check.
    Checks,
}

/// If the last position in `history` occurs there for the third time: the index of its first occurrence.
pub fn first_of_three<T>(history: &[T], same: impl Fn(&T, &T) -> bool) -> Option<usize> {
    occurrences(history, same).nth(OCCURRENCES - 1)
}

/// Whether the last position in `history` occurred before.
pub fn is_repeated<T>(history: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    occurrences(history, same).nth(1).is_some()
}

/// The indices at which the last position in `history` occurs, the last first. The same side is to move after every second ply.
fn occurrences<T>(history: &[T], same: impl Fn(&T, &T) -> bool) -> impl Iterator<Item = usize> {
    let candidates = (0..history.len()).rev().step_by(2);
    candidates.filter(move |&index| {
        let last = history.last();
        last.is_some_and(|last| same(&history[index], last))
    })
}

/// How a match ends with the third occurrence, and which side wins, if any. The side with the worse offence loses.
pub fn judge(red: Manner, black: Manner) -> (BoardEnd, Option<Color>) {
    let (worse, winner) = match red.cmp(&black) {
        std::cmp::Ordering::Equal => return (BoardEnd::Repetition, None),
        std::cmp::Ordering::Greater => (red, Color::Black),
        std::cmp::Ordering::Less => (black, Color::Red),
    };
    let end = match worse {
        Manner::Checks => BoardEnd::PerpetualCheck,
        Manner::Chases | Manner::Idle => BoardEnd::PerpetualChase,
    };
    (end, Some(winner))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_third_of_equal_positions_is_found_from_the_first_on() {
        let first = |history: &[u8]| first_of_three(history, |a, b| a == b);
        assert_eq!(first(&[]), None);
        assert_eq!(first(&[1, 2, 1, 2]), None);
        assert_eq!(first(&[1, 2, 1, 2, 1]), Some(0));
        assert_eq!(first(&[0, 1, 2, 1, 3, 1]), Some(1));
        // With the other side to move, it is a different position.
        assert_eq!(first(&[1, 1, 2, 1, 1]), None);
    }

    #[test]
    fn the_second_of_equal_positions_is_known() {
        let repeated = |history: &[u8]| is_repeated(history, |a, b| a == b);
        assert!(!repeated(&[]) && !repeated(&[1]));
        assert!(!repeated(&[1, 2, 3]));
        assert!(repeated(&[1, 2, 1]));
        assert!(repeated(&[1, 0, 2, 0, 1]));
        assert!(!repeated(&[1, 2, 1, 3]), "it is another one now");
        assert!(!repeated(&[2, 1, 1]), "the other side is to move");
    }

    #[test]
    fn whoever_did_worse_loses() {
        use Manner::{Chases, Checks, Idle};
        for same in [Idle, Chases, Checks] {
            assert_eq!(judge(same, same), (BoardEnd::Repetition, None));
        }
        let black = Some(Color::Black);
        assert_eq!(judge(Checks, Chases), (BoardEnd::PerpetualCheck, black));
        assert_eq!(judge(Checks, Idle), (BoardEnd::PerpetualCheck, black));
        assert_eq!(judge(Chases, Idle), (BoardEnd::PerpetualChase, black));
        let red = Some(Color::Red);
        assert_eq!(judge(Idle, Chases), (BoardEnd::PerpetualChase, red));
        assert_eq!(judge(Chases, Checks), (BoardEnd::PerpetualCheck, red));
    }
}
