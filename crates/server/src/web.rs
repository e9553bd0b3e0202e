//! The page that comes with the server: the files of the folder `web`, embedded in the binary. Among them are the types of
//! the protocol, so that whoever writes a client has those of this very version.
//!
//! Every file is a route of its own, so whatever is not there stays the 404 of REST; `/` is the page. It tells its own
//! places apart behind `#`, which browsers keep to themselves: ids of unlisted rooms come into no log on the way.
//! One file is made here: the list of languages, which are the files in `texts/`, so that a new language needs a file and
//! nothing else.

use std::borrow::Cow;
use std::sync::LazyLock;

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::get;
use bytes::Bytes;
use rust_embed::Embed;
use serde_json::{Value, json};

use crate::asset::{Asset, Wanted};
use crate::rest;
use crate::state::App;

/// The page itself, which is at `/`.
const PAGE: &str = "index.html";
/// What the page may do: nothing but what came with it, and nobody may frame it. Scripts and styles written into the page
/// itself are refused, so a name or a line of chat can never become one.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
     require-trusted-types-for 'script'; trusted-types 'none'";

/// Where each language has a file.
const TEXTS: &str = "texts/";
/// The list of the languages, with the names that they give themselves.
const LANGUAGES: &str = "texts/languages.json";
/// How a file of texts begins the line in which its language names itself; else browsers know what it is called.
const NAME_LINE: &str = "export const name = \"";

#[derive(Embed)]
#[folder = "../../web"]
#[exclude = "tests/*"]
#[exclude = "*.mjs"]
#[exclude = "*.json"]
#[exclude = "types/page.d.ts"]
struct Files;

/// A file of the page.
struct File {
    /// Its path, without the first slash.
    path: String,
    asset: Asset,
}

static FILES: LazyLock<Vec<File>> = LazyLock::new(|| {
    let paths = Files::iter();
    let mut files: Vec<File> = paths
        .filter_map(|path| {
            let plain = match Files::get(&path)?.data {
                Cow::Borrowed(embedded) => Bytes::from_static(embedded),
                Cow::Owned(read) => read.into(),
            };
            File::new(&path, plain)
        })
        .collect();
    let languages = languages(&files).to_string();
    files.extend(File::new(LANGUAGES, languages.into()));
    files
});

impl File {
    /// A file of the page; nothing where it is none.
    fn new(path: &str, plain: Bytes) -> Option<Self> {
        Some(Self {
            path: path.to_owned(),
            asset: Asset::new(kind(path)?, plain),
        })
    }
}

/// What the page offers: for each file of texts its language and the name in it, if there is one.
fn languages(files: &[File]) -> Value {
    let mut languages: Vec<(&str, Option<&str>)> = files
        .iter()
        .filter_map(|file| {
            let id = file.path.strip_prefix(TEXTS)?.strip_suffix(".js")?;
            let source = std::str::from_utf8(file.asset.plain()).ok()?;
            let name = source
                .lines()
                .find_map(|line| line.strip_prefix(NAME_LINE)?.strip_suffix("\";"));
            Some((id, name))
        })
        .collect();
    languages.sort_unstable();
    languages
        .into_iter()
        .map(|(id, name)| json!({ "id": id, "name": name }))
        .collect()
}

/// A route for each file, and `/`.
pub fn router() -> Router<App> {
    let files = FILES.iter().map(|file| {
        let path = if file.path == PAGE { "" } else { &file.path };
        (format!("/{path}"), file)
    });
    files
        .fold(Router::new(), |router, (path, file)| {
            let send =
                async |State(app): State<App>, wanted: Wanted| send(file, &app, &wanted).await;
            router.route(&path, get(send))
        })
        .method_not_allowed_fallback(rest::no_such_method)
        .layer(map_response(rest::mark))
}

/// A file, or that the client has it already.
async fn send(file: &File, app: &App, wanted: &Wanted) -> Response {
    let mut response = file.asset.answer(wanted, &app.workers).await;
    let headers = response.headers_mut();
    headers.insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    );
    // The policy is the document's; what it loads goes by that, and opened alone may do nothing, as `mark` says.
    if file.path == PAGE {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    }
    response
}

/// What a file is, by its name; `None` for what is none of the page's.
fn kind(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "ts" | "txt" => "text/plain; charset=utf-8",
        "svg" => "image/svg+xml",
        "webmanifest" => "application/manifest+json",
        _ => return None,
    })
}
