//! `/review-jobs`: reviews that workers outside the server compute.

use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use giog_protocol::rest::{ProblemCode, Review, ReviewJobInput, ReviewJobProgress, ReviewLease};
use giog_protocol::{ErrorCode, Problem};
use giog_review::ENGINE;
use giog_store::ReviewerId;
use uuid::Uuid;

use super::extract::{Json, JsonText, Path, sent_token};
use crate::guests::hash;
use crate::problem::RestError;
use crate::state::App;

/// The greatest length of a review in bytes: more than that of the longest, of as many decisions of mahjong as are looked at.
pub(super) const REVIEW_BYTES: usize = 1024 * 1024;
/// Where reviews are sent: the only request that is so long.
pub(super) const REVIEW_ROUTE: &str = "/api/v1/review-jobs/{lease}/review";
/// How soon a worker asks again for a job if there was none, in seconds.
const ASK_AGAIN_S: u32 = 1;

/// The worker that sends the request.
#[derive(Debug)]
pub(crate) struct Reviewer(ReviewerId);

impl FromRequestParts<App> for Reviewer {
    type Rejection = RestError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, RestError> {
        let token = sent_token(&parts.headers).ok().flatten();
        let token = token.ok_or(ProblemCode::ReviewerTokenWanted)?;
        let known = app.store.reviewer_by_token(hash(token)).await?;
        let (id, _) = known.ok_or(ProblemCode::ReviewerTokenWanted)?;
        Ok(Self(id))
    }
}

/// Take a job
///
/// A worker outside the server takes the review of a finished public match that somebody has asked for. It reads the record as everybody may,
/// and has to send the review before the lease ends. For tokens from the operator.
#[utoipa::path(
    post,
    path = "/api/v1/review-jobs",
    tag = "review jobs",
    request_body = ref("#/components/schemas/ReviewJobInput"),
    security(("token" = [])),
    responses(
        (status = 200, description = "The job.", body = ref("#/components/schemas/ReviewJob")),
        (status = 204, description = "There is none: ask again after `Retry-After`."),
        (status = 400, description = "`bad_request`, `bad_json`."),
        (status = 401, description = "`reviewer_token_wanted`: it is no worker's token, or it was revoked."),
        (status = 409, description = "`other_engine`: the worker's engine has another version; `too_many_jobs`: it has 32 already."),
    )
)]
pub async fn take_review_job(
    State(app): State<App>,
    Reviewer(reviewer): Reviewer,
    Json(ReviewJobInput { engine }): Json<ReviewJobInput>,
) -> Result<Response, RestError> {
    check_engine(engine)?;
    Ok(match app.reviews.take(reviewer).await? {
        Some(job) => Json(job).into_response(),
        None => (StatusCode::NO_CONTENT, [(RETRY_AFTER, ASK_AGAIN_S)]).into_response(),
    })
}

/// Renew a lease
///
/// Says how far the worker is, and renews its lease.
#[utoipa::path(
    patch,
    path = "/api/v1/review-jobs/{lease}",
    tag = "review jobs",
    params(("lease" = uuid::Uuid, Path, description = "The lease of the job.")),
    request_body = ref("#/components/schemas/ReviewJobProgress"),
    security(("token" = [])),
    responses(
        (status = 200, description = "The lease.", body = ref("#/components/schemas/ReviewLease")),
        (status = 400, description = "`bad_request`, `bad_json`."),
        (status = 401, description = "`reviewer_token_wanted`: it is no worker's token, or it was revoked."),
        (status = 404, description = "`no_such_job`: the lease has ended, or is another worker's."),
    )
)]
pub async fn renew_review_job(
    State(app): State<App>,
    Reviewer(reviewer): Reviewer,
    Path(lease): Path<Uuid>,
    Json(progress): Json<ReviewJobProgress>,
) -> Result<Json<ReviewLease>, RestError> {
    app.reviews.renew(reviewer, lease, progress).await.map(Json)
}

/// Give a job back
///
/// Others may take it at once.
#[utoipa::path(
    delete,
    path = "/api/v1/review-jobs/{lease}",
    tag = "review jobs",
    params(("lease" = uuid::Uuid, Path, description = "The lease of the job.")),
    security(("token" = [])),
    responses(
        (status = 204, description = "It is given back."),
        (status = 401, description = "`reviewer_token_wanted`: it is no worker's token, or it was revoked."),
        (status = 404, description = "`no_such_job`: the lease has ended, or is another worker's."),
    )
)]
pub async fn give_review_job_back(
    State(app): State<App>,
    Reviewer(reviewer): Reviewer,
    Path(lease): Path<Uuid>,
) -> Result<StatusCode, RestError> {
    app.reviews.give_back(reviewer, lease).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Send a review
///
/// The review of a job, exactly as `giog review --json` writes it. The server computes two of its decisions by itself, which it chooses now; if
/// they differ, the token is revoked with everything that it has computed.
#[utoipa::path(
    put,
    path = "/api/v1/review-jobs/{lease}/review",
    tag = "review jobs",
    params(("lease" = uuid::Uuid, Path, description = "The lease of the job.")),
    request_body = ref("#/components/schemas/Review"),
    security(("token" = [])),
    responses(
        (status = 202, description = "It has come, and is checked behind everything else."),
        (status = 400, description = "`bad_request`, `bad_json`: it is not what an engine writes. The job is given back."),
        (status = 401, description = "`reviewer_token_wanted`: it is no worker's token, or it was revoked."),
        (status = 404, description = "`no_such_job`: the lease has ended, or is another worker's; or its match was deleted."),
        (status = 409, description = "`other_engine`: the worker's engine has another version."),
        (status = 413, description = "`body_too_large`."),
    )
)]
pub async fn send_review(
    State(app): State<App>,
    Reviewer(reviewer): Reviewer,
    Path(lease): Path<Uuid>,
    JsonText(text): JsonText,
) -> Result<StatusCode, RestError> {
    let place = app.reviews.place_to_check(text.len())?;
    let written = app.workers.run(move || written(&text)).await?;
    let review = match written {
        Ok(review) => review,
        Err(bad) => {
            // Somebody else may have it at once. It may be no job any more.
            let _ = app.reviews.give_back(reviewer, lease).await;
            return Err(bad);
        }
    };
    let reviews = &app.reviews;
    reviews.submit(reviewer, lease, (review, place)).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Refuses engines of other versions: their reviews are others.
fn check_engine(engine: u32) -> Result<(), RestError> {
    if engine == ENGINE {
        return Ok(());
    }
    let detail = format!("the server's engine has version {ENGINE}, the worker's {engine}");
    Err(RestError::Explained(ProblemCode::OtherEngine, detail))
}

/// A review, if it is written as an engine of this version writes it, byte for byte.
fn written(text: &[u8]) -> Result<Review, RestError> {
    let bad = |code, why: String| RestError::from(Problem::new(code, format!("the body: {why}")));
    let text = if text.is_empty() { b"{}" } else { text };
    let review: Review = serde_json::from_slice(text).map_err(|error| {
        let code = match error.classify() {
            serde_json::error::Category::Data => ErrorCode::BadRequest,
            _ => ErrorCode::BadJson,
        };
        bad(code, error.to_string())
    })?;
    check_engine(review.engine())?;
    if serde_json::to_vec(&review).is_ok_and(|again| again == text) {
        return Ok(review);
    }
    let why = "it is not written as `giog review --json` writes it".to_owned();
    Err(bad(ErrorCode::BadRequest, why))
}
