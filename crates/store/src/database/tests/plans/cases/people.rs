//! People, their devices, friends and profiles, and everything that is stored of one.

use giog_rules::PlayerId;

use super::super::Case;
use super::case;
use crate::database::choices::{CHOICES_SQL, INVITATION_SQL};
use crate::database::conn::Value;
use crate::database::devices::{BY_TOKEN_SQL, DEVICES_SQL, IDLE_DEVICES_SQL};
use crate::database::finding::{FOUND_SQL, UNTAGGED_SQL};
use crate::database::friends::{
    ASKED_SQL, ASKING_SQL, BLOCKED_SQL, CODE_SQL, COUNT_ASKED_SQL, COUNT_ASKING_SQL,
    COUNT_BLOCKED_SQL, COUNT_FRIENDS_SQL, DELETE_CODES_SQL, DELETE_REQUESTS_SQL, EXPECTS_SQL,
    FRIENDS_SQL,
};
use crate::database::guests::{GUEST_SQL, IDLE_SQL, NAMES_POSTGRES_SQL, NAMES_SQLITE_SQL};
use crate::database::openings::without_openings_sql;
use crate::database::personal::{
    CREATED_ROOMS_SQL, OWN_ASKED_SQL, OWN_ASKING_SQL, OWN_BANS_SQL, OWN_BLOCKED_SQL, OWN_CODE_SQL,
    OWN_FRIENDS_SQL, OWN_REPORTS_SQL, OWNED_ROOMS_SQL, REPORTS_ABOUT_SQL,
};
use crate::database::push::{END_ENDPOINT_SQL, PUSH_SQL};
use crate::database::recovery::BY_RECOVERY_SQL;
use crate::database::statistics::{COUNTED_SQL, LADDERS_SQL};
use crate::tests::samples::{at, finished, player};

/// All of them, for SQLite or Postgres.
pub(super) fn cases(is_sqlite: bool) -> Vec<Case> {
    [
        people(is_sqlite),
        profiles(is_sqlite),
        personal(),
        friends(),
    ]
    .concat()
}

/// Every query about people and their devices.
fn people(is_sqlite: bool) -> Vec<Case> {
    let (names_sql, names) = if is_sqlite {
        (NAMES_SQLITE_SQL, "[\"00000000000000000000000000000007\"]")
    } else {
        (
            NAMES_POSTGRES_SQL,
            "{00000000000000000000000000000007,00000000000000000000000000000008}",
        )
    };
    let of_player = |PlayerId(id)| Value::Id(id);
    let limit = Value::Int(10);
    vec![
        case(
            GUEST_SQL,
            [of_player(player(7))],
            "USING PRIMARY KEY",
            "guests_pkey",
        ),
        case(
            BY_TOKEN_SQL,
            [Value::Bytes(&[7; 32])],
            "devices_by_token",
            "devices_by_token",
        ),
        case(
            DEVICES_SQL,
            [of_player(player(7))],
            "devices_by_player",
            "devices_by_player",
        ),
        case(
            PUSH_SQL,
            [of_player(player(7))],
            "devices_by_player",
            "devices_by_player",
        ),
        case(
            END_ENDPOINT_SQL,
            [Value::Text("https://push.example.org/7")],
            "push_subscriptions_by_endpoint",
            "push_subscriptions_by_endpoint",
        ),
        case(
            BY_RECOVERY_SQL,
            [Value::Bytes(&[7; 32])],
            "guests_by_recovery",
            "guests_by_recovery",
        ),
        case(
            IDLE_DEVICES_SQL,
            [
                Value::Int(at(5).unix_ms()),
                Value::Int(0),
                of_player(player(7)),
                limit,
            ],
            "devices_by_seen",
            "devices_by_seen",
        ),
        case(
            names_sql,
            [Value::Text(names)],
            "USING PRIMARY KEY",
            "guests_pkey",
        ),
        case(
            IDLE_SQL,
            [
                Value::Int(at(5).unix_ms()),
                Value::Int(0),
                of_player(player(7)),
                limit,
            ],
            "guests_by_seen",
            "guests_by_seen",
        ),
    ]
}

/// Every query about openings, people by name, and statistics of games.
fn profiles(is_sqlite: bool) -> Vec<Case> {
    let (name, tag, limit) = (Value::Text("name"), Value::Text("0042"), Value::Int(10));
    let id = Value::Id(finished(5).match_id.0);
    vec![
        case(
            &without_openings_sql(is_sqlite),
            vec![limit],
            "matches_without_openings",
            "matches_without_openings",
        ),
        case(
            FOUND_SQL,
            vec![name, tag, limit],
            "guests_by_name (name=? AND tag=?)",
            "guests_by_name",
        ),
        case(
            UNTAGGED_SQL,
            vec![limit],
            "guests_without_tag",
            "guests_without_tag",
        ),
        case(
            COUNTED_SQL,
            vec![name, Value::Int(at(500).unix_ms()), id, limit],
            "matches_by_variant (variant=? AND status=? AND listed=? AND (place,match_id)<(?,?))",
            "matches_by_variant",
        ),
        case(
            LADDERS_SQL,
            vec![Value::Int(8_107)],
            "COVERING INDEX ratings_ladder (season=?)",
            "ratings_ladder",
        ),
    ]
}

/// What is stored of a person.
fn personal() -> Vec<Case> {
    let who = Value::Id(player(7).0);
    let own = "PRIMARY KEY (player_id=?";
    vec![
        case(OWN_FRIENDS_SQL, vec![who], own, "friends_pkey"),
        case(OWN_ASKED_SQL, vec![who], own, "friend_requests_pkey"),
        case(
            OWN_ASKING_SQL,
            vec![who],
            "friend_requests_by_asked",
            "friend_requests_by_asked",
        ),
        case(OWN_BLOCKED_SQL, vec![who], own, "blocks_pkey"),
        case(OWN_CODE_SQL, vec![who], own, "friend_codes_pkey"),
        case(OWN_BANS_SQL, vec![who], "bans_by_player", "bans_by_player"),
        case(
            OWN_REPORTS_SQL,
            vec![who, Value::Int(10)],
            "reports_by_reporter",
            "reports_by_reporter",
        ),
        case(
            REPORTS_ABOUT_SQL,
            vec![who],
            "reports_by_reported",
            "reports_by_reported",
        ),
        case(
            CREATED_ROOMS_SQL,
            vec![who],
            "sleeping_rooms_by_creator",
            "sleeping_rooms_by_creator",
        ),
        case(
            OWNED_ROOMS_SQL,
            vec![who],
            "sleeping_rooms_by_owner",
            "sleeping_rooms_by_owner",
        ),
    ]
}

/// The queries about friends.
fn friends() -> Vec<Case> {
    let who = Value::Id(player(7).0);
    let (since, limit) = (Value::Int(at(700).unix_ms()), Value::Int(10));
    let own = "PRIMARY KEY (player_id=?";
    let by_asked = "friend_requests_by_asked";
    vec![
        case(FRIENDS_SQL, vec![who], own, "friends_pkey"),
        case(ASKING_SQL, vec![who, since, limit], by_asked, by_asked),
        case(ASKED_SQL, vec![who, since], own, "friend_requests_pkey"),
        Case {
            // Friends, requests and blocks.
            times: 3,
            ..case(
                EXPECTS_SQL,
                vec![who, Value::Id(player(8).0), since],
                own,
                "Scan using",
            )
        },
        case(BLOCKED_SQL, vec![who], own, "blocks_pkey"),
        case(CHOICES_SQL, vec![who], own, "guests_pkey"),
        case(
            INVITATION_SQL,
            vec![who, Value::Id(player(8).0)],
            own,
            "guests_pkey",
        ),
        case(COUNT_FRIENDS_SQL, vec![who], own, "friends_pkey"),
        case(
            COUNT_ASKED_SQL,
            vec![who, since],
            own,
            "friend_requests_pkey",
        ),
        case(COUNT_ASKING_SQL, vec![who, since], by_asked, by_asked),
        case(COUNT_BLOCKED_SQL, vec![who], own, "blocks_pkey"),
        case(
            CODE_SQL,
            vec![Value::Bytes(&[7; 32]), since],
            "friend_codes_by_hash",
            "friend_codes_by_hash",
        ),
        case(
            DELETE_REQUESTS_SQL,
            vec![since, limit],
            "friend_requests_by_time",
            "friend_requests_by_time",
        ),
        case(
            DELETE_CODES_SQL,
            vec![since, limit],
            "friend_codes_by_time",
            "friend_codes_by_time",
        ),
    ]
}
