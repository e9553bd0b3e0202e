//! The page that comes with the server: the files of the folder `web`, embedded in the binary. Among them are the types of
//! the protocol, so that whoever writes a client has those of this very version.
//!
//! Every file is a route of its own, so whatever is not there stays the 404 of REST; `/` is the page. It tells its own
//! places apart behind `#`, which browsers keep to themselves: ids of unlisted rooms come into no log on the way.
//! Files are compressed once, so that sending one costs as little as refusing it. One is made here: the list of languages,
//! which are the files in `texts/`, so that a new language needs a file and nothing else.

use std::io::Write as _;
use std::sync::LazyLock;

use axum::Router;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::Embed;
use serde_json::{Value, json};

use crate::rest;
use crate::rest::kept::{Have, Keep, tag_header, tag_of};
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

/// A file as it is sent.
struct File {
    /// Its path, without the first slash.
    path: String,
    kind: &'static str,
    tag: String,
    plain: Bytes,
    gzip: Bytes,
}

static FILES: LazyLock<Vec<File>> = LazyLock::new(|| {
    let paths = Files::iter();
    let mut files: Vec<File> = paths
        .filter_map(|path| {
            let plain = Files::get(&path)?.data.into_owned();
            File::new(&path, plain.into())
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
            kind: kind(path)?,
            tag: tag_of(&plain),
            gzip: gzip(&plain),
            plain,
        })
    }
}

/// What the page offers: for each file of texts its language and the name in it, if there is one.
fn languages(files: &[File]) -> Value {
    let mut languages: Vec<(&str, Option<&str>)> = files
        .iter()
        .filter_map(|file| {
            let id = file.path.strip_prefix(TEXTS)?.strip_suffix(".js")?;
            let source = std::str::from_utf8(&file.plain).ok()?;
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
            let serve =
                move |have: Have, asked: HeaderMap| async move { send(file, &have, &asked) };
            router.route(&path, get(serve))
        })
        .method_not_allowed_fallback(rest::no_such_method)
        .layer(map_response(rest::mark))
}

/// A file, or that the client has it already.
fn send(file: &File, have: &Have, asked: &HeaderMap) -> Response {
    let mut response = if let Some(tag) = have.find(&file.tag) {
        (StatusCode::NOT_MODIFIED, tag_header(&tag)).into_response()
    } else if takes_gzip(asked) {
        let encoded = [(CONTENT_ENCODING, HeaderValue::from_static("gzip"))];
        // `mark` gives what is compressed the tag of its own.
        (encoded, tag_header(&file.tag), file.gzip.clone()).into_response()
    } else {
        (tag_header(&file.tag), file.plain.clone()).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, Keep::PublicAsking.header());
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(file.kind));
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

/// Whether the client reads gzip: it names it, and not with a quality of nothing.
fn takes_gzip(asked: &HeaderMap) -> bool {
    let values = asked.get_all(ACCEPT_ENCODING).iter();
    let texts = values.filter_map(|value| value.to_str().ok());
    texts.flat_map(|text| text.split(',')).any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let named = parts.next() == Some("gzip");
        named && !parts.any(|q| matches!(q, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
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

fn gzip(plain: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(plain).and_then(|()| encoder.finish());
    Bytes::from(written.expect("memory takes what is written"))
}
