//! The operator's interface: who may use it, and the effects of its commands.

mod bans;
mod metrics;
mod pairs;
mod reports;
mod rooms;
mod server;

use axum::http::Method;
use serde_json::Value;

use crate::common::{OPERATOR, Reply, TestServer};

/// All requests of the operator's interface, with a body if required.
const EVERYTHING: [(Method, &str); 25] = [
    (Method::GET, "/status"),
    (Method::PUT, "/date"),
    (Method::GET, "/rooms"),
    (Method::GET, "/rooms/set-aside"),
    (
        Method::POST,
        "/rooms/00000000-0000-4000-8000-000000000000/bring-back",
    ),
    (Method::GET, "/rooms/00000000-0000-4000-8000-000000000000"),
    (
        Method::DELETE,
        "/rooms/00000000-0000-4000-8000-000000000000",
    ),
    (
        Method::DELETE,
        "/rooms/00000000-0000-4000-8000-000000000000/people/00000000-0000-4000-8000-000000000000",
    ),
    (Method::GET, "/bans"),
    (Method::POST, "/bans"),
    (Method::DELETE, "/bans/00000000-0000-4000-8000-000000000000"),
    (
        Method::DELETE,
        "/players/00000000-0000-4000-8000-000000000000",
    ),
    (Method::GET, "/pairs"),
    (Method::GET, "/reviewers"),
    (Method::POST, "/reviewers"),
    (
        Method::DELETE,
        "/reviewers/00000000-0000-4000-8000-000000000000",
    ),
    (Method::GET, "/reports"),
    (
        Method::PUT,
        "/reports/00000000-0000-4000-8000-000000000000/settlement",
    ),
    (Method::PUT, "/announcement"),
    (Method::PUT, "/drain"),
    (Method::GET, "/nodes"),
    (
        Method::PUT,
        "/nodes/00000000-0000-4000-8000-000000000000/drain",
    ),
    (
        Method::PUT,
        "/rooms/00000000-0000-4000-8000-000000000000/node",
    ),
    (Method::PUT, "/shards/7/node"),
    (Method::GET, "/openapi.json"),
];

async fn get(server: &TestServer, path: &str) -> Value {
    server.operate(Method::GET, path, Value::Null).await.ok(200)
}

/// Sends a request with this token, to the operator's or the players' interface.
async fn ask_with(
    server: &TestServer,
    is_operators: bool,
    method: Method,
    path: &str,
    bearer: &str,
) -> Reply {
    let path = format!("/operator/v1{path}");
    let headers = [("authorization", bearer)];
    if is_operators {
        server.ask_operator(method, &path, &headers, None).await
    } else {
        server.ask(method, &path, &headers, None).await
    }
}

#[tokio::test]
async fn nothing_is_done_for_anybody_without_the_token() {
    let server = TestServer::new().await;
    let lin = server.person("Lin").await;
    let almost = format!("Bearer {}", &OPERATOR[1..]);
    let guests = format!("Bearer {}", lin.token());
    for (method, path) in EVERYTHING {
        for bearer in ["", "Bearer ", "Basic abc", almost.as_str(), guests.as_str()] {
            let reply = ask_with(&server, true, method.clone(), path, bearer).await;
            assert_eq!(
                reply.problem(401),
                "operator_token_wanted",
                "{method} {path}: {bearer}"
            );
        }
    }
    assert_eq!(get(&server, "/status").await["draining"], false);
}

#[tokio::test]
async fn nothing_of_it_is_on_the_players_address() {
    let server = TestServer::new().await;
    let bearer = format!("Bearer {OPERATOR}");
    for (method, path) in EVERYTHING {
        let reply = ask_with(&server, false, method.clone(), path, &bearer).await;
        assert_eq!(reply.problem(404), "not_found", "{method} {path}");
    }
    assert_eq!(server.get("/metrics").await.problem(404), "not_found");
}

#[tokio::test]
async fn everything_is_described() {
    let server = TestServer::new().await;
    let document = get(&server, "/openapi.json").await;
    insta::assert_json_snapshot!("operator_openapi", document);
    let paths = document["paths"].as_object().expect("paths");
    let described: usize = paths
        .values()
        .map(|path| path.as_object().map_or(0, serde_json::Map::len))
        .sum();
    // All except the document itself; three of the paths have a second method.
    assert_eq!(described, EVERYTHING.len() - 1 + 3);
}

#[tokio::test]
async fn a_page_that_took_the_servers_address_for_its_own_name_reads_nothing() {
    let server = TestServer::new().await;
    let bearer = format!("Bearer {OPERATOR}");
    let asked = async |path: &str, host: &str| {
        let headers = [("host", host), ("authorization", bearer.as_str())];
        let path = path.to_owned();
        server
            .ask_operator(Method::GET, &path, &headers, None)
            .await
    };
    for path in [
        "/metrics",
        "/healthz",
        "/readyz",
        "/operator/v1/status",
        "/nowhere",
    ] {
        for host in [
            "evil.example",
            "evil.example:8081",
            "localhost.evil.example",
            "",
            "[::",
        ] {
            let reply = asked(path, host).await;
            assert_eq!(reply.problem(421), "wrong_host", "{path} {host}");
        }
    }
    for host in [
        "127.0.0.1:8081",
        "[::1]:8081",
        "localhost",
        "LOCALHOST.:8081",
        "10.1.2.3",
    ] {
        for path in ["/metrics", "/operator/v1/status"] {
            assert_eq!(asked(path, host).await.status, 200, "{path} {host}");
        }
    }
}

#[tokio::test]
async fn pages_of_other_origins_read_nothing_of_the_operators_and_links_lead_there() {
    let server = TestServer::new().await;
    let asked = async |site: &str, mode: &str, dest: &str| {
        let headers = [
            ("host", "127.0.0.1:8081"),
            ("sec-fetch-site", site),
            ("sec-fetch-mode", mode),
            ("sec-fetch-dest", dest),
        ];
        server
            .ask_operator(Method::GET, "/metrics", &headers, None)
            .await
    };
    for site in ["cross-site", "same-site"] {
        for (mode, dest) in [
            ("cors", "empty"),
            ("no-cors", "script"),
            ("navigate", "iframe"),
        ] {
            let reply = asked(site, mode, dest).await;
            assert_eq!(reply.problem(403), "cross_origin", "{site} {mode} {dest}");
        }
        assert_eq!(asked(site, "navigate", "document").await.status, 200);
    }
    for site in ["none", "same-origin"] {
        assert_eq!(asked(site, "cors", "empty").await.status, 200, "{site}");
    }
}
