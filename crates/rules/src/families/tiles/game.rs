//! The interface of a game of tiles or dice.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::action::TilesAction;
use crate::table::{RefusalCode, Seat};

/// A match of tiles or dice. It draws nothing itself: it is given deals and throws when it needs them.
pub trait Game {
    /// What chance decides for a deal: a wall or a throw.
    type Chance;

    /// The number of seats.
    fn seats(&self) -> usize;

    /// Whether the match needs a wall or throw before it can continue.
    fn needs_chance(&self) -> bool;

    /// Gives the match a wall or throw; only if [`Game::needs_chance`].
    fn take_chance(&mut self, chance: Self::Chance);

    /// The seats that have to decide now, ascending; none when the match is over.
    fn waiting(&self) -> Vec<Seat>;

    /// Whether this seat has decided, and may take that back because others have not decided yet.
    fn may_take_back(&self, seat: Seat) -> bool;

    /// Takes an action of a seat that the match waits for, or that may take back. A refused action changes nothing.
    ///
    /// # Errors
    /// Why the action is not legal.
    fn act(&mut self, seat: Seat, action: &TilesAction) -> Result<(), RefusalCode>;

    /// The default action of a seat that the match waits for; always legal.
    fn default_action(&self, seat: Seat) -> TilesAction;

    /// Each seat's points so far.
    fn scores(&self) -> Vec<i64>;

    /// Why the match is over; none before.
    fn end(&self) -> Option<TilesEnd>;

    /// Takes any action of any seat. `None` stands for a seat that the table does not have, or for an action that no game has.
    ///
    /// # Errors
    /// Why the action is not legal.
    fn decide(
        &mut self,
        seat: Option<Seat>,
        action: Option<&TilesAction>,
    ) -> Result<(), RefusalCode> {
        if self.end().is_some() {
            return Err(RefusalCode::MatchOver);
        }
        let seat = seat.ok_or(RefusalCode::NotYourTurn)?;
        let taking_back = action == Some(&TilesAction::TakeBack) && self.may_take_back(seat);
        if !taking_back && !self.waiting().contains(&seat) {
            return Err(RefusalCode::NotYourTurn);
        }
        self.act(seat, action.ok_or(RefusalCode::WrongAction)?)
    }

    /// The seats with the most points, ascending; none before the end.
    fn winners(&self) -> Option<Vec<Seat>> {
        self.end()?;
        let scores = self.scores();
        let best = scores.iter().max()?;
        let winners = scores
            .iter()
            .enumerate()
            .filter(|(_, score)| *score == best);
        Some(winners.map(|(seat, _)| Seat::new(seat)).collect())
    }
}

/// Why a match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TilesEnd {
    /// All deals of pai gow were played.
    Deals,
    /// All hands of mahjong were played.
    Hands,
    /// All rounds were thrown.
    Rounds,
    /// Nobody has points left to bet against the house.
    Broke,
}

/// The seat this many places to the right of another. Play goes in this direction.
pub(super) fn right_of(seat: usize, places: usize, seats: usize) -> usize {
    (seat + seats - places % seats) % seats
}
