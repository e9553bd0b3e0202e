//! What happens in a room, in the order of `seq`.

use giog_rules::fairness::{Digest, EntropyCommitment, Hex, Nonce, PublicKey, Signature};
use giog_rules::record::{By, StartFacts};
use giog_rules::{BySeat, MatchId, PlayerId, SealLabel, Seat, SeenEvent};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{NextMatch, Occupant, Person, RoomId, Series, Settings};

/// An event with its number in the receiver's view of the room. Numbers have no gaps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeqEvent {
    /// The room.
    pub room: RoomId,
    /// The number, from 1.
    pub seq: u64,
    /// What happened.
    pub event: RoomEvent,
}

/// What happened. `do` names it, as the actions of a record do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum RoomEvent {
    /// The room was made.
    Created {
        /// What is played, and how.
        settings: Settings,
        /// Who made it.
        owner: PlayerId,
    },
    /// The settings were changed; nobody is ready any more.
    Configured {
        /// What is played, and how.
        settings: Settings,
    },
    /// The room has another owner, or none.
    Owner {
        /// Who it is.
        owner: Option<PlayerId>,
    },
    /// Somebody took a seat; whoever changes seats stands up first.
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
    /// A match can be readied for.
    Next(NextMatch),
    /// Somebody is ready.
    Ready {
        /// The seat.
        seat: Seat,
    },
    /// Somebody is not ready any more.
    Unready {
        /// The seat.
        seat: Seat,
    },
    /// All are ready. Those who committed to entropy open it now.
    Committed {
        /// The match.
        match_id: MatchId,
        /// For each seat its commitment, or an empty text.
        entropy_commitments: BySeat<EntropyCommitment>,
    },
    /// Somebody opened the entropy they committed to; `start` has it.
    Opened {
        /// The seat.
        seat: Seat,
    },
    /// The start was cancelled, and its seed is published. Another one is prepared.
    Cancelled {
        /// The match that was not played.
        match_id: MatchId,
        /// Why.
        reason: CancelReason,
        /// The server's seed.
        server_seed: Hex<32>,
    },
    /// A match begins.
    Start(Box<MatchStart>),
    /// Somebody else plays this seat from now on.
    Away {
        /// The seat.
        seat: Seat,
    },
    /// The seat's own player plays it again.
    Back {
        /// The seat.
        seat: Seat,
    },
    /// The match is finished, and its seed is published; REST has the record.
    Finished {
        /// The match.
        match_id: MatchId,
        /// The server's seed.
        server_seed: Hex<32>,
    },
    /// The match cannot go on; it has no winners, and its seed is published.
    Abandoned {
        /// The match.
        match_id: MatchId,
        /// The server's seed.
        server_seed: Hex<32>,
    },
    /// The running score table, after each match that was finished, and when it begins anew.
    Series(Series),
    /// Somebody goes by another name from now on; whoever had themselves forgotten, by `forgotten` alone.
    Renamed(Person),
    /// People without a seat may say nothing, or may talk again.
    Silenced {
        /// Whether they are silenced.
        silenced: bool,
    },
    /// The room is closed.
    Closed {
        /// Why.
        reason: CloseReason,
    },
    /// Something happened in the match.
    #[serde(untagged)]
    Game(Box<GameEvent>),
}

/// Something that happened in a match, with what proves it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameEvent {
    /// What happened, as the receiver sees it.
    #[serde(flatten)]
    pub event: SeenEvent,
    /// Who did it; left out for the seat's player.
    #[serde(default, skip_serializing_if = "By::is_player")]
    pub by: By,
    /// When, in milliseconds of the match's own clock, which stands still while the server is away.
    pub at_ms: u64,
    /// The commitment to what was laid face down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed: Option<SealView>,
    /// What was turned up, with the nonces that prove it to be what was committed to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opened: Vec<OpenedSeal>,
}

/// A commitment to what was laid face down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SealView {
    /// What it is for.
    #[serde(flatten)]
    pub label: SealLabel,
    /// The commitment (`docs/FAIRNESS.md`).
    pub commitment: Digest,
    /// Its nonce; only for whoever laid it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<Nonce>,
}

/// Face-down content that was turned up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenedSeal {
    /// What it is.
    #[serde(flatten)]
    pub label: SealLabel,
    /// The canonical text of the pieces, or the sign.
    pub text: String,
    /// The nonce of its commitment.
    pub nonce: Nonce,
}

/// How a match began: what the server signed, and the signature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatchStart {
    /// What was fixed before the shuffle.
    #[serde(flatten)]
    pub facts: StartFacts,
    /// The server's signature over it.
    pub start_signature: Signature,
    /// The public key it was made with.
    pub signer: PublicKey,
}

/// Why a seat became free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StandReason {
    /// Its player wanted it so.
    Stood,
    /// Its player left the room.
    Left,
    /// The owner removed them.
    Removed,
    /// They were not ready in time.
    NotReady,
    /// They did not open their entropy in time, or opened another than they committed to.
    NotOpened,
    /// They were disconnected for too long.
    Gone,
    /// The operator put them out.
    Expelled,
    /// A person takes the seat of a computer player.
    MadeWay,
    /// The table became smaller.
    NoSuchSeat,
}

/// Why a start was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CancelReason {
    /// Somebody did not open their entropy in time.
    NotOpened,
    /// Somebody opened another entropy than they committed to.
    Mismatch,
    /// Somebody left.
    Left,
    /// The room was closed.
    Closed,
}

impl CancelReason {
    /// The word of it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::NotOpened => "not_opened",
            Self::Mismatch => "mismatch",
            Self::Left => "left",
            Self::Closed => "closed",
        }
    }
}

/// Why a room was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CloseReason {
    /// Its owner closed it.
    Owner,
    /// Nobody was in it for too long.
    Empty,
    /// The operator stopped it.
    Operator,
}
