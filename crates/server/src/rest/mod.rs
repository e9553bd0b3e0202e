//! REST: what there is to find, read and prove, beside the socket on which matches are played.
//!
//! An endpoint is one file under its resource, with its place in the OpenAPI document; here are all its routes. What an
//! answer shows follows from who asks alone: what is hidden from them changes no byte of it, nor of a problem.

mod accept;
mod compress;
mod docs;
mod extract;
mod guard;
mod guests;
mod health;
pub mod kept;
mod keys;
mod matches;
pub mod openapi;
mod players;
mod problem;
mod problems;
mod qr;
mod rooms;
mod server;
mod variants;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::Method;
use axum::http::header::{AUTHORIZATION, ETAG, IF_NONE_MATCH, RETRY_AFTER};
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::routing::any;
use giog_protocol::rest::ProblemCode;
use tower_http::cors::{Any, CorsLayer};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use self::accept::weight_in_thousandths;
pub use self::compress::compress;
pub use self::extract::{Json, Path, Query, bearer};
pub use self::guard::{limit_cost, limit_time, mark, measure, turn_banned_away};
pub use self::health::{healthz, readyz};
pub use self::problem::RestError;
pub use self::variants::list::described as games_described;

use self::guard::Rate;
use crate::address::Addresses;
use crate::settings::ServerLimits;
use crate::state::App;

/// Bytes of a request's body: many times the longest name.
const BODY_BYTES: usize = 4 * 1024;
/// How long a browser may remember that other pages may ask here.
const CORS_SECONDS: u64 = 24 * 3_600;

/// All REST routes.
pub fn router(limits: &ServerLimits, addresses: &Addresses) -> Router<App> {
    let (described, paths) = OpenApiRouter::with_openapi(openapi::head())
        .nest("/api/v1", api())
        .split_for_parts();
    let (watched, watched_paths) = OpenApiRouter::with_openapi(openapi::head())
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
        .split_for_parts();
    let document = openapi::complete(&paths.merge_from(watched_paths));
    let limited = described
        .merge(docs::router(&document))
        .route("/api", any(nothing))
        .route("/api/{*path}", any(nothing))
        .layer(from_fn_with_state(
            Rate::new(limits, addresses.clone()),
            guard::limit_rate,
        ));
    limited
        .merge(watched)
        .method_not_allowed_fallback(no_such_method)
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .layer(from_fn(guard::limit_time))
        .layer(cors())
        .layer(map_response(guard::mark))
}

/// What is under `/api/v1`.
fn api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(variants::list::list_variants))
        .routes(routes!(variants::one::variant))
        .routes(routes!(rooms::list::list_rooms))
        .routes(routes!(rooms::one::room))
        .routes(routes!(rooms::cancelled_starts::cancelled_starts))
        .routes(routes!(matches::list::list_matches))
        .routes(routes!(matches::one::match_info))
        .routes(routes!(matches::record::match_record))
        .routes(routes!(matches::events::match_events))
        .routes(routes!(players::one::player))
        .routes(routes!(players::matches::player_matches))
        .routes(routes!(guests::create::create_guest))
        .routes(routes!(
            guests::me::me,
            guests::rename::rename_me,
            guests::forget::forget_me
        ))
        .routes(routes!(guests::offer::offer_handover))
        .routes(routes!(guests::take::take_handover))
        .routes(routes!(
            guests::devices::list_devices,
            guests::devices::end_other_devices
        ))
        .routes(routes!(guests::devices::end_device))
        .routes(routes!(guests::push::set_push, guests::push::end_push))
        .routes(routes!(guests::recovery::change_recovery))
        .routes(routes!(guests::recovery::recover))
        .routes(routes!(qr::qr))
        .routes(routes!(server::server_info))
        .routes(routes!(keys::list_keys))
        .merge(problem_types())
}

/// Where the `type` of a problem points to.
pub fn problem_types() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(problems::problem_type))
}

/// The answer where nothing is.
pub async fn nothing() -> RestError {
    ProblemCode::NotFound.into()
}

/// The answer where there is something, but not for this method.
pub async fn no_such_method() -> RestError {
    ProblemCode::MethodNotAllowed.into()
}

/// Pages of other sites may read what everybody may, and what a token they have is good for. There are no cookies.
fn cors() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::HEAD])
        .allow_headers([AUTHORIZATION, IF_NONE_MATCH])
        .expose_headers([ETAG, RETRY_AFTER])
        .max_age(std::time::Duration::from_secs(CORS_SECONDS))
}
