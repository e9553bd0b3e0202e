//! The slices of a sweep over a SQLite file ([`crate::Sweep`]).

use futures_util::TryStreamExt as _;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Connection as _, Row as _, SqliteConnection};
use tokio::task::spawn_blocking;
use tokio::time::Instant;

use crate::limits::{SWEEP_BYTES, SWEEP_FINDINGS, SWEEP_HEAD_ROWS, SWEEP_ROWS, SWEEP_TIME};
use crate::sweep::TreeProgress;
use crate::trees::{Key, Tree, trees};
use crate::{Slice, StoreError, StoredRecord, Sweep};

/// Reads the next slice, and moves the sweep on.
pub(crate) async fn slice(
    conn: &mut SqliteConnection,
    sweep: &mut Sweep,
) -> Result<Slice, StoreError> {
    let mut slice = Slice::default();
    let trees = match &mut sweep.trees {
        Some(trees) => trees,
        none => match trees(conn).await {
            Ok(trees) => none.insert(trees),
            Err(error) => {
                slice.damage.push(format!("schema: {}", damage(error)?));
                slice.is_last = true;
                return Ok(slice);
            }
        },
    };
    if let Some(tree) = trees.front() {
        let limit = if sweep.heads_only {
            SWEEP_HEAD_ROWS
        } else {
            SWEEP_ROWS
        };
        let has_more = read(conn, tree, &mut sweep.progress, limit, &mut slice).await?;
        if sweep.heads_only || !has_more {
            trees.pop_front();
            sweep.progress = TreeProgress::default();
        }
    }
    slice.is_last = trees.is_empty();
    Ok(slice)
}

/// Reads the next rows of a table or index; false if there are no more, or if the rest cannot be read.
async fn read(
    conn: &mut SqliteConnection,
    tree: &Tree,
    progress: &mut TreeProgress,
    limit: u32,
    slice: &mut Slice,
) -> Result<bool, StoreError> {
    let name = &tree.name;
    let mut found = Found::default();
    let mut read = found.read(conn, tree, progress, limit).await;
    if !progress.is_alone && tree.checks.iter().any(|check| check.is_elsewhere) {
        // What is damaged may be where the rows were looked for.
        read = match read.map_err(damage) {
            Err(Ok(cause)) => {
                progress.is_alone = true;
                progress.after = found.last.take().or(progress.after.take());
                let alone = found.read(conn, tree, progress, limit).await;
                if alone.is_ok() {
                    let told =
                        format!("{name}: cannot be compared with what belongs to it: {cause}");
                    found.damage.push(told);
                }
                alone
            }
            Err(Err(error)) => Err(error),
            Ok(is_all) => Ok(is_all),
        };
    }
    found.check_records().await;
    slice.rows += found.rows;
    slice.bytes += found.bytes;
    progress.rows += found.rows;
    progress.findings += found.damage.len();
    slice.damage.append(&mut found.damage);
    let is_all = match read.map_err(damage) {
        Ok(is_all) => is_all,
        Err(Ok(cause)) => {
            let told = format!(
                "{name}: cannot be read after {} rows: {cause}",
                progress.rows
            );
            slice.damage.push(told);
            return Ok(false);
        }
        Err(Err(error)) => return Err(error),
    };
    if progress.findings >= SWEEP_FINDINGS {
        slice.damage.push(format!("{name}: the rest is not read"));
        return Ok(false);
    }
    let goes_on = !is_all && found.last.is_some() && found.last != progress.after;
    progress.after = found.last;
    Ok(goes_on)
}

/// What is found in a slice.
#[derive(Default)]
struct Found {
    rows: u64,
    bytes: u64,
    damage: Vec<String>,
    /// The last key.
    last: Option<Key>,
    /// The records, with the keys of their rows.
    records: Vec<(String, StoredRecord)>,
}

impl Found {
    /// Reads rows until there are no more (then true), or enough. Afterwards it holds no lock.
    async fn read(
        &mut self,
        conn: &mut SqliteConnection,
        tree: &Tree,
        progress: &TreeProgress,
        limit: u32,
    ) -> Result<bool, StoreError> {
        let read = self.read_some(conn, tree, progress, limit).await;
        // A statement that is left has ended when the connection answers again.
        conn.ping().await.map_err(StoreError::from_sqlx)?;
        read
    }

    async fn read_some(
        &mut self,
        conn: &mut SqliteConnection,
        tree: &Tree,
        progress: &TreeProgress,
        limit: u32,
    ) -> Result<bool, StoreError> {
        let (begun, mut count) = (Instant::now(), 0);
        let sql = tree.sql(progress.after.as_ref(), progress.is_alone, limit);
        let query = sqlx::query(AssertSqlSafe(sql)).persistent(false);
        let mut rows = query.fetch(conn);
        while let Some(row) = rows.try_next().await.map_err(StoreError::from_sqlx)? {
            self.take(&row, tree, progress)?;
            count += 1;
            let is_enough = self.bytes >= SWEEP_BYTES
                || begun.elapsed() >= SWEEP_TIME
                || progress.findings + self.damage.len() >= SWEEP_FINDINGS;
            if is_enough {
                return Ok(false);
            }
        }
        Ok(count < limit)
    }

    fn take(
        &mut self,
        row: &SqliteRow,
        tree: &Tree,
        progress: &TreeProgress,
    ) -> Result<(), StoreError> {
        let get = StoreError::from_sqlx;
        let for_people: String = row.try_get(0).map_err(get)?;
        let bytes: i64 = row.try_get(1).map_err(get)?;
        let (key, mut next) = tree.key(row, 2)?;
        let before = self.last.as_ref().or(progress.after.as_ref());
        if before.is_some_and(|before| *before >= key) {
            return Err(StoreError::Corrupt("key, which is out of order,"));
        }
        for check in tree.checks(progress.is_alone) {
            if row.try_get(next).map_err(get)? {
                let told = format!(
                    "{}: the row with the key {for_people} {}",
                    tree.name, check.told
                );
                self.damage.push(told);
            }
            next += 1;
        }
        if tree.has_records {
            let coding: i64 = row.try_get(next).map_err(get)?;
            let stored = row.try_get(next + 1).map_err(get)?;
            let told = format!("{}: the record with the key {for_people}", tree.name);
            self.records
                .push((told, StoredRecord::kept(coding, stored)));
        }
        self.rows += 1;
        self.bytes += bytes.unsigned_abs();
        self.last = Some(key);
        Ok(())
    }

    /// Decompresses the records, on a thread where nobody waits for it.
    async fn check_records(&mut self) {
        let records = std::mem::take(&mut self.records);
        if records.is_empty() {
            return;
        }
        let checked = spawn_blocking(move || {
            let opened = records
                .into_iter()
                .map(|(key, stored)| (key, stored.open()));
            let damaged = opened.filter_map(|(key, opened)| opened.err().map(|error| (key, error)));
            let told = damaged.map(|(key, error)| format!("{key}: {error}"));
            told.collect::<Vec<_>>()
        });
        // It does not panic; if the runtime ends, the result is not needed.
        self.damage.extend(checked.await.unwrap_or_default());
    }
}

/// What an error tells of damage; otherwise the error.
fn damage(error: StoreError) -> Result<String, StoreError> {
    match error {
        StoreError::Damaged(cause) => Ok(cause.to_string()),
        error if error.is_unread() || matches!(error, StoreError::Corrupt(_)) => {
            Ok(error.to_string())
        }
        error => Err(error),
    }
}
