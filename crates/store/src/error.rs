//! Errors: one closed enum for each kind of operation.

use giog_protocol::RoomId;
use sqlx::error::DatabaseError;
use sqlx::postgres::PgDatabaseError;

/// What the driver said; for the log, not for decisions.
pub type Cause = Box<dyn std::error::Error + Send + Sync + 'static>;

/// Why a question or a write had no answer.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The address names no database this crate can open.
    #[error(
        "`{0}` is not a database address; use sqlite:<file> or postgres://<user>@<host>/<database>"
    )]
    BadUrl(String),
    /// A Postgres database keeps texts in another encoding than UTF-8, which has not all characters.
    #[error(
        "the database's encoding is {encoding}, but giog needs UTF8: make a database with `CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`"
    )]
    Encoding {
        /// What Postgres calls it.
        encoding: String,
    },
    /// The schema could not be brought up to date, or is newer than this server.
    #[error("cannot migrate the database's schema")]
    Migration(#[source] Cause),
    /// The database is away or overloaded, and whether a write took place is unknown: ask again.
    #[error("the database is unreachable")]
    Unavailable(#[source] Cause),
    /// The question took too long, and was interrupted.
    #[error("the query timed out")]
    Interrupted,
    /// The value can be stored in no database.
    #[error("this cannot be stored: {0}")]
    Rejected(#[from] Rejection),
    /// The token of whoever asks has ended; nothing was changed.
    #[error("the token has ended")]
    TokenEnded,
    /// Something different is stored under the same key already.
    #[error("another {0} is stored under the same key")]
    Conflict(&'static str),
    /// A stored row is none that this crate writes.
    #[error("a stored {0} cannot be read")]
    Corrupt(&'static str),
    /// What is stored there cannot be read: the file, or the disk, is damaged. Other rows may be well.
    #[error("what is stored is damaged: {0}")]
    Damaged(Cause),
}

/// Why a value can be stored in no database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// Postgres has no U+0000 in texts.
    #[error("{what} contains U+0000")]
    Nul {
        /// Which text.
        what: &'static str,
    },
    /// Longer than its limit.
    #[error("{what} has {len_bytes} bytes, more than {limit_bytes}")]
    TooLarge {
        /// Which text.
        what: &'static str,
        /// Its length.
        len_bytes: usize,
        /// What is allowed.
        limit_bytes: usize,
    },
    /// As many as there may be are stored already.
    #[error("there are {limit} {what} already")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many there may be.
        limit: u32,
    },
    /// A number outside what databases count to.
    #[error("{what} is too large")]
    OutOfRange {
        /// Which number.
        what: &'static str,
    },
    /// A finished match can not be changed.
    #[error("a different {what} is stored already")]
    Different {
        /// What is there already.
        what: &'static str,
    },
    /// The database refused the row for a reason that will not pass.
    #[error("the database refuses it")]
    Refused,
}

/// Why a batch was not appended. Nothing of it is stored, except where the outcome is unknown.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// Another server owns the rooms now, or the lease was released.
    #[error("the lease is lost")]
    LeaseLost,
    /// A room of the batch is of a shard that another node has: append each room's rows by themselves.
    #[error("a room of the batch is another node's")]
    Elsewhere,
    /// A different row is stored under this room's index: somebody else wrote this room, or its state is broken.
    #[error("room {room} has another row {index} already")]
    Conflict {
        /// Whose row.
        room: RoomId,
        /// Its index.
        index: u64,
    },
    /// A row that can never be stored.
    #[error("a row of room {room} cannot be stored: {reason}")]
    Rejected {
        /// Whose row.
        room: RoomId,
        /// Why.
        reason: Rejection,
    },
    /// A row of one of several rooms can never be stored, and the database does not say whose: append each room's rows
    /// by themselves.
    #[error("a row of the batch cannot be stored")]
    SomeRejected,
    /// What follows from a row meets damage in the database. Trying again a few times is worth while: what cannot be read may be
    /// left out then.
    #[error("what follows from a row of room {room} meets damage in the database")]
    Damaged {
        /// Whose row.
        room: RoomId,
        /// What the database says.
        #[source]
        cause: Cause,
    },
    /// The database is away, or the outcome is unknown: append the same again until it is known.
    #[error("the database is unreachable")]
    Unavailable(#[source] Cause),
}

/// Why a lease was not renewed or released.
#[derive(Debug, thiserror::Error)]
pub enum LeaseError {
    /// Somebody else has it, or it was released.
    #[error("the lease is lost")]
    Lost,
    /// It may still be held: the database is away.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl StoreError {
    /// Sorts what the driver said into what a caller can do about it.
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

    /// Whether the disk does not give what is stored there, or not as it was written. It may stay so: nothing else waits for it. On
    /// Postgres that is not told from a disk that takes nothing.
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

/// Whether the statement was ended because it took too long.
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

/// Whether the database finds that its files are not as it wrote them.
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

/// Whether the system could not read from the database's files.
fn is_failed_read(refusal: &dyn DatabaseError) -> bool {
    let Some(code) = refusal.code() else {
        return false;
    };
    if refusal.try_downcast_ref::<PgDatabaseError>().is_some() {
        // It says the same of what cannot be written.
        return false;
    }
    // SQLITE_IOERR_READ, SQLITE_IOERR_SHORT_READ, SQLITE_IOERR_CORRUPTFS.
    matches!(&*code, "266" | "522" | "8458")
}

/// Whether the same statement would be refused again for what it contains. All else (no space, shut down, locked, a
/// table that an operator dropped) may pass, and giving a row up for it would lose what people were told is safe.
fn is_final(refusal: &dyn DatabaseError) -> bool {
    let Some(code) = refusal.code() else {
        return false;
    };
    if refusal.try_downcast_ref::<PgDatabaseError>().is_some() {
        // Data exceptions, integrity constraints, limits of the program.
        return ["22", "23", "54"]
            .iter()
            .any(|class| code.starts_with(class));
    }
    // SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH; the low byte is the primary code.
    code.parse::<i32>()
        .is_ok_and(|code| matches!(code & 0xff, 18..=20))
}
