//! Single matches, rooms and their logs, what is old, and what the operator asks for.

use giog_protocol::RoomId;
use giog_rules::MatchId;
use uuid::Uuid;

use super::super::Case;
use super::case;
use crate::database::Backend;
use crate::database::bans::{BAN_SQL, BANS_SQL, DELETE_BANS_SQL};
use crate::database::conn::Value;
use crate::database::date::{AHEAD_OF_TIME_SQL, DOUBT_SQL};
use crate::database::deleted::{
    AGED_SQL, AGED_WITH_BOTS_SQL, DELETED_SQL, IS_OPEN_SQL, LATER_SQL, NEXT_VARIANT_SQL,
};
use crate::database::forgotten::{self, Naming};
use crate::database::history::{
    BEGUN_SQL, CANCELLED_SQL, LATEST_SQL, RECORD_SQL, STARTED_SQL, SUMMARY_SQL,
};
use crate::database::log::{BELOW_SQL, CLOSED_ROOMS_SQL, OPEN_ROOMS_SQL, floors_sql};
use crate::database::places::{AHEAD_SQL, COUNT_AHEAD_SQL, LAST_PLACE_SQL, LAST_PLACE_UNTIL_SQL};
use crate::database::published::{
    LAST_PUBLICATION_SQL, PUBLICATION_SQL, numbers_sql, summaries_sql, unpublished_sql,
};
use crate::database::reports::{
    DELETE_REPORTS_SQL, OPEN_REPORTS_SQL, REPORT_CHAT_SQL, REPORTS_SQL, WAITING_REPORTS_SQL,
};
use crate::database::sleeping::{
    DELETE_OF_ALL_SQL, DELETE_OF_CREATOR_SQL, DELETE_SLEEPING_SQL, FORGET_OWNER_SQL, SLEEPING_SQL,
};
use crate::postgres::PgBackend;
use crate::public_matches::PUBLIC_SQL;
use crate::sqlite::SqliteBackend;
use crate::tests::samples::{at, finished, player, room};

/// All of them, for SQLite or Postgres.
pub(super) fn cases(is_sqlite: bool) -> Vec<Case> {
    [
        singles(is_sqlite),
        old_matches(),
        latest(),
        published(is_sqlite),
        sleeping(),
        operators(),
    ]
    .concat()
}

/// Every query with a single result, and those of a start and of retention.
fn singles(is_sqlite: bool) -> Vec<Case> {
    let (names_in_floors, names_in_reports) = if is_sqlite {
        looking_for_names::<SqliteBackend>()
    } else {
        looking_for_names::<PgBackend>()
    };
    let id = |MatchId(id)| Value::Id(id);
    let of_room = |RoomId(id)| Value::Id(id);
    let some_match = id(finished(5).match_id);
    let limit = Value::Int(10);
    vec![
        case(
            SUMMARY_SQL,
            [some_match],
            "sqlite_autoindex_matches_1",
            "matches_pkey",
        ),
        case(
            RECORD_SQL,
            [some_match],
            "sqlite_autoindex_match_records_1",
            "match_records_pkey",
        ),
        case(
            STARTED_SQL,
            [some_match],
            "USING PRIMARY KEY",
            "match_starts_pkey",
        ),
        case(
            CANCELLED_SQL,
            [of_room(room(7)), limit],
            "cancelled_starts_by_room",
            "cancelled_starts_by_room",
        ),
        case(
            OPEN_ROOMS_SQL,
            [of_room(room(7)), limit],
            "rooms_open",
            "rooms_open",
        ),
        case(
            &floors_sql(2),
            [of_room(room(7)), of_room(room(8))],
            "USING PRIMARY KEY",
            "room_floors_pkey",
        ),
        case(
            BELOW_SQL,
            [of_room(room(7))],
            "USING PRIMARY KEY",
            "room_floors_pkey",
        ),
        case(
            Naming::Rooms.ids_sql(),
            [Value::Id(Uuid::from_u128(5)), limit],
            "PRIMARY KEY (room_id>?)",
            "rooms_pkey",
        ),
        case(
            &names_in_floors,
            [
                Value::Id(room(1).0),
                Value::Id(room(7).0),
                Value::Bytes(b"name"),
            ],
            "PRIMARY KEY (room_id>? AND room_id<?)",
            "room_floors_pkey",
        ),
        case(
            &names_in_reports,
            [Value::Id(Uuid::from_u128(5)), Value::Id(Uuid::from_u128(7))],
            "sqlite_autoindex_reports_1",
            "reports_pkey",
        ),
        case(
            Naming::Reports.ids_sql(),
            [Value::Id(Uuid::from_u128(5)), limit],
            "sqlite_autoindex_reports_1",
            "reports_pkey",
        ),
        case(
            CLOSED_ROOMS_SQL,
            [Value::Int(at(5).unix_ms()), limit],
            "rooms_closed",
            "rooms_closed",
        ),
    ]
}

/// The queries that look for names in floors and in reports.
fn looking_for_names<B: Backend>() -> (String, String) {
    (forgotten::floors_sql::<B>(), forgotten::reports_sql::<B>())
}

/// The queries that delete old matches.
fn old_matches() -> Vec<Case> {
    let after = [Value::Int(at(1).unix_ms()), Value::Id(Uuid::from_u128(5))];
    let (before, limit) = (Value::Int(at(700).unix_ms()), Value::Int(10));
    let stream = [
        Value::Text("variant 3"),
        Value::Text("over"),
        Value::Bool(true),
    ];
    let RoomId(id) = room(7);
    vec![
        case(
            NEXT_VARIANT_SQL,
            vec![Value::Text("variant 1")],
            "matches_by_variant (variant>?",
            "matches_by_variant",
        ),
        case(
            AGED_SQL,
            [stream.as_slice(), &[before], &after, &[limit]].concat(),
            "matches_by_variant (variant=? AND status=? AND listed=? AND (place",
            "matches_by_variant",
        ),
        case(
            AGED_WITH_BOTS_SQL,
            [&[before], after.as_slice(), &[limit]].concat(),
            "matches_with_bots",
            "matches_with_bots",
        ),
        case(
            IS_OPEN_SQL,
            vec![Value::Id(id)],
            "rooms USING PRIMARY KEY (room_id=?)",
            "rooms_open",
        ),
        case(
            LATER_SQL,
            [&[Value::Id(id)], stream.as_slice(), &after, &[limit]].concat(),
            "matches_by_room (room_id=? AND variant=? AND status=? AND listed=? AND (place",
            "matches_by_room",
        ),
        case(
            DELETED_SQL,
            vec![Value::Id(finished(5).match_id.0)],
            "USING PRIMARY KEY",
            "deleted_matches_pkey",
        ),
    ]
}

/// The queries about the latest times and places.
fn latest() -> Vec<Case> {
    let (listed, now) = (Value::Bool(true), Value::Int(at(700).unix_ms()));
    let after = [listed, now, Value::Id(Uuid::from_u128(5)), Value::Int(10)];
    let public = vec![now, now, Value::Id(Uuid::from_u128(5)), Value::Int(10)];
    let of_both = |sql: &str, values, sqlite| Case {
        // One for listed matches, and one for the others.
        times: 2,
        ..case(sql, values, sqlite, "matches_listed")
    };
    let of_date = AHEAD_OF_TIME_SQL.into_iter().zip([
        "guests_by_seen",
        "devices_by_seen",
        "ratings_by_time",
        "past_ratings_by_time",
        "reports_by_time",
        "rooms_closed",
        "sleeping_rooms_by_time",
        "reviews_by_reading",
    ]);
    let of_date = of_date.map(|(sql, index)| case(sql, vec![now], index, index));
    let all = "matches_listed (listed=?";
    let later = "matches_listed (listed=? AND place>?";
    let until = "matches_listed (listed=? AND place<?";
    let beyond = "matches_listed (listed=? AND (place";
    let doubt = case(DOUBT_SQL, Vec::new(), "PRIMARY KEY", "date_trust_pkey");
    let mut cases = vec![
        doubt,
        case(LATEST_SQL, Vec::new(), "guests_by_seen", "guests_by_seen"),
        of_both(LATEST_SQL, Vec::new(), all),
        of_both(LAST_PLACE_SQL, Vec::new(), all),
        of_both(LAST_PLACE_UNTIL_SQL, vec![now], until),
        case(COUNT_AHEAD_SQL, vec![listed, now], later, "matches_listed"),
        case(AHEAD_SQL, after.to_vec(), beyond, "matches_listed"),
        case(PUBLIC_SQL, public, beyond, "matches_listed"),
        case(
            BEGUN_SQL,
            vec![now, Value::Int(10)],
            later,
            "matches_listed",
        ),
    ];
    cases.extend(of_date);
    cases
}

/// Every query about the order in which matches become public.
fn published(is_sqlite: bool) -> Vec<Case> {
    let number = Value::Int(100);
    let of_variant = [number, number, Value::Text("variant 3")];
    vec![
        case(
            &unpublished_sql(is_sqlite),
            [Value::Int(1)],
            "matches_unpublished",
            "matches_unpublished",
        ),
        case(
            PUBLICATION_SQL,
            [Value::Id(finished(5).match_id.0)],
            "sqlite_autoindex_matches_1",
            "matches_pkey",
        ),
        case(
            LAST_PUBLICATION_SQL,
            [],
            "matches_published",
            "matches_published",
        ),
        case(
            &numbers_sql(false),
            [number, number],
            "matches_published (published>?",
            "matches_published",
        ),
        case(
            &numbers_sql(true),
            of_variant,
            "matches_published_by_variant (variant=? AND published>?",
            // Of so few rows it reads those of all variants.
            "matches_published",
        ),
        case(
            &summaries_sql(false),
            [number, number],
            "matches_published (published>? AND published<?",
            "matches_published",
        ),
        case(
            &summaries_sql(true),
            of_variant,
            "matches_published_by_variant (variant=? AND published>? AND published<?",
            "matches_published_by_variant",
        ),
    ]
}

/// The queries about sleeping rooms.
fn sleeping() -> Vec<Case> {
    let (number, limit) = (Value::Int(at(700).unix_ms()), Value::Int(10));
    let by_creator = "sleeping_rooms_by_creator";
    let by_time = "sleeping_rooms_by_time";
    vec![
        case(
            SLEEPING_SQL,
            vec![Value::Id(room(7).0)],
            "PRIMARY KEY (room_id=?)",
            "sleeping_rooms_pkey",
        ),
        case(
            DELETE_OF_CREATOR_SQL,
            vec![Value::Id(player(7).0), limit],
            by_creator,
            by_creator,
        ),
        case(DELETE_OF_ALL_SQL, vec![limit], by_time, by_time),
        case(DELETE_SLEEPING_SQL, vec![number, limit], by_time, by_time),
        case(
            FORGET_OWNER_SQL,
            vec![Value::Id(player(7).0)],
            "sleeping_rooms_by_owner",
            "sleeping_rooms_by_owner",
        ),
    ]
}

/// Queries of the operator, and of retention.
fn operators() -> Vec<Case> {
    let after = [Value::Int(at(700).unix_ms()), Value::Id(Uuid::from_u128(5))];
    let (now, limit) = (Value::Int(at(5).unix_ms()), Value::Int(10));
    let page = [after.as_slice(), &[limit]].concat();
    vec![
        case(
            REPORTS_SQL,
            page.clone(),
            "reports_by_time",
            "reports_by_time",
        ),
        case(OPEN_REPORTS_SQL, page, "reports_open", "reports_open"),
        case(
            REPORT_CHAT_SQL,
            vec![Value::Id(Uuid::from_u128(5))],
            "sqlite_autoindex_reports_1",
            "reports_pkey",
        ),
        case(
            WAITING_REPORTS_SQL,
            vec![limit],
            "reports_open",
            "reports_open",
        ),
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
