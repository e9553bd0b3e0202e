//! What happens in a match: the whole truth of it, and what an observer sees.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{BySeat, CombinationType, Layout, Observer, Outcome, Piece, Pieces, Seat};

/// Something that happened, with everything hidden in it. It cannot be written to JSON: only what an observer sees can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub(crate) fact: Fact,
    pub(crate) sealed: Option<Sealed>,
    pub(crate) opened: Vec<Sealed>,
}

/// Content that was laid hidden, with the label under which it is committed to (`docs/FAIRNESS.md`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// What it is, which everybody may know.
    pub label: SealLabel,
    /// What is hidden: the canonical text of the pieces, or the sign.
    pub text: String,
}

/// Which hidden content a commitment is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SealLabel {
    /// A face-down play.
    Play {
        /// The trick, from 0.
        trick: u8,
        /// Who laid it.
        seat: Seat,
        /// How many plays this seat had taken back in this trick before.
        attempt: u8,
    },
    /// A hidden throw.
    Throw {
        /// The round of throws, from 0.
        round: u8,
        /// Who threw it.
        seat: Seat,
    },
}

/// An event as the game knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    Layout(Layout),
    Reveal {
        seat: Seat,
        stack: u8,
        piece: Piece,
    },
    Ordered {
        order: Vec<Seat>,
    },
    Take {
        seat: Seat,
        stack: u8,
    },
    Dealt {
        taken: BySeat<Vec<u8>>,
        hands: BySeat<Pieces>,
    },
    Play {
        seat: Seat,
        trick: u8,
        lead: Option<CombinationType>,
        pieces: Pieces,
    },
    TakeBack {
        seat: Seat,
        trick: u8,
    },
    Trick(FinishedTrick),
    Over(Outcome),
}

/// An event as one observer sees it, and as it is written to JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum SeenEvent {
    /// The stacks were laid out.
    Layout(Layout),
    /// A bottom piece was turned up and put on top of its stack.
    Reveal {
        /// Who turned it up.
        seat: Seat,
        /// The stack.
        stack: u8,
        /// The piece.
        piece: Piece,
    },
    /// The order of the players is known.
    Ordered {
        /// Seats, the first in order first.
        order: Vec<Seat>,
    },
    /// Somebody took the first stack, and so decided who takes which.
    Take {
        /// Who took it.
        seat: Seat,
        /// The stack.
        stack: u8,
    },
    /// All stacks are taken.
    Dealt {
        /// For each seat the stacks it took, in the order of taking.
        taken: BySeat<Vec<u8>>,
        /// The observer's own hand; absent for spectators.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hand: Option<Pieces>,
    },
    /// Somebody laid pieces.
    Play {
        /// Who laid them.
        seat: Seat,
        /// The trick, from 0.
        trick: u8,
        /// Whether this is the lead.
        lead: bool,
        /// The type the leader announced; absent for the others.
        #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
        kind: Option<CombinationType>,
        /// How many pieces.
        count: u8,
        /// The pieces, to whoever may see them now; absent while they lie face down for this observer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pieces: Option<Pieces>,
    },
    /// Somebody took a face-down play back.
    TakeBack {
        /// Who took it back.
        seat: Seat,
        /// The trick, from 0.
        trick: u8,
    },
    /// A trick is finished.
    Trick(SeenTrick),
    /// The match is over.
    Over(Outcome),
}

/// A finished trick, with every play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FinishedTrick {
    pub trick: u8,
    pub leader: Seat,
    pub kind: CombinationType,
    pub plays: BySeat<Pieces>,
    pub shown: BySeat<bool>,
    pub winner: Option<Seat>,
    pub won_by: WonBy,
    pub captured: BySeat<u8>,
    pub beheaded: Vec<Seat>,
}

/// A finished trick as one observer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeenTrick {
    /// The trick, from 0.
    pub trick: u8,
    /// Who led.
    pub leader: Seat,
    /// The type that was led.
    #[serde(rename = "type")]
    pub kind: CombinationType,
    /// For each seat its pieces, or null where this observer does not see them.
    pub plays: BySeat<Option<Pieces>>,
    /// For each seat whether its pieces were turned up to all.
    pub shown: BySeat<bool>,
    /// Who won it; null where it was tied and set aside.
    pub winner: Option<Seat>,
    /// Why they won it.
    pub won_by: WonBy,
    /// Pieces captured so far, for each seat.
    pub captured: BySeat<u8>,
    /// Who was beheaded in this trick, ascending, as far as it is announced.
    pub beheaded: Vec<Seat>,
}

/// Why a trick went to its winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WonBy {
    /// The highest combination of the led type.
    Highest,
    /// Equal to the highest, and the leader.
    Leader,
    /// Equal to the highest, and first in the order of the players.
    Order,
}

impl SealLabel {
    /// Who laid it.
    pub const fn seat(self) -> Seat {
        match self {
            Self::Play { seat, .. } | Self::Throw { seat, .. } => seat,
        }
    }
}

impl Sealed {
    /// A face-down play.
    pub(crate) fn play(trick: u8, seat: Seat, attempt: u8, pieces: Pieces) -> Self {
        Self {
            label: SealLabel::Play {
                trick,
                seat,
                attempt,
            },
            text: pieces.to_string(),
        }
    }
}

impl Event {
    /// An event in which nothing is laid hidden or opened.
    pub(crate) const fn of(fact: Fact) -> Self {
        Self {
            fact,
            sealed: None,
            opened: Vec::new(),
        }
    }

    /// What `observer` sees of it.
    pub fn seen_by(&self, observer: Observer) -> SeenEvent {
        match &self.fact {
            Fact::Layout(layout) => SeenEvent::Layout(layout.clone()),
            &Fact::Reveal { seat, stack, piece } => SeenEvent::Reveal { seat, stack, piece },
            Fact::Ordered { order } => SeenEvent::Ordered {
                order: order.clone(),
            },
            &Fact::Take { seat, stack } => SeenEvent::Take { seat, stack },
            Fact::Dealt { taken, hands } => SeenEvent::Dealt {
                taken: taken.clone(),
                hand: match observer {
                    Observer::Seat(seat) => hands.get(seat).copied(),
                    Observer::Spectator => None,
                },
            },
            &Fact::Play {
                seat,
                trick,
                lead,
                pieces,
            } => SeenEvent::Play {
                seat,
                trick,
                lead: lead.is_some(),
                kind: lead,
                count: pieces.len(),
                pieces: sees_laid(observer, seat).then_some(pieces),
            },
            &Fact::TakeBack { seat, trick } => SeenEvent::TakeBack { seat, trick },
            Fact::Trick(trick) => SeenEvent::Trick(trick.seen_by(observer)),
            Fact::Over(outcome) => SeenEvent::Over(outcome.clone()),
        }
    }

    /// What was laid hidden with this event, to be committed to.
    pub fn sealed(&self) -> Option<&Sealed> {
        self.sealed.as_ref()
    }

    /// What hidden content became known to all with this event.
    pub fn opened(&self) -> &[Sealed] {
        &self.opened
    }

    /// Whether it only says that somebody has laid, and nobody can do anything about it yet.
    pub fn is_notice(&self) -> bool {
        matches!(self.fact, Fact::Play { lead: None, .. })
    }

    /// Whether pieces were turned up that people will want to look at before the next lead.
    pub fn is_reveal(&self) -> bool {
        matches!(self.fact, Fact::Trick(_))
    }
}

/// Whether an observer sees what a seat has laid face down: nobody does but its owner.
fn sees_laid(observer: Observer, seat: Seat) -> bool {
    #[cfg(feature = "leak-on-purpose")]
    if crate::leak::is_on("event") {
        return true;
    }
    observer.is(seat)
}

impl FinishedTrick {
    pub(crate) fn seen_by(&self, observer: Observer) -> SeenTrick {
        SeenTrick {
            trick: self.trick,
            leader: self.leader,
            kind: self.kind,
            plays: self
                .plays
                .map(|seat, &pieces| (self.shown[seat] || observer.is(seat)).then_some(pieces)),
            shown: self.shown,
            winner: self.winner,
            won_by: self.won_by,
            captured: self.captured,
            beheaded: self.beheaded.clone(),
        }
    }
}
