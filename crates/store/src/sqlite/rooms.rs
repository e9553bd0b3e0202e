//! Rooms that a group of rows opens and closes, changed by a few statements for all of them.

use giog_protocol::RoomId;
use giog_rules::Timestamp;
use sqlx::Sqlite;
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;

use super::open_log::{json_of_rows, rows_of_json};
use crate::log::floor_of;
use crate::log_keys::LogKeys;
use crate::{Append, Fact};

/// The rooms that a group of rows opens and closes. Each list is one parameter, so that its statement is prepared once.
#[derive(Debug)]
pub(crate) struct RoomChanges {
    /// Opened rooms with the times, as a JSON object.
    opened: String,
    /// Closed rooms with the times, as a JSON object.
    closed: String,
    /// The keys of the closed rooms' rows from their floors on, with their rooms, as a JSON object.
    moved: String,
    /// The keys of all their rows.
    deleted: String,
}

impl RoomChanges {
    /// The number of parameters that [`Self::bind`] binds.
    pub(super) const PARAMETERS: usize = 4;

    /// The number of statements.
    pub(super) const STATEMENTS: usize = 4;

    /// The changes of a group, whose rows already have keys ([`Append::fits_one_message`]).
    pub(super) fn of(batch: &[Append], keys: &LogKeys) -> Self {
        let (mut opened, mut closed) = (Vec::new(), Vec::new());
        let (mut moved, mut deleted) = (Vec::new(), Vec::new());
        for append in batch {
            for fact in &append.facts {
                match fact {
                    Fact::RoomOpened { room, at } => opened.push(time(*room, *at)),
                    Fact::RoomClosed { room, at } => closed.push(time(*room, *at)),
                    Fact::RoomSlept(_)
                    | Fact::RoomWoken { .. }
                    | Fact::MatchStarted(_)
                    | Fact::MatchFinished(_)
                    | Fact::StartCancelled(_)
                    | Fact::Reported(_)
                    | Fact::Rated(_) => {}
                }
            }
            if append.closes() {
                let of_room = |keys: Vec<i64>| keys.into_iter().map(|key| (key, append.room));
                let from = floor_of(batch, append.room);
                moved.extend(of_room(keys.current(append.room, from)));
                deleted.extend(of_room(keys.deletable(append.room)));
            }
        }
        Self {
            opened: object(&opened),
            closed: object(&closed),
            moved: json_of_rows(moved),
            deleted: json_of_rows(deleted),
        }
    }

    /// The statements that make these changes if the lease is held, which the subquery `held` checks. They do the same as `facts.rs` does
    /// one by one. Parameters from number `first` on are those of [`Self::bind`]. If one fails, the whole transaction is rolled back, as
    /// if rows cannot be inserted.
    pub(crate) fn statements(first: usize, held: &str) -> [String; Self::STATEMENTS] {
        let (opened, closed) = (first, first + 1);
        let moved = rows_of_json(&format!("${}", first + 2));
        let deleted = rows_of_json(&format!("${}", first + 3));
        [
            format!(
                "INSERT OR ROLLBACK INTO rooms (room_id, opened_at)
                 SELECT unhex(key), value FROM json_each(${opened}) WHERE EXISTS ({held})
                 ON CONFLICT DO NOTHING"
            ),
            format!(
                "INSERT OR ROLLBACK INTO rooms (room_id, opened_at, closed_at)
                 SELECT unhex(key), value, value FROM json_each(${closed}) WHERE EXISTS ({held})
                 ON CONFLICT (room_id) DO UPDATE SET closed_at = COALESCE(rooms.closed_at, excluded.closed_at)"
            ),
            format!(
                "INSERT OR ROLLBACK INTO closed_log (room_id, idx, body)
                 SELECT row.room_id, row.idx, CAST(row.body AS TEXT) FROM {moved} AND EXISTS ({held})
                 ON CONFLICT DO NOTHING"
            ),
            format!(
                "DELETE FROM room_log
                 WHERE row_id IN (SELECT row.row_id FROM {deleted}) AND EXISTS ({held})"
            ),
        ]
    }

    /// Binds the parameters of these changes, after all others.
    pub(super) fn bind(
        self,
        query: Query<'_, Sqlite, SqliteArguments>,
    ) -> Query<'_, Sqlite, SqliteArguments> {
        query
            .bind(self.opened)
            .bind(self.closed)
            .bind(self.moved)
            .bind(self.deleted)
    }
}

/// `"<room as hex>":<milliseconds>`
fn time(room: RoomId, at: Timestamp) -> String {
    format!("\"{}\":{}", room.0.simple(), at.unix_ms())
}

/// A JSON object with these members.
fn object(members: &[String]) -> String {
    format!("{{{}}}", members.join(","))
}
