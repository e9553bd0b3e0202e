//! The games of tiles and dice behind one type, for the table.

use crate::fairness::SealKind;
use crate::families::tiles::deal::ChanceOfDeal;
use crate::families::tiles::event::Fact;
use crate::families::tiles::{Game, Stake, TilesAction, TilesGame, TilesOutcome, TilesTerms};
use crate::table::{RefusalCode, Seat};

impl TilesGame {
    /// The number of finished deals or throws.
    pub(super) fn finished(&self) -> u16 {
        let finished = match self {
            Self::PaiGow(game) => game.deals().len(),
            Self::Dice(game) => game.rounds().len(),
            Self::Mahjong(game) => game.finished().len(),
        };
        u16::try_from(finished).expect("a match has at most some hundred deals")
    }

    pub(super) fn decide(&mut self, seat: Seat, action: &TilesAction) -> Result<(), RefusalCode> {
        match self {
            Self::PaiGow(game) => game.decide(Some(seat), Some(action)),
            Self::Dice(game) => game.decide(Some(seat), Some(action)),
            Self::Mahjong(game) => game.decide(Some(seat), Some(action)),
        }
    }

    pub(super) fn needs_chance(&self) -> bool {
        match self {
            Self::PaiGow(game) => game.needs_chance(),
            Self::Dice(game) => game.needs_chance(),
            Self::Mahjong(game) => game.needs_chance(),
        }
    }

    pub(super) fn take_chance(&mut self, chance: ChanceOfDeal) {
        match (self, chance) {
            (Self::PaiGow(game), ChanceOfDeal::Dominoes(wall)) => game.take_chance(wall),
            (Self::Dice(game), ChanceOfDeal::Throw(throw)) => game.take_chance(throw),
            (Self::Mahjong(game), ChanceOfDeal::Tiles(wall)) => game.take_chance(wall),
            _ => unreachable!("a deal is one of the terms of its match"),
        }
    }

    pub(super) fn waiting(&self) -> Vec<Seat> {
        match self {
            Self::PaiGow(game) => game.waiting(),
            Self::Dice(game) => game.waiting(),
            Self::Mahjong(game) => game.waiting(),
        }
    }

    pub(super) fn default_action(&self, seat: Seat) -> TilesAction {
        match self {
            Self::PaiGow(game) => game.default_action(seat),
            Self::Dice(game) => game.default_action(seat),
            Self::Mahjong(game) => game.default_action(seat),
        }
    }

    pub(super) fn scores(&self) -> Vec<i64> {
        match self {
            Self::PaiGow(game) => game.scores(),
            Self::Dice(game) => game.scores(),
            Self::Mahjong(game) => game.scores(),
        }
    }

    /// For an action that lays something hidden: the event, the kind of commitment, and the canonical text that is committed to. None
    /// for other actions and illegal ones.
    pub(super) fn laying(
        &self,
        deal: u16,
        seat: Seat,
        action: &TilesAction,
    ) -> Option<(Fact, SealKind, String)> {
        match (self, action) {
            (Self::PaiGow(game), TilesAction::Split { low }) => {
                let low = game.low_of(seat, low)?;
                let text = low.clone();
                Some((Fact::Split { deal, seat, low }, SealKind::Split, text))
            }
            (Self::Dice(game), TilesAction::Bet { bets }) => {
                let bets = game.in_order(seat, bets)?;
                let text = bets_text(&bets);
                Some((Fact::Bet { deal, seat, bets }, SealKind::Bet, text))
            }
            _ => None,
        }
    }

    pub(super) fn outcome(&self, terms: &TilesTerms) -> Option<TilesOutcome> {
        let (end, winners) = match self {
            Self::PaiGow(game) => (game.end()?, game.winners()?),
            Self::Dice(game) => (game.end()?, game.winners()?),
            Self::Mahjong(game) => (game.end()?, game.winners()?),
        };
        let scores = self.scores();
        let gains = scores
            .iter()
            .map(|score| score - i64::from(terms.stock()))
            .collect();
        let sides = (0..scores.len()).map(|seat| vec![Seat::new(seat)]);
        Some(TilesOutcome {
            end,
            winners,
            gains,
            sides: sides.collect(),
            scores,
        })
    }
}

/// The text of bets that is committed to: `on:points`, joined by commas.
fn bets_text(bets: &[Stake]) -> String {
    let bets = bets.iter();
    let bets: Vec<String> = bets
        .map(|stake| format!("{}:{}", stake.on, stake.points))
        .collect();
    bets.join(",")
}
