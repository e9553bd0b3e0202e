//! `/problems/{code}`: the address to which the `type` of a problem points.

use giog_protocol::rest::{ProblemCode, ProblemType};

use super::extract::{Json, Path};
use crate::problem::{RestError, status};

/// An error code
///
/// Describes an error code; the `type` of every problem points here.
#[utoipa::path(
    get,
    path = "/api/v1/problems/{code}",
    tag = "server",
    params(("code" = String, Path, description = "The code of the problem.")),
    responses(
        (status = 200, description = "What it means.", body = ref("#/components/schemas/ProblemType")),
        (status = 404, description = "`not_found`: there is no such code."),
    )
)]
pub async fn problem_type(Path(code): Path<String>) -> Result<Json<ProblemType>, RestError> {
    let code: ProblemCode =
        serde_json::from_value(code.into()).map_err(|_| ProblemCode::NotFound)?;
    Ok(Json(ProblemType {
        code,
        title: code.title().into_owned(),
        hint: code.hint().to_owned(),
        status: status(code).as_u16(),
    }))
}
