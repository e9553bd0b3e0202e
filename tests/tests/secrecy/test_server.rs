//! A server with its people, and everything that they receive.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use giog_rooms::{FrameSender, NextFrame};
use giog_rules::Deal;
use giog_server::{App, ClientAddress, Session};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::mask::mask;
use crate::memory::Memory;
use crate::server::{Ground, Opening, elapsed_ms, lock};
use crate::table::{Person, Table};

/// How long everybody waits after a request: all its effects that need no timer have arrived by then.
const STEP_MS: u64 = 7;
/// The time between stop and start of a server.
const AWAY_MS: u64 = 2_000;
const ADDRESS: SocketAddr = SocketAddr::new(
    std::net::IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 7)),
    4_321,
);

/// A received frame, with commitments masked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    pub at_ms: u64,
    pub person: Person,
    /// The number of the person's connection.
    pub visit: usize,
    pub frame: String,
}

/// A server with its people.
pub struct TestServer {
    ground: Ground,
    /// None while it is stopped.
    running: Option<(App, Router)>,
    heard: Arc<Mutex<Vec<Heard>>>,
    people: Vec<Known>,
    /// The offset of the forms of frames: of three people in a row one gets single frames, the next one `news`, and the third one
    /// `news` in short forms.
    batch_from: usize,
    pub room: String,
    pub match_id: String,
}

/// A person who has connected.
#[derive(Default)]
struct Known {
    token: Option<String>,
    player: String,
    /// The number of their requests.
    requests: u64,
    /// All connections so far; closed ones have no session.
    visits: Vec<Option<Session>>,
}

impl TestServer {
    /// A server for a table; with this deal if one is given.
    pub async fn open(table: &Table, deal: Option<Deal>) -> Self {
        let ground = Ground::new(table, deal).await;
        let running = Some(ground.start().await);
        Self {
            ground,
            running,
            heard: Arc::default(),
            people: Vec::new(),
            batch_from: usize::try_from(table.seed % 3).expect("it is small"),
            room: String::new(),
            match_id: String::new(),
        }
    }

    /// The rooms' log and the history.
    pub fn store(&self) -> &Memory {
        &self.ground.store
    }

    /// The start of the match.
    pub fn opening(&self) -> Opening {
        self.ground.opening()
    }

    /// All frames so far.
    pub fn heard(&self) -> Vec<Heard> {
        lock(&self.heard).clone()
    }

    /// The number of frames so far.
    pub fn heard_count(&self) -> usize {
        lock(&self.heard).len()
    }

    /// The server stops, or is killed, and starts again. Nobody is connected then.
    pub async fn restart(&mut self, killed: bool) {
        if !killed {
            self.app().hub.stop().await;
        }
        for known in &mut self.people {
            known.visits.iter_mut().for_each(|visit| *visit = None);
        }
        // This ends all tasks of its rooms.
        self.running = None;
        self.wait(AWAY_MS).await;
        self.running = Some(self.ground.start().await);
        self.wait(STEP_MS).await;
    }

    /// How many searches of bots are not over.
    pub fn thinking(&self) -> usize {
        self.app().hub.thinking().waiting
    }

    fn app(&self) -> &App {
        let (app, _) = self.running.as_ref().expect("it is running");
        app
    }

    /// A new connection of a person, with `hello`.
    pub async fn arrive(&mut self, person: Person) {
        let Person(number) = person;
        if self.people.len() <= number {
            self.people.resize_with(number + 1, Known::default);
        }
        let app = self.app().clone();
        let (frame_sender, mut frame_receiver) =
            FrameSender::new(app.sockets.next_conn(), app.limits.frames_waiting);
        let session = Session::new(app, frame_sender, ADDRESS.ip());
        let known = &mut self.people[number];
        let visit = known.visits.len();
        known.visits.push(Some(session));
        let token = known.token.clone();
        // Tables of three and more have all forms of frames, and everybody gets each form in some test.
        let form = (self.batch_from + number + visit) % 3;
        let (batch, short) = (form > 0, form > 1);
        let actions = (self.batch_from + number + visit).is_multiple_of(2);
        let (heard, began) = (Arc::clone(&self.heard), self.ground.began);
        tokio::spawn(async move {
            while let NextFrame::Frame(frame) = frame_receiver.next().await {
                let frame = mask(std::str::from_utf8(&frame).expect("frames are text"));
                let at_ms = elapsed_ms(began);
                lock(&heard).push(Heard {
                    at_ms,
                    person,
                    visit,
                    frame,
                });
            }
        });
        let hello = match token {
            Some(token) => {
                json!({ "type": "hello", "protocol": 1, "token": token, "batch": batch, "short": short, "actions": actions })
            }
            None => {
                json!({ "type": "hello", "protocol": 1, "name": format!("p{number}"), "batch": batch, "short": short, "actions": actions })
            }
        };
        self.say(person, hello).await;
        if self.people[number].token.is_none() {
            let welcome = self.last_frame(person);
            let token = welcome["token"].as_str().expect("a new guest has a token");
            self.people[number].token = Some(token.to_owned());
            let player = welcome["player"].as_str().expect("everybody has an id");
            player.clone_into(&mut self.people[number].player);
        }
    }

    /// The latest connection of a person is lost.
    pub async fn depart(&mut self, person: Person) {
        let visits = self.people[person.0].visits.iter_mut();
        let open = visits.rev().find_map(Option::take);
        let end = open.expect("an open connection").end();
        self.ground.store.ask(end).await;
        self.wait(STEP_MS).await;
    }

    /// A request on the latest connection of a person.
    pub async fn say(&mut self, person: Person, mut request: Value) {
        let known = &mut self.people[person.0];
        request["id"] = known.requests.into();
        known.requests += 1;
        let frame = request.to_string();
        let visits = known.visits.iter_mut();
        let session = visits.rev().find_map(Option::as_mut);
        let said = session.expect("an open connection").text(&frame);
        self.ground.store.ask(said).await;
        self.wait(STEP_MS).await;
    }

    /// A request to the room.
    pub async fn ask_room(&mut self, person: Person, mut request: Value) {
        request["room"] = self.room.clone().into();
        self.say(person, request).await;
    }

    /// Lets time pass.
    pub async fn wait(&self, ms: u64) {
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }

    /// Lets time pass until the server's time is a multiple of this.
    pub async fn wait_for_multiple(&self, ms: u64) {
        self.wait(ms - elapsed_ms(self.ground.began) % ms).await;
    }

    /// The id of a person; an unknown id before they have connected.
    pub fn player(&self, Person(number): Person) -> &str {
        let known = self.people.get(number);
        let known = known.filter(|known| !known.player.is_empty());
        known.map_or("00000000-0000-4000-8000-000000000000", |known| {
            &known.player
        })
    }

    /// The id of the last room that a person got.
    pub fn room_of(&self, person: Person) -> String {
        let heard = lock(&self.heard);
        let theirs = heard.iter().rev().filter(|heard| heard.person == person);
        let mut rooms = theirs.filter_map(|heard| {
            let frame: Value = serde_json::from_str(&heard.frame).expect("frames are JSON");
            frame["room"].as_str().map(str::to_owned)
        });
        rooms.next().expect("they were told of a room")
    }

    /// The last frame of a person.
    fn last_frame(&self, person: Person) -> Value {
        let heard = lock(&self.heard);
        let last = heard.iter().rev().find(|heard| heard.person == person);
        serde_json::from_str(&last.expect("an answer").frame).expect("frames are JSON")
    }

    /// The answer of REST to a person, or without a token: status, headers and body.
    pub async fn get(&self, path: &str, caller: Option<Person>) -> String {
        let path = path
            .replace("{room}", &self.room)
            .replace("{match}", &self.match_id);
        let mut request = Request::get(&path).extension(ClientAddress(ADDRESS.ip()));
        if let Some(token) = caller.and_then(|Person(number)| self.people[number].token.as_ref()) {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let request = request.body(Body::empty()).expect("a request");
        let (_, router) = self.running.as_ref().expect("it is running");
        let answer = self.ground.store.ask(router.clone().oneshot(request)).await;
        let answer = answer.expect("a router always answers");
        let (status, headers) = (answer.status(), format!("{:?}", answer.headers()));
        let body = answer.into_body().collect().await.expect("a whole body");
        let body = String::from_utf8_lossy(&body.to_bytes()).into_owned();
        mask(&format!("GET {path}\n{status}\n{headers}\n{body}"))
    }
}
