//! A server whose disk is nearly full: it refuses everything new, and running matches continue.

use giog_server::{PushSettings, Settings};
use giog_tests::{
    Browser, Database, PushService, Server, Socket, Table, all_rooms_are_back, check_record, get,
    request, seed, send,
};
use serde_json::{Value, json};

use crate::operator::{admin, settings};
use crate::push;

/// A server that has restored all its rooms.
async fn started(database: Database, settings: Settings) -> Server {
    let server = Server::start_on(database, settings).await;
    all_rooms_are_back(server.address).await;
    server
}

/// A server that requires more free bytes than any disk has.
async fn nearly_full(database: Database) -> Server {
    let mut settings = settings();
    settings.limits.least_free_disk_bytes = u64::MAX;
    started(database, settings).await
}

async fn metrics(server: &Server) -> String {
    let answer = get(server.operator.expect("it listens"), "/metrics").await;
    String::from_utf8(answer.body).expect("a text")
}

#[tokio::test]
async fn a_server_whose_disk_is_nearly_full_begins_nothing_and_matches_go_on() {
    let server = Server::start(settings()).await;
    assert_eq!(
        get(server.address, "/readyz").await.json()["disk_low"],
        Value::Null
    );
    assert!(metrics(&server).await.contains("giog_disk_low 0\n"));
    let table = json!({
        "seats": 3,
        "ceremony": "server",
        "clock": {"kind": "none"},
        "reveal_pause_ms": 0,
    });
    let mut table = Table::set(server.address, &table, &[true, false], 0, seed()).await;
    table.play_a_little().await;
    let (_, welcome) = Socket::greet(server.address, "Wu").await;
    let wu = welcome["token"].as_str().expect("a token").to_owned();
    let server = nearly_full(server.stop_and_keep().await).await;

    // Known people get in, and nobody else.
    let mut newcomer = Socket::connect(server.address).await;
    let hello = json!({"type": "hello", "protocol": 1, "name": "Mei"});
    newcomer.refused(hello, "disk_low").await;
    let (mut wu, _) = Socket::come_back(server.address, &wu).await;
    let create = json!({"type": "create_room", "key": "new", "settings": {}});
    wu.refused(create.clone(), "disk_low").await;
    let quick = json!({"type": "quick_play", "key": "quick"});
    wu.refused(quick, "disk_low").await;
    let ready = get(server.address, "/readyz").await;
    assert_eq!(
        (ready.status, &ready.json()["disk_low"]),
        (200, &json!(true))
    );
    let told = get(server.address, "/api/v1/server").await;
    assert_eq!(told.json()["disk_low"], true);
    let metrics = metrics(&server).await;
    assert!(metrics.contains("giog_disk_low 1\n"));
    assert!(metrics.contains("giog_disk_free_bytes "));
    let status = admin(&server, &["status"]).await;
    assert!(
        status.contains("NOTHING: the disk") && status.contains("MiB free"),
        "{status}"
    );

    for seated in &mut table.people {
        let token = &seated.player.token;
        seated.socket = Socket::come_back(server.address, token).await.0;
        seated.enter(false).await;
    }
    let match_id = table.play_match().await;
    check_record(server.address, server.key(), &table, &match_id).await;
    // The room is there, and starts no further match.
    let ready = json!({"type": "ready", "room": table.room});
    table.people[0].socket.refused(ready, "disk_low").await;
    let database = server.stop_and_keep().await;
    let server = started(database, settings()).await;
    let (mut wu, _) = Socket::greet(server.address, "Wu").await;
    wu.ask_ok(create).await;
    server.stop().await;
}

/// Sends JSON; returns the status and the body.
async fn told(
    server: &Server,
    method: &str,
    path: &str,
    token: Option<&str>,
    json: &Value,
) -> (u16, Value) {
    let answer = send(server.address, method, path, token, json).await;
    let answer = answer.expect("an answer");
    let body = if answer.body.is_empty() {
        Value::Null
    } else {
        answer.json()
    };
    (answer.status, body)
}

#[tokio::test]
async fn a_full_disk_takes_no_name_report_or_subscription_and_refuses_nothing_that_protects() {
    let service = PushService::start().await;
    let pushing = || Settings {
        push: PushSettings {
            enabled: true,
            contact: "mailto:admin@example.org".to_owned(),
            test_port: service.address.port(),
            ..PushSettings::default()
        },
        ..settings()
    };
    let server = started(Database::sqlite(), pushing()).await;
    let (mut lin, welcome) = Socket::greet(server.address, "Lin").await;
    let (mut wu, greeted) = Socket::greet(server.address, "Wu").await;
    let field = |of: &Value, name: &str| of[name].as_str().expect("a text").to_owned();
    let (lin_token, wu_token) = (field(&welcome, "token"), field(&greeted, "token"));
    let wu_id = field(&greeted, "player");
    let create = json!({"type": "create_room", "key": "1", "settings": {"access": "public"}});
    let room = field(&lin.ask_ok(create).await, "room");
    wu.ask_ok(json!({"type": "join", "room": room})).await;
    let recovery = "/api/v1/guests/me/recovery";
    let (status, code) = told(&server, "POST", recovery, Some(&lin_token), &json!({})).await;
    assert_eq!(status, 200, "{code}");
    let browser = Browser::new(1);
    let (first, second) = (
        browser.subscription(&service, "/1"),
        browser.subscription(&service, "/2"),
    );
    let subscribed = told(&server, "PUT", push::PATH, Some(&wu_token), &first).await;
    assert_eq!(subscribed.0, 204);

    let mut low = pushing();
    low.limits.least_free_disk_bytes = u64::MAX;
    let server = started(server.stop_and_keep().await, low).await;
    let (mut lin, _) = Socket::come_back(server.address, &lin_token).await;
    let (mut wu, _) = Socket::come_back(server.address, &wu_token).await;
    for socket in [&mut lin, &mut wu] {
        socket.ask_ok(json!({"type": "join", "room": room})).await;
    }
    // Requests that would store something permanently.
    let report = json!({"type": "report", "room": room, "player": wu_id, "text": "x"});
    lin.refused(report.clone(), "disk_low").await;
    let hello =
        |name: &str| json!({"type": "hello", "protocol": 1, "token": wu_token, "name": name});
    let mut again = Socket::connect(server.address).await;
    again.refused(hello("Mei"), "disk_low").await;
    again.ask(hello("Wu")).await;
    let me = "/api/v1/guests/me";
    let renamed = told(
        &server,
        "PATCH",
        me,
        Some(&wu_token),
        &json!({"name": "Mei"}),
    )
    .await;
    assert_eq!((renamed.0, &renamed.1["code"]), (503, &json!("disk_low")));
    let set = told(&server, "PUT", push::PATH, Some(&wu_token), &second).await;
    assert_eq!((set.0, &set.1["code"]), (503, &json!("disk_low")));

    // Requests that end or protect something still succeed.
    let ended = request(server.address, "DELETE", push::PATH, Some(&wu_token)).await;
    assert_eq!(ended.status, 204);
    lin.ask_ok(json!({"type": "remove", "room": room, "player": wu_id, "ban": true}))
        .await;
    admin(&server, &["ban", &wu_id, "--reason", "insults"]).await;
    let code = json!({"code": code["recovery_code"]});
    let (status, back) = told(&server, "POST", "/api/v1/guests/recovery", None, &code).await;
    assert_eq!(status, 200, "{back}");
    let lin_token = field(&back, "token");
    let devices = "/api/v1/guests/me/devices";
    let ended = request(server.address, "DELETE", devices, Some(&lin_token)).await;
    assert_eq!(ended.status, 204);
    let forgotten = request(server.address, "DELETE", me, Some(&lin_token)).await;
    assert_eq!(forgotten.status, 204);
    server.stop().await;
}
