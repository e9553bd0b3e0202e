//! What a capture gains if all captures on its point that follow are made as long as they pay (static exchange evaluation).

use giog_rules::Color;
use giog_rules::boards::search::{Board, Kind, Square, SquareSet};

use super::worth;

/// More captures than can follow each other on one point.
const MOST: usize = 32;
/// The kinds in the order in which a side captures with them.
const CHEAPEST_FIRST: [Kind; 7] = [
    Kind::Soldier,
    Kind::Advisor,
    Kind::Elephant,
    Kind::Horse,
    Kind::Cannon,
    Kind::Chariot,
    Kind::General,
];

/// What the capture on `to` by the piece on `from` gains, as the base values of kinds; 0 if it captures nothing.
pub fn gain(board: &Board, from: Square, to: Square) -> i32 {
    let (Some(mover), Some(taken)) = (board.at(from), board.at(to)) else {
        return 0;
    };
    let mut gains = [0; MOST];
    let mut count = 0;
    gains[0] = worth::of_kind(Kind::of(taken));
    let mut standing = of_kind(Kind::of(mover));
    let mut occupied = board.occupied() & !from.set();
    let mut side = mover.color().other();
    while count + 1 < MOST
        && let Some((next, kind)) = cheapest(board, side, to, occupied)
    {
        count += 1;
        gains[count] = standing - gains[count - 1];
        standing = of_kind(kind);
        occupied &= !next.set();
        side = side.other();
    }
    // Each side stops where going on would cost it something.
    while count > 0 {
        gains[count - 1] = -(-gains[count - 1]).max(gains[count]);
        count -= 1;
    }
    gains[0]
}

fn cheapest(board: &Board, side: Color, to: Square, occupied: SquareSet) -> Option<(Square, Kind)> {
    let takers = board.takers(side, to, occupied) & occupied;
    CHEAPEST_FIRST.into_iter().find_map(|kind| {
        let square = (takers & board.of(kind.piece(side))).first()?;
        Some((square, kind))
    })
}

/// The general counts more than everything, since it must not be taken back.
const fn of_kind(kind: Kind) -> i32 {
    match kind {
        Kind::General => 10_000,
        _ => worth::of_kind(kind),
    }
}
