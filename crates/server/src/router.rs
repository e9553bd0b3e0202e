//! All routes of the players' address.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::Uri;
use axum::http::uri::PathAndQuery;
use axum::middleware::from_fn_with_state;
use axum::response::Redirect;
use axum::routing::get;
use giog_rooms::Clock;
use tower::ServiceExt as _;

use crate::address::Addresses;
use crate::cost::Costs;
use crate::live::Live;
use crate::settings::ServerLimits;
use crate::state::App;
use crate::{rest, security_txt, web, ws};

/// All routes of a server.
pub fn router(app: App) -> Router {
    let root: Arc<str> = app.root().into();
    let routes = routes_with(&app.costs);
    if root.is_empty() {
        return answering(routes, app);
    }
    let start = format!("{root}/");
    let routes = routes.route(&root, get(async move || Redirect::temporary(&start)));
    let answering = answering(routes, app).map_request(move |request| below(&root, request));
    Router::new().fallback_service(answering)
}

fn answering(routes: Router<App>, app: App) -> Router {
    routes
        .layer(from_fn_with_state(app.clone(), rest::guard))
        .with_state(app)
}

/// The request with the root path removed from its address. The root may be missing already: a proxy may have removed it, and requests
/// directly to the server need not have it.
fn below(root: &str, mut request: Request) -> Request {
    let address = request.uri().path_and_query().map(PathAndQuery::as_str);
    let below = address.and_then(|address| address.strip_prefix(root));
    if let Some(Ok(below)) = below.filter(|below| below.starts_with('/')).map(str::parse) {
        let mut parts = request.uri().clone().into_parts();
        parts.path_and_query = Some(below);
        if let Ok(address) = Uri::from_parts(parts) {
            *request.uri_mut() = address;
        }
    }
    request
}

/// All routes, without a server's state, for servers in tests that are started one after another: building the routes takes much longer than
/// adding the state. All these servers have one rate of requests by address.
pub fn routes(
    clock: Arc<dyn Clock>,
    limits: &Live<ServerLimits>,
    addresses: &Addresses,
) -> Router<App> {
    routes_with(&Costs::new(clock, limits.clone(), addresses.clone()))
}

fn routes_with(costs: &Costs) -> Router<App> {
    Router::new()
        .route("/ws", get(ws::upgrade))
        .merge(rest::router(costs))
        .merge(web::router())
        .route(security_txt::PATH, get(security_txt::security_txt))
        .fallback(rest::nothing)
}
