//! `/matches/{match}/review`.

use std::net::IpAddr;

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use giog_protocol::ErrorCode;
use giog_protocol::rest::ProblemCode;
use giog_rules::{MatchId, Observer, PlayerId, Record, Seat, Variant};
use giog_store::{MatchStatus, MatchSummary};
use serde::Deserialize;
use utoipa::IntoParams;

use super::events::observer;
use super::find::missing;
use crate::cacheable::{CachePolicy, ClientTags, cacheable};
use crate::client::ClientAddress;
use crate::problem::RestError;
use crate::records::ReadFor;
use crate::rest::extract::{Caller, Json, Path, Query};
use crate::reviews::{self, Nominal};
use crate::state::App;

/// How soon a client asks again for a review that is being made, in seconds.
const ASK_AGAIN_S: u32 = 1;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReviewQuery {
    /// The number of the seat that is reviewed.
    #[serde(rename = "as")]
    #[param(pattern = "^[0-7]$")]
    seen_as: String,
    /// While a review is made: of how many decisions (on boards moves) the caller knows what was found. The answer has those after them, 32 at most:
    /// ask on with more.
    #[param(default = 0)]
    from: Option<u16>,
}

/// A match's review
///
/// What a seat could have won at each of its decisions in a finished match, from what it could know then. It is made when somebody first asks
/// for it, which takes seconds, of long matches on boards minutes; until then the answer is 202: ask again after `Retry-After`. Of trick games and games on boards it has what was found until then. Only for finished matches; a running match gets
/// the same answer as an unknown one.
#[utoipa::path(
    get,
    path = "/api/v1/matches/{match}/review",
    tag = "matches",
    params(("match" = uuid::Uuid, Path, description = "The match."), ReviewQuery),
    security((), ("token" = [])),
    responses(
        (status = 200, description = "The review.", body = ref("#/components/schemas/Review")),
        (status = 202, description = "It is being made.", body = ref("#/components/schemas/ReviewProgress")),
        (status = 304, description = "Not modified since `If-None-Match`."),
        (status = 404, description = "`no_such_match`: there is no such match, or it is not finished; `no_such_seat`; `no_review`: matches like this one are not reviewed."),
        (status = 410, description = "`match_deleted` because of its age; `deleted` has what is left of it."),
        (status = 429, description = "`rate_limited`: the address has as many reviews made at a time, or the caller in a day, as they may."),
        (status = 503, description = "`busy`: the queue is full; `disk_low`: the disk is nearly full."),
    )
)]
pub async fn match_review(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Path(id): Path<MatchId>,
    Query(query): Query<ReviewQuery>,
    caller: Caller,
    client_tags: ClientTags,
) -> Result<Response, RestError> {
    let Observer::Seat(seat) = observer(&query.seen_as, "`0`, `1`")? else {
        return Err(RestError::BadParameter(
            "`as` must be the number of a seat".to_owned(),
        ));
    };
    let Some(summary) = app.store.match_summary(id).await? else {
        return Err(missing(&app, id).await);
    };
    if seat.index() >= usize::from(summary.seats) {
        return Err(ErrorCode::NoSuchSeat.into());
    }
    check_is_reviewed(&app, &summary)?;
    let key = reviews::key(id, seat.into());
    if let Some(review) = app.reviews.find(key).await? {
        let review = app.records.open(address, review).await?;
        let (review, hold) = review.tagged(&app.workers).await?;
        // It follows from the record, but a later engine makes another one.
        let keep = if summary.listed {
            CachePolicy::PublicAsking
        } else {
            CachePolicy::PrivateAsking
        };
        return Ok(hold.of(cacheable(&client_tags, keep, review)));
    }
    if app.condition.disk.found().is_low {
        return Err(ErrorCode::DiskLow.into());
    }
    let known = query.from.unwrap_or_default().into();
    let progress = if let Some(progress) = app.reviews.progress(key, known)? {
        progress
    } else {
        let who_sat = caller.player().filter(|&caller| sat(&summary, caller));
        app.reviews.check(address, who_sat)?;
        let nominal = nominal(&app, address, (id, seat)).await?;
        let reviews = &app.reviews;
        reviews.begin((key, nominal), known, address, who_sat, summary.listed)?
    };
    let again = [(RETRY_AFTER, ASK_AGAIN_S)];
    Ok((StatusCode::ACCEPTED, again, Json(progress)).into_response())
}

/// What the review of a seat takes.
async fn nominal(
    app: &App,
    address: IpAddr,
    (id, seat): (MatchId, Seat),
) -> Result<Nominal, RestError> {
    let record = app.records.read(address, id, ReadFor::Sending).await?;
    let Some(record) = record else {
        return Err(missing(app, id).await);
    };
    let effort = app.reviews.effort();
    let found = record.look(&app.workers, move |bytes| {
        let record: Record = serde_json::from_slice(bytes)?;
        Ok::<_, serde_json::Error>(Nominal::of(&record, seat, effort))
    });
    found.await?.map_err(|error| {
        tracing::error!(match_id = %id, %error, "a record cannot be read");
        ProblemCode::Internal.into()
    })
}

/// Refuses matches that are not reviewed.
fn check_is_reviewed(app: &App, summary: &MatchSummary) -> Result<(), RestError> {
    let none = |why: String| Err(RestError::Explained(ProblemCode::NoReview, why));
    if !app.reviews.are_made() {
        return none("this server makes no reviews".to_owned());
    }
    if !exists(summary) {
        let (variant, seats) = (&summary.variant, summary.seats);
        return none(format!(
            "there is no review of {variant} for {seats} players"
        ));
    }
    if summary.status == MatchStatus::Abandoned {
        return none("this match was abandoned".to_owned());
    }
    Ok(())
}

/// Whether there are reviews of its game with so many players.
fn exists(summary: &MatchSummary) -> bool {
    let variant: Result<Variant, _> = summary.variant.parse();
    variant.is_ok_and(|variant| giog_review::exists(variant, summary.seats))
}

/// The path of its reviews, if the server makes them.
pub(super) fn link(app: &App, summary: &MatchSummary) -> Option<String> {
    let is_reviewed = check_is_reviewed(app, summary).is_ok();
    is_reviewed.then(|| format!("/api/v1/matches/{}/review", summary.match_id))
}

fn sat(summary: &MatchSummary, caller: PlayerId) -> bool {
    let mut players = summary.players.iter();
    players.any(|player| player.player == Some(caller))
}
