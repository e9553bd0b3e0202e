//! Errors of REST: problems as RFC 9457 has them.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::DeletedMatch;
use crate::ErrorCode;

/// Why a request was not carried out: an `application/problem+json` body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProblemDetails {
    /// Where this kind of problem is described.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind of problem in a few words; the same for all of one code.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What it means here.
    pub detail: String,
    /// What to do about it.
    #[serde(default)]
    pub hint: String,
    /// What a client can go by.
    pub code: ProblemCode,
    /// With `match_deleted`, what is left of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deleted: Option<DeletedMatch>,
}

/// A kind of problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProblemType {
    /// The code.
    pub code: ProblemCode,
    /// What it means.
    pub title: String,
    /// What to do about it.
    pub hint: String,
    /// The HTTP status that comes with it.
    pub status: u16,
}

/// Why a request was not carried out. Codes are stable; those that the socket has too mean the same here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    /// There is nothing at this address.
    NotFound,
    /// What is at this address knows no such method.
    MethodNotAllowed,
    /// A part of the path or of the query cannot be read.
    BadParameter,
    /// The body is not said to be JSON.
    NotJson,
    /// The body is too large.
    BodyTooLarge,
    /// This needs a token.
    TokenWanted,
    /// The code that leads somebody to another device, or brings them back, is none, was used, or its time is over.
    BadCode,
    /// There is no such device of theirs.
    NoSuchDevice,
    /// They have as many devices as one may have.
    TooManyDevices,
    /// There is no such game.
    NoSuchVariant,
    /// There is no such match, or it may not be seen.
    NoSuchMatch,
    /// The match was deleted because of its age.
    MatchDeleted,
    /// There is no such player, or they were forgotten.
    NoSuchPlayer,
    /// There is no such ban, or it has ended.
    NoSuchBan,
    /// There is no such report.
    NoSuchReport,
    /// There are as many bans as there may be.
    TooManyBans,
    /// This is for the operator alone.
    OperatorTokenWanted,
    /// Too many connections from this address are open.
    TooManyConnections,
    /// It took too long.
    TimedOut,
    /// This server does not own the rooms of its database.
    Standby,
    /// The server met a fault.
    Internal,
    /// A code of the socket's protocol.
    #[serde(untagged)]
    Protocol(ErrorCode),
}

impl ProblemCode {
    /// What it says to people where nothing more exact is known.
    pub fn title(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::NotFound => "there is nothing at this address",
            Self::MethodNotAllowed => "what is at this address knows no such method",
            Self::BadParameter => "a part of the path or of the query cannot be read",
            Self::NotJson => "the body must be JSON, with `Content-Type: application/json`",
            Self::BodyTooLarge => "the body is too large",
            Self::TokenWanted => "this needs a guest's token: `Authorization: Bearer <token>`",
            Self::BadCode => "this code is none, was used, or its time is over",
            Self::NoSuchDevice => "there is no such device of yours",
            Self::TooManyDevices => "you have as many devices as one may have",
            Self::NoSuchVariant => "there is no such game",
            Self::NoSuchMatch => "there is no such match",
            Self::MatchDeleted => "this match was deleted because of its age",
            Self::NoSuchPlayer => "there is no such player",
            Self::NoSuchBan => "there is no such ban",
            Self::NoSuchReport => "there is no such report",
            Self::TooManyBans => "there are as many bans as there may be",
            Self::OperatorTokenWanted => {
                "this needs the operator's token: `Authorization: Bearer <token>`"
            }
            Self::TooManyConnections => "too many connections from this address are open",
            Self::TimedOut => "it took too long; try again",
            Self::Standby => "another server owns the rooms of this database",
            Self::Internal => "the server met a fault",
            Self::Protocol(code) => return code.message(),
        })
    }

    /// The code as it is written.
    pub fn name(self) -> String {
        let written = serde_json::to_value(self).ok();
        written
            .as_ref()
            .and_then(serde_json::Value::as_str)
            .unwrap_or_default()
            .to_owned()
    }
}

impl From<ErrorCode> for ProblemCode {
    fn from(code: ErrorCode) -> Self {
        Self::Protocol(code)
    }
}

#[cfg(test)]
mod tests {
    use giog_rules::RefusalCode;

    use super::*;

    #[test]
    fn a_code_is_one_text() {
        for (code, name) in [
            (ProblemCode::NotFound, "not_found"),
            (ErrorCode::NoSuchRoom.into(), "no_such_room"),
            (
                ErrorCode::Refused(RefusalCode::NotInHand).into(),
                "not_in_hand",
            ),
        ] {
            assert_eq!(code.name(), name);
            let read: Option<ProblemCode> = serde_json::from_value(name.into()).ok();
            assert_eq!(read, Some(code));
        }
    }
}
