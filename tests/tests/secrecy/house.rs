//! A real server in this process: its own hub, rooms, sessions and REST, under a clock, a chance and a store of the tests.
//!
//! Time is the runtime's paused time: it goes on only when everybody waits, so that every frame has the same moment in
//! every run. The deal can be chosen; everything else that is secret (ids, tokens, seeds) follows from the table's seed.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use giog_rooms::{
    Clock, Context, Dealer, Flowed, Now, Outlet, RandomSource, RoomLimits, Times, seeded_deal,
};
use giog_rules::fairness::{Signer, Stream};
use giog_rules::{Deal, Terms, Timestamp};
use giog_server::{App, ClientAddress, ServerLimits, Session, Settings, app_with};
use giog_store::{CommitLimits, Committer};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::Instant;
use tower::ServiceExt as _;

use crate::chance::Chance;
use crate::mask::mask;
use crate::memory::Memory;
use crate::table::{Person, Table};

/// How long everybody waits after a request: every consequence of it that needs no timer is there by then.
const STEP_MS: u64 = 7;
/// How often a play may be taken back: few, so that the limit is met.
pub const TAKE_BACKS: u8 = 2;
const ADDRESS: SocketAddr = SocketAddr::new(
    std::net::IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 7)),
    4_321,
);

/// A frame that somebody got, with what may be masked masked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    pub at_ms: u64,
    pub person: Person,
    /// Which of their connections.
    pub visit: usize,
    pub frame: String,
}

/// What a match began with: secret, and known to the tests alone.
#[derive(Clone)]
pub struct Opening {
    pub terms: Terms,
    pub deal: Deal,
    /// The stream after the shuffle.
    pub stream: Stream,
}

/// A server with its people.
pub struct House {
    pub store: Arc<Memory>,
    app: App,
    router: Router,
    opening: Arc<Mutex<Option<Opening>>>,
    heard: Arc<Mutex<Vec<Heard>>>,
    began: Instant,
    people: Vec<Known>,
    next_id: u64,
    pub room: String,
    pub match_id: String,
}

/// Somebody who has been here.
#[derive(Default)]
struct Known {
    token: Option<String>,
    /// All connections ever; those that are gone have no session.
    visits: Vec<Option<Session>>,
}

/// The clock of the tests: the runtime's paused time.
struct PausedClock(Instant);

impl Clock for PausedClock {
    fn now(&self) -> Now {
        let ms = elapsed_ms(self.0);
        let wall_ms = 1_700_000_000_000 + i64::try_from(ms).expect("a short while");
        Now {
            mono_ms: 1_000_000 + ms,
            wall: Timestamp::from_unix_ms(wall_ms),
        }
    }
}

fn elapsed_ms(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).expect("a short while")
}

/// What nobody holds when a test fails is whole.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A server without the limits on how fast one may ask: those go by the machine's time.
fn settings() -> Settings {
    let unlimited = NonZeroU32::new(1_000_000).expect("not zero");
    Settings {
        limits: ServerLimits {
            frames_waiting: 4_096,
            requests_per_second: unlimited,
            requests_burst: unlimited,
            rest_per_second: unlimited,
            rest_burst: unlimited,
            new_guests_per_minute: unlimited,
            ..ServerLimits::default()
        },
        times: Times {
            grace_ms: 8_000,
            ..Times::default()
        },
        ..Settings::default()
    }
}

/// Deals what it is told to in the room's last match, where it is told to; notes what was dealt.
fn dealer(table: &Table, chosen: Option<Deal>, opening: &Arc<Mutex<Option<Opening>>>) -> Dealer {
    let opening = Arc::clone(opening);
    let matches_before = AtomicU64::new(table.rematch.into());
    Arc::new(move |terms, seed, previous_winner| {
        let (seeded, stream) = seeded_deal(terms, seed, previous_winner);
        let is_before = |left: u64| left.checked_sub(1);
        let before = matches_before.fetch_update(Ordering::Relaxed, Ordering::Relaxed, is_before);
        let deal = match &chosen {
            Some(chosen) if before.is_err() => chosen.clone(),
            _ => seeded,
        };
        *lock(&opening) = Some(Opening {
            terms: *terms,
            deal: deal.clone(),
            stream: stream.clone(),
        });
        (deal, stream)
    })
}

/// Every source has its own number, and the same bytes in every run.
fn random(seed: u64) -> RandomSource {
    let made = AtomicU64::new(0);
    Arc::new(move || {
        let number = made.fetch_add(1, Ordering::Relaxed);
        Box::new(Chance::new(
            seed.wrapping_mul(1_000_003).wrapping_add(number),
        ))
    })
}

impl House {
    /// A server for a table; with a deal of its own if one is given.
    pub fn open(table: &Table, deal: Option<Deal>) -> Self {
        thread_local! {
            // Making the key is most of what a signature costs.
            static SIGNER: Signer = Signer::new(&[7; 32]);
            // So is the description of all routes.
            static ROUTES: Router<App> = giog_server::routes(&settings().limits);
        }
        let settings = settings();
        let store = Arc::new(Memory::new());
        let (commit, _) = Committer::start(
            Arc::clone(&store) as _,
            store.fence(),
            CommitLimits::default(),
        );
        let opening = Arc::default();
        let context = Context {
            signer: SIGNER.with(Signer::clone),
            dealer: dealer(table, deal, &opening),
            bot: giog_bots::choose,
            bot_name: giog_bots::NAME,
            times: settings.times,
            limits: RoomLimits {
                take_backs_per_trick: TAKE_BACKS,
                ..giog_server::room_limits(&settings)
            },
        };
        let began = Instant::now();
        let (_, stopping) = watch::channel(false);
        let app = app_with(
            context,
            &settings,
            Arc::clone(&store) as _,
            commit,
            Arc::new(PausedClock(began)),
            random(table.seed),
            stopping,
        );
        Self {
            store,
            router: ROUTES.with(Router::clone).with_state(app.clone()),
            app,
            opening,
            heard: Arc::default(),
            began,
            people: Vec::new(),
            next_id: 0,
            room: String::new(),
            match_id: String::new(),
        }
    }

    /// What the match began with.
    pub fn opening(&self) -> Opening {
        lock(&self.opening).clone().expect("the match has begun")
    }

    /// All frames so far.
    pub fn heard(&self) -> Vec<Heard> {
        lock(&self.heard).clone()
    }

    /// A new connection of somebody, who says who they are.
    pub async fn arrive(&mut self, person: Person) {
        let Person(number) = person;
        if self.people.len() <= number {
            self.people.resize_with(number + 1, Known::default);
        }
        let (outlet, mut outflow) =
            Outlet::new(self.app.next_conn(), self.app.limits.frames_waiting);
        let session = Session::new(self.app.clone(), outlet, ADDRESS.ip());
        let known = &mut self.people[number];
        let visit = known.visits.len();
        known.visits.push(Some(session));
        let token = known.token.clone();
        let (heard, began) = (Arc::clone(&self.heard), self.began);
        tokio::spawn(async move {
            while let Flowed::Frame(frame) = outflow.next().await {
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
            Some(token) => json!({ "type": "hello", "protocol": 1, "token": token }),
            None => json!({ "type": "hello", "protocol": 1, "name": format!("p{number}") }),
        };
        self.say(person, hello).await;
        if self.people[number].token.is_none() {
            let welcome = self.last_frame(person);
            let token = welcome["token"].as_str().expect("a new guest has a token");
            self.people[number].token = Some(token.to_owned());
        }
    }

    /// Somebody's latest connection is lost.
    pub async fn depart(&mut self, person: Person) {
        let visits = self.people[person.0].visits.iter_mut();
        let open = visits.rev().find_map(Option::take);
        open.expect("an open connection").end().await;
        self.wait(STEP_MS).await;
    }

    /// A request on somebody's latest connection.
    pub async fn say(&mut self, person: Person, mut request: Value) {
        request["id"] = self.next_id.into();
        self.next_id += 1;
        let frame = request.to_string();
        let visits = self.people[person.0].visits.iter_mut();
        let session = visits.rev().find_map(Option::as_mut);
        session.expect("an open connection").text(&frame).await;
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

    /// The last frame that somebody got.
    pub fn last_frame(&self, person: Person) -> Value {
        let heard = lock(&self.heard);
        let last = heard.iter().rev().find(|heard| heard.person == person);
        serde_json::from_str(&last.expect("an answer").frame).expect("frames are JSON")
    }

    /// What REST answers somebody, or nobody in particular: status, headers and body.
    pub async fn get(&self, path: &str, caller: Option<Person>) -> String {
        let path = path
            .replace("{room}", &self.room)
            .replace("{match}", &self.match_id);
        let mut request = Request::get(&path).extension(ClientAddress(ADDRESS.ip()));
        if let Some(token) = caller.and_then(|Person(number)| self.people[number].token.as_ref()) {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let request = request.body(Body::empty()).expect("a request");
        let answer = self.router.clone().oneshot(request).await;
        let answer = answer.expect("a router always answers");
        let (status, headers) = (answer.status(), format!("{:?}", answer.headers()));
        let body = answer.into_body().collect().await.expect("a whole body");
        let body = String::from_utf8_lossy(&body.to_bytes()).into_owned();
        mask(&format!("GET {path}\n{status}\n{headers}\n{body}"))
    }
}
