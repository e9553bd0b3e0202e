//! `POST /guests/handover`.

use axum::extract::State;
use axum::http::HeaderMap;
use giog_protocol::rest::{HandedOver, HandoverInput, ProblemCode};

use crate::device::{device_name, user_agent};
use crate::guests::{hash, storage_problem};
use crate::problem::RestError;
use crate::rest::extract::Json;
use crate::state::App;

/// Sign in another device
///
/// Signs this device in with a code from `POST /guests/me/handover`, and returns the person and this device's own
/// token. The code can be used once.
#[utoipa::path(
    post,
    path = "/api/v1/guests/handover",
    tag = "guests",
    request_body = ref("#/components/schemas/HandoverInput"),
    responses(
        (status = 200, description = "The person, with the token.", body = ref("#/components/schemas/HandedOver")),
        (status = 400, description = "`bad_request`, `bad_json`."),
        (status = 401, description = "`bad_token`: the person who requested the code no longer exists."),
        (status = 403, description = "`bad_code`: the code does not exist, was used, or has expired."),
        (status = 409, description = "`too_many_devices`: end one of them first."),
        (status = 413, description = "`body_too_large`."),
        (status = 415, description = "`not_json`."),
    )
)]
pub async fn take_handover(
    State(app): State<App>,
    headers: HeaderMap,
    Json(HandoverInput { code, device }): Json<HandoverInput>,
) -> Result<Json<HandedOver>, RestError> {
    let here = app.accounts.handovers.take(&code, app.clock.now().mono_ms);
    let from = match &app.cluster.membership {
        Some(nodes) => {
            let taken = nodes.take_code(hash(&code)).await;
            taken
                .map_err(storage_problem)?
                .ok_or(ProblemCode::BadCode)?
        }
        None => here?,
    };
    let device = device_name(device.as_deref(), user_agent(&headers));
    let guest = app.guests.hand_over(from, device).await?;
    Ok(Json(HandedOver::new(
        guest.person,
        guest.token,
        guest.device,
    )))
}
