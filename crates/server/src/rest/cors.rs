//! What pages of other origins may do: read what everybody may, and what a token they have is good for. There are no cookies.

use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::response::{IntoResponse as _, Response};

const ANY_ORIGIN: HeaderValue = HeaderValue::from_static("*");
/// What a browser may let such a page do.
const METHODS: HeaderValue = HeaderValue::from_static("GET,HEAD");
/// What it may let it say.
const HEADERS: HeaderValue = HeaderValue::from_static("authorization,if-none-match");
/// What it may let it read, beside the usual.
const EXPOSED: HeaderValue = HeaderValue::from_static("etag,retry-after");
/// For how many seconds it may remember that: a day.
const MAX_AGE_SECONDS: HeaderValue = HeaderValue::from_static("86400");

/// With which browsers say from where a page asks; they send it to addresses with TLS, and to their own machine.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Whether pages of other origins may ask so.
pub(super) fn is_open(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// Whether a browser says that a page of another origin asks.
pub(super) fn asks_from_elsewhere(headers: &HeaderMap) -> bool {
    let site = headers.get(FETCH_SITE);
    site.is_some_and(|site| site == "cross-site" || site == "same-site")
}

/// The answer to a browser that asks what it may let a page do.
pub(super) fn preflight(method: &Method) -> Option<Response> {
    (*method == Method::OPTIONS).then(|| {
        let headers = [
            (ACCESS_CONTROL_ALLOW_METHODS, METHODS),
            (ACCESS_CONTROL_ALLOW_HEADERS, HEADERS),
            (ACCESS_CONTROL_MAX_AGE, MAX_AGE_SECONDS),
        ];
        headers.into_response()
    })
}

/// Lets such a page read an answer.
pub(super) fn open(headers: &mut HeaderMap) {
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, ANY_ORIGIN);
}
