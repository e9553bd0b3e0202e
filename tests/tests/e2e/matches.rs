//! Whole matches, from the creation of a room to the verification of the record.

use giog_client::{Client, ClientOptions, ReceiptKeeper, RoomMirror};
use giog_protocol::SettingsInput;
use giog_rooms::Random as _;
use giog_rules::{Record, tricks};
use giog_tests::{Chance, Database, Proven, Server, Table, check_record, quick, seed};
use serde_json::{Value, json};

use crate::games::facts;

/// All kinds of tables: every game, each number of seats, both ceremonies, every value of every option, with
/// and without bots, entropy and spectators.
struct Sort {
    settings: Value,
    /// For each person whether they add entropy; all other seats have bots.
    entropy: &'static [bool],
    watching: usize,
}

fn settings(variant: &str, seats: u8, ceremony: &str, options: &Value) -> Value {
    json!({
        "variant": variant,
        "seats": seats,
        "ceremony": ceremony,
        "options": options,
        "clock": {"kind": "none"},
        "reveal_pause_ms": 0,
    })
}

fn sorts() -> Vec<Sort> {
    let sort = |settings, entropy, watching| Sort {
        settings,
        entropy,
        watching,
    };
    let usual = json!({});
    let (refuse, behead) = (
        json!({"general_ban": "refuse"}),
        json!({"general_ban": "behead"}),
    );
    let (forfeit, last) = (
        json!({"beheading": "forfeit"}),
        json!({"beheading": "last"}),
    );
    let harsh = json!({"general_ban": "behead", "beheading": "forfeit"});
    let table = json!({"general_ban": "behead", "beheading": "last"});
    let (two, three, four) = (
        &[true, false],
        &[true, true, false],
        &[false, true, false, true],
    );
    let mut sorts = vec![
        sort(settings("giog", 4, "players", &usual), four, 2),
        sort(settings("giog-wiki", 4, "server", &usual), four, 1),
        sort(settings("giog", 2, "players", &refuse), two, 1),
        sort(settings("giog", 3, "server", &behead), three, 1),
        sort(settings("giog-wiki", 2, "server", &forfeit), two, 0),
        sort(settings("giog-wiki", 3, "players", &last), three, 0),
        sort(settings("giog", 2, "server", &harsh), &[false, false], 0),
        sort(settings("giog-wiki", 4, "players", &table), &[true; 4], 0),
        sort(settings("giog", 4, "players", &table), &[true], 1),
        sort(settings("giog-wiki", 3, "players", &harsh), &[false], 0),
        sort(settings("giog", 3, "server", &usual), &[true, false], 1),
    ];
    sorts.extend(others());
    sorts
}

/// The other trick games, with different numbers of players and values of options.
fn others() -> impl Iterator<Item = Sort> {
    const ENTROPY: [&[bool]; 4] = [&[true, false], &[true, true, false], &[true; 4], &[true; 5]];
    let giog = [tricks::Variant::Giog, tricks::Variant::GiogWiki];
    let games = tricks::Variant::ALL.into_iter();
    let games = games.filter(move |game| !giog.contains(game)).enumerate();
    games.flat_map(|(number, game)| {
        let tables = facts(game).tables.iter().take(2).enumerate();
        tables.map(move |(turn, &seats)| {
            // Games without choices have the ceremony of the players.
            let settled = facts(game).is_settled_for(seats as u64);
            let by_server = (number + turn) % 3 == 0 && !settled;
            let ceremony = if by_server { "server" } else { "players" };
            let options = match turn {
                1 if game.bans_generals() => {
                    json!({"general_ban": "behead", "beheading": "last"})
                }
                _ => json!({}),
            };
            let count = u8::try_from(seats).expect("few seats");
            Sort {
                settings: settings(game.id(), count, ceremony, &options),
                entropy: if number % 3 == 1 {
                    &[true]
                } else {
                    ENTROPY[seats - 2]
                },
                watching: turn,
            }
        })
    })
}

async fn play_all(server: Server) {
    for (number, sort) in (0..).zip(sorts()) {
        println!("{}", sort.settings);
        let seed = seed() + 100 * number;
        let mut table = Table::set(
            server.address,
            &sort.settings,
            sort.entropy,
            sort.watching,
            seed,
        )
        .await;
        let first = table.play_match().await;
        // Another match at the same table: the winner has the longer row, or leads.
        let second = table.play_match().await;
        for (match_id, previous) in [(&first, Value::Null), (&second, json!(first))] {
            let proven = check_record(server.address, server.key(), &table, match_id).await;
            check_terms(&proven, &sort);
            assert_eq!(proven.record["previous"], previous);
        }
    }
    server.stop().await;
}

/// The record is that of the requested match.
fn check_terms(proven: &Proven, sort: &Sort) {
    let (record, settings) = (&proven.record, &sort.settings);
    for field in ["variant", "seats", "ceremony"] {
        assert_eq!(record[field], settings[field]);
    }
    for (option, value) in settings["options"].as_object().expect("options") {
        assert_eq!(record["options"][option], *value);
    }
    let entropy = record["fairness"]["entropy"].as_array().expect("entropies");
    let given: Vec<bool> = entropy.iter().map(|text| *text != json!("")).collect();
    let mut expected = vec![false; given.len()];
    expected[..sort.entropy.len()].copy_from_slice(sort.entropy);
    assert_eq!(given, expected, "whose entropy went into the shuffle");
}

#[tokio::test]
async fn every_sort_of_match_is_played_to_its_end_and_proven_on_sqlite() {
    play_all(Server::start(quick()).await).await;
}

#[tokio::test]
async fn every_sort_of_match_is_played_to_its_end_and_proven_on_postgres() {
    play_all(Server::start_on(Database::postgres().await, quick()).await).await;
}

/// The Rust client plays as in its documentation, and its receipt proves the record.
#[tokio::test]
async fn the_rust_client_plays_a_match_by_defaults_and_keeps_its_receipt() {
    let server = Server::start(quick()).await;
    let url = format!("ws://{}/ws", server.address);
    let mut client = Client::connect(&url, ClientOptions::default())
        .await
        .expect("the server listens");
    let welcome = client.hello(None, Some("Lin")).await.expect("a new guest");
    let settings = serde_json::from_value::<SettingsInput>(json!({"reveal_pause_ms": 0}));
    let settings = settings.expect("settings");
    let room = client.create_room("one", settings).await.expect("a room");
    for _ in 1..4 {
        client.add_bot(room, None, None).await.expect("a free seat");
    }
    let (mut mirror, mut keeper) = (
        RoomMirror::new(room),
        ReceiptKeeper::new(room, welcome.player),
    );
    let mut chance = Chance::new(seed());
    let (mut is_ready, mut has_opened) = (false, false);
    let mut last_seq = 0;
    while !is_finished(&keeper, &mirror, has_opened) {
        let incoming = client.next().await.expect("the connection holds");
        let observed = mirror.observe(&incoming);
        assert!(mirror.seq() >= Some(last_seq), "{observed:?}");
        last_seq = mirror.seq().unwrap_or_default();
        keeper.observe(&incoming).expect("the server is honest");
        if !is_ready && let Ok(ready) = keeper.ready(|bytes| chance.fill(bytes)) {
            let sent = client.ready(room, ready.clone()).await;
            sent.expect("all is ready");
            keeper.acknowledged(&ready);
            is_ready = true;
        }
        if let Some(open) = keeper.to_open().filter(|_| !has_opened) {
            client
                .open_entropy(room, open)
                .await
                .expect("it is awaited");
            has_opened = true;
        }
        let default = mirror
            .decision()
            .and_then(|decision| decision.default_action().clone());
        if let Some(action) = default {
            client
                .act(room, mirror.turn(), action)
                .await
                .expect("the default is legal");
        }
    }
    let receipt = keeper.receipt().expect("a match was played");
    let path = format!("/api/v1/matches/{}/record", receipt.match_id);
    let record = giog_tests::get(server.address, &path).await;
    let report = giog_rules::verify(&record.body, Some(receipt), &[server.key()]);
    assert_eq!(report.verdict, giog_rules::Proof::Pass, "{report:?}");
    let record: Record = serde_json::from_slice(&record.body).expect("a record");
    assert_eq!(receipt.commitments, record.fairness.commitments);
    client.close().await.expect("goodbye");
    server.stop().await;
}

/// After the match there is no decision: the player can get ready for the next one.
fn is_finished(keeper: &ReceiptKeeper, mirror: &RoomMirror, has_opened: bool) -> bool {
    let nothing_asked = mirror
        .now()
        .is_some_and(|now| now.deciding.is_empty() && now.you.is_none());
    has_opened && nothing_asked && keeper.receipt().is_some()
}
