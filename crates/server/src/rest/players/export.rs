//! `/players/{player}/matches.ndjson`.

use axum::extract::State;
use axum::response::Response;
use giog_rules::PlayerId;

use crate::problem::RestError;
use crate::rest::extract::{Caller, Path, Query};
use crate::rest::matches::export::{ExportClient, ExportQuery, export};
use crate::rest::matches::list::FilterQuery;
use crate::state::App;

/// A player's finished matches, a line each
///
/// The same as `/matches.ndjson?player=…`.
#[utoipa::path(
    get,
    path = "/api/v1/players/{player}/matches.ndjson",
    tag = "players",
    params(("player" = uuid::Uuid, Path, description = "The player."), FilterQuery, ExportQuery),
    security((), ("token" = [])),
    responses(
        (status = 200, description = "The lines.", content((String = "application/x-ndjson"))),
        (status = 400, description = "`bad_parameter`."),
        (status = 404, description = "`no_such_match`: there is no match `after`."),
        (status = 410, description = "`match_deleted`: the match `after` was deleted because of its age."),
        (status = 429, description = "`rate_limited`: too many exports to this address at the same time."),
        (status = 503, description = "`busy`: too many exports at the same time."),
    )
)]
pub async fn export_player_matches(
    State(app): State<App>,
    client: ExportClient,
    Path(player): Path<PlayerId>,
    caller: Caller,
    Query(wanted): Query<FilterQuery>,
    Query(query): Query<ExportQuery>,
) -> Result<Response, RestError> {
    export(app, client, caller, Some(player), wanted, query).await
}
