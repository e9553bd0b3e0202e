//! A value of a row, as both databases and the archive have it.

use serde_json::Value as Json;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row as _};
use uuid::Uuid;

use super::tables::Column;
use crate::database::Value;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A UUID, in the archive as text.
    Id,
    /// A whole number.
    Int,
    /// True or false; never null.
    Bool,
    /// A text.
    Text,
    /// Bytes, in the archive as hex digits.
    Bytes,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    Id(Option<Uuid>),
    Int(Option<i64>),
    Bool(bool),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
}

macro_rules! cells {
    ($row:expr, $columns:expr) => {{
        let (row, columns) = ($row, $columns);
        let cell = |(index, column): (usize, &Column)| {
            Ok(match column.kind {
                Kind::Id => Cell::Id(row.try_get(index)?),
                Kind::Int => Cell::Int(row.try_get(index)?),
                Kind::Bool => Cell::Bool(row.try_get(index)?),
                Kind::Text => Cell::Text(row.try_get(index)?),
                Kind::Bytes => Cell::Bytes(row.try_get(index)?),
            })
        };
        columns.iter().enumerate().map(cell).collect()
    }};
}

/// A row of SQLite's.
pub(super) fn of_sqlite(row: &SqliteRow, columns: &[Column]) -> sqlx::Result<Vec<Cell>> {
    cells!(row, columns)
}

/// A row of Postgres'.
pub(super) fn of_postgres(row: &PgRow, columns: &[Column]) -> sqlx::Result<Vec<Cell>> {
    cells!(row, columns)
}

/// A row of the archive; `None` if it is none of this table's.
pub(super) fn of_json(line: &str, columns: &[Column]) -> Option<Vec<Cell>> {
    let Ok(Json::Object(mut fields)) = serde_json::from_str(line) else {
        return None;
    };
    let cells: Option<Vec<Cell>> = columns
        .iter()
        .map(|column| Cell::from_json(column.kind, fields.remove(column.name)?))
        .collect();
    cells.filter(|_| fields.is_empty())
}

/// A row as the archive has it.
pub(super) fn to_json(cells: Vec<Cell>, columns: &[Column]) -> Json {
    let names = columns.iter().map(|column| column.name.to_owned());
    Json::Object(names.zip(cells.into_iter().map(Cell::into_json)).collect())
}

impl Cell {
    fn from_json(kind: Kind, json: Json) -> Option<Self> {
        Some(match (kind, json) {
            (Kind::Id, Json::Null) => Self::Id(None),
            (Kind::Id, Json::String(text)) => Self::Id(Some(text.parse().ok()?)),
            (Kind::Int, Json::Null) => Self::Int(None),
            (Kind::Int, Json::Number(number)) => Self::Int(Some(number.as_i64()?)),
            (Kind::Bool, Json::Bool(truth)) => Self::Bool(truth),
            (Kind::Text, Json::Null) => Self::Text(None),
            (Kind::Text, Json::String(text)) => Self::Text(Some(text)),
            (Kind::Bytes, Json::Null) => Self::Bytes(None),
            (Kind::Bytes, Json::String(digits)) => Self::Bytes(Some(hex::decode(digits).ok()?)),
            _ => return None,
        })
    }

    fn into_json(self) -> Json {
        match self {
            Self::Id(id) => id.map(|id| id.to_string()).into(),
            Self::Int(number) => number.into(),
            Self::Bool(truth) => truth.into(),
            Self::Text(text) => text.into(),
            Self::Bytes(bytes) => bytes.map(hex::encode).into(),
        }
    }

    /// As a parameter of a statement.
    pub(super) fn value(&self) -> Value<'_> {
        match self {
            Self::Id(id) => Value::MaybeId(*id),
            Self::Int(number) => Value::MaybeInt(*number),
            Self::Bool(truth) => Value::Bool(*truth),
            Self::Text(text) => Value::MaybeText(text.as_deref()),
            Self::Bytes(bytes) => Value::MaybeBytes(bytes.as_deref()),
        }
    }
}

/// A row of one number.
#[derive(FromRow)]
pub(super) struct NumberRow {
    pub(super) number: i64,
}
