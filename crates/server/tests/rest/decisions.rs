//! The cost of a decision, in numbers that do not depend on the machine. A change that makes it more expensive fails here; the times are
//! in `docs/PERFORMANCE.md`.

use std::time::Duration;

use allocation_counter::{AllocationInfo, measure, opt_out};
use giog_protocol::server::{RoomEvent, short};
use giog_rooms::{FrameReceiver, NextFrame};
use giog_server::{Next, Session};
use serde_json::{Value, json};

use crate::common::TestServer;

const SEATS: usize = 4;
/// The interval of waiting for the store's thread.
const WAIT: Duration = Duration::from_micros(200);
/// The number of intervals before a test fails: half a minute.
const MOST_WAITS: u32 = 150_000;

/// A player, whose own work is not counted.
struct Player {
    session: Session,
    frame_receiver: FrameReceiver,
    /// The next request, if any.
    says: Option<String>,
    turn: Option<u64>,
    is_over: bool,
    frames: u64,
    bytes: u64,
}

/// The cost of a match.
#[derive(Debug)]
struct Cost {
    /// Frames to all four, from the snapshot on.
    frames: u64,
    /// Bytes in these frames.
    bytes: u64,
    /// Allocations for a decision, on the thread of connections and rooms.
    allocations: u64,
    /// Bytes of the database's write-ahead log for a decision.
    wal_bytes: u64,
}

impl Player {
    /// Processes the received frames; returns whether there were any.
    fn hear(&mut self, room: &str) -> bool {
        let mut heard = false;
        while let Some(frame) = self.frame_receiver.try_next() {
            heard = true;
            self.frames += 1;
            self.bytes += frame.len() as u64;
            let frame: Value = serde_json::from_slice(&frame).expect("frames are JSON");
            let single = frame["event"].clone();
            let events = frame["events"].as_array().cloned().unwrap_or_default();
            let finished = |event: &Value| {
                let event = short::read_event(event.clone());
                matches!(event, Ok(RoomEvent::Finished { .. }))
            };
            self.is_over |= events.iter().chain([&single]).any(finished);
            let now = if frame["type"] == "now" {
                frame.clone()
            } else {
                in_full(&frame["now"])
            };
            let you = &now["you"];
            if you["decision"]["must"] == true && you["turn"].as_u64() > self.turn {
                self.turn = you["turn"].as_u64();
                let mut act = you["decision"]["default"].clone();
                act["id"] = 1.into();
                act["type"] = "act".into();
                act["room"] = room.into();
                act["turn"] = you["turn"].clone();
                self.says = Some(act.to_string());
            }
        }
        heard
    }

    async fn say(&mut self, request: &Value) -> Value {
        let said = self.session.text(&request.to_string()).await;
        assert_eq!(said, Next::Continue);
        let NextFrame::Frame(frame) = self.frame_receiver.next().await else {
            panic!("no answer to {request}");
        };
        serde_json::from_slice(&frame).expect("frames are JSON")
    }
}

/// The `now` of `news`, in full form.
fn in_full(now: &Value) -> Value {
    let now = short::now(now).expect("in either form");
    serde_json::to_value(now).expect("it is JSON")
}

/// The fields of `hello`.
#[derive(Clone, Copy)]
struct Form {
    batch: bool,
    short: bool,
}

/// Four people at a table, of whom only the last one is not ready.
async fn table(server: &TestServer, Form { batch, short }: Form) -> (String, Vec<Player>) {
    let mut players = Vec::new();
    let mut room = String::new();
    for number in 0..SEATS {
        let (session, frame_receiver) = server.connect().into_parts();
        let mut player = Player {
            session,
            frame_receiver,
            says: None,
            turn: None,
            is_over: false,
            frames: 0,
            bytes: 0,
        };
        let hello =
            json!({"id": 0, "type": "hello", "protocol": 1, "batch": batch, "short": short});
        player.say(&hello).await;
        if number == 0 {
            let settings = json!({"seats": SEATS, "clock": {"kind": "none"}, "ceremony": "server", "reveal_pause_ms": 0});
            let create = json!({"id": 0, "type": "create_room", "key": "k", "settings": settings});
            let made = player.say(&create).await;
            made["room"].as_str().expect("a room").clone_into(&mut room);
        } else {
            let join = json!({"id": 0, "type": "join", "room": room, "sit": true});
            player.say(&join).await;
        }
        players.push(player);
    }
    (room, players)
}

/// Waits until a frame has arrived, and processes it.
async fn something_heard(players: &mut [Player], room: &str) {
    for _ in 0..MOST_WAITS {
        let mut heard = false;
        opt_out(|| {
            for player in players.iter_mut() {
                heard |= player.hear(room);
            }
        });
        if heard {
            return;
        }
        // Lets the other tasks and the store's thread run.
        opt_out(|| std::thread::sleep(WAIT));
        tokio::task::yield_now().await;
    }
    panic!("nothing comes any more");
}

async fn play(room: &str, players: &mut [Player]) -> u64 {
    let mut decisions = 0;
    while players.iter().any(|player| !player.is_over) {
        for player in players.iter_mut() {
            if let Some(text) = player.says.take() {
                let said = player.session.text(&text).await;
                assert_eq!(said, Next::Continue);
                opt_out(|| drop(text));
                decisions += 1;
            }
        }
        something_heard(players, room).await;
    }
    decisions
}

fn cost(form: Form) -> Cost {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let (server, room, mut players) = runtime.block_on(async {
        let server = TestServer::new().await;
        let (room, mut players) = table(&server, form).await;
        for player in &mut players {
            let ready = json!({"id": 0, "type": "ready", "room": room});
            player.session.text(&ready.to_string()).await;
        }
        (server, room, players)
    });
    let wal_before = server.wal_bytes();
    let mut decisions = 0;
    let AllocationInfo { count_total, .. } = measure(|| {
        decisions = runtime.block_on(play(&room, &mut players));
    });
    Cost {
        frames: players.iter().map(|player| player.frames).sum(),
        bytes: players.iter().map(|player| player.bytes).sum(),
        allocations: count_total / decisions,
        wal_bytes: (server.wal_bytes() - wal_before) / decisions,
    }
}

fn check(cost: &Cost, most: &Cost) {
    let within = cost.frames <= most.frames
        && cost.bytes <= most.bytes
        && cost.allocations <= most.allocations
        && cost.wal_bytes <= most.wal_bytes;
    println!("{cost:?}");
    assert!(
        within,
        "{cost:?} is more than {most:?}: see docs/PERFORMANCE.md"
    );
}

#[test]
fn a_match_in_news_costs_no_more_than_it_did() {
    let most = Cost {
        frames: 95,
        bytes: 87_000,
        allocations: 71,
        wal_bytes: 4_050,
    };
    let form = Form {
        batch: true,
        short: false,
    };
    check(&cost(form), &most);
}

#[test]
fn a_match_in_short_news_costs_no_more_than_it_did() {
    let most = Cost {
        frames: 95,
        bytes: 36_000,
        allocations: 71,
        wal_bytes: 4_050,
    };
    let form = Form {
        batch: true,
        short: true,
    };
    check(&cost(form), &most);
}

#[test]
fn a_match_in_single_frames_costs_no_more_than_it_did() {
    let most = Cost {
        frames: 386,
        bytes: 109_000,
        allocations: 85,
        wal_bytes: 4_050,
    };
    let form = Form {
        batch: false,
        short: false,
    };
    check(&cost(form), &most);
}
