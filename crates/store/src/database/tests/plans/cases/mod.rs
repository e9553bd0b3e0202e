//! Every query, with the index that it must use.

pub(super) mod lists;
mod matches;
mod people;
mod ratings;
mod reviews;

use super::Case;
use crate::database::conn::Value;

/// All cases, for SQLite or Postgres.
pub(super) fn cases(is_sqlite: bool) -> Vec<Case> {
    let mut cases = lists::cases(is_sqlite);
    cases.extend(matches::cases(is_sqlite));
    cases.extend(people::cases(is_sqlite));
    cases.extend(ratings::cases());
    cases.extend(reviews::cases());
    cases
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
