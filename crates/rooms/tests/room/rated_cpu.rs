//! What rating a match costs beside all else of it.

use std::fs;
use std::sync::Arc;

use giog_protocol::{DeviceId, RoomId};
use giog_rules::{MatchId, Timestamp};
use giog_store::{Append, Archive, Fact, Fence, Log as _, NewDevice, OpenOptions};
use uuid::Uuid;

use crate::table::{A, B, C, D, Table, player};

/// How many matches are measured of each kind.
const MATCHES: u128 = 60;

/// The CPU time of all threads of this process, in nanoseconds.
fn cpu_ns() -> u64 {
    let threads = fs::read_dir("/proc/self/task").expect("Linux");
    let spent = threads.map(|thread| {
        let path = thread.expect("a thread").path().join("schedstat");
        let text = fs::read_to_string(path).unwrap_or_default();
        let first = text.split(' ').next().and_then(|ns| ns.parse().ok());
        first.unwrap_or(0_u64)
    });
    spent.sum()
}

fn median(mut spent: Vec<u64>) -> u64 {
    spent.sort_unstable();
    spent[spent.len() / 2]
}

/// Plays a match of four and stores all its rows, one after another; returns what it cost: all, and storing its end.
async fn cost_of(store: &Archive, fence: Fence, number: u128, rated: bool) -> [u64; 2] {
    let begun = cpu_ns();
    let mut table = Table::rated(r#"{"seats":4}"#);
    for conn in [B, C, D] {
        table.quick_join(conn).expect("a seat");
    }
    table.play_to_end(&[A, B, C, D]);
    let mut facts = std::mem::take(&mut table.facts);
    let ends = facts
        .iter()
        .position(|fact| matches!(fact, Fact::MatchFinished(_)));
    let mut end = facts.split_off(ends.expect("it is over"));
    for fact in &mut end {
        let id = MatchId(Uuid::from_u128(number));
        match fact {
            Fact::MatchFinished(finished) => finished.match_id = id,
            Fact::Rated(rated) => rated.match_id = id,
            _ => {}
        }
    }
    end.retain(|fact| rated || !matches!(fact, Fact::Rated(_)));
    let room = RoomId(Uuid::from_u128(number));
    let last = table.rows.len() - 1;
    let mut before_end = 0;
    for (index, body) in std::mem::take(&mut table.rows) {
        let row = Append {
            room,
            index,
            body,
            facts: if index == last as u64 {
                before_end = cpu_ns();
                std::mem::take(&mut end)
            } else {
                Vec::new()
            },
            floor: None,
        };
        store.append(fence, &[row]).await.expect("stored");
    }
    let over = cpu_ns();
    [over - begun, over - before_end]
}

#[tokio::test]
#[ignore = "it measures; docs/RATINGS.md has the command"]
async fn rating_a_match_costs_little_of_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let url = format!("sqlite:{}", folder.path().join("giog.sqlite").display());
    let store: Arc<Archive> = giog_store::open(&url, OpenOptions::default())
        .await
        .expect("a database");
    let lease = store.try_lease("test", 600_000).await.expect("a lease");
    let fence = lease.expect("free");
    for (number, conn) in [A, B, C, D].into_iter().enumerate() {
        let device = NewDevice {
            device: DeviceId(player(conn).0),
            name: "",
            token_hash: [u8::try_from(number).expect("few"); 32],
        };
        let at = Timestamp::from_unix_ms(0);
        let created = store.create_guest(player(conn), "Lin", device, at).await;
        created.expect("a guest");
    }
    let (mut all, mut ends) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    for number in 0..2 * MATCHES {
        let rated = number % 2 == 1;
        let [whole, end] = cost_of(&store, fence, number + 1, rated).await;
        all[usize::from(rated)].push(whole);
        ends[usize::from(rated)].push(end);
    }
    let [unrated, rated] = ends.map(median);
    let [whole, _] = all.map(median);
    let more = rated.saturating_sub(unrated);
    println!(
        "the end of a match: {} µs, rated {} µs; a whole one {} µs: {:.1} % more",
        unrated / 1_000,
        rated / 1_000,
        whole / 1_000,
        100.0 * f64::from(u32::try_from(more).expect("little"))
            / f64::from(u32::try_from(whole).expect("little")),
    );
    assert!(more * 10 <= whole, "at most a tenth");
}
