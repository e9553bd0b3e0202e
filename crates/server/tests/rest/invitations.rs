//! `/guests/me/invitations`: who reaches whom, and what nobody is told.

use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::common::{Conn, Reply, TestServer};
use crate::table::began;

const INVITATIONS: &str = "/api/v1/guests/me/invitations";
const FRIENDS: &str = "/api/v1/guests/me/friends";
const EXPORT: &str = "/api/v1/guests/me/export";
const BLOCKS: &str = "/api/v1/guests/me/blocks";
/// Longer than the lobby's news may take, in milliseconds.
const A_WHILE_MS: i64 = 2_000;
const LONGEST_MS: i64 = 5 * 60 * 1_000;

async fn send(server: &TestServer, method: Method, path: &str, by: &Conn, body: Value) -> Reply {
    server.send(method, path, Some(&by.token()), body).await
}

async fn invite(server: &TestServer, by: &Conn, to: &str, room: &str) -> Reply {
    let body = json!({ "player": to, "room": room });
    send(server, Method::POST, INVITATIONS, by, body).await
}

async fn choose(server: &TestServer, person: &Conn, choice: Value) {
    let chosen = send(server, Method::PATCH, FRIENDS, person, choice).await;
    assert_eq!(chosen.status, 204);
}

async fn block(server: &TestServer, person: &Conn, other: &Conn) {
    let path = format!("{BLOCKS}/{}", other.player());
    let blocked = send(server, Method::PUT, &path, person, json!({})).await;
    assert_eq!(blocked.status, 204);
}

async fn decline(server: &TestServer, person: &Conn, room: &str) {
    let path = format!("{INVITATIONS}/{room}");
    let declined = send(server, Method::DELETE, &path, person, json!({})).await;
    assert_eq!(declined.status, 204);
}

async fn befriend(server: &TestServer, one: &Conn, other: &Conn) {
    let code = format!("{FRIENDS}/code");
    let code = send(server, Method::POST, &code, one, json!({})).await;
    let code = json!({ "code": code.ok(200)["code"] });
    send(server, Method::POST, FRIENDS, other, code)
        .await
        .ok(200);
}

/// The rooms of a person's invitations, the latest first.
async fn rooms(server: &TestServer, person: &Conn) -> Vec<String> {
    let list = server.get_as(&person.token(), INVITATIONS).await.ok(200);
    let list = list["invitations"].as_array().expect("a list").iter();
    list.map(|one| one["room"].as_str().expect("an id").to_owned())
        .collect()
}

/// Waits until a person has invitations to these rooms alone.
async fn has(server: &TestServer, person: &Conn, expected: &[&str]) {
    for _ in 0..6_000 {
        if rooms(server, person).await == expected {
            return;
        }
        sleep(Duration::from_millis(10)).await;
    }
    panic!("{:?}", rooms(server, person).await);
}

/// Somebody at an unlisted table with a free seat, which they made.
async fn host(server: &TestServer, name: &str) -> (Conn, String) {
    let mut host = server.person(name).await;
    let settings = json!({ "seats": 3, "access": "unlisted" });
    let room = host.create_room(settings).await;
    (host, room)
}

#[tokio::test]
async fn a_friend_is_invited_on_all_connections_and_is_not_asked_again_after_not_now() {
    let server = TestServer::new().await;
    let (lin, room) = host(&server, "Lin").await;
    let mut wu = server.person("Wu").await;
    befriend(&server, &lin, &wu).await;
    let invited = invite(&server, &lin, &wu.player(), &room).await;
    assert_eq!((invited.status.as_u16(), invited.body.len()), (202, 0));
    wu.hear_until(|conn| !conn.invitations.is_empty()).await;
    let told = wu.invitations.remove(0);
    assert_eq!(told["type"], "invitation");
    assert_eq!(
        (&told["room"], &told["variant"], &told["access"]),
        (&json!(room), &json!("giog"), &json!("unlisted"))
    );
    assert_eq!(
        (&told["from"]["player"], &told["from"]["name"]),
        (&json!(lin.player()), &json!("Lin"))
    );
    assert_eq!(told["ends_in_ms"], LONGEST_MS);
    // Whoever comes back is told again, right after `hello`.
    server.clock.advance(60_000);
    let mut again = server.connect();
    again
        .greet(json!({ "protocol": 1, "token": wu.token() }))
        .await;
    again.hear_until(|conn| !conn.invitations.is_empty()).await;
    assert_eq!(again.invitations[0]["ends_in_ms"], LONGEST_MS - 60_000);
    assert_eq!(rooms(&server, &wu).await, [room.as_str()]);
    decline(&server, &wu, &room).await;
    for conn in [&mut wu, &mut again] {
        let ended = json!({ "type": "invitation_ended", "room": room });
        conn.hear_until(|conn| conn.invitations.last() == Some(&ended))
            .await;
    }
    // Nobody at this table may ask again; at another one they may.
    let (mei, other) = host(&server, "Mei").await;
    befriend(&server, &mei, &wu).await;
    assert_eq!(invite(&server, &lin, &wu.player(), &room).await.status, 202);
    assert_eq!(
        invite(&server, &mei, &wu.player(), &other).await.status,
        202
    );
    has(&server, &wu, &[&other]).await;
}

#[tokio::test]
async fn whoever_reaches_nobody_gets_the_same_bytes_as_whoever_reaches_a_friend() {
    let mut answers = Vec::new();
    for what in [
        "friend",
        "stranger",
        "nobody may",
        "was blocked",
        "has blocked",
        "away",
        "declined",
        "sits there",
        "unknown",
    ] {
        let server = TestServer::new().await;
        let (lin, room) = host(&server, "Lin").await;
        let mut wu = server.person("Wu").await;
        if what != "stranger" {
            befriend(&server, &lin, &wu).await;
        }
        let mut to = wu.player();
        match what {
            "nobody may" => choose(&server, &wu, json!({ "may_invite": "nobody" })).await,
            "was blocked" => block(&server, &wu, &lin).await,
            "has blocked" => block(&server, &lin, &wu).await,
            "declined" => {
                invite(&server, &lin, &to, &room).await;
                has(&server, &wu, &[&room]).await;
                decline(&server, &wu, &room).await;
            }
            "sits there" => {
                wu.join(&room, None).await;
                wu.in_room(&room, "sit").await;
            }
            "unknown" => to = "00000000-0000-4000-8000-000000000000".to_owned(),
            _ => {}
        }
        if what == "away" {
            drop(wu.into_parts());
        }
        let answer = invite(&server, &lin, &to, &room).await;
        answers.push((what, answer.status, answer.headers, answer.body));
    }
    for (what, status, headers, body) in &answers[1..] {
        let (_, first_status, first_headers, first_body) = &answers[0];
        assert_eq!(
            (status, headers, body),
            (first_status, first_headers, first_body),
            "{what}"
        );
    }
}

#[tokio::test]
async fn only_whom_the_person_lets_invite_reaches_them() {
    let server = TestServer::new().await;
    let mut table = began(&server, &["Lin", "Wu"], json!({})).await;
    table.finish().await;
    let room = table.room;
    let [lin, mut wu] = <[Conn; 2]>::try_from(table.people).ok().expect("two");
    // Their seat is free now.
    wu.in_room(&room, "leave").await;
    // A friend, whose invitation comes after those that do not arrive.
    let (mei, later) = host(&server, "Mei").await;
    befriend(&server, &mei, &wu).await;
    let wait = || server.clock.advance(3_600_000);
    assert_eq!(invite(&server, &lin, &wu.player(), &room).await.status, 202);
    invite(&server, &mei, &wu.player(), &later).await;
    has(&server, &wu, &[&later]).await;
    choose(&server, &wu, json!({ "may_invite": "recent" })).await;
    wait();
    invite(&server, &lin, &wu.player(), &room).await;
    has(&server, &wu, &[&room]).await;
    let list = server.get_as(&wu.token(), FRIENDS).await.ok(200);
    assert_eq!(list["may_invite"], "recent");
    assert_eq!(list["push_invitations"], false);
    let all = server.get_as(&wu.token(), EXPORT).await.ok(200);
    assert_eq!(all["settings"]["may_invite"], "recent");
    // A block ends what is open, and nothing comes any more.
    block(&server, &wu, &lin).await;
    has(&server, &wu, &[]).await;
    wait();
    invite(&server, &lin, &wu.player(), &room).await;
    invite(&server, &mei, &wu.player(), &later).await;
    has(&server, &wu, &[&later]).await;
    choose(&server, &wu, json!({ "may_invite": "nobody" })).await;
    wait();
    invite(&server, &mei, &wu.player(), &later).await;
    // Long enough on any machine, and too short to find a fault on a busy one.
    sleep(Duration::from_millis(200)).await;
    has(&server, &wu, &[]).await;
}

#[tokio::test]
async fn an_invitation_ends_with_what_it_is_for() {
    for what in ["stands up", "full", "time", "sits down"] {
        let server = TestServer::new().await;
        let (mut lin, room) = host(&server, "Lin").await;
        let mut wu = server.person("Wu").await;
        befriend(&server, &lin, &wu).await;
        invite(&server, &lin, &wu.player(), &room).await;
        wu.hear_until(|conn| !conn.invitations.is_empty()).await;
        match what {
            "stands up" => {
                lin.in_room(&room, "stand").await;
            }
            "full" => {
                for _ in 0..2 {
                    lin.in_room(&room, "add_bot").await;
                }
            }
            "time" => server.clock.advance(LONGEST_MS),
            _ => {
                wu.join(&room, None).await;
                wu.in_room(&room, "sit").await;
            }
        }
        server.clock.advance(A_WHILE_MS);
        wu.hear_until(|conn| conn.invitations.len() == 2).await;
        assert_eq!(wu.invitations[1]["type"], "invitation_ended", "{what}");
        assert_eq!(rooms(&server, &wu).await, Vec::<String>::new(), "{what}");
    }
}

#[tokio::test]
async fn whoever_invites_learns_only_what_they_know_anyhow() {
    let server = TestServer::new().await;
    let (mut lin, room) = host(&server, "Lin").await;
    let mut wu = server.person("Wu").await;
    let to = wu.player();
    let own = invite(&server, &lin, &lin.player(), &room).await;
    assert_eq!(own.problem(400), "bad_request");
    let nowhere = "00000000-0000-4000-8000-000000000009";
    let unknown = invite(&server, &lin, &to, nowhere).await;
    assert_eq!(unknown.problem(404), "no_such_room");
    let outside = invite(&server, &wu, &lin.player(), &room).await;
    assert_eq!(outside.problem(403), "not_seated");
    wu.join(&room, None).await;
    let watching = invite(&server, &wu, &lin.player(), &room).await;
    assert_eq!(watching.problem(403), "not_seated");
    // The owner may watch.
    lin.in_room(&room, "stand").await;
    assert_eq!(invite(&server, &lin, &to, &room).await.status, 202);
    lin.in_room(&room, "sit").await;
    for _ in 1..3 {
        assert_eq!(invite(&server, &lin, &to, &room).await.status, 202);
    }
    let again = invite(&server, &lin, &to, &room).await;
    assert_eq!(again.problem(429), "rate_limited");
    let mut others = 0;
    loop {
        let somebody = format!("00000000-0000-4000-8000-{others:012}");
        let answer = invite(&server, &lin, &somebody, &room).await;
        if answer.status != 202 {
            assert_eq!(answer.problem(429), "rate_limited");
            break;
        }
        others += 1;
    }
    assert_eq!(others, 6, "ten a minute, of which four were for one");
    server.clock.advance(60_000);
    for _ in 0..2 {
        lin.in_room(&room, "add_bot").await;
    }
    let full = invite(&server, &lin, &to, &room).await;
    assert_eq!(full.problem(409), "no_free_seat");
    lin.in_room(&room, "ready").await;
    lin.hear_event("start").await;
    let running = invite(&server, &lin, &to, &room).await;
    assert_eq!(running.problem(409), "match_running");
}
