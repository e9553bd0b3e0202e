//! `/nodes`, and where rooms are: the servers that share the rooms of the database.
//!
//! Any of them answers for all. What the operator wants is stored in the database; the nodes read it with their heartbeats.

use axum::extract::State;
use giog_protocol::RoomId;
use giog_protocol::operator::{MoveInput, NodeInfo, NodeList, NodeState, Readiness, ShardMove};
use giog_rooms::shard_of;
use giog_store::{Listed, MemberState, Membership};
use uuid::Uuid;

use crate::problem::RestError;
use crate::rest::{Json, Path};
use crate::state::App;

/// The servers
///
/// The servers that share the rooms of this database: what each does, and how many of the 256 shards it has.
#[utoipa::path(
    get,
    path = "/nodes",
    tag = "nodes",
    responses(
        (status = 200, description = "The servers.", body = ref("#/components/schemas/NodeList")),
        (status = 400, description = "`bad_parameter`: this server shares its rooms with no others."),
    )
)]
pub async fn list_nodes(State(app): State<App>) -> Result<Json<NodeList>, RestError> {
    list(&app, membership(&app)?).await
}

/// Drain a server
///
/// Hands its rooms over to the other servers, a few shards at a time, and then closes its connections with 1012, so that its people come
/// back over the others. Its `/readyz` is 503 meanwhile and afterwards. It stays so, and can be stopped, until this is taken back.
#[utoipa::path(
    put,
    path = "/nodes/{node}/drain",
    tag = "nodes",
    params(("node" = Uuid, Path, description = "The server.")),
    responses(
        (status = 200, description = "The servers.", body = ref("#/components/schemas/NodeList")),
        (status = 400, description = "`bad_parameter`: there is no such server, or no other one takes its rooms."),
    )
)]
pub async fn drain_node(
    State(app): State<App>,
    Path(node): Path<Uuid>,
) -> Result<Json<NodeList>, RestError> {
    let nodes = membership(&app)?;
    let others = nodes.listed().await?;
    if !others
        .iter()
        .any(|other| other.node != node && state(other) == NodeState::Active)
    {
        let text = "no other server takes rooms: start one before you drain this one";
        return Err(RestError::BadParameter(text.to_owned()));
    }
    known(node, nodes.drain(node, true).await?)?;
    tracing::info!(target: "audit", %node, "the operator drains a server");
    list(&app, nodes).await
}

/// End draining a server
///
/// The server takes its part of the rooms again.
#[utoipa::path(
    delete,
    path = "/nodes/{node}/drain",
    tag = "nodes",
    params(("node" = Uuid, Path, description = "The server.")),
    responses(
        (status = 200, description = "The servers.", body = ref("#/components/schemas/NodeList")),
        (status = 400, description = "`bad_parameter`: there is no such server."),
    )
)]
pub async fn undrain_node(
    State(app): State<App>,
    Path(node): Path<Uuid>,
) -> Result<Json<NodeList>, RestError> {
    let nodes = membership(&app)?;
    known(node, nodes.drain(node, false).await?)?;
    tracing::info!(target: "audit", %node, "the operator ends draining a server");
    list(&app, nodes).await
}

/// Move a room
///
/// Moves all rooms of its shard to a server, which keeps them until it stops or is drained.
#[utoipa::path(
    put,
    path = "/rooms/{room}/node",
    tag = "nodes",
    params(("room" = Uuid, Path, description = "The room.")),
    request_body = ref("#/components/schemas/MoveInput"),
    responses(
        (status = 200, description = "What moves, as soon as it can.", body = ref("#/components/schemas/ShardMove")),
        (status = 400, description = "`bad_parameter`: there is no such server. `bad_json`."),
        (status = 404, description = "`no_such_room`."),
    )
)]
pub async fn move_room(
    State(app): State<App>,
    Path(room): Path<RoomId>,
    Json(input): Json<MoveInput>,
) -> Result<Json<ShardMove>, RestError> {
    app.hub.find(room).await?;
    move_rooms(&app, shard_of(room), input.node).await
}

/// Move a shard
///
/// Moves all rooms whose ids begin with this byte to a server, which keeps them until it stops or is drained.
#[utoipa::path(
    put,
    path = "/shards/{shard}/node",
    tag = "nodes",
    params(("shard" = u8, Path, description = "The shard, 0 to 255.")),
    request_body = ref("#/components/schemas/MoveInput"),
    responses(
        (status = 200, description = "What moves, as soon as it can.", body = ref("#/components/schemas/ShardMove")),
        (status = 400, description = "`bad_parameter`: there is no such server or shard. `bad_json`."),
    )
)]
pub async fn move_shard(
    State(app): State<App>,
    Path(shard): Path<u8>,
    Json(input): Json<MoveInput>,
) -> Result<Json<ShardMove>, RestError> {
    move_rooms(&app, shard, input.node).await
}

async fn move_rooms(app: &App, shard: u8, node: Uuid) -> Result<Json<ShardMove>, RestError> {
    let nodes = membership(app)?;
    known(node, nodes.want(shard, node).await?)?;
    tracing::info!(target: "audit", shard, %node, "the operator moves rooms to a server");
    Ok(Json(ShardMove { shard, node }))
}

fn membership(app: &App) -> Result<&Membership, RestError> {
    app.cluster.membership.as_deref().ok_or_else(|| {
        let text =
            "this server shares its rooms with no others: it was started without `cluster.nats`";
        RestError::BadParameter(text.to_owned())
    })
}

fn known(node: Uuid, is_known: bool) -> Result<(), RestError> {
    let unknown = || RestError::BadParameter(format!("there is no server {node}"));
    is_known.then_some(()).ok_or_else(unknown)
}

async fn list(app: &App, nodes: &Membership) -> Result<Json<NodeList>, RestError> {
    /// The silence after which the last report of a server no longer counts, in milliseconds: many heartbeats.
    const COUNTS_MS: i64 = 5_000;
    let this = nodes.node();
    let listed = nodes.listed().await?.into_iter();
    let health = app.health().await;
    let readiness = |node: &Listed| match &node.health {
        _ if node.node == this => health.readiness,
        Some(said) if node.silent_ms < COUNTS_MS => Readiness::of(said),
        _ => Readiness::Unknown,
    };
    let listed = listed.map(|node| NodeInfo {
        state: state(&node),
        readiness: readiness(&node),
        node: node.node,
        name: node.name,
        version: node.build,
        silent_ms: node.silent_ms.unsigned_abs(),
        shards: u32::try_from(node.shards).unwrap_or(u32::MAX),
        is_this: node.node == this,
    });
    Ok(Json(NodeList {
        nodes: listed.collect(),
    }))
}

const fn state(node: &Listed) -> NodeState {
    match node.state {
        MemberState::Fenced => NodeState::Gone,
        _ if node.is_drained => NodeState::Drained,
        MemberState::Leaving => NodeState::Leaving,
        MemberState::Active => NodeState::Active,
    }
}
