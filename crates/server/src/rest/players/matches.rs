//! `/players/{player}/matches`.

use axum::extract::State;
use giog_protocol::rest::MatchList;
use giog_rules::PlayerId;

use crate::problem::RestError;
use crate::rest::extract::{Caller, Json, Path, Query};
use crate::rest::matches::list::{FilterQuery, PageQuery, page};
use crate::state::App;

/// A player's finished matches
///
/// The same as `/matches?player=…`, the latest first. Also for players whose data was deleted, because ids stay in
/// records.
#[utoipa::path(
    get,
    path = "/api/v1/players/{player}/matches",
    tag = "players",
    params(("player" = uuid::Uuid, Path, description = "The player."), FilterQuery, PageQuery),
    security((), ("token" = [])),
    responses(
        (status = 200, description = "A page of them.", body = ref("#/components/schemas/MatchList")),
        (status = 400, description = "`bad_parameter`."),
    )
)]
pub async fn player_matches(
    State(app): State<App>,
    Path(player): Path<PlayerId>,
    caller: Caller,
    Query(wanted): Query<FilterQuery>,
    Query(query): Query<PageQuery>,
) -> Result<Json<MatchList>, RestError> {
    page(&app, &caller, Some(player), wanted, query)
        .await
        .map(Json)
}
