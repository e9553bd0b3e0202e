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
        let color = piece.color();
        let points = drop_points(piece) & !self.occupied();
        // Elsewhere than on the lines of a general a piece of the own side neither exposes it nor attacks it.
        let lines = paths::lines(self.general(color)) | paths::lines(self.general(color.other()));
        let must_help = rule == CheckRule::Enforce && self.is_attacked(color);
        let plain = if must_help {
            SquareSet::EMPTY
        } else {
            points & !lines
        };
        let doubtful = (points & lines).into_iter();
        let legal = doubtful.filter(|&to| self.check_generals(piece, rule, to).is_ok());
        legal.fold(plain, SquareSet::with)
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
        if after.is_attacked(piece.color().other()) {
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

#[cfg(test)]
mod tests {
    use super::super::Fen;
    use super::*;

    #[test]
    fn the_drops_that_are_listed_are_those_that_are_allowed() {
        for fen in [
            "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1",
            "3k5/9/9/9/9/9/9/4r4/9/4K4 w - - 0 1",
            "4k4/9/9/9/4c4/9/9/9/4H4/4K4 w - - 0 1",
            "3k5/4a4/9/4h4/9/4C4/9/3r5/9/3K5 w - - 0 1",
        ] {
            let Fen { board, turn, .. } = Fen::parse(fen, false).expect("a position");
            for rule in [CheckRule::Enforce, CheckRule::Table] {
                for piece in Piece::ALL.into_iter().filter(|piece| piece.color() == turn) {
                    let allowed = SquareSet::ALL.into_iter();
                    let allowed = allowed.filter(|&to| board.check_drop(piece, rule, to).is_ok());
                    let allowed = allowed.fold(SquareSet::EMPTY, SquareSet::with);
                    assert_eq!(board.drops(piece, rule), allowed, "{piece} in {fen}");
                }
            }
        }
    }
}
