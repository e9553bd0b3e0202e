//! Observations of games on boards.

use giog_rules::boards::search::Grid;
use giog_rules::boards::{
    BoardPhase, BoardSight, BoardSize, BoardTerms, BoardText, BoardVariant, BoardView, Fall,
    GameFields, SeenFields, Standing, State,
};
use giog_rules::{Piece, Seat};

use super::writer::Writer;
use super::{Around, bounded, to_i32};

/// A piece that lies face down.
const FACE_DOWN: i32 = 15;
/// The letters of the kinds of pieces of seven kingdoms; a piece is ten times its state and its kind, from 1.
const KINDS: &str = "GDAECBXKSH";
/// The piece of nobody, in the centre.
const ZHOU: i32 = 71;
/// The points of pong hau k'i in the order of its text, by the numbers of points on a grid of three by three.
const PONG_HAU_KI: [usize; 5] = [2, 8, 4, 0, 6];

/// The points of a game's board.
pub fn grid(game: BoardVariant, size: BoardSize) -> Grid {
    let (files, ranks, first_rank) = match game {
        BoardVariant::Xiangqi | BoardVariant::SupplyChess => (9, 10, 0),
        BoardVariant::BlindChess => (8, 4, 0),
        BoardVariant::QiGuoXiangxi => (19, 19, 1),
        BoardVariant::SquareChess => match size {
            BoardSize::SevenByEight => (7, 8, 1),
            BoardSize::SevenBySeven => (7, 7, 1),
        },
        BoardVariant::PongHauKi => (3, 3, 1),
    };
    Grid {
        files,
        ranks,
        first_rank,
    }
}

/// How a game on a board is observed.
#[derive(Debug)]
pub struct Boards {
    game: BoardVariant,
    seats: usize,
    grid: Grid,
}

impl Boards {
    pub fn new(terms: BoardTerms) -> Self {
        let game = terms.variant();
        let size = terms.options().board.unwrap_or(BoardSize::SevenByEight);
        Self {
            game,
            seats: terms.seats(),
            grid: grid(game, size),
        }
    }

    pub fn write(&self, writer: &mut Writer<'_>, you: Seat, view: &BoardView) {
        let (around, seats) = (Around::new(you, self.seats), self.seats);
        let position = &view.position;
        writer.put("first", around.some(view.first));
        self.write_boards(writer, around, position);
        around.mark(writer.field("turn", seats), &position.turn);
        let captured = writer.field("captured", seats);
        around.spread(captured, position.captured.iter().flatten().copied());
        writer.put("moves", bounded(position.moves.into()));
        around.mark(writer.field("repeated", seats), &position.repeated);
        let SeenFields::Open(fields) = &position.fields else {
            return;
        };
        match fields {
            GameFields::Chess {
                captured_pieces, ..
            } => {
                let captured = writer.field("captured_pieces", seats * Piece::COUNT);
                for (seat, pieces) in captured_pieces.iter().enumerate() {
                    let place = around.place(Seat::new(seat));
                    count(
                        &mut captured[place * Piece::COUNT..][..Piece::COUNT],
                        pieces,
                    );
                }
            }
            GameFields::Kingdoms {
                phase,
                state,
                generals,
                states,
                quiet,
            } => {
                writer.put("phase", phase_number(*phase));
                writer.put("state", state.map_or(0, state_number));
                around.spread(writer.field("generals", seats), generals.iter().copied());
                write_states(writer, around, states);
                writer.put("quiet_moves", bounded((*quiet).into()));
            }
            GameFields::Squares { phase, due, quiet } => {
                writer.put("phase", phase_number(*phase));
                writer.put("due", bounded(due.unwrap_or(0).into()));
                writer.put("quiet_moves", bounded((*quiet).into()));
            }
            GameFields::Nothing {} => {}
        }
    }

    /// The boards, the one that the observer plays on first, and what their texts tell besides.
    fn write_boards(&self, writer: &mut Writer<'_>, around: Around, position: &BoardSight) {
        let mut texts: Vec<&str> = match &position.board {
            Some(BoardText::One(text)) => vec![text],
            Some(BoardText::Two(texts)) => texts.iter().map(String::as_str).collect(),
            None => Vec::new(),
        };
        if self.game.board_of(around.you) == 1 {
            texts.reverse();
        }
        let boards = self.game.boards();
        let points = usize::from(self.grid.files) * usize::from(self.grid.ranks);
        let board = writer.field("board", boards * points);
        for (text, into) in texts.iter().zip(board.chunks_exact_mut(points)) {
            let text = text.split([' ', '[']).next().unwrap_or_default();
            self.write_points(into, around, text);
        }
        if matches!(
            self.game,
            BoardVariant::Xiangqi | BoardVariant::SupplyChess | BoardVariant::BlindChess
        ) {
            write_tails(writer, &texts, boards);
        }
        if boards > 1 {
            let reserve = writer.field("reserve", boards * Piece::COUNT);
            for (text, into) in texts.iter().zip(reserve.chunks_exact_mut(Piece::COUNT)) {
                let held = text
                    .split_once('[')
                    .and_then(|(_, rest)| rest.split_once(']'));
                count(into, held.map_or("", |(held, _)| held));
            }
        }
    }

    /// The points of one board, by file, then by rank.
    fn write_points(&self, into: &mut [i32], around: Around, text: &str) {
        if self.game == BoardVariant::PongHauKi {
            for (letter, number) in text.chars().zip(PONG_HAU_KI) {
                into[number] = stone(letter, around);
            }
            return;
        }
        let ranks = usize::from(self.grid.ranks);
        for (line, rank) in text.split('/').zip((0..ranks).rev()) {
            let mut file = 0;
            let mut letters = line.chars().peekable();
            while let Some(letter) = letters.next() {
                if let Some(mut empty) = letter.to_digit(10) {
                    while let Some(more) = letters.peek().and_then(|letter| letter.to_digit(10)) {
                        empty = 10 * empty + more;
                        letters.next();
                    }
                    file += empty as usize;
                    continue;
                }
                let value = match self.game {
                    BoardVariant::QiGuoXiangxi if letter == '*' => ZHOU,
                    BoardVariant::QiGuoXiangxi => kingdoms_piece(letter, letters.next()),
                    BoardVariant::SquareChess => stone(letter, around),
                    _ => piece(letter),
                };
                if let Some(point) = into.get_mut(file * ranks + rank) {
                    *point = value;
                }
                file += 1;
            }
        }
    }
}

/// The side to move, and the two counters at the end of the texts.
fn write_tails(writer: &mut Writer<'_>, texts: &[&str], boards: usize) {
    let words = |text: &str| {
        text.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let texts: Vec<Vec<String>> = texts.iter().map(|text| words(text)).collect();
    let side = writer.field("side", boards);
    for (words, into) in texts.iter().zip(side) {
        *into = match words.get(1).map(String::as_str) {
            Some("w") => 1,
            Some("b") => 2,
            _ => 0,
        };
    }
    for (name, from_end) in [("quiet", 2), ("number", 1)] {
        let counters = writer.field(name, boards);
        for (words, into) in texts.iter().zip(counters) {
            let word = words
                .len()
                .checked_sub(from_end)
                .and_then(|at| words.get(at));
            *into = word.and_then(|word| word.parse().ok()).unwrap_or(0);
        }
    }
}

fn write_states(writer: &mut Writer<'_>, around: Around, states: &[Standing]) {
    let each = |into: &mut [i32], of: &dyn Fn(&Standing) -> i32| {
        for (into, standing) in into.iter_mut().zip(states) {
            *into = of(standing);
        }
    };
    let count = State::ALL.len();
    each(writer.field("state_seat", count), &|standing| {
        around.some(standing.seat)
    });
    each(writer.field("state_lost", count), &|standing| {
        i32::from(standing.lost)
    });
    each(
        writer.field("state_out", count),
        &|standing| match standing.out {
            None => 0,
            Some(Fall::General) => 1,
            Some(Fall::Losses) => 2,
            Some(Fall::Ally) => 3,
            Some(Fall::Resigned) => 4,
        },
    );
}

const fn phase_number(phase: Option<BoardPhase>) -> i32 {
    match phase {
        None => 0,
        Some(BoardPhase::Ally) => 1,
        Some(BoardPhase::Move) => 2,
        Some(BoardPhase::Place) => 3,
        Some(BoardPhase::Remove) => 4,
    }
}

fn state_number(state: State) -> i32 {
    let place = State::ALL.iter().position(|&of| of == state);
    place.map_or(0, |place| to_i32(place) + 1)
}

/// A piece of xiangqi: its place in the order of strength, from 1.
fn piece(letter: char) -> i32 {
    Piece::from_code(letter).map_or(FACE_DOWN, |piece| to_i32(piece.index()) + 1)
}

fn kingdoms_piece(state: char, kind: Option<char>) -> i32 {
    let state = State::ALL.iter().position(|of| of.letter() == state);
    let kind = kind.and_then(|kind| KINDS.find(kind));
    match (state, kind) {
        (Some(state), Some(kind)) => to_i32(10 * state + kind) + 1,
        _ => 0,
    }
}

/// A stone: 1 of the observer, 2 of the other.
fn stone(letter: char, around: Around) -> i32 {
    let seat = match letter {
        'x' => 0,
        'o' => 1,
        _ => return 0,
    };
    around.some(Some(Seat::new(seat)))
}

/// How many pieces of each kind are in a text.
fn count(into: &mut [i32], pieces: &str) {
    for piece in pieces.chars().filter_map(Piece::from_code) {
        into[piece.index()] += 1;
    }
}
