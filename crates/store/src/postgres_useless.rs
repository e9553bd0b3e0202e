//! Which errors of Postgres say that a session is useless. Such a session is closed, and the next statement opens another one: nothing
//! else ends a session that still answers, however long it answers with the same error.
//!
//! | class or code | | a new session, because |
//! |---|---|---|
//! | any, `FATAL` or `PANIC` | | Postgres has ended this one |
//! | `08` | connection exceptions | the connection is lost, or the two ends have different ideas of it |
//! | `25006` | read-only | the server was demoted, or the address led to a standby; a new one goes where the address leads now |
//! | other `25`, except `25P02` | transaction state | a transaction is open where none should be, or none where one should |
//! | `24`, `26`, `34` | no such cursor, statement, portal | a pooler or `DISCARD` has forgotten what was prepared |
//! | `42P03`, `42P05` | such a cursor or statement exists | a pooler has changed the session under it |
//! | `0A000` | not supported | a prepared statement is older than the schema ("cached plan must not change result type") |
//! | `28`, `3D` | authorization, no such database | the user or database was made again since it was opened |
//! | `40003` | completion unknown | only the end of the session decides what became of the statement |
//! | `57P` | shutdown, cannot connect now | the server ends it, or is not the one that answers next |
//! | `58000` | system error | poolers say so when they have lost the server behind them |
//! | `XX000` | internal error | its caches contradict the catalogue; a new session begins without any |
//!
//! All others leave a session as good as it was: they speak of the statement (`21`, `22`, `23`, `42`, `44`, `54`, `P0`), of the transaction, which is
//! rolled back (`25P02`, `40`, `55`, `57014`), of the machine (`53`, `58030`, `XX001`, `XX002`), where another session would only cost more, or
//! of features that are not used.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::postgres::{PgDatabaseError, PgSeverity};
use tokio::time::Instant;

/// Why a session is useless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Useless {
    /// It has ended, or is about to.
    Ended,
    /// It reads only: also other sessions of this time may be with a server that is none to write to any more.
    ReadsOnly,
    /// Its state is not the one that the statements need.
    Confused,
}

impl Useless {
    /// Why an error makes the session useless; `None` if the session may be used again. A statement without an answer is not judged here:
    /// the code that gives the session back waits for it.
    pub(crate) fn of(error: &sqlx::Error) -> Option<Self> {
        match error {
            sqlx::Error::Database(refusal) => {
                let refusal = refusal.try_downcast_ref::<PgDatabaseError>()?;
                Self::of_code(refusal.code(), refusal.severity())
            }
            sqlx::Error::Io(lost) if lost.kind() == io::ErrorKind::TimedOut => None,
            sqlx::Error::Io(_) | sqlx::Error::Tls(_) => Some(Self::Ended),
            sqlx::Error::Protocol(_) => Some(Self::Confused),
            _ => None,
        }
    }

    fn of_code(code: &str, severity: PgSeverity) -> Option<Self> {
        match (code.get(..2).unwrap_or_default(), code) {
            (_, "25006") => Some(Self::ReadsOnly),
            _ if matches!(severity, PgSeverity::Fatal | PgSeverity::Panic) => Some(Self::Ended),
            ("08", _) => Some(Self::Ended),
            ("57", code) if code.starts_with("57P") => Some(Self::Ended),
            (_, "25P02") => None,
            ("24" | "25" | "26" | "28" | "34" | "3D", _)
            | (_, "0A000" | "40003" | "42P03" | "42P05" | "58000" | "XX000") => {
                Some(Self::Confused)
            }
            _ => None,
        }
    }
}

/// When a session was last found to read only. Sessions that were opened before are not used again, also those that only read: they may be
/// with a server that was demoted, and would answer with what was true then. All pools of one address share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct LastReadOnly(Arc<Mutex<Option<Instant>>>);

impl LastReadOnly {
    /// Notes that a session reads only.
    pub(crate) fn note(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// Whether a session of this age may be with a server that was demoted since.
    pub(crate) fn is_after(&self, age: Duration) -> bool {
        let noted = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        noted.is_some_and(|noted| noted.elapsed() <= age)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_class_of_errors_is_decided() {
        use Useless::{Confused, Ended, ReadsOnly};
        let said = |code| Useless::of_code(code, PgSeverity::Error);
        let all = [
            (Some(ReadsOnly), "25006"),
            (
                Some(Ended),
                "08000 08003 08006 08P01 57P01 57P02 57P03 57P04 57P05",
            ),
            (
                Some(Confused),
                "24000 25000 25001 25007 25P01 25P03 25P04 26000 34000 28000 28P01 3D000",
            ),
            (Some(Confused), "0A000 40003 42P03 42P05 58000 XX000"),
            (
                None,
                "00000 01000 02000 21000 22003 23505 25P02 40001 40P01 42501 42601 42P01 44000",
            ),
            (
                None,
                "53000 53100 53200 53300 53400 54000 55000 55006 55P03 57014 58030 58P01 72000 P0001 XX001 XX002",
            ),
        ];
        for (expected, codes) in all {
            for code in codes.split(' ') {
                assert_eq!(said(code), expected, "{code}");
            }
        }
        for severity in [PgSeverity::Fatal, PgSeverity::Panic] {
            assert_eq!(Useless::of_code("53300", severity), Some(Ended));
            assert_eq!(Useless::of_code("25006", severity), Some(ReadsOnly));
        }
        assert_eq!(said(""), None);
    }

    #[tokio::test(start_paused = true)]
    async fn only_sessions_that_were_opened_before_are_given_up() {
        let last = LastReadOnly::default();
        assert!(!last.is_after(Duration::from_hours(1)));
        last.note();
        tokio::time::advance(Duration::from_secs(5)).await;
        assert!(last.clone().is_after(Duration::from_secs(6)));
        assert!(!last.is_after(Duration::from_secs(4)));
    }
}
