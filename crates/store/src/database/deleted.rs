//! Old matches: found page by page with the indexes of the lists, and deleted with all rows that refer to them.

use std::collections::HashMap;

use giog_rules::{MatchId, Timestamp};
use uuid::Uuid;

use super::conn::{Conn, Value};
use super::history;
use super::players::winners_among;
use super::{mistakes, puzzles, review_jobs, reviews};
use crate::limits::{AGED_PAGE_MATCHES, MATCHES_OF_AN_OPEN_ROOM};
use crate::{
    AgedMatch, Cursor, DeletedMatch, MatchClass, MatchStatus, MatchSummary, Page, StoreError,
};

pub(super) const NEXT_VARIANT_SQL: &str =
    "SELECT variant FROM matches WHERE variant > $1 ORDER BY variant LIMIT 1";

pub(super) const AGED_SQL: &str = "SELECT match_id, room_id, variant, status, ended_at, place FROM matches
    WHERE variant = $1 AND status = $2 AND listed = $3 AND place < $4 AND (place, match_id) > ($5, $6)
    ORDER BY place, match_id LIMIT $7";

pub(super) const AGED_WITH_BOTS_SQL: &str =
    "SELECT match_id, room_id, variant, status, ended_at, place FROM matches
    WHERE people < 2 AND place < $1 AND (place, match_id) > ($2, $3)
    ORDER BY place, match_id LIMIT $4";

pub(super) const IS_OPEN_SQL: &str =
    "SELECT room_id FROM rooms WHERE room_id = $1 AND closed_at IS NULL";

pub(super) const LATER_SQL: &str = "SELECT match_id FROM matches
    WHERE room_id = $1 AND variant = $2 AND status = $3 AND listed = $4 AND (place, match_id) > ($5, $6)
    ORDER BY place, match_id LIMIT $7";

pub(super) const DELETED_SQL: &str = "SELECT match_id, ended_at, deleted_at, record_sha256, signer FROM deleted_matches WHERE match_id = $1";

row! {
    /// An old match.
    struct AgedRow {
        match_id: Uuid,
        room_id: Uuid,
        variant: String,
        status: String,
        ended_at: i64,
        place: i64,
    }
}

row! {
    struct VariantRow {
        variant: String,
    }
}

row! {
    struct RoomRow {
        #[expect(dead_code, reason = "that there is a row is the answer")]
        room_id: Uuid,
    }
}

row! {
    struct MatchRow {
        #[expect(dead_code, reason = "how many rows there are is the answer")]
        match_id: Uuid,
    }
}

row! {
    struct DeletedRow {
        match_id: Uuid,
        ended_at: i64,
        deleted_at: i64,
        record_sha256: Vec<u8>,
        signer: Vec<u8>,
    }
}

/// The first matches of a class whose places are before a time, except for those that an open room needs.
pub(super) async fn aged(
    conn: &mut Conn<'_>,
    class: MatchClass,
    before: Timestamp,
    after: Option<Cursor>,
) -> Result<Page<AgedMatch>, StoreError> {
    let mut rows = aged_rows(conn, class, before, after).await?;
    rows.sort_by_key(AgedRow::cursor);
    let page = Page::cut(rows, AGED_PAGE_MATCHES, AgedRow::cursor);
    let mut open_rooms = HashMap::new();
    let mut items = Vec::new();
    for row in page.items {
        if is_needed(conn, &row, &mut open_rooms).await? {
            continue;
        }
        let match_id = MatchId(row.match_id);
        // Without a record, nothing could be kept to prove a copy of it.
        match history::record(conn, match_id).await {
            Ok(Some(record)) => items.push(AgedMatch {
                match_id,
                ended_at: Timestamp::from_unix_ms(row.ended_at),
                record,
            }),
            Ok(None) => {}
            Err(error) if error.is_unread() => {
                tracing::error!(%match_id, ?error, "an old match cannot be deleted: its record cannot be read");
            }
            Err(error) => return Err(error),
        }
    }
    Ok(Page {
        items,
        next: page.next,
    })
}

/// The oldest matches of each stream, up to one more than a page holds.
async fn aged_rows(
    conn: &mut Conn<'_>,
    class: MatchClass,
    before: Timestamp,
    after: Option<Cursor>,
) -> Result<Vec<AgedRow>, StoreError> {
    let (at, id) = after.map_or((i64::MIN, Uuid::nil()), |cursor| {
        (cursor.at.unix_ms(), cursor.id)
    });
    let window = [
        Value::Int(before.unix_ms()),
        Value::Int(at),
        Value::Id(id),
        Value::Int(i64::from(AGED_PAGE_MATCHES) + 1),
    ];
    let listed = match class {
        MatchClass::Listed => true,
        MatchClass::Unlisted => false,
        MatchClass::WithBots => return conn.all(AGED_WITH_BOTS_SQL, &window).await,
    };
    let mut rows = Vec::new();
    let mut variant = String::new();
    while let Some(next) = next_variant(conn, &variant).await? {
        variant = next;
        for status in [MatchStatus::Over, MatchStatus::Abandoned] {
            let stream = [
                Value::Text(&variant),
                Value::Text(status.as_str()),
                Value::Bool(listed),
            ];
            let values = [stream.as_slice(), &window].concat();
            let stream: Vec<AgedRow> = conn.all(AGED_SQL, &values).await?;
            rows.extend(stream);
        }
    }
    Ok(rows)
}

async fn next_variant(conn: &mut Conn<'_>, after: &str) -> Result<Option<String>, StoreError> {
    let row: Option<VariantRow> = conn.first(NEXT_VARIANT_SQL, &[Value::Text(after)]).await?;
    Ok(row.map(|row| row.variant))
}

/// Whether an open room may still show the match, or send it to a client that resumes: a room shows the last match, the last of each
/// game, and those that ended since its floor.
async fn is_needed(
    conn: &mut Conn<'_>,
    row: &AgedRow,
    open_rooms: &mut HashMap<Uuid, bool>,
) -> Result<bool, StoreError> {
    let is_open = if let Some(&is_open) = open_rooms.get(&row.room_id) {
        is_open
    } else {
        let room: Option<RoomRow> = conn.first(IS_OPEN_SQL, &[Value::Id(row.room_id)]).await?;
        open_rooms.insert(row.room_id, room.is_some());
        room.is_some()
    };
    if !is_open {
        return Ok(false);
    }
    let mut later = 0;
    for listed in [true, false] {
        let values = [
            Value::Id(row.room_id),
            Value::Text(&row.variant),
            Value::Text(&row.status),
            Value::Bool(listed),
            Value::Int(row.place),
            Value::Id(row.match_id),
            Value::Int(MATCHES_OF_AN_OPEN_ROOM),
        ];
        let rows: Vec<MatchRow> = conn.all(LATER_SQL, &values).await?;
        later += i64::try_from(rows.len()).unwrap_or(i64::MAX);
    }
    Ok(later < MATCHES_OF_AN_OPEN_ROOM)
}

/// Deletes a match with its rows, and stores what is kept of it; false if it does not exist any more. The row of [`reviews::bytes`] must be
/// locked.
pub(super) async fn delete(
    conn: &mut Conn<'_>,
    deleted: &DeletedMatch,
) -> Result<bool, StoreError> {
    let id = Value::Id(deleted.match_id.0);
    let Some((place, summary)) = history::placed(conn, deleted.match_id).await? else {
        return Ok(false);
    };
    let sql = "INSERT INTO deleted_matches (match_id, ended_at, deleted_at, record_sha256, signer)
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
    let values = [
        id,
        Value::Int(deleted.ended_at.unix_ms()),
        Value::Int(deleted.deleted_at.unix_ms()),
        Value::Bytes(&deleted.record_sha256),
        Value::Bytes(&deleted.signer),
    ];
    conn.execute(sql, &values).await?;
    delete_of_players(conn, place, &summary).await?;
    reviews::delete(conn, deleted.match_id).await?;
    review_jobs::delete_of_match(conn, deleted.match_id).await?;
    mistakes::delete_of_match(conn, deleted.match_id).await?;
    puzzles::delete_of_match(conn, deleted.match_id).await?;
    for sql in [
        "DELETE FROM match_records WHERE match_id = $1",
        "DELETE FROM match_starts WHERE match_id = $1",
        "DELETE FROM rated_matches WHERE match_id = $1",
        "DELETE FROM matches WHERE match_id = $1",
    ] {
        conn.execute(sql, &[id]).await?;
    }
    Ok(true)
}

/// Deletes a match from the lists of its players, by the whole key of each row.
async fn delete_of_players(
    conn: &mut Conn<'_>,
    place: i64,
    summary: &MatchSummary,
) -> Result<(), StoreError> {
    let sql = "DELETE FROM player_matches WHERE player_id = $1 AND variant = $2 AND status = $3 AND listed = $4
               AND won = $5 AND place = $6 AND match_id = $7";
    for (player, won) in winners_among(&summary.players) {
        let values = [
            Value::Id(player.0),
            Value::Text(&summary.variant),
            Value::Text(summary.status.as_str()),
            Value::Bool(summary.listed),
            Value::Bool(won),
            Value::Int(place),
            Value::Id(summary.match_id.0),
        ];
        conn.execute(sql, &values).await?;
    }
    Ok(())
}

/// What is kept of a deleted match.
pub(super) async fn by_id(
    conn: &mut Conn<'_>,
    id: MatchId,
) -> Result<Option<DeletedMatch>, StoreError> {
    let row: Option<DeletedRow> = conn.first(DELETED_SQL, &[Value::Id(id.0)]).await?;
    row.map(DeletedMatch::try_from).transpose()
}

impl AgedRow {
    fn cursor(&self) -> Cursor {
        Cursor {
            at: Timestamp::from_unix_ms(self.place),
            id: self.match_id,
        }
    }
}

impl TryFrom<DeletedRow> for DeletedMatch {
    type Error = StoreError;

    fn try_from(row: DeletedRow) -> Result<Self, StoreError> {
        let bytes = |bytes: Vec<u8>, what| {
            <[u8; 32]>::try_from(bytes).map_err(|_| StoreError::Corrupt(what))
        };
        Ok(Self {
            match_id: MatchId(row.match_id),
            ended_at: Timestamp::from_unix_ms(row.ended_at),
            deleted_at: Timestamp::from_unix_ms(row.deleted_at),
            record_sha256: bytes(row.record_sha256, "SHA-256 of a record")?,
            signer: bytes(row.signer, "public key")?,
        })
    }
}
