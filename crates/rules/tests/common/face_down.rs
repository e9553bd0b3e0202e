//! Blind chess: another layout that no observer can distinguish from the real one.

use giog_rules::Piece;
use giog_rules::boards::BoardAction;

/// Squares in a row of a layout, which goes by rank, then by file.
const FILES: usize = 8;

/// The layout, with the pieces that none of these actions has turned up in other places.
pub fn other_layout<'a>(
    layout: &[Piece],
    actions: impl IntoIterator<Item = &'a BoardAction>,
    shuffle: impl FnOnce(&mut [Piece]),
) -> Vec<Piece> {
    let mut face_down: Vec<usize> = (0..layout.len()).collect();
    for action in actions {
        if let BoardAction::Flip { at } = action {
            let turned_up = index(at);
            face_down.retain(|&square| square != turned_up);
        }
    }
    let mut pieces: Vec<Piece> = face_down.iter().map(|&square| layout[square]).collect();
    shuffle(&mut pieces);
    let mut other = layout.to_vec();
    for (square, piece) in face_down.into_iter().zip(pieces) {
        other[square] = piece;
    }
    other
}

/// The index of a point's square in a layout.
fn index(at: &str) -> usize {
    let &[file, rank] = at.as_bytes() else {
        panic!("a point of half a board: {at}");
    };
    usize::from(rank - b'0') * FILES + usize::from(file - b'a')
}
