//! The SQL for a page of a source.

use std::fmt::Write as _;

use serde::Deserialize;
use uuid::Uuid;

use super::super::conn::{ListedRow, Value};
use super::stream::{Stream, of_all_games};
use super::{Sat, Source, Window};
use crate::{MatchFilter, MatchOrder};

row! {
    /// A variant that was played.
    #[derive(Deserialize)]
    pub(in crate::database) struct VariantRow {
        pub(in crate::database) variant: String,
    }
}

impl ListedRow for VariantRow {
    const JSON: &str = "json_array(variant)";
}

/// A statement and its parameters.
pub(in crate::database) struct ListQuery<'q> {
    pub(in crate::database) sql: String,
    pub(in crate::database) values: Vec<Value<'q>>,
}

/// What a page is requested from.
#[derive(Clone, Copy)]
pub(in crate::database) struct Asked<'a, 'q> {
    pub(in crate::database) filter: &'a MatchFilter,
    pub(in crate::database) source: &'a Source,
    pub(in crate::database) streams: &'a [Stream<'q>],
    pub(in crate::database) window: Window,
    /// The columns of `matches m` that are wanted.
    pub(in crate::database) columns: &'static str,
    /// Which database is used. SQLite merges index ranges, and reads each no further than needed; but the index is named in the query,
    /// because SQLite might choose another one after an `ANALYZE`. Postgres does not know that the ranges are in order, so each is
    /// limited to the wanted rows.
    pub(in crate::database) is_sqlite: bool,
}

/// The positions of parameters that all streams share.
struct Shared {
    player: Option<String>,
    room: Option<String>,
    range: String,
    order: &'static str,
    rows: String,
    is_sqlite: bool,
}

impl Shared {
    /// The order and limit of a list.
    fn first(&self) -> String {
        let Self { order, rows, .. } = self;
        format!(" ORDER BY {order} LIMIT {rows}")
    }
}

impl MatchOrder {
    /// The columns by which rows are ordered.
    const fn columns(self) -> &'static str {
        match self {
            Self::NewestFirst => "place DESC, match_id DESC",
            Self::OldestFirst => "place, match_id",
        }
    }

    /// How a place later in the list compares to one before it.
    const fn later(self) -> &'static str {
        match self {
            Self::NewestFirst => "<",
            Self::OldestFirst => ">",
        }
    }
}

impl<'q> ListQuery<'q> {
    /// The columns of a source's first matches in the window, in no particular order.
    pub(in crate::database) fn page(asked: Asked<'_, 'q>) -> Self {
        let mut query = Self::empty();
        query.push(format_args!("SELECT {} FROM (", asked.columns));
        if asked.source.is_together() {
            query.push(format_args!("SELECT k.place, k.match_id FROM ("));
            query.merged(asked);
            query.push(format_args!(") k WHERE TRUE"));
            for other in asked.source.others() {
                query.sat_too(*other);
            }
            let limit = query.value(Value::Int(asked.window.limit.into()));
            let order = asked.filter.order.columns();
            query.push(format_args!(" ORDER BY {order} LIMIT {limit}"));
        } else {
            query.merged(asked);
        }
        // The few keys are joined to their summaries, not all summaries to the keys. On SQLite an index of the matches themselves tells
        // where their rows are: it has the newest ones side by side, while their ids would be found one by one in an index with another
        // order.
        let same = match asked.source {
            Source::Listed if asked.is_sqlite => "m.rowid = p.row_id",
            Source::Listed | Source::Own { .. } => "m.match_id = p.match_id",
        };
        query.push(format_args!(") p CROSS JOIN matches m WHERE {same}"));
        query
    }

    /// The last position that [`Self::page`] looked at, if there may be more after it.
    pub(in crate::database) fn end(asked: Asked<'_, 'q>) -> Self {
        let mut query = Self::empty();
        query.push(format_args!("SELECT e.place, e.match_id FROM ("));
        query.merged(asked);
        let before_last = i64::from(asked.source.rows(asked.window)) - 1;
        let before_last = query.value(Value::Int(before_last));
        let order = asked.filter.order.columns();
        query.push(format_args!(
            ") e ORDER BY {order} LIMIT 1 OFFSET {before_last}"
        ));
        query
    }

    pub(super) const fn empty() -> Self {
        Self {
            sql: String::new(),
            values: Vec::new(),
        }
    }

    /// The first keys of all streams together.
    fn merged(&mut self, asked: Asked<'_, 'q>) {
        let player = match asked.source {
            Source::Listed => None,
            Source::Own { whose, .. } => Some(self.id(whose.player.0)),
        };
        let room = asked.filter.room.map(|room| self.id(room.0));
        let range = self.range(asked.filter, asked.window);
        let rows = self.value(Value::Int(asked.source.rows(asked.window).into()));
        let shared = Shared {
            player,
            room,
            range,
            order: asked.filter.order.columns(),
            rows,
            is_sqlite: asked.is_sqlite,
        };
        for (number, stream) in asked.streams.iter().enumerate() {
            if number > 0 {
                self.push(format_args!(" UNION ALL "));
            }
            self.stream(number, stream, &shared);
        }
        self.push(format_args!("{}", shared.first()));
    }

    fn stream(&mut self, number: usize, stream: &Stream<'q>, shared: &Shared) {
        let table = match &shared.player {
            None if shared.is_sqlite => "place, match_id, rowid AS row_id FROM matches",
            None => "place, match_id FROM matches",
            Some(_) => "place, match_id, variant, status, listed FROM player_matches",
        };
        let index = match (&shared.player, &shared.room) {
            // For these only the primary key can be used.
            (Some(_), None) => None,
            (Some(_), Some(_)) => Some("player_matches_by_room"),
            (None, Some(_)) => Some("matches_by_room"),
            (None, None) if stream.kind.is_none() => Some("matches_listed"),
            (None, None) => Some("matches_by_variant"),
        };
        if !shared.is_sqlite {
            self.push(format_args!("SELECT * FROM ("));
        }
        self.push(format_args!("SELECT {table}"));
        if let Some(index) = index.filter(|_| shared.is_sqlite) {
            self.push(format_args!(" INDEXED BY {index}"));
        }
        self.push(format_args!(" WHERE "));
        if let Some(player) = &shared.player {
            self.push(format_args!("player_id = {player} AND "));
        }
        if let Some(room) = &shared.room {
            self.push(format_args!("room_id = {room} AND "));
        }
        if let Some((variant, status)) = stream.kind {
            let status = self.value(Value::Text(status.as_str()));
            let variant = self.value(Value::Text(variant));
            self.push(format_args!(
                "variant = {variant} AND status = {status} AND "
            ));
        }
        self.push(format_args!("listed = {}", truth(stream.listed)));
        if let Some(won) = stream.won {
            self.push(format_args!(" AND won = {}", truth(won)));
        }
        self.push(format_args!("{}", shared.range));
        if !shared.is_sqlite {
            self.push(format_args!("{}) s{number}", shared.first()));
        }
    }

    /// The part of each stream that is in the window and in the filter's time range.
    fn range(&mut self, filter: &MatchFilter, window: Window) -> String {
        let mut range = String::new();
        // Writing to a `String` cannot fail.
        if let Some(from) = filter.from {
            let from = self.value(Value::Int(from.unix_ms()));
            let _ = write!(range, " AND place >= {from}");
        }
        if let Some(to) = filter.to {
            let to = self.value(Value::Int(to.unix_ms()));
            let _ = write!(range, " AND place < {to}");
        }
        if let Some(after) = window.after {
            let at = self.value(Value::Int(after.at.unix_ms()));
            let id = self.id(after.id);
            let later = filter.order.later();
            let _ = write!(range, " AND (place, match_id) {later} ({at}, {id})");
        }
        range
    }

    /// The condition that a person also had a seat in match `k`: the whole key of their row is known. `OFFSET 0` keeps Postgres from
    /// reading all of their rows at once instead.
    fn sat_too(&mut self, other: Sat) {
        let player = self.id(other.player.0);
        let sat = |won: bool| {
            format!(
                "EXISTS (SELECT 1 FROM player_matches o
                 WHERE o.player_id = {player} AND o.variant = k.variant AND o.status = k.status AND o.listed = k.listed
                 AND o.won = {} AND o.place = k.place AND o.match_id = k.match_id LIMIT 1 OFFSET 0)",
                truth(won)
            )
        };
        if other.won {
            self.push(format_args!(" AND {}", sat(true)));
        } else {
            self.push(format_args!(" AND ({} OR {})", sat(true), sat(false)));
        }
    }

    /// Adds an id as a parameter; returns its placeholder.
    pub(super) fn id(&mut self, id: Uuid) -> String {
        self.value(Value::Id(id))
    }

    /// Adds a parameter; returns its placeholder.
    fn value(&mut self, value: Value<'q>) -> String {
        self.values.push(value);
        format!("${}", self.values.len())
    }

    pub(super) fn push(&mut self, part: std::fmt::Arguments<'_>) {
        // Writing to a `String` cannot fail.
        let _ = self.sql.write_fmt(part);
    }
}

const fn truth(truth: bool) -> &'static str {
    if truth { "TRUE" } else { "FALSE" }
}

/// Queries the variants that were played (in a room, by a person or at all), if there is a stream for each of them: the index leads from
/// each to the next.
pub(in crate::database) fn variants_query(
    filter: &MatchFilter,
    source: &Source,
) -> Option<ListQuery<'static>> {
    if filter.variant.is_some() || of_all_games(filter, source) {
        return None;
    }
    let mut query = ListQuery::empty();
    let (table, player) = match source {
        Source::Listed => ("matches", None),
        Source::Own { whose, .. } => ("player_matches", Some(whose.player)),
    };
    let player = player.map(|player| format!("player_id = {} AND ", query.id(player.0)));
    let room = filter.room;
    let room = room.map(|room| format!("room_id = {} AND ", query.id(room.0)));
    let (player, room) = (player.unwrap_or_default(), room.unwrap_or_default());
    let least = format!("SELECT MIN(variant) FROM {table} WHERE {player}{room}variant");
    // One lower bound each: of two, SQLite may begin at the wrong one.
    query.push(format_args!(
        "WITH RECURSIVE played (variant) AS (
             {least} >= ''
             UNION ALL
             SELECT ({least} > played.variant) FROM played WHERE played.variant IS NOT NULL
         )
         SELECT variant FROM played WHERE variant IS NOT NULL"
    ));
    Some(query)
}
