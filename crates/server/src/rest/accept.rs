//! The form of an answer that a client wants, if there is more than one.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT;
use axum::http::request::Parts;

use crate::content_coding::weight_in_thousandths;

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerForm {
    /// JSON, for programs; the default.
    Json,
    /// Plain text, for people.
    Text,
}

impl<S: Sync> FromRequestParts<S> for AnswerForm {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::wanted(&parts.headers))
    }
}

impl AnswerForm {
    /// The form that `Accept` prefers.
    fn wanted(headers: &HeaderMap) -> Self {
        let values = headers.get_all(ACCEPT).iter();
        let texts: Vec<&str> = values.filter_map(|value| value.to_str().ok()).collect();
        let accept = texts.join(",");
        if quality(&accept, "text", "plain") > quality(&accept, "application", "json") {
            Self::Text
        } else {
            Self::Json
        }
    }
}

/// The weight of a media type in thousandths, from the most specific range that matches it (RFC 9110 §12.5.1).
fn quality(accept: &str, kind: &str, subtype: &str) -> u16 {
    let mut best = (0, 0);
    for range in accept.split(',') {
        let mut parts = range.split(';').map(str::trim);
        let media = parts.next().unwrap_or_default().to_ascii_lowercase();
        let exactness = match media.split_once('/') {
            Some((k, s)) if k == kind && s == subtype => 3,
            Some((k, "*")) if k == kind => 2,
            Some(("*", "*")) => 1,
            _ => continue,
        };
        let weight = weight_in_thousandths(parts);
        if exactness > best.0 {
            best = (exactness, weight);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_given_only_to_those_who_prefer_it() {
        for (accept, form) in [
            ("text/plain", AnswerForm::Text),
            ("TEXT/PLAIN; charset=utf-8", AnswerForm::Text),
            ("text/*", AnswerForm::Text),
            ("application/json;q=0.5, text/plain", AnswerForm::Text),
            ("*/*;q=0.1, text/plain;q=0.2", AnswerForm::Text),
            ("", AnswerForm::Json),
            ("*/*", AnswerForm::Json),
            ("application/json", AnswerForm::Json),
            ("text/plain;q=0.5, application/json", AnswerForm::Json),
            ("text/plain;q=0", AnswerForm::Json),
            ("text/plain;q=many", AnswerForm::Json),
            (
                "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
                AnswerForm::Json,
            ),
            ("image/png", AnswerForm::Json),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT, accept.parse().expect("a header"));
            assert_eq!(AnswerForm::wanted(&headers), form, "{accept}");
        }
        assert_eq!(AnswerForm::wanted(&HeaderMap::new()), AnswerForm::Json);
    }
}
