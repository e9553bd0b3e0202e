//! Positions as text: FEN with the letters of `docs/RULES.md` §1, and checks for impossible positions (`docs/BOARDS.md` §3.1).

use super::super::point::{Point, board_text};
use super::super::tally::Tally;
use super::board::Board;
use super::kind::Kind;
use super::paths::{self, ADVISOR_POINTS, ELEPHANT_POINTS, PALACES};
use super::square::{FILES, GRID, RANKS, Square};
use crate::table::{Color, Piece};

/// The starting position.
pub const START: &str = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1";

/// The most plies without a capture in a given start; with one more, the match would be drawn.
const MAX_QUIET: u32 = 119;
/// The highest move number in a given start.
const MAX_NUMBER: u32 = 99_999;

/// A position that was read from a text. A value proves that its pieces can stand on a board. Whether there are enough pieces for it in
/// the game, and whether the match is over, is checked by each game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fen {
    /// The pieces on the board.
    pub board: Board,
    /// The pieces in reserve, in games with a reserve.
    pub reserve: Option<Tally>,
    /// The side to move.
    pub turn: Color,
    /// The number of plies since the last capture.
    pub quiet: u32,
    /// The move number.
    pub number: u32,
}

/// The text is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadFen {
    /// It does not have the six fields of a FEN, nor the first two or four.
    #[error(
        "a position has six fields: pieces, side, two dashes, plies without a capture, number of the move; the last two or four may be left out"
    )]
    Fields,
    /// It has another side than `w`, `r` or `b`.
    #[error("the side to move is `w` or `r` for red, or `b` for black")]
    Side,
    /// The game has a reserve and the position has none, or the other way round.
    #[error(
        "pieces in reserve stand in brackets after the board, in games that have a reserve and in no other"
    )]
    Reserve,
    /// It has another number of ranks.
    #[error("a position has ten ranks with `/` between them, and this one has {0}")]
    Ranks(usize),
    /// A rank does not have nine points, or two digits side by side.
    #[error(
        "rank {0} is not nine points: letters of pieces, and a digit for each run of empty points"
    )]
    Rank(u8),
    /// An unknown letter.
    #[error(
        "`{0}` is no piece: the letters are K A E R H C P, also B for E and N for H, small for black"
    )]
    Letter(char),
    /// A count is not a number, or out of range.
    #[error("a count is out of range, or has leading zeros")]
    Count,
    /// It does not have one general of each colour.
    #[error("each colour has one general, in its palace")]
    Generals,
    /// A piece is on a point that it cannot reach.
    #[error("a piece stands where it can't")]
    Unreachable,
    /// It has more pieces of a kind than the game.
    #[error("there are more pieces of a kind than in a set")]
    TooMany,
    /// The side that has just moved is in check.
    #[error("the side that has just moved is in check")]
    InCheck,
    /// The match would already be over.
    #[error("the match would be over")]
    Over,
}

impl Board {
    /// The starting position; red is to move.
    pub fn start() -> Self {
        let start = Fen::parse(START, false);
        start.expect("it is a position").board
    }
}

impl Fen {
    /// Reads a position. With `with_reserve`, it must have a reserve, otherwise it must have none. What other programs write is read as
    /// it is meant: `N` and `B` for horses and elephants, `r` for red, no counters, more than one blank.
    pub fn parse(text: &str, with_reserve: bool) -> Result<Self, BadFen> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let (pieces, turn, quiet, number) = match fields[..] {
            [pieces, turn] | [pieces, turn, "-", "-"] => (pieces, turn, "0", "1"),
            [pieces, turn, "-", "-", quiet, number] => (pieces, turn, quiet, number),
            _ => return Err(BadFen::Fields),
        };
        let (pieces, reserve) = match (pieces.split_once('['), with_reserve) {
            (Some((pieces, inner)), true) => {
                let letters = inner.strip_suffix(']').ok_or(BadFen::Reserve)?;
                (pieces, Some(read_reserve(letters)?))
            }
            (None, false) => (pieces, None),
            _ => return Err(BadFen::Reserve),
        };
        let turn = match turn {
            "w" | "r" => Color::Red,
            "b" => Color::Black,
            _ => return Err(BadFen::Side),
        };
        let position = Self {
            board: read_board(pieces)?,
            reserve,
            turn,
            quiet: read_count(quiet, 0, MAX_QUIET)?,
            number: read_count(number, 1, MAX_NUMBER)?,
        };
        position.check()?;
        Ok(position)
    }

    /// The number of pieces of a kind, on the board and in reserve.
    pub fn count(&self, piece: Piece) -> u32 {
        let beside = self.reserve.map_or(0, |reserve| reserve.count(piece));
        self.board.of(piece).len() + u32::from(beside)
    }

    /// Passes the turn after a ply. With `quiet`, the ply counts towards the limit of plies without progress; otherwise that count
    /// starts again.
    pub fn pass_turn(&mut self, quiet: bool) {
        self.quiet = if quiet { self.quiet + 1 } else { 0 };
        self.number += u32::from(self.turn == Color::Black);
        self.turn = self.turn.other();
    }

    fn check(&self) -> Result<(), BadFen> {
        for color in [Color::Red, Color::Black] {
            let general = Kind::General.piece(color);
            let stands = self.board.of(general) & PALACES & paths::own_side(color);
            if self.count(general) != 1 || stands.len() != 1 {
                return Err(BadFen::Generals);
            }
            for (kind, points) in [
                (Kind::Advisor, ADVISOR_POINTS),
                (Kind::Elephant, ELEPHANT_POINTS),
            ] {
                let reachable = points & paths::own_side(color);
                if !(self.board.of(kind.piece(color)) & !reachable).is_empty() {
                    return Err(BadFen::Unreachable);
                }
            }
        }
        if self.board.is_attacked(self.turn.other()) {
            return Err(BadFen::InCheck);
        }
        Ok(())
    }
}

/// The text of a position.
impl std::fmt::Display for Fen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let pieces = board_text(GRID, |point: Point| {
            self.board.at(point.into()).map(|piece| piece.to_string())
        });
        let reserve = self.reserve.map(|reserve| format!("[{}]", reserve.text()));
        let turn = match self.turn {
            Color::Red => 'w',
            Color::Black => 'b',
        };
        write!(
            f,
            "{pieces}{} {turn} - - {} {}",
            reserve.unwrap_or_default(),
            self.quiet,
            self.number
        )
    }
}

fn read_board(text: &str) -> Result<Board, BadFen> {
    let mut board = Board::EMPTY;
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != usize::from(RANKS) {
        return Err(BadFen::Ranks(ranks.len()));
    }
    for (rank, text) in (0..RANKS).rev().zip(ranks) {
        let (mut file, mut after_run) = (0, false);
        for letter in text.chars() {
            let run = letter.to_digit(10).filter(|&run| run > 0 && !after_run);
            if let Some(run) = run {
                file += run;
            } else {
                if letter.is_ascii_digit() {
                    return Err(BadFen::Rank(rank));
                }
                let piece = piece_of(letter)?;
                let file_here = u8::try_from(file).ok().filter(|&file| file < FILES);
                let file_here = file_here.ok_or(BadFen::Rank(rank))?;
                board.put(Square::new(file_here, rank), piece);
                file += 1;
            }
            after_run = run.is_some();
        }
        if file != u32::from(FILES) {
            return Err(BadFen::Rank(rank));
        }
    }
    Ok(board)
}

/// The piece of a letter: those of the rules, and what other programs call elephants (bishops) and horses (knights).
fn piece_of(letter: char) -> Result<Piece, BadFen> {
    let code = match letter {
        'B' => 'E',
        'b' => 'e',
        'N' => 'H',
        'n' => 'h',
        other => other,
    };
    Piece::from_code(code).ok_or(BadFen::Letter(letter))
}

fn read_reserve(letters: &str) -> Result<Tally, BadFen> {
    let mut reserve = Tally::default();
    for letter in letters.chars() {
        let piece = piece_of(letter)?;
        if reserve.total() >= MAX_RESERVE {
            return Err(BadFen::TooMany);
        }
        reserve.add(piece);
    }
    Ok(reserve)
}

/// The most pieces in a reserve: as many as two sets have.
const MAX_RESERVE: u16 = 64;

fn read_count(text: &str, least: u32, most: u32) -> Result<u32, BadFen> {
    let plain = text.bytes().all(|digit| digit.is_ascii_digit())
        && (text.len() == 1 || !text.starts_with('0'));
    let count: u32 = text.parse().map_err(|_| BadFen::Count)?;
    if !plain || !(least..=most).contains(&count) {
        return Err(BadFen::Count);
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_written_as_it_is_read() {
        for text in [
            START,
            "3k5/9/R8/9/9/R8/9/9/9/4K4 b - - 119 99999",
            "1ceak4/9/h2a5/2p1p3p/5cp2/2h2H3/6PCP/3AE4/2C6/3A1K1H1 w - - 0 1",
        ] {
            let position = Fen::parse(text, false).expect("a position");
            assert_eq!(position.to_string(), text);
        }
        let text = START.replace(" w", "[Cpp] w");
        let position = Fen::parse(&text, true).expect("a position");
        assert_eq!(position.to_string(), text);
    }

    #[test]
    fn positions_of_other_programs_are_read_as_they_are_meant() {
        let start = Fen::parse(START, false);
        let (board, _) = START.split_once(' ').expect("fields");
        let theirs: String = board
            .chars()
            .map(|letter| match letter {
                'E' => 'B',
                'e' => 'b',
                'H' => 'N',
                'h' => 'n',
                other => other,
            })
            .collect();
        for text in [
            format!("{theirs} w - - 0 1"),
            format!("  {board} r - - 0 1 "),
            format!("{board}  w"),
            format!("{board}\tw - -"),
        ] {
            assert_eq!(Fen::parse(&text, false), start, "{text}");
        }
    }

    #[test]
    fn what_is_no_position_is_told() {
        for (from, to, expected) in [
            (" w ", " ", BadFen::Fields),
            (" - - ", " - ", BadFen::Fields),
            (" w ", " W ", BadFen::Side),
            (" w ", "[] w ", BadFen::Reserve),
            (" 0 1", " 00 1", BadFen::Count),
            (" 0 1", " 0 01", BadFen::Count),
            (" 0 1", " +1 1", BadFen::Count),
            (" 0 1", " 1", BadFen::Fields),
            (" 0 1", " 0 100000", BadFen::Count),
            ("/9/9/", "/9/0/", BadFen::Rank(4)),
            ("/9/9/", "/9/54/", BadFen::Rank(4)),
            ("/9/9/", "/9//", BadFen::Rank(4)),
            ("/9/9/", "/9/9P/", BadFen::Rank(4)),
            ("/9/9/", "/9/", BadFen::Ranks(9)),
            ("/9/9/", "/9/4x4/", BadFen::Letter('x')),
            ("K", "A", BadFen::Generals),
        ] {
            let text = START.replacen(from, to, 1);
            assert_eq!(Fen::parse(&text, false), Err(expected), "{text}");
        }
    }
}
