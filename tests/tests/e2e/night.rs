//! A simulated night: many people who behave badly, strangers and friends, in rooms of all kinds. In the morning every match is over
//! or abandoned, every record is valid, and the server is in the same state as in the evening.

mod character;
mod evening;
mod morning;
mod operator;
mod person;
mod play;
mod porter;
mod rooms;
mod visit;
mod whims;
mod world;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use giog_tests::{Database, ServerProcess, number_from_env, seed};
use tokio::task::JoinSet;
use tokio::time::sleep;

use self::morning::{Ends, all_closed, check_matches, check_store};
use self::operator::{drain, nothing_left};
use self::person::Person;
use self::porter::watch_until_empty;
use self::world::World;

/// All times are short, so that everything happens within a night.
const TIMES: &str = "grace_ms = 1000
ready_ms = 1000
entropy_ms = 1000
ceremony_ms = 1000
auto_decision_ms = 1000
auto_bank_ms = 300
presence_ms = 50
quick_bots_ms = 400
empty_ms = 400
invitation_ms = 400
untouched_ms = 1000";

/// What must happen before the second night is over; otherwise the test has not tested it.
const HAPPENS: [&str; 63] = [
    "quick_play ok",
    "quick_play leaver",
    "ready draining",
    "create_room ok",
    "create_room draining",
    "join ok",
    "leave ok",
    "sit ok",
    "stand ok",
    "add_bot ok",
    "add_bot too_early",
    "remove ok",
    "configure ok",
    "pass_ownership ok",
    "new_series ok",
    "close_room ok",
    "ready ok",
    "unready ok",
    "open_entropy ok",
    "act ok",
    "act already",
    "act turn_ahead",
    "chat ok",
    "chat rate_limited",
    "chat chat_off",
    "mute ok",
    "report ok",
    "watch_lobby ok",
    "unwatch_lobby ok",
    "lobby news",
    "notice chat",
    "notice presence",
    "unreadable refused",
    "snapshot",
    "resumed",
    "event stood left",
    "event stood gone",
    "event stood removed",
    "event stood not_ready",
    "event owner",
    "event configured",
    "event committed",
    "event cancelled left",
    "event cancelled mismatch",
    "event cancelled not_opened",
    "event start",
    "event play bot",
    "event play away",
    "event play clock",
    "event take_back",
    "event away",
    "event back",
    "event finished",
    "event abandoned",
    "event series",
    "event closed owner",
    "put out left",
    "ghost put out replaced",
    "sent twice",
    "match from its start",
    "match with a receipt",
    "match by people",
    "match stood in",
];

/// How much more memory the server may use after the second night than after the first: what the allocator keeps differs
/// from night to night, and a leak for each room or person would be larger.
const MORE_PERCENT: u64 = 15;
const MORE_KIB: u64 = 8 * 1024;
/// How many more files it may have open: a connection to the database may be open or not.
const MORE_FILES: usize = 4;

/// The most frames of all people together until all of it has happened: some hundred times the usual number.
const MAX_FRAMES: u64 = 10_000_000;
/// The most frames while they leave.
const MAX_FRAMES_HOME: u64 = 1_000_000;

/// How long the server is drained in the middle of the second night; repeated until every kind of request was refused.
const DRAINED: Duration = Duration::from_millis(700);
/// The interval at which it is checked whether everything has happened.
const A_WHILE: Duration = Duration::from_millis(200);

/// Several nights with the same people.
struct Nights {
    database: Database,
    top: &'static str,
    /// None only while the server is killed and started again.
    server: Option<ServerProcess>,
    /// The address of its operator's interface.
    operator: SocketAddr,
    world: Arc<World>,
    people: Vec<Person>,
    seed: u64,
}

impl Nights {
    /// Everybody comes, and everybody leaves. In the meantime the server is killed, or drained for a while.
    async fn night(&mut self, time: Duration, killed: bool) -> Ends {
        self.world.set_over(false);
        let mut at_large = JoinSet::new();
        for person in self.people.drain(..) {
            at_large.spawn(person.live());
        }
        let porter = tokio::spawn(watch_until_empty(Arc::clone(&self.world), self.seed));
        sleep(time / 2).await;
        if killed {
            self.kill().await;
        } else {
            drain(self.operator, DRAINED).await;
        }
        sleep(time / 2).await;
        // On a busy machine a night is longer, and the server is drained more than once.
        let frames = self.world.frames();
        while !killed && !self.untried().is_empty() && self.world.frames() < frames + MAX_FRAMES {
            let is_of_drain = |what: &&str| what.ends_with(" draining");
            if self.untried().iter().any(is_of_drain) {
                drain(self.operator, DRAINED).await;
                sleep(DRAINED).await;
            }
            sleep(A_WHILE).await;
        }
        self.world.set_over(true);
        let frames = self.world.frames();
        while let Some(person) = at_large.join_next().await {
            self.people
                .push(person.expect("nobody met what must not be"));
            let more = self.world.frames() - frames;
            assert!(more < MAX_FRAMES_HOME, "somebody does not go home");
        }
        all_closed(&self.world).await;
        porter.await.expect("the lobby was told as it is");
        let ends = check_matches(&self.world, self.database.signer().public_key()).await;
        println!("after {} frames: {ends:?}", self.world.frames());
        ends
    }

    /// What has not happened yet.
    fn untried(&self) -> Vec<&str> {
        let tally = self.world.tally();
        let untried = HAPPENS.iter().filter(|&&what| !tally.contains_key(what));
        untried.copied().collect()
    }

    async fn kill(&mut self) {
        if let Some(server) = self.server.take() {
            server.kill().await;
        }
        let mut server = ServerProcess::start(&self.database, self.top, TIMES).await;
        self.world.moved(server.address());
        self.operator = server.operator().await;
        self.server = Some(server);
    }

    fn files_and_kib(&self) -> (usize, u64) {
        let server = self.server.as_ref().expect("the server runs");
        (server.open_files(), server.resident_kib())
    }
}

async fn two_nights(database: Database, top: &'static str) {
    let people = usize::try_from(number_from_env("GIOG_TEST_NIGHT_PEOPLE", 150));
    let people = people.expect("a number of people");
    let seconds = number_from_env("GIOG_TEST_NIGHT_SECONDS", 15);
    let seed = seed();
    let mut server = ServerProcess::start(&database, top, TIMES).await;
    let operator = server.operator().await;
    let world = Arc::new(World::new(server.address()));
    let people = (0..people).map(|number| {
        let seed = seed + 1_000 * number as u64;
        Person::new(number, Arc::clone(&world), seed)
    });
    let mut nights = Nights {
        people: people.collect(),
        database,
        top,
        server: Some(server),
        operator,
        world,
        seed,
    };
    // The first night, in which the server is killed, shows how much memory a night takes: the same people come again.
    let time = Duration::from_secs(seconds) / 2;
    let first = nights.night(time, true).await;
    let before = nothing_left(nights.operator).await;
    let (files, kib) = nights.files_and_kib();
    let ends = nights.night(time, false).await;
    let after = nothing_left(nights.operator).await;
    let (started, ended) = (after.started - before.started, after.ended - before.ended);
    assert_eq!(started, ended, "matches of the second night");
    println!("{started} matches began in the second night");
    let (files_after, kib_after) = nights.files_and_kib();
    println!("{files} files and {kib} KiB, then {files_after} and {kib_after}");
    let tally = nights.world.tally();
    for (what, count) in &tally {
        println!("{count:7} {what}");
    }
    let server = nights.server.take().expect("the server runs");
    server.stop().await;
    check_store(&nights.database, tally.contains_key("report ok")).await;
    let untried = nights.untried();
    assert!(untried.is_empty(), "nobody tried {untried:?}");
    // The records must match what was seen of them.
    assert!(first.by_people + ends.by_people > 0 && first.stood_in + ends.stood_in > 0);
    assert!(first.receipts + ends.receipts > 0 && first.stories + ends.stories > 0);
    assert!(files_after <= files + MORE_FILES, "files stay open");
    let most = kib + kib * MORE_PERCENT / 100 + MORE_KIB;
    assert!(kib_after <= most, "{kib_after} KiB are more than {most}");
    nights.database.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_night_in_fast_motion_all_is_as_before_on_sqlite() {
    two_nights(Database::sqlite(), "").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_night_in_fast_motion_all_is_as_before_on_postgres() {
    two_nights(Database::postgres().await, "lease_ms = 1000").await;
}
