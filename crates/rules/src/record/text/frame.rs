//! What the texts of all finished matches have: whose view they are, and their first and last lines.

use crate::record::{Record, RecordStatus};
use crate::table::{Observer, Timestamp};

/// Whose view of a finished match is described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// What this observer saw during the match.
    As(Observer),
    /// Everything, with every piece face up.
    Open,
}

/// The last lines: that the match was abandoned or was for practice, if so, and an empty line.
pub(super) fn ending(record: &Record) -> Vec<String> {
    let mut lines = Vec::new();
    if record.status == RecordStatus::Abandoned {
        lines.push(String::new());
        lines.push("The match was abandoned; nobody wins.".to_owned());
    }
    if record.practice {
        lines.push(String::new());
        lines.push("It was played on a practice server.".to_owned());
    }
    lines.push(String::new());
    lines
}

/// The id of the match, and when it was played.
pub(super) fn played(record: &Record) -> [String; 2] {
    let (began, ended) = (moment(record.started_at), moment(record.ended_at));
    [
        format!("Match {}, rules {}", record.match_id, record.rules),
        format!("Began {began}, ended {ended}"),
    ]
}

/// A time, to the second.
fn moment(at: Timestamp) -> String {
    let text = at.to_string();
    match (text.get(..10), text.get(11..19)) {
        (Some(day), Some(time)) => format!("{day} {time} UTC"),
        _ => text,
    }
}
