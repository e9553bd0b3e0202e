//! The page that the server delivers: its headers, and that it does not hide any path of REST.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use axum::http::Method;

use crate::common::{Reply, TestServer, quiet};

/// The address of a file in this version of the page.
pub async fn file(server: &TestServer, path: &str) -> String {
    let html = String::from_utf8(server.get("/").await.body).expect("a page is text");
    let (_, rest) = html.split_once("/assets/").expect("the page has files");
    let (digest, _) = rest.split_once('/').expect("a digest");
    format!("/assets/{digest}/{path}")
}

async fn ask(server: &TestServer, path: &str, headers: &[(&'static str, &str)]) -> Reply {
    server.ask(Method::GET, path, headers, None).await
}

#[tokio::test]
async fn the_page_is_at_the_root_and_may_load_nothing_but_what_came_with_it() {
    let server = TestServer::new().await;
    let page = server.get("/").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    let html = String::from_utf8(page.body.clone()).expect("a page is text");
    assert!(html.starts_with("<!doctype html>"), "{html}");
    let policy = page.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none';"), "{policy}");
    for held in [
        "script-src 'self';",
        "style-src 'self';",
        "frame-ancestors 'none'",
    ] {
        assert!(policy.contains(held), "{policy}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    assert_eq!(page.header("referrer-policy"), "no-referrer");
    assert_eq!(page.header("access-control-allow-origin"), "");
}

#[tokio::test]
async fn everything_the_page_names_is_there_as_what_it_is() {
    let server = TestServer::new().await;
    let html = String::from_utf8(server.get("/").await.body).expect("a page is text");
    assert!(!html.contains("//"), "nothing is loaded from elsewhere");
    assert!(!html.contains("=\"/start"), "everything is of this version");
    assert!(!html.contains("style=") && !html.contains("<style"));
    let named: Vec<_> = [" href=\"", " src=\""]
        .into_iter()
        .flat_map(|attribute| html.split(attribute).skip(1))
        .filter_map(|rest| rest.split_once('"').map(|(path, _)| path))
        .collect();
    assert!(named.len() > 7, "{named:?}");
    for path in named {
        let file = server.get(path).await;
        assert_eq!(file.status, 200, "{path}");
        let kind = match path.rsplit_once('.').map(|(_, end)| end) {
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("json") => "application/json",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            Some("webmanifest") => "application/manifest+json",
            _ => panic!("{path} is of no kind that is known here"),
        };
        assert_eq!(file.header("content-type"), kind, "{path}");
        let policy = file.header("content-security-policy");
        assert!(
            policy.starts_with("default-src 'none';"),
            "{path}: {policy}"
        );
        assert!(!file.body.is_empty(), "{path}");
        let forever = "public, max-age=31536000, immutable";
        assert_eq!(file.header("cache-control"), forever, "{path}");
    }
}

/// Folders of the page with modules that come from elsewhere.
const LEFT_OUT: [&str; 2] = ["dist", "node_modules"];

/// The modules of the page in this folder and below it.
fn modules(folder: &str, found: &mut Vec<String>) {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    for entry in fs::read_dir(web.join(folder)).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("names are texts");
        let path = format!("{folder}{name}");
        if entry.file_type().expect("a type").is_dir() {
            if !LEFT_OUT.contains(&path.as_str()) {
                modules(&format!("{path}/"), found);
            }
        } else if Path::new(&name).extension().is_some_and(|end| end == "js") {
            found.push(fs::read_to_string(entry.path()).expect("a text"));
        }
    }
}

/// The part of a text after this, up to the next quotation mark.
fn quoted<'t>(text: &'t str, behind: &str) -> Vec<&'t str> {
    let after = text.split(behind).skip(1);
    after.filter_map(|rest| rest.split('"').next()).collect()
}

#[tokio::test]
async fn every_address_that_the_modules_name_is_there() {
    let server = TestServer::new().await;
    let mut found = Vec::new();
    modules("", &mut found);
    let mut named = BTreeSet::new();
    for text in &found {
        for path in quoted(text, "href: \"/") {
            named.insert(format!("/{path}"));
        }
        for path in quoted(text, "pageFile(\"") {
            named.insert(file(&server, path).await);
        }
        for path in quoted(text, "styled(\"") {
            named.insert(file(&server, path).await);
        }
    }
    assert!(named.len() > 8, "{named:?}");
    for path in named {
        let mut answer = server.get(&path).await;
        if answer.status == 303 {
            answer = server.get(answer.header("location")).await;
        }
        assert_eq!(answer.status, 200, "{path}");
    }
}

#[tokio::test]
async fn authors_of_clients_get_the_types_of_the_protocol_and_not_the_tools_of_the_page() {
    let server = TestServer::new().await;
    let types = server.get("/types/protocol.d.ts").await;
    assert_eq!(types.status, 200);
    let kind = types.header("content-type");
    assert_eq!(kind, "application/typescript; charset=utf-8");
    assert_eq!(types.header("access-control-allow-origin"), "*");
    let policy = types.header("cross-origin-resource-policy");
    assert_eq!(policy, "cross-origin", "pages of others load them");
    let text = String::from_utf8(types.body.clone()).expect("types are text");
    assert!(text.contains("export type ServerMessage ="), "{text}");
    for path in [
        "/types/page.d.ts",
        "/tsconfig.json",
        "/tests/room.mjs",
        "/pieces/make.mjs",
    ] {
        assert_eq!(server.get(path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn the_languages_are_the_files_of_texts() {
    let server = TestServer::new().await;
    let listed = server
        .get(&file(&server, "texts/languages.json").await)
        .await;
    assert_eq!(listed.header("content-type"), "application/json");
    let listed = listed.ok(200);
    let listed = listed.as_array().expect("a list");
    let ids: Vec<_> = listed.iter().map(|one| one["id"].as_str()).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/texts");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the texts")
        .map(|file| file.expect("a file").file_name().into_string())
        .map(|name| name.expect("a plain name").replace(".js", ""))
        .collect();
    files.sort_unstable();
    let files: Vec<_> = files.iter().map(|name| Some(name.as_str())).collect();
    assert_eq!(ids, files);
    for one in listed {
        let id = one["id"].as_str().expect("an id");
        let texts = file(&server, &format!("texts/{id}.js")).await;
        assert_eq!(server.get(&texts).await.status, 200);
        // Browsers call it "Melayu"; its speakers do not.
        let named = (id == "ms").then_some("Bahasa Melayu");
        assert_eq!(one["name"].as_str(), named, "{id}");
    }
}

#[tokio::test]
async fn a_browser_asks_whether_the_document_it_has_is_still_the_one() {
    let server = TestServer::new().await;
    let plain = server.get("/").await;
    assert_eq!(plain.header("cache-control"), "public, no-cache");
    assert_eq!(plain.header("vary"), "accept-encoding");
    let mut tags = vec![plain.header("etag").to_owned()];
    for (accept, coding) in [("gzip", "gzip"), ("gzip, deflate, br", "br")] {
        let packed = ask(&server, "/", &[("accept-encoding", accept)]).await;
        assert_eq!(packed.header("content-encoding"), coding);
        assert!(packed.body.len() < plain.body.len() / 2);
        tags.push(packed.header("etag").to_owned());
    }
    assert_eq!(BTreeSet::from_iter(&tags).len(), 3, "{tags:?}");
    for tag in &tags {
        let again = ask(&server, "/", &[("if-none-match", tag)]).await;
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
        assert_eq!(again.header("etag"), tag);
    }
    let other = ask(&server, "/", &[("if-none-match", "\"other\"")]).await;
    assert_eq!(other.status, 200);
    let refused = ask(&server, "/", &[("accept-encoding", "gzip;q=0")]).await;
    assert_eq!(refused.body, plain.body);
}

#[tokio::test]
async fn a_file_of_another_version_is_nothing_that_any_cache_keeps() {
    let server = TestServer::new().await;
    let now = file(&server, "app.js").await;
    assert_eq!(server.get(&now).await.status, 200);
    for path in ["/assets/0123456789abcdef/app.js", &format!("{now}x")] {
        let gone = server.get(path).await;
        assert_eq!(gone.header("cache-control"), "no-store", "{path}");
        assert_eq!(gone.problem(404), "not_found", "{path}");
    }
}

#[tokio::test]
async fn the_worker_is_never_kept_and_knows_the_version_that_it_keeps() {
    let server = TestServer::new().await;
    let worker = server.get("/worker.js").await;
    assert_eq!(worker.header("cache-control"), "no-store");
    assert_eq!(
        worker.header("content-type"),
        "text/javascript; charset=utf-8"
    );
    let policy = worker.header("content-security-policy");
    assert!(policy.contains("connect-src 'self';"), "{policy}");
    let code = String::from_utf8(worker.body.clone()).expect("text");
    let digest = file(&server, "").await;
    let digest = digest.trim_matches('/').rsplit('/').next();
    assert!(code.contains(digest.expect("a digest")), "{code}");
    for kept in [
        "start.js",
        "app.js",
        "views/review.js",
        "games/giog/learn.js",
        "learn/learn.css",
        "variants.json",
    ] {
        assert!(code.contains(&format!("\"{kept}\"")), "{kept}");
    }
}

#[tokio::test]
async fn whatever_is_no_file_of_the_page_stays_what_it_was() {
    let server = TestServer::new().await;
    for path in [
        "/nothing",
        "/room",
        "/room/1/2",
        "/move/1",
        "/app.js",
        "/assets/",
        "/index.html",
        "/views",
        "/../Cargo.toml",
        "/pieces/make.mjs",
        "/api",
        "/api/v1/nothing",
    ] {
        assert_eq!(server.get(path).await.problem(404), "not_found", "{path}");
    }
    let posted = server.ask(Method::POST, "/about", &[], None).await;
    assert_eq!(posted.problem(405), "method_not_allowed");
    assert_eq!(server.get("/api/v1/variants").await.status, 200);
    assert_eq!(server.get("/healthz").await.status, 200);
}

#[tokio::test]
async fn below_a_path_everything_names_that_path_and_is_there_with_and_without_it() {
    let mut settings = quiet();
    settings.public_url = "https://example.org/giog".parse().ok();
    let server = TestServer::with(settings, 0).await;
    for document in ["/", "/giog/", "/giog/room/nobody", "/embed/match/1"] {
        let html = String::from_utf8(server.get(document).await.body).expect("text");
        for path in quoted(&html, "=\"/") {
            assert!(path.starts_with("giog/"), "{document}: {path}");
            let below = path.trim_start_matches("giog");
            for path in [&format!("/{path}"), below] {
                assert_eq!(server.get(path).await.status, 200, "{path}");
            }
        }
    }
    let top = server.get("/giog").await;
    assert_eq!(
        (top.status.as_u16(), top.header("location")),
        (307, "/giog/")
    );
    let docs = server.get("/giog/api/docs").await;
    assert_eq!(docs.header("location"), "/giog/api/docs/");
    for path in ["/giog/api/v1/rooms", "/api/v1/rooms", "/giog/worker.js"] {
        assert_eq!(server.get(path).await.status, 200, "{path}");
    }
    for path in ["/gioga/api/v1/rooms", "/giog/giog/api/v1/rooms"] {
        assert_eq!(server.get(path).await.status, 404, "{path}");
    }
}
