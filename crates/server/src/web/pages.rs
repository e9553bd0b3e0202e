//! The addresses of the page: one document for all, with a title and a picture for previews.
//!
//! The document reveals nothing that is not in public lists: the document of a room is the same for every id, and that of a match differs
//! only for finished matches in public lists. Other sites may embed such a match, in a document of its own with a picture and a link, and
//! without scripts.

use std::borrow::Cow;
use std::fmt::Write as _;

use axum::Extension;
use axum::extract::State;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use giog_protocol::ErrorCode;
use giog_rules::{MatchId, Variant};
use giog_store::MatchSummary;

use super::POLICY;
use super::files::Files;
use super::moment::{HEIGHT, Moment, WIDTH, card};
use crate::asset::{Asset, AssetRequest};
use crate::cacheable::{CachePolicy, ClientTags, cacheable_html};
use crate::client::ClientAddress;
use crate::cost::weights::PICTURE;
use crate::problem::RestError;
use crate::records::{HeldRecord, ReadFor};
use crate::rest::Path;
use crate::state::App;

/// The content type of documents.
const HTML: &str = "text/html; charset=utf-8";
/// The title of the page if there is no more specific one.
const TITLE: &str = "Giog 爵";
/// The picture of everything that has none of its own.
const CARD: &str = "/pictures/card";
/// The content security policy of an embedded match: it may show its picture. It has no scripts, so no storage, no sockets and no
/// workers.
const EMBED_POLICY: &str = "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors *";
/// The embedded page for other sites if the match is not in public lists.
const NO_MATCH: &str = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\" /><title>Giog</title></head>\
     <body><p>There is no such match.</p></body></html>\n";
/// The greatest number of a step: many times the steps of the longest match.
const MOST_STEPS: usize = 100_000;

/// The document of any address except a match.
pub async fn page(State(app): State<App>, wanted: AssetRequest) -> Result<Response, RestError> {
    let files = Files::now(&app.workers).await?;
    let name = format!("{}/document", files.digest);
    let document = app.made.find(&name).unwrap_or_else(|| {
        let html = document_with_preview(&files, &app, TITLE, CARD);
        let made = Asset::new(HTML, html.into());
        app.made.keep(name, made.clone());
        made
    });
    Ok(guarded(document.answer(&wanted, &app.workers).await))
}

/// The document of a match.
pub async fn match_page(
    State(app): State<App>,
    Path(place): Path<Vec<String>>,
    client_tags: ClientTags,
    wanted: AssetRequest,
) -> Result<Response, RestError> {
    let (id, step) = named(&place);
    let Some(summary) = listed(&app, id).await else {
        return page(State(app), wanted).await;
    };
    let files = Files::now(&app.workers).await?;
    let picture = format!("/pictures/match/{}/{step}", summary.match_id);
    let html = document_with_preview(&files, &app, &title(&summary), &picture);
    Ok(guarded(cacheable_html(&client_tags, html)))
}

/// A match that is embedded in a page of another site.
pub async fn embedded(
    State(app): State<App>,
    Path(place): Path<Vec<String>>,
    client_tags: ClientTags,
) -> Result<Response, RestError> {
    let files = Files::now(&app.workers).await?;
    let (id, step) = named(&place);
    let html = if let Some(summary) = listed(&app, id).await {
        framed(&files, &app, &summary, step)
    } else {
        NO_MATCH.to_owned()
    };
    let mut response = cacheable_html(&client_tags, html);
    let policy = HeaderValue::from_static(EMBED_POLICY);
    response
        .headers_mut()
        .insert(CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}

/// The document for embedding: the picture, and a link to the page.
fn framed(files: &Files, app: &App, summary: &MatchSummary, step: usize) -> String {
    let (title, id, digest) = (title(summary), summary.match_id, &files.digest);
    let (base, root) = (base(app), app.root());
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\" /><title>{title}</title>\
         <link rel=\"stylesheet\" href=\"{root}/assets/{digest}/embed.css\" /></head>\n\
         <body><a href=\"{base}/match/{id}/{step}\" target=\"_blank\" rel=\"noopener noreferrer\">\
         <img src=\"{root}/pictures/match/{id}/{step}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" alt=\"{title}\" /></a></body></html>\n"
    )
}

/// The picture of a moment of a match; the general one if the match is in no public list.
pub async fn match_picture(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Path(place): Path<Vec<String>>,
    wanted: AssetRequest,
) -> Result<Response, RestError> {
    let (id, step) = named(&place);
    let Some(summary) = listed(&app, id).await else {
        return card_picture(State(app), wanted).await;
    };
    let name = format!("{}/{step}", summary.match_id);
    let picture = if let Some(picture) = app.made.find(&name) {
        picture
    } else {
        app.costs.charge_address(address, PICTURE);
        let record = app.records.read(address, summary.match_id, ReadFor::Replay);
        let Some(record) = record.await? else {
            return card_picture(State(app), wanted).await;
        };
        let files = Files::now(&app.workers).await?;
        let HeldRecord { bytes, hold } = record;
        let draw = move || {
            // The record stays in memory until this ends, whether anybody waits for it or not.
            let _hold = hold;
            let moment = Moment::of(&bytes, step)?;
            Some(moment.drawing(&files.glyphs, &files.mark))
        };
        let drawn = app
            .made
            .draw(name, WIDTH, CachePolicy::PublicAsking, &app.workers, draw);
        drawn.await.ok_or(ErrorCode::Busy)?
    };
    Ok(picture.answer(&wanted, &app.workers).await)
}

/// The picture of everything that has none of its own.
pub async fn card_picture(
    State(app): State<App>,
    wanted: AssetRequest,
) -> Result<Response, RestError> {
    let files = Files::now(&app.workers).await?;
    let picture = made(&app, &files, "card", WIDTH, CachePolicy::PublicAsking, card).await?;
    Ok(picture.answer(&wanted, &app.workers).await)
}

/// A picture that is drawn from the page's logo.
pub(super) async fn made(
    app: &App,
    files: &Files,
    name: &str,
    width: u32,
    keep: CachePolicy,
    draw: impl FnOnce(&str) -> String + Send + 'static,
) -> Result<Asset, RestError> {
    let name = format!("{}/{name}", files.digest);
    if let Some(picture) = app.made.find(&name) {
        return Ok(picture);
    }
    let mark = files.mark.clone();
    let draw = move || Some(draw(&mark));
    let drawn = app.made.draw_own(name, width, keep, &app.workers, draw);
    Ok(drawn.await.ok_or(ErrorCode::Busy)?)
}

/// The match and the step in an address: `ID`, `ID/STEP`, or `ID/EYES/STEP`. EYES, the observer, is used only by the page.
fn named(place: &[String]) -> (Option<MatchId>, usize) {
    let id = place.first().and_then(|id| id.parse().ok()).map(MatchId);
    let step = place.get(1..).and_then(<[String]>::last);
    let step = step.and_then(|step| step.parse().ok()).unwrap_or(0);
    (id, step.min(MOST_STEPS))
}

/// A finished match that is in public lists. If the history cannot be read, there is none, and the page is shown all the same.
async fn listed(app: &App, id: Option<MatchId>) -> Option<MatchSummary> {
    let found = app.store.match_summary(id?).await.ok().flatten();
    found.filter(|summary| summary.listed)
}

fn title(summary: &MatchSummary) -> String {
    let id = summary.variant.as_str();
    let game = Variant::ALL.into_iter().find(|game| game.id() == id);
    let game = game.map_or_else(|| id.to_owned(), |game| game.describe().name().to_owned());
    let day = summary.ended_at.to_string();
    let day = day.split('T').next().unwrap_or_default();
    escaped(&format!("{game}, {} players, {day}", summary.seats))
}

fn base(app: &App) -> String {
    let url = app.about.public_url.as_ref();
    url.map_or_else(String::new, |url| escaped(url.as_str()))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

/// The document as it is below the path of the public address, with metadata for previews: a title, and the picture at a path.
fn document_with_preview(files: &Files, app: &App, title: &str, picture: &str) -> String {
    let base = base(app);
    let mut told = String::new();
    for (name, value) in [
        ("og:type", "website"),
        ("og:site_name", "Giog"),
        ("og:title", title),
        ("og:image", &format!("{base}{picture}")),
        ("og:image:width", &WIDTH.to_string()),
        ("og:image:height", &HEIGHT.to_string()),
        ("twitter:card", "summary_large_image"),
    ] {
        let _ = writeln!(told, "    <meta property=\"{name}\" content=\"{value}\" />");
    }
    let document = match app.root() {
        "" => Cow::Borrowed(&files.document),
        root => Cow::Owned(files.document.replace("=\"/", &format!("=\"{root}/"))),
    };
    document.replacen("  </head>", &format!("{told}  </head>"), 1)
}

/// Sets the page's content security policy on a document, and that other origins may not load it. The policy also governs the files that
/// the document loads; a file opened alone gets the stricter default of `mark`.
fn guarded(mut document: Response) -> Response {
    let headers = document.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    let within = HeaderName::from_static("cross-origin-resource-policy");
    headers.insert(within, HeaderValue::from_static("same-origin"));
    document
}
