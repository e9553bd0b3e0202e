//! Lists of matches: every combination of filters.

use std::sync::LazyLock;

use uuid::Uuid;

use super::super::Case;
use crate::database::history::SUMMARY_COLUMNS;
use crate::database::list::played::PLAYED_COLUMNS;
use crate::database::list::{Asked, ListQuery, Source, Window, sources, streams, variants_query};
use crate::tests::samples::{at, player, room};
use crate::{Cursor, MatchFilter, MatchOrder, MatchStatus};

/// Every list that REST offers, from its first page and from a later one, and the query before it.
pub(super) fn cases(is_sqlite: bool) -> Vec<Case> {
    let mut cases = Vec::new();
    for filter in filters() {
        // The cases outlive their filters; a test may leak.
        let filter: &'static MatchFilter = Box::leak(Box::new(filter));
        for source in sources(filter) {
            let (sqlite, postgres) = index(filter, &source);
            if let Some(ListQuery { sql, values }) = variants_query(filter, &source) {
                // The first variant, and each next one.
                cases.push(Case {
                    sql,
                    values,
                    indices: (next_game(sqlite), postgres),
                    times: 1,
                    merges: false,
                });
            }
            let streams = streams(filter, &source, played());
            let case = |ListQuery { sql, values }| Case {
                sql,
                values,
                indices: (sqlite, postgres),
                times: streams.len(),
                merges: true,
            };
            for after in [None, Some(later())] {
                let asked = Asked {
                    filter,
                    source: &source,
                    streams: &streams,
                    window: Window { after, limit: 21 },
                    columns: SUMMARY_COLUMNS,
                    is_sqlite,
                };
                cases.push(case(ListQuery::page(asked)));
                if filter.status == Some(MatchStatus::Abandoned) && filter.room.is_none() {
                    let columns = PLAYED_COLUMNS;
                    cases.push(case(ListQuery::page(Asked { columns, ..asked })));
                }
                if source.is_together() {
                    cases.push(case(ListQuery::end(asked)));
                }
            }
        }
    }
    cases
}

/// All combinations of filters that REST offers.
pub(in super::super) fn filters() -> Vec<MatchFilter> {
    let people = [None, Some(player(7)), Some(player(8))];
    let mut filters = Vec::new();
    for bits in 0..64_u32 {
        let bit = |number: u32| bits >> number & 1 == 1;
        for player in people {
            for won_by in people {
                for include_unlisted_of in people {
                    filters.push(MatchFilter {
                        player,
                        won_by,
                        variant: bit(0).then(|| "variant 3".to_owned()),
                        room: bit(1).then(|| room(7)),
                        status: bit(2).then_some(MatchStatus::Abandoned),
                        from: bit(3).then(|| at(100)),
                        to: bit(4).then(|| at(1400)),
                        include_unlisted_of,
                        order: if bit(5) {
                            MatchOrder::OldestFirst
                        } else {
                            MatchOrder::NewestFirst
                        },
                    });
                }
            }
        }
    }
    filters
}

/// A position in the middle.
fn later() -> Cursor {
    Cursor {
        at: at(700),
        id: Uuid::from_u128(5),
    }
}

/// The variants in the data that is queried.
fn played() -> &'static [String] {
    static PLAYED: LazyLock<Vec<String>> =
        LazyLock::new(|| vec!["variant 1".to_owned(), "variant 3".to_owned()]);
    &PLAYED
}

/// The index that each of a source's streams uses: for SQLite with all columns that are compared for equality.
fn index(filter: &MatchFilter, source: &Source) -> (&'static str, &'static str) {
    match (source, filter.room) {
        (Source::Listed, None) if filter.variant.is_none() && filter.status.is_none() => {
            ("matches_listed (listed=?", "matches_listed")
        }
        (Source::Listed, None) => (
            "matches_by_variant (variant=? AND status=? AND listed=?",
            "matches_by_variant",
        ),
        (Source::Listed, Some(_)) => (
            "matches_by_room (room_id=? AND variant=? AND status=? AND listed=?",
            "matches_by_room",
        ),
        (Source::Own { .. }, None) => (
            "player_matches USING PRIMARY KEY (player_id=? AND variant=? AND status=? AND listed=? AND won=?",
            "player_matches_pkey",
        ),
        (Source::Own { .. }, Some(_)) => (
            "player_matches_by_room (player_id=? AND room_id=? AND variant=? AND status=? AND listed=? AND won=?",
            "player_matches_by_room",
        ),
    }
}

/// How the next variant is found: with the leading columns of the same index.
fn next_game(step: &'static str) -> &'static str {
    let before = step.split_once(" AND variant=?").map(|(before, _)| before);
    before.unwrap_or("matches_by_variant (variant>?")
}
