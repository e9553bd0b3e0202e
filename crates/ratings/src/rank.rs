//! The ranks of a match.

/// The result of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatResult {
    /// Whether it is among the winners.
    pub won: bool,
    /// Its score, in games that score; more is better.
    pub score: Option<i32>,
    /// Whether its player had left when the match ended.
    pub left: bool,
}

/// The rank of each seat, from 1 on; the seats of one rank are tied. Games that score rank by score; in others all winners are first, and
/// all others come behind, tied. Whoever has left comes behind everybody who has not, whatever a stand-in won for them.
pub fn ranks(results: &[SeatResult]) -> Vec<usize> {
    let scored = results.iter().all(|result| result.score.is_some());
    let worth = |result: &SeatResult| {
        let result_of_game = if scored {
            result.score.unwrap_or_default()
        } else {
            i32::from(result.won)
        };
        // Those who left are tied.
        (!result.left).then_some(result_of_game)
    };
    let rank = |of: &SeatResult| {
        let better = results.iter().filter(|other| worth(other) > worth(of));
        1 + better.count()
    };
    results.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A letter for each seat: `w` won, `l` lost; capital: and left.
    fn check(letters: &str, expected: &[usize]) {
        let results: Vec<_> = letters
            .chars()
            .map(|letter| SeatResult {
                won: letter.eq_ignore_ascii_case(&'w'),
                score: None,
                left: letter.is_uppercase(),
            })
            .collect();
        assert_eq!(ranks(&results), expected, "{letters}");
    }

    #[test]
    fn winners_are_first_and_all_others_tied_behind_them() {
        check("wlll", &[1, 2, 2, 2]);
        check("wlwl", &[1, 3, 1, 3]);
        check("ww", &[1, 1]);
        check("", &[]);
    }

    #[test]
    fn whoever_has_left_is_last_also_as_a_winner() {
        check("wlL", &[1, 2, 3]);
        check("Wll", &[3, 1, 1]);
        check("WLl", &[2, 2, 1]);
    }

    #[test]
    fn games_with_scores_rank_by_score() {
        let of = |scores: &[(i32, bool)]| {
            let results = scores.iter().map(|&(score, left)| SeatResult {
                won: false,
                score: Some(score),
                left,
            });
            ranks(&results.collect::<Vec<_>>())
        };
        assert_eq!(
            of(&[(-3, false), (12, false), (0, false), (12, false)]),
            [4, 1, 3, 1]
        );
        assert_eq!(of(&[(50, true), (-9, false)]), [2, 1]);
    }
}
