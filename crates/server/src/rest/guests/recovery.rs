//! `POST /guests/me/recovery` and `POST /guests/recovery`.

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use giog_protocol::rest::{RecoverInput, Recovered, RecoveryCode, RecoveryInput};

use crate::client::ClientAddress;
use crate::device::{device_name, user_agent};
use crate::problem::RestError;
use crate::rest::extract::{Json, Token};
use crate::state::App;

/// A recovery code
///
/// Returns the first recovery code, or replaces the given `code`; it cannot be replaced without the current one. The
/// code is shown only once. The same request returns the same code again: a replacement until it is replaced itself, a
/// first code for ten minutes, to the device that requested it. Anybody who has the code can sign in as this player,
/// which ends all other devices.
#[utoipa::path(
    post,
    path = "/api/v1/guests/me/recovery",
    tag = "guests",
    security(("token" = [])),
    request_body = ref("#/components/schemas/RecoveryInput"),
    responses(
        (status = 200, description = "The code.", body = ref("#/components/schemas/RecoveryCode")),
        (status = 400, description = "`bad_request`, `bad_json`."),
        (status = 401, description = "`token_wanted`, `bad_token`."),
        (status = 403, description = "`bad_code`: there is a recovery code, and the given one is not it."),
        (status = 413, description = "`body_too_large`."),
        (status = 415, description = "`not_json`."),
        (status = 429, description = "`rate_limited`: the code was changed too often."),
    )
)]
pub async fn change_recovery(
    State(app): State<App>,
    Token(token): Token,
    Json(RecoveryInput { code }): Json<RecoveryInput>,
) -> Result<Json<RecoveryCode>, RestError> {
    let known = app.guests.known_by(&token).await?;
    let code = app.change_code(&known, code.as_deref()).await?;
    Ok(Json(RecoveryCode {
        recovery_code: code.text(),
    }))
}

/// Sign in with a recovery code
///
/// Signs this device in with a recovery code, and returns the person, this device's own token, and the next recovery
/// code. All other tokens end.
#[utoipa::path(
    post,
    path = "/api/v1/guests/recovery",
    tag = "guests",
    request_body = ref("#/components/schemas/RecoverInput"),
    responses(
        (status = 200, description = "The person, with token and code.", body = ref("#/components/schemas/Recovered")),
        (status = 400, description = "`bad_request`, `bad_json`."),
        (status = 403, description = "`bad_code`: unknown code. `banned`."),
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
) -> Result<Json<Recovered>, RestError> {
    let device = device_name(device.as_deref(), user_agent(&headers));
    let (guest, next) = app.recover(address, &code, device).await?;
    let body = Recovered::new(guest.person, guest.token, next.text());
    Ok(Json(body))
}
