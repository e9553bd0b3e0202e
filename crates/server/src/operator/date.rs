//! `/date`: the operator says that the date of the machine is right.

use axum::extract::State;
use giog_protocol::operator::OperatorStatus;

use super::status::look;
use crate::problem::RestError;
use crate::rest::Json;
use crate::state::App;

/// Trust the date
///
/// After a jump of the date, expired data is not deleted until this is said, once for all servers of the database. Check the date before:
/// what has expired is deleted within the hour. What was stored under a date ahead of time counts as of now.
#[utoipa::path(
    put,
    path = "/date",
    tag = "server",
    responses((status = 200, description = "The status of the server.", body = ref("#/components/schemas/OperatorStatus")))
)]
pub async fn trust_date(State(app): State<App>) -> Result<Json<OperatorStatus>, RestError> {
    app.condition
        .date
        .trust(&app.store, app.clock.now())
        .await?;
    tracing::info!(target: "audit", "the operator trusts the date");
    Ok(Json(look(&app).await))
}
