//! What a backup says about itself.

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use giog_rules::Timestamp;
use serde::{Deserialize, Serialize};

/// The last file of a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupMeta {
    /// The archive's layout.
    pub format: u32,
    /// The version of the program that made it.
    pub giog: String,
    /// The version of the database's schema.
    pub schema: i64,
    /// The moment that the backup shows, by the database's clock.
    pub made_at: Timestamp,
    /// Everything before this file, in order.
    pub parts: Vec<PartMeta>,
    /// How many texts were damaged in the database, and have U+FFFD for what was no text there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damaged_texts: Option<NonZeroU64>,
    /// The tables of which rows are missing, since pages of the database are damaged, and how many at least.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub missing_rows: BTreeMap<String, u64>,
}

/// A file of a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartMeta {
    /// Its name in the archive.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// SHA-256 of it, 64 hex digits.
    pub sha256: String,
    /// The table whose rows it has; none for the signing key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// How many of them.
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
