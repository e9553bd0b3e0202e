//! Where pieces of a reserve may be put on a board (`docs/BOARDS.md` §4).

use super::board::Board;
use super::kind::Kind;
use super::moves::CheckRule;
use super::paths;
use super::square::{Square, SquareSet};
use crate::table::{Piece, RefusalCode};

impl Board {
    /// Where a side on turn may drop a piece of its own.
    pub fn drops(&self, piece: Piece, rule: CheckRule) -> SquareSet {
        let points = drop_points(piece) & !self.occupied();
        let legal = points
            .into_iter()
            .filter(|&to| self.check_generals(piece, rule, to).is_ok());
        legal.fold(SquareSet::EMPTY, SquareSet::with)
    }

    /// Whether a side on turn may drop a piece of its own there; if not, why.
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

    /// Whether a drop leaves the own general safe, where that is asked, and gives no check.
    fn check_generals(&self, piece: Piece, rule: CheckRule, to: Square) -> Result<(), RefusalCode> {
        let mut after = *self;
        after.put(to, piece);
        if rule == CheckRule::Enforce {
            after.check_general(piece.color())?;
        }
        let enemy = piece.color().other();
        // In `table` the general may be attacked already, which is not the drop's doing.
        let mut attackers = after.attackers_of_general(enemy).into_iter();
        if attackers.any(|at| !self.attackers_of_general(enemy).has(at)) {
            return Err(RefusalCode::DropChecks);
        }
        Ok(())
    }
}

/// The points that a piece may be dropped on, where they are empty: of the own side those that it can stand on.
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
