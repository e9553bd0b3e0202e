//! What a seat knows of a match: the public moves, replayed.

use giog_rules::Piece;
use giog_rules::boards::search::blind_chess::{self, Finish, HalfBoard, Step};
use giog_rules::boards::{BoardView, GameFields, Ply, SeenFields};

use super::position::Position;

/// What a seat knows: the board, and how many pieces of each kind are still unseen.
#[derive(Clone)]
pub(super) struct Seen {
    /// The board, without what lies face down.
    pub board: HalfBoard,
    /// For each kind, its pieces that are still unseen.
    pub unseen: [u8; Piece::COUNT],
    /// The hashes of the positions since the last flip or capture.
    pub since: Vec<u64>,
}

impl Seen {
    /// Replays the public moves.
    pub fn of(view: &BoardView) -> Option<Self> {
        let SeenFields::Open(GameFields::Chess { notation, .. }) = &view.position.fields else {
            return None;
        };
        let mut seen = Self {
            board: HalfBoard::face_down(view.first?),
            unseen: Piece::ALL.map(Piece::count_in_set),
            since: Vec::new(),
        };
        for ply in notation {
            let (Ply::Noted(_, text, ..) | Ply::Plain(_, text)) = ply;
            let (step, piece) = blind_chess::read_step(text)?;
            let is_left = piece.is_none_or(|piece| seen.unseen[piece.index()] > 0);
            is_left.then(|| seen.make(step, piece))?;
        }
        Some(seen)
    }

    /// Makes a step, with the piece that a flip turns up, of those that are left; how it ends the match, if it does.
    pub fn make(&mut self, step: Step, piece: Option<Piece>) -> Option<Finish> {
        if let (Step::Flip { at }, Some(piece)) = (step, piece) {
            self.board.suppose(at, piece);
            self.unseen[piece.index()] -= 1;
        }
        let (taken, finish) = self.board.make(step);
        if matches!(step, Step::Flip { .. }) || taken.is_some() {
            self.since.clear();
        }
        let position = Position::of(&self.board, &self.unseen);
        self.since.extend(position.map(|position| position.hash));
        finish
    }
}
