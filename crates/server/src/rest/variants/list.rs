//! `/variants`.

use std::sync::LazyLock;

use axum::extract::State;
use axum::response::Response;
use bytes::Bytes;
use giog_bots::levels;
use giog_protocol::rest::{GameLevels, VariantList};
use giog_rules::{Variant, VariantInfo};

use crate::asset::{Asset, AssetRequest};
use crate::state::App;

static LIST: LazyLock<Asset> = LazyLock::new(|| {
    let (mut variants, mut boards, mut tiles) = (Vec::new(), Vec::new(), Vec::new());
    for variant in Variant::ALL {
        match variant.describe() {
            VariantInfo::Tricks(info) => variants.push(*info),
            VariantInfo::Board(info) => boards.push(*info),
            VariantInfo::Tiles(info) => tiles.push(*info),
        }
    }
    Asset::json(&VariantList {
        variants,
        boards,
        tiles,
        levels: levels(),
    })
});

/// The games that have levels.
fn levels() -> Vec<GameLevels> {
    let games = Variant::ALL.into_iter();
    let seats = games.flat_map(|variant| variant.players().map(move |seats| (variant, seats)));
    let levels = seats.map(|(variant, seats)| GameLevels {
        variant,
        seats,
        levels: levels::of(variant, seats).to_vec(),
    });
    levels.filter(|game| game.levels.len() > 1).collect()
}

/// The answer as JSON, for the page, which caches it in a file of its version.
pub fn described() -> Bytes {
    LIST.plain().clone()
}

/// The games
///
/// Everything that a client needs to offer and show the games, in the order for a list.
#[utoipa::path(
    get,
    path = "/api/v1/variants",
    tag = "variants",
    responses(
        (status = 200, description = "The games.", body = ref("#/components/schemas/VariantList")),
        (status = 304, description = "Not modified since `If-None-Match`."),
    )
)]
pub async fn list_variants(State(app): State<App>, wanted: AssetRequest) -> Response {
    LIST.answer(&wanted, &app.workers).await
}
