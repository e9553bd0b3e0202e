//! `/rooms/{room}`.

use axum::extract::State;
use giog_protocol::RoomId;
use giog_protocol::rest::{ProblemCode, RoomInfo};
use giog_rooms::{RoomAnswer, RoomQuery};

use crate::problem::RestError;
use crate::rest::extract::{Caller, Json, Path};
use crate::state::App;

/// A room
///
/// An open room, without its match. Everybody who knows the id can read it; a room with a password only people who are
/// in it.
#[utoipa::path(
    get,
    path = "/api/v1/rooms/{room}",
    tag = "rooms",
    params(("room" = uuid::Uuid, Path, description = "The room.")),
    security((), ("token" = [])),
    responses(
        (status = 200, description = "The room.", body = ref("#/components/schemas/RoomInfo")),
        (status = 403, description = "`wrong_password`: the room has a password, and the caller is not in the room."),
        (status = 404, description = "`no_such_room`: there is no such room, or it was closed."),
        (status = 503, description = "`room_set_aside`: a fault stopped the room until the operator acts."),
    )
)]
pub async fn room(
    State(app): State<App>,
    Path(room): Path<RoomId>,
    caller: Caller,
) -> Result<Json<RoomInfo>, RestError> {
    look_at(&app, room, &caller).await.map(Json)
}

/// An open room, if the caller may see it.
pub(super) async fn look_at(
    app: &App,
    room: RoomId,
    caller: &Caller,
) -> Result<RoomInfo, RestError> {
    match app.hub.ask(room, caller.player(), RoomQuery::Room).await? {
        RoomAnswer::Room { state, match_id } => Ok(RoomInfo {
            room,
            match_id,
            state: *state,
        }),
        _ => Err(ProblemCode::Internal.into()),
    }
}
