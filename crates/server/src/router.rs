//! All routes of the players' address.

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;

use crate::address::Addresses;
use crate::settings::ServerLimits;
use crate::state::App;
use crate::{rest, security_txt, web, ws};

/// All routes of a server.
pub fn router(app: App) -> Router {
    routes(&app.limits, &app.addresses)
        .layer(from_fn_with_state(app.clone(), rest::guard))
        .with_state(app)
}

/// All routes, without a server's state. Building them takes much longer than adding the state.
pub fn routes(limits: &ServerLimits, addresses: &Addresses) -> Router<App> {
    Router::new()
        .route("/ws", get(ws::upgrade))
        .merge(rest::router(limits, addresses))
        .merge(web::router())
        .route(security_txt::PATH, get(security_txt::security_txt))
        .fallback(rest::nothing)
}
