//! A position of square chess: stones, the open decision, and counts.

use super::points::Points;
use crate::families::boards::options::BoardSize;
use crate::families::boards::point::Point;
use crate::families::boards::{BoardEnd, Ending};
use crate::table::Seat;

/// The number of seats.
pub(super) const SEATS: usize = 2;
/// After this number of moves in a row without a new square, the match is drawn.
const QUIET_MOVES: u32 = 100;
/// With this number of occurrences of a position with the same seat to move, the match is drawn.
const REPETITIONS: usize = 3;

impl BoardSize {
    /// The number of ranks.
    pub(super) const fn ranks(self) -> u8 {
        match self {
            Self::SevenByEight => 8,
            Self::SevenBySeven => 7,
        }
    }

    /// How many stones each seat removes when the board is full.
    const fn first_removals(self) -> [u32; SEATS] {
        match self {
            Self::SevenByEight => [1, 1],
            Self::SevenBySeven => [1, 2],
        }
    }
}

/// Why stones are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// Because the board is full: any stones.
    Full,
    /// For the squares on the board after that; `of_seat_1` is the number of squares of seat 1.
    Standing { of_seat_1: u32 },
    /// For the squares that a move has formed.
    Formed,
}

/// The open decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Place(Seat),
    /// The seat has to remove this many stones of the other.
    Remove {
        seat: Seat,
        due: u32,
        reason: Reason,
    },
    Move(Seat),
}

/// The state of a match.
#[derive(Clone, Debug)]
pub struct SquareChess {
    board: BoardSize,
    stones: [Points; SEATS],
    captured: [u16; SEATS],
    phase: Phase,
    moves: u32,
    quiet: u32,
    /// The positions, with the seat to move, since the last removal.
    moves_asked: Vec<([Points; SEATS], Seat)>,
}

impl SquareChess {
    /// A match with an empty board.
    pub fn new(board: BoardSize) -> Self {
        Self {
            board,
            stones: [Points::default(); SEATS],
            captured: [0; SEATS],
            phase: Phase::Place(FIRST),
            moves: 0,
            quiet: 0,
            moves_asked: Vec::new(),
        }
    }

    /// Sets the state from a view: the stones, the number of stones that each seat has removed, and the numbers of moves in all and
    /// without a square.
    pub(super) const fn set(
        &mut self,
        stones: [Points; SEATS],
        captured: [u16; SEATS],
        (moves, quiet): (u32, u32),
    ) {
        self.stones = stones;
        self.captured = captured;
        self.moves = moves;
        self.quiet = quiet;
    }

    /// Sets the open decision.
    pub(super) const fn ask(&mut self, phase: Phase) {
        self.phase = phase;
    }

    /// Why stones are removed, derived from the board and the numbers of removals and moves.
    pub(super) fn reason_to_remove(&self) -> Reason {
        let first: u32 = self.board.first_removals().iter().sum();
        let removed: u32 = self.captured.iter().copied().map(u32::from).sum();
        if removed < first {
            Reason::Full
        } else if self.moves == 0 {
            let of_seat_1 = self.stones[SECOND.index()].count_squares();
            Reason::Standing { of_seat_1 }
        } else {
            Reason::Formed
        }
    }

    /// The number of squares that a move would form.
    pub(super) fn formed(&self, seat: Seat, from: Point, to: Point) -> u32 {
        let own = self.stones[seat.index()].without(from).with(to);
        own.squares_with(to)
    }

    /// The number of squares that placing a stone would form.
    pub(super) fn placed(&self, seat: Seat, at: Point) -> u32 {
        self.stones[seat.index()].with(at).squares_with(at)
    }

    /// The number of the other seat's squares that removing a stone would break.
    pub(super) fn broken(&self, seat: Seat, at: Point) -> u32 {
        self.stones[other(seat).index()].squares_with(at)
    }

    pub(super) const fn board_size(&self) -> BoardSize {
        self.board
    }

    pub(super) const fn phase(&self) -> Phase {
        self.phase
    }

    /// The number of stones that each seat has removed.
    pub(super) const fn removed_by(&self) -> [u16; SEATS] {
        self.captured
    }

    pub(super) const fn moves_made(&self) -> u32 {
        self.moves
    }

    /// Moves in a row that formed no square.
    pub const fn quiet(&self) -> u32 {
        self.quiet
    }

    /// The seat that has to decide.
    pub const fn seat_asked(&self) -> Seat {
        let (Phase::Place(seat) | Phase::Remove { seat, .. } | Phase::Move(seat)) = self.phase;
        seat
    }

    /// The stones of a seat.
    pub(super) const fn stones_of(&self, seat: Seat) -> Points {
        self.stones[seat.index()]
    }

    /// The owner of the stone on a point.
    pub(super) fn owner(&self, point: Point) -> Option<Seat> {
        let owner = self.stones.iter().position(|stones| stones.has(point));
        owner.map(Seat::new)
    }

    /// The points without a stone.
    pub(super) fn empty(&self) -> Points {
        let [first, second] = self.stones;
        Points::of_board(self.board.ranks()).minus(first.or(second))
    }

    /// The stones that a seat may remove: any if the board is full; otherwise those that are in no square, if there are any.
    pub(super) fn removable(&self, seat: Seat, reason: Reason) -> Points {
        let stones = self.stones[other(seat).index()];
        let outside = stones.minus(stones.in_squares());
        if reason == Reason::Full || outside.is_empty() {
            stones
        } else {
            outside
        }
    }

    /// The legal moves of a seat, in order.
    pub(super) fn moves_of(&self, seat: Seat) -> impl Iterator<Item = (Point, Point)> {
        let empty = self.empty();
        let stones = self.stones[seat.index()].iter();
        stones.flat_map(move |from| empty.lines_from(from).iter().map(move |to| (from, to)))
    }

    /// Places a stone on an empty point.
    pub(super) fn place(&mut self, seat: Seat, at: Point) {
        self.stones[seat.index()] = self.stones[seat.index()].with(at);
        self.phase = if self.empty().is_empty() {
            let [due, _] = self.board.first_removals();
            remove(FIRST, due, Reason::Full)
        } else {
            Phase::Place(other(seat))
        };
    }

    /// Removes a stone that may be removed; `due` is the number of removals including this one. Returns how the match ends, if it does.
    pub(super) fn remove(
        &mut self,
        seat: Seat,
        due: u32,
        reason: Reason,
        at: Point,
    ) -> Option<Ending> {
        let loser = &mut self.stones[other(seat).index()];
        *loser = loser.without(at);
        self.captured[seat.index()] += 1;
        self.moves_asked.clear();
        if loser.is_empty() {
            return Some(Ending {
                end: BoardEnd::AllRemoved,
                winners: vec![seat],
            });
        }
        if due > 1 {
            self.phase = remove(seat, due - 1, reason);
            return None;
        }
        self.removed(seat, reason)
    }

    /// Sets the next decision after a seat's last removal for a reason.
    fn removed(&mut self, seat: Seat, reason: Reason) -> Option<Ending> {
        self.phase = match reason {
            Reason::Full if seat == FIRST => {
                let [_, due] = self.board.first_removals();
                remove(SECOND, due, Reason::Full)
            }
            Reason::Full => {
                let [due, of_seat_1] = self.stones.map(Points::count_squares);
                let reason = Reason::Standing { of_seat_1 };
                if due == 0 {
                    return self.removed(FIRST, reason);
                }
                remove(FIRST, due, reason)
            }
            Reason::Standing { of_seat_1 } if seat == FIRST && of_seat_1 > 0 => {
                remove(SECOND, of_seat_1, reason)
            }
            Reason::Standing { .. } => return self.ask_to_move(FIRST),
            Reason::Formed => return self.ask_to_move(other(seat)),
        };
        None
    }

    /// Moves a stone. Each square that it then belongs to is newly formed. Returns how the match ends, if it does.
    pub(super) fn shift(&mut self, seat: Seat, from: Point, to: Point) -> Option<Ending> {
        let own = &mut self.stones[seat.index()];
        *own = own.without(from).with(to);
        let formed = own.squares_with(to);
        self.moves += 1;
        if formed > 0 {
            self.quiet = 0;
            self.phase = remove(seat, formed, Reason::Formed);
            return None;
        }
        self.quiet += 1;
        self.ask_to_move(other(seat))
    }

    /// How often a move was due in the current position; 0 if no move is due.
    pub(super) fn times_asked(&self) -> usize {
        let Phase::Move(seat) = self.phase else {
            return 0;
        };
        let asked = (self.stones, seat);
        let same = self.moves_asked.iter().filter(|&&before| before == asked);
        same.count()
    }

    /// Lets a seat move or, if it cannot, the other one; returns how the match ends, if it does.
    fn ask_to_move(&mut self, seat: Seat) -> Option<Ending> {
        let can_move = self.moves_of(seat).next().is_some();
        let seat = if can_move { seat } else { other(seat) };
        self.phase = Phase::Move(seat);
        self.moves_asked.push((self.stones, seat));
        let end = if self.times_asked() >= REPETITIONS {
            BoardEnd::Repetition
        } else if self.quiet >= QUIET_MOVES {
            BoardEnd::NoCapture
        } else {
            return None;
        };
        Some(Ending {
            end,
            winners: vec![FIRST, SECOND],
        })
    }
}

const FIRST: Seat = Seat::new(0);
const SECOND: Seat = Seat::new(1);

/// The other seat.
pub(super) fn other(seat: Seat) -> Seat {
    if seat == FIRST { SECOND } else { FIRST }
}

const fn remove(seat: Seat, due: u32, reason: Reason) -> Phase {
    Phase::Remove { seat, due, reason }
}
