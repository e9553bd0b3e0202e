//! `/announcement`: what everybody is told.

use axum::extract::State;
use giog_protocol::operator::{Announced, AnnouncementInput};

use super::read_text;
use super::status::short;
use crate::rest::{Json, RestError};
use crate::state::App;

/// Tell everybody something
///
/// Everybody who is connected is told at once. If it `stays`, so is everybody who comes, instead of what was said to them
/// before; until it is withdrawn or the server stops.
#[utoipa::path(
    put,
    path = "/announcement",
    tag = "server",
    request_body = ref("#/components/schemas/AnnouncementInput"),
    responses(
        (status = 200, description = "How many were told.", body = ref("#/components/schemas/Announced")),
        (status = 400, description = "`bad_request`, `bad_json`."),
    )
)]
pub async fn announce(
    State(app): State<App>,
    Json(AnnouncementInput { text, stays }): Json<AnnouncementInput>,
) -> Result<axum::Json<Announced>, RestError> {
    let text = read_text("text", &text)?;
    let sockets = short(app.sockets.announce(&text, stays));
    tracing::info!(target: "audit", text, stays, sockets, "the operator tells everybody something");
    Ok(axum::Json(Announced { sockets }))
}

/// Withdraw what was said
///
/// Those who come are told nothing any more, and those who are there that it does not hold.
#[utoipa::path(
    delete,
    path = "/announcement",
    tag = "server",
    responses((status = 200, description = "How many were told.", body = ref("#/components/schemas/Announced")))
)]
pub async fn withdraw(State(app): State<App>) -> axum::Json<Announced> {
    let sockets = short(app.sockets.announce("", true));
    tracing::info!(target: "audit", sockets, "the operator withdraws what everybody was told");
    axum::Json(Announced { sockets })
}
