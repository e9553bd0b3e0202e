//! Matches that a group of rows starts and ends, and floors, stored by a few statements for all of them.

use giog_protocol::RoomId;
use giog_rules::MatchId;
use serde::Serialize;
use sqlx::Sqlite;
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use uuid::fmt::Simple;

use crate::database::{LAST_PLACE_SQL, openings_json, players_json, winners_among};
use crate::{Append, Fact, FinishedMatch, Floor, StartedMatch, StoreError};

/// Started and finished matches, and floors, of a group of rows. Each list is one parameter, so that its statement is prepared once.
#[derive(Debug, Default)]
pub(super) struct MatchChanges {
    /// Started matches, as JSON.
    started: String,
    /// Finished matches, as JSON.
    finished: String,
    /// Their records, as JSON: where each of them is in `bytes`.
    records: String,
    /// Their people, as JSON.
    people: String,
    /// Floors, as JSON: where the body of each of them is in `bytes`.
    floors: String,
    /// Records and bodies of floors.
    bytes: Vec<u8>,
}

/// A place in [`MatchChanges::bytes`]: the number of the first byte, from 1 as in SQL, and how many there are.
type Place = (usize, usize);

type StartedRow<'b> = (Simple, Simple, &'b str, u8, i64);

type FinishedRow<'b> = (
    Simple,
    Simple,
    &'b str,
    u8,
    &'b str,
    u8,
    i64,
    i64,
    String,
    usize,
    Option<&'b str>,
    Option<&'b str>,
    String,
    i64,
);

type RecordRow = (Simple, Place, i64);

type PersonRow<'b> = (Simple, &'b str, &'b str, u8, bool, Simple, Simple);

type FloorRow = (Simple, u64, Place);

/// The lists before they are JSON.
#[derive(Default)]
struct Lists<'b> {
    started: Vec<StartedRow<'b>>,
    finished: Vec<FinishedRow<'b>>,
    records: Vec<RecordRow>,
    people: Vec<PersonRow<'b>>,
    floors: Vec<FloorRow>,
    bytes: Vec<u8>,
    /// How far the last finished match reaches: the latest of the times when it and those before it ended, each less its number in the
    /// list. Each place is at least one more than the one before it and not before its time, so it is the match's number plus this, or plus
    /// the first free place.
    reach: i64,
}

impl MatchChanges {
    /// The number of statements.
    pub(super) const STATEMENTS: usize = 5;

    /// The changes of a group ([`Append::fits_one_message`]).
    pub(super) fn of(batch: &[Append]) -> Result<Self, StoreError> {
        let mut lists = Lists::default();
        for append in batch {
            for fact in &append.facts {
                match fact {
                    Fact::MatchStarted(start) => lists.start(start),
                    Fact::MatchFinished(finished) => lists.finish(finished)?,
                    Fact::RoomOpened { .. }
                    | Fact::RoomClosed { .. }
                    | Fact::RoomSlept(_)
                    | Fact::RoomWoken { .. }
                    | Fact::StartCancelled(_)
                    | Fact::Reported(_)
                    | Fact::Rated(_) => {}
                }
            }
            if let Some(floor) = &append.floor {
                lists.floor(append.room, floor);
            }
        }
        Ok(Self {
            started: json(&lists.started)?,
            finished: json(&lists.finished)?,
            records: json(&lists.records)?,
            people: json(&lists.people)?,
            floors: json(&lists.floors)?,
            bytes: lists.bytes,
        })
    }

    /// The statements that make these changes if the lease is held, which the subquery `held` checks. They do the same as `facts.rs` does
    /// one by one, but that they fail if a finished match is stored already. Parameters from number `first` on are those of
    /// [`Self::bind`]. If one fails, the whole transaction is rolled back, as if rows cannot be inserted.
    pub(super) fn statements(first: usize, held: &str) -> [String; Self::STATEMENTS] {
        let bytes = first + 5;
        // SQLite makes null of a part of nothing.
        let part = |place: &str| {
            let [first, count] = [0, 1].map(|of| format!("value ->> '$[{place}][{of}]'"));
            format!("coalesce(substr(${bytes}, {first}, {count}), x'')")
        };
        let (record, body) = (part("1"), part("2"));
        let from = |list: usize| format!("FROM json_each(${}) WHERE EXISTS ({held})", first + list);
        [
            format!(
                "INSERT OR ROLLBACK INTO match_starts (match_id, room_id, variant, listed, started_at)
                 SELECT unhex(value ->> 0), unhex(value ->> 1), value ->> 2, value ->> 3, value ->> 4 {}
                 ON CONFLICT DO NOTHING",
                from(0)
            ),
            format!(
                "INSERT OR ROLLBACK INTO matches
                     (match_id, room_id, variant, seats, status, listed, started_at, ended_at, players, people, ending, clock, openings,
                      place)
                 SELECT unhex(value ->> 0), unhex(value ->> 1), value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
                     value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12,
                     key + max(value ->> 13, coalesce(({LAST_PLACE_SQL}) + 1, value ->> 13)) {}",
                from(1)
            ),
            format!(
                "INSERT OR ROLLBACK INTO match_records (match_id, record, coding)
                 SELECT unhex(value ->> 0), {record}, value ->> 2 {}",
                from(2)
            ),
            format!(
                "INSERT OR ROLLBACK INTO player_matches
                     (player_id, variant, status, listed, won, place, match_id, room_id)
                 SELECT unhex(value ->> 0), value ->> 1, value ->> 2, value ->> 3, value ->> 4,
                     (SELECT place FROM matches WHERE match_id = unhex(value ->> 5)), unhex(value ->> 5), unhex(value ->> 6) {}",
                from(3)
            ),
            format!(
                "INSERT OR ROLLBACK INTO room_floors (room_id, below, body)
                 SELECT unhex(value ->> 0), value ->> 1, CAST({body} AS TEXT) {}
                 ON CONFLICT (room_id) DO UPDATE SET below = excluded.below, body = excluded.body
                 WHERE room_floors.below <= excluded.below",
                from(4)
            ),
        ]
    }

    /// Binds the parameters of these changes, after all others.
    pub(super) fn bind(
        self,
        query: Query<'_, Sqlite, SqliteArguments>,
    ) -> Query<'_, Sqlite, SqliteArguments> {
        query
            .bind(self.started)
            .bind(self.finished)
            .bind(self.records)
            .bind(self.people)
            .bind(self.floors)
            .bind(self.bytes)
    }
}

impl<'b> Lists<'b> {
    fn start(&mut self, start: &'b StartedMatch) {
        self.started.push((
            id(start.match_id),
            start.room.0.simple(),
            &start.variant,
            start.listed.into(),
            start.started_at.unix_ms(),
        ));
    }

    fn finish(&mut self, finished: &'b FinishedMatch) -> Result<(), StoreError> {
        let (match_id, room) = (id(finished.match_id), finished.room.0.simple());
        let (variant, status) = (finished.variant.as_str(), finished.status.as_str());
        let (listed, ended_at) = (finished.listed.into(), finished.ended_at.unix_ms());
        let started_at = finished.started_at.unix_ms();
        let people = winners_among(&finished.players);
        let number = i64::try_from(self.finished.len()).unwrap_or(i64::MAX);
        let reach = ended_at - number;
        self.reach = if number == 0 {
            reach
        } else {
            reach.max(self.reach)
        };
        self.finished.push((
            match_id,
            room,
            variant,
            finished.seats,
            status,
            listed,
            started_at,
            ended_at,
            players_json(&finished.players)?,
            people.len(),
            finished.end.as_deref(),
            finished.clock.as_deref(),
            openings_json(&finished.openings)?,
            self.reach,
        ));
        let (coding, record) = finished.record.parts();
        let place = self.put(record);
        self.records.push((match_id, place, coding));
        self.people.extend(people.into_iter().map(|(player, won)| {
            let player = player.0.simple();
            (player, variant, status, listed, won, match_id, room)
        }));
        Ok(())
    }

    fn floor(&mut self, room: RoomId, floor: &Floor) {
        let place = self.put(floor.body.as_bytes());
        self.floors.push((room.0.simple(), floor.below, place));
    }

    fn put(&mut self, bytes: &[u8]) -> Place {
        let first = self.bytes.len() + 1;
        self.bytes.extend_from_slice(bytes);
        (first, bytes.len())
    }
}

/// An id as hex digits.
fn id(id: MatchId) -> Simple {
    id.0.simple()
}

fn json(list: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(list).map_err(|_| StoreError::Corrupt("a group's facts"))
}
