//! Headers: what may be cached, by whom, and what browsers may do.

use std::num::NonZeroU32;

use axum::http::Method;
use serde_json::json;

use crate::common::{Reply, TestServer, quiet};
use crate::table::began;

async fn again(server: &TestServer, path: &str, tags: &str, gzip: bool) -> Reply {
    let mut headers = vec![("if-none-match", tags)];
    if gzip {
        headers.push(("accept-encoding", "gzip"));
    }
    server.ask(Method::GET, path, &headers, None).await
}

#[tokio::test]
async fn what_never_changes_is_kept_for_ever_and_what_may_is_asked_for_again() {
    let server = TestServer::new().await;
    for (settings, who) in [
        (json!({}), "public"),
        (json!({ "access": "unlisted" }), "private"),
    ] {
        let mut table = began(&server, &["Lin", "Wu"], settings).await;
        let path = format!("/api/v1/matches/{}", table.match_id);
        for rest in ["", "/events"] {
            let running = server.get(&format!("{path}{rest}")).await;
            assert_eq!(running.header("cache-control"), "no-store");
            assert_eq!(running.header("etag"), "");
        }
        table.finish().await;
        for rest in ["/record", "/events", "/events?as=0"] {
            let reply = server.get(&format!("{path}{rest}")).await;
            assert_eq!(
                reply.header("cache-control"),
                format!("{who}, max-age=31536000, immutable")
            );
        }
        let summary = server.get(&path).await;
        assert_eq!(summary.header("cache-control"), format!("{who}, no-cache"));
        assert!(
            summary.header("vary").contains("authorization, giog-token"),
            "{:?}",
            summary.headers
        );
        let own = server.get_as(&table.people[0].token(), &path).await;
        assert_eq!(own.header("cache-control"), "private, no-cache");
    }
    for path in [
        "/api/v1/rooms",
        "/api/v1/matches",
        "/api/v1/nothing",
        "/healthz",
    ] {
        assert_eq!(
            server.get(path).await.header("cache-control"),
            "no-store",
            "{path}"
        );
    }
}

#[tokio::test]
async fn who_has_it_already_is_told_so() {
    let server = TestServer::new().await;
    let path = "/api/v1/variants";
    let first = server.get(path).await;
    let tag = first.header("etag").to_owned();
    assert!(
        tag.starts_with('"') && tag.ends_with('"'),
        "{tag} is strong"
    );
    for tags in [&tag, &format!("W/{tag}"), &format!("\"other\", {tag}"), "*"] {
        let reply = again(&server, path, tags, false).await;
        assert_eq!(
            (reply.status.as_u16(), reply.header("etag")),
            (304, &tag[..]),
            "{tags}"
        );
        assert_eq!(reply.header("cache-control"), first.header("cache-control"));
        assert!(reply.body.is_empty());
    }
    assert_eq!(
        again(&server, path, "\"other\"", false).await.body,
        first.body
    );
}

#[tokio::test]
async fn a_compressed_answer_has_a_tag_of_its_own() {
    let server = TestServer::new().await;
    let path = "/api/v1/variants";
    let plain = server.get(path).await;
    let small = again(&server, path, "\"other\"", true).await;
    assert_eq!(small.header("content-encoding"), "gzip");
    assert!(small.body.len() < plain.body.len() / 2);
    assert_ne!(small.header("etag"), plain.header("etag"));
    let reply = again(&server, path, small.header("etag"), true).await;
    assert_eq!(
        (reply.status.as_u16(), reply.header("etag")),
        (304, small.header("etag"))
    );
}

#[tokio::test]
async fn what_is_made_anew_is_compressed_where_it_is_long() {
    let server = TestServer::new().await;
    let mut table = began(&server, &["Lin", "Wu"], json!({})).await;
    table.finish().await;
    let path = format!("/api/v1/matches/{}/events", table.match_id);
    let plain = server.get(&path).await;
    for coding in ["gzip", "br"] {
        let asked = [("accept-encoding", coding)];
        let small = server.ask(Method::GET, &path, &asked, None).await;
        assert_eq!(small.header("content-encoding"), coding);
        assert!(small.body.len() < plain.body.len() / 2);
        assert!(small.header("vary").contains("accept-encoding"));
        let again = again(&server, &path, small.header("etag"), true).await;
        assert_eq!(again.status.as_u16(), 304, "{coding}");
        let short = server.ask(Method::GET, "/api/v1/rooms", &asked, None).await;
        assert_eq!(short.header("content-encoding"), "");
    }
}

#[tokio::test]
async fn seats_and_spectators_have_different_tags_for_what_they_see() {
    let server = TestServer::new().await;
    let mut table = began(&server, &["Lin", "Wu"], json!({})).await;
    table.finish().await;
    let path = format!("/api/v1/matches/{}/events", table.match_id);
    let mut tags = std::collections::BTreeSet::new();
    for seen_as in ["spectator", "0", "1"] {
        let reply = server.get(&format!("{path}?as={seen_as}")).await;
        tags.insert(reply.header("etag").to_owned());
    }
    assert_eq!(tags.len(), 3);
}

#[tokio::test]
async fn browsers_are_told_what_they_may_do() {
    let server = TestServer::new().await;
    let told = |path: &str, reply: &Reply, open: &str| {
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            (
                "content-security-policy",
                "default-src 'none'; frame-ancestors 'none'",
            ),
            ("referrer-policy", "no-referrer"),
            ("access-control-allow-origin", open),
            ("access-control-allow-credentials", ""),
        ] {
            assert_eq!(reply.header(name), value, "{path}");
        }
    };
    for path in [
        "/api/v1/rooms",
        "/api/v1/nothing",
        "/healthz",
        "/api/v1/openapi.json",
    ] {
        told(path, &server.get(path).await, "*");
    }
    // Headers that are set before the answer.
    let mut settings = quiet();
    settings.limits.address_cost_burst = NonZeroU32::MIN;
    settings.limits.address_cost_per_second = NonZeroU32::MIN;
    let poor = TestServer::with(settings, 0).await;
    poor.get("/api/v1/rooms").await;
    let ban = json!({ "addresses": "192.0.2.0/24", "reason": "shouting" });
    let banned = TestServer::new().await;
    banned.operate(Method::POST, "/bans", ban).await.ok(201);
    // People come back to their tables, so a socket from an address with a used-up budget is judged by its `hello`.
    let (rest, page, socket) = (("/api/v1/rooms", "*"), ("/nothing", ""), ("/ws", ""));
    for (server, status, code, paths) in [
        (&poor, 429, "rate_limited", &[rest, page][..]),
        (&banned, 403, "banned", &[rest, page, socket]),
    ] {
        for &(path, open) in paths {
            let reply = server.get(path).await;
            assert_eq!(reply.problem(status), code, "{path}");
            told(path, &reply, open);
        }
    }
    let asks = [
        ("origin", "https://elsewhere.example"),
        ("access-control-request-method", "GET"),
        ("access-control-request-headers", "authorization"),
    ];
    let reply = server
        .ask(Method::OPTIONS, "/api/v1/rooms", &asks, None)
        .await;
    assert_eq!(
        reply.header("access-control-allow-methods"),
        "GET,HEAD,POST,PUT,PATCH,DELETE"
    );
    assert_eq!(
        reply.header("access-control-allow-origin"),
        "https://elsewhere.example"
    );
    assert_eq!(
        reply.header("access-control-allow-headers"),
        "authorization,content-type,giog-token,if-none-match"
    );
}

#[tokio::test]
async fn a_head_has_the_headers_and_no_body() {
    let server = TestServer::new().await;
    let get = server.get("/api/v1/variants").await;
    let head = server
        .ask(Method::HEAD, "/api/v1/variants", &[], None)
        .await;
    assert_eq!(
        (head.status.as_u16(), head.header("etag")),
        (200, get.header("etag"))
    );
    assert!(head.body.is_empty());
}
