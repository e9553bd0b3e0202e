//! `/rooms`.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use giog_protocol::client::{ListRooms, RoomFilter};
use giog_protocol::{Phase, RoomCursor};
use giog_rules::Variant;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::asset::JSON;
use crate::problem::RestError;
use crate::rest::extract::Query;
use crate::rest::openapi::{phase_schema, variant_schema};
use crate::state::App;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RoomQuery {
    /// Only rooms of this game.
    #[param(schema_with = variant_schema, required = false)]
    variant: Option<Variant>,
    /// Only rooms with this number of seats.
    #[param(required = false, minimum = 0, maximum = 255)]
    seats: Option<u8>,
    /// Only rooms in this phase.
    #[param(schema_with = phase_schema, required = false)]
    phase: Option<Phase>,
    /// Only rooms without a running match and with a free seat or, in quick play, a bot's seat.
    #[serde(default)]
    #[param(required = false)]
    free: bool,
    /// Only rooms that allow spectators.
    #[serde(default)]
    #[param(required = false)]
    spectators: bool,
    /// The `next` of a page, for the page after it.
    #[param(required = false)]
    cursor: Option<String>,
}

/// Public rooms
///
/// The same as `list_rooms` over the socket: tables with people and a free seat first, then those with a free seat, each the newest first;
/// before all others at most a few rooms of one creator, address and network.
#[utoipa::path(
    get,
    path = "/api/v1/rooms",
    tag = "rooms",
    params(RoomQuery),
    responses(
        (status = 200, description = "The rooms.", body = ref("#/components/schemas/RoomList")),
        (status = 400, description = "`bad_parameter`."),
    )
)]
pub async fn list_rooms(
    State(app): State<App>,
    Query(query): Query<RoomQuery>,
) -> Result<impl IntoResponse, RestError> {
    let RoomQuery {
        variant,
        seats,
        phase,
        free,
        spectators,
        cursor,
    } = query;
    let cursor = cursor.filter(|text| !text.is_empty());
    let cursor = cursor.map(|text| text.parse::<RoomCursor>()).transpose();
    let wanted = ListRooms {
        filter: RoomFilter {
            variant,
            seats,
            phase,
            free,
            spectators,
        },
        cursor: cursor.map_err(|bad| RestError::BadParameter(bad.to_string()))?,
    };
    Ok(([(CONTENT_TYPE, JSON)], app.hub.list_body(&wanted)))
}
