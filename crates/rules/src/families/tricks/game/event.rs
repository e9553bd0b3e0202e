//! Complete events of a match, including everything hidden.

use compact_str::{CompactString, ToCompactString as _};

use crate::fairness::{SealKind, SealLabel, Sealed};
use crate::families::tricks::exchange::{Layout, Outcome, RowEnd, Sign, ThrownRound, WonBy};
use crate::families::tricks::pieces::{CombinationType, Piece, Pieces};
use crate::table::{BySeat, Seat};

/// A complete event, including everything hidden. It cannot be written to JSON; only what one observer sees can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub(crate) fact: Fact,
    pub(crate) sealed: Option<Sealed>,
    pub(crate) opened: Vec<Sealed>,
}

/// The content of an event. Rooms keep all events of a match, so large and rare variants are boxed.
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
        end: RowEnd,
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
        /// Whether plays are laid in turn, so that this play lets the next player lay.
        in_turn: bool,
    },
    TakeBack {
        seat: Seat,
        trick: u8,
    },
    Trick(Box<FinishedTrick>),
    Over(Box<Outcome>),
}

/// A finished trick with every play, including face-down ones.
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
    /// The seats beheaded in this trick, as far as this is announced at its end.
    pub beheaded: Vec<Seat>,
}

impl Sealed {
    /// The hidden content of a face-down play.
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

    /// The hidden content of a throw.
    pub(crate) fn throw(round: u8, seat: Seat, sign: Sign) -> Self {
        Self {
            label: SealLabel::Throw { round, seat },
            kind: SealKind::Throw,
            text: CompactString::const_new(sign.name()),
        }
    }
}

impl Event {
    /// An event without hidden or revealed content.
    pub(crate) const fn of(fact: Fact) -> Self {
        Self {
            fact,
            sealed: None,
            opened: Vec::new(),
        }
    }

    /// The hidden content of this event, which must be committed to.
    pub fn sealed(&self) -> Option<&Sealed> {
        self.sealed.as_ref()
    }

    /// The hidden content that this event reveals.
    pub fn opened(&self) -> &[Sealed] {
        &self.opened
    }

    /// Whether it only tells that somebody has laid or thrown, and gives nobody anything to decide.
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

    /// Whether it turns up pieces that people will want to look at before the next lead.
    pub fn is_reveal(&self) -> bool {
        matches!(self.fact, Fact::Trick(_))
    }
}
