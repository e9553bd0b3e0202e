//! The page that comes with the server: the files of the folder `web`.
//!
//! The document is at `/` and at every place of the page, and asked for each time; all else is under `/assets/` and the digest of
//! all files, and kept for a year: whoever comes again asks for the document alone. An address of another version is nothing,
//! which no cache keeps. Modules are sent without comments and blanks. The types of the protocol have an address of their
//! own, for whoever writes a client.

mod document;
mod files;
mod linked;
mod made;
mod modules;
mod moment;
mod pages;

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;

use self::files::Files;
pub use self::made::Made;
use crate::asset::{Asset, Wanted};
use crate::rest::kept::Keep;
use crate::rest::{self, Path, RestError};
use crate::state::App;

/// What the page may do: nothing but what came with it, and nobody may frame it. Scripts and styles written into the page
/// itself are refused, so a name or a line of chat can never become one. The one policy by which an address becomes a script's
/// is that of `offline.js`, for the worker's.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
     require-trusted-types-for 'script'; trusted-types giog-worker";
/// What the worker may do: ask this server.
const WORKER_POLICY: &str = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";
/// The places of the page that tell nothing of a match; one that has gone is known by the page alone.
const PLACES: [&str; 12] = [
    "/",
    "/new",
    "/new/{game}",
    "/room/{room}",
    "/change/{room}",
    "/learn",
    "/learn/{game}",
    "/lesson",
    "/lesson/{hand}",
    "/matches",
    "/matches/{player}",
    "/about",
];
/// The icons: their names, how wide they are and how wide the mark on them is in hundredths. Of one that may be masked the edge
/// is not always seen.
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

/// The document and its files.
pub fn router() -> Router<App> {
    PLACES
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
    wanted: Wanted,
) -> Result<Response, RestError> {
    let files = Files::now(&app.workers).await?;
    if digest != files.digest {
        return Ok(rest::nothing().await.into_response());
    }
    if let Some(asset) = files.get(&path) {
        return Ok(own(asset, &app, &wanted).await);
    }
    let Some((name, width, size)) = ICONS.into_iter().find(|(name, _, _)| *name == path) else {
        return Ok(rest::nothing().await.into_response());
    };
    let draw = move |mark: &str| moment::icon(mark, size);
    let icon = pages::made(&app, &files, name, width, Keep::PublicForEver, draw).await?;
    Ok(own(&icon, &app, &wanted).await)
}

/// The worker, which is never kept: so a new version is noticed at once.
async fn worker(State(app): State<App>, wanted: Wanted) -> Result<Response, RestError> {
    let files = Files::now(&app.workers).await?;
    let mut response = own(&files.worker, &app, &wanted).await;
    let policy = HeaderValue::from_static(WORKER_POLICY);
    response
        .headers_mut()
        .insert(CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}

/// The types of the protocol.
async fn types(State(app): State<App>, wanted: Wanted) -> Result<Response, RestError> {
    let files = Files::now(&app.workers).await?;
    Ok(own(&files.types, &app, &wanted).await)
}

/// A file, or that the client has it already; other sites may not load it.
async fn own(asset: &Asset, app: &App, wanted: &Wanted) -> Response {
    let mut response = asset.answer(wanted, &app.workers).await;
    response.headers_mut().insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    );
    response
}
