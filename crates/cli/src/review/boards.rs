//! Reviews of games on boards as lines.

use giog_review::boards::{BoardChoice, BoardReview, ReviewedMove};
use giog_rules::Seat;

use super::{left_out_told, lost_told, points, verdict_told};

/// What is said before the moves.
pub fn head(seat: Seat) -> String {
    format!("Seat {seat}. Of 100 such matches it would win as many; a draw counts half.\n")
}

/// A move in lines.
pub fn of_move(one: &ReviewedMove) -> String {
    format!("\n{}\n", told(one).join("\n"))
}

/// What is said after the moves.
pub fn sum(review: &BoardReview) -> String {
    let losses = review.moves.iter();
    let losses: Vec<_> = losses.map(|one| (one.lost, one.verdict)).collect();
    let mut lines = vec![String::new(), lost_told(&losses)];
    lines.push(format!(
        "Accuracy: {} of 100. Result: {}.",
        points(review.accuracy),
        points(review.result)
    ));
    if review.exact {
        lines.push("The game is solved, so this is exact.".to_owned());
    }
    lines.extend(left_out_told(review.moves.len(), review.left_out));
    lines.push(String::new());
    lines.join("\n")
}

/// A move with its choices.
fn told(one: &ReviewedMove) -> Vec<String> {
    let verdict = verdict_told(one.verdict);
    let by = if one.by.is_player() {
        ""
    } else {
        " (not by the player)"
    };
    let (ply, played, lost) = (one.ply + 1, &one.played, points(one.lost));
    let mut lines = vec![format!("Ply {ply}: {played}{by} lost {lost}{verdict}.")];
    for BoardChoice { play, share, line } in &one.choices {
        let mark = if *play == one.played { '>' } else { ' ' };
        let share = points(*share);
        lines.push(
            format!("  {mark} {share:>5}   {play} {}", line.join(" "))
                .trim_end()
                .to_owned(),
        );
    }
    lines
}

#[cfg(test)]
mod tests {
    use giog_protocol::rest::ReviewVerdict;
    use giog_rules::Variant;
    use giog_rules::record::By;

    use super::*;

    #[test]
    fn moves_are_told_one_by_one_and_all_together_at_the_end() {
        let choice = |play: &str, share, line: &[&str]| BoardChoice {
            play: play.to_owned(),
            share,
            line: line.iter().map(ToString::to_string).collect(),
        };
        let one = ReviewedMove {
            action: 4,
            ply: 2,
            by: By::Player,
            played: "b2a3".to_owned(),
            lost: 10_000,
            verdict: ReviewVerdict::Blunder,
            choices: vec![choice("b2c1", 10_000, &["a1b2"]), choice("b2a3", 0, &[])],
        };
        assert_eq!(
            of_move(&one),
            "\nPly 3: b2a3 lost 100.0: a blunder.\n    100.0   b2c1 a1b2\n  >   0.0   b2a3\n"
        );
        let review = BoardReview {
            engine: giog_review::ENGINE,
            variant: "pong-hau-ki".parse::<Variant>().expect("a game"),
            seat: Seat::new(1),
            result: 0,
            accuracy: 5_000,
            exact: true,
            moves: vec![one],
            left_out: 3,
            worker: None,
        };
        assert_eq!(
            sum(&review),
            "\nLost in all: 100.0. Inaccuracies: 0, mistakes: 0, blunders: 1.\n\
             Accuracy: 50.0 of 100. Result: 0.0.\n\
             The game is solved, so this is exact.\n\
             Only the first 1 decisions were looked at: 3 more were not.\n"
        );
        assert_eq!(
            head(Seat::new(1)),
            "Seat 1. Of 100 such matches it would win as many; a draw counts half.\n"
        );
    }
}
