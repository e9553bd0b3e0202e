//! Reviews of fixed matches of all trick games, as one number for so many decisions: the same on every machine, in every build, and on
//! whatever threads. `tests/same` compares builds by it.
//!
//! `decisions COUNT [THREADS]` prints the sums of the first 20 decisions and of so many, in a line each.

use std::env;
use std::error::Error;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use giog_bots::levels::Effort;
use giog_review::{Review, exists, review};
use giog_rules::fairness::ServerSeed;
use giog_rules::{Ceremony, Match, Options, Seat, Terms, Variant};

#[path = "../tests/played/mod.rs"]
mod played;

const USAGE: &str = "decisions COUNT [THREADS]";
/// So many are summed for builds that are slow.
const FEW: usize = 20;
const EFFORT: Effort = Effort {
    drawn: 64,
    lines: 128,
    choices: 8,
    error: 0,
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = env::args().skip(1);
    let count: usize = words.next().ok_or(USAGE)?.parse()?;
    let threads: u32 = words.next().map_or(Ok(1), |word| word.parse())?;
    let tables = tables();
    let mut decisions = Vec::new();
    let mut first = 0;
    while decisions.len() < count {
        let end = first + threads;
        let next = AtomicU32::new(first);
        let mut found: Vec<(u32, Vec<String>)> = if threads == 1 {
            vec![(first, reviewed(&tables, first))]
        } else {
            thread::scope(|scope| {
                let run = || {
                    let mut found = Vec::new();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= end {
                            return found;
                        }
                        found.push((number, reviewed(&tables, number)));
                    }
                };
                let running: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
                let found = running.into_iter().map(|one| one.join().expect("reviewed"));
                found.flatten().collect()
            })
        };
        found.sort_unstable_by_key(|&(number, _)| number);
        decisions.extend(found.into_iter().flat_map(|(_, decisions)| decisions));
        first = end;
    }
    for count in [FEW.min(count), count] {
        println!("{count} {:016x}", sum(&decisions[..count]));
    }
    Ok(())
}

/// The games and numbers of players that have reviews.
fn tables() -> Vec<Terms> {
    let all = Variant::ALL.into_iter();
    let all = all.filter(|variant| matches!(variant, Variant::Tricks(_)));
    let all = all.flat_map(|variant| variant.players().map(move |seats| (variant, seats)));
    let with = all.filter(|&(variant, seats)| exists(variant, u8::try_from(seats).expect("few")));
    with.map(|(variant, seats)| {
        Terms::new(variant, seats, Options::default(), Ceremony::Server).expect("terms")
    })
    .collect()
}

/// What the review of a seat says of each decision of the match with this number, as JSON.
fn reviewed(tables: &[Terms], number: u32) -> Vec<String> {
    let terms = &tables[number as usize % tables.len()];
    let mut seed = [0; 32];
    seed[..4].copy_from_slice(&number.to_le_bytes());
    let record = played::played(
        terms,
        ServerSeed::new(seed),
        number,
        usize::MAX,
        Match::default_action,
    );
    let seat = number as usize / tables.len() % terms.seats();
    let seat = Seat::new(seat);
    let review = review(&record, seat, EFFORT, |_, _| ());
    let Ok(Review::Tricks(review)) = review else {
        panic!("no review of {record:?}");
    };
    let decisions = review.decisions.iter();
    decisions
        .map(|decision| serde_json::to_string(decision).expect("plain data"))
        .collect()
}

/// FNV-1a, of 64 bits.
fn sum(texts: &[String]) -> u64 {
    let bytes = texts.iter().flat_map(|text| text.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
