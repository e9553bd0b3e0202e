//! `/variants/{variant}`.

use axum::response::Response;
use giog_protocol::rest::ProblemCode;
use giog_rules::Variant;

use crate::rest::extract::Path;
use crate::rest::kept::{Have, Keep, kept_json};
use crate::rest::problem::RestError;

/// A game
#[utoipa::path(
    get,
    path = "/variants/{variant}",
    tag = "variants",
    params(("variant" = String, Path, description = "Its id, such as `giog`.")),
    responses(
        (status = 200, description = "The game.", body = ref("#/components/schemas/VariantInfo")),
        (status = 304, description = "It is that of `If-None-Match`."),
        (status = 404, description = "`no_such_variant`."),
    )
)]
pub async fn variant(Path(id): Path<String>, have: Have) -> Result<Response, RestError> {
    let variant: Variant = id.parse().map_err(|_| ProblemCode::NoSuchVariant)?;
    Ok(kept_json(&have, Keep::PublicAsking, &variant.describe()))
}
