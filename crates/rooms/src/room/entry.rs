//! Entries of a room's log: everything that determines the room's state, and nothing that can be derived.

use giog_protocol::server::{CancelReason, CloseReason, StandReason};
use giog_protocol::{Occupant, Person, Settings};
use giog_rules::fairness::{Digest, Entropy, Hex, PublicKey, Signature};
use giog_rules::game::FrequentAction;
use giog_rules::record::By;
use giog_rules::{Action, Level, MatchId, PlayerId, Seat, Timestamp, Variant};
use serde::{Deserialize, Serialize};

use crate::time::bounded;

/// A row of the log: the effect of one input, at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The room's time, in milliseconds.
    #[serde(deserialize_with = "bounded")]
    pub at_ms: u64,
    /// The date, in milliseconds since 1970.
    pub unix_ms: i64,
    /// The entries, in order.
    pub entries: Vec<Entry>,
}

/// A change of a room. Rows contain hidden information; they never leave the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "snake_case")]
pub enum Entry {
    /// The room was created.
    Created {
        /// The settings.
        settings: Settings,
        /// The SHA-256 of room id and password, if there is a password.
        password: Option<Digest>,
        /// Who created it.
        owner: Person,
        /// The key of the request that created it.
        key: String,
        /// Whether it is a quick-play table.
        #[serde(default)]
        quick: bool,
    },
    /// The room was opened again by its link, after everybody had left it.
    Woken {
        /// Who opened it.
        by: PlayerId,
        /// Who owned it before, if anybody did.
        owner: Option<PlayerId>,
        /// The key under which it now counts among the rooms of the person who opened it.
        key: String,
    },
    /// The settings were changed.
    Configured {
        /// The settings.
        settings: Settings,
        /// The SHA-256 of room id and password, if there is a password.
        password: Option<Digest>,
    },
    /// The room has a new owner.
    Owner {
        /// The owner; none if there is none.
        owner: Option<PlayerId>,
    },
    /// Somebody took a seat.
    Sat {
        /// The seat.
        seat: Seat,
        /// The person or bot.
        occupant: Occupant,
    },
    /// A seat became free.
    Stood {
        /// The seat.
        seat: Seat,
        /// The reason.
        reason: StandReason,
    },
    /// A player suggests the next game.
    Suggested {
        /// The seat.
        seat: Seat,
        /// The game; none if they suggest none any more.
        variant: Option<Variant>,
    },
    /// A match is prepared.
    Next {
        /// The match.
        match_id: MatchId,
        /// The server's seed of the match.
        server_seed: Hex<32>,
    },
    /// A player is ready.
    Ready {
        /// The seat.
        seat: Seat,
        /// The commitment to their entropy.
        commitment: Option<Digest>,
    },
    /// A player is not ready any more.
    Unready {
        /// The seat.
        seat: Seat,
    },
    /// All are ready, and the commitments are published.
    Committed,
    /// A player opened their entropy.
    Opened {
        /// The seat.
        seat: Seat,
        /// The entropy.
        entropy: Entropy,
    },
    /// The start was cancelled.
    Cancelled {
        /// The reason.
        reason: CancelReason,
        /// The seat that caused it, if any.
        seat: Option<Seat>,
    },
    /// The match started.
    Started {
        /// The version of the rules.
        rules: u32,
        /// The signature over the start.
        signature: Signature,
        /// The public key for the signature.
        signer: PublicKey,
        /// The level above which no bot plays in this match; none if each plays at its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most: Option<Level>,
    },
    /// An action was taken.
    Acted {
        /// The seat.
        seat: Seat,
        /// The action.
        #[serde(flatten)]
        action: Action,
        /// Who chose it.
        #[serde(default, skip_serializing_if = "By::is_player")]
        by: By,
        /// Whether the match is over with it, and is ended by an entry [`Self::Finished`]. Logs of version 0.1.0 have no such entries.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        over: bool,
    },
    /// A decision that takes effect together with others. The row in which they all do contains them as actions.
    Decided {
        /// The seat.
        seat: Seat,
        /// The action.
        #[serde(flatten)]
        action: Action,
        /// Who chose it.
        #[serde(default, skip_serializing_if = "By::is_player")]
        by: By,
    },
    /// The match that is over is ended: its record is stored in the same transaction as this row.
    Finished {
        /// Whether forfeited pieces count nothing in the score table. Logs of version 0.1.0 do not have it: their tables count these pieces.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        forfeits: bool,
    },
    /// A stand-in plays the seat from now on.
    Away {
        /// The seat.
        seat: Seat,
        /// Whether its player left the room: then they lose the seat after the match.
        left: bool,
    },
    /// The seat's own player plays it again.
    Back {
        /// The seat.
        seat: Seat,
    },
    /// The seat's player left the room during a match in which nobody plays for them, or came back to it. No event is sent.
    Left {
        /// The seat.
        seat: Seat,
        /// Whether they left: then they lose the seat after the match.
        left: bool,
    },
    /// A player wants a pause while another one is not connected, or does not want it any more.
    Agrees {
        /// The seat.
        seat: Seat,
        /// Whether they want it.
        agrees: bool,
    },
    /// The match is paused: everybody who is there agrees.
    Paused,
    /// The match goes on after a pause.
    Continued {
        /// The seat of the person who ended the pause; none if its time was over.
        seat: Option<Seat>,
    },
    /// A player agrees to end the match early, or does not any more.
    Ending {
        /// The seat.
        seat: Seat,
        /// Whether they agree.
        agrees: bool,
    },
    /// All who play agree to end the match early: it is over without winners, and ended by an entry [`Self::Finished`].
    Agreed,
    /// The match cannot continue.
    Abandoned,
    /// The score table is reset.
    NewSeries,
    /// A person was banned from the room.
    Banned {
        /// The person.
        person: Person,
    },
    /// A person is not banned any more.
    Unbanned {
        /// The person.
        player: PlayerId,
    },
    /// Spectators may not chat, or may chat again.
    Silenced {
        /// Whether they are silenced.
        silenced: bool,
    },
    /// A person reported another one to the operator; the text is stored elsewhere.
    Reported {
        /// The person who reports.
        by: PlayerId,
        /// The reported person.
        player: PlayerId,
    },
    /// A person has a new name.
    Renamed {
        /// The person with the new name.
        person: Person,
    },
    /// A person's data was deleted; the room does not contain their name any more.
    Forgotten {
        /// The person.
        player: PlayerId,
    },
    /// The room is closed.
    Closed {
        /// The reason.
        reason: CloseReason,
    },
}

/// A row that contains only frequent actions, as most rows do. Its fields are parsed directly; with the general parser, the fields of any
/// entry, and again those of any action, are first collected in memory.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FrequentRow<'a> {
    #[serde(deserialize_with = "bounded")]
    at_ms: u64,
    unix_ms: i64,
    #[serde(borrow)]
    entries: Vec<FrequentEntry<'a>>,
}

/// [`Entry::Acted`] or [`Entry::Decided`] with such an action.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FrequentEntry<'a> {
    #[serde(rename = "e")]
    kind: FrequentKind,
    seat: Seat,
    #[serde(flatten, borrow)]
    action: FrequentAction<'a>,
    #[serde(default)]
    by: By,
    #[serde(default)]
    over: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum FrequentKind {
    Acted,
    Decided,
}

impl Row {
    /// Parses a row.
    pub fn read(body: &str) -> serde_json::Result<Self> {
        // A row that contains anything else, or an error, is parsed by the general parser.
        if body.contains(FrequentAction::MARK)
            && let Ok(row) = serde_json::from_str::<FrequentRow<'_>>(body)
        {
            return Ok(row.into());
        }
        serde_json::from_str(body)
    }
}

impl From<FrequentRow<'_>> for Row {
    fn from(row: FrequentRow<'_>) -> Self {
        Self {
            at_ms: row.at_ms,
            unix_ms: row.unix_ms,
            entries: row.entries.into_iter().map(Entry::from).collect(),
        }
    }
}

impl From<FrequentEntry<'_>> for Entry {
    fn from(entry: FrequentEntry<'_>) -> Self {
        let (seat, by, over) = (entry.seat, entry.by, entry.over);
        let action = entry.action.into();
        match entry.kind {
            FrequentKind::Acted => Self::Acted {
                seat,
                action,
                by,
                over,
            },
            FrequentKind::Decided => Self::Decided { seat, action, by },
        }
    }
}

/// The row with which the operator closes a room that cannot be restored from its log.
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
    /// An action; whether the match is over with it is not known yet.
    pub const fn acted(seat: Seat, action: Action, by: By) -> Self {
        Self::Acted {
            seat,
            action,
            by,
            over: false,
        }
    }

    /// The seat that it is about, if any.
    pub const fn seat(&self) -> Option<Seat> {
        match self {
            Self::Sat { seat, .. }
            | Self::Stood { seat, .. }
            | Self::Suggested { seat, .. }
            | Self::Ready { seat, .. }
            | Self::Unready { seat }
            | Self::Opened { seat, .. }
            | Self::Acted { seat, .. }
            | Self::Decided { seat, .. }
            | Self::Away { seat, .. }
            | Self::Back { seat }
            | Self::Agrees { seat, .. }
            | Self::Left { seat, .. }
            | Self::Ending { seat, .. } => Some(*seat),
            Self::Cancelled { seat, .. } | Self::Continued { seat } => *seat,
            _ => None,
        }
    }

    /// Whether the room's entry in the lobby may change with it.
    pub const fn changes_summary(&self) -> bool {
        match self {
            Self::Created { .. }
            | Self::Woken { .. }
            | Self::Configured { .. }
            | Self::Sat { .. }
            | Self::Stood { .. }
            | Self::Next { .. }
            | Self::Committed
            | Self::Cancelled { .. }
            | Self::Started { .. }
            | Self::Finished { .. }
            | Self::Abandoned
            | Self::NewSeries
            | Self::Renamed { .. }
            | Self::Forgotten { .. }
            | Self::Closed { .. } => true,
            Self::Owner { .. }
            | Self::Suggested { .. }
            | Self::Ready { .. }
            | Self::Unready { .. }
            | Self::Opened { .. }
            | Self::Acted { .. }
            | Self::Decided { .. }
            | Self::Away { .. }
            | Self::Back { .. }
            | Self::Left { .. }
            | Self::Agrees { .. }
            | Self::Paused
            | Self::Continued { .. }
            | Self::Ending { .. }
            | Self::Agreed
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

    /// Parses a row in both ways; returns whether it contains only plays.
    fn check(body: &str) -> bool {
        let read = Row::read(body).map_err(|error| error.to_string());
        let read_as_any: serde_json::Result<Row> = serde_json::from_str(body);
        let read_as_any = read_as_any.map_err(|error| error.to_string());
        assert_eq!(read, read_as_any, "{body}");
        serde_json::from_str::<FrequentRow<'_>>(body).is_ok()
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
