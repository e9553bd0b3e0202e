//! The schemas, embedded: files of the top-level folder `migrations/`, one list per database.
//!
//! A file that was ever released is never edited: a change is a new file with the next number.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// A schema change: its number, its purpose, its SQL.
type Step = (i64, &'static str, &'static str);

const SQLITE: &[Step] = &[
    (
        1,
        "begin",
        include_str!("../../../migrations/sqlite/0001_begin.sql"),
    ),
    (
        2,
        "operator",
        include_str!("../../../migrations/sqlite/0002_operator.sql"),
    ),
    (
        3,
        "log",
        include_str!("../../../migrations/sqlite/0003_log.sql"),
    ),
    (
        4,
        "matches",
        include_str!("../../../migrations/sqlite/0004_matches.sql"),
    ),
    (
        5,
        "devices",
        include_str!("../../../migrations/sqlite/0005_devices.sql"),
    ),
    (
        7,
        "forgotten",
        include_str!("../../../migrations/sqlite/0007_forgotten.sql"),
    ),
    (
        10,
        "cancelled",
        include_str!("../../../migrations/sqlite/0010_cancelled.sql"),
    ),
    (
        11,
        "cluster",
        include_str!("../../../migrations/sqlite/0011_cluster.sql"),
    ),
    (
        12,
        "push",
        include_str!("../../../migrations/sqlite/0012_push.sql"),
    ),
    (
        13,
        "record_coding",
        include_str!("../../../migrations/sqlite/0013_record_coding.sql"),
    ),
    (
        15,
        "placement",
        include_str!("../../../migrations/sqlite/0015_placement.sql"),
    ),
    (
        18,
        "house",
        include_str!("../../../migrations/sqlite/0018_house.sql"),
    ),
    (
        19,
        "ending",
        include_str!("../../../migrations/sqlite/0019_ending.sql"),
    ),
    (
        20,
        "room_keys",
        include_str!("../../../migrations/sqlite/0020_room_keys.sql"),
    ),
    (
        21,
        "listed",
        include_str!("../../../migrations/sqlite/0021_listed.sql"),
    ),
    (
        22,
        "reports",
        include_str!("../../../migrations/sqlite/0022_reports.sql"),
    ),
    (
        23,
        "reach",
        include_str!("../../../migrations/sqlite/0023_reach.sql"),
    ),
    (
        24,
        "place",
        include_str!("../../../migrations/sqlite/0024_place.sql"),
    ),
    (
        25,
        "date",
        include_str!("../../../migrations/sqlite/0025_date.sql"),
    ),
    (
        26,
        "sleeping",
        include_str!("../../../migrations/sqlite/0026_sleeping.sql"),
    ),
    (
        27,
        "published",
        include_str!("../../../migrations/sqlite/0027_published.sql"),
    ),
    (
        28,
        "bots",
        include_str!("../../../migrations/sqlite/0028_bots.sql"),
    ),
    (
        29,
        "reviews",
        include_str!("../../../migrations/sqlite/0029_reviews.sql"),
    ),
    (
        30,
        "ratings",
        include_str!("../../../migrations/sqlite/0030_ratings.sql"),
    ),
    (
        31,
        "friends",
        include_str!("../../../migrations/sqlite/0031_friends.sql"),
    ),
    (
        32,
        "personal",
        include_str!("../../../migrations/sqlite/0032_personal.sql"),
    ),
    (
        33,
        "profiles",
        include_str!("../../../migrations/sqlite/0033_profiles.sql"),
    ),
    (
        34,
        "puzzles",
        include_str!("../../../migrations/sqlite/0034_puzzles.sql"),
    ),
    (
        35,
        "invitations",
        include_str!("../../../migrations/sqlite/0035_invitations.sql"),
    ),
    (
        36,
        "seasons",
        include_str!("../../../migrations/sqlite/0036_seasons.sql"),
    ),
    (
        38,
        "occasions",
        include_str!("../../../migrations/sqlite/0038_occasions.sql"),
    ),
    (
        39,
        "mistakes",
        include_str!("../../../migrations/sqlite/0039_mistakes.sql"),
    ),
    (
        41,
        "reviewers",
        include_str!("../../../migrations/sqlite/0041_reviewers.sql"),
    ),
    (
        43,
        "anchors",
        include_str!("../../../migrations/sqlite/0043_anchors.sql"),
    ),
];

const POSTGRES: &[Step] = &[
    (
        1,
        "begin",
        include_str!("../../../migrations/postgres/0001_begin.sql"),
    ),
    (
        2,
        "operator",
        include_str!("../../../migrations/postgres/0002_operator.sql"),
    ),
    (
        3,
        "log",
        include_str!("../../../migrations/postgres/0003_log.sql"),
    ),
    (
        4,
        "matches",
        include_str!("../../../migrations/postgres/0004_matches.sql"),
    ),
    (
        5,
        "devices",
        include_str!("../../../migrations/postgres/0005_devices.sql"),
    ),
    (
        7,
        "forgotten",
        include_str!("../../../migrations/postgres/0007_forgotten.sql"),
    ),
    (
        10,
        "cancelled",
        include_str!("../../../migrations/postgres/0010_cancelled.sql"),
    ),
    (
        11,
        "cluster",
        include_str!("../../../migrations/postgres/0011_cluster.sql"),
    ),
    (
        12,
        "push",
        include_str!("../../../migrations/postgres/0012_push.sql"),
    ),
    (
        13,
        "record_coding",
        include_str!("../../../migrations/postgres/0013_record_coding.sql"),
    ),
    (
        15,
        "placement",
        include_str!("../../../migrations/postgres/0015_placement.sql"),
    ),
    (
        18,
        "house",
        include_str!("../../../migrations/postgres/0018_house.sql"),
    ),
    (
        19,
        "ending",
        include_str!("../../../migrations/postgres/0019_ending.sql"),
    ),
    (
        20,
        "room_keys",
        include_str!("../../../migrations/postgres/0020_room_keys.sql"),
    ),
    (
        21,
        "listed",
        include_str!("../../../migrations/postgres/0021_listed.sql"),
    ),
    (
        22,
        "reports",
        include_str!("../../../migrations/postgres/0022_reports.sql"),
    ),
    (
        23,
        "reach",
        include_str!("../../../migrations/postgres/0023_reach.sql"),
    ),
    (
        24,
        "place",
        include_str!("../../../migrations/postgres/0024_place.sql"),
    ),
    (
        25,
        "date",
        include_str!("../../../migrations/postgres/0025_date.sql"),
    ),
    (
        26,
        "sleeping",
        include_str!("../../../migrations/postgres/0026_sleeping.sql"),
    ),
    (
        27,
        "published",
        include_str!("../../../migrations/postgres/0027_published.sql"),
    ),
    (
        28,
        "bots",
        include_str!("../../../migrations/postgres/0028_bots.sql"),
    ),
    (
        29,
        "reviews",
        include_str!("../../../migrations/postgres/0029_reviews.sql"),
    ),
    (
        30,
        "ratings",
        include_str!("../../../migrations/postgres/0030_ratings.sql"),
    ),
    (
        31,
        "friends",
        include_str!("../../../migrations/postgres/0031_friends.sql"),
    ),
    (
        32,
        "personal",
        include_str!("../../../migrations/postgres/0032_personal.sql"),
    ),
    (
        33,
        "profiles",
        include_str!("../../../migrations/postgres/0033_profiles.sql"),
    ),
    (
        34,
        "puzzles",
        include_str!("../../../migrations/postgres/0034_puzzles.sql"),
    ),
    (
        35,
        "invitations",
        include_str!("../../../migrations/postgres/0035_invitations.sql"),
    ),
    (
        36,
        "seasons",
        include_str!("../../../migrations/postgres/0036_seasons.sql"),
    ),
    (
        38,
        "occasions",
        include_str!("../../../migrations/postgres/0038_occasions.sql"),
    ),
    (
        39,
        "mistakes",
        include_str!("../../../migrations/postgres/0039_mistakes.sql"),
    ),
    (
        41,
        "reviewers",
        include_str!("../../../migrations/postgres/0041_reviewers.sql"),
    ),
    (
        43,
        "anchors",
        include_str!("../../../migrations/postgres/0043_anchors.sql"),
    ),
];

/// Brings a SQLite file up to date.
pub(crate) fn sqlite() -> Migrator {
    migrator(SQLITE)
}

/// Brings a Postgres database up to date.
pub(crate) fn postgres() -> Migrator {
    migrator(POSTGRES)
}

/// The newest version of both schemas.
pub(crate) fn latest() -> i64 {
    SQLITE.iter().map(|&(number, ..)| number).max().unwrap_or(0)
}

fn migrator(steps: &[Step]) -> Migrator {
    let simple = MigrationType::Simple;
    let step = |&(number, name, sql): &Step| {
        Migration::new(number, name.into(), simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(steps.iter().map(step).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_lists_every_file(database: &str, steps: &[Step]) {
        let folder = format!("{}/../../migrations/{database}", env!("CARGO_MANIFEST_DIR"));
        let entries = std::fs::read_dir(&folder).expect("the folder of migrations");
        let mut files: Vec<String> = entries
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        files.sort();
        let listed: Vec<String> = steps
            .iter()
            .map(|(number, name, _)| format!("{number:04}_{name}.sql"))
            .collect();
        assert_eq!(listed, files, "in {folder}");
    }

    #[test]
    fn every_file_is_embedded_in_order_for_both_databases() {
        check_lists_every_file("sqlite", SQLITE);
        check_lists_every_file("postgres", POSTGRES);
        let names = |steps: &[Step]| {
            steps
                .iter()
                .map(|&(number, name, _)| (number, name))
                .collect::<Vec<_>>()
        };
        assert_eq!(names(SQLITE), names(POSTGRES));
    }
}
