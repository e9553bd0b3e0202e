//! `/guests/me/mistakes`.

use axum::extract::State;
use giog_protocol::rest::{MistakeKind, MistakeList};
use giog_rules::Variant;
use giog_store::MistakeFilter;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::problem::RestError;
use crate::rest::extract::{Json, Query, Token};
use crate::rest::openapi::{mistake_kind_schema, variant_schema};
use crate::rest::page_cursor;
use crate::reviews::mistakes_told;
use crate::state::App;

/// Which of the caller's mistakes are requested.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MistakeQuery {
    /// Only those in matches of this game.
    #[param(schema_with = variant_schema, required = false)]
    variant: Option<Variant>,
    /// Only those of this kind.
    #[param(schema_with = mistake_kind_schema, required = false)]
    kind: Option<MistakeKind>,
    /// The `next` of the page before; empty for the first page.
    cursor: Option<String>,
}

/// Your mistakes
///
/// What reviews of the caller's finished matches call inaccuracies, mistakes and blunders of the caller, those of the latest matches first. Only of
/// matches that were reviewed for the caller's seat; a review that is deleted takes its mistakes with it.
#[utoipa::path(
    get,
    path = "/api/v1/guests/me/mistakes",
    tag = "guests",
    params(MistakeQuery),
    security(("token" = [])),
    responses(
        (status = 200, description = "A page of them: some 50, of each match all or none.", body = ref("#/components/schemas/MistakeList")),
        (status = 400, description = "`bad_parameter`."),
        (status = 401, description = "`token_wanted`, `bad_token`."),
    )
)]
pub async fn mistakes(
    State(app): State<App>,
    Token(token): Token,
    Query(query): Query<MistakeQuery>,
) -> Result<Json<MistakeList>, RestError> {
    let filter = MistakeFilter {
        variant: query.variant.map(|variant| variant.id().to_owned()),
        kind: query.kind.map(|kind| kind.to_string()),
        before: page_cursor(query.cursor.as_deref())?,
    };
    let person = app.guests.recognise(&token, None).await?;
    let page = app.store.mistakes(person.player, &filter).await?;
    Ok(Json(MistakeList {
        mistakes: mistakes_told(page.items),
        next: page.next.map(|next| next.to_string()),
    }))
}
