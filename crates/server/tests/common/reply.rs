//! The answer of REST in a test.

use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use http_body_util::BodyExt;
use serde_json::{Map, Value, json};

/// Headers that every answer has; one test checks them for all.
const USUAL: [&str; 9] = [
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
    "cross-origin-resource-policy",
    "access-control-allow-origin",
    "access-control-expose-headers",
    "content-length",
    "vary",
    "accept-ranges",
];

/// An answer of REST.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Reply {
    pub async fn read(response: Response) -> Self {
        let (parts, body) = response.into_parts();
        let body = body.collect().await.expect("a body").to_bytes().to_vec();
        Self {
            status: parts.status,
            headers: parts.headers,
            body,
        }
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.body)))
    }

    /// A header's text; empty if there is none.
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().expect("headers are texts"))
    }

    /// The body; the answer must have this status.
    pub fn ok(&self, status: u16) -> Value {
        assert_eq!(
            self.status.as_u16(),
            status,
            "{}",
            String::from_utf8_lossy(&self.body)
        );
        self.json()
    }

    /// The code of a problem; the answer and the body must have this status.
    pub fn problem(&self, status: u16) -> String {
        let problem = self.ok(status);
        assert_eq!(self.header("content-type"), "application/problem+json");
        assert_eq!(problem["status"], status);
        problem["code"].as_str().expect("a code").to_owned()
    }

    /// Status, headers and body, for a snapshot.
    pub fn picture(&self) -> Value {
        let headers: Map<String, Value> = self
            .headers
            .iter()
            .filter(|(name, _)| !USUAL.contains(&name.as_str()))
            .map(|(name, value)| {
                let text = value.to_str().expect("headers are texts");
                (name.to_string(), text.into())
            })
            .collect();
        let body = if self.body.is_empty() {
            Value::Null
        } else {
            self.json()
        };
        json!({ "status": self.status.as_u16(), "headers": headers, "body": body })
    }
}
