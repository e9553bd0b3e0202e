//! The OpenAPI document, and the page on which it can be tried.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::Value;
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::kept::{Have, Keep, kept};
use super::nothing;
use crate::state::App;

/// Where the document is.
const DOCUMENT: &str = "/api/v1/openapi.json";
/// Where the page is.
const PAGE: &str = "/api/docs";
/// What the page may load: itself, and what it draws.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The document and the page.
pub fn router(document: &Value) -> Router<App> {
    let text = serde_json::to_string_pretty(document).expect("the document is plain JSON");
    let text: Arc<[u8]> = text.into_bytes().into();
    let serve = move |have: Have| async move { kept(&have, Keep::PublicAsking, text.to_vec()) };
    let config = Config::new([DOCUMENT])
        .try_it_out_enabled(true)
        .validator_url("none");
    let page = Router::from(SwaggerUi::new(PAGE).config(config)).layer(from_fn(mark_page));
    Router::new().route(DOCUMENT, get(serve)).merge(page)
}

async fn mark_page(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    if response.status() == StatusCode::NOT_FOUND {
        return nothing().await.into_response();
    }
    let headers = response.headers_mut();
    headers.insert(
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(PAGE_POLICY),
    );
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
