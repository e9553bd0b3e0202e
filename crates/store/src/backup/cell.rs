//! A value in a row, in the forms of both databases and of the archive.

use std::fmt;

use serde::Deserializer as _;
use serde::de::{Error as _, MapAccess, Visitor};
use serde_json::Value as Json;
use sqlx::Row as _;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use uuid::Uuid;

use super::MAX_CELL_BYTES;
use super::column::{Column, Kind, names};
use crate::database::Value;

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
    ($row:expr, $columns:expr, $damaged:expr) => {{
        let (row, columns, damaged) = ($row, $columns, $damaged);
        let cell = |(index, column): (usize, &Column)| {
            Ok(match column.kind {
                Kind::Id => Cell::Id(row.try_get(index)?),
                Kind::Int => Cell::Int(row.try_get(index)?),
                Kind::Bool => Cell::Bool(row.try_get(index)?),
                // Both databases return the bytes of a text unchanged.
                Kind::Text => {
                    let bytes: Option<Vec<u8>> = row.try_get_unchecked(index)?;
                    Cell::Text(bytes.map(|bytes| text_of(bytes, damaged)))
                }
                Kind::Bytes => Cell::Bytes(row.try_get(index)?),
            })
        };
        columns.iter().enumerate().map(cell).collect()
    }};
}

/// A row from SQLite; counts damaged texts.
pub(super) fn of_sqlite(
    row: &SqliteRow,
    columns: &[Column],
    damaged: &mut u64,
) -> sqlx::Result<Vec<Cell>> {
    cells!(row, columns, damaged)
}

/// A row from Postgres; counts damaged texts.
pub(super) fn of_postgres(
    row: &PgRow,
    columns: &[Column],
    damaged: &mut u64,
) -> sqlx::Result<Vec<Cell>> {
    cells!(row, columns, damaged)
}

/// These bytes as a text that both databases accept: damaged parts become U+FFFD.
fn text_of(bytes: Vec<u8>, damaged: &mut u64) -> String {
    let text = match String::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => return text,
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    };
    *damaged += 1;
    text.replace('\0', "\u{fffd}")
}

/// A row from the archive. Each value must have the type of its column; anything else is refused before it is in memory, because nested
/// lists would take many times the memory of their text.
pub(super) fn of_json(line: &str, columns: &[Column]) -> serde_json::Result<Vec<Cell>> {
    let mut json = serde_json::Deserializer::from_str(line);
    let cells = json.deserialize_map(RowOf(columns))?;
    json.end()?;
    Ok(cells)
}

/// Parses a row with these columns.
struct RowOf<'a>(&'a [Column]);

impl<'de> Visitor<'de> for RowOf<'_> {
    type Value = Vec<Cell>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the columns {}", names(self.0))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Vec<Cell>, A::Error> {
        let mut cells: Vec<Option<Cell>> = vec![None; self.0.len()];
        while let Some(name) = fields.next_key::<String>()? {
            let place = self.0.iter().position(|column| column.name == name);
            let place = place.filter(|&place| cells[place].is_none());
            let place = place.ok_or_else(|| A::Error::custom("another column"))?;
            cells[place] = Some(Cell::read(self.0[place].kind, &mut fields)?);
        }
        let cells: Option<Vec<Cell>> = cells.into_iter().collect();
        cells.ok_or_else(|| A::Error::custom("a column is missing"))
    }
}

/// The values of the key's columns in a row, separated by `, `, as SQL.
pub(super) fn key_sql(cells: &[Cell], columns: &[Column], key: &str) -> String {
    let value = |name: &str| {
        let place = columns.iter().position(|column| column.name == name);
        place.map_or_else(|| "NULL".to_owned(), |place| cells[place].sql())
    };
    let values: Vec<String> = key.split(", ").map(value).collect();
    values.join(", ")
}

/// A row in the form of the archive.
pub(super) fn to_json(cells: Vec<Cell>, columns: &[Column]) -> Json {
    let names = columns.iter().map(|column| column.name.to_owned());
    Json::Object(names.zip(cells.into_iter().map(Cell::into_json)).collect())
}

impl Cell {
    fn read<'de, A: MapAccess<'de>>(kind: Kind, fields: &mut A) -> Result<Self, A::Error> {
        let cell = match kind {
            Kind::Id => Self::Id(fields.next_value()?),
            Kind::Int => Self::Int(fields.next_value()?),
            Kind::Bool => Self::Bool(fields.next_value()?),
            Kind::Text => Self::Text(fields.next_value()?),
            Kind::Bytes => {
                let digits: Option<String> = fields.next_value()?;
                let bytes = digits.map(hex::decode).transpose();
                Self::Bytes(bytes.map_err(A::Error::custom)?)
            }
        };
        if cell.len_bytes() > MAX_CELL_BYTES {
            return Err(A::Error::custom("a value that is too long"));
        }
        Ok(cell)
    }

    /// The bytes that it needs in memory in addition to its own size.
    pub(super) fn len_bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.as_ref().map_or(0, String::len),
            Self::Bytes(bytes) => bytes.as_ref().map_or(0, Vec::len),
            Self::Id(_) | Self::Int(_) | Self::Bool(_) => 0,
        }
    }

    pub(super) const fn is_null(&self) -> bool {
        matches!(
            self,
            Self::Id(None) | Self::Int(None) | Self::Text(None) | Self::Bytes(None)
        )
    }

    /// A value of a key, as SQL.
    fn sql(&self) -> String {
        match self {
            Self::Id(Some(id)) => format!("X'{}'", id.simple()),
            Self::Int(Some(number)) => number.to_string(),
            Self::Bytes(Some(bytes)) => format!("X'{}'", hex::encode(bytes)),
            Self::Id(None)
            | Self::Int(None)
            | Self::Bytes(None)
            | Self::Bool(_)
            | Self::Text(_) => "NULL".to_owned(),
        }
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

    /// The value as a parameter of a statement.
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

row! {
    /// A row with one number.
    pub(crate) struct NumberRow {
        pub(crate) number: i64,
    }
}
