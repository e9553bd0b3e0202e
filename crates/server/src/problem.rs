//! Errors of REST requests, as answers of HTTP.

use std::time::Duration;

use axum::http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use giog_protocol::rest::{DeletedMatch, ProblemCode, ProblemDetails};
use giog_protocol::{ErrorCode, Problem};
use giog_store::StoreError;

use crate::guests::storage_problem;
use crate::workers::JobNotDone;

/// The default of `Retry-After`, in seconds: the duration of a restart.
const WAIT_S: u32 = 5;
/// `Retry-After` for clients that created too many guests, in seconds.
const WAIT_FOR_GUESTS_S: u32 = 60;
/// The content type of problems (RFC 9457).
pub const PROBLEM_JSON: HeaderValue = HeaderValue::from_static("application/problem+json");

/// Why a REST request was not carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RestError {
    /// An error with only a code.
    #[error("{}", .0.title())]
    Plain(ProblemCode),
    /// An error with a code, and what it is about.
    #[error("{1}")]
    Explained(ProblemCode, String),
    /// A part of the path or query is invalid.
    #[error("{0}")]
    BadParameter(String),
    /// The match was deleted.
    #[error("this match was deleted because of its age; it ended at {}", .0.ended_at)]
    Deleted(Box<DeletedMatch>),
    /// Too many requests from this address.
    #[error("too many requests from this address")]
    TooMany {
        /// In how many seconds the next one is accepted.
        wait_s: u32,
    },
    /// An error that the socket has, too.
    #[error(transparent)]
    Protocol(#[from] Problem),
}

impl RestError {
    /// The stable code.
    pub const fn code(&self) -> ProblemCode {
        match self {
            Self::Plain(code) | Self::Explained(code, _) => *code,
            Self::BadParameter(_) => ProblemCode::BadParameter,
            Self::Deleted(_) => ProblemCode::MatchDeleted,
            Self::TooMany { .. } => ProblemCode::Protocol(ErrorCode::RateLimited),
            Self::Protocol(problem) => ProblemCode::Protocol(problem.code),
        }
    }

    fn wait_s(&self) -> Option<u32> {
        match (self, self.code()) {
            (Self::TooMany { wait_s }, _) => Some(*wait_s),
            (
                Self::Protocol(Problem {
                    wait_ms: Some(ms), ..
                }),
                _,
            ) => Some(u32::try_from(ms.div_ceil(1_000)).unwrap_or(u32::MAX)),
            (_, ProblemCode::Protocol(ErrorCode::RateLimited)) => Some(WAIT_FOR_GUESTS_S),
            (_, code) => (status(code) == StatusCode::SERVICE_UNAVAILABLE).then_some(WAIT_S),
        }
    }

    fn details(&self) -> ProblemDetails {
        let code = self.code();
        ProblemDetails {
            kind: format!("/api/v1/problems/{}", code.name()),
            title: code.title().into_owned(),
            status: status(code).as_u16(),
            detail: self.to_string(),
            hint: code.hint().to_owned(),
            code,
            deleted: match self {
                Self::Deleted(deleted) => Some(**deleted),
                _ => None,
            },
        }
    }
}

/// The HTTP status of a code.
pub fn status(code: ProblemCode) -> StatusCode {
    StatusCode::from_u16(code.status()).expect("statuses of codes are those of HTTP")
}

impl RestError {
    /// How long somebody waits who asked for too much: whole seconds, at least one.
    pub fn too_much(wait: Duration) -> Self {
        let wait_s = wait.as_millis().div_ceil(1_000).max(1);
        Self::TooMany {
            wait_s: u32::try_from(wait_s).unwrap_or(u32::MAX),
        }
    }
}

impl From<ProblemCode> for RestError {
    fn from(code: ProblemCode) -> Self {
        Self::Plain(code)
    }
}

impl From<ErrorCode> for RestError {
    fn from(code: ErrorCode) -> Self {
        Self::Protocol(code.into())
    }
}

/// A store that does not answer is reported as unavailable; an unreadable answer is an internal error.
impl From<StoreError> for RestError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) | StoreError::TokenEnded => {
                Self::Protocol(storage_problem(error))
            }
            StoreError::Interrupted => Self::Plain(ProblemCode::TimedOut),
            StoreError::BadUrl(_)
            | StoreError::Encoding { .. }
            | StoreError::Migration(_)
            | StoreError::Rejected(_)
            | StoreError::Conflict(_)
            | StoreError::Corrupt(_)
            | StoreError::Damaged(_) => {
                tracing::error!(%error, "unexpected error from the store");
                Self::Plain(ProblemCode::Internal)
            }
        }
    }
}

impl From<JobNotDone> for RestError {
    fn from(not_done: JobNotDone) -> Self {
        match not_done {
            JobNotDone::Busy => ErrorCode::Busy.into(),
            JobNotDone::Failed => ProblemCode::Internal.into(),
        }
    }
}

impl IntoResponse for RestError {
    fn into_response(self) -> Response {
        let details = self.details();
        let status = status(details.code);
        let body = serde_json::to_vec(&details).expect("problems are plain JSON");
        let mut response = (status, [(CONTENT_TYPE, PROBLEM_JSON)], body).into_response();
        let headers = response.headers_mut();
        if let Some(wait_s) = self.wait_s() {
            headers.insert(RETRY_AFTER, wait_s.into());
        }
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
