//! Reports of people about others, for the operator.

use giog_protocol::RoomId;
use giog_rules::{MatchId, PlayerId, Timestamp};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::limits::MAX_TEXT_BYTES;
use crate::log::check_text;
use crate::{Cursor, Rejection};

/// A report, given by the room it was made in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ReportId(pub Uuid);

/// What somebody in a room reported about another one, with names and chat as they were then: both may be forgotten
/// everywhere else when an operator looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Which report.
    pub report_id: ReportId,
    /// Where.
    pub room: RoomId,
    /// The match that was being played, or else the last one before.
    pub match_id: Option<MatchId>,
    /// The seat in it of whom it is about, if they had one; before the first match their seat in the room.
    pub seat: Option<u8>,
    /// Who reports.
    pub reporter: PlayerId,
    /// Their name then.
    pub reporter_name: String,
    /// Whom it is about.
    pub reported: PlayerId,
    /// Their name then.
    pub reported_name: String,
    /// What they are said to have done.
    pub reason: String,
    /// The last lines of the room's chat as a JSON text; opaque here.
    pub chat: String,
    /// When.
    pub at: Timestamp,
}

/// A report, and what an operator did about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptReport {
    /// The report as it was made.
    pub report: Report,
    /// How it was dealt with; `None` as long as it is open.
    pub settled: Option<Settlement>,
}

/// How a report was dealt with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// When.
    pub at: Timestamp,
    /// The operator's words.
    pub note: String,
}

impl Report {
    /// Refuses what one of the databases cannot keep.
    pub(crate) fn check(&self) -> Result<(), Rejection> {
        check_text("a name", &self.reporter_name, MAX_TEXT_BYTES)?;
        check_text("a name", &self.reported_name, MAX_TEXT_BYTES)?;
        check_text("a report's reason", &self.reason, MAX_TEXT_BYTES)?;
        check_text("a report's chat", &self.chat, MAX_TEXT_BYTES)
    }
}

impl KeptReport {
    /// The place in lists right after this report.
    pub fn cursor(&self) -> Cursor {
        Cursor {
            at: self.report.at,
            id: self.report.report_id.0,
        }
    }
}
