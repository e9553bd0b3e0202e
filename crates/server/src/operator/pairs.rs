//! `/pairs`: people who seem to spare each other at rated tables.

use axum::extract::State;
use giog_protocol::operator::PairList;
use giog_protocol::rest::ProblemCode;

use crate::pairs::suspicious;
use crate::problem::RestError;
use crate::rest::Json;
use crate::state::App;

/// Pairs that spare each other
///
/// Pairs of people who leave each other more tricks than they leave to everybody else, in the latest 20,000 rated matches of the last 90 days: the
/// least likely ones among honest people first, at most 100. These are no proof, and change nothing by themselves. An answer may be ten minutes old. If it is not there
/// in time (503), ask again: it is being made.
#[utoipa::path(
    get,
    path = "/pairs",
    tag = "pairs",
    responses((status = 200, description = "The pairs.", body = ref("#/components/schemas/PairList")))
)]
pub async fn list_pairs(State(app): State<App>) -> Result<Json<PairList>, RestError> {
    // It goes on when nobody waits for it any more, as behind a long review: who asks again gets what was found.
    let comparing = tokio::spawn(async move {
        let now = app.clock.now();
        let make = async || suspicious(&app.store, &app.reviews, now).await;
        app.answers.pairs.get(now, make).await
    });
    let list = comparing.await.map_err(|_| ProblemCode::Internal)??;
    Ok(Json(PairList::clone(&list)))
}
