//! Who may ask a practice server (`serve --practice`): programs on the same machine, and pages that come from it. It has no limits that
//! keep strangers apart, so nothing may pass strangers on to it: neither a proxy nor a page of another origin in somebody's browser.

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::header::{FORWARDED, ORIGIN, VIA};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use giog_protocol::rest::ProblemCode;

use crate::cors::{host, is_own};
use crate::problem::RestError;

/// Headers that proxies add, with any content.
const OF_PROXIES: [HeaderName; 8] = [
    FORWARDED,
    VIA,
    HeaderName::from_static("x-forwarded-for"),
    HeaderName::from_static("x-forwarded-host"),
    HeaderName::from_static("x-forwarded-proto"),
    HeaderName::from_static("x-real-ip"),
    HeaderName::from_static("cf-connecting-ip"),
    HeaderName::from_static("true-client-ip"),
];

/// The layer of all routes of a practice server.
pub async fn only_this_machine(request: Request, next: Next) -> Response {
    if is_of_this_machine(request.uri(), request.headers()) {
        next.run(request).await
    } else {
        RestError::from(ProblemCode::LocalOnly).into_response()
    }
}

fn is_of_this_machine(uri: &Uri, headers: &HeaderMap) -> bool {
    let Some(asked) = uri.authority().cloned().or_else(|| host(headers)) else {
        return false;
    };
    // A page says where it comes from, and `null` if it does not want to.
    let origin = headers.get(ORIGIN);
    is_loopback(&asked)
        && origin.is_none_or(|origin| is_own(origin, &asked))
        && OF_PROXIES.iter().all(|name| !headers.contains_key(name))
}

fn is_loopback(authority: &Authority) -> bool {
    let host = authority.host();
    let plain = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || plain
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use axum::http::header::HOST;

    use super::*;

    fn takes(headers: &[(&'static str, &'static str)]) -> bool {
        let headers = headers.iter().map(|&(name, value)| {
            (
                HeaderName::from_static(name),
                HeaderValue::from_static(value),
            )
        });
        is_of_this_machine(&Uri::from_static("/ws"), &headers.collect())
    }

    #[test]
    fn programs_of_this_machine_and_its_own_page_may_ask_a_practice_server() {
        for host in [
            "127.0.0.1:8080",
            "localhost:8080",
            "[::1]:8080",
            "LOCALHOST",
        ] {
            assert!(takes(&[("host", host)]), "{host}");
        }
        let own = [
            ("host", "localhost:8080"),
            ("origin", "http://localhost:8080"),
        ];
        assert!(takes(&own));
    }

    #[test]
    fn nobody_else_may_by_a_name_a_page_or_a_proxy() {
        for host in [
            "evil.example:8080",
            "10.0.0.7:8080",
            "localhost.evil.example",
            "",
            "a b",
        ] {
            assert!(!takes(&[("host", host)]), "{host}");
        }
        assert!(!takes(&[]), "a browser always names the host");
        let elsewhere = ["https://evil.example", "http://localhost:3000", "null"];
        for origin in elsewhere {
            assert!(
                !takes(&[("host", "localhost:8080"), ("origin", origin)]),
                "{origin}"
            );
        }
        for name in OF_PROXIES {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static("localhost:8080"));
            headers.insert(&name, HeaderValue::from_static("127.0.0.1"));
            assert!(
                !is_of_this_machine(&Uri::from_static("/ws"), &headers),
                "{name}"
            );
        }
    }
}
