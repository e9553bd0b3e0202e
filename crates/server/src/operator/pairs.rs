//! `/pairs`: people who seem to spare each other at rated tables.

use axum::extract::State;
use giog_protocol::operator::PairList;

use crate::pairs::suspicious;
use crate::problem::RestError;
use crate::rest::Json;
use crate::state::App;

/// Pairs that spare each other
///
/// Pairs of people who leave each other more tricks than they leave to everybody else, in the latest 20,000 rated matches of the last 90 days: the
/// least likely ones among honest people first, at most 100. These are no proof, and change nothing by themselves. An answer may be ten minutes old.
#[utoipa::path(
    get,
    path = "/pairs",
    tag = "pairs",
    responses((status = 200, description = "The pairs.", body = ref("#/components/schemas/PairList")))
)]
pub async fn list_pairs(State(app): State<App>) -> Result<Json<PairList>, RestError> {
    let now = app.clock.now();
    let make = async || suspicious(&app.store, app.reviews.thread(), now).await;
    let list = app.answers.pairs.get(now, make).await?;
    Ok(Json(PairList::clone(&list)))
}
