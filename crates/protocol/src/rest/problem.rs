//! The errors of REST: problem details (RFC 9457).

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::DeletedMatch;
use crate::ErrorCode;

/// Why a request was refused: an `application/problem+json` body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProblemDetails {
    /// The address of a description of this code.
    #[serde(rename = "type")]
    pub kind: String,
    /// A short description of the code.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What it means in this case.
    pub detail: String,
    /// What to do about it.
    #[serde(default)]
    pub hint: String,
    /// The stable code, for programs.
    pub code: ProblemCode,
    /// With `match_deleted`: what is left of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deleted: Option<DeletedMatch>,
}

/// An error code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProblemType {
    /// The code.
    pub code: ProblemCode,
    /// What it means.
    pub title: String,
    /// What to do about it.
    pub hint: String,
    /// Its HTTP status.
    pub status: u16,
}

/// Why a request was refused. Codes are stable; codes of the socket have the same meaning here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    /// There is no such address.
    NotFound,
    /// This address does not support the method.
    MethodNotAllowed,
    /// A part of the path or query is invalid.
    BadParameter,
    /// The body has no `Content-Type: application/json`.
    NotJson,
    /// The body is too large.
    BodyTooLarge,
    /// A page of another origin may not send this request: its origin is not allowed, or it did not ask before (preflight).
    CrossOrigin,
    /// A practice server answers programs on its own machine alone.
    LocalOnly,
    /// This needs a token.
    TokenWanted,
    /// The handover or recovery code does not exist, was used, or has expired.
    BadCode,
    /// It is not one of the person's devices.
    NoSuchDevice,
    /// The person has the maximum number of devices.
    TooManyDevices,
    /// The server sends no notifications.
    NoPush,
    /// Notifications cannot be sent to this address.
    BadEndpoint,
    /// There is no such game.
    NoSuchVariant,
    /// There is no such match, or the caller may not see it.
    NoSuchMatch,
    /// The match was deleted because of its age.
    MatchDeleted,
    /// There is no such player, or their data was deleted.
    NoSuchPlayer,
    /// There is no such ban, or it has ended.
    NoSuchBan,
    /// There is no such report.
    NoSuchReport,
    /// The maximum number of bans is reached.
    TooManyBans,
    /// This needs the operator's token.
    OperatorTokenWanted,
    /// This would keep out many people, and must be confirmed.
    ConfirmWanted,
    /// The operator's interface is not asked under this name.
    WrongHost,
    /// Too many connections from this address are open.
    TooManyConnections,
    /// The request took too long.
    TimedOut,
    /// This server does not own the rooms of its database.
    Standby,
    /// Other servers that share the rooms are better off than this one.
    CutOff,
    /// A fault of the server.
    Internal,
    /// A code of the socket's protocol.
    #[serde(untagged)]
    Protocol(ErrorCode),
}

impl ProblemCode {
    /// The general description of the code, for people.
    pub fn title(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::NotFound => "there is nothing at this address",
            Self::MethodNotAllowed => "this address does not support the method",
            Self::BadParameter => "a part of the path or query is invalid",
            Self::NotJson => "the body must be JSON, with `Content-Type: application/json`",
            Self::BodyTooLarge => "the body is too large",
            Self::CrossOrigin => "a page of another origin may not send this request",
            Self::LocalOnly => {
                "this is a practice server: it answers programs on its own machine alone"
            }
            Self::TokenWanted => "this needs a guest's token: `Authorization: Bearer <token>`",
            Self::BadCode => "this code does not exist, was used, or has expired",
            Self::NoSuchDevice => "there is no such device of yours",
            Self::TooManyDevices => "you have the maximum number of devices",
            Self::NoPush => "this server sends no notifications",
            Self::BadEndpoint => "notifications cannot be sent to this address",
            Self::NoSuchVariant => "there is no such game",
            Self::NoSuchMatch => "there is no such match",
            Self::MatchDeleted => "this match was deleted because of its age",
            Self::NoSuchPlayer => "there is no such player",
            Self::NoSuchBan => "there is no such ban",
            Self::NoSuchReport => "there is no such report",
            Self::TooManyBans => "the maximum number of bans is reached",
            Self::OperatorTokenWanted => {
                "this needs the operator's token: `Authorization: Bearer <token>`"
            }
            Self::ConfirmWanted => "this would keep out many people, and must be confirmed",
            Self::WrongHost => "the operator's interface is not asked under this name",
            Self::TooManyConnections => "too many connections from this address are open",
            Self::TimedOut => "it took too long; try again",
            Self::Standby => "another server owns the rooms of this database",
            Self::CutOff => "this server is cut off from the others, which are better off",
            Self::Internal => "a fault of the server",
            Self::Protocol(code) => return code.message(),
        })
    }

    /// The code as text, as in JSON.
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
