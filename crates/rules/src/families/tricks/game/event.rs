//! What happens in a match: the whole truth of it.

use compact_str::{CompactString, ToCompactString as _};

use super::{End, Layout, Outcome, Sign, ThrownRound, WonBy};
use crate::fairness::{SealKind, SealLabel, Sealed};
use crate::families::tricks::pieces::{CombinationType, Piece, Pieces};
use crate::table::{BySeat, Seat};

/// Something that happened, with everything hidden in it. It cannot be written to JSON: only what an observer sees can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub(crate) fact: Fact,
    pub(crate) sealed: Option<Sealed>,
    pub(crate) opened: Vec<Sealed>,
}

/// An event as the game knows it. Rooms keep all events of a match, so what is large and seldom is boxed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    Layout(Box<Layout>),
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
    Thrown(Box<ThrownRound>),
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
        taken: Box<BySeat<Vec<u8>>>,
        hands: Box<BySeat<Pieces>>,
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
    Trick(Box<FinishedTrick>),
    Over(Box<Outcome>),
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

impl Sealed {
    /// A face-down play.
    pub(crate) fn play(trick: u8, seat: Seat, attempt: u8, pieces: Pieces) -> Self {
        Self {
            label: SealLabel::Play {
                trick,
                seat,
                attempt,
            },
            kind: SealKind::Play,
            text: pieces.to_compact_string(),
        }
    }

    /// A hidden throw.
    pub(crate) fn throw(round: u8, seat: Seat, sign: Sign) -> Self {
        Self {
            label: SealLabel::Throw { round, seat },
            kind: SealKind::Throw,
            text: CompactString::const_new(sign.name()),
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
