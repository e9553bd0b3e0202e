//! Chases (`docs/BOARDS.md` §3.5): the pieces that a ply threatens and that the same piece did not threaten before.
//!
//! Attacks on a general that existed before are ignored everywhere here: only new attackers count. So a side in check can still chase
//! or protect.

use crate::families::boards::chinese_chess::{Board, Kind, Square, SquareSet, paths};
use crate::table::{Color, Piece};

/// The enemy pieces that a ply chases, from the boards before and after it.
pub(super) fn chased(before: &Board, after: &Board, from: Square, to: Square) -> SquareSet {
    let Some(piece) = after.at(to) else {
        unreachable!("the ply ended there")
    };
    let mut chased = SquareSet::EMPTY;
    for chaser in after.of_color(piece.color()) {
        let stood = if chaser == to { from } else { chaser };
        chased |= threatened(after, chaser) & !threatened(before, stood);
    }
    chased
}

/// The enemy pieces that the piece on a point threatens, whichever side is to move.
fn threatened(board: &Board, at: Square) -> SquareSet {
    let Some(piece) = board.at(at) else {
        return SquareSet::EMPTY;
    };
    if matches!(Kind::of(piece), Kind::General | Kind::Soldier) {
        return SquareSet::EMPTY;
    }
    let enemy = piece.color().other();
    let (general, soldier) = (Kind::General.piece(enemy), Kind::Soldier.piece(enemy));
    let exempt = board.of(general) | (board.of(soldier) & paths::own_side(enemy));
    let victims = board.reach(at, piece) & board.of_color(enemy) & !exempt;
    if victims.is_empty() || is_pinned(board, at, piece) {
        return SquareSet::EMPTY;
    }
    let threatened = victims
        .into_iter()
        .filter(|&victim| is_threat(board, at, piece, victim));
    threatened.fold(SquareSet::EMPTY, SquareSet::with)
}

/// Whether capturing `victim` would be more than an exchange.
fn is_threat(board: &Board, at: Square, piece: Piece, victim: Square) -> bool {
    let kind = board.at(victim).map(Kind::of);
    if kind == Some(Kind::of(piece)) && could_take(board, victim, at) {
        return false;
    }
    (kind == Some(Kind::Chariot) && Kind::of(piece) != Kind::Chariot)
        || !is_protected(board, at, piece, victim)
}

/// Whether moving the piece away would expose its general to a new attack.
fn is_pinned(board: &Board, at: Square, piece: Piece) -> bool {
    let without = board.occupied() & !at.set();
    let general = board.general(piece.color());
    let exposed = Exposure::now(board, piece.color());
    exposed.is_new(general, without, SquareSet::EMPTY)
}

/// Whether the victim, which is of the same kind, could in turn capture the piece on `at`.
fn could_take(board: &Board, victim: Square, at: Square) -> bool {
    let Some(piece) = board.at(victim) else {
        return false;
    };
    let after = board.occupied() & !victim.set();
    let exposed = Exposure::now(board, piece.color());
    board.reach(victim, piece).has(at)
        && !exposed.is_new(board.general(piece.color()), after, at.set())
}

/// Whether the other side could recapture after the piece from `at` has captured `victim`.
fn is_protected(board: &Board, at: Square, piece: Piece, victim: Square) -> bool {
    let enemy = piece.color().other();
    let exposed = Exposure::now(board, enemy);
    let after_taking = board.occupied() & !at.set();
    let takers = board.takers(enemy, victim, after_taking);
    takers.into_iter().any(|taker| {
        let general = if board.at(taker) == Some(Kind::General.piece(enemy)) {
            victim
        } else {
            board.general(enemy)
        };
        !exposed.is_new(general, after_taking & !taker.set(), at.set())
    })
}

/// The present attackers of a side's general.
struct Exposure<'a> {
    board: &'a Board,
    by: Color,
    attackers: SquareSet,
}

impl<'a> Exposure<'a> {
    fn now(board: &'a Board, color: Color) -> Self {
        Self {
            board,
            by: color.other(),
            attackers: board.attackers_of_general(color),
        }
    }

    /// Whether there would be a new attacker of the general if it stood on `general`, exactly the points `occupied` were occupied, and
    /// the pieces on `gone` were captured.
    fn is_new(&self, general: Square, occupied: SquareSet, gone: SquareSet) -> bool {
        let attackers = self.board.attackers(self.by, general, occupied);
        !(attackers & !gone & !self.attackers).is_empty()
    }
}
