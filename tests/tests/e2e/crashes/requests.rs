//! The server is killed while people end devices and log in with recovery codes, and owners moderate rooms. Answered requests have taken
//! effect; unanswered ones may have, and take effect when they are repeated.

use std::net::SocketAddr;
use std::time::Duration;

use giog_tests::{
    Chance, Database, HttpAnswer, OPERATOR_TOKEN, ServerProcess, Socket, number_from_env, request,
    seed, send,
};
use serde_json::{Value, json};
use tokio::time::sleep;

const ME: &str = "/api/v1/guests/me";
const DEVICES: &str = "/api/v1/guests/me/devices";
/// The longest time between a request and the kill: as long as the request takes, or a little longer.
const MOST_DELAY_US: usize = 50_000;

/// The server, which is killed with every request.
struct World {
    database: Database,
    server: ServerProcess,
    chance: Chance,
    top: &'static str,
    answered: usize,
    unanswered: usize,
}

impl World {
    fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// Kills the server at a random moment of a request; returns the answer, if there was one.
    async fn kill_while<T>(&mut self, asked: impl Future<Output = Option<T>>) -> Option<T> {
        let delay_us = self.chance.below(MOST_DELAY_US) as u64;
        let killed = async {
            sleep(Duration::from_micros(delay_us)).await;
            self.server.signal("KILL").await;
        };
        let (answer, ()) = tokio::join!(asked, killed);
        let next = ServerProcess::start(&self.database, self.top, "").await;
        std::mem::replace(&mut self.server, next).ended().await;
        self.answered += usize::from(answer.is_some());
        self.unanswered += usize::from(answer.is_none());
        answer
    }

    async fn is_known(&self, token: &str) -> bool {
        let answer = request(self.address(), "GET", ME, Some(token)).await;
        assert!(
            answer.status == 200 || answer.json()["code"] == "bad_token",
            "{answer:?}"
        );
        answer.status == 200
    }

    /// Sends a request that must succeed.
    async fn post(&self, path: &str, token: Option<&str>, body: Value) -> Value {
        let answer = send(self.address(), "POST", path, token, &body).await;
        granted(&answer.expect("the server lives"))
    }
}

fn granted(answer: &HttpAnswer) -> Value {
    assert!(
        (200..300).contains(&answer.status),
        "{}",
        String::from_utf8_lossy(&answer.body)
    );
    answer.json()
}

fn text(value: &Value, field: &str) -> String {
    value[field].as_str().expect("a text").to_owned()
}

/// A person with devices.
struct Owner {
    token: String,
    code: String,
    /// Other devices: their ids and tokens.
    others: Vec<(String, String)>,
    /// Tokens that have ended.
    ended: Vec<String>,
}

impl Owner {
    async fn new(world: &World) -> Self {
        let guest = world.post("/api/v1/guests", None, json!({})).await;
        let token = text(&guest, "token");
        let path = "/api/v1/guests/me/recovery";
        let code = world.post(path, Some(&token), json!({})).await;
        Self {
            token,
            code: text(&code, "recovery_code"),
            others: Vec::new(),
            ended: Vec::new(),
        }
    }

    async fn hand_over(&mut self, world: &World) {
        let path = "/api/v1/guests/me/handover";
        let offered = world.post(path, Some(&self.token), json!({})).await;
        let code = json!({ "code": offered["code"] });
        let device = world.post("/api/v1/guests/handover", None, code).await;
        self.others
            .push((text(&device, "device"), text(&device, "token")));
    }

    /// Ends a device, or all others.
    async fn end(&mut self, world: &mut World, all: bool) {
        let path = match &self.others[0] {
            (device, _) if !all => format!("{DEVICES}/{device}"),
            _ => DEVICES.to_owned(),
        };
        let address = world.address();
        let asked = send(address, "DELETE", &path, Some(&self.token), &Value::Null);
        let ended = if let Some(answer) = world.kill_while(asked).await {
            answer.status
        } else {
            let again = request(world.address(), "DELETE", &path, Some(&self.token));
            again.await.status
        };
        assert!(ended == 204 || ended == 404, "{ended}");
        let count = if all { self.others.len() } else { 1 };
        let tokens = self.others.drain(..count).map(|(_, token)| token);
        self.ended.extend(tokens);
    }

    /// Signs in with the recovery code.
    async fn recover(&mut self, world: &mut World) {
        let path = "/api/v1/guests/recovery";
        let body = json!({ "code": self.code });
        let asked = send(world.address(), "POST", path, None, &body);
        let back = match world.kill_while(asked).await {
            Some(answer) => granted(&answer),
            None => world.post(path, None, body.clone()).await,
        };
        self.ended.push(std::mem::take(&mut self.token));
        self.ended
            .extend(self.others.drain(..).map(|(_, token)| token));
        self.token = text(&back, "token");
        self.code = text(&back, "recovery_code");
        assert!(world.is_known(&self.token).await);
        let again = send(world.address(), "POST", path, None, &body).await;
        assert_eq!(again.expect("the server lives").status, 403);
    }

    async fn check(&self, world: &World) {
        assert!(world.is_known(&self.token).await);
        for (_, token) in &self.others {
            assert!(world.is_known(token).await);
        }
        for token in &self.ended {
            assert!(!world.is_known(token).await, "a token that has ended");
        }
    }
}

/// A room with two players, who pass the ownership to each other, and one spectator.
struct Club {
    room: Value,
    tokens: [String; 3],
    players: [Value; 3],
    /// Which of the two owns it; whether spectators are silenced, and the third person is banned.
    is: [bool; 3],
    reported: bool,
}

impl Club {
    async fn new(world: &World) -> Self {
        let mut people = Vec::new();
        for name in ["Lin", "Mei", "Wu"] {
            people.push(Socket::greet(world.address(), name).await);
        }
        let settings = json!({ "seats": 3 });
        let create = json!({ "type": "create_room", "key": "k", "settings": settings });
        let room = people[0].0.ask_ok(create).await["room"].clone();
        for (number, (socket, _)) in people.iter_mut().enumerate().skip(1) {
            let sit = number == 1;
            socket
                .ask_ok(json!({ "type": "join", "room": room, "sit": sit }))
                .await;
        }
        let welcomes: Vec<&Value> = people.iter().map(|(_, welcome)| welcome).collect();
        let of = |field: &str| [0, 1, 2].map(|number| welcomes[number][field].clone());
        Self {
            room,
            tokens: of("token").map(|token| token.as_str().expect("a token").to_owned()),
            players: of("player"),
            is: [false; 3],
            reported: false,
        }
    }

    /// The connection of a person in the room.
    async fn enter(&self, world: &World, number: usize) -> Socket {
        let token = &self.tokens[number];
        let (mut socket, _) = Socket::come_back(world.address(), token).await;
        let join = json!({ "type": "join", "room": self.room });
        socket.ask_ok(join).await;
        socket
    }

    fn owner(&self) -> usize {
        usize::from(self.is[0])
    }

    /// The owner changes something, or reports somebody.
    async fn order(&mut self, world: &mut World, what: usize) {
        let mut wanted = self.is;
        let mut order = match what {
            0 => json!({ "type": "pass_ownership", "seat": 1 - self.owner() }),
            1 => json!({ "type": "silence", "silenced": !self.is[1] }),
            2 if self.is[2] => json!({ "type": "unban", "player": self.players[2] }),
            2 => json!({ "type": "remove", "player": self.players[2], "ban": true }),
            _ => {
                let other = &self.players[1 - self.owner()];
                json!({ "type": "report", "player": other, "text": "noise" })
            }
        };
        if let Some(field) = wanted.get_mut(what) {
            *field = !*field;
        }
        order["room"] = self.room.clone();
        let watching = if self.is[2] {
            None
        } else {
            Some(self.enter(world, 2).await)
        };
        let mut socket = self.enter(world, self.owner()).await;
        let asked = async {
            let id = socket.send(&order).await.ok()?;
            loop {
                let frame = socket.read_fresh().await.ok()?;
                if frame["re"] == id {
                    return Some(frame);
                }
            }
        };
        let answer = world.kill_while(asked).await;
        drop(watching);
        let seen = self.look(world).await;
        if let Some(answer) = answer {
            assert_eq!(answer["type"], "ok", "{order}: {answer}");
            assert_eq!(seen, wanted, "{order} was answered");
            self.reported |= what > 2;
        } else {
            assert!(seen == wanted || seen == self.is, "{order}: {seen:?}");
        }
        self.is = seen;
    }

    /// The state of the room.
    async fn look(&self, world: &World) -> [bool; 3] {
        let mut socket = self.enter(world, 0).await;
        let snapshot = loop {
            let frame = socket.read().await.expect("the connection holds");
            if frame["type"] == "snapshot" {
                break frame["state"].clone();
            }
        };
        let owner = usize::from(snapshot["owner"] == self.players[1]);
        assert_eq!(snapshot["owner"], self.players[owner]);
        let mut socket = self.enter(world, owner).await;
        let list = json!({ "type": "list_people", "room": self.room });
        let people = socket.ask_ok(list).await;
        let banned = people["banned"].as_array().expect("a list");
        assert!(banned.len() < 2, "{people}");
        [owner == 1, snapshot["silenced"] == true, !banned.is_empty()]
    }
}

async fn reports(world: &mut World) -> usize {
    let operator = world.server.operator().await;
    let list = request(
        operator,
        "GET",
        "/operator/v1/reports",
        Some(OPERATOR_TOKEN),
    )
    .await;
    granted(&list)["reports"].as_array().expect("a list").len()
}

async fn keep(database: Database, top: &'static str, kills: u64) {
    let server = ServerProcess::start(&database, top, "").await;
    let mut world = World {
        database,
        server,
        chance: Chance::new(seed()),
        top,
        answered: 0,
        unanswered: 0,
    };
    let mut lin = Owner::new(&world).await;
    let mut club = Club::new(&world).await;
    for _ in 0..number_from_env("GIOG_TEST_KILLS", kills) {
        match world.chance.below(7) {
            what @ 0..=1 => {
                lin.hand_over(&world).await;
                lin.end(&mut world, what == 0).await;
            }
            2 => {
                lin.hand_over(&world).await;
                lin.recover(&mut world).await;
            }
            what => club.order(&mut world, what - 3).await,
        }
        lin.check(&world).await;
        assert_eq!(club.look(&world).await, club.is);
    }
    assert!(reports(&mut world).await >= usize::from(club.reported));
    let World {
        database,
        server,
        answered,
        unanswered,
        ..
    } = world;
    println!(
        "{answered} requests were answered before the server was killed, {unanswered} were not"
    );
    server.stop().await;
    database.remove().await;
}

#[tokio::test]
async fn what_people_asked_for_round_the_game_is_kept_when_the_server_is_killed_on_sqlite() {
    keep(Database::sqlite(), "", 16).await;
}

#[tokio::test]
async fn what_people_asked_for_round_the_game_is_kept_when_the_server_is_killed_on_postgres() {
    keep(Database::postgres().await, "lease_ms = 1000", 10).await;
}
