//! Rated matches: whatever statistics of pairs need of them, a server reads by itself.

use giog_review::tricks::occasions;
use giog_rules::Record;
use giog_server::Settings;
use giog_tests::{Database, Habits, Player, Seated, Server, Socket, Table, get, patiently, seed};
use serde_json::{Value, json};
use tokio::time::{Duration, sleep};

use crate::operator;

/// How often it is asked: many times as often as reading takes on a busy machine.
const ASKED: usize = 3_000;
/// The pause before a request is repeated that was refused for the moment.
const AGAIN: Duration = Duration::from_millis(20);

/// At rated tables of this server computer players come at once, and people of one address may meet.
pub fn settings() -> Settings {
    let mut settings = operator::settings();
    settings.shared_addresses = vec!["127.0.0.1".parse().expect("an address")];
    settings.times.rated_bots_ms = 1;
    settings.times.bot_delay_ms = 0;
    settings
}

/// Somebody at the rated table to which quick play leads them, as soon as the server knows all tables.
pub async fn seated(mut socket: Socket, welcome: &Value, token: &str, key: &str) -> Seated {
    let quick = json!({"type": "quick_play", "key": key, "variant": "giog", "rated": true});
    let asked = async {
        loop {
            let made = socket.ask(quick.clone()).await;
            if made["code"] != "busy" {
                return made;
            }
            sleep(AGAIN).await;
        }
    };
    let made = patiently("a rated table", asked).await;
    let room = made["room"].as_str().expect("a room");
    let habits = Habits {
        entropy: false,
        take_backs: true,
    };
    let mut player = Player::new(welcome, token, room, habits, seed());
    // Quick play sets ready, and after the match everybody stands up.
    player.willing = false;
    Seated { player, socket }
}

/// The occasions of a match as a server stores them: by chance a match may have none.
fn stored(record: &Record) -> String {
    let found = occasions(record).expect("a game with a net").into_iter();
    let stored = found.map(|of| {
        let (seat, from) = (of.seat.index(), of.from.index());
        json!([seat, from, of.took, of.gain, of.action, of.trick])
    });
    Value::Array(stored.collect()).to_string()
}

async fn are_read(database: Database) {
    let server = Server::start_on(database, settings()).await;
    let mut people = Vec::new();
    for name in ["Lin", "Mei"] {
        let (_, welcome) = Socket::greet(server.address, name).await;
        let token = welcome["token"].as_str().expect("a token").to_owned();
        let (socket, welcome) = Socket::come_back(server.address, &token).await;
        people.push(seated(socket, &welcome, &token, "0").await);
    }
    let room = people[0].player.join()["room"].as_str().map(str::to_owned);
    let mut table = Table {
        room: room.expect("a room"),
        people,
        watching: Vec::new(),
    };
    let path = format!("/api/v1/matches/{}", table.play_match().await);
    let info = patiently("a match", get(server.address, &path))
        .await
        .json();
    let changes = info["rated"]["changes"].as_array().expect("changes");
    assert_eq!(changes.len(), 2, "{info}");
    let record = get(server.address, &format!("{path}/record")).await;
    let record = serde_json::from_value(record.json()).expect("a record");
    // It has looked before there was a match, and looks again later or when it starts.
    let server = Server::start_on(server.stop_and_keep().await, settings()).await;
    let read = format!(
        "SELECT COUNT(*) FROM rated_matches WHERE occasions = '{}' AND $1 = $1",
        stored(&record)
    );
    let mut asked = 0;
    while server.database().count(&read, 0).await == 0 {
        asked += 1;
        assert!(asked < ASKED, "the occasions were never read");
        sleep(Duration::from_millis(100)).await;
    }
    let told = operator::admin(&server, &["--json", "pairs"]).await;
    let told: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(told["matches"], 1, "{told}");
    server.stop().await;
}

#[tokio::test]
async fn the_occasions_of_rated_matches_are_read_from_their_records_on_sqlite() {
    are_read(Database::sqlite()).await;
}

#[tokio::test]
async fn the_occasions_of_rated_matches_are_read_from_their_records_on_postgres() {
    are_read(Database::postgres().await).await;
}
