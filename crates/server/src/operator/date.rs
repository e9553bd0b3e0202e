//! `/date`: the operator says that the date of the machine is right.

use axum::extract::State;
use giog_protocol::operator::OperatorStatus;
use giog_protocol::rest::ProblemCode;

use super::status::look;
use crate::rest::{Json, RestError};
use crate::state::App;

/// Trust the date
///
/// After a jump of the machine's date, expired data is not deleted until this is said. Check the date before: what has expired is deleted
/// within the hour.
#[utoipa::path(
    put,
    path = "/date",
    tag = "server",
    responses((status = 200, description = "The status of the server.", body = ref("#/components/schemas/OperatorStatus")))
)]
pub async fn trust_date(State(app): State<App>) -> Result<Json<OperatorStatus>, RestError> {
    let now = app.clock.now();
    app.store.trust_date(now.wall).await?;
    let latest = app.store.latest_at().await?;
    if let Err(error) = app.date.trust(now, latest) {
        tracing::error!(%error, "cannot note that the date is trusted");
        let detail = "the data folder's note that the date is doubted cannot be changed";
        return Err(RestError::Explained(
            ProblemCode::Internal,
            detail.to_owned(),
        ));
    }
    tracing::info!(target: "audit", "the operator trusts the date");
    Ok(Json(look(&app).await))
}
