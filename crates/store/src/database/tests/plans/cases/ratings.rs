//! Ratings, ladders, seasons, and what statistics of pairs read.

use giog_ratings::Season;

use super::super::Case;
use super::case;
use crate::database::conn::Value;
use crate::database::occasions::{RATED_PLAYS_SQL, WITHOUT_OCCASIONS_SQL};
use crate::database::ratings::{
    CHANGES_SQL, DELETE_CHANGES_SQL, DELETE_PAST_SQL, DELETE_RATINGS_SQL, LADDER_SQL, MET_SQL,
    OF_MATCH_SQL, RATED_MATCH_SQL, RATINGS_SQL,
};
use crate::database::seasons::{
    FINAL_PLACES_SQL, HAS_TABLE_SQL, NEXT_POOL_SQL, SEASONS_SQL, TABLE_SQL,
};
use crate::tests::samples::{at, finished};

/// All of them.
pub(super) fn cases() -> Vec<Case> {
    [ratings(), occasions()].concat()
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
        Case {
            // Whether they hide them, those of the season, and those of earlier ones.
            times: 3,
            ..case(RATINGS_SQL, [id], "USING PRIMARY KEY", "_pkey")
        },
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
