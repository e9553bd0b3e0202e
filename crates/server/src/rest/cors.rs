//! What pages of other sites may do: read what everybody may, and what a token they have is good for. There are no cookies.

use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE,
};
use axum::http::{HeaderMap, HeaderValue, Method};
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

/// The answer to a browser that asks what it may let a page do.
pub(super) fn preflight(method: &Method) -> Option<Response> {
    (*method == Method::OPTIONS).then(|| {
        let headers = [
            (ACCESS_CONTROL_ALLOW_METHODS, METHODS),
            (ACCESS_CONTROL_ALLOW_HEADERS, HEADERS),
            (ACCESS_CONTROL_MAX_AGE, MAX_AGE_SECONDS),
            (ACCESS_CONTROL_ALLOW_ORIGIN, ANY_ORIGIN),
        ];
        headers.into_response()
    })
}

/// Lets such a page read an answer.
pub(super) fn open(headers: &mut HeaderMap) {
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, ANY_ORIGIN);
}
