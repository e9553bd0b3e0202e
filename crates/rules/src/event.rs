//! What happens in a match: the whole truth of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    BySeat, CombinationType, End, Layout, Outcome, Piece, Pieces, Seat, Sign, ThrownRound, WonBy,
};

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
    Expose {
        seat: Seat,
        stack: u8,
        pieces: Vec<Piece>,
    },
    Throw {
        seat: Seat,
        round: u8,
        sign: Sign,
    },
    Thrown(ThrownRound),
    Take {
        seat: Seat,
        stack: u8,
    },
    End {
        seat: Seat,
        end: End,
    },
    Order {
        seat: Seat,
        stacks: Vec<u8>,
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
        up: bool,
        /// Whether plays are laid in turn, so that this one lets the next player lay.
        in_turn: bool,
    },
    TakeBack {
        seat: Seat,
        trick: u8,
    },
    Trick(FinishedTrick),
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
    /// Who was beheaded in it, as far as it is announced then.
    pub beheaded: Vec<Seat>,
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

    /// A hidden throw.
    pub(crate) fn throw(round: u8, seat: Seat, sign: Sign) -> Self {
        Self {
            label: SealLabel::Throw { round, seat },
            text: sign.name().to_owned(),
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

    /// What was laid hidden with this event, to be committed to.
    pub fn sealed(&self) -> Option<&Sealed> {
        self.sealed.as_ref()
    }

    /// What hidden content became known to all with this event.
    pub fn opened(&self) -> &[Sealed] {
        &self.opened
    }

    /// Whether it only says that somebody has laid or thrown, and nobody can do anything about it yet.
    pub fn is_notice(&self) -> bool {
        matches!(
            self.fact,
            Fact::Throw { .. }
                | Fact::Play {
                    lead: None,
                    in_turn: false,
                    ..
                }
        )
    }

    /// Whether pieces were turned up that people will want to look at before the next lead.
    pub fn is_reveal(&self) -> bool {
        matches!(self.fact, Fact::Trick(_))
    }
}
