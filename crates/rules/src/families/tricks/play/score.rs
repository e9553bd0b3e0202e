//! Scores and winners at the end of a match.

use crate::families::tricks::rules::{Beheading, Goal};
use crate::table::{BySeat, Seat};

/// How much every other player pays if a general wins the last trick (`docs/RULES.md` §9).
const PAID_FOR_LAST_GENERAL: i32 = 2;

/// What the winners and scores depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    pub captured: BySeat<u8>,
    pub beheaded: BySeat<bool>,
    pub beheading: Beheading,
    /// How many pieces each hand was dealt.
    pub dealt_each: u8,
    pub last_trick: LastTrick,
}

/// The winner of the last finished trick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LastTrick {
    /// None before the first trick, or if the trick was set aside.
    pub winner: Option<Seat>,
    /// Whether the winning play contained a general.
    pub with_general: bool,
}

impl Standing {
    /// A score per seat, in games that have scores.
    pub fn scores(&self, goal: Goal) -> Option<BySeat<i32>> {
        let payee = match goal {
            Goal::MostPieces | Goal::LastTrick => return None,
            Goal::PiecesScored => None,
            Goal::PiecesScoredLastGeneralPaid => {
                let LastTrick {
                    winner,
                    with_general,
                } = self.last_trick;
                winner.filter(|_| with_general)
            }
        };
        let counted = self.counted();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_possible_wrap,
            reason = "at most MAX_SEATS"
        )]
        let others = counted.len() as i32 - 1;
        Some(counted.map(|seat, &count| {
            let paid = match payee {
                Some(payee) if payee == seat => PAID_FOR_LAST_GENERAL * others,
                Some(_) => -PAID_FOR_LAST_GENERAL,
                None => 0,
            };
            i32::from(count) - i32::from(self.dealt_each) + paid
        }))
    }

    /// The winners; several seats may share the win.
    pub fn winners(&self, goal: Goal) -> BySeat<bool> {
        if goal == Goal::LastTrick {
            let winner = self.last_trick.winner;
            return self.captured.map(|seat, _| Some(seat) == winner);
        }
        let all_ranked = self.beheading == Beheading::Forfeit
            || self.beheaded.values().all(|&beheaded| beheaded);
        if all_ranked && self.beheading == Beheading::Last {
            return self.beheaded;
        }
        let counts = self
            .scores(goal)
            .unwrap_or_else(|| self.counted().map(|_, &count| count.into()));
        highest(counts.map(|seat, &count| (all_ranked || !self.beheaded[seat]).then_some(count)))
    }

    /// The pieces that count for each seat (`docs/RULES.md` §4).
    fn counted(&self) -> BySeat<u8> {
        let forfeits = self.beheading == Beheading::Forfeit;
        self.captured.map(|seat, &count| {
            if forfeits && self.beheaded[seat] {
                0
            } else {
                count
            }
        })
    }
}

/// The seats with the highest count. Seats without a count cannot win.
fn highest(counts: BySeat<Option<i32>>) -> BySeat<bool> {
    let best = counts.values().flatten().max().copied();
    counts.map(|_, &count| count.is_some() && count == best)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(captured: [u8; 3], beheaded: [bool; 3], beheading: Beheading) -> Standing {
        Standing {
            captured: BySeat::from_fn(3, |seat| captured[seat.index()]),
            beheaded: BySeat::from_fn(3, |seat| beheaded[seat.index()]),
            beheading,
            dealt_each: 10,
            last_trick: LastTrick {
                winner: Some(Seat::new(1)),
                with_general: true,
            },
        }
    }

    fn check(captured: [u8; 3], beheaded: [bool; 3], forfeit: [bool; 3], last: [bool; 3]) {
        for (beheading, expected) in [(Beheading::Forfeit, forfeit), (Beheading::Last, last)] {
            let winners = standing(captured, beheaded, beheading).winners(Goal::MostPieces);
            assert!(winners.values().eq(&expected), "{beheading:?}: {winners:?}");
        }
    }

    #[test]
    fn the_beheaded_count_nothing_or_rank_last() {
        let (t, f) = (true, false);
        check([12, 9, 9], [f, f, f], [t, f, f], [t, f, f]);
        check([9, 12, 9], [f, t, f], [t, f, t], [t, f, t]);
        check([0, 30, 0], [f, t, f], [t, t, t], [t, f, t]);
        check([0, 30, 0], [t, t, t], [t, t, t], [t, t, t]);
        check([0, 20, 10], [t, t, f], [f, f, t], [f, f, t]);
    }

    #[test]
    fn scores_are_what_was_captured_above_what_was_dealt() {
        let check = |goal, beheading, expected: [i32; 3]| {
            let scores = standing([14, 10, 6], [true, false, false], beheading).scores(goal);
            assert!(
                scores.expect("it has scores").values().eq(&expected),
                "{goal:?}"
            );
        };
        check(Goal::PiecesScored, Beheading::Forfeit, [-10, 0, -4]);
        check(Goal::PiecesScored, Beheading::Last, [4, 0, -4]);
        check(
            Goal::PiecesScoredLastGeneralPaid,
            Beheading::Last,
            [2, 4, -6],
        );
        let none = standing([0; 3], [false; 3], Beheading::Last).scores(Goal::MostPieces);
        assert_eq!(none, None);
    }

    #[test]
    fn the_last_trick_wins_alone_where_it_is_all_that_counts() {
        let winners = standing([30, 0, 0], [false; 3], Beheading::Forfeit).winners(Goal::LastTrick);
        assert!(winners.values().eq(&[false, true, false]));
    }
}
