//! Every question, and the index that must answer it.

use giog_protocol::RoomId;
use giog_rules::{MatchId, PlayerId};
use uuid::Uuid;

use super::Case;
use crate::database::bans::{BAN_SQL, BANS_SQL, DELETE_BANS_SQL};
use crate::database::conn::Value;
use crate::database::guests::{GUEST_BY_TOKEN_SQL, GUEST_SQL, IDLE_SQL, NAMES_SQL};
use crate::database::history::{
    CANCELLED_SQL, LAST_MATCH_SQL, RECORD_SQL, STARTED_SQL, SUMMARY_SQL,
};
use crate::database::list::{Question, sources};
use crate::database::log::{CLOSED_ROOMS_SQL, FLOOR_SQL, OPEN_ROOMS_SQL};
use crate::database::reports::{DELETE_REPORTS_SQL, OPEN_REPORTS_SQL, REPORTS_SQL};
use crate::limits::NAME_PAGE_IDS;
use crate::tests::samples::{at, finished, player, room};
use crate::{Cursor, MatchFilter, MatchStatus};

pub(super) fn cases() -> Vec<Case> {
    let mut cases = lists();
    cases.extend(singles());
    cases.extend(operators());
    cases
}

/// Every list, from its first page and from a later one.
fn lists() -> Vec<Case> {
    let mut cases = Vec::new();
    for (filter, indices) in of_all().into_iter().chain(of_people()) {
        // The cases outlive their filters; a test may leak.
        let filter: &'static MatchFilter = Box::leak(Box::new(filter));
        let later = Cursor {
            at: at(700),
            id: Uuid::from_u128(5),
        };
        for (source, &index) in sources(filter).into_iter().zip(indices) {
            for cursor in [None, Some(later)] {
                let Question { sql, values } = Question::new(&source, filter, cursor, 21);
                // The primary key has no name in SQLite's plans.
                let sqlite = if index == "player_matches" {
                    "SEARCH p USING PRIMARY KEY"
                } else {
                    index
                };
                let postgres = if index == "player_matches" {
                    "player_matches_pkey"
                } else {
                    index
                };
                cases.push(Case {
                    sql,
                    values,
                    indices: (sqlite, postgres),
                });
            }
        }
    }
    cases
}

/// Filters over all matches, and the index of each of their sources.
fn of_all() -> Vec<(MatchFilter, &'static [&'static str])> {
    let all = MatchFilter::default();
    vec![
        (all.clone(), &["matches_listed"]),
        (
            MatchFilter {
                from: Some(at(100)),
                to: Some(at(1400)),
                ..all.clone()
            },
            &["matches_listed"],
        ),
        (
            MatchFilter {
                variant: Some("variant 3".to_owned()),
                ..all.clone()
            },
            &["matches_by_variant"],
        ),
        (
            MatchFilter {
                status: Some(MatchStatus::Abandoned),
                ..all.clone()
            },
            &["matches_by_status"],
        ),
        (
            MatchFilter {
                room: Some(room(7)),
                ..all
            },
            &["matches_by_room"],
        ),
    ]
}

/// Filters over some people's matches, and the index of each of their sources.
fn of_people() -> Vec<(MatchFilter, &'static [&'static str])> {
    let all = MatchFilter::default();
    vec![
        (
            MatchFilter {
                player: Some(player(7)),
                ..all.clone()
            },
            &["player_matches"],
        ),
        (
            MatchFilter {
                player: Some(player(7)),
                include_unlisted_of: Some(player(7)),
                ..all.clone()
            },
            &["player_matches"],
        ),
        (
            MatchFilter {
                include_unlisted_of: Some(player(7)),
                ..all.clone()
            },
            &["matches_listed", "player_matches"],
        ),
        (
            MatchFilter {
                player: Some(player(8)),
                include_unlisted_of: Some(player(7)),
                ..all.clone()
            },
            &["player_matches", "player_matches"],
        ),
        (
            MatchFilter {
                won_by: Some(player(7)),
                from: Some(at(100)),
                to: Some(at(1400)),
                ..all.clone()
            },
            &["player_wins"],
        ),
        (
            MatchFilter {
                won_by: Some(player(7)),
                player: Some(player(8)),
                include_unlisted_of: Some(player(9)),
                ..all
            },
            &["player_wins", "player_matches"],
        ),
    ]
}

/// What an operator asks, and what retention does for them.
fn operators() -> Vec<Case> {
    let after = [Value::Int(at(700).unix_ms()), Value::Id(Uuid::from_u128(5))];
    let (now, limit) = (Value::Int(at(5).unix_ms()), Value::Int(10));
    let page = [after.as_slice(), &[limit]].concat();
    let case = |sql: &str, values: Vec<Value<'static>>, sqlite, postgres| Case {
        sql: sql.to_owned(),
        values,
        indices: (sqlite, postgres),
    };
    vec![
        case(
            REPORTS_SQL,
            page.clone(),
            "reports_by_time",
            "reports_by_time",
        ),
        case(OPEN_REPORTS_SQL, page, "reports_open", "reports_open"),
        case(
            DELETE_REPORTS_SQL,
            vec![now, limit],
            "reports_by_time",
            "reports_by_time",
        ),
        case(
            BANS_SQL,
            [after.as_slice(), &[now, limit]].concat(),
            "bans_by_time",
            "bans_by_time",
        ),
        case(
            BAN_SQL,
            vec![after[1]],
            "sqlite_autoindex_bans_1",
            "bans_pkey",
        ),
        case(
            DELETE_BANS_SQL,
            vec![now, limit],
            "bans_by_end",
            "bans_by_end",
        ),
    ]
}

/// Every question with one answer, and those of a start and of retention.
fn singles() -> Vec<Case> {
    let id = |MatchId(id)| Value::Id(id);
    let of_room = |RoomId(id)| Value::Id(id);
    let of_player = |PlayerId(id)| Value::Id(id);
    let some_match = id(finished(5).match_id);
    let limit = Value::Int(10);
    let case = |sql: &str, values: &[Value<'static>], sqlite, postgres| Case {
        sql: sql.to_owned(),
        values: values.to_vec(),
        indices: (sqlite, postgres),
    };
    vec![
        case(
            SUMMARY_SQL,
            &[some_match],
            "sqlite_autoindex_matches_1",
            "matches_pkey",
        ),
        case(
            RECORD_SQL,
            &[some_match],
            "sqlite_autoindex_match_records_1",
            "match_records_pkey",
        ),
        case(
            STARTED_SQL,
            &[some_match],
            "USING PRIMARY KEY",
            "match_starts_pkey",
        ),
        case(
            LAST_MATCH_SQL,
            &[of_room(room(7))],
            "matches_by_room",
            "matches_by_room",
        ),
        case(
            CANCELLED_SQL,
            &[of_room(room(7)), limit],
            "cancelled_starts_by_room",
            "cancelled_starts_by_room",
        ),
        case(
            GUEST_SQL,
            &[of_player(player(7))],
            "USING PRIMARY KEY",
            "guests_pkey",
        ),
        case(
            GUEST_BY_TOKEN_SQL,
            &[Value::Bytes(&[7; 32])],
            "autoindex_guests",
            "guests_token_hash_key",
        ),
        case(
            NAMES_SQL,
            &[of_player(player(7)); NAME_PAGE_IDS],
            "USING PRIMARY KEY",
            "guests_pkey",
        ),
        case(
            IDLE_SQL,
            &[
                Value::Int(at(5).unix_ms()),
                Value::Int(0),
                of_player(player(7)),
                limit,
            ],
            "guests_by_seen",
            "guests_by_seen",
        ),
        case(
            OPEN_ROOMS_SQL,
            &[of_room(room(7)), limit],
            "rooms_open",
            "rooms_open",
        ),
        case(
            FLOOR_SQL,
            &[of_room(room(7))],
            "USING PRIMARY KEY",
            "room_floors_pkey",
        ),
        case(
            CLOSED_ROOMS_SQL,
            &[Value::Int(at(5).unix_ms()), limit],
            "rooms_closed",
            "rooms_closed",
        ),
    ]
}
