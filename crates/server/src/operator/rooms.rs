//! `/rooms`: all rooms, the people in them, and stopping rooms.

use std::collections::HashMap;

use axum::extract::State;
use axum::http::StatusCode;
use giog_protocol::operator::{
    ConnectedPerson, OperatorRoom, OperatorRooms, SetAsideRoom, SetAsideRooms,
};
use giog_protocol::rest::ProblemCode;
use giog_protocol::{ErrorCode, Problem, RoomId};
use giog_rooms::{RoomAnswer, RoomQuery, SetAside, SetAsideError};
use giog_rules::PlayerId;

use super::status::short;
use crate::problem::RestError;
use crate::rest::{Json, Path};
use crate::state::App;

/// All rooms
///
/// All rooms, public or not, in the order of creation.
#[utoipa::path(
    get,
    path = "/rooms",
    tag = "rooms",
    responses((status = 200, description = "The rooms.", body = ref("#/components/schemas/OperatorRooms")))
)]
pub async fn list_rooms(State(app): State<App>) -> Json<OperatorRooms> {
    let rooms = app.hub.all_rooms();
    Json(OperatorRooms { rooms })
}

/// A room, and who is in it
#[utoipa::path(
    get,
    path = "/rooms/{room}",
    tag = "rooms",
    params(("room" = uuid::Uuid, Path, description = "The room.")),
    responses(
        (status = 200, description = "The room.", body = ref("#/components/schemas/OperatorRoom")),
        (status = 404, description = "`no_such_room`."),
    )
)]
pub async fn room(
    State(app): State<App>,
    Path(room): Path<RoomId>,
) -> Result<Json<OperatorRoom>, RestError> {
    let RoomAnswer::Inside {
        state,
        match_id,
        people,
    } = app.hub.ask(room, None, RoomQuery::Inside).await?
    else {
        return Err(ProblemCode::Internal.into());
    };
    let ids: Vec<PlayerId> = people.iter().map(|&(player, _)| player).collect();
    let known = app.store.names(&ids).await?.into_iter();
    let mut names: HashMap<PlayerId, String> = known.map(|one| (one.player, one.name)).collect();
    let person = |(player, connections)| ConnectedPerson {
        player,
        name: names.remove(&player),
        connections: short(connections),
    };
    Ok(Json(OperatorRoom {
        room,
        match_id,
        people: people.into_iter().map(person).collect(),
        state: *state,
    }))
}

/// Rooms that are set aside
///
/// Rooms whose log cannot be replayed, or that failed twice; `reason` says which. Other rooms continue.
#[utoipa::path(
    get,
    path = "/rooms/set-aside",
    tag = "rooms",
    responses((status = 200, description = "The rooms.", body = ref("#/components/schemas/SetAsideRooms")))
)]
pub async fn list_set_aside(State(app): State<App>) -> Json<SetAsideRooms> {
    let told = |SetAside { room, reason, at }| SetAsideRoom { room, reason, at };
    let rooms = app.hub.set_aside().into_iter().map(told).collect();
    Json(SetAsideRooms { rooms })
}

/// Restore a room that is set aside
///
/// Replays the room from its log again, after an upgrade or a repair of the database.
#[utoipa::path(
    post,
    path = "/rooms/{room}/bring-back",
    tag = "rooms",
    params(("room" = uuid::Uuid, Path, description = "The room.")),
    responses(
        (status = 204, description = "The room is restored, and people may join it."),
        (status = 404, description = "`no_such_room`: no such room is set aside."),
        (status = 503, description = "`room_set_aside`: it still cannot be restored, or is set aside on another server; `detail` says which."),
    )
)]
pub async fn bring_back(
    State(app): State<App>,
    Path(room): Path<RoomId>,
) -> Result<StatusCode, RestError> {
    let back = app.hub.restore_set_aside(&*app.store, room).await;
    back.map_err(stays_aside)?;
    tracing::info!(target: "audit", %room, "the operator restores a room");
    Ok(StatusCode::NO_CONTENT)
}

fn stays_aside(why: SetAsideError) -> RestError {
    match why {
        SetAsideError::NotAside => ErrorCode::NoSuchRoom.into(),
        SetAsideError::Elsewhere => Problem::new(ErrorCode::RoomSetAside, why.to_string()).into(),
        SetAsideError::Fault(reason) => Problem::new(ErrorCode::RoomSetAside, reason).into(),
        SetAsideError::Store(error) => error.into(),
        SetAsideError::NotNow(code) => code.into(),
    }
}

/// Stop a room
///
/// Abandons its match and closes the room. A room that is set aside is closed, too, whatever its log contains.
#[utoipa::path(
    delete,
    path = "/rooms/{room}",
    tag = "rooms",
    params(("room" = uuid::Uuid, Path, description = "The room.")),
    responses(
        (status = 204, description = "It is closed."),
        (status = 404, description = "`no_such_room`."),
        (status = 503, description = "`room_set_aside`: it is set aside on another server."),
    )
)]
pub async fn stop_room(
    State(app): State<App>,
    Path(room): Path<RoomId>,
) -> Result<StatusCode, RestError> {
    match app.hub.stop_room(room).await {
        Err(ErrorCode::RoomSetAside) => {
            let closed = app.hub.close_aside(&*app.store, room).await;
            closed.map_err(stays_aside)?;
        }
        stopped => stopped?,
    }
    tracing::info!(target: "audit", %room, "the operator stops a room");
    Ok(StatusCode::NO_CONTENT)
}

/// Remove a person from a room
///
/// Gives up their seat; in a match, a stand-in plays it to the end. They may come back unless they are banned.
#[utoipa::path(
    delete,
    path = "/rooms/{room}/people/{player}",
    tag = "rooms",
    params(
        ("room" = uuid::Uuid, Path, description = "The room."),
        ("player" = uuid::Uuid, Path, description = "The person."),
    ),
    responses(
        (status = 204, description = "The person is not, or no longer, in the room."),
        (status = 404, description = "`no_such_room`."),
    )
)]
pub async fn remove_person(
    State(app): State<App>,
    Path((room, player)): Path<(RoomId, PlayerId)>,
) -> Result<StatusCode, RestError> {
    app.hub.expel(room, player).await?;
    tracing::info!(target: "audit", %room, %player, "the operator removes a person from a room");
    Ok(StatusCode::NO_CONTENT)
}
