//! `/variants`.

use axum::response::Response;
use giog_protocol::rest::VariantList;
use giog_rules::Variant;

use crate::rest::kept::{Have, Keep, kept_json};

/// The games
///
/// Everything a client needs to offer and show them, in the order in which they are offered.
#[utoipa::path(
    get,
    path = "/variants",
    tag = "variants",
    responses(
        (status = 200, description = "The games.", body = ref("#/components/schemas/VariantList")),
        (status = 304, description = "They are those of `If-None-Match`."),
    )
)]
pub async fn list_variants(have: Have) -> Response {
    let variants = Variant::ALL.into_iter().map(Variant::describe).collect();
    kept_json(&have, Keep::PublicAsking, &VariantList { variants })
}
