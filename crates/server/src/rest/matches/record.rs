//! `/matches/{match}/record`.

use axum::extract::State;
use axum::response::Response;
use giog_protocol::rest::ProblemCode;
use giog_rules::MatchId;

use crate::rest::extract::Path;
use crate::rest::kept::{Have, Keep, kept};
use crate::rest::problem::RestError;
use crate::state::App;

/// A match's record
///
/// Exactly the canonical bytes (RFC 8785) that the server signed, from which anybody can judge and prove the match. Only of
/// finished matches: one being played is answered like one that never was.
#[utoipa::path(
    get,
    path = "/matches/{match}/record",
    tag = "matches",
    params(("match" = uuid::Uuid, Path, description = "The match.")),
    responses(
        (status = 200, description = "The record.", body = ref("#/components/schemas/Record")),
        (status = 304, description = "It is that of `If-None-Match`."),
        (status = 404, description = "`no_such_match`: there is none, or it is not finished."),
    )
)]
pub async fn match_record(
    State(app): State<App>,
    Path(id): Path<MatchId>,
    have: Have,
) -> Result<Response, RestError> {
    let summary = app.store.match_summary(id).await?;
    let summary = summary.ok_or(ProblemCode::NoSuchMatch)?;
    let record = app.store.record(id).await?;
    let record = record.ok_or(ProblemCode::NoSuchMatch)?;
    Ok(kept(&have, for_ever(summary.listed), record))
}

/// How what never changes may be kept.
pub(super) const fn for_ever(listed: bool) -> Keep {
    if listed {
        Keep::PublicForEver
    } else {
        Keep::PrivateForEver
    }
}
