//! What pages of other origins may do: read what is public, and what a token that they have gives access to. There are no cookies.

use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::response::{IntoResponse as _, Response};

const ANY_ORIGIN: HeaderValue = HeaderValue::from_static("*");
/// The methods that they may use.
const METHODS: HeaderValue = HeaderValue::from_static("GET,HEAD");
/// The request headers that they may send.
const HEADERS: HeaderValue = HeaderValue::from_static("authorization,giog-token,if-none-match");
/// The response headers that they may read, in addition to the safelisted ones.
const EXPOSED: HeaderValue = HeaderValue::from_static("etag,retry-after");
/// How long browsers may cache this, in seconds: a day.
const MAX_AGE_SECONDS: HeaderValue = HeaderValue::from_static("86400");

/// The header in which browsers report the origin of a request. They send it to addresses with TLS, and to the local machine.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Whether pages of other origins may use this method.
pub(super) fn is_open(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// Whether the browser reports that a page of another origin sends this request.
pub(crate) fn asks_from_elsewhere(headers: &HeaderMap) -> bool {
    let site = headers.get(FETCH_SITE);
    site.is_some_and(|site| site == "cross-site" || site == "same-site")
}

/// The answer to a preflight request; none for other requests.
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

/// Allows pages of other origins to read an answer.
pub(super) fn open(headers: &mut HeaderMap) {
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, ANY_ORIGIN);
}
