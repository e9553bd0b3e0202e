//! Events in a hand of mahjong.

use super::action::Claim;
use super::games::mahjong::{FinishedHand, LaidFlowers, Pending};
use super::seen_event::SeenTilesEvent;
use crate::fairness::SealLabel;
use crate::table::{Observer, Seat};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum HandFact {
    Hand {
        deal: u16,
        dealer: Seat,
        round: usize,
        hands: Vec<String>,
        flowers: Vec<String>,
        wall: usize,
        dice: Option<Vec<i64>>,
    },
    Drew {
        deal: u16,
        seat: Seat,
        tile: String,
        flowers: Option<String>,
        wall: usize,
    },
    Discard {
        deal: u16,
        window: u16,
        pending: Pending,
    },
    Kong {
        deal: u16,
        seat: Seat,
        tile: String,
        window: Option<u16>,
    },
    /// A claim. Nobody is told anything about it yet.
    Claim(SealLabel),
    Claimed {
        deal: u16,
        window: u16,
        taken: Option<(Seat, Claim)>,
    },
    HandOver {
        deal: u16,
        hand: Box<FinishedHand>,
        laid: Option<LaidFlowers>,
        scores: Vec<i64>,
    },
}

impl HandFact {
    /// Whether the observer sees exactly what spectators see.
    pub(super) fn is_alike_for(&self, observer: Observer) -> bool {
        match self {
            Self::Hand { .. } => observer == Observer::Spectator,
            Self::Drew { seat, .. } => !observer.is(*seat),
            Self::Discard { .. }
            | Self::Kong { .. }
            | Self::Claim(_)
            | Self::Claimed { .. }
            | Self::HandOver { .. } => true,
        }
    }

    /// Whether the observer sees what this seat draws.
    fn sees_drawn(observer: Observer, seat: Seat) -> bool {
        observer.is(seat)
    }

    /// The event as the observer sees it.
    pub(super) fn seen_by(&self, observer: Observer) -> SeenTilesEvent {
        match self {
            Self::Hand {
                deal,
                dealer,
                round,
                hands,
                flowers,
                wall,
                dice,
            } => SeenTilesEvent::Hand {
                deal: *deal,
                dealer: *dealer,
                round: *round,
                tiles: match observer {
                    Observer::Seat(seat) => hands.get(seat.index()).cloned(),
                    Observer::Spectator => None,
                },
                flowers: flowers.clone(),
                wall: *wall,
                dice: dice.clone(),
            },
            Self::Drew {
                deal,
                seat,
                tile,
                flowers,
                wall,
            } => SeenTilesEvent::Drew {
                deal: *deal,
                seat: *seat,
                tile: Self::sees_drawn(observer, *seat).then(|| tile.clone()),
                flowers: flowers.clone(),
                wall: *wall,
            },
            Self::Discard {
                deal,
                window,
                pending,
            } => SeenTilesEvent::Discard {
                deal: *deal,
                window: *window,
                seat: pending.seat,
                tile: pending.tile.clone(),
            },
            Self::Kong {
                deal,
                seat,
                tile,
                window,
            } => SeenTilesEvent::Kong {
                deal: *deal,
                seat: *seat,
                tile: tile.clone(),
                window: *window,
            },
            Self::Claim(_) => unreachable!("nothing is told of it"),
            Self::Claimed {
                deal,
                window,
                taken,
            } => SeenTilesEvent::Claimed {
                deal: *deal,
                window: *window,
                seat: taken.as_ref().map(|(seat, _)| *seat),
                taken: taken.as_ref().map(|(_, claim)| claim.clone()),
            },
            Self::HandOver {
                deal,
                hand,
                laid,
                scores,
            } => SeenTilesEvent::HandOver {
                deal: *deal,
                finished: hand.as_ref().clone(),
                laid: laid.clone(),
                scores: scores.clone(),
            },
        }
    }
}
