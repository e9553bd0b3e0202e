//! What stands before every handler: a rate, a price, a time, and headers that keep browsers from guessing.
//!
//! All of it is two layers of the router, and not one for each thing: for every request, a router copies and boxes all layers that are
//! within each of its layers.

use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::HttpBody as _;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use giog_protocol::ErrorCode;
use giog_protocol::rest::ProblemCode;
use governor::Quota;
use tokio::time::Instant;

use super::compress::compress;
use super::cors;
use super::problem::RestError;
use crate::address::{AddressLimiter, Addresses};
use crate::client::ClientAddress;
use crate::coding::Coding;
use crate::cost::weights::{of_bytes, of_route};
use crate::cost::{Meter, UnpaidCost};
use crate::records::hold_body;
use crate::settings::ServerLimits;
use crate::state::App;

/// Bytes of a request's body: many times the longest name.
const BODY_BYTES: usize = 4 * 1024;
/// How long a request may take: many times what the slowest question to a busy database does.
const REQUEST_TIME: Duration = Duration::from_secs(10);
/// How long a request may wait until its address has paid for those before: whoever comes with many others from one place
/// is served a little later, and not refused.
const MAX_WAIT: Duration = Duration::from_secs(2);
/// How long a refusal takes.
const REFUSAL_TIME: Duration = Duration::from_millis(500);
/// What browsers and caches are told where an answer says nothing else.
const DEFAULTS: [(HeaderName, HeaderValue); 5] = [
    (CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"),
    ),
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    // Addresses of unlisted rooms and matches are all that keeps them so.
    (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    ),
];

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

/// What is known of a request while it is answered.
struct Asked {
    method: Method,
    route: Option<MatchedPath>,
    client: Option<ClientAddress>,
    meter: Option<Arc<Meter>>,
    /// Whether pages of other origins may read the answer, whatever it is.
    is_open: bool,
}

impl Asked {
    fn of(request: &Request) -> Self {
        let extensions = request.extensions();
        Self {
            method: request.method().clone(),
            route: extensions.get::<MatchedPath>().cloned(),
            client: extensions.get::<ClientAddress>().copied(),
            meter: extensions.get::<Arc<Meter>>().cloned(),
            is_open: is_rest(request.uri().path()) && cors::is_open(request.method()),
        }
    }

    /// As the router has it, and nothing for what is not there.
    fn route(&self) -> Option<&str> {
        self.route.as_ref().map(MatchedPath::as_str)
    }
}

/// Stands before everything that players are answered.
pub async fn guard(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    request: Request,
    next: Next,
) -> Response {
    let asked = Asked::of(&request);
    let unpaid = asked.meter.as_deref().map(|meter| meter.unpaid(address));
    let coding = Coding::wanted(request.headers());
    // Each begins when it is awaited by the next one, and stays where it is: a future that has another one as a parameter has room for
    // that twice.
    let answer = pin!(next.run(request));
    let answer = pin!(compress(&app.workers, coding, answer));
    let answer = pin!(hold_body(asked.meter.clone(), answer));
    let answer = pin!(limit_cost(&app, address, &asked, unpaid.as_ref(), answer));
    let answer = pin!(turn_banned_away(&app, address, &asked, answer));
    let mut response = measure(&app, &asked, answer).await;
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        return response;
    }
    if asked.is_open {
        cors::open(response.headers_mut());
    }
    mark(response)
}

/// Stands before REST: pages of other origins may read and no more, and whoever asks too fast is refused, where there is a rate.
pub(super) async fn guard_rest(
    State(rate): State<Option<Rate>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    mut request: Request,
    next: Next,
) -> Response {
    if let Some(answer) = cors::preflight(request.method()) {
        return answer;
    }
    if !cors::is_open(request.method()) && cors::asks_from_elsewhere(request.headers()) {
        return RestError::from(ProblemCode::CrossOrigin).into_response();
    }
    DefaultBodyLimit::max(BODY_BYTES).apply(&mut request);
    let answer = pin!(next.run(request));
    let answer = pin!(limit_rate(rate, address, answer));
    limit_time(answer).await
}

/// Stands before everything that the operator is answered.
pub async fn watch(State(app): State<App>, request: Request, next: Next) -> Response {
    let asked = Asked::of(&request);
    let answer = pin!(next.run(request));
    let answer = pin!(async { mark(limit_time(answer).await) });
    measure(&app, &asked, answer).await
}

/// Refuses what comes too fast from one address.
async fn limit_rate(
    rate: Option<Rate>,
    address: IpAddr,
    answer: impl Future<Output = Response>,
) -> Response {
    match rate.map_or(Ok(()), |rate| rate.admit(address)) {
        Ok(()) => answer.await,
        Err(wait_s) => too_many(wait_s).await,
    }
}

/// Lets requests wait until their address has paid for those before, and while the server is overloaded, and charges the address for
/// the answer, and for the bytes of the request where these were not paid for as they came; refuses what would have to wait for long
/// because of its address.
async fn limit_cost(
    app: &App,
    address: IpAddr,
    asked: &Asked,
    unpaid: Option<&UnpaidCost<'_>>,
    answer: impl Future<Output = Response>,
) -> Response {
    let cost = of_route(&asked.method, asked.route());
    if cost == 0 {
        return answer.await;
    }
    let came = unpaid.map_or(0, UnpaidCost::take);
    let wait = match app.costs.reserve_with(address, came, cost, MAX_WAIT) {
        Ok(wait) => wait.max(app.costs.overload_wait(came + cost)),
        Err(wait) => return too_many(u32::try_from(wait.as_secs() + 1).unwrap_or(u32::MAX)).await,
    };
    if !wait.is_zero() {
        tokio::time::sleep(wait).await;
    }
    let response = answer.await;
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
async fn turn_banned_away(
    app: &App,
    address: IpAddr,
    asked: &Asked,
    answer: impl Future<Output = Response>,
) -> Response {
    let watches = matches!(asked.route(), Some("/healthz" | "/readyz"));
    if !watches && app.bans.keep_away(address, app.clock.now().wall) {
        return RestError::from(ErrorCode::Banned).into_response();
    }
    answer.await
}

/// Whether this path is one of REST, whether there is anything or not.
fn is_rest(path: &str) -> bool {
    matches!(path, "/api" | "/healthz" | "/readyz") || path.starts_with("/api/")
}

/// Notes what was asked, how it was answered and how long that took.
async fn measure(app: &App, asked: &Asked, answer: impl Future<Output = Response>) -> Response {
    let began = Instant::now();
    let response = answer.await;
    let method = method_name(&asked.method);
    let route = asked.route().unwrap_or("none");
    let status = response.status().as_u16();
    let took = began.elapsed();
    app.metrics.answered(method, route, status, took);
    // Addresses are people's own: they stand in the log only where somebody looks for a fault.
    let client = asked.client;
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
async fn limit_time(answer: impl Future<Output = Response>) -> Response {
    tokio::time::timeout(REQUEST_TIME, answer)
        .await
        .unwrap_or_else(|_| RestError::from(ProblemCode::TimedOut).into_response())
}

/// Says what browsers and caches may do with an answer, where it does not say so itself.
fn mark(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.reserve(DEFAULTS.len());
    for (name, value) in DEFAULTS {
        headers.entry(name).or_insert(value);
    }
    response
}
