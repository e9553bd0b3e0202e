//! Finds a match, finished or running.

use giog_protocol::ErrorCode;
use giog_protocol::rest::{DeletedMatch, ProblemCode};
use giog_rooms::{MatchAnswer, RoomAnswer, RoomQuery};
use giog_rules::fairness::Hex;
use giog_rules::{MatchId, Observer};
use giog_store::MatchSummary;

use crate::problem::RestError;
use crate::rest::extract::Caller;
use crate::state::App;

/// A match that the caller may see.
pub(super) enum Found {
    /// It is finished.
    Finished(MatchSummary),
    /// It is running; this is what the caller may see.
    Running(Box<MatchAnswer>),
}

/// Finds a match. One that the caller may not see gets the same answer as one that never existed.
pub(super) async fn find(
    app: &App,
    id: MatchId,
    caller: &Caller,
    seen_as: Option<Observer>,
) -> Result<Found, RestError> {
    if let Some(summary) = app.store.match_summary(id).await? {
        return Ok(Found::Finished(summary));
    }
    match ask_room(app, id, caller, seen_as).await? {
        Some(answer) => Ok(Found::Running(answer)),
        // It may have ended in between, and its end is durable before a room reports it.
        None => match app.store.match_summary(id).await? {
            Some(summary) => Ok(Found::Finished(summary)),
            None => Err(missing(app, id).await),
        },
    }
}

/// Why a match cannot be shown. For a deleted match everybody who knows its id learns what is left of it, as for a finished one.
pub(crate) async fn missing(app: &App, id: MatchId) -> RestError {
    match app.store.deleted_match(id).await {
        Ok(Some(deleted)) => RestError::Deleted(Box::new(DeletedMatch {
            match_id: deleted.match_id,
            ended_at: deleted.ended_at,
            deleted_at: deleted.deleted_at,
            record_sha256: Hex(deleted.record_sha256),
            signer: Hex(deleted.signer),
        })),
        // While rooms are being restored or stopped, a match that may be in one of them and one that never existed get the same answer.
        Ok(None) => match app.hub.incomplete_reason() {
            Some(problem) => problem.into(),
            None => ProblemCode::NoSuchMatch.into(),
        },
        Err(error) => error.into(),
    }
}

async fn ask_room(
    app: &App,
    id: MatchId,
    caller: &Caller,
    seen_as: Option<Observer>,
) -> Result<Option<Box<MatchAnswer>>, RestError> {
    let Some(started) = app.store.started_match(id).await? else {
        return Ok(None);
    };
    let question = RoomQuery::Match {
        match_id: id,
        seen_as,
        alone: false,
    };
    match app.hub.ask(started.room, caller.player(), question).await {
        Ok(RoomAnswer::Match(answer)) => Ok(Some(answer)),
        // It is not known whom a missing room would admit: nothing is revealed of a match that may be private.
        Err(problem)
            if !started.listed
                && matches!(
                    problem.code,
                    ErrorCode::RoomSetAside | ErrorCode::Busy | ErrorCode::ShuttingDown
                ) =>
        {
            Ok(None)
        }
        // Only people whom the room admits learn that they may not see this part of it.
        Err(problem)
            if matches!(
                problem.code,
                ErrorCode::NotSeated
                    | ErrorCode::RoomSetAside
                    | ErrorCode::Busy
                    | ErrorCode::ShuttingDown
                    | ErrorCode::StorageUnavailable
            ) =>
        {
            Err(problem.into())
        }
        Ok(_) | Err(_) => Ok(None),
    }
}
