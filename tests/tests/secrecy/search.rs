//! Bots of levels that search: nobody is told how long a search takes, which may depend on the hand.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};

use giog_protocol::{Access, Clock};
use giog_rules::tiles::{TilesSight, TilesVariant};
use giog_rules::{Action, Ceremony, Color, Decision, Level, Piece, Variant, View, tricks};
use serde_json::{Value, json};

use crate::gathering::gather;
use crate::log::Log;
use crate::server::lock;
use crate::table::Table;
use crate::test_server::{Heard, TestServer};
use crate::wanted;

/// Longer than a match whose person never answers: of a trick game, and of one hand of mahjong.
const MATCH_MS: usize = 300_000;
const HAND_MS: usize = 900_000;
/// Less than a bot waits before it acts.
const STEP_MS: usize = 50;

/// Whether searches for hands with an odd number of red pieces, or of characters, do not end.
static IS_SLOW: (Mutex<bool>, Condvar) = (Mutex::new(false), Condvar::new());
/// Searches that do not end.
static ENDLESS: AtomicUsize = AtomicUsize::new(0);

/// A search that finds nothing, for some hands never.
pub fn play(_: Level, view: &View, _: &Decision, _: u64) -> Option<Action> {
    if is_odd(view) {
        let (is_slow, changed) = &IS_SLOW;
        ENDLESS.fetch_add(1, Ordering::SeqCst);
        let ended = changed.wait_while(lock(is_slow), |is_slow| *is_slow);
        drop(ended);
        ENDLESS.fetch_sub(1, Ordering::SeqCst);
    }
    None
}

/// Whether the seat has an odd number of red pieces in its hand, or of characters.
fn is_odd(view: &View) -> bool {
    let count = match view {
        View::Tricks(view) => {
            let hand = view.hand.unwrap_or_default();
            let red = |piece: &Piece| piece.color() == Color::Red;
            hand.iter().filter(red).count()
        }
        View::Tiles(view) => {
            let TilesSight::Mahjong { hand, .. } = &view.sight else {
                return false;
            };
            let tiles = hand.as_ref().and_then(|hand| hand.tiles.as_deref());
            tiles.unwrap_or_default().matches('m').count()
        }
        View::Board(_) => 0,
    };
    count % 2 == 1
}

fn set_slow(slow: bool) {
    *lock(&IS_SLOW.0) = slow;
    IS_SLOW.1.notify_all();
}

/// What is played against three bots of a level, and for how long.
#[derive(Clone)]
struct Searched {
    game: Variant,
    options: Value,
    level: Level,
    match_ms: usize,
}

/// What a person and a spectator are told in a match against three bots; whether any search did not end.
async fn told(searched: &Searched, slow: bool) -> (Vec<Heard>, bool) {
    let table = Table {
        seats: 4,
        ceremony: Ceremony::Server,
        options: searched.options.clone(),
        clock: Clock::Timed {
            decision_ms: 5_000,
            bank_ms: 0,
        },
        access: Access::Public,
        spectators: true,
        reveal_pause_ms: 0,
        rematch: false,
        bots: 3,
        level: searched.level,
        entropy: vec![false; 4],
        ..Table::new(1, searched.game)
    };
    set_slow(slow);
    let mut server = TestServer::open(&table, None).await;
    gather(&table, &mut server).await;
    let mut were_endless = false;
    for _ in 0..searched.match_ms / STEP_MS {
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

/// Plays with searches that end at once, and again with some that do not end.
fn check(searched: &Searched) {
    if wanted([searched.game]).next().is_none() {
        return;
    }
    let (fast, _) = Log::default().during(async || told(searched, false).await);
    let (slow, were_endless) = Log::default().during(async || told(searched, true).await);
    assert!(were_endless, "some hands have an odd number");
    let finished = |heard: &[Heard]| heard.iter().any(|one| one.frame.contains("\"finished\""));
    assert!(finished(&fast), "a whole match was played");
    let differs = fast.iter().zip(&slow).find(|(one, other)| one != other);
    assert!(
        differs.is_none() && fast.len() == slow.len(),
        "somebody could tell what is hidden, by how long a search takes: {differs:?}"
    );
}

#[test]
fn a_search_that_is_slow_for_some_hands_is_not_told() {
    check(&Searched {
        game: Variant::Tricks(tricks::Variant::Giog),
        options: json!({}),
        level: Level::Strong,
        match_ms: MATCH_MS,
    });
}

#[test]
fn a_search_that_is_slow_for_some_hands_of_mahjong_is_not_told() {
    check(&Searched {
        game: Variant::Tiles(TilesVariant::Mahjong),
        options: json!({ "length": "hand" }),
        level: Level::Club,
        match_ms: HAND_MS,
    });
}
