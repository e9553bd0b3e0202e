//! `POST /guests/me/recovery` and `POST /guests/recovery`.

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use giog_protocol::rest::{RecoverInput, Recovered, RecoveryCode, RecoveryInput};

use crate::client::ClientAddress;
use crate::device::{device_name, user_agent};
use crate::rest::extract::{Json, Token};
use crate::rest::problem::RestError;
use crate::state::App;

/// A recovery code
///
/// One's first, or another one in place of the `code` that is given: it cannot be replaced without it. The code is told only
/// now; asked the same again, the server tells the same: for as long as the new code stands, and a first one for ten minutes,
/// to the device that asked. Whoever has it can become this player, and end all their devices.
#[utoipa::path(
    post,
    path = "/guests/me/recovery",
    tag = "guests",
    security(("token" = [])),
    request_body = ref("#/components/schemas/RecoveryInput"),
    responses(
        (status = 200, description = "The code.", body = ref("#/components/schemas/RecoveryCode")),
        (status = 400, description = "`bad_request`, `bad_json`."),
        (status = 401, description = "`token_wanted`, `bad_token`."),
        (status = 403, description = "`bad_code`: one has a code, and it is not the one that was given."),
        (status = 413, description = "`body_too_large`."),
        (status = 415, description = "`not_json`."),
        (status = 429, description = "`rate_limited`: it was changed too often."),
    )
)]
pub async fn change_recovery(
    State(app): State<App>,
    Token(token): Token,
    Json(RecoveryInput { code }): Json<RecoveryInput>,
) -> Result<axum::Json<RecoveryCode>, RestError> {
    let known = app.guests.known_by(&token).await?;
    let code = app.change_code(&known, code.as_deref()).await?;
    Ok(axum::Json(RecoveryCode {
        recovery_code: code.text(),
    }))
}

/// Come back
///
/// Who one is, a token of this device's own, and the next recovery code, for the one that one has. All other tokens end.
#[utoipa::path(
    post,
    path = "/guests/recovery",
    tag = "guests",
    request_body = ref("#/components/schemas/RecoverInput"),
    responses(
        (status = 200, description = "Who one is, with token and code.", body = ref("#/components/schemas/Recovered")),
        (status = 400, description = "`bad_request`, `bad_json`."),
        (status = 403, description = "`bad_code`: it is nobody's. `banned`."),
        (status = 413, description = "`body_too_large`."),
        (status = 415, description = "`not_json`."),
        (status = 429, description = "`rate_limited`: too many codes from this address."),
    )
)]
pub async fn recover(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    headers: HeaderMap,
    Json(RecoverInput { code, device }): Json<RecoverInput>,
) -> Result<axum::Json<Recovered>, RestError> {
    let device = device_name(device.as_deref(), user_agent(&headers));
    let (guest, next) = app.recover(address, &code, device).await?;
    let body = Recovered::new(guest.person, guest.token, next.text());
    Ok(axum::Json(body))
}
