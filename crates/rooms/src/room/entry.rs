//! What a room writes to its log: everything that decides what the room is, and nothing that follows from it.

use giog_protocol::server::{CancelReason, CloseReason, StandReason};
use giog_protocol::{Occupant, Person, Settings};
use giog_rules::fairness::{Digest, Entropy, Hex, PublicKey, Signature};
use giog_rules::record::By;
use giog_rules::{Action, MatchId, PlayerId, Seat, Timestamp};
use serde::{Deserialize, Serialize};

use crate::time::bounded;

/// A row of the log: what one input did to the room, all at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The room's time.
    #[serde(deserialize_with = "bounded")]
    pub at_ms: u64,
    /// The date, in milliseconds since 1970.
    pub unix_ms: i64,
    /// What happened, in order.
    pub entries: Vec<Entry>,
}

/// Something that happened to a room. Rows hold hidden things; they never leave the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "snake_case")]
pub enum Entry {
    /// The room was made.
    Created {
        /// The settings.
        settings: Settings,
        /// The SHA-256 of room and password, if there is one.
        password: Option<Digest>,
        /// Who made it.
        owner: Person,
        /// The key under which it was asked for.
        key: String,
        /// Whether it is a table of quick play.
        #[serde(default)]
        quick: bool,
    },
    /// The settings were changed.
    Configured {
        /// The settings.
        settings: Settings,
        /// The SHA-256 of room and password, if there is one.
        password: Option<Digest>,
    },
    /// The room has another owner.
    Owner {
        /// Who.
        owner: Option<PlayerId>,
    },
    /// Somebody took a seat.
    Sat {
        /// The seat.
        seat: Seat,
        /// Who.
        occupant: Occupant,
    },
    /// A seat became free.
    Stood {
        /// The seat.
        seat: Seat,
        /// Why.
        reason: StandReason,
    },
    /// A start is prepared.
    Next {
        /// The match.
        match_id: MatchId,
        /// Its seed.
        server_seed: Hex<32>,
    },
    /// Somebody is ready.
    Ready {
        /// The seat.
        seat: Seat,
        /// The commitment to their entropy.
        commitment: Option<Digest>,
    },
    /// Somebody is not ready any more.
    Unready {
        /// The seat.
        seat: Seat,
    },
    /// All are ready, and commitments are published.
    Committed,
    /// Somebody opened their entropy.
    Opened {
        /// The seat.
        seat: Seat,
        /// The entropy.
        entropy: Entropy,
    },
    /// The start was cancelled.
    Cancelled {
        /// Why.
        reason: CancelReason,
        /// Whose doing it was, if it was a seat's.
        seat: Option<Seat>,
    },
    /// The match began.
    Started {
        /// The version of the rules it is played by.
        rules: u32,
        /// The signature over the start.
        signature: Signature,
        /// The key it was made with.
        signer: PublicKey,
    },
    /// An action was taken.
    Acted {
        /// For which seat.
        seat: Seat,
        /// What.
        #[serde(flatten)]
        action: Action,
        /// By whom.
        #[serde(default, skip_serializing_if = "By::is_player")]
        by: By,
        /// Whether the match is over by it, and is finished by an entry of its own. Logs of version 0.1.0 have none.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        over: bool,
    },
    /// A decision was taken that takes effect with others, as actions in the row in which they all do.
    Decided {
        /// For which seat.
        seat: Seat,
        /// What.
        #[serde(flatten)]
        action: Action,
        /// By whom.
        #[serde(default, skip_serializing_if = "By::is_player")]
        by: By,
    },
    /// The match that is over is finished: its record is stored, in the transaction of this row.
    Finished,
    /// Somebody else plays the seat from now on.
    Away {
        /// The seat.
        seat: Seat,
        /// Whether its player left the room: then they have no seat after the match.
        left: bool,
    },
    /// The seat's player plays it again.
    Back {
        /// The seat.
        seat: Seat,
    },
    /// The seat's player left the room in a match in which nobody plays for them, or came back to it. Nobody is told.
    Left {
        /// The seat.
        seat: Seat,
        /// Whether they are gone: then they have no seat after the match.
        left: bool,
    },
    /// The match cannot go on.
    Abandoned,
    /// The running score table begins anew.
    NewSeries,
    /// Somebody may not come into the room any more.
    Banned {
        /// Who.
        person: Person,
    },
    /// They may again.
    Unbanned {
        /// Who.
        player: PlayerId,
    },
    /// People without a seat may say nothing, or may talk again.
    Silenced {
        /// Whether they are silenced.
        silenced: bool,
    },
    /// Somebody told the operator of somebody's conduct; what they said is kept elsewhere.
    Reported {
        /// Who told it.
        by: PlayerId,
        /// Of whom.
        player: PlayerId,
    },
    /// Somebody here goes by another name from now on.
    Renamed {
        /// Who, by the new name.
        person: Person,
    },
    /// Somebody had themselves forgotten; nothing here names them any more.
    Forgotten {
        /// Who.
        player: PlayerId,
    },
    /// The room is closed.
    Closed {
        /// Why.
        reason: CloseReason,
    },
}

/// The row with which the operator closes a room whose log makes no room.
pub(crate) fn closing_row(now: Timestamp) -> String {
    let row = Row {
        at_ms: 0,
        unix_ms: now.unix_ms(),
        entries: vec![Entry::Closed {
            reason: CloseReason::Operator,
        }],
    };
    serde_json::to_string(&row).expect("rows have only text keys and finite numbers")
}

impl Entry {
    /// An action, of which it is not known yet whether the match is over by it.
    pub const fn acted(seat: Seat, action: Action, by: By) -> Self {
        Self::Acted {
            seat,
            action,
            by,
            over: false,
        }
    }

    /// Whose seat it is about, if it is about one.
    pub const fn seat(&self) -> Option<Seat> {
        match self {
            Self::Sat { seat, .. }
            | Self::Stood { seat, .. }
            | Self::Ready { seat, .. }
            | Self::Unready { seat }
            | Self::Opened { seat, .. }
            | Self::Acted { seat, .. }
            | Self::Decided { seat, .. }
            | Self::Away { seat, .. }
            | Self::Back { seat }
            | Self::Left { seat, .. } => Some(*seat),
            Self::Cancelled { seat, .. } => *seat,
            _ => None,
        }
    }

    /// Whether the lobby may have something else to show of the room after it.
    pub const fn changes_summary(&self) -> bool {
        match self {
            Self::Created { .. }
            | Self::Configured { .. }
            | Self::Sat { .. }
            | Self::Stood { .. }
            | Self::Next { .. }
            | Self::Committed
            | Self::Cancelled { .. }
            | Self::Started { .. }
            | Self::Finished
            | Self::Abandoned
            | Self::NewSeries
            | Self::Renamed { .. }
            | Self::Forgotten { .. }
            | Self::Closed { .. } => true,
            Self::Owner { .. }
            | Self::Ready { .. }
            | Self::Unready { .. }
            | Self::Opened { .. }
            | Self::Acted { .. }
            | Self::Decided { .. }
            | Self::Away { .. }
            | Self::Back { .. }
            | Self::Left { .. }
            | Self::Banned { .. }
            | Self::Unbanned { .. }
            | Self::Silenced { .. }
            | Self::Reported { .. } => false,
        }
    }
}
