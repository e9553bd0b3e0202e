//! Cacheable answers, with strong entity tags for revalidation.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::content_coding::Coding;

/// Bytes of the digest in a tag: nobody can find two bodies with the same.
const TAG_BYTES: usize = 16;

/// How long, and by whom, an answer may be cached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CachePolicy {
    /// By everybody for ever: it never changes, and is in public lists.
    PublicForEver,
    /// By the client for ever: it never changes, but only those who know its id may see it.
    PrivateForEver,
    /// By everybody, with revalidation for each use.
    PublicAsking,
    /// By the client, with revalidation for each use.
    PrivateAsking,
    /// By nobody.
    Never,
}

impl CachePolicy {
    /// How something that never changes may be cached; everybody may see it if it is listed.
    pub const fn for_ever(listed: bool) -> Self {
        if listed {
            Self::PublicForEver
        } else {
            Self::PrivateForEver
        }
    }

    /// The `Cache-Control` header.
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

/// The tags in `If-None-Match`: those of the bodies that the client has.
#[derive(Clone, Debug)]
pub struct ClientTags(Vec<String>);

impl<S: Sync> FromRequestParts<S> for ClientTags {
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

impl ClientTags {
    /// The tag among these, if the client has this body.
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

/// A body with its tag. The time to compute it is proportional to the body's length.
#[derive(Debug)]
pub struct Tagged {
    body: Vec<u8>,
    tag: String,
}

impl Tagged {
    /// Computes the tag of this body. The buffer is shrunk to its length, because it may be kept for long.
    pub fn new(mut body: Vec<u8>) -> Self {
        body.shrink_to_fit();
        let tag = tag_of(&body);
        Self { body, tag }
    }

    /// The length of the body in bytes.
    pub const fn len(&self) -> usize {
        self.body.len()
    }
}

/// A JSON body, or `304` if the client has it.
pub fn cacheable_json(
    client_tags: &ClientTags,
    keep: CachePolicy,
    body: &impl Serialize,
) -> Response {
    let body = serde_json::to_vec(body).expect("bodies are plain JSON");
    cacheable(client_tags, keep, Tagged::new(body))
}

/// JSON text as it is, or `304` if the client has it.
pub fn cacheable(client_tags: &ClientTags, keep: CachePolicy, body: Tagged) -> Response {
    let json = HeaderValue::from_static("application/json");
    kept_as(client_tags, keep, json, body)
}

/// Plain text, or `304` if the client has it.
pub fn cacheable_text(client_tags: &ClientTags, keep: CachePolicy, body: Tagged) -> Response {
    let text = HeaderValue::from_static("text/plain; charset=utf-8");
    kept_as(client_tags, keep, text, body)
}

/// A document that must be revalidated each time, or `304` if the client has it.
pub fn cacheable_html(client_tags: &ClientTags, body: String) -> Response {
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    kept_as(
        client_tags,
        CachePolicy::PublicAsking,
        html,
        Tagged::new(body.into_bytes()),
    )
}

fn kept_as(
    client_tags: &ClientTags,
    keep: CachePolicy,
    kind: HeaderValue,
    body: Tagged,
) -> Response {
    let Tagged { body, tag } = body;
    let mut response = if let Some(tag) = client_tags.find(&tag) {
        (StatusCode::NOT_MODIFIED, [(ETAG, tag_header(&tag))]).into_response()
    } else {
        ([(ETAG, tag_header(&tag)), (CONTENT_TYPE, kind)], body).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, keep.header());
    if matches!(keep, CachePolicy::PublicAsking | CachePolicy::PrivateAsking) {
        headers.append(VARY, HeaderValue::from_static("authorization, giog-token"));
    }
    response
}

/// The tag of a body.
pub fn tag_of(body: &[u8]) -> String {
    let digest = Sha256::digest(body);
    format!("\"{}\"", hex::encode(&digest[..TAG_BYTES]))
}

/// The `ETag` header of a tag.
pub fn tag_header(tag: &str) -> HeaderValue {
    HeaderValue::from_str(tag).expect("a tag is hex in quotes")
}
