//! Work before every handler: rate limit, cost, timeout, and response headers with safe defaults.
//!
//! All of this is in two layers of the router and not in one for each, because a router copies and boxes all inner layers of each of its
//! layers for every request.

use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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
use tokio::time::Instant;

use super::compress::compress;
use super::parameters::Parameters;
use super::review_jobs::{REVIEW_BYTES, REVIEW_ROUTE};
use crate::client::ClientAddress;
use crate::content_coding::Coding;
use crate::cors::{self, AllowedOrigins};
use crate::cost::weights::{of_bytes, of_route};
use crate::cost::{AddressRate, Admitted, Meter, UnpaidCost};
use crate::problem::RestError;
use crate::records::hold_body;
use crate::state::App;

/// The greatest length of a request's body in bytes: many times that of the longest name. A worker's review may be longer.
const BODY_BYTES: usize = 4 * 1024;
/// The timeout of a request: many times the duration of the slowest query of a busy database.
const REQUEST_TIME: Duration = Duration::from_secs(10);
/// How long a refusal is delayed, unless too many are.
const REFUSAL_TIME: Duration = Duration::from_millis(500);
/// Headers of answers that do not set them.
const DEFAULTS: [(HeaderName, HeaderValue); 5] = [
    (CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"),
    ),
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    // Unlisted rooms and matches are protected only by their addresses.
    (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    ),
];

/// The route of sockets.
const SOCKET: &str = "/ws";

/// Says that a socket is opened for somebody who comes back, although nothing is left of the budget of its address. Requests for a socket
/// have it as an `Extension`.
#[derive(Clone, Debug, Default)]
pub(crate) struct ComesBack(Arc<AtomicBool>);

impl ComesBack {
    /// Whether it is.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The parts of a request that are needed while it is answered.
struct Asked {
    method: Method,
    route: Option<MatchedPath>,
    client: Option<ClientAddress>,
    meter: Option<Arc<Meter>>,
    is_rest: bool,
    /// The origin whose pages may read the answer, or any; none if only the server's own page may.
    reader: Option<HeaderValue>,
    /// Of a request for a socket.
    comes_back: Option<ComesBack>,
}

impl Asked {
    fn of(request: &Request, origins: &AllowedOrigins) -> Self {
        let extensions = request.extensions();
        let is_rest = is_rest(request.uri().path());
        Self {
            comes_back: extensions.get::<ComesBack>().cloned(),
            method: request.method().clone(),
            route: extensions.get::<MatchedPath>().cloned(),
            client: extensions.get::<ClientAddress>().copied(),
            meter: extensions.get::<Arc<Meter>>().cloned(),
            is_rest,
            reader: origins.reader(request.method(), request.headers()),
        }
    }

    /// The router's pattern; none if there is no such route.
    fn route(&self) -> Option<&str> {
        self.route.as_ref().map(MatchedPath::as_str)
    }
}

/// The layer of all routes for players.
pub async fn guard(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    mut request: Request,
    next: Next,
) -> Response {
    let route = request.extensions().get::<MatchedPath>();
    if route.is_some_and(|route| route.as_str() == SOCKET) {
        request.extensions_mut().insert(ComesBack::default());
    }
    let asked = Asked::of(&request, &app.ingress.allowed_origins);
    let refused = !app
        .ingress
        .allowed_origins
        .allow_request(request.method(), request.headers());
    let unpaid = asked.meter.as_deref().map(|meter| meter.unpaid(address));
    let coding = Coding::wanted(request.headers());
    // Each future starts when the next one awaits it, and is pinned here: a future that owns another one as a parameter would have memory
    // for it twice.
    let answer = pin!(async {
        if refused {
            return RestError::from(ProblemCode::CrossOrigin).into_response();
        }
        next.run(request).await
    });
    let answer = pin!(compress(&app.workers, coding, answer));
    let answer = pin!(hold_body(asked.meter.clone(), answer));
    let answer = pin!(limit_cost(&app, address, &asked, unpaid.as_ref(), answer));
    let answer = pin!(turn_banned_away(&app, address, &asked, answer));
    let mut response = measure(&app, &asked, answer).await;
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        return response;
    }
    if asked.is_rest {
        app.ingress
            .allowed_origins
            .mark(response.headers_mut(), asked.reader.clone());
    }
    mark(response)
}

/// The layer of REST routes: unknown query parameters are refused, and the rate limit is applied
/// if there is one.
pub(super) async fn guard_rest(
    State((rate, parameters)): State<(Option<Arc<AddressRate>>, Parameters)>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    mut request: Request,
    next: Next,
) -> Response {
    if let Some(answer) = cors::preflight(request.method()) {
        return answer;
    }
    let route = request.extensions().get::<MatchedPath>();
    let most_bytes = match route.map(MatchedPath::as_str) {
        Some(REVIEW_ROUTE) => REVIEW_BYTES,
        _ => BODY_BYTES,
    };
    DefaultBodyLimit::max(most_bytes).apply(&mut request);
    let refusal = parameters.refusal(&request);
    let answer = pin!(async {
        match refusal {
            Some(refusal) => refusal.into_response(),
            None => next.run(request).await,
        }
    });
    let answer = pin!(limit_rate(rate, address, answer));
    limit_time(answer).await
}

/// The layer of all routes for the operator.
pub async fn watch(State(app): State<App>, request: Request, next: Next) -> Response {
    let asked = Asked::of(&request, &app.ingress.allowed_origins);
    let answer = pin!(next.run(request));
    let answer = pin!(async { mark(limit_time(answer).await) });
    measure(&app, &asked, answer).await
}

/// Refuses requests above the rate limit of an address.
async fn limit_rate(
    rate: Option<Arc<AddressRate>>,
    address: IpAddr,
    answer: impl Future<Output = Response>,
) -> Response {
    match rate.map_or(Ok(()), |rate| rate.admit(address)) {
        Ok(()) => answer.await,
        Err(wait) => too_many(wait, true).await,
    }
}

/// Delays requests until the budget of their address allows them, and while the server is overloaded. Charges the address for the answer,
/// and for the bytes of the request if they are not charged yet. Refuses requests that would have to wait too long because of their
/// address, or with too many others, except for sockets of people who come back.
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
    let admitted = match &asked.comes_back {
        Some(_) => app.costs.admit_socket(address, came, cost),
        None => app.costs.admit_request(address, came, cost),
    };
    let Admitted {
        wait,
        place,
        comes_back,
    } = match admitted {
        Ok(admitted) => admitted,
        Err(wait) => {
            // Where no more may wait, the answer comes at once.
            let place = app.costs.place_to_wait(address);
            let answer = too_many(wait, place.is_some()).await;
            drop(place);
            return answer;
        }
    };
    if let Some(socket) = &asked.comes_back
        && comes_back
    {
        socket.set();
    }
    let wait = wait.max(app.costs.overload_wait(came + cost));
    if !wait.is_zero() {
        tokio::time::sleep(wait).await;
    }
    drop(place);
    let response = answer.await;
    if let Some(bytes) = response.body().size_hint().exact() {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        app.costs.charge_address(address, of_bytes(bytes));
    }
    response
}

/// The answer to a request above a limit. It should be delayed, so that a client that repeats requests without end is slowed down.
async fn too_many(wait: Duration, is_delayed: bool) -> Response {
    if is_delayed {
        tokio::time::sleep(REFUSAL_TIME).await;
    }
    RestError::too_much(wait).into_response()
}

/// Refuses banned addresses. Health checks are always answered.
async fn turn_banned_away(
    app: &App,
    address: IpAddr,
    asked: &Asked,
    answer: impl Future<Output = Response>,
) -> Response {
    let watches = matches!(asked.route(), Some("/healthz" | "/readyz"));
    if !watches && app.guests.bans.keep_away(address, app.clock.now().wall) {
        return RestError::from(ErrorCode::Banned).into_response();
    }
    answer.await
}

/// Whether this path belongs to REST, whether a route exists or not.
fn is_rest(path: &str) -> bool {
    matches!(path, "/api" | "/healthz" | "/readyz") || path.starts_with("/api/")
}

/// Records the route, the status and the duration of a request.
async fn measure(app: &App, asked: &Asked, answer: impl Future<Output = Response>) -> Response {
    let began = Instant::now();
    let response = answer.await;
    let method = method_name(&asked.method);
    let route = asked.route().unwrap_or("none");
    let status = response.status().as_u16();
    let took = began.elapsed();
    app.metrics.answered(method, route, status, took);
    // Addresses are personal data: they are logged only at debug level.
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

/// The known methods; a client may send any word.
fn method_name(method: &Method) -> &'static str {
    const KNOWN: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    let known = KNOWN.into_iter().find(|&known| method == known);
    known.unwrap_or("other")
}

/// Ends a request that exceeds the timeout.
async fn limit_time(answer: impl Future<Output = Response>) -> Response {
    tokio::time::timeout(REQUEST_TIME, answer)
        .await
        .unwrap_or_else(|_| RestError::from(ProblemCode::TimedOut).into_response())
}

/// Adds the headers for browsers and caches that the answer does not set.
fn mark(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.reserve(DEFAULTS.len());
    for (name, value) in DEFAULTS {
        headers.entry(name).or_insert(value);
    }
    response
}
