//! The server is killed, again and again, and nothing that was acknowledged is lost.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use giog_rules::fairness::PublicKey;
use giog_tests::{
    Chance, Database, Gone, Player, ServerProcess, Socket, Table, check_record_against,
    number_from_env, patiently, seed,
};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

/// Tables that play at the same time, so that their rows share commits.
const TABLES: u64 = 2;

/// What players and whoever kills the server know of each other.
#[derive(Clone)]
struct World {
    /// Where the server is now.
    address: watch::Receiver<SocketAddr>,
    /// How many actions were acknowledged.
    acknowledged: Arc<watch::Sender<u64>>,
    /// Whether the server was killed often enough.
    is_over: Arc<AtomicBool>,
}

fn settings(seats: u64) -> Value {
    json!({
        "seats": seats,
        "clock": {"kind": "none"},
        "reveal_pause_ms": 0,
        "ceremony": if seats == 3 { "server" } else { "players" },
    })
}

/// Plays match after match, over as many connections as it takes, until the room is closed.
async fn play(mut player: Player, mut world: World, owns: bool) -> Player {
    loop {
        let address = *world.address.borrow_and_update();
        if visit(&mut player, address, &world, owns).await.is_ok() {
            return player;
        }
        patiently("the next server", world.address.changed())
            .await
            .expect("somebody starts servers");
    }
}

/// Plays over one connection.
async fn visit(
    player: &mut Player,
    address: SocketAddr,
    world: &World,
    owns: bool,
) -> Result<(), Gone> {
    let mut socket = Socket::open(address)
        .await
        .map_err(|_| Gone { code: None })?;
    let hello = json!({"type": "hello", "protocol": 1, "token": player.token});
    for request in [hello, player.join()] {
        let id = socket.send(&request).await?;
        let answer = socket.read().await?;
        assert_eq!(answer["re"], id, "{}: {answer}", player.name);
        assert_eq!(answer["type"], "ok", "{}: {answer}", player.name);
    }
    if let Some(request) = player.unanswered().cloned() {
        let id = socket.send(&request).await?;
        player.sent(id, request);
    }
    while !player.is_closed() {
        let is_over = world.is_over.load(Ordering::Relaxed);
        player.willing = !(owns && is_over);
        let closes = owns && is_over && player.is_idle() && player.unanswered().is_none();
        let request = if closes {
            let mut close = player.join();
            close["type"] = "close_room".into();
            Some(close)
        } else {
            player.wants()
        };
        if let Some(request) = request {
            // Whatever becomes of sending it: it may have arrived.
            player.sent(0, request.clone());
            let id = socket.send(&request).await?;
            player.sent(id, request);
        }
        let before = player.turns();
        let frame = socket.read().await?;
        player.observe(&frame);
        if player.turns() > before {
            world.acknowledged.send_modify(|count| *count += 1);
        }
    }
    Ok(())
}

/// Kills the server at random moments and starts it again.
async fn kill_again_and_again(
    mut server: ServerProcess,
    database: &Database,
    top: &str,
    kills: u64,
    address: &watch::Sender<SocketAddr>,
    acknowledged: &watch::Sender<u64>,
) -> ServerProcess {
    let mut chance = Chance::new(seed());
    let mut count = acknowledged.subscribe();
    for number in 1..=kills {
        let more = 1 + chance.below(12) as u64;
        let enough = *count.borrow_and_update() + more;
        patiently("more actions", count.wait_for(|&count| count >= enough))
            .await
            .expect("somebody counts");
        // What the test is about: any moment, in the middle of whatever the server does just then.
        sleep(Duration::from_micros(chance.below(3_000) as u64)).await;
        server.kill().await;
        server = ServerProcess::start(database, top, "").await;
        println!("kill {number} after {more} actions");
        address.send_replace(server.address());
    }
    server
}

async fn survive(database: Database, top: &str, kills: u64) {
    let kills = number_from_env("GIOG_TEST_KILLS", kills);
    let server = ServerProcess::start(&database, top, "").await;
    let (address, here) = watch::channel(server.address());
    let world = World {
        address: here,
        acknowledged: Arc::new(watch::channel(0).0),
        is_over: Arc::default(),
    };
    let mut players = JoinSet::new();
    for number in 0..TABLES {
        let seats = 4 - number % 3;
        let entropy: Vec<bool> = (0..seats - number % 2).map(|seat| seat % 2 == 0).collect();
        let settings = settings(seats);
        let seed = seed() + 100 * number;
        let table = Table::set(server.address(), &settings, &entropy, 0, seed).await;
        for (seat, seated) in table.people.into_iter().enumerate() {
            let playing = play(seated.player, world.clone(), seat == 0);
            players.spawn(async move { (number, playing.await) });
        }
    }
    let acknowledged = Arc::clone(&world.acknowledged);
    let killing = kill_again_and_again(server, &database, top, kills, &address, &acknowledged);
    let server = tokio::select! {
        server = killing => server,
        Some(Err(failed)) = players.join_next() => panic!("a player met what must not be: {failed}"),
    };
    world.is_over.store(true, Ordering::Relaxed);
    let mut tables: BTreeMap<u64, Vec<Player>> = BTreeMap::new();
    while let Some(played) = patiently("the last match", players.join_next()).await {
        let (table, player) = played.expect("nobody met what must not be");
        tables.entry(table).or_default().push(player);
    }
    let key = database.signer().public_key();
    for table in tables.values() {
        check_table(server.address(), key, table).await;
    }
    server.stop().await;
    database.remove().await;
}

/// Every match has its record, and it is what everybody saw and did, over all connections together.
async fn check_table(address: SocketAddr, key: PublicKey, table: &[Player]) {
    let players: Vec<&Player> = table.iter().collect();
    let finished = &players[0].finished;
    assert!(!finished.is_empty(), "somebody played");
    for done in finished {
        check_record_against(address, key, &players, &done.match_id).await;
    }
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_when_the_server_is_killed_on_sqlite() {
    survive(Database::sqlite(), "", 24).await;
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_when_the_server_is_killed_on_postgres() {
    survive(Database::postgres().await, "lease_ms = 1000", 10).await;
}

#[tokio::test]
async fn a_room_asked_for_again_after_a_crash_is_made_once() {
    let database = Database::sqlite();
    let mut server = ServerProcess::start(&database, "", "").await;
    let (mut socket, welcome) = Socket::greet(server.address(), "Lin").await;
    let token = welcome["token"].as_str().expect("a token").to_owned();
    let mut chance = Chance::new(seed());
    for number in 1..=4 {
        let create = json!({"type": "create_room", "key": format!("room {number}")});
        socket.send(&create).await.expect("the connection holds");
        sleep(Duration::from_micros(chance.below(4_000) as u64)).await;
        server.kill().await;
        server = ServerProcess::start(&database, "", "").await;
        socket = Socket::come_back(server.address(), &token).await.0;
        let first = socket.ask_ok(create.clone()).await;
        let again = socket.ask_ok(create).await;
        assert_eq!(first["room"], again["room"]);
        let listed = socket.ask_ok(json!({"type": "list_rooms"})).await;
        assert_eq!(listed["rooms"].as_array().map(Vec::len), Some(number));
    }
    server.stop().await;
}

/// How long a decision may take, and how long everybody has again after the server came back.
const DECISION_MS: u64 = 1_000;
const GRACE_MS: u64 = 3_000;

async fn come_back_after_a_long_time(database: Database, top: &str) {
    let times = format!("grace_ms = {GRACE_MS}\nceremony_ms = {DECISION_MS}");
    let server = ServerProcess::start(&database, top, &times).await;
    let settings = json!({
        "seats": 2,
        "ceremony": "server",
        "clock": {"kind": "timed", "decision_ms": DECISION_MS, "bank_ms": 0},
        "reveal_pause_ms": 0,
    });
    let mut table = Table::set(server.address(), &settings, &[true, true], 0, seed()).await;
    table.play_until(|player| player.turns() >= 1).await;
    table
        .play_until(|player| player.unanswered().is_none())
        .await;
    server.kill().await;
    // Longer than the decision, and than anybody may be away.
    sleep(Duration::from_millis(GRACE_MS + DECISION_MS)).await;
    let server = ServerProcess::start(&database, top, &times).await;
    let back = tokio::time::Instant::now();
    for seated in &mut table.people {
        seated.socket = Socket::come_back(server.address(), &seated.player.token)
            .await
            .0;
        seated.enter(false).await;
        seated.player.forget_now();
        seated.play_until(|player| player.now().is_some()).await;
        for event in seated.player.events().values() {
            let by_itself = event["by"] == "clock" || event["by"] == "away";
            assert!(!by_itself && event["do"] != "away", "{event}");
        }
        let now = seated.player.now().expect("it was waited for");
        let deciding = now["deciding"].as_array().expect("seats");
        assert!(!deciding.is_empty(), "{now}");
        for seat in deciding {
            let left_ms = seat["left_ms"].as_u64().expect("there is a clock");
            let passed_ms = u64::try_from(back.elapsed().as_millis()).expect("not so long");
            assert!(left_ms <= GRACE_MS, "{now}");
            assert!(
                left_ms + passed_ms + 500 >= GRACE_MS,
                "after {passed_ms} ms: {now}"
            );
        }
    }
    let match_id = table.play_match().await;
    let key = database.signer().public_key();
    let proven = giog_tests::check_record(server.address(), key, &table, &match_id).await;
    let by_clock = |action: &Value| !action["by"].is_null() && action["by"] != "server";
    let actions = proven.record["actions"].as_array().expect("actions");
    assert!(!actions.iter().any(by_clock), "{actions:?}");
    server.stop().await;
    database.remove().await;
}

#[tokio::test]
async fn time_without_the_server_counts_against_nobody_on_sqlite() {
    come_back_after_a_long_time(Database::sqlite(), "").await;
}

#[tokio::test]
async fn time_without_the_server_counts_against_nobody_on_postgres() {
    come_back_after_a_long_time(Database::postgres().await, "lease_ms = 1000").await;
}
