//! `/matches/{match}/events`: REST returns the same events as the socket.

use std::num::NonZeroU32;

use serde_json::{Value, json};

use crate::common::{Conn, TestServer, play_out, quiet, settle};
use crate::table::{Table, began, default};

/// Pseudo-random numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % n
    }

    /// A legal action: sometimes a play is taken back, or another action than the default is chosen.
    fn choose(&mut self, decision: &Value) -> Option<Value> {
        if decision["do"] == "take_back" {
            return (self.below(4) == 0).then(|| json!({ "do": "take_back" }));
        }
        let plays = decision["plays"]
            .as_array()
            .filter(|plays| !plays.is_empty());
        match plays {
            Some(plays) if decision["do"] != "reveal" && decision["generals"] != "refused" => {
                Some(json!({ "do": "play", "pieces": plays[self.below(plays.len())] }))
            }
            _ => default(decision),
        }
    }
}

async fn events(server: &TestServer, table: &Table, seen_as: &str) -> Vec<Value> {
    let path = format!("/api/v1/matches/{}/events?as={seen_as}", table.match_id);
    let events = server.get(&path).await.ok(200)["events"].take();
    events.as_array().cloned().expect("a list")
}

/// Checks that REST returns what everybody got over the socket, byte for byte.
async fn check(server: &TestServer, table: &Table) {
    for (seat, conn) in table.people.iter().enumerate() {
        let told = conn.events_of(&table.match_id);
        let shown = events(server, table, &seat.to_string()).await;
        for (told, shown) in told.iter().zip(&shown) {
            assert_eq!(told.to_string(), shown.to_string(), "seat {seat}");
        }
        assert_eq!(told.len(), shown.len(), "seat {seat}");
    }
}

async fn play(seed: u64, people: usize, settings: Value) {
    let server = TestServer::with(quiet(), seed).await;
    let names = &["Lin", "Wu", "Mei", "An"][..people];
    let mut table = began(&server, names, settings).await;
    let mut watcher = server.person("Bo").await;
    watcher.join(&table.room, None).await;
    let mut dice = Dice(seed);
    play_out(&table.room, &mut table.people, |_, decision| {
        dice.choose(decision)
    })
    .await;
    watcher.hear_event("finished").await;
    check(&server, &table).await;
    let shown = events(&server, &table, "spectator").await;
    let heard: Vec<String> = watcher.events.iter().map(Value::to_string).collect();
    let from = shown.len()
        - heard
            .iter()
            .position(|event| event.contains("\"finished\""))
            .expect("the end")
        - 1;
    let shown: Vec<String> = shown[from..].iter().map(Value::to_string).collect();
    assert_eq!(heard[..shown.len()], shown, "spectators");
}

#[tokio::test]
async fn a_finished_match_is_shown_as_the_socket_told_it() {
    play(1, 2, json!({ "seats": 2 })).await;
    play(2, 3, json!({ "seats": 3, "ceremony": "server" })).await;
    play(3, 4, json!({ "seats": 4, "variant": "giog-wiki" })).await;
    play(
        4,
        2,
        json!({ "seats": 4, "options": { "general_ban": "behead" } }),
    )
    .await;
    play(5, 1, json!({ "seats": 3 })).await;
}

#[tokio::test]
async fn who_was_away_is_shown_too() {
    let server = TestServer::new().await;
    let mut table = began(
        &server,
        &["Lin", "Wu", "Mei"],
        json!({ "ceremony": "server", "stand_in": "default" }),
    )
    .await;
    let room = table.room.clone();
    let wu = table.people[1].token();
    let mut away = table.people.remove(1);
    away.in_room(&room, "leave").await;
    for conn in &mut table.people {
        conn.hear_event("away").await;
    }
    for _ in 0..3 {
        settle(&mut table.people).await;
        let able = table
            .people
            .iter_mut()
            .find_map(|conn| Some((default(&conn.now["you"]["decision"])?, conn)));
        let (action, conn) = able.expect("whoever is away is not waited for");
        conn.act(&room, action).await;
    }
    away.join(&room, None).await;
    for conn in &mut table.people {
        conn.hear_event("back").await;
    }
    table.people.insert(1, away);
    table.finish().await;
    let match_id = &table.match_id;
    let path = format!("/api/v1/matches/{match_id}/events?as=0");
    let shown = server.get_as(&wu, &path).await.ok(200);
    let told = table.people[0].events_of(match_id);
    assert!(told.iter().any(|event| event["do"] == "back"));
    assert_eq!(shown["events"].to_string(), Value::from(told).to_string());
}

#[tokio::test]
async fn an_abandoned_match_is_shown_up_to_its_end() {
    let mut settings = quiet();
    settings.times.untouched_ms = 1_000;
    settings.times.grace_ms = 1_000_000;
    let server = TestServer::with(settings, 0).await;
    let mut table = began(&server, &["Lin", "Wu"], json!({})).await;
    server.clock.advance(2_000);
    // Any input makes the room read the clock.
    server
        .get(&format!("/api/v1/rooms/{}", table.room))
        .await
        .ok(200);
    for conn in &mut table.people {
        conn.hear_event("abandoned").await;
    }
    check(&server, &table).await;
    let path = format!("/api/v1/matches/{}", table.match_id);
    let shown = server.get(&path).await.ok(200);
    assert_eq!(
        (&shown["status"], &shown["result"]["winners"]),
        (&json!("abandoned"), &json!(null))
    );
}

#[tokio::test]
async fn a_running_match_is_shown_as_far_as_it_has_come() {
    let server = TestServer::new().await;
    let mut table = began(&server, &["Lin", "Wu"], json!({ "ceremony": "server" })).await;
    let path = format!("/api/v1/matches/{}/events", table.match_id);
    let action = default(&table.people[0].now["you"]["decision"]);
    let leader = usize::from(action.is_none());
    let action = action.or_else(|| default(&table.people[1].now["you"]["decision"]));
    table.people[leader]
        .act(&table.room, action.expect("somebody leads"))
        .await;
    let own = server.get_as(&table.people[leader].token(), &path).await;
    assert_eq!(own.header("cache-control"), "no-store");
    let own = own.ok(200);
    let told = table.people[leader].events_of(&table.match_id);
    assert_eq!(own["seen_by"], leader);
    assert_eq!(own["events"].to_string(), Value::from(told).to_string());
    let as_own = server
        .get_as(
            &table.people[leader].token(),
            &format!("{path}?as={leader}"),
        )
        .await;
    assert_eq!(as_own.ok(200), own);
    let public = server.get(&path).await.ok(200);
    let as_spectator = server
        .get_as(
            &table.people[leader].token(),
            &format!("{path}?as=spectator"),
        )
        .await;
    assert_eq!(as_spectator.ok(200), public);
    insta::assert_json_snapshot!("events_running", public);
}

/// Moves a piece, and offers a draw that the other player declines: three events. Returns whether the match goes on.
async fn play_ply(table: &mut Table, dice: &mut Dice) -> bool {
    let Table { room, people, .. } = table;
    settle(people).await;
    let decides = |conn: &Conn| !conn.now["you"]["decision"].is_null();
    let Some(on_turn) = people.iter().position(decides) else {
        return false;
    };
    let may = &people[on_turn].now["you"]["decision"]["may"][0];
    let choices = may["choices"].as_array().expect("moves");
    let chosen = choices[dice.below(choices.len())].clone();
    let acts = [
        (on_turn, json!({ "do": "move", "move": chosen })),
        (on_turn, json!({ "do": "offer_draw" })),
        (1 - on_turn, json!({ "do": "decline_draw" })),
    ];
    for (index, act) in acts {
        people[index].act(room, act).await;
        settle(people).await;
        if people[0].now["you"].is_null() {
            return false;
        }
    }
    true
}

#[tokio::test]
async fn of_a_long_running_match_it_is_said_how_many_events_are_left_out() {
    let mut server_settings = quiet();
    server_settings.limits.requests_burst = NonZeroU32::new(10_000).expect("not zero");
    let server = TestServer::with(server_settings, 0).await;
    let settings = json!({ "variant": "xiangqi" });
    let mut table = began(&server, &["Lin", "Wu"], settings).await;
    let path = format!("/api/v1/matches/{}/events", table.match_id);
    let whole = server.get(&path).await.ok(200);
    assert_eq!(whole["events"][0]["do"], "start");
    assert!(whole["left_out"].is_null() && whole["snapshot"].is_null());
    let mut dice = Dice(1);
    for _ in 0..150 {
        assert!(play_ply(&mut table, &mut dice).await, "the match goes on");
    }
    let token = table.people[1].token();
    let shown = server.get_as(&token, &path).await.ok(200);
    let told = table.people[1].events_of(&table.match_id);
    let left_out = shown["left_out"].as_u64().expect("more than are kept");
    let left_out = usize::try_from(left_out).expect("few");
    assert!(left_out > 0);
    let rest = Value::from(told[left_out..].to_vec());
    assert_eq!(shown["events"].to_string(), rest.to_string());
    let info = format!("/api/v1/matches/{}", table.match_id);
    let info = server.get_as(&token, &info).await.ok(200);
    assert_eq!(shown["snapshot"], info["snapshot"]);
    assert_eq!(shown["snapshot"]["you"], 1);
}

#[tokio::test]
async fn a_match_has_no_more_seats_than_it_has() {
    let server = TestServer::new().await;
    let mut table = began(&server, &["Lin", "Wu"], json!({})).await;
    table.finish().await;
    let path = format!("/api/v1/matches/{}/events", table.match_id);
    for seat in ["2", "4", "5", "255"] {
        let reply = server.get(&format!("{path}?as={seat}")).await;
        assert_eq!(reply.problem(404), "no_such_seat", "{seat}");
    }
    insta::assert_json_snapshot!(
        "events_finished",
        server.get(&format!("{path}?as=1")).await.picture()
    );
}
