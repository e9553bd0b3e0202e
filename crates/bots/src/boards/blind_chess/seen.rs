//! What a seat knows of a match: the public moves, replayed.

use giog_rules::Piece;
use giog_rules::boards::search::blind_chess::{self, HalfBoard, Step};
use giog_rules::boards::{BoardView, GameFields, Ply, SeenFields};

use super::position::Position;

/// What a seat knows: the board, and how many pieces of each kind are still unseen.
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
            if let (Step::Flip { at }, Some(piece)) = (step, piece) {
                seen.board.suppose(at, piece);
                let unseen = &mut seen.unseen[piece.index()];
                *unseen = unseen.checked_sub(1)?;
            }
            let (taken, _) = seen.board.make(step);
            if matches!(step, Step::Flip { .. }) || taken.is_some() {
                seen.since.clear();
            }
            let position = Position::of(&seen.board, &seen.unseen);
            seen.since.extend(position.map(|position| position.hash));
        }
        Some(seen)
    }
}
