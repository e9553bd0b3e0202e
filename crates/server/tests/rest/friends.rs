//! `/guests/me/friends` and `/guests/me/blocks`.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::common::{Conn, Reply, TestServer};
use crate::table::began;

const FRIENDS: &str = "/api/v1/guests/me/friends";
const BLOCKS: &str = "/api/v1/guests/me/blocks";

async fn ask(server: &TestServer, method: Method, path: &str, token: &str) -> Reply {
    let bearer = format!("Bearer {token}");
    let headers = [("authorization", bearer.as_str())];
    server.ask(method, path, &headers, None).await
}

async fn friends(server: &TestServer, person: &Conn) -> Value {
    server.get_as(&person.token(), FRIENDS).await.ok(200)
}

/// The ids of the people in a list.
fn ids(list: &Value) -> Vec<&str> {
    let people = list.as_array().expect("a list").iter();
    people
        .map(|one| one["player"].as_str().expect("an id"))
        .collect()
}

fn of(path: &str, person: &Conn) -> String {
    format!("{path}/{}", person.player())
}

/// Two people who have finished a public match, and a third one.
async fn met(server: &TestServer) -> (Conn, Conn, Conn) {
    let mut table = began(server, &["Lin", "Wu"], json!({})).await;
    table.finish().await;
    let mut people = table.people.into_iter();
    let (lin, wu) = (people.next(), people.next());
    let mei = server.person("Mei").await;
    (lin.expect("Lin"), wu.expect("Wu"), mei)
}

#[tokio::test]
async fn people_who_have_met_are_friends_once_both_have_asked_and_see_each_others_tables() {
    let server = TestServer::new().await;
    let (lin, wu, mei) = met(&server).await;
    let stranger = ask(&server, Method::PUT, &of(FRIENDS, &mei), &lin.token()).await;
    assert_eq!(stranger.problem(409), "not_met");
    let nobody = format!("{FRIENDS}/00000000-0000-4000-8000-000000000000");
    let nobody = ask(&server, Method::PUT, &nobody, &lin.token()).await;
    assert_eq!(nobody.problem(409), "not_met");
    let asked = ask(&server, Method::PUT, &of(FRIENDS, &wu), &lin.token()).await;
    assert_eq!(asked.ok(200), json!({ "friends": false }));
    assert_eq!(ids(&friends(&server, &lin).await["asked"]), [wu.player()]);
    assert_eq!(ids(&friends(&server, &wu).await["asking"]), [lin.player()]);
    let agreed = ask(&server, Method::PUT, &of(FRIENDS, &lin), &wu.token()).await;
    assert_eq!(agreed.ok(200), json!({ "friends": true }));
    // Both sit at the public table where they have played.
    let list = friends(&server, &lin).await;
    assert_eq!(list["shows_tables"], true);
    let friend = &list["friends"][0];
    assert_eq!(
        (&friend["name"], &friend["player"]),
        (&json!("Wu"), &json!(wu.player()))
    );
    assert_eq!(friend["tables"][0]["access"], "public");
    let hidden = json!({ "shows_tables": false });
    let set = server
        .send(Method::PATCH, FRIENDS, Some(&wu.token()), hidden)
        .await;
    assert_eq!(set.status, 204);
    assert_eq!(
        friends(&server, &lin).await["friends"][0]["tables"],
        json!([])
    );
    assert_eq!(friends(&server, &wu).await["shows_tables"], false);
    let ended = ask(&server, Method::DELETE, &of(FRIENDS, &wu), &lin.token()).await;
    assert_eq!(ended.status, 204);
    for person in [&lin, &wu] {
        assert_eq!(friends(&server, person).await["friends"], json!([]));
    }
}

#[tokio::test]
async fn a_table_that_is_not_public_is_shown_to_no_friend() {
    let server = TestServer::new().await;
    let mut table = began(&server, &["Lin", "Wu"], json!({ "access": "unlisted" })).await;
    table.finish().await;
    let (lin, wu) = (&table.people[0], &table.people[1]);
    for (one, other) in [(lin, wu), (wu, lin)] {
        let asked = ask(&server, Method::PUT, &of(FRIENDS, other), &one.token()).await;
        asked.ok(200);
    }
    let list = friends(&server, lin).await;
    assert_eq!(ids(&list["friends"]), [wu.player()]);
    assert_eq!(list["friends"][0]["tables"], json!([]));
}

#[tokio::test]
async fn a_code_makes_friends_of_people_who_never_met() {
    let server = TestServer::new().await;
    let (lin, mei) = (server.person("Lin").await, server.person("Mei").await);
    let offered = ask(
        &server,
        Method::POST,
        &format!("{FRIENDS}/code"),
        &lin.token(),
    )
    .await;
    let offered = offered.ok(200);
    assert_eq!(offered["expires_in_ms"], 7 * 24 * 3_600_000);
    let code = json!({ "code": offered["code"] });
    let own = server
        .send(Method::POST, FRIENDS, Some(&lin.token()), code.clone())
        .await;
    assert_eq!(own.problem(403), "bad_code");
    let taken = server
        .send(Method::POST, FRIENDS, Some(&mei.token()), code.clone())
        .await;
    assert_eq!(taken.ok(200)["player"], lin.player());
    assert_eq!(
        ids(&friends(&server, &lin).await["friends"]),
        [mei.player()]
    );
    server.clock.advance(7 * 24 * 3_600_000 + 1);
    let late = server.person("An").await;
    let late = server
        .send(Method::POST, FRIENDS, Some(&late.token()), code)
        .await;
    assert_eq!(late.problem(403), "bad_code");
}

/// Everything that Lin can ask about Wu, as bytes without the times of requests.
async fn seen_by(server: &TestServer, lin: &Conn, wu: &Conn) -> Vec<(StatusCode, String)> {
    let mut seen = Vec::new();
    for (method, path) in [
        (Method::PUT, of(FRIENDS, wu)),
        (Method::PUT, of(FRIENDS, wu)),
        (Method::GET, FRIENDS.to_owned()),
        (Method::DELETE, of(FRIENDS, wu)),
        (Method::GET, FRIENDS.to_owned()),
        (Method::PUT, of(FRIENDS, wu)),
        (Method::GET, FRIENDS.to_owned()),
    ] {
        let reply = ask(server, method, &path, &lin.token()).await;
        let text = match reply.status {
            StatusCode::NO_CONTENT => String::new(),
            _ => reply.json().to_string(),
        };
        seen.push((reply.status, text.replace(&wu.player(), "WU")));
    }
    seen
}

#[tokio::test]
async fn whoever_is_refused_or_blocked_sees_the_same_bytes_as_whoever_waits() {
    let mut all = Vec::new();
    for what in ["nothing", "declined", "blocked"] {
        let server = TestServer::new().await;
        let (lin, wu, _) = met(&server).await;
        ask(&server, Method::PUT, &of(FRIENDS, &wu), &lin.token())
            .await
            .ok(200);
        match what {
            "declined" => {
                let declined = ask(&server, Method::DELETE, &of(FRIENDS, &lin), &wu.token()).await;
                assert_eq!(declined.status, 204);
            }
            "blocked" => {
                let blocked = ask(&server, Method::PUT, &of(BLOCKS, &lin), &wu.token()).await;
                assert_eq!(blocked.status, 204);
            }
            _ => {}
        }
        all.push(seen_by(&server, &lin, &wu).await);
        let asking = friends(&server, &wu).await["asking"].clone();
        assert_eq!(ids(&asking).is_empty(), what != "nothing", "{what}");
    }
    assert_eq!(all[0], all[1]);
    assert_eq!(all[0], all[2]);
}

#[tokio::test]
async fn a_block_hides_tables_and_can_be_lifted() {
    let server = TestServer::new().await;
    let (lin, wu, mei) = met(&server).await;
    for (one, other) in [(&lin, &wu), (&wu, &lin)] {
        ask(&server, Method::PUT, &of(FRIENDS, other), &one.token())
            .await
            .ok(200);
    }
    let before = friends(&server, &lin).await;
    assert_eq!(
        before["friends"][0]["tables"].as_array().map(Vec::len),
        Some(1)
    );
    ask(&server, Method::PUT, &of(BLOCKS, &lin), &wu.token()).await;
    ask(&server, Method::PUT, &of(BLOCKS, &mei), &wu.token()).await;
    assert_eq!(
        friends(&server, &lin).await["friends"][0]["tables"],
        json!([])
    );
    assert_eq!(friends(&server, &wu).await["friends"], json!([]));
    let list = server.get_as(&wu.token(), BLOCKS).await.ok(200);
    assert_eq!(ids(&list["blocked"]).len(), 2);
    let own = ask(&server, Method::PUT, &of(FRIENDS, &lin), &wu.token()).await;
    own.ok(200);
    let lifted = ask(&server, Method::DELETE, &of(BLOCKS, &lin), &wu.token()).await;
    assert_eq!(lifted.status, 204);
    assert_eq!(friends(&server, &lin).await, before);
    let own = ask(&server, Method::PUT, &of(BLOCKS, &wu), &wu.token()).await;
    assert_eq!(own.problem(404), "no_such_player");
}
