//! Bots of levels that search: nobody is told how long a search takes, which may depend on the hand.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};

use giog_protocol::{Access, Clock};
use giog_rules::{Action, Ceremony, Color, Decision, Level, Variant, View, tricks};

use crate::gathering::gather;
use crate::log::Log;
use crate::server::lock;
use crate::table::Table;
use crate::test_server::{Heard, TestServer};

/// Longer than a match whose person never answers.
const MATCH_MS: usize = 300_000;
/// Less than a bot waits before it acts.
const STEP_MS: usize = 50;

/// Whether searches for hands with an odd number of red pieces do not end.
static IS_SLOW: (Mutex<bool>, Condvar) = (Mutex::new(false), Condvar::new());
/// Searches that do not end.
static ENDLESS: AtomicUsize = AtomicUsize::new(0);

/// A search that finds nothing, for some hands never.
pub fn play(_: Level, view: &View, _: &Decision, _: u64) -> Option<Action> {
    let View::Tricks(view) = view else {
        return None;
    };
    let hand = view.hand.unwrap_or_default();
    if hand
        .iter()
        .filter(|piece| piece.color() == Color::Red)
        .count()
        % 2
        == 1
    {
        let (is_slow, changed) = &IS_SLOW;
        ENDLESS.fetch_add(1, Ordering::SeqCst);
        let ended = changed.wait_while(lock(is_slow), |is_slow| *is_slow);
        drop(ended);
        ENDLESS.fetch_sub(1, Ordering::SeqCst);
    }
    None
}

fn set_slow(slow: bool) {
    *lock(&IS_SLOW.0) = slow;
    IS_SLOW.1.notify_all();
}

/// What a person and a spectator are told in a match against three bots; whether any search did not end.
async fn told(slow: bool) -> (Vec<Heard>, bool) {
    let table = Table {
        seats: 4,
        ceremony: Ceremony::Server,
        options: serde_json::json!({}),
        clock: Clock::Timed {
            decision_ms: 5_000,
            bank_ms: 0,
        },
        access: Access::Public,
        spectators: true,
        reveal_pause_ms: 0,
        rematch: false,
        bots: 3,
        level: Level::Strong,
        entropy: vec![false; 4],
        ..Table::new(1, Variant::Tricks(tricks::Variant::Giog))
    };
    set_slow(slow);
    let mut server = TestServer::open(&table, None).await;
    gather(&table, &mut server).await;
    let mut were_endless = false;
    for _ in 0..MATCH_MS / STEP_MS {
        // The clock of the tests waits for no thread: until the searches are over that end, it stands still.
        while server.thinking() > 0 && ENDLESS.load(Ordering::SeqCst) == 0 {
            std::thread::yield_now();
        }
        were_endless |= slow && ENDLESS.load(Ordering::SeqCst) > 0;
        server.wait(STEP_MS as u64).await;
    }
    set_slow(false);
    (server.heard(), were_endless)
}

#[test]
fn a_search_that_is_slow_for_some_hands_is_not_told() {
    let (fast, _) = Log::default().during(async || told(false).await);
    let (slow, were_endless) = Log::default().during(async || told(true).await);
    assert!(were_endless, "somebody holds an odd number of red pieces");
    let finished = |heard: &[Heard]| heard.iter().any(|one| one.frame.contains("\"finished\""));
    assert!(finished(&fast), "a whole match was played");
    let differs = fast.iter().zip(&slow).find(|(one, other)| one != other);
    assert!(
        differs.is_none() && fast.len() == slow.len(),
        "somebody could tell what is hidden, by how long a search takes: {differs:?}"
    );
}
