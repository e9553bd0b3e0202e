//! Rooms that are opened and closed by rows, for all rows of a group at once.

use std::fmt::Write as _;

use giog_protocol::RoomId;
use sqlx::Sqlite;
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;

use crate::log_keys::LogKeys;
use crate::{Append, Fact};

/// Which rooms a group of rows opens and closes. Each list is one parameter, a JSON array, so that its statement is prepared
/// once.
#[derive(Debug)]
pub(super) struct RoomChanges {
    /// Rooms and when they were opened.
    opened: JsonPairs,
    /// Rooms and when they were closed.
    closed: JsonPairs,
    /// Closed rooms and the keys of their rows.
    moved: JsonPairs,
}

/// `[["<room as hex>",<number>],…]`
#[derive(Debug, Default)]
struct JsonPairs(String);

impl RoomChanges {
    /// What a group changes, whose rows have their keys. It is asked only of rows from which nothing else follows
    /// ([`Append::only_opens_and_closes`]).
    pub(super) fn of(batch: &[Append], keys: &LogKeys) -> Self {
        let [mut opened, mut closed, mut moved]: [JsonPairs; 3] = Default::default();
        for append in batch {
            for fact in &append.facts {
                match fact {
                    Fact::RoomOpened { room, at } => opened.push(*room, at.unix_ms()),
                    Fact::RoomClosed { room, at } => closed.push(*room, at.unix_ms()),
                    Fact::MatchStarted(_)
                    | Fact::MatchFinished(_)
                    | Fact::StartCancelled(_)
                    | Fact::Reported(_) => {}
                }
            }
            if append.closes() {
                for key in keys.within(append.room, 0, u64::MAX) {
                    moved.push(append.room, key);
                }
            }
        }
        Self {
            opened,
            closed,
            moved,
        }
    }

    /// The statements that make these changes if the lease is held, which `held` asks: parameters from this one on are those of
    /// [`Self::bind`].
    pub(super) fn sql(first: usize, held: &str) -> String {
        let (opened, closed, moved) = (first, first + 1, first + 2);
        let rows = format!(
            "json_each(${moved}) AS moved CROSS JOIN room_log
             WHERE room_log.row_id = moved.value ->> 1 AND room_log.room_id = unhex(moved.value ->> 0) AND EXISTS ({held})"
        );
        format!(
            "INSERT INTO rooms (room_id, opened_at)
                 SELECT unhex(value ->> 0), value ->> 1 FROM json_each(${opened}) WHERE EXISTS ({held})
                 ON CONFLICT DO NOTHING;
             INSERT INTO rooms (room_id, opened_at, closed_at)
                 SELECT unhex(value ->> 0), value ->> 1, value ->> 1 FROM json_each(${closed}) WHERE EXISTS ({held})
                 ON CONFLICT (room_id) DO UPDATE SET closed_at = COALESCE(rooms.closed_at, excluded.closed_at);
             INSERT INTO closed_log (room_id, idx, body)
                 SELECT room_log.room_id, room_log.idx, room_log.body FROM {rows}
                 ON CONFLICT DO NOTHING;
             DELETE FROM room_log WHERE row_id IN (SELECT room_log.row_id FROM {rows})"
        )
    }

    /// Adds the parameters of these changes, after all others.
    pub(super) fn bind<'q>(
        &self,
        query: Query<'q, Sqlite, SqliteArguments>,
    ) -> Query<'q, Sqlite, SqliteArguments> {
        query
            .bind(self.opened.text())
            .bind(self.closed.text())
            .bind(self.moved.text())
    }
}

impl JsonPairs {
    fn push(&mut self, room: RoomId, number: i64) {
        let before = if self.0.is_empty() { '[' } else { ',' };
        // Writing to a `String` cannot fail.
        let _ = write!(self.0, "{before}[\"{}\",{number}]", room.0.simple());
    }

    fn text(&self) -> String {
        if self.0.is_empty() {
            "[]".to_owned()
        } else {
            format!("{}]", self.0)
        }
    }
}
