//! `/.well-known/security.txt`: where to report security problems, for programs (RFC 9116).

use std::fmt::Write as _;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

use crate::rest;
use crate::state::App;

/// The path.
pub const PATH: &str = "/.well-known/security.txt";
/// Days until the content expires, counted from each request, so that copies are not trusted for ever.
const DAYS: i64 = 180;

/// The file, if the operator has set a security contact.
pub async fn security_txt(State(app): State<App>) -> Response {
    let contact = &app.about.site.security_contact;
    let now = OffsetDateTime::from_unix_timestamp(app.clock.now().wall.unix_ms() / 1_000);
    let expires = now.ok().and_then(|now| {
        let expires = now.checked_add(Duration::days(DAYS))?;
        expires.format(&Rfc3339).ok()
    });
    let Some(expires) = expires.filter(|_| !contact.is_empty()) else {
        return rest::nothing().await.into_response();
    };
    let mut text = format!("Contact: {contact}\nExpires: {expires}\n");
    if let Some(url) = &app.about.public_url {
        let written = writeln!(text, "Canonical: {url}{PATH}");
        written.expect("a text takes what is written");
    }
    ([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}
