//! The web page that comes with the server: the files of the folder `web`.
//!
//! The document is served at `/` and at every address of the page, and must be revalidated each time. All other files are under
//! `/assets/` and the digest of all files, and can be cached for a year, so that a further visit requests only the document. Addresses of
//! another version are not found, which no cache stores. Browsers get the bundle that `web/build` has made of the modules, or, if there is
//! none, the modules as they are written. The TypeScript types of the protocol have an address of their own, for developers of clients.

mod bundle;
mod document;
mod files;
mod imports;
mod moment;
mod pages;

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;

use self::files::Files;
use crate::asset::{Asset, AssetRequest};
use crate::cacheable::CachePolicy;
use crate::cors;
use crate::page_paths::PAGE_PATHS;
use crate::problem::RestError;
use crate::rest::{self, Path};
use crate::state::App;

/// The content security policy of the page: it may load only what comes with it, and nobody may frame it. Inline scripts and styles are
/// refused, so a name or a chat message can never become one. The only trusted-types policy is that of `offline.js`, for the address of
/// the worker.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
     require-trusted-types-for 'script'; trusted-types giog-worker";
/// The content security policy of the worker: it may only request from this server.
const WORKER_POLICY: &str = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";
/// The icons: their names, widths, and the width of the logo on them in hundredths. The edges of a maskable icon may be cut off.
const ICONS: [(&str, u32, f64); 4] = [
    ("icons/180.png", 180, 84.0),
    ("icons/192.png", 192, 92.0),
    ("icons/512.png", 512, 92.0),
    ("icons/mask-512.png", 512, 64.0),
];

/// Whether this is the path of an icon.
fn is_icon(path: &str) -> bool {
    ICONS.iter().any(|(name, _, _)| *name == path)
}

/// The routes of the document and its files.
pub fn router() -> Router<App> {
    PAGE_PATHS
        .into_iter()
        .fold(Router::new(), |router, place| {
            router.route(place, get(pages::page))
        })
        .route("/match/{match}", get(pages::match_page))
        .route("/match/{match}/{at}", get(pages::match_page))
        .route("/match/{match}/{at}/{step}", get(pages::match_page))
        .route("/embed/match/{match}", get(pages::embedded))
        .route("/embed/match/{match}/{at}", get(pages::embedded))
        .route("/pictures/match/{match}/{at}", get(pages::match_picture))
        .route("/pictures/card", get(pages::card_picture))
        .route("/assets/{digest}/{*path}", get(asset))
        .route("/worker.js", get(worker))
        .route("/types/protocol.d.ts", get(types))
        .method_not_allowed_fallback(rest::no_such_method)
}

/// A file of this version.
async fn asset(
    State(app): State<App>,
    Path((digest, path)): Path<(String, String)>,
    wanted: AssetRequest,
) -> Result<Response, RestError> {
    let Some(files) = Files::of_digest(&digest, &app.workers).await? else {
        return Ok(rest::nothing().await.into_response());
    };
    if let Some(asset) = files.get(&path) {
        return Ok(own(asset, &app, &wanted).await);
    }
    let Some((name, width, size)) = ICONS.into_iter().find(|(name, _, _)| *name == path) else {
        return Ok(rest::nothing().await.into_response());
    };
    let draw = move |mark: &str| moment::icon(mark, size);
    let icon = pages::made(&app, &files, name, width, CachePolicy::PublicForEver, draw).await?;
    Ok(own(&icon, &app, &wanted).await)
}

/// The service worker. It is never cached, so that a new version is noticed at once.
async fn worker(State(app): State<App>, wanted: AssetRequest) -> Result<Response, RestError> {
    let files = Files::now(&app.workers).await?;
    let mut response = own(&files.worker, &app, &wanted).await;
    let policy = HeaderValue::from_static(WORKER_POLICY);
    response
        .headers_mut()
        .insert(CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}

/// The TypeScript types of the protocol.
async fn types(State(app): State<App>, wanted: AssetRequest) -> Result<Response, RestError> {
    let files = Files::now(&app.workers).await?;
    let mut response = files.types.answer(&wanted, &app.workers).await;
    // For everybody's programs.
    cors::open(response.headers_mut());
    Ok(response)
}

/// A file, or `304` if the client has it. Other origins may not load it.
async fn own(asset: &Asset, app: &App, wanted: &AssetRequest) -> Response {
    let mut response = asset.answer(wanted, &app.workers).await;
    response.headers_mut().insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    );
    response
}
