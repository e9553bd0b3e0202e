//! Answers that clients and caches may keep, with strong tags by which they ask whether theirs is still the one.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::coding::Coding;

/// Bytes of the digest in a tag: nobody finds two bodies with the same.
const TAG_BYTES: usize = 16;

/// For how long, and by whom, an answer may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// By everybody for ever: it never changes, and is in everybody's lists.
    PublicForEver,
    /// By the client for ever: it never changes, but who may see it depends on knowing its name.
    PrivateForEver,
    /// By everybody, who ask each time whether it is still the same.
    PublicAsking,
    /// By the client, who asks each time whether it is still the same.
    PrivateAsking,
    /// By nobody.
    Never,
}

impl Keep {
    /// How it is said to clients and caches.
    pub const fn header(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::PublicForEver => "public, max-age=31536000, immutable",
            Self::PrivateForEver => "private, max-age=31536000, immutable",
            Self::PublicAsking => "public, no-cache",
            Self::PrivateAsking => "private, no-cache",
            Self::Never => "no-store",
        })
    }
}

/// The tags of what the client has.
#[derive(Clone, Debug)]
pub struct Have(Vec<String>);

impl<S: Sync> FromRequestParts<S> for Have {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let values = parts.headers.get_all(IF_NONE_MATCH).iter();
        let texts = values.filter_map(|value| value.to_str().ok());
        let tags = texts
            .flat_map(|text| text.split(','))
            .map(|tag| tag.trim().trim_start_matches("W/").to_owned());
        Ok(Self(tags.collect()))
    }
}

impl Have {
    /// The tag under which the client has it.
    pub fn find(&self, tag: &str) -> Option<String> {
        if self.0.is_empty() {
            return None;
        }
        let has = |wanted: &str| self.0.iter().any(|have| have == wanted);
        let mut compressed = Coding::COMPRESSED.map(|coding| coding.tag(tag)).into_iter();
        let plain = || (has(tag) || has("*")).then(|| tag.to_owned());
        compressed.find(|tag| has(tag)).or_else(plain)
    }
}

/// A body with its tag. To make it takes as long as the body is.
#[derive(Debug)]
pub struct Tagged {
    body: Vec<u8>,
    tag: String,
}

impl Tagged {
    /// With the tag of this body, which may be held for long: it takes no more place than it has bytes.
    pub fn new(mut body: Vec<u8>) -> Self {
        body.shrink_to_fit();
        let tag = tag_of(&body);
        Self { body, tag }
    }

    /// Bytes of the body.
    pub const fn len(&self) -> usize {
        self.body.len()
    }
}

/// A JSON body, or that the client has it already.
pub fn kept_json(have: &Have, keep: Keep, body: &impl Serialize) -> Response {
    let body = serde_json::to_vec(body).expect("bodies are plain JSON");
    kept(have, keep, Tagged::new(body))
}

/// JSON text as it is, or that the client has it already.
pub fn kept(have: &Have, keep: Keep, body: Tagged) -> Response {
    let json = HeaderValue::from_static("application/json");
    kept_as(have, keep, json, body)
}

/// Plain text, or that the client has it already.
pub fn kept_text(have: &Have, keep: Keep, body: Tagged) -> Response {
    let text = HeaderValue::from_static("text/plain; charset=utf-8");
    kept_as(have, keep, text, body)
}

/// A document that everybody asks for each time, or that the client has it already.
pub fn kept_html(have: &Have, body: String) -> Response {
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    kept_as(
        have,
        Keep::PublicAsking,
        html,
        Tagged::new(body.into_bytes()),
    )
}

fn kept_as(have: &Have, keep: Keep, kind: HeaderValue, body: Tagged) -> Response {
    let Tagged { body, tag } = body;
    let mut response = if let Some(tag) = have.find(&tag) {
        (StatusCode::NOT_MODIFIED, [(ETAG, tag_header(&tag))]).into_response()
    } else {
        ([(ETAG, tag_header(&tag)), (CONTENT_TYPE, kind)], body).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, keep.header());
    if matches!(keep, Keep::PublicAsking | Keep::PrivateAsking) {
        headers.append(VARY, HeaderValue::from_static("authorization"));
    }
    response
}

/// The tag of a body.
pub fn tag_of(body: &[u8]) -> String {
    let digest = Sha256::digest(body);
    format!("\"{}\"", hex::encode(&digest[..TAG_BYTES]))
}

/// The header that says a tag.
pub fn tag_header(tag: &str) -> HeaderValue {
    HeaderValue::from_str(tag).expect("a tag is hex in quotes")
}
