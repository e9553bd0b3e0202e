//! `/reviewers`: workers outside the server that compute reviews.

use axum::extract::State;
use axum::http::StatusCode;
use giog_protocol::operator::{NewReviewer, ReviewerInfo, ReviewerInput, ReviewerList, Revocation};
use giog_protocol::rest::ProblemCode;
use giog_rooms::random_uuid;
use giog_store::{Rejection, Reviewer, ReviewerId, StoreError};
use uuid::Uuid;

use super::read_text;
use crate::guests::hash;
use crate::problem::RestError;
use crate::rest::{Json, Path};
use crate::state::App;

/// The length of a token in bytes: nobody can guess it.
const TOKEN_BYTES: usize = 32;
/// Why a worker is revoked.
const BY_OPERATOR: &str = "the operator revoked it";

/// Workers
///
/// All workers that compute reviews outside the server, also those that were revoked, the earliest first. `reviews` says how many of the stored
/// reviews each has computed.
#[utoipa::path(
    get,
    path = "/reviewers",
    tag = "reviewers",
    responses((status = 200, description = "The workers.", body = ref("#/components/schemas/ReviewerList")))
)]
pub async fn list_reviewers(State(app): State<App>) -> Result<Json<ReviewerList>, RestError> {
    let reviewers = app.store.reviewers().await?;
    Ok(Json(ReviewerList {
        reviewers: reviewers.into_iter().map(info).collect(),
    }))
}

/// Add a worker
///
/// Makes a token with which `giog reviewer` takes jobs, and which is good for nothing else. It is told once; the server keeps its hash.
#[utoipa::path(
    post,
    path = "/reviewers",
    tag = "reviewers",
    request_body = ref("#/components/schemas/ReviewerInput"),
    responses(
        (status = 201, description = "The worker, and its token.", body = ref("#/components/schemas/NewReviewer")),
        (status = 400, description = "`bad_request`, `bad_json`."),
        (status = 409, description = "`too_many_reviewers`: there are 64."),
    )
)]
pub async fn add_reviewer(
    State(app): State<App>,
    Json(ReviewerInput { name }): Json<ReviewerInput>,
) -> Result<(StatusCode, Json<NewReviewer>), RestError> {
    let name = read_text("name", &name)?;
    let (id, token) = {
        let mut random = (app.random)();
        let mut token = [0; TOKEN_BYTES];
        random.fill(&mut token);
        (random_uuid(&mut *random), hex::encode(token))
    };
    let now = app.clock.now().wall;
    let added = app
        .store
        .add_reviewer(ReviewerId(id), &name, hash(&token), now);
    added.await.map_err(|error| match error {
        StoreError::Rejected(Rejection::TooMany { .. }) => ProblemCode::TooManyReviewers.into(),
        error => RestError::from(error),
    })?;
    tracing::info!(target: "audit", reviewer_id = %id, name, "the operator adds a worker for reviews");
    let new = NewReviewer {
        reviewer: id,
        name,
        token,
    };
    Ok((StatusCode::CREATED, Json(new)))
}

/// Revoke a worker
///
/// Its token does nothing any more, nobody is told its reviews from now on, and they are deleted, step by step. They are made again when somebody
/// asks for them.
#[utoipa::path(
    delete,
    path = "/reviewers/{reviewer}",
    tag = "reviewers",
    params(("reviewer" = uuid::Uuid, Path, description = "The worker.")),
    responses(
        (status = 204, description = "It is revoked."),
        (status = 404, description = "`no_such_reviewer`: there is none, or it was revoked before."),
    )
)]
pub async fn revoke_reviewer(
    State(app): State<App>,
    Path(reviewer): Path<Uuid>,
) -> Result<StatusCode, RestError> {
    if !app
        .reviews
        .revoke(ReviewerId(reviewer), BY_OPERATOR)
        .await?
    {
        return Err(ProblemCode::NoSuchReviewer.into());
    }
    tracing::info!(target: "audit", reviewer_id = %reviewer, "the operator revokes a worker for reviews");
    Ok(StatusCode::NO_CONTENT)
}

fn info(reviewer: Reviewer) -> ReviewerInfo {
    ReviewerInfo {
        reviewer: reviewer.id.0,
        name: reviewer.name,
        made_at: reviewer.made_at,
        seen_at: reviewer.seen_at,
        reviews: reviewer.reviews,
        revoked: reviewer.revoked.map(|(at, why)| Revocation { at, why }),
    }
}
