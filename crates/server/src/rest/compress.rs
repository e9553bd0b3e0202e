//! Compression of answers that are generated for each request.

use std::sync::Arc;

use axum::body::{Body, HttpBody as _, to_bytes};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, VARY};
use axum::response::{IntoResponse as _, Response};
use giog_protocol::rest::ProblemCode;

use crate::content_coding::{Coding, Effort};
use crate::problem::RestError;
use crate::records::Hold;
use crate::workers::Workers;

/// The least size in bytes for compression: smaller answers fit into a few packets anyway.
const FROM_BYTES: u64 = 4 * 1024;
/// The greatest size in bytes: larger answers, such as a few of the longest records, would use a thread for too long.
const TO_BYTES: u64 = 8 * 1024 * 1024;

/// Compresses long answers on the worker threads. While these are busy, answers are sent uncompressed.
pub(crate) async fn compress(
    workers: &Workers,
    coding: Coding,
    answer: impl Future<Output = Response>,
) -> Response {
    let mut response = answer.await;
    if !may_be_compressed(&response) {
        return response;
    }
    Coding::mark_varying(response.headers_mut());
    if coding == Coding::Identity {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let limit = usize::try_from(TO_BYTES).unwrap_or(usize::MAX);
    // A body of known length is already in memory.
    let Ok(plain) = to_bytes(body, limit).await else {
        return RestError::from(ProblemCode::Internal).into_response();
    };
    let to_pack = plain.clone();
    // The job owns the permit, because the body stays in memory even if nobody waits for it any more.
    let hold = parts.extensions.get::<Arc<Hold>>().cloned();
    let packed = workers.run(move || {
        let _hold = hold;
        coding.encode(to_pack, Effort::EachTime)
    });
    let body = match packed.await {
        Ok(packed) => {
            coding.mark(&mut parts.headers);
            parts.headers.remove(CONTENT_LENGTH);
            packed
        }
        Err(_) => plain,
    };
    Response::from_parts(parts, Body::from(body))
}

/// Whether it is a complete text answer of suitable size that is not encoded yet.
fn may_be_compressed(response: &Response) -> bool {
    let headers = response.headers();
    let kind = headers
        .get(CONTENT_TYPE)
        .map_or(&[][..], |kind| kind.as_bytes());
    let is_text = kind.starts_with(b"application/json") || kind.starts_with(b"text/");
    let length = response.body().size_hint().exact();
    is_text
        && response.status() == StatusCode::OK
        && !headers.contains_key(CONTENT_ENCODING)
        && !headers
            .get_all(VARY)
            .iter()
            .any(|value| value == Coding::VARIES)
        && length.is_some_and(|length| (FROM_BYTES..=TO_BYTES).contains(&length))
}
