//! `PUT` and `DELETE /guests/me/push`.

use axum::extract::State;
use axum::http::StatusCode;
use giog_protocol::ErrorCode;
use giog_protocol::rest::{ProblemCode, PushInput};

use crate::problem::RestError;
use crate::rest::extract::{Json, Token};
use crate::state::App;

/// Notify this device
///
/// Stores the device's push subscription, in place of an earlier one. From then on the device is notified when a table with 10
/// minutes or more per decision waits for the person and they are not connected to it: once for each decision. The
/// subscription is deleted when the device's token ends, when the push service says that it has ended, or when another device
/// stores the same endpoint.
#[utoipa::path(
    put,
    path = "/api/v1/guests/me/push",
    tag = "guests",
    security(("token" = [])),
    request_body = ref("#/components/schemas/PushInput"),
    responses(
        (status = 204, description = "It is stored."),
        (status = 400, description = "`bad_endpoint`: not an `https` address at a push service that the operator allows; `bad_request`, `bad_json`."),
        (status = 401, description = "`token_wanted`, `bad_token`."),
        (status = 404, description = "`no_push`: the server sends no notifications."),
        (status = 413, description = "`body_too_large`."),
        (status = 415, description = "`not_json`."),
        (status = 503, description = "`disk_low`: the disk is nearly full."),
    )
)]
pub async fn set_push(
    State(app): State<App>,
    Token(token): Token,
    Json(input): Json<PushInput>,
) -> Result<StatusCode, RestError> {
    let push = app.push.as_ref().ok_or(ProblemCode::NoPush)?;
    let known = app.guests.known_by(&token).await?;
    let subscription = push.read(input)?;
    app.guests.may_store_more()?;
    let (player, device) = (known.person.player, known.device.device);
    let now = app.clock.now().wall;
    let set = app
        .store
        .set_push(player, device, &subscription, now)
        .await?;
    if set {
        Ok(StatusCode::NO_CONTENT)
    } else {
        // The token was revoked meanwhile.
        Err(ErrorCode::BadToken.into())
    }
}

/// Stop notifying this device
///
/// Deletes the device's push subscription, if it has one.
#[utoipa::path(
    delete,
    path = "/api/v1/guests/me/push",
    tag = "guests",
    security(("token" = [])),
    responses(
        (status = 204, description = "It is not notified any more."),
        (status = 401, description = "`token_wanted`, `bad_token`."),
    )
)]
pub async fn end_push(
    State(app): State<App>,
    Token(token): Token,
) -> Result<StatusCode, RestError> {
    let known = app.guests.known_by(&token).await?;
    app.store.end_push(known.device.device).await?;
    Ok(StatusCode::NO_CONTENT)
}
