//! Events of games of tiles and dice, complete and as one observer sees them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::dice::Round;
use super::hand_event::HandFact;
use super::mahjong::{FinishedHand, LaidFlowers};
use super::pai_gow::FinishedDeal;
use super::{Claim, End, Stake};
use crate::fairness::{SealLabel, Sealed};
use crate::table::{Observer, Seat};

/// A complete event, including everything hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilesEvent {
    pub(super) fact: Fact,
    pub(super) sealed: Vec<Sealed>,
    pub(super) opened: Vec<Sealed>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    Deal {
        deal: u16,
        banker: Seat,
        tiles: Vec<String>,
    },
    Split {
        deal: u16,
        seat: Seat,
        low: String,
    },
    Splits {
        deal: u16,
        finished: Box<FinishedDeal>,
        scores: Vec<i64>,
    },
    Round {
        deal: u16,
        banker: Option<Seat>,
        betting: Vec<Seat>,
    },
    Bet {
        deal: u16,
        seat: Seat,
        bets: Vec<Stake>,
    },
    Dice {
        deal: u16,
        round: Box<Round>,
        scores: Vec<i64>,
    },
    Mahjong(HandFact),
    Withdrawn {
        deal: u16,
        seat: Seat,
    },
    Ended(Box<TilesOutcome>),
}

/// How a match of tiles or dice ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TilesOutcome {
    /// Why it is over.
    pub end: End,
    /// The seats with the most points, ascending.
    pub winners: Vec<Seat>,
    /// Each seat's points.
    pub scores: Vec<i64>,
    /// For each seat the change of its points over the match.
    pub gains: Vec<i64>,
    /// The sides: each seat alone.
    pub sides: Vec<Vec<Seat>>,
}

/// An event as one observer sees it, and as it is written to JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum SeenTilesEvent {
    /// Pai gow: everybody has four tiles.
    Deal {
        /// Which deal of the match it is, from 0.
        deal: u16,
        /// Who is the banker.
        banker: Seat,
        /// The observer's own tiles; omitted for spectators.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tiles: Option<String>,
    },
    /// Pai gow: somebody has split their tiles, face down.
    Split {
        /// The deal.
        deal: u16,
        /// Who.
        seat: Seat,
        /// The observer's own lower hand; omitted for others.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        low: Option<String>,
    },
    /// Pai gow: all have split, and all hands are turned up.
    Splits {
        /// The deal.
        deal: u16,
        /// The hands, and what came of them.
        #[serde(flatten)]
        finished: FinishedDeal,
        /// Each seat's points so far.
        scores: Vec<i64>,
    },
    /// Dice: a round of bets begins.
    Round {
        /// The number of the throw, from 0.
        deal: u16,
        /// Who is the banker; null for the house.
        banker: Option<Seat>,
        /// Who can bet, ascending.
        betting: Vec<Seat>,
    },
    /// Dice: somebody has bet, face down.
    Bet {
        /// The throw it is on.
        deal: u16,
        /// Who.
        seat: Seat,
        /// The observer's own bets; omitted for others.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bets: Option<Vec<Stake>>,
    },
    /// Dice: all have bet, the dice are thrown, and all bets are shown.
    Dice {
        /// Which throw it is, from 0.
        deal: u16,
        /// The throw, the bets, and what came of them.
        #[serde(flatten)]
        round: Round,
        /// Each seat's points so far.
        scores: Vec<i64>,
    },
    /// Mahjong: the tiles are dealt, and flowers are laid open and replaced.
    Hand {
        /// Which hand of the match it is, from 0.
        deal: u16,
        /// Who deals, and begins.
        dealer: Seat,
        /// The round: 0 east, to 3 north.
        round: usize,
        /// The observer's own tiles; omitted for spectators.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tiles: Option<String>,
        /// Each seat's flowers.
        flowers: Vec<String>,
        /// The number of tiles that can still be drawn.
        wall: usize,
        /// What each seat threw for the first deal; omitted in later hands.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice: Option<Vec<i64>>,
    },
    /// Mahjong: somebody drew a tile, and it is their turn.
    Drew {
        /// The hand.
        deal: u16,
        /// Who.
        seat: Seat,
        /// The tile; omitted for others.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tile: Option<String>,
        /// All flowers of the seat, if it has just laid some open; otherwise omitted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        flowers: Option<String>,
        /// The number of tiles that can still be drawn.
        wall: usize,
    },
    /// Mahjong: somebody discarded a tile, and the others may claim it.
    Discard {
        /// The hand.
        deal: u16,
        /// The number of earlier tiles in this hand that could be claimed.
        window: u16,
        /// Who.
        seat: Seat,
        /// The tile.
        tile: String,
    },
    /// Mahjong: somebody declared four equal tiles, or added the fourth to a pung.
    Kong {
        /// The hand.
        deal: u16,
        /// Who.
        seat: Seat,
        /// The tile.
        tile: String,
        /// As in `discard`: the others may claim the tile for a win. Omitted for a concealed kong.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        window: Option<u16>,
    },
    /// Mahjong: all others have claimed or passed.
    Claimed {
        /// The hand.
        deal: u16,
        /// The window.
        window: u16,
        /// The seat whose claim was carried out; null if all passed.
        seat: Option<Seat>,
        /// The claim; omitted if all passed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        taken: Option<Claim>,
    },
    /// Mahjong: a hand is over.
    HandOver {
        /// The hand.
        deal: u16,
        /// The result; of a drawn hand only dealer, round and points.
        finished: FinishedHand,
        /// The flowers that were drawn last and laid open, if no tile was left to replace them; otherwise omitted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        laid: Option<LaidFlowers>,
        /// Each seat's points so far.
        scores: Vec<i64>,
    },
    /// Somebody took back a hidden decision.
    Withdrawn {
        /// The deal, or the throw.
        deal: u16,
        /// Who.
        seat: Seat,
    },
    /// The match is over.
    Ended(TilesOutcome),
}

impl TilesEvent {
    pub(super) const fn of(fact: Fact) -> Self {
        Self {
            fact,
            sealed: Vec::new(),
            opened: Vec::new(),
        }
    }

    /// The hidden content of this event, which must be committed to.
    pub fn sealed(&self) -> &[Sealed] {
        &self.sealed
    }

    /// The hidden content that this event reveals.
    pub fn opened(&self) -> &[Sealed] {
        &self.opened
    }

    /// Whether the event is sent to anybody: a single claim is not, before all have claimed or passed.
    pub const fn is_told(&self) -> bool {
        !matches!(self.fact, Fact::Mahjong(HandFact::Claim(_)))
    }

    /// The label of the hidden content for which it is still secret who decided (the player or the clock), because that would reveal
    /// the content.
    pub fn conceals(&self) -> Option<SealLabel> {
        match self.fact {
            Fact::Mahjong(HandFact::Claim(label)) => Some(label),
            _ if self.is_notice() => self.sealed.first().map(|sealed| sealed.label),
            _ => None,
        }
    }

    /// Whether this event also tells who decided, for the content that it reveals. It does not if all have passed.
    pub const fn tells_who_laid(&self) -> bool {
        !matches!(
            self.fact,
            Fact::Mahjong(HandFact::Claimed { taken: None, .. })
        )
    }

    /// Whether it only tells that somebody has decided, and gives nobody anything to decide.
    pub const fn is_notice(&self) -> bool {
        matches!(self.fact, Fact::Split { .. } | Fact::Bet { .. })
    }

    /// Whether somebody took back a hidden decision.
    pub const fn is_take_back(&self) -> bool {
        matches!(self.fact, Fact::Withdrawn { .. })
    }

    /// Whether it turns something up that people will want to look at before they decide again.
    pub const fn is_reveal(&self) -> bool {
        matches!(
            self.fact,
            Fact::Splits { .. } | Fact::Dice { .. } | Fact::Mahjong(HandFact::HandOver { .. })
        )
    }

    /// Whether the observer sees exactly what spectators see.
    pub fn is_alike_for(&self, observer: Observer) -> bool {
        match &self.fact {
            Fact::Deal { .. } => observer == Observer::Spectator,
            Fact::Mahjong(fact) => fact.is_alike_for(observer),
            Fact::Split { seat, .. } | Fact::Bet { seat, .. } => !observer.is(*seat),
            Fact::Splits { .. }
            | Fact::Round { .. }
            | Fact::Dice { .. }
            | Fact::Withdrawn { .. }
            | Fact::Ended(_) => true,
        }
    }

    /// Whether the observer sees what this seat has laid face down.
    fn sees_laid(observer: Observer, seat: Seat) -> bool {
        observer.is(seat)
    }

    /// The event as the observer sees it.
    pub fn seen_by(&self, observer: Observer) -> SeenTilesEvent {
        match &self.fact {
            Fact::Deal {
                deal,
                banker,
                tiles,
            } => SeenTilesEvent::Deal {
                deal: *deal,
                banker: *banker,
                tiles: match observer {
                    Observer::Seat(seat) => tiles.get(seat.index()).cloned(),
                    Observer::Spectator => None,
                },
            },
            Fact::Split { deal, seat, low } => SeenTilesEvent::Split {
                deal: *deal,
                seat: *seat,
                low: Self::sees_laid(observer, *seat).then(|| low.clone()),
            },
            Fact::Splits {
                deal,
                finished,
                scores,
            } => SeenTilesEvent::Splits {
                deal: *deal,
                finished: finished.as_ref().clone(),
                scores: scores.clone(),
            },
            Fact::Round {
                deal,
                banker,
                betting,
            } => SeenTilesEvent::Round {
                deal: *deal,
                banker: *banker,
                betting: betting.clone(),
            },
            Fact::Bet { deal, seat, bets } => SeenTilesEvent::Bet {
                deal: *deal,
                seat: *seat,
                bets: Self::sees_laid(observer, *seat).then(|| bets.clone()),
            },
            Fact::Dice {
                deal,
                round,
                scores,
            } => SeenTilesEvent::Dice {
                deal: *deal,
                round: round.as_ref().clone(),
                scores: scores.clone(),
            },
            Fact::Mahjong(fact) => fact.seen_by(observer),
            &Fact::Withdrawn { deal, seat } => SeenTilesEvent::Withdrawn { deal, seat },
            Fact::Ended(outcome) => SeenTilesEvent::Ended(outcome.as_ref().clone()),
        }
    }
}
