//! What stands before every REST handler: a rate, a time, and headers that keep browsers from guessing.

use std::net::IpAddr;
use std::time::Duration;

use axum::Extension;
use axum::body::HttpBody as _;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use giog_protocol::ErrorCode;
use giog_protocol::rest::ProblemCode;
use governor::Quota;
use tokio::time::Instant;

use super::problem::RestError;
use crate::address::{AddressLimiter, Addresses};
use crate::client::ClientAddress;
use crate::cost::weights::{of_bytes, of_route};
use crate::settings::ServerLimits;
use crate::state::App;

/// How long a request may take: many times what the slowest question to a busy database does.
const REQUEST_TIME: Duration = Duration::from_secs(10);
/// How long a request may wait until its address has paid for those before: whoever comes with many others from one place
/// is served a little later, and not refused.
const MAX_WAIT: Duration = Duration::from_secs(2);
/// How long a refusal takes.
const REFUSAL_TIME: Duration = Duration::from_millis(500);

/// Who asked how often.
#[derive(Clone)]
pub struct Rate(AddressLimiter);

impl Rate {
    pub fn new(limits: &ServerLimits, addresses: Addresses) -> Self {
        let quota = Quota::per_second(limits.rest_per_second).allow_burst(limits.rest_burst);
        Self(AddressLimiter::new(quota, addresses))
    }

    /// Takes a request, or says in how many seconds the next one is taken.
    fn admit(&self, address: IpAddr) -> Result<(), u32> {
        let admitted = self.0.admit(address);
        admitted.map_err(|wait| {
            u32::try_from(wait.as_millis().div_ceil(1_000)).map_or(u32::MAX, |s| s.max(1))
        })
    }
}

/// Refuses what comes too fast from one address.
pub async fn limit_rate(
    State(rate): State<Rate>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    request: Request,
    next: Next,
) -> Response {
    match rate.admit(address) {
        Ok(()) => next.run(request).await,
        Err(wait_s) => too_many(wait_s).await,
    }
}

/// Lets requests wait until their address has paid for those before, and while the server is overloaded, and charges the address for
/// the answer; refuses what would have to wait for long because of its address.
pub async fn limit_cost(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    request: Request,
    next: Next,
) -> Response {
    let route = request.extensions().get::<MatchedPath>();
    let cost = of_route(request.method(), route.map(MatchedPath::as_str));
    if cost == 0 {
        return next.run(request).await;
    }
    let wait = match app.costs.reserve(address, cost, MAX_WAIT) {
        Ok(wait) => wait.max(app.costs.overload_wait(cost)),
        Err(wait) => return too_many(u32::try_from(wait.as_secs() + 1).unwrap_or(u32::MAX)).await,
    };
    if !wait.is_zero() {
        tokio::time::sleep(wait).await;
    }
    let response = next.run(request).await;
    if let Some(bytes) = response.body().size_hint().exact() {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        app.costs.charge_address(address, of_bytes(bytes));
    }
    response
}

/// Says that it is too much, and not at once: whoever asks again without end is slowed down by that.
async fn too_many(wait_s: u32) -> Response {
    tokio::time::sleep(REFUSAL_TIME).await;
    RestError::TooMany { wait_s }.into_response()
}

/// Refuses those whom the operator keeps away. Whatever watches over the server is always answered.
pub async fn turn_banned_away(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    request: Request,
    next: Next,
) -> Response {
    let watches = matches!(request.uri().path(), "/healthz" | "/readyz");
    if !watches && app.bans.keep_away(address, app.clock.now().wall) {
        return RestError::from(ErrorCode::Banned).into_response();
    }
    next.run(request).await
}

/// Notes what was asked, how it was answered and how long that took.
pub async fn measure(State(app): State<App>, request: Request, next: Next) -> Response {
    let method = method_name(request.method());
    let client = request.extensions().get::<ClientAddress>().copied();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let began = Instant::now();
    let response = next.run(request).await;
    let route = route.as_ref().map_or("none", MatchedPath::as_str);
    let status = response.status().as_u16();
    let took = began.elapsed();
    app.metrics.answered(method, route, status, took);
    // Addresses are people's own: they stand in the log only where somebody looks for a fault.
    let client = client.map(|ClientAddress(address)| tracing::field::display(address));
    tracing::debug!(
        client,
        method,
        route,
        status,
        took_ms = took.as_millis(),
        "a request was answered"
    );
    response
}

/// The methods there are; a client may send any word.
fn method_name(method: &Method) -> &'static str {
    const KNOWN: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    let known = KNOWN.into_iter().find(|&known| method == known);
    known.unwrap_or("other")
}

/// Ends what takes too long.
pub async fn limit_time(request: Request, next: Next) -> Response {
    tokio::time::timeout(REQUEST_TIME, next.run(request))
        .await
        .unwrap_or_else(|_| RestError::from(ProblemCode::TimedOut).into_response())
}

/// Says what browsers and caches may do with an answer, where it does not say so itself.
pub async fn mark(mut response: Response) -> Response {
    let headers = response.headers_mut();
    let defaults: [(HeaderName, &'static str); 5] = [
        (CACHE_CONTROL, "no-store"),
        (
            CONTENT_SECURITY_POLICY,
            "default-src 'none'; frame-ancestors 'none'",
        ),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // Addresses of unlisted rooms and matches are all that keeps them so.
        (REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "cross-origin",
        ),
    ];
    for (name, value) in defaults {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    response
}
