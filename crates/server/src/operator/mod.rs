//! The operator's interface, with its own address and token.
//!
//! None of it is on the players' address. Every action is logged with the target `audit`. `/metrics` needs no token, because it contains
//! no data about people; but pages of others in the operator's browser may not read it either (`hosts.rs`).

mod announcement;
mod bans;
mod date;
mod drain;
mod guard;
mod hosts;
mod nodes;
mod openapi;
mod pairs;
mod players;
mod reports;
mod reviewers;
mod rooms;
mod status;
mod token;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use giog_protocol::operator::MAX_OPERATOR_CHARS;
use giog_protocol::{ErrorCode, Problem};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use self::hosts::OperatorHosts;
pub use self::token::{OperatorToken, TOKEN_FILE, TokenError};

use self::guard::Guard;
use crate::asset::Asset;
use crate::problem::RestError;
use crate::rest;
use crate::scrape::scrape;
use crate::state::App;

/// The greatest length of a request's body in bytes: many times that of the longest text.
const BODY_BYTES: usize = 16 * 1024;
/// The content type of metrics.
const METRICS_TYPE: HeaderValue =
    HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
/// The path of the OpenAPI document.
const DOCUMENT: &str = "/operator/v1/openapi.json";

/// All routes of the operator's address.
pub fn router(app: App, token: OperatorToken, hosts: OperatorHosts) -> Router {
    let (actions, paths) = OpenApiRouter::with_openapi(openapi::head())
        .nest("/operator/v1", api())
        .split_for_parts();
    let document = rest::once(move |_| Asset::json(&openapi::complete(&paths)));
    let guarded = actions.route(DOCUMENT, document).layer(from_fn_with_state(
        Guard::new(token),
        guard::only_the_operator,
    ));
    let (problems, _) = rest::problem_types().split_for_parts();
    guarded
        .merge(problems)
        .route("/metrics", get(tell_metrics))
        .route("/healthz", get(rest::healthz))
        .route("/readyz", get(rest::readyz))
        .fallback(rest::nothing)
        .method_not_allowed_fallback(rest::no_such_method)
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .layer(from_fn_with_state(hosts, hosts::only_to_its_name))
        .layer(from_fn_with_state(app.clone(), rest::watch))
        .with_state(app)
}

/// The routes under `/operator/v1`.
fn api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(status::status))
        .routes(routes!(rooms::list_rooms))
        .routes(routes!(rooms::room))
        .routes(routes!(rooms::list_set_aside))
        .routes(routes!(rooms::bring_back))
        .routes(routes!(rooms::stop_room))
        .routes(routes!(rooms::remove_person))
        .routes(routes!(bans::list_bans, bans::ban))
        .routes(routes!(bans::lift_ban))
        .routes(routes!(players::forget_player))
        .routes(routes!(reports::list_reports))
        .routes(routes!(reports::settle_report))
        .routes(routes!(pairs::list_pairs))
        .routes(routes!(reviewers::list_reviewers, reviewers::add_reviewer))
        .routes(routes!(reviewers::revoke_reviewer))
        .routes(routes!(announcement::announce, announcement::withdraw))
        .routes(routes!(drain::drain, drain::undrain))
        .routes(routes!(date::trust_date))
        .routes(routes!(nodes::list_nodes))
        .routes(routes!(nodes::drain_node, nodes::undrain_node))
        .routes(routes!(nodes::move_room))
        .routes(routes!(nodes::move_shard))
}

async fn tell_metrics(State(app): State<App>) -> Response {
    ([(CONTENT_TYPE, METRICS_TYPE)], scrape(&app).await).into_response()
}

/// Checks a text of the operator's: it must have 1 to [`MAX_OPERATOR_CHARS`] printable characters. Returns it trimmed.
fn read_text(name: &str, text: &str) -> Result<String, RestError> {
    let text = text.trim();
    let chars = text.chars().count();
    let is_shown = |c: char| c == '\n' || !c.is_control();
    if (1..=MAX_OPERATOR_CHARS).contains(&chars) && text.chars().all(is_shown) {
        return Ok(text.to_owned());
    }
    let detail =
        format!("`{name}` must have 1 to {MAX_OPERATOR_CHARS} characters that can be read");
    Err(Problem::new(ErrorCode::BadRequest, detail).into())
}
