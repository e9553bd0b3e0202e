//! The events of a room, numbered by `seq`.

use compact_str::CompactString;
use giog_rules::fairness::{Digest, EntropyCommitment, Hex, Nonce, PublicKey, Signature};
use giog_rules::record::{By, StartFacts};
use giog_rules::{BySeat, MatchId, PlayerId, SealLabel, Seat, SeenEvent, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{NextMatch, Occupant, Person, RoomId, Series, Settings};

/// An event with its number in the room. Numbers have no gaps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeqEvent {
    /// The room.
    pub room: RoomId,
    /// The number, from 1.
    pub seq: u64,
    /// The event.
    pub event: RoomEvent,
}

/// An event. `do` is its name, as for the actions of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum RoomEvent {
    /// The room was created.
    Created {
        /// The settings.
        settings: Settings,
        /// The creator.
        owner: PlayerId,
    },
    /// The settings were changed; nobody is ready any more.
    Configured {
        /// The settings.
        settings: Settings,
    },
    /// The room has a new owner, or none.
    Owner {
        /// The owner.
        owner: Option<PlayerId>,
    },
    /// Somebody took a seat. A change of seats is `stood`, then `sat`.
    Sat {
        /// The seat.
        seat: Seat,
        /// Who took it.
        occupant: Occupant,
    },
    /// A seat was given up.
    Stood {
        /// The seat.
        seat: Seat,
        /// The reason.
        reason: StandReason,
    },
    /// The next match, for which people can get ready.
    Next(NextMatch),
    /// Somebody suggests the next game, or withdraws their suggestion.
    Suggested {
        /// Their seat.
        seat: Seat,
        /// The game; null if they suggest none any more.
        variant: Option<Variant>,
    },
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
    /// Everybody is ready. Players who committed to entropy open it now.
    Committed {
        /// The match.
        match_id: MatchId,
        /// For each seat its commitment, or `""`.
        entropy_commitments: Box<BySeat<EntropyCommitment>>,
    },
    /// Somebody opened the entropy they committed to; `start` has it.
    Opened {
        /// The seat.
        seat: Seat,
    },
    /// The start was cancelled, and its seed is published. A new one is prepared.
    Cancelled {
        /// The match that was not played.
        match_id: MatchId,
        /// The reason.
        reason: CancelReason,
        /// The server's seed.
        server_seed: Hex<32>,
    },
    /// A match begins.
    Start(Box<MatchStart>),
    /// A stand-in plays this seat from now on.
    Away {
        /// The seat.
        seat: Seat,
    },
    /// The seat's player plays again.
    Back {
        /// The seat.
        seat: Seat,
    },
    /// Somebody at the table wants the match to be paused while a player is not connected, or does not want it any more.
    Agrees {
        /// Their seat.
        seat: Seat,
        /// Whether they want a pause.
        agrees: bool,
    },
    /// The match is paused, because everybody who is there agrees.
    Paused,
    /// The match goes on after a pause.
    Continued {
        /// The seat of the person who ended the pause; null if its time was over.
        seat: Option<Seat>,
    },
    /// Somebody agrees to end the match early, or does not any more.
    Ending {
        /// Their seat.
        seat: Seat,
        /// Whether they agree.
        agrees: bool,
    },
    /// The match has ended by its rules, and its seed is published; REST has the record.
    Finished {
        /// The match.
        match_id: MatchId,
        /// The server's seed.
        server_seed: Hex<32>,
    },
    /// The match was ended early, by agreement or by the server; it has no winners, and its seed is published.
    Abandoned {
        /// The match.
        match_id: MatchId,
        /// The server's seed.
        server_seed: Hex<32>,
    },
    /// The running score table, after each finished match, and when it is reset.
    Series(Series),
    /// A person has a new name; `forgotten` if their data was deleted.
    Renamed(Person),
    /// People without a seat may not chat any more, or may again.
    Silenced {
        /// Whether they are silenced.
        silenced: bool,
    },
    /// The room is closed.
    Closed {
        /// The reason.
        reason: CloseReason,
    },
    /// An event of the match.
    #[serde(untagged)]
    Game(Box<GameEvent>),
}

/// An event of a match, with its proofs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameEvent {
    /// The event, as the receiver sees it.
    #[serde(flatten)]
    pub event: SeenEvent,
    /// Who took the action. Omitted for the seat's player, and where it would reveal hidden content: then it is told when that is
    /// revealed.
    #[serde(default, skip_serializing_if = "By::is_player")]
    pub by: By,
    /// The time in milliseconds of the match's own clock, which stands still while the server is down.
    pub at_ms: u64,
    /// The commitment to what was laid face down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed: Option<SealView>,
    /// The commitments of decisions that take effect together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seals: Vec<SealView>,
    /// Opened commitments, with their nonces.
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
    /// Its nonce; only for its player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<Nonce>,
}

/// An opened commitment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenedSeal {
    /// What it is.
    #[serde(flatten)]
    pub label: SealLabel,
    /// The pieces in canonical order, the sign, the lower hand of a split, or the bets (`big:20,single-2:5`).
    #[schemars(with = "String")]
    pub text: CompactString,
    /// The nonce of its commitment.
    pub nonce: Nonce,
    /// Who laid it, if that was not told before; omitted for the seat's player.
    #[serde(default, skip_serializing_if = "By::is_player")]
    pub by: By,
}

/// How a match began: what the server signed, and the signature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatchStart {
    /// What was fixed before the shuffle.
    #[serde(flatten)]
    pub facts: StartFacts,
    /// The server's signature over it.
    pub start_signature: Signature,
    /// The server's public key.
    pub signer: PublicKey,
}

/// Why a seat became free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StandReason {
    /// Its player stood up.
    Stood,
    /// Its player left the room.
    Left,
    /// The owner removed them.
    Removed,
    /// They were not ready in time.
    NotReady,
    /// They did not open their entropy in time, or opened something that does not match the commitment.
    NotOpened,
    /// They were disconnected for too long.
    Gone,
    /// The operator removed them.
    Expelled,
    /// A person takes a bot's seat.
    MadeWay,
    /// The table became smaller.
    NoSuchSeat,
    /// The table takes no bots of this kind any more.
    Bots,
    /// The match of a rated table is over, and quick play gives the seats again.
    MatchOver,
}

/// Why a start was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CancelReason {
    /// Somebody did not open their entropy in time.
    NotOpened,
    /// Somebody opened entropy that does not match their commitment.
    Mismatch,
    /// Somebody left.
    Left,
    /// The room was closed.
    Closed,
}

impl CancelReason {
    /// The reason as JSON has it.
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
    /// It was empty for too long.
    Empty,
    /// The operator stopped it.
    Operator,
}
