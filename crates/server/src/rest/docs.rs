//! The documents for programs (OpenAPI, `AsyncAPI`, JSON Schema), and a page to try REST.

use std::sync::{Arc, LazyLock, OnceLock};

use axum::Router;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::response::Redirect;
use axum::routing::{MethodRouter, get};
use serde_json::{Value, json};
use utoipa_swagger_ui::{Config, serve};

use super::asyncapi;
use crate::asset::{Asset, AssetRequest, JSON};
use crate::state::App;

/// The path of the OpenAPI document.
const DOCUMENT: &str = "/api/v1/openapi.json";
/// The paths of all documents.
pub(super) const DOCUMENTS: [&str; 3] = [DOCUMENT, asyncapi::DOCUMENT, asyncapi::SCHEMA];
/// The same from the page, wherever both are on the host.
const DOCUMENT_FROM_PAGE: &str = "../v1/openapi.json";
/// The path of the page.
const PAGE: &str = "/api/docs";
/// The content security policy of the page: it may load only its own files, and images that it generates.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";
/// The files of the page with their content types; the first one is the page itself.
const FILES: [(&str, &str); 8] = [
    ("index.html", "text/html; charset=utf-8"),
    ("index.css", "text/css; charset=utf-8"),
    ("swagger-ui.css", "text/css; charset=utf-8"),
    ("swagger-ui-bundle.js", SCRIPT),
    ("swagger-ui-standalone-preset.js", SCRIPT),
    ("swagger-initializer.js", SCRIPT),
    ("favicon-16x16.png", "image/png"),
    ("favicon-32x32.png", "image/png"),
];
const SCRIPT: &str = "text/javascript; charset=utf-8";

static PAGE_FILES: LazyLock<Vec<(&str, Asset)>> = LazyLock::new(|| {
    let config = Config::new([DOCUMENT_FROM_PAGE])
        .try_it_out_enabled(true)
        .validator_url("none");
    let config = Arc::new(config);
    let file = |(name, kind)| {
        let file = serve(name, Arc::clone(&config));
        let file = file.expect("the settings of the page are plain JSON");
        let file = file.expect("the page has this file");
        (name, Asset::new(kind, file.bytes.into_owned().into()))
    };
    FILES.map(file).into()
});

/// The routes of the documents and the page.
pub fn router(document: &Value) -> Router<App> {
    let openapi = document.clone();
    let router = Router::new()
        .route(DOCUMENT, once(move |root| below(&openapi, root)))
        .route(asyncapi::DOCUMENT, once(asyncapi::document))
        .route(asyncapi::SCHEMA, once(|_| asyncapi::schema()));
    let to_page = async |State(app): State<App>| Redirect::to(&format!("{}{PAGE}/", app.root()));
    let router = router.route(PAGE, get(to_page));
    PAGE_FILES.iter().fold(router, |router, (name, file)| {
        let send = async |State(app): State<App>, wanted: AssetRequest| {
            let mut response = file.answer(&wanted, &app.workers).await;
            response.headers_mut().insert(
                CONTENT_SECURITY_POLICY,
                HeaderValue::from_static(PAGE_POLICY),
            );
            response
        };
        let router = router.route(&format!("{PAGE}/{name}"), get(send));
        if *name == FILES[0].0 {
            router.route(&format!("{PAGE}/"), get(send))
        } else {
            router
        }
    })
}

/// A document that is made when it is first requested, for the path of the server's public address.
fn once(make: impl Fn(&str) -> Value + Send + Sync + 'static) -> MethodRouter<App> {
    let document = Arc::new((make, OnceLock::new()));
    get(async move |State(app): State<App>, wanted: AssetRequest| {
        let (make, asset) = &*document;
        let asset: &Asset = asset.get_or_init(|| {
            let text = serde_json::to_vec_pretty(&make(app.root()));
            Asset::new(JSON, text.expect("the document is plain JSON").into())
        });
        asset.answer(&wanted, &app.workers).await
    })
}

/// The OpenAPI document of a server whose public address has this path.
fn below(document: &Value, root: &str) -> Value {
    let mut document = document.clone();
    if !root.is_empty() {
        document["servers"] = json!([{ "url": root }]);
    }
    document
}
