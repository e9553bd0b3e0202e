//! `/rooms`.

use axum::Json;
use axum::extract::State;
use giog_protocol::client::ListRooms;
use giog_protocol::rest::RoomList;
use giog_rules::Variant;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::rest::extract::Query;
use crate::rest::openapi::variant_schema;
use crate::state::App;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RoomQuery {
    /// Only rooms of this game.
    #[param(schema_with = variant_schema, required = false)]
    variant: Option<Variant>,
    /// Only rooms with a free seat.
    #[serde(default)]
    #[param(required = false)]
    free: bool,
}

/// Public rooms
///
/// As `list_rooms` over the socket has them: those with a free seat first, the newest first.
#[utoipa::path(
    get,
    path = "/rooms",
    tag = "rooms",
    params(RoomQuery),
    responses(
        (status = 200, description = "The rooms.", body = ref("#/components/schemas/RoomList")),
        (status = 400, description = "`bad_parameter`."),
    )
)]
pub async fn list_rooms(
    State(app): State<App>,
    Query(RoomQuery { variant, free }): Query<RoomQuery>,
) -> Json<RoomList> {
    let (rooms, more) = app.hub.list(&ListRooms { variant, free });
    Json(RoomList { rooms, more })
}
