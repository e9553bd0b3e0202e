//! The parts for bots that search: a match from a view, steps without texts, and the static score of a position.

use super::points::Points;
use super::position::{Phase, SEATS, SquareChess, other};
use crate::families::boards::point::Point;
use crate::families::boards::{
    BoardAction, BoardOptions, BoardPhase, BoardSight, BoardText, Ending, GameFields, SeenFields,
};
use crate::table::Seat;

/// The value of a removed stone of the other seat.
const STONE: i32 = 100;
/// For a block of 2 × 2 points without stones of the other seat: its value by the number of own stones, from one. While stones are
/// placed, each square will remove a stone.
const LAYING: [i32; 4] = [1, 6, 25, STONE];
/// The same while stones are moved: a square protects its stones, and can be formed again.
const MOVING: [i32; 4] = [1, 4, 25, 40];

/// An action without its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Places a stone.
    Place(Point),
    /// Removes a stone of the other seat.
    Remove(Point),
    /// Moves a stone.
    Move(Point, Point),
}

impl SquareChess {
    /// The current state from a view. Earlier positions are not known. None if the view is of another game or the match is over.
    pub fn seen(position: &BoardSight, options: BoardOptions) -> Option<Self> {
        let BoardSight {
            board: Some(BoardText::One(board)),
            captured: Some(captured),
            turn,
            moves,
            fields,
            ..
        } = position
        else {
            return None;
        };
        let SeenFields::Open(GameFields::Squares { phase, due, quiet }) = fields else {
            return None;
        };
        let seat = *turn.first()?;
        let captured: [u16; SEATS] = captured.as_slice().try_into().ok()?;
        let mut seen = Self::new(options.board?);
        seen.set(read(board), captured, (*moves, *quiet));
        let phase = match phase.as_ref()? {
            BoardPhase::Place => Phase::Place(seat),
            BoardPhase::Remove => {
                let (due, reason) = ((*due)?, seen.reason_to_remove());
                Phase::Remove { seat, due, reason }
            }
            _ => Phase::Move(seat),
        };
        seen.ask(phase);
        Some(seen)
    }

    /// What an action gains at once: the number of squares that it forms, or of the other's squares that it breaks.
    pub fn gain(&self, action: &BoardAction) -> u32 {
        let grid = self.grid();
        let step = match action {
            BoardAction::Place { at } => grid.point(at).map(Step::Place),
            BoardAction::Remove { at } => grid.point(at).map(Step::Remove),
            BoardAction::Move { points } => {
                let points = grid.points(points);
                points.map(|(from, to)| Step::Move(from, to))
            }
            _ => None,
        };
        step.map_or(0, |step| self.gain_of(step))
    }

    /// The same for a step.
    pub fn gain_of(&self, step: Step) -> u32 {
        let seat = self.seat_asked();
        match step {
            Step::Place(at) => self.placed(seat, at),
            Step::Remove(at) => self.broken(seat, at),
            Step::Move(from, to) => self.formed(seat, from, to),
        }
    }

    /// All legal steps of the seat that has to decide, in the order of choices.
    pub fn steps(&self) -> Vec<Step> {
        match self.phase() {
            Phase::Place(_) => self.empty().iter().map(Step::Place).collect(),
            Phase::Remove { seat, reason, .. } => {
                let removable = self.removable(seat, reason);
                removable.iter().map(Step::Remove).collect()
            }
            Phase::Move(seat) => {
                let moves = self.moves_of(seat);
                moves.map(|(from, to)| Step::Move(from, to)).collect()
            }
        }
    }

    /// Takes one of [`Self::steps`]; returns how the match ends, if it does.
    pub fn take(&mut self, step: Step) -> Option<Ending> {
        match (self.phase(), step) {
            (Phase::Place(seat), Step::Place(at)) => {
                self.place(seat, at);
                None
            }
            (Phase::Remove { seat, due, reason }, Step::Remove(at)) => {
                self.remove(seat, due, reason, at)
            }
            (Phase::Move(seat), Step::Move(from, to)) => self.shift(seat, from, to),
            _ => panic!("{step:?} is none of the steps"),
        }
    }

    /// How many stones are still to be placed; none once all are.
    pub fn to_place(&self) -> Option<u32> {
        matches!(self.phase(), Phase::Place(_)).then(|| self.empty().len())
    }

    /// The action for a step.
    pub fn action(&self, step: Step) -> BoardAction {
        let grid = self.grid();
        match step {
            Step::Place(at) => BoardAction::Place { at: grid.text(at) },
            Step::Remove(at) => BoardAction::Remove { at: grid.text(at) },
            Step::Move(from, to) => BoardAction::Move {
                points: grid.move_text(from, to),
            },
        }
    }

    /// Whether a stone has to be removed now.
    pub const fn removes(&self) -> bool {
        matches!(self.phase(), Phase::Remove { .. })
    }

    /// The static score of the position for a seat, in hundredths of a stone: removed stones, and complete and possible squares,
    /// compared with the other seat.
    pub fn worth(&self, seat: Seat) -> i32 {
        let weights = match self.phase() {
            Phase::Place(_) => LAYING,
            Phase::Remove { .. } | Phase::Move(_) => MOVING,
        };
        let removed = self.removed_by();
        let board = Points::of_board(self.board_size().ranks());
        let [own, others] = [seat, other(seat)].map(|whose| {
            let stones = self.stones_of(whose);
            let blocks = stones.blocks(self.stones_of(other(whose)), board);
            let shapes = blocks.into_iter().zip(weights);
            let shapes = shapes.map(|(count, weight)| count.cast_signed() * weight);
            STONE * i32::from(removed[whose.index()]) + shapes.sum::<i32>()
        });
        own - others
    }
}

/// Reads the stones of each seat from the text of a board.
fn read(board: &str) -> [Points; SEATS] {
    let mut stones = [Points::default(); SEATS];
    for (rank, row) in (0_u8..).zip(board.split('/').rev()) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(run) = letter.to_digit(10) {
                file += u8::try_from(run).expect("one digit");
                continue;
            }
            let seat = Seat::new(usize::from(letter == 'o'));
            let own = &mut stones[seat.index()];
            *own = own.with(Point { file, rank });
            file += 1;
        }
    }
    stones
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families::boards::BoardSize;

    #[test]
    fn a_position_is_worth_its_open_blocks_and_the_stones_that_were_removed() {
        let mut game = SquareChess::new(BoardSize::SevenByEight);
        // A square in the corner is in a block of four, two of two and one of one; a stone alone in four of one.
        game.set(read("7/7/5o1/7/7/7/xx5/xx5"), [2, 0], (0, 0));
        let [first, second] = [0, 1].map(Seat::new);
        for (phase, worth) in [
            (Phase::Place(first), (100 + 2 * 6 + 1) + 2 * 100 - 4),
            (Phase::Move(first), (40 + 2 * 4 + 1) + 2 * 100 - 4),
        ] {
            game.ask(phase);
            assert_eq!(game.worth(first), worth);
            assert_eq!(game.worth(second), -worth);
        }
        // Blocks with stones of both are worth nothing: what is left is one of the second seat with one stone.
        game.set(read("7/7/7/7/7/7/xo5/xx5"), [0, 0], (0, 0));
        assert_eq!(game.worth(first), -1);
    }
}
