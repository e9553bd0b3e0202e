//! A player's latest matches, with what statistics count of them and nothing else.

use giog_rules::Timestamp;
use serde::Deserialize;
use uuid::Uuid;

use super::super::conn::{Conn, ListedRow};
use super::super::players::{FromJson, Players};
use super::{Asked, ListQuery, Window, sources, streams, variants};
use crate::{Cursor, MatchFilter, Page, PlayedMatch, StoreError};

/// The columns of a [`PlayedRow`] of `matches m`.
pub(in crate::database) const PLAYED_COLUMNS: &str =
    "m.players, m.openings, m.variant, m.seats, m.ended_at, m.place, m.match_id";

row! {
    /// What is read of a row of `matches`.
    #[derive(Deserialize)]
    struct PlayedRow {
        players: Players,
        openings: Option<FromJson<Vec<Option<String>>>>,
        variant: String,
        seats: i64,
        ended_at: i64,
        place: i64,
        match_id: Uuid,
    }
}

/// Both lists are JSON already, and are appended as they are.
impl ListedRow for PlayedRow {
    const JSON: &str = "'[' || players || ',' || ifnull(openings, 'null') || ',' ||
        substr(json_array(variant, seats, ended_at, place, hex(match_id)), 2)";
}

/// The matches of a filter that names a player and no other person, the latest first.
pub(in crate::database) async fn played(
    conn: &mut Conn<'_>,
    filter: &MatchFilter,
    limit: u32,
) -> Result<Page<PlayedMatch>, StoreError> {
    let is_sqlite = matches!(conn, Conn::Sqlite(_));
    // One more than requested shows whether there are earlier ones.
    let window = Window {
        after: None,
        limit: limit + 1,
    };
    let mut rows: Vec<PlayedRow> = Vec::new();
    for source in sources(filter) {
        let variants = variants(conn, filter, &source).await?;
        let streams = streams(filter, &source, &variants);
        if streams.is_empty() {
            continue;
        }
        let ListQuery { sql, values } = ListQuery::page(Asked {
            filter,
            source: &source,
            streams: &streams,
            window,
            columns: PLAYED_COLUMNS,
            is_sqlite,
        });
        rows.extend(conn.list::<PlayedRow>(&sql, &values).await?);
    }
    rows.sort_by_key(PlayedRow::cursor);
    rows.reverse();
    let page = Page::cut(rows, limit, PlayedRow::cursor);
    let items = page.items.into_iter().map(PlayedMatch::try_from);
    Ok(Page {
        items: items.collect::<Result<_, _>>()?,
        next: page.next,
    })
}

impl PlayedRow {
    fn cursor(&self) -> Cursor {
        Cursor {
            at: Timestamp::from_unix_ms(self.place),
            id: self.match_id,
        }
    }
}

impl TryFrom<PlayedRow> for PlayedMatch {
    type Error = StoreError;

    fn try_from(row: PlayedRow) -> Result<Self, StoreError> {
        Ok(Self {
            variant: row.variant,
            seats: u8::try_from(row.seats).map_err(|_| StoreError::Corrupt("number of seats"))?,
            ended_at: Timestamp::from_unix_ms(row.ended_at),
            players: row.players.into(),
            openings: row.openings.map(|FromJson(openings)| openings),
        })
    }
}
