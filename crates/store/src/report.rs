//! Reports of people about others, for the operator.

use giog_protocol::RoomId;
use giog_rules::{MatchId, PlayerId, Timestamp};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::bounds::{check_len, check_text};
use crate::limits::MAX_TEXT_BYTES;
use crate::{Cursor, Rejection};

/// The bytes of an id in the list of a report's earlier ones, with quotes and a comma.
const ID_BYTES: usize = 39;

/// The id of a report, chosen by the room in which it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ReportId(pub Uuid);

/// A report of a person in a room about another one, with names and chat as they were then: both may be deleted everywhere else when an
/// operator looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Which report.
    pub report_id: ReportId,
    /// The room.
    pub room: RoomId,
    /// The match that was being played; between matches, the last one.
    pub match_id: Option<MatchId>,
    /// The reported person's seat in that match, if they had one; before the first match their seat in the room.
    pub seat: Option<u8>,
    /// The person who reports.
    pub reporter: PlayerId,
    /// Their name at that time.
    pub reporter_name: String,
    /// The reported person.
    pub reported: PlayerId,
    /// Their name at that time.
    pub reported_name: String,
    /// The reason.
    pub reason: String,
    /// Earlier reports of the room with which the lines before `chat` are stored, in the order of the lines.
    pub earlier: Vec<ReportId>,
    /// The last lines of the room's chat as a JSON text, without those that are stored with earlier reports; opaque here.
    pub chat: String,
    /// When.
    pub at: Timestamp,
}

/// A stored report, and how the operator settled it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptReport {
    /// The report as it was made.
    pub report: Report,
    /// The chat of the [`Report::earlier`] ones; those that were deleted are left out.
    pub earlier_chat: Vec<String>,
    /// How it was settled; `None` while it is open.
    pub settled: Option<Settlement>,
}

/// How a report was settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// When.
    pub at: Timestamp,
    /// The operator's note.
    pub note: String,
}

impl Report {
    /// Refuses values that one of the databases cannot store.
    pub(crate) fn check(&self) -> Result<(), Rejection> {
        check_text("a name", &self.reporter_name, MAX_TEXT_BYTES)?;
        check_text("a name", &self.reported_name, MAX_TEXT_BYTES)?;
        check_text("a report's reason", &self.reason, MAX_TEXT_BYTES)?;
        check_text("a report's chat", &self.chat, MAX_TEXT_BYTES)?;
        let ids_bytes = self.earlier.len() * ID_BYTES;
        check_len("a report's earlier ones", ids_bytes, MAX_TEXT_BYTES)
    }
}

impl KeptReport {
    /// The position in lists right after this report.
    pub fn cursor(&self) -> Cursor {
        Cursor {
            at: self.report.at,
            id: self.report.report_id.0,
        }
    }
}
