//! Repeated requests on the socket, as from a client that got no answer.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use giog_protocol::client::Request;
use giog_rules::fairness::{Entropy, entropy_commitment};
use giog_rules::{MatchId, Seat};
use serde_json::{Value, json};

use crate::common::{Conn, TestServer, quiet, settle};

const DOCUMENT: &str = include_str!("../../../../docs/PROTOCOL.md");
/// The head of the table of requests whose repetition is not answered with `ok`.
const HEAD: &str = "| request | sent again |";

/// The documented answers to repeated requests, for each request with an unconditional answer.
fn listed() -> BTreeMap<String, String> {
    let lines = DOCUMENT.lines().map(str::trim);
    let rows = lines.skip_while(|line| *line != HEAD).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let rows = rows.filter_map(|row| {
        let mut cells = row.split('|').skip(1).map(str::trim);
        let (request, answer) = (cells.next()?, cells.next()?);
        let request = request.strip_prefix('`')?.strip_suffix('`')?;
        let code = answer.split('`').nth(1)?;
        (!request.contains('`')).then(|| (request.to_owned(), code.to_owned()))
    });
    rows.collect()
}

/// The answers to repeated requests, by type.
#[derive(Default)]
struct Answered(BTreeMap<String, String>);

impl Answered {
    /// Sends a request that must succeed, and repeats it; returns the first answer.
    async fn twice(&mut self, conn: &mut Conn, request: Value) -> Value {
        let first = conn.say(request.clone()).await;
        let again = conn.try_say(request.clone()).await;
        let answer = if again["type"] == "ok" {
            assert_eq!(again["room"], first["room"], "{request}");
            "ok"
        } else {
            again["code"].as_str().expect("a code")
        };
        let kind = request["type"].as_str().expect("a type").to_owned();
        let before = self.0.insert(kind, answer.to_owned());
        assert!(before.is_none_or(|before| before == answer), "{request}");
        first
    }

    /// The same for a request in a room.
    async fn twice_in(&mut self, conn: &mut Conn, room: &str, kind: &str, fields: Value) -> Value {
        self.twice(conn, in_room(room, kind, fields)).await
    }
}

fn in_room(room: &str, kind: &str, mut fields: Value) -> Value {
    fields["type"] = kind.into();
    fields["room"] = room.into();
    fields
}

/// A server without rate limits.
async fn patient() -> TestServer {
    let mut settings = quiet();
    settings.limits.requests_burst = NonZeroU32::new(1_000).expect("not zero");
    TestServer::with(settings, 0).await
}

/// Requests outside rooms, and those that close a room.
async fn outside_rooms(server: &TestServer, answered: &mut Answered) {
    let hello = json!({ "type": "hello", "protocol": 1 });
    answered.twice(&mut server.connect(), hello).await;
    let mut wu = server.person("Wu").await;
    for kind in [
        "ping",
        "list_rooms",
        "watch_lobby",
        "unwatch_lobby",
        "watch_matches",
        "unwatch_matches",
    ] {
        answered.twice(&mut wu, json!({ "type": kind })).await;
    }
    let quick = json!({ "type": "quick_play", "key": "q" });
    answered.twice(&mut wu, quick).await;
    let create = json!({ "type": "create_room", "key": "once" });
    let made = answered.twice(&mut wu, create).await;
    let room = made["room"].as_str().expect("a room");
    answered
        .twice_in(&mut wu, room, "close_room", json!({}))
        .await;
}

/// Requests in a room before a match, by its owner and by a second player.
async fn at_a_table(
    answered: &mut Answered,
    room: &str,
    settings: &Value,
    [lin, mei, wu]: [&mut Conn; 3],
) {
    for kind in ["join", "sit", "stand", "sit"] {
        answered.twice_in(mei, room, kind, json!({})).await;
    }
    wu.join(room, None).await;
    let asked = [
        ("chat", json!({ "key": "c", "text": "hello" })),
        ("silence", json!({})),
        ("mute", json!({ "player": mei.player() })),
        ("report", json!({ "player": wu.player(), "text": "shouts" })),
        ("list_people", json!({})),
        ("remove", json!({ "player": wu.player(), "ban": true })),
        ("unban", json!({ "player": wu.player() })),
        ("new_series", json!({})),
        ("nudge", json!({ "seat": 1 })),
        ("suggest", json!({ "variant": "mahjong" })),
        ("take_suggestion", json!({ "variant": "mahjong" })),
        ("configure", json!({ "settings": settings })),
        ("add_bot", json!({ "seat": 2 })),
        ("remove", json!({ "seat": 2 })),
        ("add_bot", json!({ "all": true })),
        ("pass_ownership", json!({ "seat": 1 })),
    ];
    for (kind, fields) in asked {
        answered.twice_in(lin, room, kind, fields).await;
    }
}

/// Both get ready, one with entropy, and the match starts.
async fn at_a_start(answered: &mut Answered, room: &str, [lin, mei]: [&mut Conn; 2]) {
    lin.join(room, None).await;
    let next = lin.snapshot["state"]["next"]["match_id"].clone();
    let match_id: MatchId = serde_json::from_value(next.clone()).expect("an id");
    let entropy = Entropy::new(vec![9]).expect("a byte");
    let commitment = entropy_commitment(match_id, Seat::new(0), &entropy);
    let ready = json!({ "match_id": next, "entropy_commitment": commitment });
    for kind in ["ready", "unready", "ready"] {
        answered.twice_in(lin, room, kind, ready.clone()).await;
    }
    mei.in_room(room, "ready").await;
    lin.hear_event("committed").await;
    let open = json!({ "match_id": next, "entropy": entropy });
    answered.twice_in(lin, room, "open_entropy", open).await;
    lin.say(in_room(room, "ready", ready)).await;
    for kind in ["ready", "unready"] {
        let late = lin.try_say(in_room(room, kind, json!({}))).await;
        assert_eq!(late["code"], "match_running", "{kind} without a match");
    }
}

/// Waits until the first of these has a decision.
async fn until_asked(room: &str, people: &mut [Conn]) {
    let must = |conn: &Conn| conn.now["you"]["decision"]["must"] == true;
    loop {
        settle(people).await;
        if must(&people[0]) {
            return;
        }
        if must(&people[1]) {
            let default = people[1].now["you"]["decision"]["default"].clone();
            people[1].act(room, default).await;
        } else {
            // The match waits for a bot.
            let seq = people[0].now["seq"].as_u64();
            people[0]
                .hear_until(|conn| conn.now["seq"].as_u64() > seq)
                .await;
        }
    }
}

async fn in_a_match(answered: &mut Answered, room: &str, lin: &mut Conn) {
    let you = lin.now["you"].clone();
    let turn = json!({ "turn": you["turn"] });
    for kind in ["choices", "actions", "hint"] {
        answered.twice_in(lin, room, kind, turn.clone()).await;
    }
    let mut act = you["decision"]["default"].clone();
    act["turn"] = you["turn"].clone();
    answered.twice_in(lin, room, "turn", json!({})).await;
    answered.twice_in(lin, room, "act", act).await;
    let end = json!({ "match_id": lin.snapshot["state"]["next"]["match_id"] });
    answered.twice_in(lin, room, "end_match", end).await;
    answered.twice_in(lin, room, "leave", json!({})).await;
}

/// The match is paused while the other person is not connected, and goes on.
async fn in_a_pause(answered: &mut Answered, room: &str, lin: &mut Conn) {
    for kind in ["pause", "resume_match"] {
        answered.twice_in(lin, room, kind, json!({})).await;
    }
}

#[tokio::test]
async fn every_request_that_is_sent_again_is_answered_as_the_document_says() {
    let server = patient().await;
    let mut answered = Answered::default();
    outside_rooms(&server, &mut answered).await;
    let (mut lin, mut mei) = (server.person("Lin").await, server.person("Mei").await);
    let mut wu = server.person("Wu").await;
    let clock = json!({ "kind": "none" });
    let settings = json!({
        "seats": 4, "access": "unlisted", "ceremony": "server", "hints": "on", "clock": clock,
    });
    let room = lin.create_room(settings.clone()).await;
    let people = [&mut lin, &mut mei, &mut wu];
    at_a_table(&mut answered, &room, &settings, people).await;
    at_a_start(&mut answered, &room, [&mut lin, &mut mei]).await;
    let mut seated = [lin, mei];
    until_asked(&room, &mut seated).await;
    let [mut lin, mei] = seated;
    mei.into_parts().0.end().await;
    in_a_pause(&mut answered, &room, &mut lin).await;
    in_a_match(&mut answered, &room, &mut lin).await;

    let listed = listed();
    assert!(!listed.is_empty(), "the table is not found");
    for kind in listed.keys() {
        assert!(Request::types().any(|known| known == kind), "{kind}");
    }
    for kind in Request::types() {
        let said = listed.get(kind).map_or("ok", String::as_str);
        let answer = answered.0.get(kind).map(String::as_str);
        assert_eq!(answer, Some(said), "{kind}");
    }
}

#[tokio::test]
async fn bots_for_no_seat_in_particular_are_added_again() {
    let server = patient().await;
    let mut lin = server.person("Lin").await;
    let room = lin.create_room(json!({ "seats": 4 })).await;
    for _ in 0..2 {
        lin.in_room(&room, "add_bot").await;
    }
    let state = server.get(&format!("/api/v1/rooms/{room}")).await.ok(200);
    let seats = state["seats"].as_array().expect("seats").iter();
    let bots = seats.filter(|seat| seat["occupant"]["bot"].is_string());
    assert_eq!(bots.count(), 2);
}
