//! Rated quick play, and what REST says of ratings.

use axum::http::Method;
use giog_rules::fairness::{Signature, Signer, verify_season};
use serde_json::{Value, json};

use crate::common::{Conn, TestServer, quiet, settle};

/// A new guest from a network of their own.
pub async fn guest(server: &TestServer, number: u8) -> Conn {
    let address = std::net::Ipv4Addr::new(198, 51, 100, number);
    let mut conn = server.connect_from(address.into());
    conn.greet(json!({ "protocol": 1, "name": format!("p{number}") }))
        .await;
    conn
}

/// A rated match of xiangqi that the first person loses; returns its id.
pub async fn played(server: &TestServer, people: &mut [Conn; 2], key: &str) -> String {
    let mut room = Value::Null;
    for conn in &mut *people {
        conn.events.clear();
        conn.now = Value::Null;
        let quick =
            json!({ "type": "quick_play", "key": key, "variant": "xiangqi", "rated": true });
        room = conn.say(quick).await["room"].take();
    }
    // Whoever comes last is shown the match in a snapshot.
    let start = people[0].hear_event("start").await;
    let match_id = start["match_id"].as_str().expect("a match").to_owned();
    for conn in &mut *people {
        conn.hear_until(|conn| !conn.now["you"]["turn"].is_null())
            .await;
    }
    settle(people).await;
    let room = room.as_str().expect("a room");
    people[0].act(room, json!({ "do": "resign" })).await;
    for conn in people {
        conn.hear_event("finished").await;
    }
    server.clock.advance(60_000);
    match_id
}

async fn ratings(server: &TestServer, player: &str) -> Value {
    let path = format!("/api/v1/players/{player}/ratings");
    server.get(&path).await.ok(200)
}

#[tokio::test]
async fn a_rated_match_is_in_its_answer_in_the_ladder_and_with_its_players() {
    let server = TestServer::new().await;
    let mut people = [guest(&server, 1).await, guest(&server, 2).await];
    let [loser, winner] = [people[0].player(), people[1].player()];
    let first = played(&server, &mut people, "1").await;
    // It is there as soon as people are told that the match is over.
    let info = server
        .get(&format!("/api/v1/matches/{first}"))
        .await
        .ok(200);
    let rated = &info["rated"];
    assert_eq!(rated["unrated"], Value::Null);
    let changes = rated["changes"].as_array().expect("changes");
    assert_eq!(changes.len(), 2);
    let of = |player: &str| changes.iter().find(|one| one["player"] == player);
    let (won, lost) = (of(&winner).expect("rated"), of(&loser).expect("rated"));
    assert_eq!([&won["rank"], &lost["rank"]], [&json!(1), &json!(2)]);
    for one in [won, lost] {
        assert_eq!(one["before"], json!({ "points": 1500, "plus_minus": 667 }));
        assert_eq!(one["provisional"], true);
    }
    let points = |rating: &Value| rating["points"].as_i64().expect("points");
    assert!(points(&won["after"]) > 1500 && points(&lost["after"]) < 1500);
    let record = server
        .get(&format!("/api/v1/matches/{first}/record"))
        .await
        .ok(200);
    assert!(!record.to_string().contains("rated"));

    let second = played(&server, &mut people, "2").await;
    let own = ratings(&server, &winner).await;
    assert_eq!(own["hidden"], false);
    let pool = &own["ratings"][0];
    assert_eq!(pool["variant"], "xiangqi");
    assert_eq!(
        [&pool["seats"], &pool["clock"]],
        [&json!("2"), &json!("live")]
    );
    assert_eq!(pool["matches"], 2);
    let seen = pool["changes"].as_array().expect("changes");
    let seen: Vec<&Value> = seen.iter().map(|change| &change["match_id"]).collect();
    assert_eq!(seen, [&json!(first), &json!(second)]);
    assert_eq!(pool["changes"][1]["points"], pool["points"]);
    let ladder = server.get("/api/v1/ladders/xiangqi").await.ok(200);
    let places = ladder["places"].as_array().expect("places");
    let places: Vec<&Value> = places.iter().map(|place| &place["player"]).collect();
    assert_eq!(places, [&json!(winner), &json!(loser)]);
    assert_eq!(ladder["places"][0]["name"], "p2");
    let page = server.get("/api/v1/ladders/xiangqi?limit=1").await.ok(200);
    let next = page["next"].as_str().expect("another page");
    let page = format!("/api/v1/ladders/xiangqi?limit=1&cursor={next}");
    let page = server.get(&page).await.ok(200);
    assert_eq!(page["places"][0]["player"], json!(loser));
    assert_eq!(page["next"], Value::Null);
    // Where two play, nobody is compared to a computer player.
    assert_eq!(page["anchors"], json!([]));
}

#[tokio::test]
async fn a_ladder_has_the_computer_players_that_people_are_compared_to() {
    let server = TestServer::new().await;
    let ladder = server.get("/api/v1/ladders/giog").await.ok(200);
    let anchors = ladder["anchors"].as_array().expect("anchors");
    let levels = anchors.iter().map(|one| (&one["level"], &one["plays"]));
    let told = |level, plays| (json!(level), json!(plays));
    let expected = [
        told("strong", false),
        told("club", true),
        told("simple", false),
    ];
    let levels: Vec<_> = levels
        .map(|(level, plays)| (level.clone(), plays.clone()))
        .collect();
    assert_eq!(levels, expected);
    let points = anchors.iter().map(|one| one["points"].as_i64());
    assert!(points.is_sorted_by(|one, other| one > other), "{anchors:?}");
    let unit = json!({ "level": "simple", "points": 1500, "plus_minus": 0, "plays": false });
    assert_eq!(anchors[2], unit);
    let days = server.get("/api/v1/ladders/giog?clock=days").await.ok(200);
    assert_eq!(days["anchors"], json!([]));
    // What clients say of it before anybody sits down.
    let limits = server.get("/api/v1/server").await.ok(200)["limits"].take();
    assert_eq!(limits["rated_bots_ms"], 60_000);
}

#[tokio::test]
async fn who_hides_the_rating_sees_it_alone() {
    let server = TestServer::new().await;
    let mut people = [guest(&server, 1).await, guest(&server, 2).await];
    let winner = people[1].player();
    let id = played(&server, &mut people, "1").await;
    let token = people[1].token();
    let hide = async |token: Option<&str>, hidden: bool| {
        let body = json!({ "hidden": hidden });
        let path = "/api/v1/guests/me/rating";
        server.send(Method::PUT, path, token, body).await
    };
    assert_eq!(hide(None, true).await.ok(401)["code"], "token_wanted");
    let hidden = hide(Some(&token), true).await;
    assert_eq!(hidden.status, 204);
    let seen = ratings(&server, &winner).await;
    assert_eq!(
        [&seen["hidden"], &seen["ratings"]],
        [&json!(true), &json!([])]
    );
    let path = format!("/api/v1/players/{winner}/ratings");
    let own = server.get_as(&token, &path).await.ok(200);
    assert_eq!(own["ratings"][0]["matches"], 1);
    let info = server.get(&format!("/api/v1/matches/{id}")).await.ok(200);
    let changes = info["rated"]["changes"].as_array().expect("changes");
    assert!(changes.len() == 1 && changes[0]["player"] != json!(winner));
    let ladder = server.get("/api/v1/ladders/xiangqi").await.ok(200);
    assert_eq!(ladder["places"].as_array().map(Vec::len), Some(1));
    let shown = hide(Some(&token), false).await;
    assert_eq!(shown.status, 204);
    let ladder = server.get("/api/v1/ladders/xiangqi").await.ok(200);
    assert_eq!(ladder["places"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn ladders_that_cannot_be_are_refused_and_others_may_be_empty() {
    let server = TestServer::new().await;
    let empty = server.get("/api/v1/ladders/giog?seats=3").await.ok(200);
    assert_eq!(
        [&empty["seats"], &empty["places"], &empty["clock"]],
        [&json!("3"), &json!([]), &json!("live")]
    );
    let usual = server.get("/api/v1/ladders/giog?clock=days").await.ok(200);
    assert_eq!(
        [&usual["seats"], &usual["clock"]],
        [&json!("4-5"), &json!("days")]
    );
    let none = server.get("/api/v1/ladders/chess").await;
    assert_eq!(none.ok(404)["code"], "no_such_variant");
    for query in ["seats=9", "limit=0", "limit=101", "cursor=x", "clock=slow"] {
        let bad = server.get(&format!("/api/v1/ladders/giog?{query}")).await;
        assert_eq!(bad.ok(400)["code"], "bad_parameter", "{query}");
    }
    let nobody = "00000000-0000-4000-8000-000000000000";
    assert_eq!(ratings(&server, nobody).await["ratings"], json!([]));
}

#[tokio::test]
async fn a_season_ends_with_a_signed_table_and_the_next_one_begins_with_the_next_match() {
    const DAY_MS: i64 = 24 * 3_600_000;
    let server = TestServer::new().await;
    let signer = Signer::new(&[7; 32]);
    let mut people = [guest(&server, 1).await, guest(&server, 2).await];
    let [loser, winner] = [people[0].player(), people[1].player()];
    let first = played(&server, &mut people, "1").await;
    let rated = server
        .get(&format!("/api/v1/matches/{first}"))
        .await
        .ok(200);
    let dans = rated["rated"]["changes"]
        .as_array()
        .expect("changes")
        .iter();
    let mut dans = dans.map(|one| {
        (
            &one["dan"]["before"]["points"],
            &one["dan"]["after"]["points"],
        )
    });
    assert!(dans.any(|dan| dan == (&json!(0), &json!(40))));
    let before = ratings(&server, &winner).await["ratings"][0].take();
    assert_eq!(before["season"], "2026-q1");
    assert_eq!(
        before["dan"],
        json!({ "dan": 1, "points": 40, "goal": 100 })
    );

    // The season is over, but matches of it may still be stored.
    server.clock.advance(90 * DAY_MS);
    giog_server::make_season_tables(&server.app, &signer)
        .await
        .expect("done");
    let path = "/api/v1/ladders/xiangqi/seasons/2026-q1";
    assert_eq!(server.get(path).await.ok(404)["code"], "no_such_season");
    server.clock.advance(2 * DAY_MS);
    for _ in 0..2 {
        giog_server::make_season_tables(&server.app, &signer)
            .await
            .expect("done");
    }
    let table = server.get(path).await.ok(200);
    let places = table["table"]["places"].as_array().expect("places");
    let ids: Vec<&Value> = places.iter().map(|place| &place["player"]).collect();
    assert_eq!(ids, [&json!(winner), &json!(loser)]);
    assert_eq!(places[0]["points"], before["points"]);
    assert_eq!(table["names"][0]["name"], "p2");
    assert_eq!(table["table"]["ended_at"], "2026-04-01T00:00:00.000Z");
    let (mut table, signature) = (table["table"].clone(), table["signature"].clone());
    let signature: Signature = serde_json::from_value(signature).expect("a signature");
    let holds = |table: &Value| verify_season(&signer.public_key(), table, &signature);
    assert!(holds(&table));
    table["places"][0]["matches"] = json!(2);
    assert!(!holds(&table));

    let ladder = server.get("/api/v1/ladders/xiangqi").await.ok(200);
    assert_eq!(
        [&ladder["season"], &ladder["places"], &ladder["seasons"]],
        [&json!("2026-q2"), &json!([]), &json!(["2026-q1"])]
    );
    assert_eq!(ladder["season_ends_at"], "2026-07-01T00:00:00.000Z");
    let begins = ratings(&server, &winner).await["ratings"][0].take();
    let points = |rating: &Value| rating["points"].as_i64().expect("points") - 1_500;
    assert_eq!(points(&begins), points(&before) * 3 / 4);
    assert_eq!(begins["past"], json!([]));
    played(&server, &mut people, "2").await;
    let after = ratings(&server, &winner).await["ratings"][0].take();
    assert_eq!(
        [&after["season"], &after["matches"]],
        [&json!("2026-q2"), &json!(2)]
    );
    assert_eq!(after["past"][0]["season"], "2026-q1");
    assert_eq!(after["past"][0]["points"], before["points"]);
    let ladder = server.get("/api/v1/ladders/xiangqi").await.ok(200);
    assert_eq!(ladder["places"][0]["matches"], 1);
    for path in [
        "xiangqi/seasons/2026-q2",
        "xiangqi/seasons/spring",
        "giog/seasons/2026-q1",
    ] {
        let none = server.get(&format!("/api/v1/ladders/{path}")).await;
        assert_eq!(none.ok(404)["code"], "no_such_season", "{path}");
    }
}

/// A server at whose rated tables computer players sit down as soon as time passes.
async fn with_anchors() -> TestServer {
    let mut settings = quiet();
    settings.times.rated_bots_ms = 1;
    TestServer::with(settings, 0).await
}

fn rated_play(variant: &str) -> Value {
    json!({ "type": "quick_play", "key": "k", "variant": variant, "rated": true })
}

#[tokio::test]
async fn of_a_match_among_computer_players_people_alone_are_rated() {
    let server = with_anchors().await;
    let mut people = [guest(&server, 1).await, guest(&server, 2).await];
    for conn in &mut people {
        conn.say(rated_play("supply-chess")).await;
    }
    server.clock.advance(10);
    let room = people[0].say(rated_play("supply-chess")).await["room"].take();
    let start = people[1].hear_event("start").await;
    let match_id = start["match_id"].as_str().expect("a match").to_owned();
    for conn in &mut people {
        conn.hear_until(|conn| !conn.now["you"]["turn"].is_null())
            .await;
    }
    let room = room.as_str().expect("a room");
    people[0].act(room, json!({ "do": "resign" })).await;
    for conn in &mut people {
        conn.hear_event("finished").await;
    }
    let path = format!("/api/v1/matches/{match_id}");
    let info = server.get(&path).await.ok(200);
    let players = info["players"].as_array().expect("players");
    let bots = players.iter().filter(|player| player["bot"] == "simple");
    assert_eq!((players.len(), bots.count()), (4, 2));
    assert_eq!(info["rated"]["unrated"], Value::Null);
    let changes = info["rated"]["changes"].as_array().expect("changes");
    let rated = changes.iter().map(|one| one["player"].as_str());
    let (one, other) = (people[0].player(), people[1].player());
    assert_eq!(changes.len(), 2);
    assert!(
        rated
            .clone()
            .all(|id| id == Some(&one) || id == Some(&other))
    );
    let ladder = server.get("/api/v1/ladders/supply-chess").await.ok(200);
    assert_eq!(ladder["places"].as_array().map(Vec::len), Some(2));
    let unit = json!([{ "level": "simple", "points": 1500, "plus_minus": 0, "plays": true }]);
    assert_eq!(ladder["anchors"], unit);
}

/// They are led to tables of their own, and wait; no computer player comes to one of them.
#[tokio::test]
async fn people_of_one_address_have_no_rated_match_however_many_and_with_computer_players() {
    let server = with_anchors().await;
    for variant in ["xiangqi", "giog"] {
        let mut people = Vec::new();
        let mut rooms = std::collections::BTreeSet::new();
        for number in 0..10 {
            let mut conn = server.person(&format!("p{number}")).await;
            let room = conn.say(rated_play(variant)).await["room"].take();
            rooms.insert(room.to_string());
            people.push(conn);
        }
        assert_eq!(rooms.len(), people.len());
        server.clock.advance(600_000);
        for conn in &mut people {
            let room = conn.say(rated_play(variant)).await["room"].take();
            let path = format!("/api/v1/rooms/{}", room.as_str().expect("a room"));
            let room = server.get(&path).await.ok(200);
            assert_eq!(room["phase"], "gathering", "{room}");
        }
        let ladder = server.get(&format!("/api/v1/ladders/{variant}")).await;
        assert_eq!(ladder.ok(200)["places"], json!([]));
    }
}
