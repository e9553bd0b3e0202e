//! Drops of pieces from the reserve (`docs/BOARDS.md` §4).

use super::board::Board;
use super::kind::Kind;
use super::moves::CheckRule;
use super::paths;
use super::square::{Square, SquareSet};
use crate::table::{Piece, RefusalCode};

impl Board {
    /// The points on which the side to move may drop a piece of its own.
    pub fn drops(&self, piece: Piece, rule: CheckRule) -> SquareSet {
        let points = drop_points(piece) & !self.occupied();
        let legal = points
            .into_iter()
            .filter(|&to| self.check_generals(piece, rule, to).is_ok());
        legal.fold(SquareSet::EMPTY, SquareSet::with)
    }

    /// Whether the side to move may drop a piece of its own on a point, or why not.
    pub fn check_drop(&self, piece: Piece, rule: CheckRule, to: Square) -> Result<(), RefusalCode> {
        if self.at(to).is_some() {
            return Err(RefusalCode::PointTaken);
        }
        if !paths::own_side(piece.color()).has(to) {
            return Err(RefusalCode::NotYourSide);
        }
        if !drop_points(piece).has(to) {
            return Err(RefusalCode::BadPoint);
        }
        self.check_generals(piece, rule, to)
    }

    /// Checks that a drop gives no check and, if the rule demands it, leaves the own general safe.
    fn check_generals(&self, piece: Piece, rule: CheckRule, to: Square) -> Result<(), RefusalCode> {
        let mut after = *self;
        after.put(to, piece);
        if rule == CheckRule::Enforce {
            after.check_general(piece.color())?;
        }
        let enemy = piece.color().other();
        // By the rule `table` the general may already be attacked; only attackers that the drop adds count.
        let mut attackers = after.attackers_of_general(enemy).into_iter();
        if attackers.any(|at| !self.attackers_of_general(enemy).has(at)) {
            return Err(RefusalCode::DropChecks);
        }
        Ok(())
    }
}

/// The points on which a piece may be dropped if they are empty: those of its own side on which it can stand.
fn drop_points(piece: Piece) -> SquareSet {
    let points = match Kind::of(piece) {
        Kind::Advisor => paths::ADVISOR_POINTS,
        Kind::Elephant => paths::ELEPHANT_POINTS,
        Kind::General | Kind::Chariot | Kind::Horse | Kind::Cannon | Kind::Soldier => {
            SquareSet::ALL
        }
    };
    points & paths::own_side(piece.color())
}
