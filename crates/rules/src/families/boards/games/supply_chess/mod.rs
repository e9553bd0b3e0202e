//! Supply chess (`docs/BOARDS.md` §4): two boards of xiangqi, two teams; a captured piece goes to the partner's reserve.

mod half;

use half::{Half, Step};

use super::definition::{BadSetup, Definition, Setup};
use crate::families::boards::chinese_chess::{BadFen, CheckRule, GRID, Kind, fen, notation};
use crate::families::boards::options::OnTime;
use crate::families::boards::position::{Position, others};
use crate::families::boards::tally::Tally;
use crate::families::boards::{
    BoardAction, BoardEnd, BoardGame, BoardOptions, BoardText, Ending, GameFields, Ply,
};
use crate::table::{Color, Piece, RefusalCode, Seat};

/// After this number of plies on both boards together, the match is drawn.
const LENGTH_PLIES: usize = 600;
/// The number of seats.
const SEATS: usize = 4;

/// The game.
pub(super) static GAME: Definition = Definition {
    name: "Supply chess",
    name_chinese: "",
    also: &[],
    summary: "Two boards of Chinese chess side by side, two teams of two. What one player takes, the partner may put down on the other board.",
    goal: "The first board that is decided decides the match for both teams.",
    reconstruction: false,
    players: SEATS..=SEATS,
    usual_players: SEATS,
    boards: 2,
    options: BoardOptions {
        on_time: Some(OnTime::Lose),
        check: Some(CheckRule::Enforce),
        ..BoardOptions::NONE
    },
    first: None,
    is_shuffled: false,
    has_start: true,
    begin,
};

fn begin(setup: &Setup) -> Result<BoardGame, BadSetup> {
    let start = match setup.start.as_deref() {
        Some([first, second]) => Some([first.as_str(), second.as_str()]),
        Some(_) => return Err(BadSetup::Starts),
        None => None,
    };
    let on_time = setup.options.on_time.unwrap_or(OnTime::Lose);
    let check = setup.options.check.unwrap_or_default();
    Ok(SupplyChess::new(start, on_time, check)?.into())
}

/// A match of supply chess.
#[derive(Clone, Debug)]
pub struct SupplyChess {
    on_time: OnTime,
    boards: [Half; 2],
    captured: [Tally; SEATS],
    plies: Vec<Ply>,
}

impl SupplyChess {
    /// A match from two given positions, or from the usual ones.
    pub fn new(
        start: Option<[&str; 2]>,
        on_time: OnTime,
        check: CheckRule,
    ) -> Result<Self, BadFen> {
        let usual = fen::START.replace(" w", "[] w");
        let [first, second] = start.unwrap_or([&usual, &usual]);
        let boards = [Half::new(first, check)?, Half::new(second, check)?];
        for piece in Piece::ALL {
            let count: u32 = boards.iter().map(|half| half.now().count(piece)).sum();
            if count > 2 * u32::from(piece.count_in_set()) {
                return Err(BadFen::TooMany);
            }
        }
        Ok(Self {
            on_time,
            boards,
            captured: [Tally::default(); SEATS],
            plies: Vec::new(),
        })
    }

    fn half(&self, seat: Seat) -> &Half {
        &self.boards[board_of(seat)]
    }

    /// The notations of a ply, before it is made.
    fn texts(&self, seat: Seat, step: Step) -> Ply {
        let (text, notations) = match step {
            Step::Move { from, to } => (
                GRID.move_text(from.into(), to.into()),
                notation::of_move(&self.half(seat).now().board, from, to),
            ),
            Step::Drop { piece, to } => (
                format!("{piece}@{}", GRID.text(to.into())),
                notation::of_drop(piece, to),
            ),
        };
        Ply::Noted(seat, text, notations.one, notations.two)
    }

    fn make(&mut self, seat: Seat, step: Step) -> Option<Ending> {
        self.plies.push(self.texts(seat, step));
        let taken = self.boards[board_of(seat)].make(step);
        if let Some(piece) = taken {
            self.captured[seat.index()].add(piece);
            if Kind::of(piece) == Kind::General {
                return Some(Ending {
                    end: BoardEnd::Captured,
                    winners: self.side(seat),
                });
            }
            self.boards[board_of(partner(seat))].supply(piece);
        }
        if let Some((end, winner)) = self.half(seat).finish() {
            let winners = match winner {
                Some(color) => self.side(seat_of(board_of(seat), color)),
                None => others(SEATS, &[]),
            };
            return Some(Ending { end, winners });
        }
        (self.plies.len() >= LENGTH_PLIES).then(|| Ending {
            end: BoardEnd::Length,
            winners: others(SEATS, &[]),
        })
    }
}

impl Position for SupplyChess {
    fn seats(&self) -> usize {
        SEATS
    }

    fn asked(&self) -> Vec<Seat> {
        let boards = self.boards.iter().enumerate();
        boards
            .map(|(board, half)| seat_of(board, half.now().turn))
            .collect()
    }

    fn choices(&self, seat: Seat) -> Vec<BoardAction> {
        self.half(seat).steps().into_iter().map(action).collect()
    }

    fn count_choices(&self, seat: Seat) -> usize {
        self.half(seat).count_steps()
    }

    fn on_time(&self) -> OnTime {
        self.on_time
    }

    fn side(&self, seat: Seat) -> Vec<Seat> {
        let mut side = vec![seat, partner(seat)];
        side.sort_unstable();
        side
    }

    fn act(&mut self, seat: Seat, action: &BoardAction) -> Result<Option<Ending>, RefusalCode> {
        let step = self.half(seat).step(action)?;
        Ok(self.make(seat, step))
    }

    fn board(&self) -> BoardText {
        BoardText::Two(self.boards.each_ref().map(|half| half.now().to_string()))
    }

    fn captured(&self) -> Vec<u16> {
        self.captured.iter().map(Tally::total).collect()
    }

    fn moves(&self) -> u32 {
        u32::try_from(self.plies.len()).expect("a match has at most 600 plies")
    }

    fn moves_on_board_of(&self, seat: Seat) -> u32 {
        self.half(seat).plies()
    }

    fn is_repeated(&self, seat: Seat) -> bool {
        self.half(seat).is_repeated()
    }

    fn fields(&self, _is_over: bool, since: usize) -> GameFields {
        GameFields::Chess {
            notation: self.plies[since..].to_vec(),
            captured_pieces: self.captured.iter().map(Tally::text).collect(),
        }
    }
}

/// The board of a seat: seats 0 and 1 play on the first, 2 and 3 on the second.
const fn board_of(seat: Seat) -> usize {
    seat.index() / 2
}

/// The seat of a colour on a board: 0 and 3 have red.
const fn seat_of(board: usize, color: Color) -> Seat {
    Seat::new(match (board, color) {
        (0, Color::Red) => 0,
        (0, Color::Black) => 1,
        (_, Color::Black) => 2,
        (_, Color::Red) => 3,
    })
}

/// The partner of a seat, who plays the other colour on the other board.
const fn partner(seat: Seat) -> Seat {
    Seat::new((seat.index() + 2) % SEATS)
}

fn action(step: Step) -> BoardAction {
    match step {
        Step::Move { from, to } => BoardAction::Move {
            points: GRID.move_text(from.into(), to.into()),
        },
        Step::Drop { piece, to } => BoardAction::Drop {
            piece: piece.code().to_string(),
            to: GRID.text(to.into()),
        },
    }
}
