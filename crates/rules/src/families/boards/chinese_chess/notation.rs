//! The two notations of a ply (`docs/BOARDS.md` §3.7). They are only written, never read.

use super::board::Board;
use super::kind::Kind;
use super::square::{FILES, RANKS, Square};
use crate::table::{Color, Piece};

/// A ply in text form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notations {
    /// Notation 1: character, point left, point reached: `炮 (32)-35`.
    pub one: String,
    /// Notation 2: letter, file, sign, number: `C2.5`.
    pub two: String,
}

/// The notations of a move, before it is made.
///
/// # Panics
/// If `from` is empty.
pub fn of_move(board: &Board, from: Square, to: Square) -> Notations {
    let piece = board.at(from).expect("a piece stands on the point left");
    let color = piece.color();
    let (start, end) = (seen_by(color, from), seen_by(color, to));
    let sign = match end.rank.cmp(&start.rank) {
        std::cmp::Ordering::Greater => '+',
        std::cmp::Ordering::Less => '-',
        std::cmp::Ordering::Equal => '.',
    };
    let number = if start.file == end.file {
        start.rank.abs_diff(end.rank)
    } else {
        end.file
    };
    Notations {
        one: format!(
            "{} ({}{})-{}{}",
            piece.character(),
            start.rank,
            start.file,
            end.rank,
            end.file
        ),
        two: format!(
            "{}{}{sign}{number}",
            letter(piece),
            which(board, from, piece)
        ),
    }
}

/// The notations of a drop.
pub fn of_drop(piece: Piece, to: Square) -> Notations {
    let end = seen_by(piece.color(), to);
    let point = format!("{}{}", end.rank, end.file);
    Notations {
        one: format!("{} (*)-{point}", piece.character()),
        two: format!("{}@{point}", letter(piece)),
    }
}

/// A point as one side counts: ranks from its own edge and files from its own right, both from 1.
struct Seen {
    rank: u8,
    file: u8,
}

fn seen_by(color: Color, square: Square) -> Seen {
    match color {
        Color::Red => Seen {
            rank: 1 + square.rank(),
            file: FILES - square.file(),
        },
        Color::Black => Seen {
            rank: RANKS - square.rank(),
            file: 1 + square.file(),
        },
    }
}

const fn letter(piece: Piece) -> char {
    Kind::of(piece).piece(Color::Red).code()
}

/// Which piece of its kind moves: its file; `+` for the front and `-` for the rear one if there are two on the file; or the file and
/// the position from the front, if there are three, or two on several files.
fn which(board: &Board, from: Square, piece: Piece) -> String {
    let on_file = |file: u8| -> Vec<Square> {
        let on_file = board.of(piece).into_iter();
        on_file.filter(|square| square.file() == file).collect()
    };
    let file = seen_by(piece.color(), from).file;
    let beside = on_file(from.file());
    let several = (0..FILES).filter(|&file| on_file(file).len() > 1).count() > 1;
    let in_front = beside.iter().filter(|square| match piece.color() {
        Color::Red => square.rank() > from.rank(),
        Color::Black => square.rank() < from.rank(),
    });
    match (beside.len(), in_front.count()) {
        (1, _) => file.to_string(),
        (2, 0) if !several => "+".to_owned(),
        (2, _) if !several => "-".to_owned(),
        (_, in_front) => format!("{file}/{}", in_front + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen::{Fen, START};
    use super::super::square::GRID;
    use super::*;

    fn check(fen: &str, text: &str, one: &str, two: &str) {
        let board = Fen::parse(fen, false).expect("a position").board;
        let (from, to) = GRID.points(text).expect("a move");
        let notations = of_move(&board, from.into(), to.into());
        assert_eq!((notations.one.as_str(), notations.two.as_str()), (one, two));
    }

    #[test]
    fn points_are_counted_from_the_movers_side() {
        check(START, "h2e2", "炮 (32)-35", "C2.5");
        check(START, "h9g7", "馬 (18)-37", "H8+7");
        check(START, "i0i1", "俥 (11)-21", "R1+1");
    }

    #[test]
    fn one_of_several_on_a_file_is_told_by_its_place() {
        let pair = "3k5/9/R8/9/9/R8/9/9/9/4K4 w - - 0 1";
        check(pair, "a7b7", "俥 (89)-88", "R+.8");
        check(pair, "a4a6", "俥 (59)-79", "R-+2");
        let three = "3k5/9/9/9/9/2p6/2p6/2p6/9/4K4 b - - 0 1";
        check(three, "c2b2", "卒 (83)-82", "P3/1.2");
        let two_pairs = "3k5/9/2P3P2/2P3P2/9/9/9/9/9/4K4 w - - 0 1";
        check(two_pairs, "g6h6", "兵 (73)-72", "P3/2.2");
        let beside = "3k5/9/2P1P1P2/2P3P2/9/9/9/9/9/4K4 w - - 0 1";
        check(beside, "e7d7", "兵 (85)-86", "P5.6");
    }
}
