//! The tables and indexes of a SQLite file, and the statements with which a sweep reads them.

use std::collections::VecDeque;

use sqlx::sqlite::SqliteRow;
use sqlx::{Row as _, SqliteConnection, TypeInfo as _, ValueRef as _};

use crate::StoreError;

/// Texts that this crate decodes as JSON.
const JSON_COLUMNS: [(&str, &str); 2] = [("matches", "players"), ("matches", "clock")];

/// The table with records, whose codings this crate knows.
const RECORDS: &str = "match_records";

/// A table or an index.
#[derive(Debug)]
pub(crate) struct Tree {
    /// Its name for people, as in `table rooms`.
    pub name: String,
    /// SQL for the key of the row, for people, and for the number of bytes.
    columns: [String; 2],
    /// SQL for each kind of damage that a row may have, and its description.
    pub checks: Vec<Check>,
    /// SQL for where its rows are, and a condition for them.
    from: String,
    only: Option<String>,
    /// The columns of its key, and its number.
    key: Vec<String>,
    /// Whether its rows are records.
    pub has_records: bool,
}

/// SQL that is true of a damaged row.
#[derive(Debug)]
pub(crate) struct Check {
    sql: String,
    /// The description of the damage.
    pub told: String,
    /// Whether it looks for the row elsewhere than in this tree.
    pub is_elsewhere: bool,
}

/// A table as the schema has it.
struct Table {
    name: String,
    is_strict: bool,
    columns: Vec<Column>,
    indexes: Vec<Index>,
    /// The columns by which a row is found, and SQL that has it searched there.
    key: Vec<String>,
    hint: String,
}

struct Column {
    name: String,
    kind: String,
    may_be_null: bool,
    is_key: bool,
}

struct Index {
    name: String,
    /// All its columns, with those that refer to the row.
    columns: Vec<String>,
    /// Of which rows it has entries; all if none.
    only: Option<String>,
}

/// The tables and indexes of a file, each table before its indexes.
pub(crate) async fn trees(conn: &mut SqliteConnection) -> Result<VecDeque<Tree>, StoreError> {
    let sql = "SELECT name, wr, strict FROM pragma_table_list
        WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name";
    let mut trees = VecDeque::new();
    for row in all(conn, sql, "").await? {
        let is_rowless: bool = get(&row, 1)?;
        let table = Table::read(conn, get(&row, 0)?, is_rowless, get(&row, 2)?).await?;
        trees.push_back(Tree::of_table(&table));
        for index in &table.indexes {
            trees.push_back(Tree::of_index(&table, index));
        }
    }
    Ok(trees)
}

async fn all(
    conn: &mut SqliteConnection,
    sql: &'static str,
    name: &str,
) -> Result<Vec<SqliteRow>, StoreError> {
    let query = sqlx::query(sql).bind(name).fetch_all(conn);
    query.await.map_err(StoreError::from_sqlx)
}

fn get<'r, T>(row: &'r SqliteRow, index: usize) -> Result<T, StoreError>
where
    T: sqlx::Decode<'r, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite>,
{
    row.try_get(index).map_err(StoreError::from_sqlx)
}

impl Table {
    async fn read(
        conn: &mut SqliteConnection,
        name: String,
        is_rowless: bool,
        is_strict: bool,
    ) -> Result<Self, StoreError> {
        let sql = "SELECT name, type, \"notnull\", pk FROM pragma_table_info($1)";
        let mut columns = Vec::new();
        for row in all(conn, sql, &name).await? {
            columns.push(Column {
                name: get(&row, 0)?,
                kind: get::<String>(&row, 1)?.to_lowercase(),
                may_be_null: !get::<bool>(&row, 2)?,
                is_key: get::<i64>(&row, 3)? > 0,
            });
        }
        let mut table = Self {
            name,
            is_strict,
            columns,
            indexes: Vec::new(),
            key: vec!["rowid".to_owned()],
            hint: "NOT INDEXED".to_owned(),
        };
        let sql = "SELECT list.name, list.origin = 'pk', ifnull(made.sql, '')
            FROM pragma_index_list($1) AS list LEFT JOIN sqlite_schema AS made ON made.name = list.name
            ORDER BY list.name";
        for row in all(conn, sql, &table.name).await? {
            let (name, is_key, made): (String, bool, String) =
                (get(&row, 0)?, get(&row, 1)?, get(&row, 2)?);
            let sql = "SELECT ifnull(name, 'rowid') FROM pragma_index_xinfo($1) WHERE $2 OR key ORDER BY seqno";
            let with_row = !(is_rowless && is_key);
            let query = sqlx::query_scalar(sql).bind(&name).bind(with_row);
            let columns = query.fetch_all(&mut *conn).await;
            let columns = columns.map_err(StoreError::from_sqlx)?;
            if with_row {
                let only = made.split_once(" WHERE ").map(|(_, only)| only.to_owned());
                table.indexes.push(Index {
                    name,
                    columns,
                    only,
                });
            } else {
                // The table itself is an index of its key.
                table.key = columns;
                table.hint = format!("INDEXED BY {}", quoted(&name));
            }
        }
        Ok(table)
    }

    /// SQL for a search of the row `t` by its key, and of these columns in it.
    fn search(&self, columns: &[String], only: Option<&str>) -> String {
        let same = self.key.iter().chain(columns).map(|column| same(column));
        let conditions: Vec<_> = only.map(in_brackets).into_iter().chain(same).collect();
        let (name, hint) = (quoted(&self.name), &self.hint);
        let conditions = conditions.join(" AND ");
        format!("EXISTS (SELECT 1 FROM {name} AS x {hint} WHERE {conditions})")
    }

    /// SQL for the key of a row, for people.
    fn key_for_people(&self) -> String {
        let keys = self.columns.iter().filter(|column| column.is_key);
        let keys: Vec<_> = keys.map(|column| column.name.clone()).collect();
        as_sql(if keys.is_empty() { &self.key } else { &keys })
    }

    /// SQL that is true of a row with a value that its column cannot have; none if it may have any.
    fn wrong_values(&self) -> Option<String> {
        if !self.is_strict {
            return None;
        }
        let wrong = self.columns.iter().flat_map(|column| {
            let (name, kind) = (quoted(&column.name), &column.kind);
            let null = if column.may_be_null {
                format!(" AND {name} IS NOT NULL")
            } else {
                String::new()
            };
            let is_decoded = JSON_COLUMNS.contains(&(&self.name, &column.name));
            [
                Some(format!("(typeof({name}) <> '{kind}'{null})")),
                (kind == "text")
                    .then(|| format!("ifnull(instr(CAST({name} AS BLOB), x'00') > 0, 0)")),
                (kind == "blob" && column.name.ends_with("_id"))
                    .then(|| format!("ifnull(length({name}) <> 16, 0)")),
                is_decoded.then(|| format!("ifnull(NOT json_valid({name}), 0)")),
            ]
        });
        let wrong: Vec<_> = wrong.flatten().collect();
        Some(wrong.join(" OR "))
    }
}

impl Tree {
    fn of_table(table: &Table) -> Self {
        let is_lost = format!("NOT {}", table.search(&[], None));
        let mut checks = vec![Check::of(is_lost, "is not found by its key")];
        if let Some(wrong) = table.wrong_values() {
            checks.push(Check::of(wrong, "has a value that cannot be"));
        }
        checks.extend(table.indexes.iter().map(|index| Check {
            sql: index.lacks(table),
            told: format!("has no entry in {}", index.name),
            is_elsewhere: true,
        }));
        let names: Vec<_> = table.columns.iter().map(|one| one.name.clone()).collect();
        Self {
            name: format!("table {}", table.name),
            columns: [table.key_for_people(), bytes(&names)],
            checks,
            from: format!("{} AS t {}", quoted(&table.name), table.hint),
            only: None,
            key: table.key.clone(),
            has_records: table.name == RECORDS,
        }
    }

    fn of_index(table: &Table, index: &Index) -> Self {
        let row = table.search(&index.columns, index.only.as_deref());
        Self {
            name: format!("index {}", index.name),
            columns: [table.key_for_people(), bytes(&index.columns)],
            checks: vec![Check {
                sql: format!("NOT {row}"),
                told: "has no row".to_owned(),
                is_elsewhere: true,
            }],
            from: format!(
                "{} AS t INDEXED BY {}",
                quoted(&table.name),
                quoted(&index.name)
            ),
            only: index.only.clone(),
            key: index.columns.clone(),
            has_records: false,
        }
    }

    /// The checks of a row, without those that look elsewhere if it is read alone.
    pub fn checks(&self, is_alone: bool) -> impl Iterator<Item = &Check> {
        let checks = self.checks.iter();
        checks.filter(move |check| !(is_alone && check.is_elsewhere))
    }

    /// The statement for the next rows after a key: of each its key for people, its bytes, the columns of its key, each check, and of a
    /// record its coding and bytes.
    pub fn sql(&self, after: Option<&Key>, is_alone: bool, limit: u32) -> String {
        let keys = listed(&self.key);
        let mut columns = self.columns.to_vec();
        columns.push(keys.clone());
        columns.extend(self.checks(is_alone).map(|check| check.sql.clone()));
        if self.has_records {
            columns.extend(["coding".to_owned(), "record".to_owned()]);
        }
        let only = self.only.as_deref().map(in_brackets);
        let is_later = after.map(|after| format!("({keys}) > ({})", after.as_sql()));
        let conditions: Vec<_> = only.into_iter().chain(is_later).collect();
        let conditions = if conditions.is_empty() {
            String::new()
        } else {
            format!("WHERE {}", conditions.join(" AND "))
        };
        let (columns, from) = (columns.join(", "), &self.from);
        format!("SELECT {columns} FROM {from} {conditions} ORDER BY {keys} LIMIT {limit}")
    }

    /// The key of a row that [`Self::sql`] has given, which is in the columns from this one on, and the column after it.
    pub fn key(&self, row: &SqliteRow, first: usize) -> Result<(Key, usize), StoreError> {
        let next = first + self.key.len();
        let values = (first..next).map(|column| Value::of(row, column));
        Ok((Key(values.collect::<Result<_, _>>()?), next))
    }
}

/// The key of a row or of an entry of an index. Keys are ordered as SQLite orders them.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
pub(crate) struct Key(Vec<Value>);

/// A value of a column, its variants in SQLite's order.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
enum Value {
    Null,
    Integer(i64),
    /// Its bytes, as damage may leave no UTF-8.
    Text(Vec<u8>),
    Blob(Vec<u8>),
}

impl Key {
    /// Its values as SQL.
    fn as_sql(&self) -> String {
        let values: Vec<_> = self.0.iter().map(Value::as_sql).collect();
        values.join(", ")
    }
}

impl Value {
    fn of(row: &SqliteRow, column: usize) -> Result<Self, StoreError> {
        let value = row.try_get_raw(column).map_err(StoreError::from_sqlx)?;
        let kind = value.type_info();
        let of_kind = match kind.name() {
            _ if value.is_null() => return Ok(Self::Null),
            "INTEGER" => row.try_get_unchecked(column).map(Self::Integer),
            "TEXT" => row.try_get_unchecked(column).map(Self::Text),
            "BLOB" => row.try_get_unchecked(column).map(Self::Blob),
            _ => return Err(StoreError::Corrupt("key, which has a fraction,")),
        };
        of_kind.map_err(StoreError::from_sqlx)
    }

    fn as_sql(&self) -> String {
        match self {
            Self::Null => "NULL".to_owned(),
            Self::Integer(number) => number.to_string(),
            Self::Text(bytes) => format!("CAST(X'{}' AS TEXT)", hex::encode(bytes)),
            Self::Blob(bytes) => format!("X'{}'", hex::encode(bytes)),
        }
    }
}

impl Check {
    fn of(sql: String, told: &str) -> Self {
        Self {
            sql,
            told: told.to_owned(),
            is_elsewhere: false,
        }
    }
}

impl Index {
    /// SQL that is true of a row `t` that has no entry, and should have one.
    fn lacks(&self, table: &Table) -> String {
        let only = self.only.as_deref().map(in_brackets);
        let same = self.columns.iter().map(|column| same(column));
        let conditions: Vec<_> = only.clone().into_iter().chain(same).collect();
        let has_none = format!(
            "NOT EXISTS (SELECT 1 FROM {} AS x INDEXED BY {} WHERE {})",
            quoted(&table.name),
            quoted(&self.name),
            conditions.join(" AND ")
        );
        only.map_or(has_none.clone(), |only| {
            format!("ifnull({only}, 0) AND {has_none}")
        })
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn in_brackets(condition: &str) -> String {
    format!("({condition})")
}

/// SQL for whether the row `x` has the same value as `t`.
fn same(column: &str) -> String {
    let column = quoted(column);
    format!("x.{column} IS t.{column}")
}

fn listed(columns: &[String]) -> String {
    let columns: Vec<_> = columns.iter().map(|column| quoted(column)).collect();
    columns.join(", ")
}

/// SQL for the values of these columns, as SQL.
fn as_sql(columns: &[String]) -> String {
    let columns = columns.iter();
    let values: Vec<_> = columns
        .map(|column| format!("quote({})", quoted(column)))
        .collect();
    values.join(" || ', ' || ")
}

/// SQL for the bytes of these columns, which reads them whole: the length alone would be in the head of the row.
fn bytes(columns: &[String]) -> String {
    let columns = columns.iter();
    let lengths: Vec<_> = columns
        .map(|column| format!("ifnull(length(CAST({} AS BLOB)), 0)", quoted(column)))
        .collect();
    lengths.join(" + ")
}

#[cfg(test)]
mod tests {
    use sqlx::Connection as _;

    use super::*;
    use crate::tests::fresh::Fresh;

    /// A key with nulls has no order that a search could go on from.
    #[tokio::test]
    async fn every_table_and_index_has_a_key_without_nulls_and_is_searched_by_it() {
        let fresh = Fresh::sqlite();
        fresh.open().await.close().await;
        let conn = crate::sqlite::connect_to_read(&fresh.url()).await;
        let mut conn = conn.expect("it opens").expect("it is there");
        let trees = trees(&mut conn).await.expect("they are read");
        assert!(trees.len() > 40, "{}", trees.len());
        for tree in &trees {
            let after = Key(vec![Value::Integer(1); tree.key.len()]);
            let sql = format!("EXPLAIN QUERY PLAN {}", tree.sql(Some(&after), false, 100));
            let plan: Vec<(i64, i64, i64, String)> =
                sqlx::query_as(sqlx::AssertSqlSafe(sql.clone()))
                    .fetch_all(&mut conn)
                    .await
                    .expect("a plan");
            for (_, _, _, step) in plan {
                let is_search = step.starts_with("SEARCH") || step.contains("SUBQUERY");
                assert!(is_search, "{}: {step}\n{sql}", tree.name);
            }
            let Some(index) = tree.name.strip_prefix("index ") else {
                continue;
            };
            let nullable = "SELECT info.name FROM pragma_index_xinfo($1) AS info
                JOIN sqlite_schema AS made ON made.name = $1
                JOIN pragma_table_info(made.tbl_name) AS col ON col.name = info.name
                JOIN pragma_table_list(made.tbl_name) AS tab
                WHERE NOT col.\"notnull\" AND NOT (tab.wr AND col.pk > 0) AND tab.strict";
            let nullable: Vec<String> = sqlx::query_scalar(nullable)
                .bind(index)
                .fetch_all(&mut conn)
                .await
                .expect("columns");
            for column in nullable {
                let never = format!("{column} IS NOT NULL");
                assert_eq!(tree.only.as_deref(), Some(&*never), "{index}");
            }
        }
        conn.close().await.expect("closed");
    }
}
