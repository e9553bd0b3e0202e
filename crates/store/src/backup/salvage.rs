//! Reads a table of a SQLite file with unreadable pages: as many rows as possible.
//!
//! Keys are read first, and then the row of each key; a row whose own pages are lost is left out. If keys cannot be read, the table is
//! read from its other end, and the rows in between are left out.

use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Sqlite, SqliteConnection};

use super::cell::{self, Cell};
use super::column::{Column, names};
use crate::StoreError;

/// The rows of a table that were not read yet.
pub(super) struct Salvage<'a> {
    table: &'static str,
    /// The columns of its key, separated by `, `.
    key: &'static str,
    columns: &'a [Column],
    /// A further condition for its rows, as SQL.
    only: Option<String>,
    /// The last key that was read from the current end, as SQL.
    after: Option<String>,
    before: Option<String>,
    /// Whether rows are read from the end.
    from_end: bool,
}

/// The next row.
pub(super) enum Next {
    Row(Vec<Cell>),
    /// A row that cannot be read, or an unknown number of them.
    Lost,
    End,
}

/// Whether the error concerns only what was read, so that other rows may be readable.
pub(super) fn is_lost(error: &StoreError) -> bool {
    error.is_unread() || matches!(error, StoreError::Corrupt(_))
}

/// The values of a row; if it does not have its types, it is damaged.
pub(super) fn cells_of(
    row: &SqliteRow,
    columns: &[Column],
    damaged_texts: &mut u64,
) -> Result<Vec<Cell>, StoreError> {
    let cells = cell::of_sqlite(row, columns, damaged_texts).map_err(StoreError::from_sqlx)?;
    let mut values = cells.iter().zip(columns);
    if values.any(|(cell, column)| cell.is_null() && !column.is_nullable) {
        return Err(StoreError::Corrupt("null"));
    }
    Ok(cells)
}

impl<'a> Salvage<'a> {
    /// The rows of a table after a key, in the order of its key.
    pub(super) const fn after(
        table: &'static str,
        key: &'static str,
        columns: &'a [Column],
        after: Option<String>,
    ) -> Self {
        Self {
            table,
            key,
            columns,
            only: None,
            after,
            before: None,
            from_end: false,
        }
    }

    /// The rows of a table that meet a condition, in the order of its key.
    pub(super) fn only(
        table: &'static str,
        key: &'static str,
        columns: &'a [Column],
        only: Option<String>,
    ) -> Self {
        Self {
            only,
            ..Self::after(table, key, columns, None)
        }
    }

    pub(super) async fn next(
        &mut self,
        conn: &mut SqliteConnection,
        damaged_texts: &mut u64,
    ) -> Result<Next, StoreError> {
        let key = match self.next_key(conn).await {
            Ok(Some(key)) => key,
            Ok(None) => return Ok(Next::End),
            Err(error) if !is_lost(&error) => return Err(error),
            Err(_) if self.from_end => return Ok(Next::End),
            Err(_) => {
                self.from_end = true;
                return Ok(Next::Lost);
            }
        };
        let row = self.row(conn, &key, damaged_texts).await;
        if self.from_end {
            self.before = Some(key);
        } else {
            self.after = Some(key);
        }
        match row {
            Ok(Some(cells)) => Ok(Next::Row(cells)),
            Err(error) if !is_lost(&error) => Err(error),
            Ok(None) | Err(_) => Ok(Next::Lost),
        }
    }

    /// The next key, as SQL.
    async fn next_key(&self, conn: &mut SqliteConnection) -> Result<Option<String>, StoreError> {
        let (table, key) = (self.table, self.key);
        let (mut bounds, mut text, mut order) = (vec!["1".to_owned()], Vec::new(), Vec::new());
        bounds.extend(self.only.clone());
        bounds.extend(self.after.iter().map(|one| format!("({key}) > ({one})")));
        bounds.extend(self.before.iter().map(|one| format!("({key}) < ({one})")));
        for column in key.split(", ") {
            text.push(format!("quote({column})"));
            order.push(if self.from_end {
                format!("{column} DESC")
            } else {
                column.to_owned()
            });
        }
        let (bounds, text, order) = (
            bounds.join(" AND "),
            text.join(" || ', ' || "),
            order.join(", "),
        );
        // If the order of an index is damaged, a search may find keys outside of its bounds.
        let sql =
            format!("SELECT {text}, {bounds} FROM {table} WHERE {bounds} ORDER BY {order} LIMIT 1");
        let query = sqlx::query_as::<Sqlite, (String, i64)>(AssertSqlSafe(sql));
        let found = query.fetch_optional(conn).await;
        match found.map_err(StoreError::from_sqlx)? {
            Some((key, 1)) if !key.contains("NULL") && !self.has_read(&key) => Ok(Some(key)),
            Some(_) => Err(StoreError::Corrupt("key")),
            None => Ok(None),
        }
    }

    /// Whether this is the last key from either end. A damaged text with U+0000 ends there when it is written as SQL, and so sorts before
    /// itself.
    fn has_read(&self, key: &str) -> bool {
        [&self.after, &self.before]
            .map(Option::as_deref)
            .contains(&Some(key))
    }

    async fn row(
        &self,
        conn: &mut SqliteConnection,
        key: &str,
        damaged_texts: &mut u64,
    ) -> Result<Option<Vec<Cell>>, StoreError> {
        let columns = names(self.columns);
        let sql = format!(
            "SELECT {columns} FROM {} WHERE ({}) = ({key})",
            self.table, self.key
        );
        let query = sqlx::query::<Sqlite>(AssertSqlSafe(sql));
        let row = query.fetch_optional(conn).await;
        let row = row.map_err(StoreError::from_sqlx)?;
        row.map(|row| cells_of(&row, self.columns, damaged_texts))
            .transpose()
    }
}
