//! What a room writes to its log: everything that decides what the room is, and nothing that follows from it.

use giog_protocol::server::{CancelReason, CloseReason, StandReason};
use giog_protocol::{Occupant, Person, Settings};
use giog_rules::fairness::{Digest, Entropy, Hex, PublicKey, Signature};
use giog_rules::record::By;
use giog_rules::{Action, MatchId, PlayerId, Seat, Timestamp, tricks};
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

/// What is in a row in which pieces are laid.
const PLAY: &str = r#""do":"play""#;

/// A row in which pieces are laid and nothing else happens, as in most rows of trick games. Its fields are read as they come; those of
/// any entry are first collected, and once more those of any action.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plays<'a> {
    #[serde(deserialize_with = "bounded")]
    at_ms: u64,
    unix_ms: i64,
    #[serde(borrow)]
    entries: Vec<Play<'a>>,
}

/// [`Entry::Acted`] or [`Entry::Decided`], of a text without escapes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Play<'a> {
    #[serde(rename = "e")]
    kind: PlayKind,
    seat: Seat,
    #[serde(rename = "do")]
    _action: LaysPieces,
    pieces: &'a str,
    #[serde(default)]
    by: By,
    #[serde(default)]
    over: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum PlayKind {
    Acted,
    Decided,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum LaysPieces {
    Play,
}

impl Row {
    /// Reads a row as it was written.
    pub fn read(body: &str) -> serde_json::Result<Self> {
        // Whatever has anything else in it, or something wrong, is left to the way that all rows can be read.
        if body.contains(PLAY)
            && let Ok(plays) = serde_json::from_str::<Plays<'_>>(body)
        {
            return Ok(plays.into());
        }
        serde_json::from_str(body)
    }
}

impl From<Plays<'_>> for Row {
    fn from(plays: Plays<'_>) -> Self {
        Self {
            at_ms: plays.at_ms,
            unix_ms: plays.unix_ms,
            entries: plays.entries.into_iter().map(Entry::from).collect(),
        }
    }
}

impl From<Play<'_>> for Entry {
    fn from(play: Play<'_>) -> Self {
        let (seat, by, over) = (play.seat, play.by, play.over);
        let pieces = play.pieces.to_owned();
        let action = tricks::Action::Play { pieces }.into();
        match play.kind {
            PlayKind::Acted => Self::Acted {
                seat,
                action,
                by,
                over,
            },
            PlayKind::Decided => Self::Decided { seat, action, by },
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a row in both ways; says whether it is one of plays alone.
    fn check(body: &str) -> bool {
        let read = Row::read(body).map_err(|error| error.to_string());
        let read_as_any: serde_json::Result<Row> = serde_json::from_str(body);
        let read_as_any = read_as_any.map_err(|error| error.to_string());
        assert_eq!(read, read_as_any, "{body}");
        serde_json::from_str::<Plays<'_>>(body).is_ok()
    }

    #[test]
    fn a_row_of_plays_is_read_as_any_row_is() {
        let acted = r#"{"e":"acted","seat":2,"do":"play","pieces":"Pp"}"#;
        let by_bot = r#"{"e":"acted","seat":0,"do":"play","pieces":"","by":"bot","over":true}"#;
        let decided = r#"{"e":"decided","seat":7,"do":"play","pieces":"K","by":"clock"}"#;
        for entries in [
            String::new(),
            acted.to_owned(),
            format!("{decided},{acted},{by_bot}"),
            r#"{"pieces":"K","do":"play","over":true,"seat":1,"e":"decided"}"#.to_owned(),
        ] {
            let row = format!(r#"{{"at_ms":5,"unix_ms":-7,"entries":[{entries}]}}"#);
            assert!(check(&row), "{row}");
            let rewritten = Row::read(&row).expect("a row");
            let rewritten = serde_json::to_string(&rewritten).expect("a text");
            assert!(check(&rewritten), "{rewritten}");
        }
    }

    #[test]
    fn whatever_else_is_in_a_row_is_read_as_in_any() {
        for entry in [
            r#"{"e":"acted","seat":2,"do":"play","pieces":"\u0050"}"#,
            r#"{"e":"acted","seat":2,"do":"play","pieces":"P","more":1}"#,
            r#"{"e":"acted","seat":2,"do":"play","pieces":"P","pieces":"K"}"#,
            r#"{"e":"acted","seat":2,"do":"play"}"#,
            r#"{"e":"acted","seat":9,"do":"play","pieces":"P"}"#,
            r#"{"e":"acted","seat":2,"do":"reveal","stack":3}"#,
            r#"{"e":"acted","seat":2,"do":"move","move":"h2e2"}"#,
            r#"{"e":"decided","seat":1,"do":"throw","sign":"rock"}"#,
            r#"{"e":"ready","seat":2,"commitment":null}"#,
            r#"{"e":"fly","seat":2,"do":"play","pieces":"P"}"#,
            r#"{"e":"finished"}"#,
            "7",
        ] {
            let row = format!(r#"{{"at_ms":5,"unix_ms":-7,"entries":[{entry}]}}"#);
            assert!(!check(&row), "{row}");
        }
        for row in [
            r#"{"at_ms":5,"unix_ms":-7,"entries":[],"more":1}"#,
            r#"{"at_ms":9007199254740993,"unix_ms":-7,"entries":[]}"#,
            r#"{"unix_ms":-7,"entries":[]}"#,
            "[]",
            "",
        ] {
            assert!(!check(row), "{row}");
        }
    }
}
