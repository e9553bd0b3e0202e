//! The attacks. Each is a function that runs until its time is over, from one address, over as many connections as it is
//! given. A new one is a function in the file of its kind and a line in [`ATTACKS`].

mod connections;
mod frames;
mod lobby;
mod people;
mod rest;
mod rooms;

use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};

/// How long an attacker waits after a refused connection: a shorter pause would only measure the attacker's core.
const AGAIN: Duration = Duration::from_millis(20);

/// What is attacked, and from where.
#[derive(Clone, Debug)]
pub struct Target {
    /// The server.
    pub server: SocketAddr,
    /// The attacker's address.
    pub from: Ipv4Addr,
    /// A public room in which honest people play.
    pub room: String,
    /// How many connections the attacker uses.
    pub connections: usize,
    /// When the attack ends.
    pub until: Instant,
}

/// An attack from one address.
pub type Attack = fn(Target) -> Pin<Box<dyn Future<Output = ()> + Send>>;

/// All attacks: name, description, and function.
pub const ATTACKS: &[(&str, &str, Attack)] = &[
    (
        "nothing",
        "nobody attacks: what the bench itself does to its figures",
        |_| Box::pin(async {}),
    ),
    (
        "docs",
        "the largest file of /api/docs, compressed",
        rest::docs,
    ),
    ("openapi", "openapi.json, compressed", rest::openapi),
    ("qr", "QR codes of long texts", rest::qr),
    ("rooms_rest", "GET /rooms", rest::rooms),
    (
        "matches",
        "GET /matches with filters that go together badly",
        rest::matches,
    ),
    (
        "exports",
        "all records in one answer, again and again",
        rest::exports,
    ),
    (
        "feed",
        "streams of the feed that are opened again and again",
        rest::feed,
    ),
    (
        "stats",
        "statistics of a player, again and again",
        rest::stats,
    ),
    ("not_found", "paths where nothing is", rest::not_found),
    ("page", "files of the page, as they are", rest::page),
    (
        "never_read_rest",
        "REST answers that are never read",
        rest::never_read,
    ),
    (
        "list_rooms",
        "list_rooms over the socket",
        lobby::list_rooms,
    ),
    (
        "never_read",
        "list_rooms, and nothing is read",
        lobby::never_read,
    ),
    (
        "watch_lobby",
        "watch_lobby, with another filter each time",
        lobby::watch_lobby,
    ),
    (
        "watch_matches",
        "watch_matches again and again",
        lobby::watch_matches,
    ),
    (
        "quick_play",
        "quick_play and leave, again and again",
        lobby::quick_play,
    ),
    (
        "handovers",
        "seats at tables of quick play that are given up again and again",
        lobby::handovers,
    ),
    (
        "big_frames",
        "frames of 15 KB that are no request",
        frames::big,
    ),
    (
        "deep_frames",
        "frames of 15 KB, JSON in 7,000 brackets",
        frames::deep,
    ),
    (
        "fragments",
        "empty continuation frames without end",
        frames::fragments,
    ),
    ("pings", "pings of the WebSocket protocol", frames::pings),
    (
        "requests",
        "small requests as fast as they go",
        frames::requests,
    ),
    ("guests", "new guests over REST", people::guests),
    (
        "households",
        "new guests of ever so many addresses, while newcomers come",
        people::households,
    ),
    ("renames", "another name with each hello", people::renames),
    (
        "official_names",
        "hello with names that look official",
        people::official_names,
    ),
    ("bad_tokens", "tokens that nobody has", people::bad_tokens),
    ("create_rooms", "rooms by ever new guests", rooms::create),
    (
        "configure",
        "other settings for a room, again and again",
        rooms::configure,
    ),
    (
        "join_after",
        "join with `after: 0` in a room of others",
        rooms::join_after,
    ),
    (
        "come_and_go",
        "join and leave in a room of others",
        rooms::come_and_go,
    ),
    (
        "chat",
        "chat of spectators in a room of others",
        rooms::chat,
    ),
    (
        "reports",
        "reports with all the chat that one can have, by ever new guests",
        rooms::reports,
    ),
    (
        "bots",
        "matches against bots, as fast as they go",
        rooms::bots,
    ),
    (
        "left_tables",
        "matches in which computer players search, left at once",
        rooms::left_tables,
    ),
    (
        "hints",
        "hints that are searched, as fast as they go",
        rooms::hints,
    ),
    (
        "connects",
        "connections that are closed at once",
        connections::connects,
    ),
    (
        "half_open",
        "sockets that never say hello",
        connections::half_open,
    ),
    (
        "slow_headers",
        "headers byte by byte",
        connections::slow_headers,
    ),
    ("slow_body", "a body byte by byte", connections::slow_body),
];

/// Repeats an action on each connection; after a failure with a new connection.
async fn on_each<F, W>(target: Target, work: W)
where
    F: Future<Output = io::Result<()>> + Send,
    W: Fn(Target, usize) -> F + Clone + Send + 'static,
{
    let mut all = JoinSet::new();
    for number in 0..target.connections {
        let (target, work) = (target.clone(), work.clone());
        all.spawn(async move {
            while Instant::now() < target.until {
                let done = timeout_at(target.until, work(target.clone(), number)).await;
                if !matches!(done, Ok(Ok(()))) {
                    sleep(AGAIN).await;
                }
            }
        });
    }
    while all.join_next().await.is_some() {}
}
