//! `/rooms`.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use giog_protocol::Phase;
use giog_protocol::client::RoomFilter;
use giog_rules::Variant;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::asset::JSON;
use crate::rest::extract::Query;
use crate::rest::openapi::{phase_schema, variant_schema};
use crate::state::App;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RoomQuery {
    /// Only rooms of this game.
    #[param(schema_with = variant_schema, required = false)]
    variant: Option<Variant>,
    /// Only rooms with so many seats.
    #[param(required = false)]
    seats: Option<u8>,
    /// Only rooms in this phase.
    #[param(schema_with = phase_schema, required = false)]
    phase: Option<Phase>,
    /// Only rooms with a free seat, in quick play also one of a bot, and no match running.
    #[serde(default)]
    #[param(required = false)]
    free: bool,
    /// Only rooms that take spectators.
    #[serde(default)]
    #[param(required = false)]
    spectators: bool,
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
    Query(query): Query<RoomQuery>,
) -> impl IntoResponse {
    let RoomQuery {
        variant,
        seats,
        phase,
        free,
        spectators,
    } = query;
    let filter = RoomFilter {
        variant,
        seats,
        phase,
        free,
        spectators,
    };
    ([(CONTENT_TYPE, JSON)], app.hub.list_body(&filter))
}
