//! `/keys`.

use axum::extract::State;
use axum::response::Response;
use giog_protocol::rest::{KeyList, ServerKey};
use giog_rules::fairness::Hex;

use crate::cacheable::{CachePolicy, ClientTags, cacheable_json};
use crate::problem::RestError;
use crate::state::App;

/// The server's signing keys
///
/// The public keys with which this server has signed starts and records, the oldest first, each with its first use.
#[utoipa::path(
    get,
    path = "/api/v1/keys",
    tag = "server",
    responses(
        (status = 200, description = "The keys.", body = ref("#/components/schemas/KeyList")),
        (status = 304, description = "Not modified since `If-None-Match`."),
    )
)]
pub async fn list_keys(
    State(app): State<App>,
    client_tags: ClientTags,
) -> Result<Response, RestError> {
    let keys = app.store.keys().await?;
    let keys = keys
        .into_iter()
        .map(|(public_key, first_used_at)| ServerKey {
            public_key: Hex(public_key),
            first_used_at,
        });
    let list = KeyList {
        keys: keys.collect(),
    };
    Ok(cacheable_json(
        &client_tags,
        CachePolicy::PublicAsking,
        &list,
    ))
}
