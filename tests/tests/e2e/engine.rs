//! `giog bot uci`: an engine plays a seat of xiangqi. The engines are small scripts.

use std::net::SocketAddr;

use giog_tests::{Proxy, Server, Socket, Terminal, patiently, quick};
use serde_json::{Value, json};

use crate::ENTROPY_DIGITS;
use crate::operator::{self, admin};

/// Speaks UCI with ranks from 0, plays two soldiers of black, and ends. Its input is written to the given file.
const UCI: &str = r#"
n=0
while read -r line; do
  echo "$line" >> "$1"
  case "$line" in
    uci) echo "id name fake"; echo "uciok" ;;
    isready) echo "readyok" ;;
    go*) n=$((n + 1))
      echo "info depth 1"
      case $n in 1) echo "bestmove a6a5" ;; 2) echo "bestmove c6c5 ponder a3a4" ;; *) exit 3 ;; esac ;;
  esac
done
"#;
/// Speaks only UCCI, answers at once, and chooses an invalid move.
const UCCI: &str = r#"
while read -r line; do
  echo "$line" >> "$1"
  case "$line" in
    ucci) echo "ucciok" ;;
    go*) echo "bestmove a6a0" ;;
  esac
done
"#;
/// The moves of the person.
const RED: [&str; 3] = ["a3a4", "c3c4", "e3e4"];
/// The file with the engine's input.
const TOLD: &str = "told";

/// A table of xiangqi at which a person sits, and an engine.
struct Table {
    server: Server,
    socket: Socket,
    room: Value,
    engine: Terminal,
    /// Returns also the file with the engine's input.
    home: tempfile::TempDir,
    /// The person's next decision.
    turn: u64,
}

impl Table {
    /// The same, after the match has started.
    async fn new(script: &str, args: &[&str]) -> Self {
        let server = Server::start(quick()).await;
        let address = server.address;
        let mut table = Self::set(server, address, script, args).await;
        table.get_ready().await;
        table
    }

    /// The same, where the engine connects to this address.
    async fn set(server: Server, address: SocketAddr, script: &str, args: &[&str]) -> Self {
        let (mut socket, _) = Socket::greet_with(server.address, json!({"batch": true})).await;
        let settings =
            json!({"variant": "xiangqi", "clock": {"kind": "none"}, "reveal_pause_ms": 0});
        let make = json!({"type": "create_room", "key": "engine", "settings": settings});
        let room = socket.ask_ok(make).await["room"].clone();
        let home = tempfile::tempdir().expect("a folder");
        let url = format!("http://{address}");
        let id = room.as_str().expect("an id");
        let mut words = vec!["bot", "uci", "--server", &url, "--room", id];
        words.extend(args);
        let told = home.path().join(TOLD);
        let told = told.to_str().expect("a path");
        words.extend(["--", "sh", "-c", script, "sh", told]);
        let engine = Terminal::run(home.path(), &words);
        Self {
            server,
            socket,
            room,
            engine,
            home,
            turn: 0,
        }
    }

    /// The person is ready.
    async fn get_ready(&mut self) {
        let ready = json!({"type": "ready", "room": self.room});
        self.socket.ask_ok(ready).await;
    }

    /// Waits until the engine is ready.
    async fn engine_is_ready(&mut self) {
        self.engine_does("ready").await;
    }

    /// Waits until this event occurs at the engine's seat.
    async fn engine_does(&mut self, what: &str) {
        loop {
            let message = patiently("what an engine does", self.socket.read()).await;
            let message = message.expect("the connection holds");
            if message["event"]["do"] == what && message["event"]["seat"] == 1 {
                return;
            }
        }
    }

    /// Waits until the person has a decision.
    async fn asked(&mut self) {
        loop {
            let message = patiently("a question", self.socket.read()).await;
            let message = message.expect("the connection holds");
            let you = &message["you"];
            // The same decision may be sent again while an action is on its way.
            let is_new = you["turn"].as_u64() >= Some(self.turn);
            if message["type"] == "now" && !you["decision"].is_null() && is_new {
                self.turn = you["turn"].as_u64().expect("a turn") + 1;
                return;
            }
        }
    }

    async fn act(&mut self, mut action: Value) {
        self.asked().await;
        action["type"] = "act".into();
        action["room"] = self.room.clone();
        action["turn"] = (self.turn - 1).into();
        self.socket.ask_ok(action).await;
    }

    async fn play(&mut self, points: &str) {
        self.act(json!({"do": "move", "move": points})).await;
    }

    /// The input of the engine.
    fn told(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.home.path().join(TOLD));
        let text = text.expect("it was told something");
        text.lines().map(str::to_owned).collect()
    }

    async fn close(self) {
        self.socket.close().await;
        self.server.stop().await;
    }
}

#[tokio::test]
async fn an_engine_plays_a_seat_and_ends_with_the_match() {
    let mut table = Table::new(UCI, &["--once", "--nodes", "7", "--option", "Hash=16"]).await;
    table.play(RED[0]).await;
    table.play(RED[1]).await;
    table.act(json!({"do": "resign"})).await;
    assert_eq!(table.engine.status().await, Some(0));
    let told = table.told();
    for line in ["setoption name Hash value 16", "go nodes 7"] {
        assert!(told.contains(&line.to_owned()), "{told:?}");
    }
    let position = told.iter().rfind(|line| line.starts_with("position"));
    let position = position.expect("it was told where the match stands");
    assert!(
        position.ends_with(" w - - 0 1 moves a3a4 a6a5 c3c4"),
        "{position}"
    );
    table.close().await;
}

#[tokio::test]
async fn of_an_engine_that_dies_the_seat_is_played_by_another() {
    let mut table = Table::new(UCI, &["--movetime", "1"]).await;
    for points in RED {
        table.play(points).await;
    }
    assert_eq!(table.engine.status().await, Some(2), "it could not go on");
    // The stand-in continues for it.
    table.asked().await;
    table.close().await;
}

#[tokio::test]
async fn an_engine_that_speaks_ucci_and_wants_what_is_not_legal_is_stopped() {
    let mut table = Table::new(UCCI, &[]).await;
    table.play(RED[0]).await;
    assert_eq!(table.engine.status().await, Some(2));
    let told = table.told();
    let go = "go time 1000 movestogo 1".to_owned();
    assert!(told.contains(&go), "{told:?}");
    table.asked().await;
    table.close().await;
}

#[tokio::test]
async fn an_engine_opens_entropy_again_that_was_lost_with_the_connection() {
    let mut settings = quick();
    // The seat is kept, however long it takes to come back.
    settings.times.entropy_ms = 600_000;
    let server = Server::start(settings).await;
    let proxy = Proxy::to(server.address).await;
    let mut table = Table::set(server, proxy.address(), UCI, &[]).await;
    table.engine_is_ready().await;
    proxy.lose_requests();
    table.get_ready().await;
    proxy.has_lost(ENTROPY_DIGITS).await;
    proxy.cut();
    table.engine.until("The connection broke").await;
    proxy.open();
    table.play(RED[0]).await;
    table.close().await;
}

#[tokio::test]
async fn an_engine_that_lost_its_seat_while_it_was_away_takes_one_again() {
    let mut settings = quick();
    settings.times.grace_ms = 100;
    let server = Server::start(settings).await;
    let proxy = Proxy::to(server.address).await;
    let mut table = Table::set(server, proxy.address(), UCI, &[]).await;
    table.engine_is_ready().await;
    proxy.cut();
    table.engine_does("stood").await;
    proxy.open();
    table.engine_does("sat").await;
    table.engine_is_ready().await;
    table.close().await;
}

#[tokio::test]
async fn an_engine_gets_ready_when_a_drained_server_begins_matches_again() {
    let server = Server::start(operator::settings()).await;
    let proxy = Proxy::to(server.address).await;
    proxy.freeze();
    let mut table = Table::set(server, proxy.address(), UCI, &[]).await;
    admin(&table.server, &["drain"]).await;
    proxy.open();
    table.engine_does("sat").await;
    let ready = json!({"type": "ready", "room": table.room});
    table.socket.refused(ready, "draining").await;
    admin(&table.server, &["undrain"]).await;
    table.engine_is_ready().await;
    table.close().await;
}
