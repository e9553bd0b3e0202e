//! Playing on at random, for players that search and for measuring.

use super::position::{Phase, QiGuoXiangxi};
use crate::families::boards::Ending;

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
}

fn pick<'a, T>(choices: &'a [T], uniform: &mut impl FnMut(u32) -> u32) -> &'a T {
    let count = u32::try_from(choices.len()).expect("lists of a game are short");
    &choices[uniform(count) as usize]
}
