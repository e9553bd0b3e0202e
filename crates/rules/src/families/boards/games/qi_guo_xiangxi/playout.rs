//! Random playouts, for bots and for statistics.

use super::cell::Kind;
use super::field::GRID;
use super::position::{Move, Phase, QiGuoXiangxi};
use crate::families::boards::position::Position as _;
use crate::families::boards::{BoardAction, Ending, shares};
use crate::table::RefusalCode;

/// One of this many moves is chosen from all moves even if a capture is possible; the others are captures.
const IDLE: u32 = 4;
/// The value of a general in pieces, for the gain of a single move.
const GENERAL: u32 = 10;

impl QiGuoXiangxi {
    /// Plays at random to the end; returns how it ended. `uniform(n)` returns numbers from 0 to `n - 1`. All choices are equally
    /// likely, and nobody resigns.
    pub fn play_out(&self, mut uniform: impl FnMut(u32) -> u32) -> Ending {
        let mut game = *self;
        // Reused for all moves, to avoid allocations.
        let mut choices = Vec::new();
        loop {
            match game.phase() {
                Phase::Ally(chooser) => {
                    let open: Vec<_> = game.open_states().collect();
                    game.take_ally(chooser, *pick(&open, &mut uniform));
                }
                Phase::Move(state) => {
                    choices.clear();
                    game.each_move(state, |choice| choices.push(choice));
                    if let Some(ending) = game.make(state, *pick(&choices, &mut uniform)) {
                        return ending;
                    }
                }
            }
        }
    }

    /// The value of the pieces that an action captures: ten for a general, one for other pieces, none for pieces of the own ally.
    pub fn gain(&self, action: &BoardAction) -> u32 {
        let (Phase::Move(state), BoardAction::Move { points }) = (self.phase(), action) else {
            return 0;
        };
        let Some((from, to)) = GRID.points(points) else {
            return 0;
        };
        let choice = Move {
            from: from.into(),
            to: to.into(),
        };
        match self.field().at(choice.to).kind() {
            Some(kind) if self.takes_enemy(state, choice) => {
                if kind == Kind::General {
                    GENERAL
                } else {
                    1
                }
            }
            _ => 0,
        }
    }

    /// Takes an action of the seat that has to decide, then plays this many moves at random, preferring captures. Returns for each seat
    /// its share of the win or, if the match is not over, its estimated share.
    pub fn play_on(
        mut self,
        action: &BoardAction,
        moves: u32,
        mut uniform: impl FnMut(u32) -> u32,
    ) -> Result<Vec<f32>, RefusalCode> {
        let seats = self.seats();
        if let Some(ending) = self.act(self.seat_asked(), action)? {
            return Ok(shares(seats, &ending));
        }
        let (mut choices, mut captures) = (Vec::new(), Vec::new());
        for _ in 0..moves {
            match self.phase() {
                Phase::Ally(chooser) => {
                    let open: Vec<_> = self.open_states().collect();
                    self.take_ally(chooser, *pick(&open, &mut uniform));
                }
                Phase::Move(state) => {
                    choices.clear();
                    captures.clear();
                    self.each_move(state, |choice| {
                        choices.push(choice);
                        if self.takes_enemy(state, choice) {
                            captures.push(choice);
                        }
                    });
                    let taking = !captures.is_empty() && uniform(IDLE) > 0;
                    let from = if taking { &captures } else { &choices };
                    let choice = *pick(from, &mut uniform);
                    if let Some(ending) = self.make(state, choice) {
                        return Ok(shares(seats, &ending));
                    }
                }
            }
        }
        Ok(self.prospects())
    }
}

fn pick<'a, T>(choices: &'a [T], uniform: &mut impl FnMut(u32) -> u32) -> &'a T {
    let count = u32::try_from(choices.len()).expect("lists of a game are short");
    &choices[uniform(count) as usize]
}
