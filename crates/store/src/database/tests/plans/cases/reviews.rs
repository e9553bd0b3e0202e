//! Reviews, workers that compute them, mistakes and puzzles.

use super::super::Case;
use super::case;
use crate::database::conn::Value;
use crate::database::mistakes::{
    DELETE_OF_MATCH_SQL as DELETE_MISTAKES_SQL, DELETE_OF_REVIEW_SQL, DELETE_TOO_MANY_SQL,
    FIRST_TOO_MANY_SQL, MISTAKES_SQL,
};
use crate::database::puzzles::{DELETE_OF_MATCH_SQL, FORMER_SQL, NEXT_SQL, OF_DAY_SQL, PUZZLE_SQL};
use crate::database::review_jobs::{
    COUNT_LEASES_SQL, DELETE_JOBS_OF_MATCH_SQL, DELETE_LATER_JOBS_SQL, DELETE_OLD_JOBS_SQL,
    FREE_JOBS_SQL, JOB_SQL, NEXT_JOB_SQL, OF_LEASE_SQL,
};
use crate::database::reviewers::{BY_REVIEWER_TOKEN_SQL, OF_REVIEWER_SQL};
use crate::database::reviews::{
    DELETE_EARLIER_SQL, DELETE_REVIEWS_SQL, DELETE_REVOKED_SQL, REVIEW_SQL, UNREAD_REVIEWS_SQL,
};
use crate::tests::samples::{at, finished, player};

/// All of them.
pub(super) fn cases() -> Vec<Case> {
    [reviews(), reviewers(), mistakes(), puzzles()].concat()
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
