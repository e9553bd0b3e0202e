//! `POST /guests`.

use axum::Extension;
use axum::extract::State;
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use giog_protocol::rest::{GuestInput, NewGuest};

use crate::client::ClientAddress;
use crate::device::{device_name, user_agent};
use crate::problem::RestError;
use crate::rest::extract::Json;
use crate::state::App;

/// A new guest
///
/// Creates a guest, with a token for `hello` over the socket and for `Authorization: Bearer …` here. The body is
/// optional.
#[utoipa::path(
    post,
    path = "/api/v1/guests",
    tag = "guests",
    request_body = ref("#/components/schemas/GuestInput"),
    responses(
        (status = 201, description = "Who they are, and their token.", body = ref("#/components/schemas/NewGuest")),
        (status = 400, description = "`bad_name`, `bad_request`, `bad_json`."),
        (status = 413, description = "`body_too_large`."),
        (status = 415, description = "`not_json`."),
        (status = 429, description = "`rate_limited`: too many new guests from this address."),
        (status = 503, description = "`disk_low`: the disk is nearly full."),
    )
)]
pub async fn create_guest(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    headers: HeaderMap,
    Json(input): Json<GuestInput>,
) -> Result<impl IntoResponse, RestError> {
    let device = device_name(input.device.as_deref(), user_agent(&headers));
    let guest = app.guests.create(address, input.name, device).await?;
    let player = guest.person.player;
    let body = NewGuest::new(guest.person, guest.token);
    let location = [(LOCATION, format!("/api/v1/players/{player}"))];
    Ok((StatusCode::CREATED, location, Json(body)))
}
