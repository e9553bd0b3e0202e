//! The errors of REST: problem details (RFC 9457).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::DeletedMatch;
use crate::ErrorCode;
use crate::error_codes::error_codes;

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

error_codes! {
    /// Why a request was refused. Codes are stable; codes of the socket have the same meaning here.
    pub enum ProblemCode: fn title {
        /// There is no such address.
        NotFound: 404, "there is nothing at this address", "see `/api/v1/openapi.json` for all addresses";
        /// This address does not support the method.
        MethodNotAllowed: 405, "this address does not support the method",
            "see `/api/v1/openapi.json` for the methods of this address";
        /// A part of the path or query is invalid.
        BadParameter: 400, "a part of the path or query is invalid", "correct it and send the request again";
        /// The body has no `Content-Type: application/json`.
        NotJson: 415, "the body must be JSON, with `Content-Type: application/json`", "send `Content-Type: application/json`";
        /// The body is too large.
        BodyTooLarge: 413, "the body is too large", "send less; no request needs more than 4 KiB, but a worker's review, which may have 1,024";
        /// A page of another origin may not send this request: its origin is not allowed, or it did not ask before (preflight).
        CrossOrigin: 403, "a page of another origin may not send this request",
            "send it from a program or from the server's own page; from another page with an origin that the operator allows and, if it is a `POST`, with JSON";
        /// A practice server answers programs on its own machine alone.
        LocalOnly: 403, "this is a practice server: it answers programs on its own machine alone",
            "connect from the same machine, without a proxy, to the address that the server named at its start";
        /// This needs a token.
        TokenWanted: 401, "this needs a guest's token: `Authorization: Bearer <token>`",
            "send `Authorization: Bearer <token>`; `POST /api/v1/guests` gives one";
        /// The code of a handover, a recovery or a friend does not exist, was used, or has expired.
        BadCode: 403, "this code does not exist, was used, or has expired",
            "compare it with the code that you were shown, or create a new code on a device that is signed in";
        /// It is not one of the person's devices.
        NoSuchDevice: 404, "there is no such device of yours", "list your devices";
        /// The person has the maximum number of devices.
        TooManyDevices: 409, "you have the maximum number of devices", "end one of your devices first";
        /// The two have not finished a match together lately.
        NotMet: 409, "you have not finished a match with this person lately",
            "ask people of your latest 100 matches, or exchange a code";
        /// The person has blocked the other one.
        PersonBlocked: 409, "you have blocked this person", "lift the block first";
        /// One of the two has the maximum number of friends.
        TooManyFriends: 409, "one of you has the maximum number of friends", "end a friendship first";
        /// The maximum number of requests to be friends is open.
        TooManyFriendRequests: 409, "the maximum number of your requests is open", "withdraw one, or wait: a request ends after 30 days";
        /// The person has blocked the maximum number of people.
        TooManyBlocks: 409, "you have blocked the maximum number of people", "lift a block first";
        /// The server sends no notifications.
        NoPush: 404, "this server sends no notifications",
            "do not offer notifications; `push_key` in `GET /server` says whether this server sends any";
        /// Notifications cannot be sent to this address.
        BadEndpoint: 400, "notifications cannot be sent to this address",
            "the operator has not allowed this push service; do not offer notifications in this browser";
        /// There is no such game.
        NoSuchVariant: 404, "there is no such game", "see `/api/v1/variants` for all games";
        /// There is no final table of this season.
        NoSuchSeason: 404, "there is no final table of this season", "`seasons` of a ladder has those that there are";
        /// There is no such match, or the caller may not see it.
        NoSuchMatch: 404, "there is no such match", "check the id; a running match is shown only to people whom its room admits";
        /// The match was deleted because of its age.
        MatchDeleted: 410, "this match was deleted because of its age",
            "if you have a copy of its record, check it against `record_sha256`";
        /// Matches like this one are not reviewed.
        NoReview: 404, "matches like this one are not reviewed",
            "reviews are of finished matches of games that the page lists in docs/REVIEW.md; `links.review` of a match says whether there are some";
        /// Nobody can go on with the match from there: the seat has no decision, or no bot plays the game.
        NoBranch: 404, "nobody can go on with the match from there",
            "begin at a decision of the seat: `action` of a reviewed decision, or the events that it had seen";
        /// A play of a branch is not legal.
        BadPlay: 400, "a play of the branch is not legal", "send one of the `actions` of the decision that the last answer has";
        /// The branch has too many plays, or takes too long.
        BranchTooLong: 400, "the branch has too many plays, or takes too long",
            "begin another one later in the match, or with bots of a lower level";
        /// This needs the token of a worker that computes reviews.
        ReviewerTokenWanted: 401, "this needs the token of a worker: `Authorization: Bearer <token>`",
            "the operator makes tokens with `giog admin add-reviewer`; one that was revoked does nothing any more";
        /// The engine of the worker has another version.
        OtherEngine: 409, "the worker's engine has another version than the server's", "use a worker of the server's version";
        /// The worker has the maximum number of jobs.
        TooManyJobs: 409, "this worker has the maximum number of jobs", "finish some first";
        /// There is no such job, or it is not this worker's any more.
        NoSuchJob: 404, "there is no such job of yours", "take another one: the lease has ended, or nobody waits for the review any more";
        /// There is no such worker.
        NoSuchReviewer: 404, "there is no such worker", "list the workers";
        /// The maximum number of workers is reached.
        TooManyReviewers: 409, "the maximum number of workers is reached", "revoke some first";
        /// There is no such puzzle, or its match was deleted.
        NoSuchPuzzle: 404, "there is no such puzzle", "get another one: a puzzle is deleted with its match";
        /// There is no such player, or their data was deleted.
        NoSuchPlayer: 404, "there is no such player", "check the id; people who were away for long are deleted";
        /// There is no such ban, or it has ended.
        NoSuchBan: 404, "there is no such ban", "list the active bans";
        /// There is no such report.
        NoSuchReport: 404, "there is no such report", "list the reports";
        /// The maximum number of bans is reached.
        TooManyBans: 409, "the maximum number of bans is reached",
            "lift some first, or ban a range of addresses instead of single ones";
        /// This needs the operator's token.
        OperatorTokenWanted: 401, "this needs the operator's token: `Authorization: Bearer <token>`",
            "use the setting `operator.token`, or the file `operator.token` in the data folder, where `giog admin` finds it";
        /// This would keep out many people, and must be confirmed.
        ConfirmWanted: 409, "this would keep out many people, and must be confirmed",
            "compare what you wrote with what you mean; then say `anyway`";
        /// The operator's interface is not asked under this name.
        WrongHost: 421, "the operator's interface is not asked under this name",
            "ask under its address, or list the name in the setting `operator.hosts`";
        /// Too many connections from this address are open.
        TooManyConnections: 503, "too many connections from this address are open", "close some of them, or try again later";
        /// The request took too long.
        TimedOut: 503, "it took too long; try again", "try again, or ask for less at once";
        /// This server does not own the rooms of its database.
        Standby: 503, "another server owns the rooms of this database", "send people to the other server";
        /// Other servers that share the rooms are better off than this one.
        CutOff: 503, "this server is cut off from the others, which are better off",
            "send people to the other servers; this one does not reach NATS";
        /// A fault of the server.
        Internal: 500, "a fault of the server", "try again later; if it happens again, tell the operator";
    }
    /// A code of the socket's protocol.
    Protocol(ErrorCode): ErrorCode::status, ErrorCode::message;
}

impl ProblemCode {
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
