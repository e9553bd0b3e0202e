//! What pages of other origins may do: read what is public, and what a token that they have gives access to. There are no cookies, so a
//! page acts for nobody whose token it does not have.
//!
//! Which origins may is the setting `allowed_origins`, for REST and for sockets. Reading needs nothing. Anything else needs an origin that
//! is named, and a request that a browser sends only after it has asked (a *preflight*): with a method other than `POST`, or with a body of
//! JSON.

use std::sync::Arc;

use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, CONTENT_TYPE, HOST, ORIGIN, VARY,
};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::response::{IntoResponse as _, Response};

use crate::settings::Settings;

const ANY_ORIGIN: HeaderValue = HeaderValue::from_static("*");
/// The methods that they may use.
const METHODS: HeaderValue = HeaderValue::from_static("GET,HEAD,POST,PUT,PATCH,DELETE");
/// The request headers that they may send.
const HEADERS: HeaderValue =
    HeaderValue::from_static("authorization,content-type,giog-token,if-none-match");
/// The response headers that they may read, in addition to the safelisted ones.
const EXPOSED: HeaderValue = HeaderValue::from_static("etag,location,retry-after");
/// How long browsers may cache this, in seconds: a day.
const MAX_AGE_SECONDS: HeaderValue = HeaderValue::from_static("86400");

/// The header in which browsers report the origin of a request. They send it to addresses with TLS, and to the local machine.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The origins whose pages may use the server, besides its own page. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct AllowedOrigins {
    /// As browsers write them; any if there are none.
    allowed: Arc<[String]>,
}

impl AllowedOrigins {
    /// Those of the settings, or any if there are none.
    pub fn of(settings: &Settings) -> Self {
        let mut allowed = settings.allowed_origins.clone();
        if !allowed.is_empty() {
            // A proxy may ask the server by another name than that by which its page is asked.
            let own = settings.public_url.as_ref();
            allowed.extend(own.map(|url| url.origin().to_owned()));
        }
        Self {
            allowed: allowed.into(),
        }
    }

    /// Whether this origin is one of them. `null`, of pages that have none, is allowed nothing.
    fn allow(&self, origin: &HeaderValue) -> bool {
        let listed = || self.allowed.iter().any(|allowed| allowed == origin);
        origin != "null" && (self.allowed.is_empty() || listed())
    }

    /// Whether a socket may be opened: by a program, by the server's own page, or by one of an allowed origin.
    pub fn allow_socket(&self, headers: &HeaderMap) -> bool {
        headers.get(ORIGIN).is_none_or(|origin| {
            self.allowed.is_empty()
                || self.allow(origin)
                || host(headers).is_some_and(|asked| is_own(origin, &asked))
        })
    }

    /// Whether a request with this method may be carried out, wherever it comes from.
    pub(crate) fn allow_request(&self, method: &Method, headers: &HeaderMap) -> bool {
        if is_reading(method) || !asks_from_elsewhere(headers) {
            return true;
        }
        // A page can send a `POST` without asking, unless its body is JSON.
        let is_asked_for = *method != Method::POST || is_json(headers);
        let origin = headers.get(ORIGIN);
        is_asked_for && origin.is_some_and(|origin| self.allow(origin))
    }

    /// Marks the answer to a request with who may read it.
    pub(crate) fn mark(&self, headers: &mut HeaderMap, reader: Option<HeaderValue>) {
        if let Some(reader) = reader {
            open_to(headers, reader);
        }
        if !self.allowed.is_empty() {
            // Caches must not give pages of one origin the answer to those of another.
            headers.append(VARY, HeaderValue::from_static("origin"));
        }
    }

    /// The origin whose pages may read the answer to this request; none if only the server's own page may.
    pub(crate) fn reader(&self, method: &Method, headers: &HeaderMap) -> Option<HeaderValue> {
        if self.allowed.is_empty() && is_reading(method) && *method != Method::OPTIONS {
            return Some(ANY_ORIGIN);
        }
        let origin = headers.get(ORIGIN)?;
        self.allow(origin).then(|| origin.clone())
    }
}

/// Whether a method only reads.
fn is_reading(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    kind.and_then(|kind| kind.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// The host in the header `Host`; none if there is no valid one.
pub(crate) fn host(headers: &HeaderMap) -> Option<Authority> {
    let host = headers.get(HOST)?;
    Authority::try_from(host.as_bytes()).ok()
}

/// Whether a page is the server's own: it comes from the host that it asks.
pub(crate) fn is_own(origin: &HeaderValue, asked: &Authority) -> bool {
    let origin = origin
        .to_str()
        .ok()
        .and_then(|origin| origin.split_once("://"));
    origin.is_some_and(|(_, origin)| asked == origin)
}

/// Whether the browser reports that a page of another origin sends this request.
pub(crate) fn asks_from_elsewhere(headers: &HeaderMap) -> bool {
    let site = headers.get(FETCH_SITE);
    site.is_some_and(|site| site == "cross-site" || site == "same-site")
}

/// The answer to a preflight request; none for other requests.
pub(crate) fn preflight(method: &Method) -> Option<Response> {
    (*method == Method::OPTIONS).then(|| {
        let headers = [
            (ACCESS_CONTROL_ALLOW_METHODS, METHODS),
            (ACCESS_CONTROL_ALLOW_HEADERS, HEADERS),
            (ACCESS_CONTROL_MAX_AGE, MAX_AGE_SECONDS),
        ];
        headers.into_response()
    })
}

/// Allows pages of any origin to read an answer.
pub(crate) fn open(headers: &mut HeaderMap) {
    open_to(headers, ANY_ORIGIN);
}

fn open_to(headers: &mut HeaderMap, reader: HeaderValue) {
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, reader);
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTED: &str = "https://club.example";

    fn headers(of: &[(HeaderName, &'static str)]) -> HeaderMap {
        of.iter()
            .map(|(name, value)| (name.clone(), HeaderValue::from_static(value)))
            .collect()
    }

    #[test]
    fn pages_of_allowed_origins_change_something_only_after_they_have_asked() {
        let origins = AllowedOrigins::default();
        let site = (FETCH_SITE, "cross-site");
        let (from, json) = (
            (ORIGIN, LISTED),
            (CONTENT_TYPE, "application/json; charset=utf-8"),
        );
        let text = (CONTENT_TYPE, "text/plain");
        let may = |method: Method, of: &[(HeaderName, &'static str)]| {
            origins.allow_request(&method, &headers(of))
        };
        assert!(may(
            Method::POST,
            &[site.clone(), from.clone(), json.clone()]
        ));
        assert!(may(Method::DELETE, &[site.clone(), from.clone()]));
        assert!(!may(Method::POST, &[site.clone(), from.clone()]));
        assert!(!may(Method::POST, &[site.clone(), from, text]));
        assert!(
            !may(Method::POST, &[site.clone(), json.clone()]),
            "no origin"
        );
        assert!(!may(Method::POST, &[site.clone(), (ORIGIN, "null"), json]));
        assert!(may(Method::GET, &[site]));
        assert!(may(Method::POST, &[(FETCH_SITE, "same-origin")]));
        assert!(may(Method::POST, &[]), "a program");
    }

    #[test]
    fn with_a_list_only_its_origins_read_change_and_connect() {
        let origins = AllowedOrigins::of(&Settings {
            allowed_origins: vec![LISTED.to_owned()],
            public_url: Some("https://public.example/giog".parse().expect("an address")),
            ..Settings::default()
        });
        for (origin, is_listed) in [
            (LISTED, true),
            ("https://public.example", true),
            ("https://evil.example", false),
            ("https://club.example.evil.example", false),
            ("http://club.example", false),
            ("null", false),
        ] {
            let of = headers(&[
                (ORIGIN, origin),
                (FETCH_SITE, "cross-site"),
                (HOST, "play.example"),
            ]);
            assert_eq!(
                origins.allow_request(&Method::DELETE, &of),
                is_listed,
                "{origin}"
            );
            assert_eq!(origins.allow_socket(&of), is_listed, "{origin}");
            let reader = is_listed.then(|| HeaderValue::from_static(origin));
            assert_eq!(origins.reader(&Method::GET, &of), reader, "{origin}");
        }
        let own = headers(&[(ORIGIN, "https://play.example"), (HOST, "play.example")]);
        assert!(origins.allow_socket(&own), "the server's own page");
        assert!(origins.allow_socket(&HeaderMap::new()), "a program");
    }
}
