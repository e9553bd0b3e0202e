//! Lists of finished matches: turns a filter into SQL that reads no row in vain.
//!
//! A filter is divided into disjoint *sources*: all listed matches, one person's own matches, or both (the listed ones and somebody's own
//! unlisted ones). A source is merged from *streams* ([`Stream`]): ranges of an index whose leading columns are compared for equality,
//! and whose next column is the order of the list. If the filter leaves one of these columns open, there is a stream for each of its
//! values; but all listed matches are one stream, with an index of its own.
//!
//! One kind of query has no index: matches in which several people played. Here the first [`TOGETHER_ROWS`] of one person's matches are
//! searched for the others, so a page may be short or empty although there is a next one.

pub(super) mod played;
mod query;
mod stream;

use giog_rules::{PlayerId, Timestamp};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

pub(super) use played::played;
pub(super) use query::{Asked, ListQuery, variants_query};
pub(super) use stream::streams;

use self::query::VariantRow;

use super::conn::Conn;
use super::history::{SUMMARY_COLUMNS, SummaryRow};
use crate::limits::{MAX_PAGE_MATCHES, TOGETHER_ROWS};
use crate::{Cursor, MatchFilter, MatchOrder, MatchSummary, Page, StoreError};

/// The matches from which a page is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// All listed matches.
    Listed,
    /// A person's own matches, in which all of `others` played too.
    Own {
        whose: Sat,
        listed: Listed,
        others: Vec<Sat>,
    },
}

/// The condition that a person had a seat in a match, and perhaps that they won it.
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

/// The range of a source's rows that is wanted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) after: Option<Cursor>,
    pub(super) limit: u32,
}

row! {
    /// A position in a list.
    struct PlaceRow {
        place: i64,
        match_id: Uuid,
    }
}

pub(super) async fn page(
    conn: &mut Conn<'_>,
    filter: &MatchFilter,
    cursor: Option<Cursor>,
    limit: u32,
) -> Result<Page<MatchSummary>, StoreError> {
    let limit = limit.clamp(1, MAX_PAGE_MATCHES);
    // One more than requested shows whether there is a next page.
    let window = Window {
        after: cursor,
        limit: limit + 1,
    };
    let is_sqlite = matches!(conn, Conn::Sqlite(_));
    let mut items: Vec<(Cursor, MatchSummary)> = Vec::new();
    // The position up to which all sources were searched, if one was not searched to its end.
    let mut horizon: Option<Cursor> = None;
    for source in sources(filter) {
        let variants = variants(conn, filter, &source).await?;
        let streams = streams(filter, &source, &variants);
        if streams.is_empty() {
            continue;
        }
        let asked = Asked {
            filter,
            source: &source,
            streams: &streams,
            window,
            columns: SUMMARY_COLUMNS,
            is_sqlite,
        };
        let ListQuery { sql, values } = ListQuery::page(asked);
        let rows: Vec<SummaryRow> = conn.list(&sql, &values).await?;
        if source.is_together() && rows.len() <= limit as usize {
            let ListQuery { sql, values } = ListQuery::end(asked);
            let end: Option<PlaceRow> = conn.first(AssertSqlSafe(sql), &values).await?;
            let end = end.map(Cursor::from);
            horizon = match (horizon, end) {
                (Some(before), Some(end)) if filter.order.puts_first(before, end) => Some(before),
                (before, end) => end.or(before),
            };
        }
        for row in rows {
            items.push((row.cursor(), MatchSummary::try_from(row)?));
        }
    }
    items.sort_by_key(|(place, _)| *place);
    if filter.order == MatchOrder::NewestFirst {
        items.reverse();
    }
    items.retain(|(place, _)| horizon.is_none_or(|end| !filter.order.puts_first(end, *place)));
    let page = Page::cut(items, limit, |(place, _)| *place);
    Ok(Page {
        items: page.items.into_iter().map(|(_, item)| item).collect(),
        next: page.next.or(horizon),
    })
}

/// The variants of a source's matches, if there is a stream for each variant.
async fn variants(
    conn: &mut Conn<'_>,
    filter: &MatchFilter,
    source: &Source,
) -> Result<Vec<String>, StoreError> {
    let Some(ListQuery { sql, values }) = variants_query(filter, source) else {
        return Ok(Vec::new());
    };
    let rows: Vec<VariantRow> = conn.list(&sql, &values).await?;
    Ok(rows.into_iter().map(|row| row.variant).collect())
}

/// Disjoint sources that together are the matches of the filter.
pub(super) fn sources(filter: &MatchFilter) -> Vec<Source> {
    let own = |whose, listed, others: &[Sat]| Source::Own {
        whose,
        listed,
        others: others.to_vec(),
    };
    let sat = |player| Sat { player, won: false };
    let winner = filter.won_by.map(|player| Sat { player, won: true });
    // A winner had a seat: asking for both adds nothing.
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

impl MatchOrder {
    /// Whether the first place comes before the second one.
    fn puts_first(self, first: Cursor, second: Cursor) -> bool {
        match self {
            Self::NewestFirst => first > second,
            Self::OldestFirst => first < second,
        }
    }
}

impl Source {
    /// Whether rows are searched for other people.
    pub(super) fn is_together(&self) -> bool {
        !self.others().is_empty()
    }

    fn others(&self) -> &[Sat] {
        match self {
            Self::Listed => &[],
            Self::Own { others, .. } => others,
        }
    }

    /// How many of its rows are looked at.
    fn rows(&self, window: Window) -> u32 {
        if self.is_together() {
            TOGETHER_ROWS
        } else {
            window.limit
        }
    }
}

impl Listed {
    /// The possible values of the column.
    const fn values(self) -> &'static [bool] {
        match self {
            Self::Only => &[true],
            Self::Not => &[false],
            Self::Either => &[true, false],
        }
    }
}

impl From<PlaceRow> for Cursor {
    fn from(row: PlaceRow) -> Self {
        Self {
            at: Timestamp::from_unix_ms(row.place),
            id: row.match_id,
        }
    }
}
