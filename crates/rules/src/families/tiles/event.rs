//! Events of games of tiles and dice, complete.

use super::action::Stake;
use super::dice::Round;
use super::games::pai_gow::FinishedDeal;
use super::hand_event::HandFact;
use super::seen_event::{SeenTilesEvent, TilesOutcome};
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
