//! Reviews of games on boards as lines.

use giog_review::boards::{BoardChoice, BoardReview, ReviewedMove};

use super::{lost_told, points, verdict_told};

/// The review in lines.
pub fn text(review: &BoardReview) -> String {
    let exact = if review.exact {
        " The game is solved, so this is exact."
    } else {
        ""
    };
    let mut lines = vec![format!(
        "Seat {}. Of 100 such matches it would win as many; a draw counts half.{exact}",
        review.seat
    )];
    for one in &review.moves {
        lines.push(String::new());
        lines.extend(told(one));
    }
    let losses = review.moves.iter();
    let losses: Vec<_> = losses.map(|one| (one.lost, one.verdict)).collect();
    lines.push(String::new());
    lines.push(lost_told(&losses));
    lines.push(format!(
        "Accuracy: {} of 100. Result: {}.",
        points(review.accuracy),
        points(review.result)
    ));
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
