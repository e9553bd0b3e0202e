//! `/matches/{match}/branch`.

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use giog_protocol::ErrorCode;
use giog_protocol::rest::BranchInput;
use giog_rules::MatchId;

use super::find::missing;
use crate::asset::JSON;
use crate::client::ClientAddress;
use crate::problem::RestError;
use crate::records::ReadFor;
use crate::rest::extract::{Caller, Json, Path};
use crate::state::App;

/// A branch of a match
///
/// Goes on with a finished match from a decision of a seat, against bots, as that seat sees it. The branch follows from the record and the body
/// alone: nothing of it is stored, the same body always gives the same branch, and each further play is sent with all earlier ones. It has no
/// record and no signature, and counts nowhere. A running match gets the same answer as an unknown one.
#[utoipa::path(
    post,
    path = "/api/v1/matches/{match}/branch",
    tag = "matches",
    params(("match" = uuid::Uuid, Path, description = "The match.")),
    request_body = ref("#/components/schemas/BranchInput"),
    security((), ("token" = [])),
    responses(
        (status = 200, description = "The branch after these plays.", body = ref("#/components/schemas/Branch")),
        (status = 400, description = "`bad_request`; `bad_play`: a play is not legal; `branch_too_long`."),
        (status = 404, description = "`no_such_match`: there is no such match, or it is not finished; `no_such_seat`; `no_branch`: the seat has no decision there."),
        (status = 409, description = "`no_such_level`: the game has no bots of this level for so many players."),
        (status = 410, description = "`match_deleted` because of its age; `deleted` has what is left of it."),
        (status = 413, description = "`body_too_large`: the branch has more plays than a request can have."),
        (status = 429, description = "`rate_limited`: the address has as many branches played at a time, or bots think as much for it, as it may."),
        (status = 503, description = "`busy`: as many branches wait as may."),
    )
)]
pub async fn match_branch(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Path(id): Path<MatchId>,
    // It is the same for everybody, but a token that has ended is told.
    _: Caller,
    Json(asked): Json<BranchInput>,
) -> Result<Response, RestError> {
    let Some(summary) = app.store.match_summary(id).await? else {
        return Err(missing(&app, id).await);
    };
    if asked.seat.index() >= usize::from(summary.seats) {
        return Err(ErrorCode::NoSuchSeat.into());
    }
    let Some(record) = app.records.read(address, id, ReadFor::Replay).await? else {
        return Err(missing(&app, id).await);
    };
    let (branch, hold) = app.branches.play(address, record, asked).await?;
    let json = [(CONTENT_TYPE, HeaderValue::from_static(JSON))];
    Ok(hold.of((json, branch).into_response()))
}
