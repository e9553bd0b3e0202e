//! Extractors for handlers. Their errors are problems instead of plain text. Handlers also use [`Json`] for answers.

use axum::RequestExt;
use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use giog_protocol::rest::ProblemCode;
use giog_protocol::{ErrorCode, Person, Problem, read_body};
use giog_rules::PlayerId;
use http_body_util::{BodyExt, LengthLimitError};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::asset::JSON;
use crate::problem::RestError;
use crate::state::App;

/// The path parameters.
#[derive(Debug)]
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = RestError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, RestError> {
        axum::extract::Path::from_request_parts(parts, state)
            .await
            .map(|axum::extract::Path(path)| Self(path))
            .map_err(|rejection| RestError::BadParameter(rejection.body_text()))
    }
}

/// The query parameters. `Parameters` has refused those that the operation does not have.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = RestError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, RestError> {
        axum::extract::Query::try_from_uri(&parts.uri)
            .map(|axum::extract::Query(query)| Self(query))
            .map_err(|rejection| RestError::BadParameter(rejection.body_text()))
    }
}

/// A JSON body. A missing request body is read as an empty object.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        // For a long answer, a `Vec` takes the many small writes twice as fast as the buffer of `axum::Json`.
        match serde_json::to_vec(&self.0) {
            Ok(body) => ([(CONTENT_TYPE, HeaderValue::from_static(JSON))], body).into_response(),
            Err(error) => {
                tracing::error!(%error, "an answer cannot be written as JSON");
                RestError::from(ProblemCode::Internal).into_response()
            }
        }
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = RestError;

    async fn from_request(request: Request, _: &S) -> Result<Self, RestError> {
        let JsonText(body) = JsonText::from_request(request, &()).await?;
        let body = if body.is_empty() { b"{}" } else { &body[..] };
        read_body(body).map(Self).map_err(|error| {
            let code = match error.classify() {
                serde_json::error::Category::Data => ErrorCode::BadRequest,
                _ => ErrorCode::BadJson,
            };
            Problem::new(code, format!("the body: {error}")).into()
        })
    }
}

/// A JSON body that is not read yet. A missing one is empty.
#[derive(Debug)]
pub struct JsonText(pub Vec<u8>);

impl<S: Send + Sync> FromRequest<S> for JsonText {
    type Rejection = RestError;

    async fn from_request(request: Request, _: &S) -> Result<Self, RestError> {
        let is_json = request.headers().get(CONTENT_TYPE).is_some_and(is_json);
        let body = read_whole(request.with_limited_body().into_body()).await?;
        if is_json || body.is_empty() {
            Ok(Self(body))
        } else {
            Err(ProblemCode::NotJson.into())
        }
    }
}

fn is_json(content_type: &HeaderValue) -> bool {
    content_type
        .to_str()
        .ok()
        .and_then(|text| text.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// Copies a body into one buffer as it is received. Keeping its pieces until the end would keep the complete read buffer of each:
/// thousands of times the length of a body that is sent byte by byte.
async fn read_whole(mut body: Body) -> Result<Vec<u8>, RestError> {
    let mut whole = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| refuse_body(&error))?;
        if let Ok(piece) = frame.into_data() {
            whole.extend_from_slice(&piece);
        }
    }
    Ok(whole)
}

fn refuse_body(error: &axum::Error) -> RestError {
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        if error.is::<LengthLimitError>() {
            return ProblemCode::BodyTooLarge.into();
        }
        cause = error.source();
    }
    Problem::new(ErrorCode::BadRequest, "the body did not come whole").into()
}

/// The person who sends the request; none without a token.
#[derive(Debug)]
pub struct Caller(pub Option<Person>);

impl Caller {
    /// Their id.
    pub fn player(&self) -> Option<PlayerId> {
        self.0.as_ref().map(|person| person.player)
    }
}

impl FromRequestParts<App> for Caller {
    type Rejection = RestError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, RestError> {
        match sent_token(&parts.headers)? {
            None => Ok(Self(None)),
            Some(token) => Ok(Self(Some(app.guests.recognise(token, None).await?))),
        }
    }
}

/// The token of the request; required.
#[derive(Debug)]
pub struct Token(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Token {
    type Rejection = RestError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, RestError> {
        let token = sent_token(&parts.headers)?.ok_or(ProblemCode::TokenWanted)?;
        Ok(Self(token.to_owned()))
    }
}

/// The header with the token alone, for where a proxy has a password of its own in `Authorization`.
pub const GIOG_TOKEN: HeaderName = HeaderName::from_static("giog-token");

/// A token in `Giog-Token: …`, or else in `Authorization: Bearer …`.
pub(super) fn sent_token(headers: &HeaderMap) -> Result<Option<&str>, RestError> {
    let Some(token) = headers.get(GIOG_TOKEN) else {
        return bearer(headers);
    };
    let token = token.to_str().map_err(|_| ErrorCode::BadToken)?;
    Ok(Some(token.trim()))
}

/// The token in `Authorization: Bearer …`. Another scheme is for a proxy in front of the server, and no token.
pub fn bearer(headers: &HeaderMap) -> Result<Option<&str>, RestError> {
    let Some(value) = headers.get(AUTHORIZATION) else {
        return Ok(None);
    };
    let scheme = value.as_bytes().split(|&byte| byte == b' ').next();
    if !scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"bearer")) {
        return Ok(None);
    }
    let parts = value.to_str().ok().and_then(|text| text.split_once(' '));
    let (_, token) = parts.ok_or(ErrorCode::BadToken)?;
    Ok(Some(token.trim()))
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use bytes::Bytes;
    use futures_util::stream;

    use super::*;

    /// A read buffer, of which one byte belongs to the body.
    struct ReadBuffer(Arc<AtomicUsize>);

    impl AsRef<[u8]> for ReadBuffer {
        fn as_ref(&self) -> &[u8] {
            b" "
        }
    }

    impl Drop for ReadBuffer {
        fn drop(&mut self) {
            self.0.fetch_sub(1, Ordering::Relaxed);
        }
    }

    #[tokio::test]
    async fn what_a_body_was_read_into_is_not_kept_until_its_end() {
        let alive = Arc::new(AtomicUsize::new(0));
        let most = Arc::new(AtomicUsize::new(0));
        let (counted, seen) = (Arc::clone(&alive), Arc::clone(&most));
        let pieces = (0..1_000).map(move |_| {
            seen.fetch_max(
                counted.fetch_add(1, Ordering::Relaxed) + 1,
                Ordering::Relaxed,
            );
            Ok::<_, Infallible>(Bytes::from_owner(ReadBuffer(Arc::clone(&counted))))
        });
        let body = Body::from_stream(stream::iter(pieces));
        let whole = read_whole(body).await.expect("a whole body");
        assert_eq!(whole.len(), 1_000);
        assert_eq!(alive.load(Ordering::Relaxed), 0);
        assert!(most.load(Ordering::Relaxed) <= 2, "{most:?} at once");
    }
}
