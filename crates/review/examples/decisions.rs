//! Reviews of fixed matches of all games that have some, as one number for so many decisions of each family: the same on every machine, in every
//! build, and on whatever threads. `tests/same` compares builds by it.
//!
//! `decisions COUNT [THREADS]` prints for each family the sums of the first 20 decisions and of so many, in a line each.

use std::env;
use std::error::Error;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use giog_bots::levels::Effort;
use giog_review::{Review, exists, review};
use giog_rules::fairness::ServerSeed;
use giog_rules::{Ceremony, Observer, Options, Seat, Terms, Variant};
use serde::Serialize;

#[path = "../tests/played/mod.rs"]
mod played;

const USAGE: &str = "decisions COUNT [THREADS]";
/// So many are summed for builds that are slow.
const FEW: usize = 20;
/// So many positions who plays on a board looks at.
const LEVEL_NODES: u32 = 200;
const EFFORT: Effort = Effort {
    lines: 128,
    choices: 8,
    error: 0,
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = env::args().skip(1);
    let count: usize = words.next().ok_or(USAGE)?.parse()?;
    let threads: u32 = words.next().map_or(Ok(1), |word| word.parse())?;
    for family in ["tricks", "boards", "mahjong"] {
        let decisions = decisions(&tables(family), count, threads);
        for count in [FEW.min(count), count] {
            println!("{family} {count} {:016x}", sum(&decisions[..count]));
        }
    }
    Ok(())
}

/// What reviews of matches of these tables say of at least so many decisions.
fn decisions(tables: &[Terms], count: usize, threads: u32) -> Vec<String> {
    let mut decisions = Vec::new();
    let mut first = 0;
    while decisions.len() < count {
        let end = first + threads;
        let next = AtomicU32::new(first);
        let mut found: Vec<(u32, Vec<String>)> = if threads == 1 {
            vec![(first, reviewed(tables, first))]
        } else {
            thread::scope(|scope| {
                let run = || {
                    let mut found = Vec::new();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= end {
                            return found;
                        }
                        found.push((number, reviewed(tables, number)));
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
    decisions
}

/// The games of a family and numbers of players that have reviews.
fn tables(family: &str) -> Vec<Terms> {
    let all = Variant::ALL.into_iter();
    let all = all.filter(|variant| match variant {
        Variant::Tricks(_) => family == "tricks",
        Variant::Board(_) => family == "boards",
        Variant::Tiles(_) => family == "mahjong",
    });
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
        |game, seat| match terms.variant() {
            // Whoever lets the time run out loses there.
            Variant::Board(_) => {
                let (view, decision) = (game.view(Observer::Seat(seat)), game.decision(seat)?);
                giog_bots::think(&view, &decision, number.into(), LEVEL_NODES)
            }
            _ => game.default_action(seat),
        },
    );
    let seat = number as usize / tables.len() % terms.seats();
    let seat = Seat::new(seat);
    match review(&record, seat, EFFORT, |_| ()) {
        Ok(Review::Tricks(review)) => texts(&review.decisions),
        Ok(Review::Boards(review)) => texts(&review.moves),
        Ok(Review::Mahjong(review)) => {
            let turns = review.hands.iter().flat_map(|hand| &hand.turns);
            texts(turns)
        }
        Err(error) => panic!("no review: {error}"),
    }
}

fn texts<'a, T: Serialize + 'a>(decisions: impl IntoIterator<Item = &'a T>) -> Vec<String> {
    let texts = decisions
        .into_iter()
        .map(|one| serde_json::to_string(one).expect("plain data"));
    texts.collect()
}

/// FNV-1a, of 64 bits.
fn sum(texts: &[String]) -> u64 {
    let bytes = texts.iter().flat_map(|text| text.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
