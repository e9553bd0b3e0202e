//! `/matches/{match}`.

use std::net::IpAddr;

use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use giog_protocol::rest::{
    FinishedMatch, MatchInfo, MatchLinks, Playing, ProblemCode, RunningMatch,
};
use giog_rules::{MatchId, MatchResult};
use giog_store::MatchSummary;
use serde::Deserialize;

use super::find::{Found, find, missing};
use super::review;
use crate::cacheable::{CachePolicy, ClientTags, cacheable_json};
use crate::client::ClientAddress;
use crate::problem::RestError;
use crate::records::ReadFor;
use crate::rest::extract::{Caller, Json, Path};
use crate::shown_ratings::match_rating;
use crate::state::App;
use crate::summaries::summaries;

/// A match
///
/// A finished match with its result, for everybody who knows its id. A running match as the caller may see it: as a
/// spectator or, with a token, as the player of a seat. Nobody can read its record and its seed before it ends.
#[utoipa::path(
    get,
    path = "/api/v1/matches/{match}",
    tag = "matches",
    params(("match" = uuid::Uuid, Path, description = "The match.")),
    security((), ("token" = [])),
    responses(
        (status = 200, description = "The match.", body = ref("#/components/schemas/MatchInfo")),
        (status = 304, description = "Not modified since `If-None-Match`."),
        (status = 404, description = "`no_such_match`: there is no such match, or the caller may not see it."),
        (status = 410, description = "`match_deleted` because of its age; `deleted` has what is left of it."),
    )
)]
pub async fn match_info(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Path(id): Path<MatchId>,
    caller: Caller,
    client_tags: ClientTags,
) -> Result<Response, RestError> {
    match find(&app, id, &caller, None).await? {
        Found::Finished(summary) => {
            let public = summary.listed && caller.player().is_none();
            // Names may change, so clients must revalidate it.
            let keep = if public {
                CachePolicy::PublicAsking
            } else {
                CachePolicy::PrivateAsking
            };
            let finished =
                MatchInfo::Finished(Box::new(finished(&app, address, &caller, summary).await?));
            Ok(cacheable_json(&client_tags, keep, &finished))
        }
        Found::Running(answer) => Ok(Json(MatchInfo::Running(Box::new(RunningMatch {
            match_id: id,
            status: Playing::Playing,
            snapshot: answer.snapshot,
        })))
        .into_response()),
    }
}

/// The part of a record that is needed here.
#[derive(Deserialize)]
struct ResultOnly {
    result: MatchResult,
}

async fn finished(
    app: &App,
    address: IpAddr,
    caller: &Caller,
    stored: MatchSummary,
) -> Result<FinishedMatch, RestError> {
    let id = stored.match_id;
    let Some(record) = app.records.read(address, id, ReadFor::Sending).await? else {
        return Err(missing(app, id).await);
    };
    let read = record.look(&app.workers, |bytes| serde_json::from_slice(bytes).ok());
    let read = read.await?;
    let review = review::link(app, &stored);
    let summary = summaries(&app.store, caller.player(), vec![stored])
        .await?
        .pop();
    let (Some(ResultOnly { result }), Some(mut summary)) = (read, summary) else {
        tracing::error!(match_id = %id, "cannot read a record");
        return Err(ProblemCode::Internal.into());
    };
    // The record is available here, so this is also known for older matches.
    summary.end = result.end();
    let rated = app.store.match_ratings(id).await?;
    Ok(FinishedMatch {
        summary,
        result,
        rated: rated.as_ref().map(match_rating),
        links: MatchLinks {
            record: format!("/api/v1/matches/{id}/record"),
            events: format!("/api/v1/matches/{id}/events"),
            review,
        },
    })
}
