//! Lists of finished matches: from a filter to SQL whose every part an index answers.
//!
//! Two sources give pages in the same order, newest first: all listed matches, and one person's own. What a filter asks
//! for is one of them, or both merged (the listed ones and somebody's own unlisted ones).

use std::cmp::Reverse;
use std::fmt::Write as _;

use giog_rules::PlayerId;
use sqlx::AssertSqlSafe;

use super::conn::{Conn, Value};
use super::history::{SUMMARY_COLUMNS, SummaryRow};
use crate::limits::MAX_PAGE_MATCHES;
use crate::{Cursor, MatchFilter, MatchSummary, Page, StoreError};

/// Where a page comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// All listed matches.
    Listed,
    /// A person's own.
    Own {
        player: PlayerId,
        listed: Listed,
        and_of: Option<PlayerId>,
    },
}

/// Which of a person's own matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listed {
    Only,
    Not,
    Either,
}

/// A statement and its parameters.
pub(super) struct Question<'q> {
    pub(super) sql: String,
    pub(super) values: Vec<Value<'q>>,
}

pub(super) async fn page(
    conn: &mut Conn<'_>,
    filter: &MatchFilter,
    cursor: Option<Cursor>,
    limit: u32,
) -> Result<Page<MatchSummary>, StoreError> {
    let limit = limit.clamp(1, MAX_PAGE_MATCHES);
    let mut items = Vec::new();
    for source in sources(filter) {
        // One more than asked for tells whether there is a next page.
        let question = Question::new(source, filter, cursor, limit + 1);
        let rows: Vec<SummaryRow> = conn
            .all(AssertSqlSafe(question.sql), &question.values)
            .await?;
        for row in rows {
            items.push(MatchSummary::try_from(row)?);
        }
    }
    items.sort_by_key(|item| Reverse((item.ended_at, item.match_id)));
    let limit = limit as usize;
    let more = items.len() > limit;
    items.truncate(limit);
    let next = items.last().filter(|_| more).map(MatchSummary::cursor);
    Ok(Page { items, next })
}

/// Disjoint sources that together are what the filter asks for.
pub(super) fn sources(filter: &MatchFilter) -> Vec<Source> {
    let own = |player, listed, and_of| Source::Own {
        player,
        listed,
        and_of,
    };
    match (filter.player, filter.include_unlisted_of) {
        (None, None) => vec![Source::Listed],
        (None, Some(me)) => vec![Source::Listed, own(me, Listed::Not, None)],
        (Some(player), None) => vec![own(player, Listed::Only, None)],
        (Some(player), Some(me)) if player == me => vec![own(me, Listed::Either, None)],
        (Some(player), Some(me)) => vec![
            own(player, Listed::Only, None),
            own(me, Listed::Not, Some(player)),
        ],
    }
}

impl<'q> Question<'q> {
    pub(super) fn new(
        source: Source,
        filter: &'q MatchFilter,
        cursor: Option<Cursor>,
        limit: u32,
    ) -> Self {
        let mut question = Self {
            sql: format!("SELECT {SUMMARY_COLUMNS} FROM "),
            values: Vec::new(),
        };
        let keyed = question.source(source);
        question.filter(filter, keyed);
        if let Some(cursor) = cursor {
            let (at, id) = (
                question.value(Value::Int(cursor.ended_at.unix_ms())),
                cursor.match_id.0,
            );
            let id = question.value(Value::Id(id));
            question.push(format_args!(
                " AND ({keyed}.ended_at, {keyed}.match_id) < ({at}, {id})"
            ));
        }
        let limit = question.value(Value::Int(limit.into()));
        question.push(format_args!(
            " ORDER BY {keyed}.ended_at DESC, {keyed}.match_id DESC LIMIT {limit}"
        ));
        question
    }

    /// Writes the source; gives the table whose index has the order.
    fn source(&mut self, source: Source) -> &'static str {
        let Source::Own {
            player,
            listed,
            and_of,
        } = source
        else {
            self.push(format_args!("matches m WHERE m.listed = TRUE"));
            return "m";
        };
        let player = self.value(Value::Id(player.0));
        self.push(format_args!(
            "player_matches p JOIN matches m ON m.match_id = p.match_id WHERE p.player_id = {player}"
        ));
        match listed {
            Listed::Only => self.push(format_args!(" AND p.listed = TRUE")),
            Listed::Not => self.push(format_args!(" AND p.listed = FALSE")),
            Listed::Either => {}
        }
        if let Some(other) = and_of {
            let other = self.value(Value::Id(other.0));
            self.push(format_args!(
                " AND EXISTS (SELECT 1 FROM player_matches o
                  WHERE o.player_id = {other} AND o.ended_at = p.ended_at AND o.match_id = p.match_id)"
            ));
        }
        "p"
    }

    fn filter(&mut self, filter: &'q MatchFilter, keyed: &str) {
        if let Some(variant) = &filter.variant {
            let variant = self.value(Value::Text(variant));
            self.push(format_args!(" AND m.variant = {variant}"));
        }
        if let Some(room) = filter.room {
            let room = self.value(Value::Id(room.0));
            self.push(format_args!(" AND m.room_id = {room}"));
        }
        if let Some(status) = filter.status {
            let status = self.value(Value::Text(status.as_str()));
            self.push(format_args!(" AND m.status = {status}"));
        }
        if let Some(from) = filter.from {
            let from = self.value(Value::Int(from.unix_ms()));
            self.push(format_args!(" AND {keyed}.ended_at >= {from}"));
        }
        if let Some(to) = filter.to {
            let to = self.value(Value::Int(to.unix_ms()));
            self.push(format_args!(" AND {keyed}.ended_at < {to}"));
        }
    }

    /// Adds a parameter; gives its place in the text.
    fn value(&mut self, value: Value<'q>) -> String {
        self.values.push(value);
        format!("${}", self.values.len())
    }

    fn push(&mut self, part: std::fmt::Arguments<'_>) {
        // Writing to a `String` cannot fail.
        let _ = self.sql.write_fmt(part);
    }
}
