//! Every column that can hold a person's id, what becomes of it when the person is deleted, and what of it is in their own export.

use std::collections::BTreeMap;

use super::fresh::{Fresh, Raw};
use super::on_both;
use crate::migrations;

on_both!(every_column_that_can_hold_a_persons_id_is_listed);

/// What a person's deletion leaves of a column with their id. docs/HOSTING.md says the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deletion {
    /// The row is deleted, since it refers to the person.
    Deletes,
    /// The row is deleted by a statement of its own.
    DeletesToo,
    /// The id is set to null.
    Clears,
    /// The row stays, without their name.
    KeepsId,
    /// Until names are erased everywhere else.
    KeepsUntilErased,
    /// It is over within minutes anyway.
    Ends,
}

use Deletion::{Clears, Deletes, DeletesToo, Ends, KeepsId, KeepsUntilErased};

/// What a person's own export says of a column with their id. docs/HOSTING.md says the same.
#[derive(Clone, Copy, Debug)]
pub(super) enum Export {
    /// The rows are in this part of it.
    In(&'static str),
    /// They are not, and why.
    Not(&'static str),
}

use Export::{In, Not};

/// The columns with ids of people alone.
pub(super) const OF_PEOPLE: &[(&str, Deletion, Export)] = &[
    ("bans.player_id", KeepsId, In("bans")),
    (
        "blocks.blocked_id",
        Deletes,
        Not("nobody learns who has blocked them"),
    ),
    ("blocks.player_id", Deletes, In("blocked")),
    (
        "cluster_handovers.player_id",
        Ends,
        Not("a code for minutes"),
    ),
    (
        "cluster_room_keys.player_id",
        KeepsId,
        Not("with an open room"),
    ),
    ("devices.player_id", Deletes, In("devices")),
    (
        "forgotten.player_id",
        KeepsUntilErased,
        Not("of nobody who is known"),
    ),
    ("friend_codes.player_id", Deletes, In("friend code")),
    ("friend_requests.asked_id", Deletes, In("asking")),
    ("friend_requests.player_id", Deletes, In("asked")),
    ("friends.friend_id", Deletes, Not("as friends.player_id")),
    ("friends.player_id", Deletes, In("friends")),
    ("guests.player_id", Deletes, In("person")),
    ("mistakes.player_id", Deletes, In("mistakes")),
    ("past_ratings.player_id", DeletesToo, In("past ratings")),
    ("player_matches.player_id", KeepsId, In("matches")),
    (
        "rating_changes.player_id",
        DeletesToo,
        In("changes of ratings"),
    ),
    (
        "puzzles.player_id",
        Deletes,
        Not("it would tell the match of a puzzle before its answer"),
    ),
    ("ratings.player_id", DeletesToo, In("ratings")),
    (
        "reports.reported_id",
        KeepsId,
        In("number of reports about them"),
    ),
    ("reports.reporter_id", KeepsId, In("own reports")),
    ("sleeping_rooms.creator_id", KeepsId, In("created rooms")),
    ("sleeping_rooms.owner_id", Clears, In("owned rooms")),
];

/// Texts with people, whose names are erased, or are not in them, and whose ids stay.
pub(super) const TEXTS: &[&str] = &[
    "match_records.record",
    "matches.players",
    "reports.chat",
    "room_floors.body",
    "room_log.body",
    "season_tables.body",
];

/// Columns with ids of anything else.
const OF_OTHERS: &[&str] = &[
    "bans.ban_id",
    "cancelled_starts.match_id",
    "cancelled_starts.room_id",
    "deleted_matches.match_id",
    "closed_log.room_id",
    "cluster_room_keys.room_id",
    "devices.device_id",
    "match_records.match_id",
    "match_starts.match_id",
    "match_starts.room_id",
    "matches.match_id",
    "matches.room_id",
    "mistakes.match_id",
    "player_matches.match_id",
    "player_matches.room_id",
    "push_subscriptions.device_id",
    "puzzles.match_id",
    "puzzles.puzzle_id",
    "rated_matches.match_id",
    "rating_changes.match_id",
    "reports.match_id",
    "reports.report_id",
    "reports.room_id",
    "review_jobs.match_id",
    "review_jobs.reviewer_id",
    "reviewers.reviewer_id",
    "reviews.match_id",
    "reviews.reviewer_id",
    "room_floors.room_id",
    "room_log.room_id",
    "rooms.room_id",
    "sleeping_rooms.room_id",
];

row! {
    struct NameRow {
        name: String,
    }
}

async fn names(raw: &mut Raw, sql: &'static str) -> Vec<String> {
    let rows: Vec<NameRow> = raw.conn().all(sql, &[]).await.expect("an answer");
    rows.into_iter().map(|row| row.name).collect()
}

/// All columns as `table.column`, without the number that a row of a log has in SQLite.
pub(super) async fn columns(raw: &mut Raw) -> Vec<String> {
    let sql = if matches!(raw, Raw::Sqlite(_)) {
        "SELECT t.name || '.' || c.name AS name FROM pragma_table_list t, pragma_table_info(t.name) c WHERE t.type = 'table' AND c.name <> 'row_id'"
    } else {
        "SELECT table_name || '.' || column_name AS name FROM information_schema.columns
         WHERE table_schema = current_schema()"
    };
    names(raw, sql).await
}

/// Which columns refer to a person so that the database deletes their rows with the person.
async fn cascades(raw: &mut Raw) -> Vec<String> {
    let sql = if matches!(raw, Raw::Sqlite(_)) {
        "SELECT t.name || '.' || f.\"from\" AS name FROM pragma_table_list t, pragma_foreign_key_list(t.name) f
         WHERE f.\"table\" = 'guests' AND f.on_delete = 'CASCADE'"
    } else {
        "SELECT c.conrelid::regclass || '.' || a.attname AS name FROM pg_constraint c
         JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
         WHERE c.contype = 'f' AND c.confrelid = 'guests'::regclass AND c.confdeltype = 'c'"
    };
    names(raw, sql).await
}

async fn every_column_that_can_hold_a_persons_id_is_listed(fresh: &Fresh) {
    let mut raw = fresh.at_schema(migrations::latest()).await;
    let listed: BTreeMap<&str, Deletion> = OF_PEOPLE
        .iter()
        .map(|&(column, deletion, _)| (column, deletion))
        .collect();
    let all = columns(&mut raw).await;
    for column in all.iter().filter(|column| column.ends_with("_id")) {
        assert!(
            listed.contains_key(column.as_str()) || OF_OTHERS.contains(&column.as_str()),
            "is {column} the id of a person? list it, and say in docs/HOSTING.md what a deletion leaves of it"
        );
    }
    let listed_columns = listed.keys().chain(OF_OTHERS).chain(TEXTS);
    // Only Postgres has servers that share rooms, and only SQLite has closed rooms apart.
    let of_other = if fresh.is_sqlite() {
        "cluster_"
    } else {
        "closed_log."
    };
    let has = |column: &str| column.starts_with(of_other) || all.iter().any(|one| one == column);
    for column in listed_columns {
        assert!(has(column), "there is no column {column}");
    }
    let cascades = cascades(&mut raw).await;
    for (column, deletion) in listed {
        let is_deleted = cascades.iter().any(|one| one == column) || column == "guests.player_id";
        assert_eq!(is_deleted, deletion == Deletes, "{column}");
    }
}
