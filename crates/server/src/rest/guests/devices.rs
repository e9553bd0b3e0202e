//! `GET` and `DELETE /guests/me/devices`, `DELETE /guests/me/devices/{device}`.

use axum::extract::State;
use axum::http::StatusCode;
use giog_protocol::rest::{DeviceInfo, DeviceList, ProblemCode};
use giog_protocol::{DeviceId, DeviceName};
use giog_store::StoreError;

use crate::problem::RestError;
use crate::rest::extract::{Json, Path, Token};
use crate::state::App;

/// The person's devices
///
/// Each device has its own token, which can be ended. The answer contains no tokens.
#[utoipa::path(
    get,
    path = "/api/v1/guests/me/devices",
    tag = "guests",
    security(("token" = [])),
    responses(
        (status = 200, description = "The devices.", body = ref("#/components/schemas/DeviceList")),
        (status = 401, description = "`token_wanted`, `bad_token`."),
    )
)]
pub async fn list_devices(
    State(app): State<App>,
    Token(token): Token,
) -> Result<Json<DeviceList>, RestError> {
    let known = app.guests.known_by(&token).await?;
    let devices = app.store.devices(known.person.player).await?;
    let devices = devices.into_iter().map(|one| {
        Ok(DeviceInfo {
            device: one.device,
            name: DeviceName::of(&one.name).ok_or(StoreError::Corrupt("device's name"))?,
            made_at: one.created_at,
            seen_at: one.seen_at,
            current: one.device == known.device.device,
        })
    });
    Ok(Json(DeviceList {
        devices: devices.collect::<Result<_, StoreError>>()?,
        recovery: known.is_recoverable,
    }))
}

/// End all other devices
///
/// Ends their tokens and closes their connections. The device that sends this request stays.
#[utoipa::path(
    delete,
    path = "/api/v1/guests/me/devices",
    tag = "guests",
    security(("token" = [])),
    responses(
        (status = 204, description = "It is done."),
        (status = 401, description = "`token_wanted`, `bad_token`."),
    )
)]
pub async fn end_other_devices(
    State(app): State<App>,
    Token(token): Token,
) -> Result<StatusCode, RestError> {
    let known = app.guests.known_by(&token).await?;
    app.end_other_devices(&known).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// End a device
///
/// Ends its token and closes its connections. This may be the device that sends the request.
#[utoipa::path(
    delete,
    path = "/api/v1/guests/me/devices/{device}",
    tag = "guests",
    security(("token" = [])),
    params(("device" = String, Path, description = "The id of the device.")),
    responses(
        (status = 204, description = "It is done."),
        (status = 400, description = "`bad_parameter`."),
        (status = 401, description = "`token_wanted`, `bad_token`."),
        (status = 404, description = "`no_such_device`: not one of the person's devices."),
    )
)]
pub async fn end_device(
    State(app): State<App>,
    Path(device): Path<DeviceId>,
    Token(token): Token,
) -> Result<StatusCode, RestError> {
    let known = app.guests.known_by(&token).await?;
    if app.end_device(&known, device).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(ProblemCode::NoSuchDevice.into())
    }
}
