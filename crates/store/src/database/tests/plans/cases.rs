//! Every query, with the index that it must use.

use std::sync::LazyLock;

use giog_protocol::RoomId;
use giog_ratings::Season;
use giog_rules::{MatchId, PlayerId};
use uuid::Uuid;

use super::Case;
use crate::database::Backend;
use crate::database::bans::{BAN_SQL, BANS_SQL, DELETE_BANS_SQL};
use crate::database::choices::{CHOICES_SQL, INVITATION_SQL};
use crate::database::conn::Value;
use crate::database::date::{AHEAD_OF_TIME_SQL, DOUBT_SQL};
use crate::database::deleted::{
    AGED_SQL, AGED_WITH_BOTS_SQL, DELETED_SQL, IS_OPEN_SQL, LATER_SQL, NEXT_VARIANT_SQL,
};
use crate::database::devices::{BY_TOKEN_SQL, DEVICES_SQL, IDLE_DEVICES_SQL};
use crate::database::finding::{FINDABLE_SQL, FOUND_SQL, UNTAGGED_SQL};
use crate::database::forgotten::{self, Naming};
use crate::database::friends::{
    ASKED_SQL, ASKING_SQL, BLOCKED_SQL, CODE_SQL, COUNT_ASKED_SQL, COUNT_ASKING_SQL,
    COUNT_BLOCKED_SQL, COUNT_FRIENDS_SQL, DELETE_CODES_SQL, DELETE_REQUESTS_SQL, FRIENDS_SQL,
};
use crate::database::guests::{GUEST_SQL, IDLE_SQL, NAMES_POSTGRES_SQL, NAMES_SQLITE_SQL};
use crate::database::history::{
    BEGUN_SQL, CANCELLED_SQL, LATEST_SQL, RECORD_SQL, STARTED_SQL, SUMMARY_COLUMNS, SUMMARY_SQL,
};
use crate::database::list::played::PLAYED_COLUMNS;
use crate::database::list::{Asked, ListQuery, Source, Window, sources, streams, variants_query};
use crate::database::log::{BELOW_SQL, CLOSED_ROOMS_SQL, OPEN_ROOMS_SQL, floors_sql};
use crate::database::mistakes::{
    DELETE_OF_MATCH_SQL as DELETE_MISTAKES_SQL, DELETE_OF_REVIEW_SQL, DELETE_TOO_MANY_SQL,
    FIRST_TOO_MANY_SQL, MISTAKES_SQL,
};
use crate::database::occasions::{RATED_PLAYS_SQL, WITHOUT_OCCASIONS_SQL};
use crate::database::openings::without_openings_sql;
use crate::database::personal::{
    CREATED_ROOMS_SQL, OWN_ASKED_SQL, OWN_ASKING_SQL, OWN_BANS_SQL, OWN_BLOCKED_SQL, OWN_CODE_SQL,
    OWN_FRIENDS_SQL, OWN_REPORTS_SQL, OWNED_ROOMS_SQL, REPORTS_ABOUT_SQL,
};
use crate::database::places::{AHEAD_SQL, COUNT_AHEAD_SQL, LAST_PLACE_SQL, LAST_PLACE_UNTIL_SQL};
use crate::database::published::{
    LAST_PUBLICATION_SQL, PUBLICATION_SQL, numbers_sql, summaries_sql, unpublished_sql,
};
use crate::database::push::{END_ENDPOINT_SQL, PUSH_SQL};
use crate::database::puzzles::{DELETE_OF_MATCH_SQL, FORMER_SQL, NEXT_SQL, OF_DAY_SQL, PUZZLE_SQL};
use crate::database::ratings::{
    CHANGES_SQL, DELETE_CHANGES_SQL, DELETE_PAST_SQL, DELETE_RATINGS_SQL, HIDES_SQL, LADDER_SQL,
    MET_SQL, OF_MATCH_SQL, PAST_SQL, RATED_MATCH_SQL, RATINGS_SQL,
};
use crate::database::recovery::BY_RECOVERY_SQL;
use crate::database::reports::{
    DELETE_REPORTS_SQL, OPEN_REPORTS_SQL, REPORT_CHAT_SQL, REPORTS_SQL, WAITING_REPORTS_SQL,
};
use crate::database::review_jobs::{
    COUNT_LEASES_SQL, DELETE_JOBS_OF_MATCH_SQL, DELETE_LATER_JOBS_SQL, DELETE_OLD_JOBS_SQL,
    FREE_JOBS_SQL, JOB_SQL, NEXT_JOB_SQL, OF_LEASE_SQL,
};
use crate::database::reviewers::{BY_REVIEWER_TOKEN_SQL, OF_REVIEWER_SQL};
use crate::database::reviews::{
    DELETE_EARLIER_SQL, DELETE_REVIEWS_SQL, DELETE_REVOKED_SQL, REVIEW_SQL, UNREAD_REVIEWS_SQL,
};
use crate::database::seasons::{
    FINAL_PLACES_SQL, HAS_TABLE_SQL, NEXT_POOL_SQL, SEASONS_SQL, TABLE_SQL,
};
use crate::database::sleeping::{
    DELETE_OF_ALL_SQL, DELETE_OF_CREATOR_SQL, DELETE_SLEEPING_SQL, FORGET_OWNER_SQL, SLEEPING_SQL,
};
use crate::database::statistics::{COUNTED_SQL, LADDERS_SQL};
use crate::postgres::PgBackend;
use crate::public_matches::PUBLIC_SQL;
use crate::sqlite::SqliteBackend;
use crate::tests::samples::{at, finished, player, room};
use crate::{Cursor, MatchFilter, MatchOrder, MatchStatus};

/// All cases, for SQLite or Postgres.
pub(super) fn cases(is_sqlite: bool) -> Vec<Case> {
    let mut cases = lists(is_sqlite);
    cases.extend(singles(is_sqlite));
    cases.extend(people(is_sqlite));
    cases.extend(operators());
    cases.extend(old_matches());
    cases.extend(latest());
    cases.extend(sleeping());
    cases.extend(reviews());
    cases.extend(reviewers());
    cases.extend(puzzles());
    cases.extend(mistakes());
    cases.extend(friends());
    cases.extend(personal());
    cases.extend(published(is_sqlite));
    cases.extend(occasions());
    cases.extend(ratings());
    cases.extend(profiles(is_sqlite));
    cases
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
        case(FINDABLE_SQL, vec![id], "USING PRIMARY KEY", "guests_pkey"),
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

/// Every query about the occasions of rated matches.
fn occasions() -> Vec<Case> {
    let (id, limit) = (Value::Id(finished(5).match_id.0), Value::Int(20));
    let [since, before] = [5, 500].map(|ms| Value::Int(at(ms).unix_ms()));
    vec![
        case(
            WITHOUT_OCCASIONS_SQL,
            [limit],
            "rated_matches_without_occasions",
            "rated_matches_without_occasions",
        ),
        case(
            RATED_PLAYS_SQL,
            [since, before, id, limit],
            "rated_matches_by_end",
            "rated_matches_by_end",
        ),
    ]
}

/// Every query about ratings.
fn ratings() -> Vec<Case> {
    let (pool, limit) = (Value::Text("giog/4-5/live"), Value::Int(20));
    let season = Value::Int(Season::of(at(5).unix_ms()).number().into());
    let id = Value::Id(finished(5).match_id.0);
    let old = [Value::Int(at(5).unix_ms()), limit];
    vec![
        case(
            LADDER_SQL,
            [season, pool, Value::Int(at(500).unix_ms()), id, limit],
            "ratings_ladder (season=? AND pool=? AND ladder>? AND (ladder,player_id)<(?,?))",
            "ratings_ladder",
        ),
        case(RATINGS_SQL, [id], "USING PRIMARY KEY", "ratings_pkey"),
        case(PAST_SQL, [id], "USING PRIMARY KEY", "past_ratings_pkey"),
        case(
            CHANGES_SQL,
            [id, pool, limit],
            "USING PRIMARY KEY",
            "rating_changes_pkey",
        ),
        case(
            MET_SQL,
            [id, pool, limit],
            "rating_changes_by_match",
            "rating_changes_by_match",
        ),
        case(
            OF_MATCH_SQL,
            [id],
            "rating_changes_by_match",
            "rating_changes_by_match",
        ),
        case(
            RATED_MATCH_SQL,
            [id],
            "USING PRIMARY KEY",
            "rated_matches_pkey",
        ),
        case(HIDES_SQL, [id], "USING PRIMARY KEY", "guests_pkey"),
        case(
            DELETE_PAST_SQL,
            old,
            "past_ratings_by_time",
            "past_ratings_by_time",
        ),
        Case {
            times: 2,
            merges: true,
            ..case(
                NEXT_POOL_SQL,
                [season, Value::Text("")],
                "ratings_ladder (season=? AND pool>?",
                "ratings_ladder",
            )
        },
        Case {
            times: 2,
            merges: true,
            ..case(
                FINAL_PLACES_SQL,
                [season, pool, limit],
                "ratings_ladder (season=? AND pool=? AND ladder>?",
                "ratings_ladder",
            )
        },
        case(
            HAS_TABLE_SQL,
            [pool, season],
            "USING PRIMARY KEY",
            "season_tables_pkey",
        ),
        case(
            TABLE_SQL,
            [pool, season],
            "USING PRIMARY KEY",
            "season_tables_pkey",
        ),
        case(
            SEASONS_SQL,
            [pool, limit],
            "USING PRIMARY KEY",
            "season_tables_pkey",
        ),
        case(
            DELETE_RATINGS_SQL,
            old,
            "ratings_by_time",
            "ratings_by_time",
        ),
        case(
            DELETE_CHANGES_SQL,
            old,
            "ratings_by_time",
            "ratings_by_time",
        ),
    ]
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

/// Every list that REST offers, from its first page and from a later one, and the query before it.
fn lists(is_sqlite: bool) -> Vec<Case> {
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
pub(super) fn filters() -> Vec<MatchFilter> {
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

/// A query that runs once, and finds its rows with these indexes.
fn case(
    sql: &str,
    values: impl Into<Vec<Value<'static>>>,
    sqlite: &'static str,
    postgres: &'static str,
) -> Case {
    Case {
        sql: sql.to_owned(),
        values: values.into(),
        indices: (sqlite, postgres),
        times: 1,
        merges: false,
    }
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

/// The queries about reviews.
fn reviews() -> Vec<Case> {
    let (id, number) = (Value::Id(finished(5).match_id.0), Value::Int(1));
    let key = vec![id, number, number];
    vec![
        case(
            REVIEW_SQL,
            key.clone(),
            "PRIMARY KEY (match_id=? AND seat=? AND engine=?)",
            "reviews_pkey",
        ),
        case(
            DELETE_EARLIER_SQL,
            key.clone(),
            "PRIMARY KEY (match_id=? AND seat=? AND engine<?)",
            "reviews_pkey",
        ),
        case(
            DELETE_REVIEWS_SQL,
            vec![id],
            "PRIMARY KEY (match_id=?)",
            "reviews_pkey",
        ),
        case(
            DELETE_REVOKED_SQL,
            key.clone(),
            "PRIMARY KEY (match_id=? AND seat=? AND engine=?)",
            "reviews_pkey",
        ),
        case(
            UNREAD_REVIEWS_SQL,
            key,
            "reviews_by_reading",
            "reviews_by_reading",
        ),
    ]
}

/// The queries about workers and their jobs.
fn reviewers() -> Vec<Case> {
    let (id, number) = (Value::Id(finished(5).match_id.0), Value::Int(1));
    let late = Value::Int(at(1_000_000).unix_ms());
    let (by_offer, by_lease) = ("review_jobs_by_offer", "review_jobs_by_lease");
    let (by_reviewer, primary) = ("review_jobs_by_reviewer", "PRIMARY KEY");
    vec![
        case(
            BY_REVIEWER_TOKEN_SQL,
            vec![Value::Bytes(b"hash")],
            "reviewers_by_token",
            "reviewers_by_token",
        ),
        case(
            OF_REVIEWER_SQL,
            vec![id, number],
            "COVERING INDEX reviews_by_reviewer (reviewer_id=?)",
            "reviews_by_reviewer",
        ),
        case(
            NEXT_JOB_SQL,
            vec![number, Value::Int(3), late],
            by_offer,
            by_offer,
        ),
        case(
            JOB_SQL,
            vec![id, number, number],
            primary,
            "review_jobs_pkey",
        ),
        case(
            OF_LEASE_SQL,
            vec![id, number, Value::Bool(false)],
            by_lease,
            by_lease,
        ),
        case(COUNT_LEASES_SQL, vec![id, number], by_reviewer, by_reviewer),
        case(
            FREE_JOBS_SQL,
            vec![id, Value::Bool(false)],
            by_reviewer,
            by_reviewer,
        ),
        case(DELETE_OLD_JOBS_SQL, vec![number], by_offer, by_offer),
        case(DELETE_LATER_JOBS_SQL, vec![late], by_offer, by_offer),
        case(
            DELETE_JOBS_OF_MATCH_SQL,
            vec![id],
            primary,
            "review_jobs_pkey",
        ),
    ]
}

/// The queries about mistakes.
fn mistakes() -> Vec<Case> {
    let (id, who) = (Value::Id(finished(5).match_id.0), Value::Id(player(7).0));
    let (place, seat) = (Value::Int(5), Value::Int(0));
    let primary = "PRIMARY KEY (player_id=?";
    vec![
        case(
            MISTAKES_SQL,
            vec![
                who,
                place,
                id,
                Value::MaybeText(Some("giog")),
                Value::MaybeText(None),
                Value::Int(51),
            ],
            primary,
            "mistakes_pkey",
        ),
        case(
            FIRST_TOO_MANY_SQL,
            vec![who, Value::Int(2_000)],
            primary,
            "mistakes_pkey",
        ),
        case(
            DELETE_TOO_MANY_SQL,
            vec![who, place, id],
            primary,
            "mistakes_pkey",
        ),
        case(
            DELETE_OF_REVIEW_SQL,
            vec![id, seat],
            "mistakes_by_match",
            "mistakes_by_match",
        ),
        case(
            DELETE_MISTAKES_SQL,
            vec![id],
            "mistakes_by_match",
            "mistakes_by_match",
        ),
    ]
}

/// The queries about puzzles.
fn puzzles() -> Vec<Case> {
    let (id, day) = (Value::Id(finished(5).match_id.0), Value::Int(5));
    vec![
        case(
            PUZZLE_SQL,
            vec![id],
            "PRIMARY KEY (puzzle_id=?)",
            "puzzles_pkey",
        ),
        case(OF_DAY_SQL, vec![day], "puzzles_by_day", "puzzles_by_day"),
        case(
            NEXT_SQL,
            Vec::new(),
            "puzzles_without_day",
            "puzzles_without_day",
        ),
        case(
            FORMER_SQL,
            vec![Value::Int(0), day],
            "puzzles_by_day",
            "puzzles_by_day",
        ),
        case(
            DELETE_OF_MATCH_SQL,
            vec![id],
            "puzzles_by_decision",
            "puzzles_by_decision",
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

/// The queries that look for names in floors and in reports.
fn looking_for_names<B: Backend>() -> (String, String) {
    (forgotten::floors_sql::<B>(), forgotten::reports_sql::<B>())
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
