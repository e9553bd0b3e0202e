//! Blind chess (`docs/BOARDS.md` §5): the set of xiangqi, shuffled, face down on half a board.

mod half_board;
mod squares;

use std::iter::repeat_n;

use half_board::{Cell, Finish, HalfBoard, Step, takes};
use squares::{GRID, NEIGHBOURS, SQUARES, number_of, point_of, square_number};

use super::definition::{BadLayout, BadSetup, Definition, Setup};
use crate::fairness::shuffle;
use crate::families::boards::options::OnTime;
use crate::families::boards::point::board_text;
use crate::families::boards::position::Position;
use crate::families::boards::tally::Tally;
use crate::families::boards::{
    BoardAction, BoardEnd, BoardGame, BoardOptions, BoardText, Ending, GameFields, Ply,
};
use crate::table::{Color, Piece, RefusalCode, Seat};

/// The game.
pub(super) static GAME: Definition = Definition {
    name: "Blind chess",
    name_chinese: "暗棋",
    also: &["Banqi", "半棋"],
    summary: "All 32 pieces lie face down on half a board. Players turn them up, move them one square, and take what is not stronger.",
    goal: "Whoever takes all of the other's pieces, or leaves them nothing to do, wins.",
    reconstruction: false,
    players: 2..=2,
    usual_players: 2,
    boards: 1,
    options: BoardOptions {
        on_time: Some(OnTime::Move),
        ..BoardOptions::NONE
    },
    first: Some("first"),
    is_shuffled: true,
    has_start: false,
    begin,
};

fn begin(setup: &Setup) -> Result<BoardGame, BadSetup> {
    let layout = setup.stacks.as_deref().unwrap_or_default();
    let on_time = setup.options.on_time.unwrap_or(OnTime::Move);
    Ok(BlindChess::new(layout, setup.first, on_time)?.into())
}

/// A match of blind chess.
#[derive(Clone, Debug)]
pub struct BlindChess {
    board: HalfBoard,
    on_time: OnTime,
    captured: [Tally; 2],
    plies: Vec<(Seat, String)>,
}

impl BlindChess {
    /// A match with the layout of a record: one text of one letter for each square, by rank, then by file.
    pub fn new(layout: &[String], first: Seat, on_time: OnTime) -> Result<Self, BadLayout> {
        if layout.len() != SQUARES {
            return Err(BadLayout);
        }
        let mut hidden = [Piece::RedGeneral; SQUARES];
        let mut tally = Tally::default();
        for (index, text) in layout.iter().enumerate() {
            let mut letters = text.chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else {
                return Err(BadLayout);
            };
            let piece = Piece::from_code(letter).ok_or(BadLayout)?;
            tally.add(piece);
            hidden[usize::from(square_number(index))] = piece;
        }
        let is_set = Piece::ALL
            .into_iter()
            .all(|piece| tally.count(piece) == u16::from(piece.count_in_set()));
        if !is_set {
            return Err(BadLayout);
        }
        Ok(Self::on(hidden, first, on_time))
    }

    /// A match with a random layout, shuffled like the stacks of other games; `uniform(n)` returns numbers from 0 to `n - 1`.
    pub fn shuffled(first: Seat, on_time: OnTime, uniform: impl FnMut(u32) -> u32) -> Self {
        let kinds = Piece::ALL.into_iter();
        let set = kinds.flat_map(|piece| repeat_n(piece, piece.count_in_set().into()));
        let mut layout: Vec<Piece> = set.collect();
        shuffle(&mut layout, uniform);
        let mut hidden = [Piece::RedGeneral; SQUARES];
        for (index, piece) in layout.into_iter().enumerate() {
            hidden[usize::from(square_number(index))] = piece;
        }
        Self::on(hidden, first, on_time)
    }

    /// Plays at random to the end, without notation; returns how it ended.
    pub fn play_out(&self, mut uniform: impl FnMut(u32) -> u32) -> BoardEnd {
        let mut board = self.board.clone();
        loop {
            let step = board.step_by_lot(&mut uniform);
            let seat = board.turn();
            if let (_, Some(finish)) = board.make(step) {
                return ending(finish, seat).end;
            }
        }
    }

    fn on(hidden: [Piece; SQUARES], first: Seat, on_time: OnTime) -> Self {
        Self {
            board: HalfBoard::new(hidden, first),
            on_time,
            captured: [Tally::default(); 2],
            plies: Vec::new(),
        }
    }

    /// The step for an action, or why it is not legal.
    fn step(&self, action: &BoardAction) -> Result<Step, RefusalCode> {
        match action {
            BoardAction::Flip { at } => {
                let at = number_of(GRID.point(at).ok_or(RefusalCode::NoSuchPoint)?);
                match self.board.cell(at) {
                    Cell::FaceDown => Ok(Step::Flip { at }),
                    Cell::Empty => Err(RefusalCode::NoPiece),
                    Cell::Up(_) => Err(RefusalCode::AlreadyUp),
                }
            }
            BoardAction::Move { points } => {
                let (from, to) = GRID.points(points).ok_or(RefusalCode::NoSuchPoint)?;
                let (from, to) = (number_of(from), number_of(to));
                self.check_move(from, to)?;
                Ok(Step::Move { from, to })
            }
            _ => Err(RefusalCode::WrongAction),
        }
    }

    fn check_move(&self, from: u8, to: u8) -> Result<(), RefusalCode> {
        let piece = match self.board.cell(from) {
            Cell::Empty => return Err(RefusalCode::NoPiece),
            Cell::FaceDown => return Err(RefusalCode::FaceDown),
            Cell::Up(piece) => piece,
        };
        if Some(piece.color()) != self.board.color_on_turn() {
            return Err(RefusalCode::NotYourPiece);
        }
        if NEIGHBOURS[usize::from(from)] & (1 << to) == 0 {
            return Err(RefusalCode::NotAMove);
        }
        match self.board.cell(to) {
            Cell::FaceDown => Err(RefusalCode::FaceDown),
            Cell::Up(prey) if prey.color() == piece.color() => Err(RefusalCode::OwnPiece),
            Cell::Up(prey) if !takes(piece, prey) => Err(RefusalCode::Outranked),
            Cell::Empty | Cell::Up(_) => Ok(()),
        }
    }

    /// The notation of a step that was just made.
    fn text(&self, step: Step) -> String {
        match step {
            Step::Move { from, to } => GRID.move_text(point_of(from), point_of(to)),
            Step::Flip { at } => match self.board.cell(at) {
                Cell::Up(piece) => format!("{}={piece}", GRID.text(point_of(at))),
                Cell::Empty | Cell::FaceDown => unreachable!("it has just been turned up"),
            },
        }
    }
}

impl Position for BlindChess {
    fn seats(&self) -> usize {
        2
    }

    fn asked(&self) -> Vec<Seat> {
        vec![self.board.turn()]
    }

    fn choices(&self, _seat: Seat) -> Vec<BoardAction> {
        self.board.steps().into_iter().map(action).collect()
    }

    fn count_choices(&self, _seat: Seat) -> usize {
        self.board.count_steps() as usize
    }

    fn on_time(&self) -> OnTime {
        self.on_time
    }

    fn act(&mut self, seat: Seat, action: &BoardAction) -> Result<Option<Ending>, RefusalCode> {
        let step = self.step(action)?;
        let (taken, finish) = self.board.make(step);
        if let Some(piece) = taken {
            self.captured[seat.index()].add(piece);
        }
        self.plies.push((seat, self.text(step)));
        Ok(finish.map(|finish| ending(finish, seat)))
    }

    fn board(&self) -> BoardText {
        let pieces = board_text(GRID, |point| match self.board.cell(number_of(point)) {
            Cell::Empty => None,
            Cell::FaceDown => Some('?'.to_string()),
            Cell::Up(piece) => Some(piece.to_string()),
        });
        let color = match self.board.color_on_turn() {
            None => '-',
            Some(Color::Red) => 'w',
            Some(Color::Black) => 'b',
        };
        let number = 1 + self.plies.len() / 2;
        BoardText::One(format!("{pieces} {color} {} {number}", self.board.quiet()))
    }

    fn captured(&self) -> Vec<u16> {
        self.captured.iter().map(Tally::total).collect()
    }

    fn moves(&self) -> u32 {
        u32::try_from(self.plies.len()).expect("a match has at most 3,840 plies")
    }

    fn is_repeated(&self, _seat: Seat) -> bool {
        self.board.occurrences() > 1
    }

    fn fields(&self, _is_over: bool, since: usize) -> GameFields {
        GameFields::Chess {
            notation: self.plies[since..]
                .iter()
                .map(|(seat, text)| Ply::Plain(*seat, text.clone()))
                .collect(),
            captured_pieces: self.captured.iter().map(Tally::text).collect(),
        }
    }
}

/// The board alone, for bots that search.
pub mod search {
    pub use super::half_board::{Cell, Finish, HalfBoard, Step, takes};
    pub use super::squares::distance;
    pub use super::{action, read_step};
}

/// Reads the notation of a ply: the step, and the piece that it turned up.
pub fn read_step(text: &str) -> Option<(Step, Option<Piece>)> {
    if let Some((at, piece)) = text.split_once('=') {
        let at = number_of(GRID.point(at)?);
        let piece = Piece::from_code(piece.chars().next()?)?;
        return Some((Step::Flip { at }, Some(piece)));
    }
    let (from, to) = GRID.points(text)?;
    let (from, to) = (number_of(from), number_of(to));
    Some((Step::Move { from, to }, None))
}

/// The action for a step.
pub fn action(step: Step) -> BoardAction {
    match step {
        Step::Flip { at } => BoardAction::Flip {
            at: GRID.text(point_of(at)),
        },
        Step::Move { from, to } => BoardAction::Move {
            points: GRID.move_text(point_of(from), point_of(to)),
        },
    }
}

/// The end of a match in which `seat` made the last ply.
fn ending(finish: Finish, seat: Seat) -> Ending {
    let all = vec![Seat::new(0), Seat::new(1)];
    let (end, winners) = match finish {
        Finish::AllCaptured => (BoardEnd::AllCaptured, vec![seat]),
        Finish::NoMove => (BoardEnd::NoMove, vec![seat]),
        Finish::Repetition => (BoardEnd::Repetition, all),
        Finish::NoProgress => (BoardEnd::NoProgress, all),
    };
    Ending { end, winners }
}
