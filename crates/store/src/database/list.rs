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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// All listed matches.
    Listed,
    /// A person's own, in which all of `others` sat too.
    Own {
        whose: Sat,
        listed: Listed,
        others: Vec<Sat>,
    },
}

/// That a person sat in a match, and perhaps that they won it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sat {
    player: PlayerId,
    won: bool,
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
        let question = Question::new(&source, filter, cursor, limit + 1);
        let rows: Vec<SummaryRow> = conn
            .all(AssertSqlSafe(question.sql), &question.values)
            .await?;
        for row in rows {
            items.push(MatchSummary::try_from(row)?);
        }
    }
    items.sort_by_key(|item| Reverse((item.ended_at, item.match_id)));
    Ok(Page::cut(items, limit, MatchSummary::cursor))
}

/// Disjoint sources that together are what the filter asks for.
pub(super) fn sources(filter: &MatchFilter) -> Vec<Source> {
    let own = |whose, listed, others: &[Sat]| Source::Own {
        whose,
        listed,
        others: others.to_vec(),
    };
    let sat = |player| Sat { player, won: false };
    let winner = filter.won_by.map(|player| Sat { player, won: true });
    // A winner sat there: naming them twice asks for nothing more.
    let player = filter
        .player
        .filter(|&player| filter.won_by != Some(player));
    let who: Vec<Sat> = winner.into_iter().chain(player.map(sat)).collect();
    match (who.split_first(), filter.include_unlisted_of) {
        (None, None) => vec![Source::Listed],
        (None, Some(me)) => vec![Source::Listed, own(sat(me), Listed::Not, &[])],
        (Some((&whose, others)), None) => vec![own(whose, Listed::Only, others)],
        (Some((&whose, others)), Some(me)) if who.iter().any(|sat| sat.player == me) => {
            vec![own(whose, Listed::Either, others)]
        }
        (Some((&whose, others)), Some(me)) => vec![
            own(whose, Listed::Only, others),
            own(sat(me), Listed::Not, &who),
        ],
    }
}

impl<'q> Question<'q> {
    pub(super) fn new(
        source: &Source,
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
            let (at, id) = (question.value(Value::Int(cursor.at.unix_ms())), cursor.id);
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
    fn source(&mut self, source: &Source) -> &'static str {
        let Source::Own {
            whose,
            listed,
            others,
        } = source
        else {
            self.push(format_args!("matches m WHERE m.listed = TRUE"));
            return "m";
        };
        let player = self.value(Value::Id(whose.player.0));
        self.push(format_args!(
            "player_matches p JOIN matches m ON m.match_id = p.match_id WHERE p.player_id = {player}"
        ));
        if whose.won {
            self.push(format_args!(" AND p.won = TRUE"));
        }
        match listed {
            Listed::Only => self.push(format_args!(" AND p.listed = TRUE")),
            Listed::Not => self.push(format_args!(" AND p.listed = FALSE")),
            Listed::Either => {}
        }
        for other in others {
            let player = self.value(Value::Id(other.player.0));
            let won = if other.won { " AND o.won = TRUE" } else { "" };
            self.push(format_args!(
                " AND EXISTS (SELECT 1 FROM player_matches o
                  WHERE o.player_id = {player} AND o.ended_at = p.ended_at AND o.match_id = p.match_id{won})"
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
