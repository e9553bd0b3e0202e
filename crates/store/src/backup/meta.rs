//! The description of a backup that it contains.

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use giog_rules::Timestamp;
use serde::{Deserialize, Serialize};

/// The last file of a backup, `meta.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupMeta {
    /// The version of the archive's format.
    pub format: u32,
    /// The version of the program that made the backup.
    pub giog: String,
    /// The version of the database's schema.
    pub schema: i64,
    /// The time of the backup's data, on the database's clock.
    pub made_at: Timestamp,
    /// All files before this one, in order.
    pub parts: Vec<PartMeta>,
    /// The number of texts that were damaged in the database, and contain U+FFFD in place of invalid bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damaged_texts: Option<NonZeroU64>,
    /// The tables with missing rows, because pages of the database are damaged, and the least number of missing rows.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub missing_rows: BTreeMap<String, u64>,
}

/// A file of a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartMeta {
    /// Its name in the archive.
    pub name: String,
    /// Its length in bytes.
    pub bytes: u64,
    /// Its SHA-256, 64 hex digits.
    pub sha256: String,
    /// The table whose rows it contains; none for the signing key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// The number of these rows.
    #[serde(default)]
    pub rows: u64,
}

impl BackupMeta {
    /// The number of a table's rows.
    pub fn rows(&self, table: &str) -> u64 {
        let parts = self.parts.iter();
        parts
            .filter(|part| part.table.as_deref() == Some(table))
            .map(|part| part.rows)
            .sum()
    }
}
