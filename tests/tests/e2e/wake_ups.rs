//! The cost of a decision for the operating system: the server's system calls and wake-ups. Its cost within the server is measured in
//! `crates/server/tests/rest/decisions.rs`.

use giog_tests::{Database, ServerProcess, Table, seed};
use serde_json::json;

const SEATS: usize = 4;
/// The number of counted decisions, after an uncounted one.
const MATCHES: usize = 5;
/// Wake-ups for a decision, of all threads together.
const MOST_WAKE_UPS: f64 = 20.0;
/// Reads and writes for a decision.
const MOST_READS_AND_WRITES: f64 = 15.0;

/// The counters of the operating system.
#[derive(Clone, Copy, Debug)]
struct Counted {
    wake_ups: u64,
    reads_and_writes: u64,
}

impl Counted {
    fn of(server: &ServerProcess) -> Self {
        Self {
            wake_ups: server.wake_ups(),
            reads_and_writes: server.reads_and_writes(),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of a few matches")]
fn each(after: u64, before: u64, decisions: usize) -> f64 {
    (after - before) as f64 / decisions as f64
}

/// With a single table no two rooms share a commit, so this is the largest number of wake-ups for a decision. On a busy machine there are fewer, because
/// work is done in batches.
#[tokio::test]
async fn a_decision_wakes_few_threads_and_calls_the_system_seldom() {
    let database = Database::sqlite();
    let server = ServerProcess::start(&database, "", "").await;
    let settings = json!({
        "seats": SEATS, "ceremony": "server", "clock": {"kind": "none"}, "reveal_pause_ms": 0, "take_backs": false,
    });
    let mut table = Table::set(server.address(), &settings, &[false; SEATS], 0, seed()).await;
    table.play_match().await;
    let before = Counted::of(&server);
    for _ in 0..MATCHES {
        table.play_match().await;
    }
    let after = Counted::of(&server);
    let finished = table
        .people
        .iter()
        .flat_map(|seated| &seated.player.finished[1..]);
    let decisions = finished.map(|finished| finished.acts.len()).sum();
    let wake_ups = each(after.wake_ups, before.wake_ups, decisions);
    let reads_and_writes = each(after.reads_and_writes, before.reads_and_writes, decisions);
    println!(
        "{decisions} decisions: {wake_ups:.1} wake-ups, {reads_and_writes:.1} reads and writes each"
    );
    assert!(wake_ups <= MOST_WAKE_UPS, "{wake_ups:.1}");
    assert!(
        reads_and_writes <= MOST_READS_AND_WRITES,
        "{reads_and_writes:.1}"
    );
    server.stop().await;
}
