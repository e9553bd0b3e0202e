//! The board of xiangqi: what stands where, where pieces can go, and whether a general is attacked (`docs/BOARDS.md` §3.2, §3.3).

use super::fen::{self, Fen};
use super::kind::Kind;
use super::paths;
use super::square::{SQUARES, Square, SquareSet};
use crate::table::{Color, Piece};

/// What stands where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    at: [Option<Piece>; SQUARES],
    of_kind: [SquareSet; Piece::COUNT],
    of_color: [SquareSet; 2],
}

impl Board {
    /// Nothing stands there.
    pub const EMPTY: Self = Self {
        at: [None; SQUARES],
        of_kind: [SquareSet::EMPTY; Piece::COUNT],
        of_color: [SquareSet::EMPTY; 2],
    };

    /// The position in which matches begin; red is to move.
    pub fn start() -> Self {
        let start = Fen::parse(fen::START, false);
        start.expect("it is a position").board
    }

    /// What stands on a point.
    pub const fn at(&self, square: Square) -> Option<Piece> {
        self.at[square.index()]
    }

    /// Where pieces of a kind and a colour stand.
    pub const fn of(&self, piece: Piece) -> SquareSet {
        self.of_kind[piece.index()]
    }

    /// Where pieces of a colour stand.
    pub const fn of_color(&self, color: Color) -> SquareSet {
        self.of_color[color as usize]
    }

    /// Where pieces stand.
    pub fn occupied(&self) -> SquareSet {
        self.of_color[0] | self.of_color[1]
    }

    /// Where a side's general stands.
    ///
    /// # Panics
    /// If it was taken, which ends a match.
    pub fn general(&self, color: Color) -> Square {
        let general = self.of(Kind::General.piece(color)).first();
        general.expect("nothing is asked of a match whose general was taken")
    }

    /// Puts a piece on an empty point.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.at[square.index()] = Some(piece);
        self.toggle(square, piece);
    }

    /// Takes a piece off the board.
    ///
    /// # Panics
    /// If nothing stands there.
    pub fn take(&mut self, square: Square) -> Piece {
        let piece = self.at[square.index()].take();
        let piece = piece.expect("a piece stands there");
        self.toggle(square, piece);
        piece
    }

    /// Moves a piece; gives what it took. It does not ask whether the piece moves so.
    ///
    /// # Panics
    /// If nothing stands on `from`.
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

    /// Takes a move back that [`Board::make`] has made.
    ///
    /// # Panics
    /// If nothing stands on `to`.
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

    /// Where a piece can go by its movement: over no own piece, and whatever becomes of its general.
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

    /// The pieces of a side that could take, by their movement, what stands on `to`, if the points `occupied` were. Pieces
    /// that are to be thought away are for the caller to leave out of what this gives.
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

    /// The pieces of a side that attack a general on `at`, if the points `occupied` were: the other general along an open
    /// file among them.
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
