//! `/variants/{variant}`.

use std::sync::LazyLock;

use axum::extract::State;
use axum::response::Response;
use giog_protocol::rest::ProblemCode;
use giog_rules::Variant;

use crate::asset::{Asset, AssetRequest};
use crate::problem::RestError;
use crate::rest::extract::Path;
use crate::state::App;

static GAMES: LazyLock<Vec<(Variant, Asset)>> = LazyLock::new(|| {
    let games = Variant::ALL.into_iter();
    games
        .map(|variant| (variant, Asset::json(&variant.describe())))
        .collect()
});

/// A game
#[utoipa::path(
    get,
    path = "/api/v1/variants/{variant}",
    tag = "variants",
    params(("variant" = String, Path, description = "Its id, such as `giog`.")),
    responses(
        (status = 200, description = "The game.", body = ref("#/components/schemas/AnyVariantInfo")),
        (status = 304, description = "Not modified since `If-None-Match`."),
        (status = 404, description = "`no_such_variant`."),
    )
)]
pub async fn variant(
    State(app): State<App>,
    Path(id): Path<String>,
    wanted: AssetRequest,
) -> Result<Response, RestError> {
    let known = GAMES.iter().find(|(variant, _)| variant.id() == id);
    let (_, game) = known.ok_or(ProblemCode::NoSuchVariant)?;
    Ok(game.answer(&wanted, &app.workers).await)
}
