//! How people gather, up to the start of the tested match.

use giog_rules::fairness::{Entropy, entropy_commitment};
use giog_rules::{MatchId, Observer, Seat};
use serde_json::{Value, json};

use crate::script::act;
use crate::table::{PASSWORD, Person, Table};
use crate::test_server::TestServer;
use crate::truth::Truth;

/// The most actions of a match that is then abandoned: enough for hands and a trick or two.
const ACTIONS_BEFORE: usize = 15;
/// The most tricks of it: a match with long combinations may be over after four.
const TRICKS_BEFORE: usize = 2;
/// Long enough for a bot.
const BOT_MS: u64 = 3_000;
/// Longer than a match may be without actions.
const ABANDONED_MS: u64 = 8 * 24 * 3_600_000;

/// Everybody joins, takes a seat and gets ready, so that a match starts; another one may have been abandoned before.
pub async fn gather(table: &Table, server: &mut TestServer) {
    for person in table.guests() {
        enter(table, server, person).await;
    }
    server.arrive(table.outsider()).await;
    server.depart(table.outsider()).await;
    for seat in table.seats().skip(table.peoples_seats().count()) {
        let add = json!({ "type": "add_bot", "seat": seat, "level": table.level });
        server.ask_room(Person(0), add).await;
    }
    if table.rematch {
        begin(table, server, |seat| Person(seat.index())).await;
        abandon(table, server).await;
        server.ask_room(Person(0), json!({ "type": "stand" })).await;
        server
            .ask_room(Person(1), json!({ "type": "sit", "seat": 0 }))
            .await;
        server
            .ask_room(Person(0), json!({ "type": "sit", "seat": 1 }))
            .await;
    }
    begin(table, server, |seat| table.person(seat)).await;
}

async fn enter(table: &Table, server: &mut TestServer, person: Person) {
    server.arrive(person).await;
    let Person(number) = person;
    if number == 0 {
        let create = json!({ "type": "create_room", "key": "table", "settings": table.settings() });
        server.say(person, create).await;
        server.room = server.room_of(person);
    } else {
        let join = json!({ "type": "join", "password": PASSWORD });
        server.ask_room(person, join).await;
    }
    if number < table.seats {
        server
            .ask_room(person, json!({ "type": "sit", "seat": number }))
            .await;
    }
}

/// All get ready, some with entropy.
async fn begin(table: &Table, server: &mut TestServer, person: impl Fn(Seat) -> Person) {
    let entries = server.store().entries_after(&mut 0);
    let next = entries.iter().rfind(|entry| entry["e"] == "next");
    let id = next.expect("the next match has an id")["match_id"].clone();
    id.as_str()
        .expect("ids are texts")
        .clone_into(&mut server.match_id);
    let match_id: MatchId = serde_json::from_value(id).expect("an id");
    let gives = |seat: &Seat| table.entropy[seat.index()];
    for seat in table.peoples_seats() {
        let mut ready = json!({ "type": "ready", "match_id": match_id });
        if gives(&seat) {
            let commitment = entropy_commitment(match_id, seat, &entropy(seat));
            ready["entropy_commitment"] = json!(commitment);
        }
        server.ask_room(person(seat), ready).await;
    }
    for seat in table.peoples_seats().filter(gives) {
        let entropy = entropy(seat).to_string();
        let open: Value =
            json!({ "type": "open_entropy", "match_id": match_id, "entropy": entropy });
        server.ask_room(person(seat), open).await;
    }
}

/// Plays a few actions, and then nobody acts for days.
async fn abandon(table: &Table, server: &mut TestServer) {
    let mut seen = 0;
    let mut truth = Truth::new(&server.opening());
    for _ in 0..ACTIONS_BEFORE {
        truth.learn(&server.store().entries_after(&mut seen));
        if truth
            .game
            .view(Observer::Spectator)
            .tricks()
            .expect("a trick game")
            .tricks
            .len()
            >= TRICKS_BEFORE
        {
            break;
        }
        let mut waiting = table.peoples_seats();
        let Some(seat) = waiting.find(|seat| truth.game.waits_for(*seat)) else {
            server.wait(BOT_MS).await;
            continue;
        };
        let default = truth
            .game
            .default_action(seat)
            .expect("whoever is waited for can act");
        let turn = truth.turns[seat.index()];
        server
            .ask_room(Person(seat.index()), act(turn, &default))
            .await;
    }
    server.wait(ABANDONED_MS).await;
    let entries = server.store().entries_after(&mut seen);
    assert!(
        entries.iter().any(|entry| entry["e"] == "abandoned"),
        "a match that nobody touches is not abandoned"
    );
}

fn entropy(seat: Seat) -> Entropy {
    Entropy::new(vec![u8::from(seat) + 1; 8]).expect("at most 64 bytes")
}
