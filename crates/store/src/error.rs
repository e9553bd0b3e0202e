//! Errors: one closed enum for each kind of operation.

use giog_protocol::RoomId;
use sqlx::error::DatabaseError;
use sqlx::postgres::PgDatabaseError;

/// The driver's error: for logs, not for decisions.
pub type Cause = Box<dyn std::error::Error + Send + Sync + 'static>;

/// Why a query or a write failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The address is not that of a database that this crate can open.
    #[error(
        "`{0}` is not a database address; use sqlite:<file> or postgres://<user>@<host>/<database>"
    )]
    BadUrl(String),
    /// A Postgres database has another encoding than UTF-8, so it cannot store all characters.
    #[error(
        "the database's encoding is {encoding}, but giog needs UTF8: make a database with `CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`"
    )]
    Encoding {
        /// The name that Postgres has for the encoding.
        encoding: String,
    },
    /// The schema could not be brought up to date, or is newer than this server.
    #[error("cannot migrate the database's schema")]
    Migration(#[source] Cause),
    /// The database is unreachable or overloaded. Whether a write took effect is unknown: try again.
    #[error("the database is unreachable")]
    Unavailable(#[source] Cause),
    /// The query exceeded its time limit and was interrupted.
    #[error("the query timed out")]
    Interrupted,
    /// The databases cannot store the value.
    #[error("this cannot be stored: {0}")]
    Rejected(#[from] Rejection),
    /// The caller's token has ended; nothing was changed.
    #[error("the token has ended")]
    TokenEnded,
    /// A different value is already stored under the same key.
    #[error("another {0} is stored under the same key")]
    Conflict(&'static str),
    /// A stored row is not one that this crate writes.
    #[error("a stored {0} cannot be read")]
    Corrupt(&'static str),
    /// The stored data cannot be read: the file or the disk is damaged. Other rows may be intact.
    #[error("what is stored is damaged: {0}")]
    Damaged(Cause),
}

/// Why the databases cannot store a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// The text contains U+0000, which Postgres does not allow.
    #[error("{what} contains U+0000")]
    Nul {
        /// The name of the text.
        what: &'static str,
    },
    /// The text is longer than its limit.
    #[error("{what} has {len_bytes} bytes, more than {limit_bytes}")]
    TooLarge {
        /// The name of the text.
        what: &'static str,
        /// Its length.
        len_bytes: usize,
        /// The limit.
        limit_bytes: usize,
    },
    /// The limit of stored items is reached.
    #[error("there are {limit} {what} already")]
    TooMany {
        /// The kind of item.
        what: &'static str,
        /// The limit.
        limit: u32,
    },
    /// The number does not fit into the databases' integers.
    #[error("{what} is too large")]
    OutOfRange {
        /// The name of the number.
        what: &'static str,
    },
    /// A finished match is stored with other contents; it cannot be changed.
    #[error("a different {what} is stored already")]
    Different {
        /// What is stored already.
        what: &'static str,
    },
    /// The database refused the row, and would refuse it again.
    #[error("the database refuses it")]
    Refused,
}

/// Why a batch was not appended. Nothing of it is stored, except if the outcome is unknown.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// Another server has taken over the rooms, or the lease was released.
    #[error("the lease is lost")]
    LeaseLost,
    /// A room of the batch belongs to a shard of another node: append each room's rows separately.
    #[error("a room of the batch is another node's")]
    Elsewhere,
    /// A different row is stored at this room's index: another server wrote to the room, or the room's state is wrong.
    #[error("room {room} has another row {index} already")]
    Conflict {
        /// The row's room.
        room: RoomId,
        /// The row's index.
        index: u64,
    },
    /// A row can never be stored.
    #[error("a row of room {room} cannot be stored: {reason}")]
    Rejected {
        /// The row's room.
        room: RoomId,
        /// Why.
        reason: Rejection,
    },
    /// A row of one of several rooms can never be stored, and the database does not say which: append each room's rows separately.
    #[error("a row of the batch cannot be stored")]
    SomeRejected,
    /// A fact or floor of a row cannot be stored because of damage in the database. Try again a few times: a later attempt may leave out
    /// what cannot be read.
    #[error("what follows from a row of room {room} meets damage in the database")]
    Damaged {
        /// The row's room.
        room: RoomId,
        /// The error of the database.
        #[source]
        cause: Cause,
    },
    /// The database is unreachable, or the outcome is unknown: append the same batch again until the outcome is known.
    #[error("the database is unreachable")]
    Unavailable(#[source] Cause),
}

/// Why a lease was not renewed or released.
#[derive(Debug, thiserror::Error)]
pub enum LeaseError {
    /// Another server has it, or it was released.
    #[error("the lease is lost")]
    Lost,
    /// The database is unreachable: the lease may still be held.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl StoreError {
    /// Turns an error of the driver into the variant that tells a caller what to do.
    pub(crate) fn from_sqlx(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(refusal) if is_final(refusal.as_ref()) => {
                Self::Rejected(Rejection::Refused)
            }
            sqlx::Error::Database(refusal) if is_interrupt(refusal.as_ref()) => Self::Interrupted,
            sqlx::Error::Database(refusal) if is_damage(refusal.as_ref()) => {
                Self::Damaged(Box::new(error))
            }
            sqlx::Error::Encode(_) => Self::Rejected(Rejection::Refused),
            sqlx::Error::ColumnDecode { .. }
            | sqlx::Error::Decode(_)
            | sqlx::Error::ColumnNotFound(_) => Self::Corrupt("row"),
            _ => Self::Unavailable(Box::new(error)),
        }
    }

    /// Whether the database answered, and refused a statement or gave what cannot be right: the same statement may well fail again, while
    /// others succeed.
    pub(crate) fn is_of_statement(&self) -> bool {
        match self {
            Self::Rejected(_) | Self::Conflict(_) | Self::Corrupt(_) | Self::Damaged(_) => true,
            Self::Unavailable(cause) => match cause.downcast_ref::<sqlx::Error>() {
                Some(sqlx::Error::Database(refusal)) => is_of_schema(refusal.as_ref()),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether the disk returns stored data not at all, or damaged. The damage may be permanent, so other work must not wait for it. On
    /// Postgres a failed read cannot be distinguished from a failed write.
    pub(crate) fn is_unread(&self) -> bool {
        match self {
            Self::Damaged(_) => true,
            Self::Unavailable(cause) => match cause.downcast_ref::<sqlx::Error>() {
                Some(sqlx::Error::Database(refusal)) => is_failed_read(refusal.as_ref()),
                _ => false,
            },
            _ => false,
        }
    }
}

/// Whether the statement was interrupted because it exceeded its time limit.
fn is_interrupt(refusal: &dyn DatabaseError) -> bool {
    let Some(code) = refusal.code() else {
        return false;
    };
    if refusal.try_downcast_ref::<PgDatabaseError>().is_some() {
        // `query_canceled`: the statement timeout.
        return code == "57014";
    }
    // SQLITE_INTERRUPT.
    code == "9"
}

/// Whether the database found its own files to be damaged.
fn is_damage(refusal: &dyn DatabaseError) -> bool {
    let Some(code) = refusal.code() else {
        return false;
    };
    if refusal.try_downcast_ref::<PgDatabaseError>().is_some() {
        // `data_corrupted`, `index_corrupted`.
        return matches!(&*code, "XX001" | "XX002");
    }
    // SQLITE_CORRUPT, SQLITE_NOTADB; the low byte is the primary code.
    code.parse::<i32>()
        .is_ok_and(|code| matches!(code & 0xff, 11 | 26))
}

/// Whether a table or column of the statement is missing.
fn is_of_schema(refusal: &dyn DatabaseError) -> bool {
    let Some(code) = refusal.code() else {
        return false;
    };
    if refusal.try_downcast_ref::<PgDatabaseError>().is_some() {
        return code.starts_with("42");
    }
    // SQLITE_ERROR.
    code == "1"
}

/// Whether reading the database's files failed.
fn is_failed_read(refusal: &dyn DatabaseError) -> bool {
    let Some(code) = refusal.code() else {
        return false;
    };
    if refusal.try_downcast_ref::<PgDatabaseError>().is_some() {
        // Postgres has the same code for failed writes.
        return false;
    }
    // SQLITE_IOERR_READ, SQLITE_IOERR_SHORT_READ, SQLITE_IOERR_CORRUPTFS.
    matches!(&*code, "266" | "522" | "8458")
}

/// The routines of Postgres that refuse every statement because numbers of transactions run out, until an operator has vacuumed: with the
/// same code as rows that are too large.
const OUT_OF_NUMBERS: [&str; 2] = ["GetNewTransactionId", "GetNewMultiXactId"];

/// The same by Postgres' code, and the routine that reported it.
fn is_final_code(code: &str, routine: Option<&str>) -> bool {
    // Data exceptions, integrity constraint violations, program limits.
    let classes = ["22", "23", "54"];
    classes.iter().any(|class| code.starts_with(class))
        && routine.is_none_or(|routine| !OUT_OF_NUMBERS.contains(&routine))
}

/// Whether the same statement would always be refused because of its contents. All other errors (no space, shutdown, lock, a table that
/// an operator dropped) may pass; to give up a row for them would lose data that was already confirmed to people.
fn is_final(refusal: &dyn DatabaseError) -> bool {
    let Some(code) = refusal.code() else {
        return false;
    };
    if let Some(refusal) = refusal.try_downcast_ref::<PgDatabaseError>() {
        return is_final_code(&code, refusal.routine());
    }
    // SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH; the low byte is the primary code.
    code.parse::<i32>()
        .is_ok_and(|code| matches!(code & 0xff, 18..=20))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An operator mends the latter (`VACUUM`): rows wait for that, and are not given up.
    #[test]
    fn a_row_that_is_too_large_is_final_and_transactions_that_run_out_are_not() {
        for routine in ["_bt_check_third_page", "index_form_tuple"] {
            assert!(is_final_code("54000", Some(routine)), "{routine}");
        }
        assert!(is_final_code("54000", None) && is_final_code("22001", None));
        for routine in OUT_OF_NUMBERS {
            assert!(!is_final_code("54000", Some(routine)), "{routine}");
        }
        assert!(!is_final_code("53100", None), "a full disk");
    }
}
