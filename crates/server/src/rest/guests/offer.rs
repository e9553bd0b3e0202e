//! `POST /guests/me/handover`.

use axum::Extension;
use axum::extract::State;
use giog_protocol::rest::HandoverCode;

use crate::client::ClientAddress;
use crate::guests::{hash, storage_problem};
use crate::handover::CODE_MS;
use crate::problem::RestError;
use crate::rest::extract::{Json, Token};
use crate::state::App;

/// A code for another device
///
/// A code that signs in another device as this person, with its own token, once and within two minutes. Keep it secret,
/// and put it behind the `#` of a link, because browsers do not send that part to servers. It replaces an earlier code.
#[utoipa::path(
    post,
    path = "/api/v1/guests/me/handover",
    tag = "guests",
    security(("token" = [])),
    responses(
        (status = 200, description = "The code.", body = ref("#/components/schemas/HandoverCode")),
        (status = 401, description = "`token_wanted`, `bad_token`."),
        (status = 503, description = "`busy`: too many codes are in use at the moment, in all or from this address."),
    )
)]
pub async fn offer_handover(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Token(token): Token,
) -> Result<Json<HandoverCode>, RestError> {
    let person = app.guests.recognise(&token, None).await?;
    let now_ms = app.clock.now().mono_ms;
    let mut random = (app.random)();
    let from = app.costs.addresses.class(address);
    let code =
        app.accounts
            .handovers
            .offer((person.player, hash(&token)), from, now_ms, &mut *random)?;
    if let Some(nodes) = &app.cluster.membership {
        // The other device may redeem it at any node.
        let who = (person.player, hash(&token));
        let kept = nodes.keep_code(hash(&code), who, CODE_MS).await;
        kept.map_err(storage_problem)?;
    }
    Ok(Json(HandoverCode {
        code,
        expires_in_ms: CODE_MS,
    }))
}
