//! The board of xiangqi: pieces, their reach, and attacks on generals (`docs/BOARDS.md` §3.2, §3.3).

use super::kind::Kind;
use super::paths;
use super::square::{SQUARES, Square, SquareSet};
use crate::table::{Color, Piece};

/// The pieces on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    at: [Option<Piece>; SQUARES],
    of_kind: [SquareSet; Piece::COUNT],
    of_color: [SquareSet; 2],
}

impl Board {
    /// There is no piece on this point.
    pub const EMPTY: Self = Self {
        at: [None; SQUARES],
        of_kind: [SquareSet::EMPTY; Piece::COUNT],
        of_color: [SquareSet::EMPTY; 2],
    };

    /// The piece on a point.
    pub const fn at(&self, square: Square) -> Option<Piece> {
        self.at[square.index()]
    }

    /// The points with pieces of a kind and colour.
    pub const fn of(&self, piece: Piece) -> SquareSet {
        self.of_kind[piece.index()]
    }

    /// The points with pieces of a colour.
    pub const fn of_color(&self, color: Color) -> SquareSet {
        self.of_color[color as usize]
    }

    /// The points with pieces.
    pub fn occupied(&self) -> SquareSet {
        self.of_color[0] | self.of_color[1]
    }

    /// The point of a side's general.
    ///
    /// # Panics
    /// If it was captured, which ends a match.
    pub fn general(&self, color: Color) -> Square {
        let general = self.of(Kind::General.piece(color)).first();
        general.expect("nothing is asked of a match whose general was taken")
    }

    /// Puts a piece on an empty point.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.at[square.index()] = Some(piece);
        self.toggle(square, piece);
    }

    /// Removes a piece from the board.
    ///
    /// # Panics
    /// If the point is empty.
    pub fn take(&mut self, square: Square) -> Piece {
        let piece = self.at[square.index()].take();
        let piece = piece.expect("a piece stands there");
        self.toggle(square, piece);
        piece
    }

    /// Moves a piece; returns the captured one. It does not check whether the move is legal.
    ///
    /// # Panics
    /// If `from` is empty.
    pub fn make(&mut self, from: Square, to: Square) -> Option<Piece> {
        let piece = self.at[from.index()].take();
        let piece = piece.expect("a piece stands on the point left");
        let taken = self.at[to.index()].replace(piece);
        if let Some(taken) = taken {
            self.toggle(to, taken);
        }
        self.toggle(from, piece);
        self.toggle(to, piece);
        taken
    }

    /// Undoes a move that was made with [`Board::make`].
    ///
    /// # Panics
    /// If `to` is empty.
    pub fn unmake(&mut self, from: Square, to: Square, taken: Option<Piece>) {
        let piece = std::mem::replace(&mut self.at[to.index()], taken);
        let piece = piece.expect("a piece stands on the point reached");
        self.at[from.index()] = Some(piece);
        self.toggle(from, piece);
        self.toggle(to, piece);
        if let Some(taken) = taken {
            self.toggle(to, taken);
        }
    }

    fn toggle(&mut self, square: Square, piece: Piece) {
        let kind = &mut self.of_kind[piece.index()];
        *kind = *kind ^ square.set();
        let color = &mut self.of_color[piece.color() as usize];
        *color = *color ^ square.set();
    }

    /// The points that a piece can move to, without regard to checks on its own general.
    pub fn reach(&self, from: Square, piece: Piece) -> SquareSet {
        let (color, occupied) = (piece.color(), self.occupied());
        let reach = match Kind::of(piece) {
            Kind::General => paths::general(from),
            Kind::Advisor => paths::advisor(from),
            Kind::Elephant => paths::elephant(from, occupied),
            Kind::Horse => paths::horse(from, occupied),
            Kind::Chariot => paths::straight(from, occupied).0,
            Kind::Cannon => {
                let (to_first, seconds) = paths::straight(from, occupied);
                (to_first & !occupied) | seconds
            }
            Kind::Soldier => paths::soldier_to(color, from),
        };
        reach & !self.of_color(color)
    }

    /// The pieces of a side that could capture on `to` if exactly the points `occupied` were occupied. The result may include pieces
    /// that the caller regards as removed.
    pub fn takers(&self, color: Color, to: Square, occupied: SquareSet) -> SquareSet {
        let of = |kind: Kind| self.of(kind.piece(color));
        let (to_first, seconds) = paths::straight(to, occupied);
        (to_first & of(Kind::Chariot))
            | (seconds & of(Kind::Cannon))
            | (paths::horse_from(to, occupied) & of(Kind::Horse))
            | (paths::soldier_from(color, to) & of(Kind::Soldier))
            | (paths::general(to) & of(Kind::General))
            | (paths::advisor(to) & of(Kind::Advisor))
            | (paths::elephant(to, occupied) & of(Kind::Elephant))
    }

    /// The pieces of a side that would attack a general on `at` if exactly the points `occupied` were occupied, including the other
    /// general along an open file.
    pub fn attackers(&self, by: Color, at: Square, occupied: SquareSet) -> SquareSet {
        let of = |kind: Kind| self.of(kind.piece(by));
        let (to_first, seconds) = paths::straight(at, occupied);
        // Advisors and elephants never reach a general. The other general can only face it on a file.
        (to_first & (of(Kind::Chariot) | of(Kind::General)))
            | (seconds & of(Kind::Cannon))
            | (paths::horse_from(at, occupied) & of(Kind::Horse))
            | (paths::soldier_from(by, at) & of(Kind::Soldier))
    }

    /// The pieces that attack a side's general.
    pub fn attackers_of_general(&self, color: Color) -> SquareSet {
        self.attackers(color.other(), self.general(color), self.occupied())
    }

    /// Whether a side's general is attacked.
    pub fn is_attacked(&self, color: Color) -> bool {
        !self.attackers_of_general(color).is_empty()
    }

    /// Whether the generals face each other on an open file.
    pub fn generals_face(&self) -> bool {
        let (to_first, _) = paths::straight(self.general(Color::Red), self.occupied());
        to_first.has(self.general(Color::Black))
    }
}
