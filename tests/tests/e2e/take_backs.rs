//! A turn on a board is taken back by consent, over sockets: everybody is told the same, a proposal outlives the server, and where the
//! players do not see the board there is none.

use giog_rules::{Proof, verify};
use giog_tests::{Database, Server, ServerProcess, Socket, get, patiently, quick};
use serde_json::{Value, json};

/// A table of xiangqi with a spectator, as each of its people has it after a snapshot.
struct People {
    room: Value,
    tokens: Vec<Value>,
    sockets: Vec<Socket>,
}

/// What a snapshot and the `now` after it say.
struct Shown {
    view: Value,
    you: Value,
    previous: Value,
}

const LIN: usize = 0;
const MEI: usize = 1;

impl People {
    /// Two people in a match with these options, and somebody who watches.
    async fn begin(address: std::net::SocketAddr, options: Value) -> Self {
        let mut people = Self {
            room: Value::Null,
            tokens: Vec::new(),
            sockets: Vec::new(),
        };
        for name in ["Lin", "Mei", "Sam"] {
            let (socket, welcome) = Socket::greet(address, name).await;
            people.tokens.push(welcome["token"].clone());
            people.sockets.push(socket);
        }
        let settings = json!({"variant": "xiangqi", "options": options, "clock": {"kind": "none"}});
        let create = json!({"type": "create_room", "key": "k", "settings": settings});
        people.room = people.sockets[LIN].ask_ok(create).await["room"].clone();
        for (who, what) in [
            (MEI, "join"),
            (MEI, "sit"),
            (2, "join"),
            (MEI, "ready"),
            (LIN, "ready"),
        ] {
            let request = json!({"type": what, "room": people.room});
            people.sockets[who].ask_ok(request).await;
        }
        let begun = async { while people.shown(LIN).await.view.is_null() {} };
        patiently("the match", begun).await;
        people
    }

    async fn come_back(&mut self, address: std::net::SocketAddr) {
        for (socket, token) in self.sockets.iter_mut().zip(&self.tokens) {
            let token = token.as_str().expect("a token");
            *socket = Socket::come_back(address, token).await.0;
        }
    }

    /// Joins, for a snapshot; what came before that is skipped.
    async fn shown(&mut self, who: usize) -> Shown {
        let socket = &mut self.sockets[who];
        let join = json!({"type": "join", "room": self.room});
        socket.ask_ok(join).await;
        let mut snapshot = Value::Null;
        loop {
            let frame = socket.read_fresh().await.expect("the connection holds");
            if frame["type"] == "snapshot" {
                snapshot = frame;
            } else if frame["type"] == "now" && !snapshot.is_null() {
                return Shown {
                    view: snapshot["match"]["view"].clone(),
                    you: frame["you"].clone(),
                    previous: snapshot["state"]["previous"].clone(),
                };
            }
        }
    }

    /// The position, which is the same for everybody.
    async fn position(&mut self) -> Value {
        let lin = self.shown(LIN).await.view["position"].clone();
        for who in 1..self.sockets.len() {
            assert_eq!(self.shown(who).await.view["position"], lin);
        }
        lin
    }

    async fn act(&mut self, who: usize, what: Value) -> Value {
        let mut act = what;
        act["type"] = "act".into();
        act["room"] = self.room.clone();
        act["turn"] = self.shown(who).await.you["turn"].clone();
        self.sockets[who].ask(act).await
    }

    async fn act_ok(&mut self, who: usize, what: Value) {
        let answer = self.act(who, what.clone()).await;
        assert_eq!(answer["type"], "ok", "{what} is answered {answer}");
    }

    /// Whether an action off turn is offered to somebody.
    async fn may(&mut self, who: usize, what: &str) -> bool {
        let you = self.shown(who).await.you;
        let may = you["may"].as_array().into_iter().flatten();
        may.into_iter().any(|kind| kind["do"] == what)
    }
}

async fn a_proposal_outlives_the_server(database: Database, top: &str) {
    let server = ServerProcess::start(&database, top, "").await;
    let mut people = People::begin(server.address(), json!({})).await;
    let start = people.position().await;
    people
        .act_ok(LIN, json!({"do": "move", "move": "h2e2"}))
        .await;
    let moved = people.position().await;
    people.act_ok(LIN, json!({"do": "propose_take_back"})).await;
    let proposed = people.position().await;
    assert_ne!(proposed["take_back"], Value::Null);
    server.kill().await;

    let server = ServerProcess::start(&database, top, "").await;
    people.come_back(server.address()).await;
    assert_eq!(people.position().await, proposed);
    let answers = [
        people.may(LIN, "accept_take_back").await,
        people.may(MEI, "accept_take_back").await,
    ];
    assert_eq!(answers, [false, true], "it is the other's to answer");
    people.act_ok(MEI, json!({"do": "accept_take_back"})).await;
    let back = people.position().await;
    assert_eq!(
        (&back["board"], &back["moves"]),
        (&start["board"], &start["moves"])
    );
    server.kill().await;

    let server = ServerProcess::start(&database, top, "").await;
    people.come_back(server.address()).await;
    assert_eq!(people.position().await, back);
    people
        .act_ok(LIN, json!({"do": "move", "move": "h2e2"}))
        .await;
    assert_eq!(people.position().await["board"], moved["board"]);
    people.act_ok(MEI, json!({"do": "resign"})).await;
    let ended = patiently("the end of the match", async {
        loop {
            let previous = people.shown(LIN).await.previous;
            if !previous.is_null() {
                return previous;
            }
        }
    });
    let previous = ended.await;
    let id = previous["match_id"].as_str().expect("an id");
    let record = get(server.address(), &format!("/api/v1/matches/{id}/record")).await;
    let key = database.signer().public_key();
    assert_eq!(verify(&record.body, None, &[key]).verdict, Proof::Pass);
    let kinds: Vec<Value> = record.json()["actions"]
        .as_array()
        .expect("actions")
        .iter()
        .map(|action| action["do"].clone())
        .collect();
    let all = [
        "move",
        "propose_take_back",
        "accept_take_back",
        "move",
        "resign",
    ];
    assert_eq!(kinds, all, "what was taken back is recorded, too");
    server.stop().await;
    database.remove().await;
}

#[tokio::test]
async fn a_turn_is_taken_back_by_consent_and_the_proposal_outlives_the_server_on_sqlite() {
    a_proposal_outlives_the_server(Database::sqlite(), "").await;
}

#[tokio::test]
async fn a_turn_is_taken_back_by_consent_and_the_proposal_outlives_the_server_on_postgres() {
    a_proposal_outlives_the_server(Database::postgres().await, "lease_ms = 1000").await;
}

#[tokio::test]
async fn blindfolded_players_take_nothing_back_and_a_refused_proposal_reaches_nobody() {
    let server = Server::start(quick()).await;
    let mut people = People::begin(server.address, json!({"blindfold": true})).await;
    people
        .act_ok(LIN, json!({"do": "move", "move": "h2e2"}))
        .await;
    assert!(!people.may(LIN, "propose_take_back").await);
    let refused = people.act(LIN, json!({"do": "propose_take_back"})).await;
    assert_eq!(refused["type"], "error", "{refused}");
    people.act_ok(LIN, json!({"do": "offer_draw"})).await;
    // Of all this the others get the offer alone, with the number that follows that of the move.
    for who in [MEI, 2] {
        let socket = &mut people.sockets[who];
        let mut told = Vec::new();
        while told.last() != Some(&json!("offer_draw")) {
            let frame = socket.read().await.expect("the connection holds");
            assert!(!frame.to_string().contains("propose_take_back"), "{frame}");
            if frame["type"] == "event" {
                told.push(frame["event"]["do"].clone());
            }
        }
        assert!(
            told.ends_with(&[json!("move"), json!("offer_draw")]),
            "{told:?}"
        );
    }
    server.stop().await;
}
