//! The legal moves on a board of xiangqi, and reasons for refusing others.

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::kind::Kind;
use super::paths;
use super::square::{Square, SquareSet};
use crate::table::{Color, Piece, RefusalCode};

/// What happens to a move that leaves the own general attacked (`docs/BOARDS.md` §3.3).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum CheckRule {
    /// It is refused.
    #[default]
    Enforce,
    /// It is allowed, and the general can be taken.
    Table,
}

impl Board {
    /// Calls `found` for each piece of a side that has a legal move, in the order of points, with the points it can reach.
    pub fn each_move(
        &self,
        color: Color,
        rule: CheckRule,
        mut found: impl FnMut(Square, SquareSet),
    ) {
        let mut probe = Probe::new(self, color);
        for from in self.of_color(color) {
            let piece = self.piece_at(from);
            let reach = match rule {
                CheckRule::Enforce => probe.safe(from, piece, self.reach(from, piece)),
                CheckRule::Table => self.reach(from, piece) | self.flight(from, piece),
            };
            if !reach.is_empty() {
                found(from, reach);
            }
        }
    }

    /// The number of legal moves of a side.
    pub fn count_moves(&self, color: Color, rule: CheckRule) -> usize {
        let mut count = 0;
        self.each_move(color, rule, |_, reach| count += reach.len() as usize);
        count
    }

    /// Whether a move of the side to move is legal, or why not.
    pub fn check_move(
        &self,
        color: Color,
        rule: CheckRule,
        from: Square,
        to: Square,
    ) -> Result<(), RefusalCode> {
        let piece = self.at(from).ok_or(RefusalCode::NoPiece)?;
        if piece.color() != color {
            return Err(RefusalCode::NotYourPiece);
        }
        if self.of_color(color).has(to) {
            return Err(RefusalCode::OwnPiece);
        }
        let reach = match rule {
            CheckRule::Enforce => self.reach(from, piece),
            CheckRule::Table => self.reach(from, piece) | self.flight(from, piece),
        };
        if !reach.has(to) {
            return Err(RefusalCode::NotAMove);
        }
        match rule {
            CheckRule::Table => Ok(()),
            CheckRule::Enforce => {
                let mut after = *self;
                after.make(from, to);
                after.check_general(color)
            }
        }
    }

    /// Whether a side's general is safe, or why not.
    pub fn check_general(&self, color: Color) -> Result<(), RefusalCode> {
        if self.generals_face() {
            return Err(RefusalCode::GeneralsFace);
        }
        if self.is_attacked(color) {
            return Err(RefusalCode::LeavesCheck);
        }
        Ok(())
    }

    /// The point of the other general, if a general can capture it along an open file (the "flying general").
    fn flight(&self, from: Square, piece: Piece) -> SquareSet {
        if Kind::of(piece) == Kind::General && self.generals_face() {
            let other = self.general(piece.color().other());
            debug_assert_eq!(other.file(), from.file(), "generals face on a file");
            return other.set();
        }
        SquareSet::EMPTY
    }

    fn piece_at(&self, square: Square) -> Piece {
        self.at(square).expect("a piece stands on its point")
    }

    /// The number of sequences of this many legal moves (perft).
    pub fn perft(&mut self, color: Color, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if depth == 1 {
            return self.count_moves(color, CheckRule::Enforce) as u64;
        }
        let mut moves = Vec::with_capacity(64);
        self.each_move(color, CheckRule::Enforce, |from, reach| {
            moves.extend(reach.into_iter().map(|to| (from, to)));
        });
        let counts = moves.into_iter().map(|(from, to)| {
            let taken = self.make(from, to);
            let count = self.perft(color.other(), depth - 1);
            self.unmake(from, to, taken);
            count
        });
        counts.sum()
    }
}

/// Finds the moves of a side that leave its general attacked, by trying them.
struct Probe {
    board: Board,
    color: Color,
    in_check: bool,
    /// The points on which a change can expose the general.
    lines: SquareSet,
}

impl Probe {
    fn new(board: &Board, color: Color) -> Self {
        Self {
            board: *board,
            color,
            in_check: board.is_attacked(color),
            lines: paths::lines(board.general(color)),
        }
    }

    /// The points of `reach` to which a piece may move without leaving its general attacked.
    fn safe(&mut self, from: Square, piece: Piece, reach: SquareSet) -> SquareSet {
        let moves_general = Kind::of(piece) == Kind::General;
        // If the general is not attacked now, only a change on its lines can expose it.
        let doubtful = if self.in_check || moves_general || self.lines.has(from) {
            reach
        } else {
            reach & self.lines
        };
        let mut safe = reach;
        for to in doubtful {
            let taken = self.board.make(from, to);
            if self.board.is_attacked(self.color) {
                safe &= !to.set();
            }
            self.board.unmake(from, to, taken);
        }
        safe
    }
}
