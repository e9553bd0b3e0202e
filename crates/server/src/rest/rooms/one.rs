//! `/rooms/{room}`.

use axum::Json;
use axum::extract::State;
use giog_protocol::RoomId;
use giog_protocol::rest::{ProblemCode, RoomInfo};
use giog_rooms::{Question, RoomAnswer};

use crate::rest::extract::{Caller, Path};
use crate::rest::problem::RestError;
use crate::state::App;

/// A room
///
/// An open room beside the match in it. Unlisted rooms are shown to everybody who knows their id, rooms with a password to
/// those who are in them.
#[utoipa::path(
    get,
    path = "/rooms/{room}",
    tag = "rooms",
    params(("room" = uuid::Uuid, Path, description = "The room.")),
    security((), ("token" = [])),
    responses(
        (status = 200, description = "The room.", body = ref("#/components/schemas/RoomInfo")),
        (status = 403, description = "`wrong_password`: the room has one, and the caller is not in it."),
        (status = 404, description = "`no_such_room`: there is none, or it was closed."),
        (status = 503, description = "`room_set_aside`: it met a fault, and waits for the operator."),
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
    match app.hub.ask(room, caller.player(), Question::Room).await? {
        RoomAnswer::Room { state, match_id } => Ok(RoomInfo {
            room,
            match_id,
            state: *state,
        }),
        _ => Err(ProblemCode::Internal.into()),
    }
}
