//! The view of a match of tiles or dice: what one observer sees of all of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::action::{Claim, Stake};
use super::dice::Round;
use super::games::TilesVariant;
use super::games::mahjong::{FinishedHand, HandState, Meld, Pending};
use super::games::pai_gow::FinishedDeal;
use super::options::TilesOptions;
use super::seen_event::TilesOutcome;
use crate::table::{Seat, Stage};

/// A match of tiles or dice as one observer sees it. What is not listed here is hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TilesView {
    /// The game.
    pub variant: TilesVariant,
    /// The options in force.
    pub options: TilesOptions,
    /// The observer's seat; null for spectators.
    pub you: Option<Seat>,
    /// The part of the match that is being played.
    pub stage: Stage,
    /// The number of finished deals or throws.
    pub deal: u16,
    /// Who is the banker; null for the house, and when the match is over.
    pub banker: Option<Seat>,
    /// Each seat's points so far.
    pub scores: Vec<i64>,
    /// Who has decided in this deal, ascending.
    pub decided: Vec<Seat>,
    /// The fields that only this game has.
    #[serde(flatten)]
    pub sight: TilesSight,
    /// The outcome; null until the match is over.
    pub outcome: Option<TilesOutcome>,
}

impl TilesView {
    /// Adds the observer's own claim to the view. The game does not know it before all have claimed.
    pub fn show_claim(&mut self, own: &Claim) {
        if let TilesSight::Mahjong { claim, .. } = &mut self.sight {
            *claim = Some(own.clone());
        }
    }
}

/// The fields of a view that only one game has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum TilesSight {
    /// Mahjong.
    Mahjong {
        /// The hand that is played; null when the match is over.
        hand: Option<Box<SeenHand>>,
        /// The number of tiles in this hand that could be claimed so far.
        windows: u16,
        /// The observer's claim of the tile that can be claimed now; null if there is none yet.
        claim: Option<Claim>,
        /// The hand that was finished last; null before.
        last_hand: Option<FinishedHand>,
    },
    /// Dice.
    Dice {
        /// Who can bet in this round, ascending.
        betting: Vec<Seat>,
        /// The observer's bets in this round; null if there are none.
        bets: Option<Vec<Stake>>,
        /// The round that was thrown last; null before.
        last_round: Option<Round>,
    },
    /// Pai gow.
    PaiGow {
        /// The observer's own tiles; null for spectators, and when the match is over.
        tiles: Option<String>,
        /// The lower hand of the observer's split; null if there is none yet.
        low: Option<String>,
        /// The deal that was finished last; null before.
        last_deal: Option<FinishedDeal>,
    },
}

/// A hand of mahjong as one observer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeenHand {
    /// Who deals.
    pub dealer: Seat,
    /// The round: 0 east, to 3 north.
    pub round: usize,
    /// The seat whose turn it is, or whose tile the others may claim.
    pub turn: Seat,
    /// The tile that the observer has just drawn, if it is their turn; otherwise null.
    pub drawn: Option<String>,
    /// The tile that others may claim; null if there is none.
    pub pending: Option<Pending>,
    /// The observer's own concealed tiles; null for spectators.
    pub tiles: Option<String>,
    /// The number of concealed tiles of each seat.
    pub counts: Vec<usize>,
    /// Each seat's sets on the table.
    pub melds: Vec<Vec<Meld>>,
    /// Each seat's flowers.
    pub flowers: Vec<String>,
    /// Each seat's discards, oldest first, without those claimed.
    pub discards: Vec<String>,
    /// The number of tiles that can still be drawn.
    pub wall: usize,
}

impl SeenHand {
    /// The hand as a seat, or a spectator (`you` is none), sees it.
    pub(super) fn of(hand: HandState, you: Option<Seat>) -> Self {
        let digits = |text: &String| text.bytes().filter(u8::is_ascii_digit).count();
        Self {
            dealer: hand.dealer,
            round: hand.round,
            turn: hand.turn,
            drawn: hand.drawn.filter(|_| you == Some(hand.turn)),
            pending: hand.pending,
            counts: hand.hands.iter().map(digits).collect(),
            tiles: you.and_then(|seat| hand.hands.get(seat.index()).cloned()),
            melds: hand.melds,
            flowers: hand.flowers,
            discards: hand.discards,
            wall: hand.wall,
        }
    }
}
