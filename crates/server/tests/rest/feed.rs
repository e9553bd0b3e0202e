//! `/feed`.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use axum::body::BodyDataStream;
use axum::http::Method;
use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::common::{Conn, Reply, TestServer, quiet};
use crate::table::{Table, began};

/// How long an event is waited for: many times the usual time.
const LONG: Duration = Duration::from_secs(10);
/// How long it is waited for where there should be none: twice the time within which matches are passed on.
const SILENCE: Duration = Duration::from_millis(600);

/// A client of a stream.
struct Client {
    body: BodyDataStream,
    read: String,
}

/// An event, or a change of the time until a client should connect again.
#[derive(Debug, PartialEq)]
enum Heard {
    Event {
        name: String,
        id: Option<String>,
        data: Value,
    },
    Retry(u64),
    End,
}

impl Client {
    async fn new(server: &TestServer, query: &str) -> Self {
        Self::from(server, [192, 0, 2, 1].into(), query).await
    }

    async fn from(server: &TestServer, address: IpAddr, query: &str) -> Self {
        let response = server
            .get_from(address, &format!("/api/v1/feed{query}"))
            .await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let mut client = Self {
            body: response.into_body().into_data_stream(),
            read: String::new(),
        };
        assert_eq!(client.hear().await, Heard::Retry(3_000));
        client
    }

    /// What is sent next.
    async fn hear(&mut self) -> Heard {
        timeout(LONG, self.next()).await.expect("something is sent")
    }

    async fn next(&mut self) -> Heard {
        loop {
            if let Some(end) = self.read.find("\n\n") {
                let rest = self.read.split_off(end + 2);
                let block = std::mem::replace(&mut self.read, rest);
                return heard(block.trim_end());
            }
            match self.body.next().await {
                Some(bytes) => {
                    let bytes = bytes.expect("it is not cut off");
                    self.read.push_str(str::from_utf8(&bytes).expect("text"));
                }
                None => return Heard::End,
            }
        }
    }

    async fn hears_nothing(&mut self) {
        let heard = timeout(SILENCE, self.next()).await;
        assert!(heard.is_err(), "{heard:?}");
    }

    /// The data of the next event, which must have this name.
    async fn event(&mut self, expected: &str) -> Value {
        match self.hear().await {
            Heard::Event { name, id, data } if name == expected => {
                // Only matches have ids: a stream goes on behind the last one.
                let own = data["match_id"].as_str();
                assert_eq!(id.as_deref(), own, "{name}");
                data
            }
            other => unreachable!("{expected} was expected, not {other:?}"),
        }
    }

    async fn match_over(&mut self) -> String {
        let data = self.event("match_over").await;
        data["match_id"].as_str().expect("an id").to_owned()
    }
}

fn heard(block: &str) -> Heard {
    let field = |name: &str| {
        let mut lines = block.lines();
        lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    };
    if let Some(retry) = field("retry") {
        return Heard::Retry(retry.parse().expect("a number"));
    }
    Heard::Event {
        name: field("event").expect("a name").to_owned(),
        id: field("id").map(str::to_owned),
        data: serde_json::from_str(field("data").expect("data")).expect("JSON"),
    }
}

/// Plays a match with these settings to its end.
async fn played(server: &TestServer, settings: Value) -> Table {
    let mut table = began(server, &["Lin", "Wu"], settings).await;
    table.finish().await;
    server.clock.advance(1_000);
    table
}

#[tokio::test]
async fn a_match_is_told_when_it_is_over_as_in_lists_and_unlisted_ones_are_nowhere() {
    let server = TestServer::new().await;
    played(&server, json!({})).await;
    let mut all = Client::new(&server, "?kind=matches").await;
    let mut giog = Client::new(&server, "?kind=matches&variant=giog").await;
    all.hears_nothing().await;
    played(&server, json!({ "access": "unlisted" })).await;
    let zhi_hu = played(&server, json!({ "variant": "zhi-hu" })).await;
    assert_eq!(all.match_over().await, zhi_hu.match_id);
    let table = played(&server, json!({})).await;
    assert_eq!(giog.match_over().await, table.match_id);
    let told = all.event("match_over").await;
    let list = server.get("/api/v1/matches?limit=1").await.ok(200);
    assert_eq!(told, list["matches"][0]);
    all.hears_nothing().await;
    giog.hears_nothing().await;
}

#[tokio::test]
async fn a_stream_goes_on_behind_any_match_without_loss_or_repetition() {
    let server = TestServer::new().await;
    let mut played_ids = Vec::new();
    for number in 0..5 {
        let access = if number == 2 { "unlisted" } else { "public" };
        let table = played(&server, json!({ "access": access })).await;
        if number != 2 {
            played_ids.push(table.match_id);
        }
    }
    let mut streams = Vec::new();
    for (number, id) in played_ids.iter().enumerate() {
        let query = format!("?kind=matches&after={id}");
        let mut client = Client::new(&server, &query).await;
        for later in &played_ids[number + 1..] {
            assert_eq!(&client.match_over().await, later);
        }
        streams.push(client);
    }
    let last = played(&server, json!({})).await;
    for client in &mut streams {
        assert_eq!(client.match_over().await, last.match_id);
        client.hears_nothing().await;
    }
}

#[tokio::test]
async fn the_header_of_browsers_goes_before_the_parameter() {
    let server = TestServer::new().await;
    let first = played(&server, json!({})).await.match_id;
    let unlisted = json!({ "access": "unlisted" });
    let unlisted = played(&server, unlisted).await.match_id;
    let unknown = "00000000-0000-4000-8000-000000000000";
    let ask = async |after: &str, header: &str| {
        let path = format!("/api/v1/feed?kind=matches&after={after}");
        let headers = [("last-event-id", header)];
        server.ask(Method::GET, &path, &headers, None).await
    };
    assert_eq!(ask(&first, unknown).await.problem(404), "no_such_match");
    assert_eq!(ask(&first, "x").await.problem(400), "bad_parameter");
    // An unlisted match is not in the feed, so nothing shows that there is one.
    assert_eq!(ask(&unlisted, "").await.problem(404), "no_such_match");
    let wrong = server.get("/api/v1/feed?kind=people").await;
    assert_eq!(wrong.problem(400), "bad_parameter");
}

#[tokio::test]
async fn tables_are_told_that_are_open_and_that_open_and_close_as_far_as_they_are_public() {
    let server = TestServer::new().await;
    let mut people = Vec::new();
    for name in ["Lin", "Wu", "Mei"] {
        people.push(server.person(name).await);
    }
    let [lin, wu, mei] = &mut people[..] else {
        unreachable!("three people");
    };
    let first = lin.create_room(json!({ "seats": 2 })).await;
    let unlisted = json!({ "seats": 2, "access": "unlisted" });
    let hidden = wu.create_room(unlisted.clone()).await;
    let mut all = Client::new(&server, "?kind=tables").await;
    let mut zhi_hu = Client::new(&server, "?variant=zhi-hu").await;
    let opened = all.event("table_opened").await;
    assert_eq!(opened["room"], json!(first));
    let list = server.get("/api/v1/rooms").await.ok(200);
    assert_eq!(opened, list["rooms"][0]);
    let second = json!({ "seats": 2, "variant": "zhi-hu" });
    let second = mei.create_room(second).await;
    for client in [&mut all, &mut zhi_hu] {
        assert_eq!(client.event("table_opened").await["room"], json!(second));
    }
    // A table may become public, and may not be public any more.
    let public = json!({ "seats": 2, "access": "public" });
    let configure =
        |settings: Value| json!({ "type": "configure", "room": hidden, "settings": settings });
    wu.say(configure(public)).await;
    assert_eq!(all.event("table_opened").await["room"], json!(hidden));
    wu.say(configure(unlisted)).await;
    let closed = all.event("table_closed").await;
    assert_eq!(closed, json!({ "room": hidden }));
    mei.in_room(&second, "close_room").await;
    for client in [&mut all, &mut zhi_hu] {
        assert_eq!(client.event("table_closed").await["room"], json!(second));
    }
    wu.in_room(&hidden, "close_room").await;
    all.hears_nothing().await;
    zhi_hu.hears_nothing().await;
}

#[tokio::test]
async fn an_address_has_four_streams_at_a_time() {
    let server = TestServer::new().await;
    let from = |last| server.get_from([192, 0, 2, last].into(), "/api/v1/feed");
    let mut streams = Vec::new();
    for _ in 0..4 {
        streams.push(from(1).await);
    }
    let refused = Reply::read(from(1).await).await;
    assert_eq!(refused.problem(429), "rate_limited");
    assert!(!refused.header("retry-after").is_empty());
    assert_eq!(from(2).await.status(), 200, "another address");
    drop(streams.pop());
    assert_eq!(from(1).await.status(), 200);
}

#[tokio::test]
async fn a_stream_ends_with_a_time_to_come_back_when_the_server_stops() {
    let server = TestServer::new().await;
    let mut client = Client::new(&server, "").await;
    server.stop.send_replace(true);
    assert_eq!(client.hear().await, Heard::Retry(3_000));
    assert_eq!(client.hear().await, Heard::End);
}

#[tokio::test]
async fn whoever_does_not_pay_for_events_is_told_to_come_back_later() {
    let mut settings = quiet();
    let number = |number| NonZeroU32::new(number).expect("not zero");
    settings.limits.address_cost_burst = number(1_000_000);
    settings.limits.address_cost_per_second = number(1_000);
    let server = TestServer::with(settings, 0).await;
    let address = [192, 0, 2, 9].into();
    let mut client = Client::from(&server, address, "?kind=matches").await;
    let mut other = Client::new(&server, "?kind=matches").await;
    server.app.costs.charge_address(address, 2_000_000);
    let table = played(&server, json!({})).await;
    assert_eq!(other.match_over().await, table.match_id);
    let wait = timeout(2 * LONG, client.next()).await;
    assert_eq!(wait.expect("it ends"), Heard::Retry(30_000));
    assert_eq!(client.hear().await, Heard::End);
}

/// The matches that a connection was sent.
fn sent(conn: &Conn) -> Vec<Value> {
    let messages = conn.matches.iter();
    let matches = messages.filter_map(|message| message["matches"].as_array());
    matches.flatten().cloned().collect()
}

#[tokio::test]
async fn a_socket_that_watches_gets_the_same_matches() {
    let server = TestServer::new().await;
    let mut ids = vec![played(&server, json!({})).await.match_id];
    let mut all = server.person("Mei").await;
    let watch = |after: &str| json!({ "type": "watch_matches", "after": after });
    let refused = all
        .try_say(watch("00000000-0000-4000-8000-000000000000"))
        .await;
    assert_eq!(refused["code"], "bad_request");
    ids.push(played(&server, json!({})).await.match_id);
    all.say(watch(&ids[0])).await;
    let mut zhi_hu = server.person("An").await;
    zhi_hu
        .say(json!({ "type": "watch_matches", "variant": "zhi-hu" }))
        .await;
    let unlisted = played(&server, json!({ "access": "unlisted" })).await;
    let refused = zhi_hu.try_say(watch(&unlisted.match_id)).await;
    assert_eq!(refused["code"], "bad_request");
    zhi_hu
        .say(json!({ "type": "watch_matches", "variant": "zhi-hu" }))
        .await;
    for variant in ["giog", "zhi-hu"] {
        let table = played(&server, json!({ "variant": variant })).await;
        ids.push(table.match_id);
    }
    all.hear_until(|conn| sent(conn).len() == 3).await;
    zhi_hu.hear_until(|conn| sent(conn).len() == 1).await;
    let list = server.get("/api/v1/matches?limit=3").await.ok(200);
    let newest_first: Vec<Value> = sent(&all).into_iter().rev().collect();
    assert_eq!(json!(newest_first), list["matches"]);
    assert_eq!(sent(&zhi_hu), [list["matches"][0].clone()]);
    all.say(json!({ "type": "unwatch_matches" })).await;
    played(&server, json!({ "variant": "zhi-hu" })).await;
    zhi_hu.hear_until(|conn| sent(conn).len() == 2).await;
    all.say(json!({ "type": "ping" })).await;
    assert_eq!(sent(&all).len(), 3, "it does not watch any more");
}
