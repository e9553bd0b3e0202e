//! Assets, which never change while the server runs: the files of the page, and documents. Each is compressed once, on a worker thread,
//! when it is first requested in that coding. Sending it costs as little as a refusal.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde::Serialize;
use tokio::sync::OnceCell;

use crate::cacheable::{CachePolicy, ClientTags, tag_header, tag_of};
use crate::content_coding::{Coding, Effort};
use crate::workers::{JobNotDone, Workers};

/// The content type of JSON.
pub const JSON: &str = "application/json";

/// The content type of a PNG picture, which is not compressed further.
pub const PNG: &str = "image/png";

/// An asset, equal for all clients; clones share it.
#[derive(Clone, Debug)]
pub struct Asset(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    kind: &'static str,
    keep: CachePolicy,
    tag: String,
    /// The `ETag` header of the uncompressed bytes.
    tag_header: HeaderValue,
    plain: Bytes,
    gzip: OnceCell<Bytes>,
    brotli: OnceCell<Bytes>,
}

/// The request headers that select the form of an asset: entity tags and content codings.
#[derive(Debug)]
pub struct AssetRequest {
    client_tags: ClientTags,
    coding: Coding,
}

impl<S: Sync> FromRequestParts<S> for AssetRequest {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        Ok(Self {
            client_tags: ClientTags::from_request_parts(parts, state).await?,
            coding: Coding::from_request_parts(parts, state).await?,
        })
    }
}

impl Asset {
    /// An asset with this content type. Clients must revalidate it each time.
    pub fn new(kind: &'static str, plain: Bytes) -> Self {
        Self::with_policy(kind, plain, CachePolicy::PublicAsking)
    }

    /// An asset with this content type and this caching.
    pub fn with_policy(kind: &'static str, plain: Bytes, keep: CachePolicy) -> Self {
        let tag = tag_of(&plain);
        Self(Arc::new(Inner {
            kind,
            keep,
            tag_header: tag_header(&tag),
            tag,
            plain,
            gzip: OnceCell::new(),
            brotli: OnceCell::new(),
        }))
    }

    /// A JSON document.
    pub fn json(document: &impl Serialize) -> Self {
        let text = serde_json::to_vec(document).expect("documents are plain JSON");
        Self::new(JSON, text.into())
    }

    /// The uncompressed bytes.
    pub fn plain(&self) -> &Bytes {
        &self.0.plain
    }

    /// The asset, or `304` if the client has it.
    pub async fn answer(&self, wanted: &AssetRequest, workers: &Workers) -> Response {
        let mut response = if let Some(tag) = wanted.client_tags.find(&self.0.tag) {
            (StatusCode::NOT_MODIFIED, [(ETAG, tag_header(&tag))]).into_response()
        } else {
            let (coding, body) = self.body(wanted.coding, workers).await;
            let tag = self.0.tag_header.clone();
            let mut response = ([(ETAG, tag)], body).into_response();
            if coding != Coding::Identity {
                coding.mark(response.headers_mut());
            }
            response
        };
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.0.kind));
        headers.insert(CACHE_CONTROL, self.0.keep.header());
        Coding::mark_varying(headers);
        response
    }

    /// The bytes in this coding, or uncompressed while the worker threads are busy.
    async fn body(&self, coding: Coding, workers: &Workers) -> (Coding, Bytes) {
        if self.0.kind == PNG {
            return (Coding::Identity, self.0.plain.clone());
        }
        if let Some(packed) = self.0.at_hand(coding) {
            return (coding, packed);
        }
        let (inner, workers) = (Arc::clone(&self.0), workers.clone());
        // In a task of its own, so that it is completed for other clients even if the first one goes away.
        let packed = tokio::spawn(async move { inner.packed(coding, &workers).await });
        match packed.await {
            Ok(Ok(packed)) => (coding, packed),
            Ok(Err(_)) | Err(_) => (Coding::Identity, self.0.plain.clone()),
        }
    }
}

impl Inner {
    /// The bytes in this coding, if they need not be compressed first.
    fn at_hand(&self, coding: Coding) -> Option<Bytes> {
        match coding {
            Coding::Identity => Some(self.plain.clone()),
            Coding::Gzip => self.gzip.get().cloned(),
            Coding::Brotli => self.brotli.get().cloned(),
        }
    }

    async fn packed(&self, coding: Coding, workers: &Workers) -> Result<Bytes, JobNotDone> {
        let packed = match coding {
            Coding::Identity => return Ok(self.plain.clone()),
            Coding::Gzip => &self.gzip,
            Coding::Brotli => &self.brotli,
        };
        let plain = self.plain.clone();
        let pack = || workers.run(move || coding.encode(plain, Effort::Once));
        packed.get_or_try_init(pack).await.cloned()
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use futures_util::FutureExt as _;
    use tokio::task::yield_now;

    use super::*;
    use crate::workers::tests::Blocked;

    /// How often other tasks get a turn in between: jobs on this thread are done by then.
    const YIELDS: usize = 10;

    #[tokio::test]
    async fn an_asset_is_compressed_beside_the_threads_that_play() {
        let asset = Asset::new("text/plain", Bytes::from("a line of a file\n".repeat(100)));
        for coding in Coding::COMPRESSED {
            let workers = Workers::start();
            let blocked = Blocked::threads_of(&workers).await;
            let mut asked = pin!(asset.body(coding, &workers));
            for _ in 0..YIELDS {
                let early = asked.as_mut().now_or_never();
                assert!(early.is_none(), "it is compressed where it is asked for");
                yield_now().await;
            }
            drop(blocked);
            let (sent, _) = asked.await;
            assert_eq!(sent, coding);
        }
    }

    #[tokio::test]
    async fn an_asset_is_compressed_once_however_many_ask_for_it() {
        let asset = Asset::new("text/plain", Bytes::from("a line of a file\n".repeat(100)));
        let workers = Workers::start();
        for coding in Coding::COMPRESSED {
            let asked = (0..20).map(|_| asset.body(coding, &workers));
            let bodies = futures_util::future::join_all(asked).await;
            let (_, first) = &bodies[0];
            for (sent, body) in &bodies {
                assert_eq!(*sent, coding);
                assert_eq!(body.as_ptr(), first.as_ptr(), "the same bytes in memory");
            }
        }
    }
}
