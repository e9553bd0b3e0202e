//! Problems that do not belong to a single endpoint.

use axum::http::Method;
use giog_protocol::ErrorCode;
use giog_protocol::rest::ProblemCode;

use crate::common::{OPERATOR, Reply, TestServer, quiet};

#[tokio::test]
async fn what_is_not_there_is_a_problem_too() {
    let server = TestServer::new().await;
    insta::assert_json_snapshot!("not_found", server.get("/api/v1/nothing").await.picture());
    for path in [
        "/api",
        "/api/",
        "/api/v1",
        "/api/v1/",
        "/api/v2/rooms",
        "/api/v1/rooms/",
        "/api/docs/nothing",
        "/favicon.ico",
    ] {
        assert_eq!(server.get(path).await.problem(404), "not_found", "{path}");
    }
}

#[tokio::test]
async fn a_method_that_is_not_known_is_told_which_are() {
    let server = TestServer::new().await;
    let reply = server
        .ask(Method::PUT, "/api/v1/guests/me", &[], None)
        .await;
    insta::assert_json_snapshot!("method_not_allowed", reply.picture());
    let reply = server.ask(Method::POST, "/healthz", &[], None).await;
    assert_eq!(reply.problem(405), "method_not_allowed");
}

#[tokio::test]
async fn what_cannot_be_read_in_path_or_query_is_named() {
    let server = TestServer::new().await;
    insta::assert_json_snapshot!("bad_path", server.get("/api/v1/rooms/7").await.picture());
    insta::assert_json_snapshot!(
        "bad_query",
        server.get("/api/v1/rooms?free=maybe").await.picture()
    );
    insta::assert_json_snapshot!(
        "bad_moment",
        server.get("/api/v1/matches?from=today").await.picture()
    );
    for path in [
        "/api/v1/rooms?variant=chess",
        "/api/v1/rooms?cursor=x",
        "/api/v1/matches?limit=0",
        "/api/v1/matches?limit=101",
        "/api/v1/matches?limit=-1",
        "/api/v1/matches?cursor=1",
        "/api/v1/matches?player=me",
        "/api/v1/matches?status=playing",
        "/api/v1/matches?to=2026-01-31",
        "/api/v1/matches/1",
        "/api/v1/matches/1/record",
        "/api/v1/players/%ff/matches",
        "/api/v1/matches/00000000-0000-4000-8000-000000000000/events?as=me",
        "/api/v1/matches/00000000-0000-4000-8000-000000000000/events?as=",
    ] {
        assert_eq!(
            server.get(path).await.problem(400),
            "bad_parameter",
            "{path}"
        );
    }
}

#[tokio::test]
async fn parameters_that_an_address_does_not_have_are_refused_and_named() {
    let server = TestServer::new().await;
    let none = "00000000-0000-4000-8000-000000000000";
    for (path, named) in [
        ("/matches?name=Lin", &["name"][..]),
        (
            "/matches?variant=giog&colour=red&limit=100&size",
            &["colour", "size"],
        ),
        ("/rooms?Free=true", &["Free"]),
        ("/rooms?%66re%65=true&%c3%a9=", &["é"]),
        ("/server?x", &["x"]),
        ("/variants?family=boards", &["family"]),
        ("/variants/giog?lang=vi", &["lang"]),
        (
            &format!("/players/{none}/matches?player={none}"),
            &["player"],
        ),
        (&format!("/matches/{none}/events?seat=0"), &["seat"]),
        (&format!("/matches/{none}/record?form=text"), &["form"]),
        ("/openapi.json?v=1", &["v"]),
    ] {
        let reply = server.get(&format!("/api/v1{path}")).await;
        let details = reply.picture();
        assert_eq!(reply.problem(400), "bad_request", "{path}");
        let told = details["body"]["detail"].as_str().expect("a text");
        let (unknown, _) = told.split_once("; ").expect("what is known follows");
        let said: Vec<_> = unknown.split('`').skip(1).step_by(2).collect();
        assert_eq!(said, named, "{path}: {told}");
    }
    let post = server.ask(Method::POST, "/api/v1/guests?name=Lin", &[], None);
    assert_eq!(post.await.problem(400), "bad_request");
    let long = format!("/api/v1/rooms?{}", "x".repeat(2_000));
    assert!(server.get(&long).await.body.len() < 700);
    insta::assert_json_snapshot!(
        "unknown_parameter",
        server.get("/api/v1/rooms?colour=red").await.picture()
    );
    // Pages, links and health checks accept additional query parameters.
    for path in [
        "/?utm_source=x",
        "/healthz?x=1",
        "/readyz?x=1",
        "/api/docs/?x=1",
    ] {
        assert_eq!(server.get(path).await.status, 200, "{path}");
    }
    server.get("/api/v1/rooms?").await.ok(200);
}

#[tokio::test]
async fn an_empty_cursor_is_the_first_page() {
    let server = TestServer::new().await;
    let first = server.get("/api/v1/matches").await.ok(200);
    let empty = server.get("/api/v1/matches?cursor=&limit=20").await.ok(200);
    assert_eq!(empty, first);
    let reports = server.operate(Method::GET, "/reports?cursor=", serde_json::Value::Null);
    reports.await.ok(200);
}

#[tokio::test]
async fn a_body_is_an_object_and_its_numbers_may_have_a_point() {
    let server = TestServer::new().await;
    let json = [("content-type", "application/json")];
    let post = async |path: &str, body: &str| {
        let path = format!("/api/v1{path}");
        server
            .ask(Method::POST, &path, &json, Some(body.to_owned()))
            .await
    };
    for (path, body) in [
        ("/guests", r#"["Lin","phone"]"#),
        ("/guests", "null"),
        ("/guests", r#""Lin""#),
        ("/guests", r#"{"name":"Lin","name":"Mei"}"#),
        ("/qr", r#"["text"]"#),
        ("/guests/handover", r#"["code","phone"]"#),
        ("/guests/recovery", r#"["code","phone"]"#),
    ] {
        let reply = post(path, body).await;
        assert_eq!(reply.problem(400), "bad_request", "{path} {body}");
    }
    let operate = async |lasts: &str| {
        let body = format!(r#"{{"addresses":"203.0.113.7","reason":"spam","lasts_s":{lasts}}}"#);
        let bearer = format!("Bearer {OPERATOR}");
        let headers = [json[0], ("authorization", bearer.as_str())];
        let path = "/operator/v1/bans";
        server
            .ask_operator(Method::POST, path, &headers, Some(body))
            .await
    };
    for (lasts, status) in [
        ("3600.0", 201),
        ("3.6e3", 201),
        ("52.5", 400),
        ("1e400", 400),
    ] {
        assert_eq!(operate(lasts).await.status, status, "{lasts}");
    }
}

/// The refusal of a path that is requested repeatedly: on a busy machine a request may take as long as it takes until another
/// one is accepted.
async fn refusal(server: &TestServer, path: &str) -> Reply {
    for _ in 0..100 {
        let reply = server.get(path).await;
        if reply.status == 429 {
            return reply;
        }
    }
    panic!("nothing is refused")
}

#[tokio::test]
async fn who_asks_too_fast_has_to_wait() {
    let mut settings = quiet();
    settings.limits.rest_per_second = std::num::NonZeroU32::MIN;
    settings.limits.rest_burst = std::num::NonZeroU32::MIN;
    let server = TestServer::with(settings, 0).await;
    server.get("/api/v1/rooms").await.ok(200);
    let reply = refusal(&server, "/api/v1/rooms").await;
    insta::assert_json_snapshot!("rate_limited", reply.picture());
    let reply = refusal(&server, "/api/v1/nothing").await;
    assert_eq!(reply.problem(429), "rate_limited");
    // Monitoring is never told to wait.
    server.get("/healthz").await.ok(200);
    server.get("/readyz").await.ok(200);
}

#[tokio::test]
async fn a_store_that_is_away_is_said_to_be() {
    let server = TestServer::new().await;
    server.store.close().await;
    let reply = server.get("/api/v1/matches").await;
    insta::assert_json_snapshot!("storage_unavailable", reply.picture());
}

#[tokio::test]
async fn the_type_of_a_problem_is_where_it_is_described() {
    let server = TestServer::new().await;
    let problem = server
        .get("/api/v1/players/00000000-0000-4000-8000-000000000000")
        .await
        .json();
    let described = server
        .get(problem["type"].as_str().expect("a path"))
        .await
        .ok(200);
    for field in ["code", "title", "status"] {
        assert_eq!(described[field], problem[field], "{field}");
    }
    let unknown = server.get("/api/v1/problems/no_such_thing").await;
    assert_eq!(unknown.problem(404), "not_found");
}

#[tokio::test]
async fn every_code_has_a_status() {
    let mut settings = quiet();
    settings.limits.rest_burst = std::num::NonZeroU32::new(1_000).expect("not zero");
    let server = TestServer::with(settings, 0).await;
    let rest = serde_json::to_value(schemars::schema_for!(ProblemCode)).expect("a schema");
    let socket = serde_json::to_value(schemars::schema_for!(ErrorCode)).expect("a schema");
    let mut statuses = std::collections::BTreeMap::new();
    for code in texts(&rest).into_iter().chain(texts(&socket)) {
        let described = server
            .get(&format!("/api/v1/problems/{code}"))
            .await
            .ok(200);
        statuses.insert(code, described["status"].clone());
    }
    insta::assert_json_snapshot!("statuses", statuses);
}

/// Every `const` in a schema.
fn texts(schema: &serde_json::Value) -> Vec<String> {
    match schema {
        serde_json::Value::Object(fields) => {
            let own = fields
                .get("const")
                .and_then(|text| text.as_str())
                .map(str::to_owned);
            own.into_iter()
                .chain(fields.values().flat_map(texts))
                .collect()
        }
        serde_json::Value::Array(items) => items.iter().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}
