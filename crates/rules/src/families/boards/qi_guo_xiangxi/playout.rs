//! Playing on at random, for players that search and for measuring.

use super::cell::Kind;
use super::field::GRID;
use super::position::{Move, Phase, QiGuoXiangxi};
use crate::families::boards::position::Position as _;
use crate::families::boards::{BoardAction, Ending, shares};
use crate::table::RefusalCode;

/// Of so many moves one is any, where something can be taken; the others take.
const IDLE: u32 = 4;
/// Pieces that a general counts for where only what is taken at once is looked at.
const GENERAL: u32 = 10;

impl QiGuoXiangxi {
    /// Plays on by lot until the end, writing nothing down; gives how it ended. `uniform(n)` gives numbers from 0 to `n - 1`;
    /// every choice is as likely as any other, and nobody resigns.
    pub fn play_out(&self, mut uniform: impl FnMut(u32) -> u32) -> Ending {
        let mut game = *self;
        // Kept from move to move, so that the heap is asked once.
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

    /// What an action of the seat that is asked takes at once: a general counts as much as ten other pieces, an ally nothing.
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

    /// Does an action of the seat that is asked, and plays on by lot for so many moves, taking where that is possible mostly; gives
    /// for each seat its share of the win, or what it can hope for.
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
