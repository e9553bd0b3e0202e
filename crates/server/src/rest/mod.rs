//! REST: everything that can be listed, read and verified, in addition to the socket for playing.
//!
//! Each endpoint is one file under its resource, including its part of the OpenAPI document; all routes are listed here. What an answer
//! contains depends only on what the caller may see: hidden things change no byte of an answer or problem.

mod accept;
mod asyncapi;
mod compress;
mod docs;
mod extract;
mod feed;
mod guard;
mod guests;
mod health;
mod keys;
mod matches;
pub mod openapi;
mod parameters;
mod players;
mod problems;
mod puzzles;
mod qr;
mod ratings;
mod review_jobs;
mod rooms;
mod server;
mod variants;

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::any;
use giog_protocol::rest::ProblemCode;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

#[cfg(test)]
pub(crate) use self::compress::compress;
pub(crate) use self::docs::once;
pub use self::extract::{Json, Path, Query, bearer};
pub(crate) use self::guard::ComesBack;
pub use self::guard::{guard, watch};
pub use self::health::{healthz, readyz};
pub use self::parameters::page_cursor;
pub use self::variants::list::described as games_described;

use self::parameters::Parameters;
use crate::cost::{AddressRate, Costs, Rate};
use crate::problem::RestError;
use crate::state::App;

/// All REST routes.
pub fn router(costs: &Costs) -> Router<App> {
    let (described, paths) = OpenApiRouter::with_openapi(openapi::head())
        .merge(api())
        .split_for_parts();
    let (watched, watched_paths) = OpenApiRouter::with_openapi(openapi::head())
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
        .split_for_parts();
    let paths = paths.merge_from(watched_paths);
    let parameters = Parameters::of(&paths, &docs::DOCUMENTS);
    let limited = described
        .merge(docs::router(paths))
        .route("/api", any(nothing))
        .route("/api/{*path}", any(nothing));
    let rate = AddressRate::by_address(costs, |limits| {
        Rate::per_second(limits.rest_per_second).allow_burst(limits.rest_burst)
    });
    guarded(limited, Some(Arc::new(rate)), parameters.clone())
        .merge(guarded(watched, None, parameters))
}

/// These routes with the layer of REST, and a rate limit if there is one.
fn guarded(
    routes: Router<App>,
    rate: Option<Arc<AddressRate>>,
    parameters: Parameters,
) -> Router<App> {
    routes
        .method_not_allowed_fallback(no_such_method)
        .layer(from_fn_with_state((rate, parameters), guard::guard_rest))
}

/// The routes under `/api/v1`, each with its complete path: a nested router would rewrite the address of every request.
fn api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(variants::list::list_variants))
        .routes(routes!(variants::one::variant))
        .routes(routes!(variants::stats::variant_stats))
        .routes(routes!(rooms::list::list_rooms))
        .routes(routes!(rooms::featured::featured_table))
        .routes(routes!(rooms::one::room))
        .routes(routes!(rooms::cancelled_starts::cancelled_starts))
        .routes(routes!(matches::list::list_matches))
        .routes(routes!(matches::export::export_matches))
        .routes(routes!(matches::one::match_info))
        .routes(routes!(matches::record::match_record))
        .routes(routes!(matches::events::match_events))
        .routes(routes!(matches::review::match_review))
        .routes(routes!(matches::branch::match_branch))
        .routes(routes!(puzzles::daily_puzzle))
        .routes(routes!(puzzles::puzzle))
        .routes(routes!(puzzles::answer_puzzle))
        .routes(routes!(puzzles::report_puzzle))
        .routes(routes!(review_jobs::take_review_job))
        .routes(routes!(
            review_jobs::renew_review_job,
            review_jobs::give_review_job_back
        ))
        .routes(routes!(review_jobs::send_review))
        .routes(routes!(feed::feed))
        .routes(routes!(players::find::find_players))
        .routes(routes!(players::one::player))
        .routes(routes!(players::matches::player_matches))
        .routes(routes!(players::export::export_player_matches))
        .routes(routes!(players::stats::player_stats))
        .routes(routes!(ratings::player_ratings))
        .routes(routes!(ratings::ladders))
        .routes(routes!(ratings::ladder))
        .routes(routes!(ratings::season_table))
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
        .routes(routes!(guests::export::export_me))
        .routes(routes!(ratings::hide_ratings))
        .routes(routes!(
            guests::findable::findable,
            guests::findable::set_findable
        ))
        .routes(routes!(guests::mistakes::mistakes))
        .routes(routes!(
            guests::friends::list_friends,
            guests::friends::set_friends,
            guests::friends::befriend
        ))
        .routes(routes!(guests::friends::offer_friendship))
        .routes(routes!(
            guests::friends::ask_friend,
            guests::friends::end_friend
        ))
        .routes(routes!(guests::blocks::list_blocks))
        .routes(routes!(guests::blocks::block, guests::blocks::unblock))
        .routes(routes!(
            guests::invitations::list_invitations,
            guests::invitations::invite
        ))
        .routes(routes!(guests::invitations::decline_invitation))
        .routes(routes!(guests::recovery::change_recovery))
        .routes(routes!(guests::recovery::recover))
        .routes(routes!(qr::qr))
        .routes(routes!(server::server_info))
        .routes(routes!(keys::list_keys))
        .merge(problem_types())
}

/// The addresses to which the `type` of a problem points.
pub fn problem_types() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(problems::problem_type))
}

/// The answer if there is no such route.
pub async fn nothing() -> RestError {
    ProblemCode::NotFound.into()
}

/// The answer if the route does not have this method.
pub async fn no_such_method() -> RestError {
    ProblemCode::MethodNotAllowed.into()
}
