//! Choices of the bot before the first lead.

use giog_rules::tricks::{Action, Shape, View};
use giog_rules::{Piece, Seat};

/// Which stack to take first: the end of a row from which this seat gets the best known pieces, compared with the other seats. None if
/// no pieces are known or the stacks do not lie in rows.
pub fn take(view: &View, stacks: &[u8]) -> Option<Action> {
    if view.layout.shape != Shape::Rows {
        return None;
    }
    let stacks = stacks
        .iter()
        .filter_map(|&stack| Some((gain(view, stack)?, stack)));
    let best = stacks.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    Some(Action::Take {
        stack: i64::from(best.1),
    })
}

/// The value of starting at this end: the strength of this seat's known pieces, minus the average of the others', multiplied by the
/// number of the others.
fn gain(view: &View, end: u8) -> Option<i32> {
    let end = usize::from(end);
    let ring = view.stacks.len();
    let players = view.hand_sizes.len();
    let step = if into_row_is_up(&view.layout.rows, end)? {
        1
    } else {
        ring - 1
    };
    let taken = stacks_taken(ring, players);
    let mine_weight = i32::try_from(players).ok()? - 1;
    Some(
        (0..taken)
            .map(|turn| {
                let stack = &view.stacks[(end + turn * step) % ring];
                let strength: i32 = stack.up.iter().map(|&piece| strength(piece)).sum();
                if turn % players == 0 {
                    strength * mine_weight
                } else {
                    -strength
                }
            })
            .sum(),
    )
}

/// Whether stacks from this end are taken in ascending order; none if it is not the end of a row.
fn into_row_is_up(rows: &[Seat], end: usize) -> Option<bool> {
    let row = rows.get(end)?;
    if rows.iter().position(|other| other == row) == Some(end) {
        Some(true)
    } else if rows.iter().rposition(|other| other == row) == Some(end) {
        Some(false)
    } else {
        None
    }
}

/// How many stacks are taken (`docs/RULES.md` §5).
fn stacks_taken(ring: usize, players: usize) -> usize {
    if players == 2 {
        ring * 3 / 4
    } else {
        ring - ring % players
    }
}

/// The value of a piece: the square of its level, because the strongest pieces win tricks and the others are nearly equal.
fn strength(piece: Piece) -> i32 {
    let level = i32::from(piece.level());
    level * level
}
