//! The address of a database, and how it is opened.

use crate::StoreError;

/// How to open a database.
#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// Connections that look up tokens and read logs.
    pub reader_connections: u32,
    /// Connections that read the history.
    pub history_connections: u32,
}

impl Default for OpenOptions {
    fn default() -> Self {
        Self {
            reader_connections: crate::limits::READER_CONNECTIONS,
            history_connections: crate::limits::HISTORY_CONNECTIONS,
        }
    }
}

/// The kind of database that an address names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DatabaseKind {
    Sqlite,
    Postgres,
}

impl DatabaseKind {
    pub(crate) fn of(url: &str) -> Result<Self, StoreError> {
        match url.split_once(':') {
            Some(("sqlite", _)) => Ok(Self::Sqlite),
            Some(("postgres" | "postgresql", _)) => Ok(Self::Postgres),
            // The rest of the address may contain a password.
            Some((scheme, _)) => Err(StoreError::BadUrl(format!("{scheme}:…"))),
            None => Err(StoreError::BadUrl(url.to_owned())),
        }
    }
}
