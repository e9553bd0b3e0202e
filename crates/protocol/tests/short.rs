//! The short forms of `news`, as in docs/PROTOCOL.md. The simulation of rooms checks in whole matches that they have the same contents as
//! the objects.

use giog_protocol::server::{News, RoomEvent, ServerMessage, short};
use serde_json::{Value, json};

const DIGEST: &str = "656963c99871ab833a4f28bbfa4845b0aa2665134a5b232b4b78dedef6cf8163";
const SHORT_DIGEST: &str = "ZWljyZhxq4M6Tyi7-khFsKomZRNKWyMrS3je3vbPgWM";
const NONCE: &str = "fae66386bcd6feac551b886606a60a89";
const SHORT_NONCE: &str = "-uZjhrzW_qxVG4hmBqYKiQ";

/// The event with these fields in addition to those of every play.
fn play(more: &Value) -> Value {
    let mut event =
        json!({"do": "play", "seat": 1, "trick": 2, "lead": false, "count": 1, "at_ms": 16});
    let event_fields = event.as_object_mut().expect("an object");
    event_fields.extend(more.as_object().expect("fields").clone());
    event
}

fn trick(plays: &Value, shown: &Value, opened: &Value) -> Value {
    let mut event = json!({
        "do": "trick", "trick": 2, "leader": 0, "type": "single", "plays": plays, "shown": shown, "winner": 0,
        "won_by": "highest", "captured": [3, 0, 0], "beheaded": [1], "at_ms": 16
    });
    if opened != &json!([]) {
        event["opened"] = opened.clone();
    }
    event
}

/// Checks that the short form of an event is this one, or that it has none.
fn check_event(full: &Value, expected: Option<&Value>) {
    let event: RoomEvent = serde_json::from_value(full.clone()).expect("an event");
    let mut bytes = Vec::new();
    let has = short::write_event(&mut bytes, &event);
    assert_eq!(has, expected.is_some(), "{full}");
    if let Some(expected) = expected {
        let written: Value = serde_json::from_slice(&bytes).expect("JSON");
        assert_eq!(&written, expected);
        let read = short::read_event(written).expect("read");
        assert_eq!(serde_json::to_value(read).expect("JSON"), *full);
    } else {
        assert_eq!(bytes, b"");
    }
}

#[test]
fn plays_are_lists() {
    let sealed = json!({"trick": 2, "seat": 1, "attempt": 0, "commitment": DIGEST});
    let others = play(&json!({"sealed": sealed}));
    check_event(
        &others,
        Some(&json!(["play", 16, 1, 2, 1, 0, SHORT_DIGEST])),
    );
    let led = play(&json!({"sealed": sealed, "lead": true, "type": "single", "by": "bot"}));
    let list = json!(["play", 16, 1, 2, 1, 0, SHORT_DIGEST, "single", "bot"]);
    check_event(&led, Some(&list));
    let mut own = sealed.clone();
    own["nonce"] = NONCE.into();
    let own = play(&json!({"sealed": own, "pieces": "p"}));
    let list = json!([
        "play",
        16,
        1,
        2,
        1,
        0,
        SHORT_DIGEST,
        null,
        null,
        "p",
        SHORT_NONCE
    ]);
    check_event(&own, Some(&list));
    let up = play(&json!({"up": true, "pieces": "p"}));
    let list = json!(["play", 16, 1, 2, 1, null, null, null, null, "p"]);
    check_event(&up, Some(&list));
    check_event(&play(&json!({"up": true, "sealed": sealed})), None);
    check_event(&play(&json!({})), None);
    let of_another = json!({"trick": 2, "seat": 0, "attempt": 0, "commitment": DIGEST});
    check_event(&play(&json!({"sealed": of_another})), None);
    check_event(&json!({"do": "away", "seat": 1}), None);
}

#[test]
fn tricks_are_lists() {
    let (plays, shown) = (json!(["P", "p", null]), json!([true, true, false]));
    let list = |opened: Value| {
        json!([
            "trick",
            16,
            2,
            0,
            "single",
            plays,
            [2],
            0,
            "highest",
            [3, 0, 0],
            [1],
            opened
        ])
    };
    check_event(&trick(&plays, &shown, &json!([])), Some(&list(json!([]))));
    let opens = |seat: u8, text: &str| json!([{"trick": 2, "seat": seat, "attempt": 3, "text": text, "nonce": NONCE}]);
    let expected = list(json!([[1, 3, SHORT_NONCE]]));
    check_event(&trick(&plays, &shown, &opens(1, "p")), Some(&expected));
    let first = |seat: u8, text: &str| json!({"trick": 2, "seat": seat, "attempt": 0, "text": text, "nonce": NONCE});
    let expected = list(json!([SHORT_NONCE, SHORT_NONCE]));
    let opened = json!([first(0, "P"), first(1, "p")]);
    check_event(&trick(&plays, &shown, &opened), Some(&expected));
    // Not in its place.
    let expected = list(json!([[1, 0, SHORT_NONCE]]));
    let opened = json!([first(1, "p")]);
    check_event(&trick(&plays, &shown, &opened), Some(&expected));
    let no_such_seat = json!([
        "trick",
        16,
        2,
        0,
        "single",
        plays,
        [2],
        0,
        "highest",
        [3, 0, 0],
        [1],
        [SHORT_NONCE, SHORT_NONCE, SHORT_NONCE, SHORT_NONCE]
    ]);
    assert!(short::read_event(no_such_seat).is_err());
    check_event(&trick(&plays, &shown, &opens(1, "P")), None);
    check_event(&trick(&plays, &shown, &opens(2, "p")), None);
}

const ID: &str = "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10";
const SHORT_ID: &str = "atK0ok5bTLOnpjtrWw9_EA";

#[test]
fn what_comes_a_few_times_in_a_match_is_a_list() {
    let check = |full: Value, expected: Value| check_event(&full, Some(&expected));
    check(json!({"do": "ready", "seat": 2}), json!(["ready", 2]));
    check(
        json!({"do": "next", "match_id": ID, "seed_commitment": DIGEST}),
        json!(["next", SHORT_ID, SHORT_DIGEST]),
    );
    check(
        json!({"do": "finished", "match_id": ID, "server_seed": DIGEST}),
        json!(["finished", SHORT_ID, SHORT_DIGEST]),
    );
    check(
        json!({"do": "reveal", "seat": 1, "stack": 15, "piece": "R", "by": "server", "at_ms": 4}),
        json!(["reveal", 4, "server", 1, 15, "R"]),
    );
    check(
        json!({"do": "take", "seat": 1, "stack": 15, "at_ms": 4}),
        json!(["take", 4, "player", 1, 15]),
    );
    check(
        json!({"do": "ordered", "order": [1, 0], "at_ms": 4}),
        json!(["ordered", 4, "player", [1, 0]]),
    );
    let dealt = |hand: Value| {
        let mut dealt = json!({"do": "dealt", "taken": [[1], [2]], "at_ms": 4});
        dealt
            .as_object_mut()
            .expect("an object")
            .extend(hand.as_object().expect("an object").clone());
        dealt
    };
    check(dealt(json!({})), json!(["dealt", 4, "player", [[1], [2]]]));
    check(
        dealt(json!({"hand": "KAp"})),
        json!(["dealt", 4, "player", [[1], [2]], "KAp"]),
    );
    check(
        dealt(json!({"hand_size": 3})),
        json!(["dealt", 4, "player", [[1], [2]], null, 3]),
    );
    check_event(
        &json!({"do": "take_back", "seat": 1, "trick": 2, "at_ms": 4}),
        None,
    );
}

#[test]
fn the_start_and_the_score_table_are_lists() {
    let signature = format!("{DIGEST}{DIGEST}");
    let short_signature =
        "ZWljyZhxq4M6Tyi7-khFsKomZRNKWyMrS3je3vbPgWNlaWPJmHGrgzpPKLv6SEWwqiZlE0pbIytLeN7e9s-BYw";
    let options = json!({"general_ban": "refuse", "beheading": "forfeit"});
    let start = json!({
        "do": "start", "match_id": ID, "rules": 1, "variant": "giog", "seats": 2, "options": options, "ceremony": "server",
        "previous": null, "players": [{"id": ID}, {"bot": "giog-1"}], "seed_commitment": DIGEST,
        "entropy_commitments": ["", DIGEST], "entropy": ["", "00ff"], "start_signature": signature, "signer": DIGEST
    });
    let list = json!([
        "start", SHORT_ID, 1, "giog", 2, options, "server", null, [SHORT_ID, {"bot": "giog-1"}], SHORT_DIGEST,
        ["", DIGEST], ["", "00ff"], short_signature, SHORT_DIGEST
    ]);
    check_event(&start, Some(&list));
    let mut rematch = start;
    rematch["previous"] = ID.into();
    let mut list_of_rematch = list;
    list_of_rematch[7] = SHORT_ID.into();
    check_event(&rematch, Some(&list_of_rematch));
    let bot = json!({"bot": "giog-1"});
    let series = json!({"do": "series", "matches": 3, "rows": [
        {"occupant": {"player": ID, "name": "Lin", "tag": "TAG"}, "seat": null, "played": 3, "won": 1, "shared": 2, "captured": 9, "score": null},
        {"occupant": bot, "seat": 1, "played": 3, "won": 0, "shared": 2, "score": -4}
    ]});
    // The tag follows from the id.
    let read: RoomEvent = serde_json::from_value(series).expect("an event");
    let series = serde_json::to_value(read).expect("JSON");
    let tag = &series["rows"][0]["occupant"]["tag"];
    let list = json!([
        "series",
        3,
        [
            [[SHORT_ID, "Lin", tag], null, 3, 1, 2, 9, null],
            [bot, 1, 3, 0, 2, null, -4]
        ]
    ]);
    check_event(&series, Some(&list));
}

/// Checks that a `now` has this short form, or none.
fn check_now(full: &Value, expected: Option<&Value>) {
    let now = short::now(full).expect("read in full").expect("there");
    let mut bytes = Vec::new();
    let has = short::write_now(&mut bytes, &now);
    assert_eq!(has, expected.is_some(), "{full}");
    if let Some(expected) = expected {
        let written: Value = serde_json::from_slice(&bytes).expect("JSON");
        assert_eq!(&written, expected);
        let read = short::now(written).expect("read").expect("there");
        assert_eq!(serde_json::to_value(read).expect("JSON"), *full);
    }
}

#[test]
fn what_is_waited_for_is_a_list() {
    let none = json!({"deciding": [], "you": null});
    check_now(&none, Some(&json!([[]])));
    let deciding = json!([
        {"seat": 0, "left_ms": null, "bank_ms": null},
        {"seat": 1, "left_ms": 8, "bank_ms": null},
        {"seat": 2, "left_ms": 9, "bank_ms": 4}
    ]);
    let waiting = json!({"deciding": deciding, "you": {"turn": 7, "decision": null}});
    check_now(&waiting, Some(&json!([[0, [1, 8], [2, 9, 4]], 7])));
    let asked = |decision: Value| json!({"deciding": [], "you": {"turn": 7, "decision": decision}});
    let back = json!({"decision": 3, "must": false, "stage": "play", "do": "take_back", "trick": 1, "pieces": "p", "default": null});
    check_now(
        &asked(back),
        Some(&json!([[], 7, ["take_back", 3, 1, "p"]])),
    );
    let follows = json!({
        "decision": 3, "must": true, "stage": "play", "do": "play", "trick": 1, "lead": false, "type": "single", "count": 1,
        "generals": "free", "plays": ["p"], "default": {"do": "play", "pieces": "p"}
    });
    let list = json!([[], 7, ["play", 3, 1, "single", 1, "free", ["p"], "p"]]);
    check_now(&asked(follows), Some(&list));
    let mut leads = asked(json!({
        "decision": 3, "must": true, "stage": "play", "do": "play", "trick": 1, "lead": true, "type": null, "count": null,
        "generals": "refused", "plays": null, "default": {"do": "play", "pieces": "p"}
    }));
    leads["you"]["choices"] = 40.into();
    let list = json!([[], 7, ["play", 3, 1, null, null, "refused", null, "p"], 40]);
    check_now(&leads, Some(&list));
    let take = json!({"decision": 0, "must": true, "stage": "ceremony", "do": "take", "stacks": [1], "default": {"do": "take", "stack": 1}});
    check_now(&asked(take.clone()), Some(&json!([[], 7, take])));
    let mut starts = none;
    starts["start_left_ms"] = 3.into();
    check_now(&starts, Some(&json!([[], null, null, null, 3])));
    starts["bots_left_ms"] = 4.into();
    check_now(&starts, Some(&json!([[], null, null, null, 3, 4])));
}

#[test]
fn news_are_read_in_either_form_and_what_is_neither_is_refused() {
    let read = |event: Value, now: Value| -> Result<News, serde_json::Error> {
        let news = json!({"type": "news", "room": 0, "seq": 1, "events": [event], "now": now});
        match serde_json::from_value(news)? {
            ServerMessage::News(news) => Ok(*news),
            other => panic!("{other:?} are no news"),
        }
    };
    let event = json!({"do": "away", "seat": 1});
    let now = json!({"deciding": [], "you": null});
    let full = read(event.clone(), now.clone()).expect("in full");
    assert_eq!(read(event.clone(), json!([[]])).expect("in short"), full);
    for wrong in [
        json!(["dance"]),
        json!([]),
        json!(["play", 16, 1, 2, 1, 0]),
        json!(["play", 16, 1, 2, 1, 0, &SHORT_DIGEST[1..]]),
        json!(["play", 16, 1, 2, 1, 0, DIGEST]),
    ] {
        assert!(read(wrong.clone(), now.clone()).is_err(), "{wrong}");
    }
    for wrong in [
        json!([]),
        json!([[], 7, ["dance", 1]]),
        json!([[], 7, null, null, 1, 2, 3]),
    ] {
        assert!(read(event.clone(), wrong.clone()).is_err(), "{wrong}");
    }
}
