//! Playing on at random, for players that search.

use super::points::Points;
use super::position::{Phase, SEATS, SquareChess};
use crate::families::boards::position::Position as _;
use crate::families::boards::{
    BoardAction, BoardPhase, BoardSight, BoardText, BoardView, GameFields, SeenFields, shares,
};
use crate::table::{RefusalCode, Seat};

/// Stones that one side has to have more for a win that is nearly sure.
const STONES_AHEAD: f32 = 8.0;

impl SquareChess {
    /// Where a match stands as everybody sees it, but for the positions before; none where it is one of another game, or over.
    pub fn seen(view: &BoardView) -> Option<Self> {
        let BoardSight {
            board: Some(BoardText::One(board)),
            captured: Some(captured),
            turn,
            moves,
            fields,
            ..
        } = &view.position
        else {
            return None;
        };
        let SeenFields::Open(GameFields::Squares { phase, due, quiet }) = fields else {
            return None;
        };
        let seat = *turn.first()?;
        let captured: [u16; SEATS] = captured.as_slice().try_into().ok()?;
        let mut seen = Self::new(view.options.board?);
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

    /// Does an action of the seat that is asked, and plays on by lot for so many actions, forming squares where that is possible;
    /// gives for each seat its share of the win, or what it can hope for.
    pub fn play_on(
        mut self,
        action: &BoardAction,
        actions: u32,
        mut uniform: impl FnMut(u32) -> u32,
    ) -> Result<Vec<f32>, RefusalCode> {
        let mut ending = self.act(self.seat_asked(), action)?;
        let (mut moves, mut forming) = (Vec::new(), Vec::new());
        for _ in 0..actions {
            if let Some(ending) = ending {
                return Ok(shares(SEATS, &ending));
            }
            ending = match self.phase() {
                Phase::Place(seat) => {
                    let at = self.empty().nth(uniform(self.empty().len()));
                    self.place(seat, at);
                    None
                }
                Phase::Remove { seat, due, reason } => {
                    let removable = self.removable(seat, reason);
                    let at = removable.nth(uniform(removable.len()));
                    self.remove(seat, due, reason, at)
                }
                Phase::Move(seat) => {
                    moves.clear();
                    moves.extend(self.moves_of(seat));
                    forming.clear();
                    for &(from, to) in &moves {
                        if self.would_form(seat, from, to) {
                            forming.push((from, to));
                        }
                    }
                    let from = if forming.is_empty() { &moves } else { &forming };
                    let count = u32::try_from(from.len()).expect("lists of a game are short");
                    let (from, to) = from[uniform(count) as usize];
                    self.shift(seat, from, to)
                }
            };
        }
        Ok(self.prospects())
    }

    /// For each seat what it can hope for, as shares of the win.
    fn prospects(&self) -> Vec<f32> {
        let [first, second] = self.removed_by();
        let ahead = (f32::from(first) - f32::from(second)) / STONES_AHEAD;
        let share = 0.5 + 0.5 * ahead.clamp(-1.0, 1.0);
        vec![share, 1.0 - share]
    }
}

/// The stones of each seat that a text of the board shows.
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
            *own = own.with(super::Point { file, rank });
            file += 1;
        }
    }
    stones
}
