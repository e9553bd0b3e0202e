//! The columns of a backup, with their types.

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A UUID; in the archive a text.
    Id,
    /// An integer.
    Int,
    /// True or false; never null.
    Bool,
    /// A text.
    Text,
    /// Bytes; in the archive hex digits.
    Bytes,
}

/// A column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    /// Whether it may be null.
    pub(super) is_nullable: bool,
    /// The schema version that added it.
    pub(super) since: i64,
    /// The schema version that removed it.
    pub(super) until: i64,
}

impl Column {
    /// The same column, added by a later schema version.
    pub(super) const fn since(self, since: i64) -> Self {
        Self { since, ..self }
    }

    /// The same column, removed by a later schema version.
    pub(super) const fn until(self, until: i64) -> Self {
        Self { until, ..self }
    }

    /// The same column, which may be null.
    pub(super) const fn nullable(self) -> Self {
        Self {
            is_nullable: true,
            ..self
        }
    }
}

/// The names of columns, as a list in SQL.
pub(super) fn names(columns: &[Column]) -> String {
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    names.join(", ")
}
