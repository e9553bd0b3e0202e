//! `/announcement`: messages to everybody.

use axum::extract::State;
use giog_protocol::operator::{Announced, AnnouncementInput};

use super::read_text;
use super::status::short;
use crate::problem::RestError;
use crate::rest::Json;
use crate::state::App;

/// Show a message to everybody
///
/// Shows the message to everybody who is connected. With `stays`, newcomers get it, too, instead of the message before,
/// until it is withdrawn or the server stops; of several servers, until it is withdrawn. The number is of connections to the server
/// that is asked.
#[utoipa::path(
    put,
    path = "/announcement",
    tag = "server",
    request_body = ref("#/components/schemas/AnnouncementInput"),
    responses(
        (status = 200, description = "The number of connections that were told.", body = ref("#/components/schemas/Announced")),
        (status = 400, description = "`bad_request`, `bad_json`."),
    )
)]
pub async fn announce(
    State(app): State<App>,
    Json(AnnouncementInput { text, stays }): Json<AnnouncementInput>,
) -> Result<Json<Announced>, RestError> {
    let text = read_text("text", &text)?;
    app.announce_on_nodes(text.clone(), stays).await?;
    let sockets = short(app.sockets.announce(&text, stays));
    tracing::info!(target: "audit", text, stays, sockets, "the operator shows an announcement");
    Ok(Json(Announced { sockets }))
}

/// Withdraw the message
///
/// Newcomers no longer get the message, and connected clients are told that it no longer applies.
#[utoipa::path(
    delete,
    path = "/announcement",
    tag = "server",
    responses((status = 200, description = "The number of connections that were told.", body = ref("#/components/schemas/Announced")))
)]
pub async fn withdraw(State(app): State<App>) -> Result<Json<Announced>, RestError> {
    app.announce_on_nodes(String::new(), true).await?;
    let sockets = short(app.sockets.announce("", true));
    tracing::info!(target: "audit", sockets, "the operator withdraws the announcement");
    Ok(Json(Announced { sockets }))
}
