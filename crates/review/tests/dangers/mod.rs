//! Whether discards of mahjong are claimed for a win as often as is said: matches of levels, of which danger knows nothing else.

#![allow(dead_code, reason = "every user takes a part")]

use giog_bots::Numbers;
use giog_bots::levels::play;
use giog_bots::mahjong::Knowledge;
use giog_review::mahjong::{SIGNS, Table, VARIANT, decisions, seen};
use giog_rules::fairness::ServerSeed;
use giog_rules::record::Record;
use giog_rules::tiles::mahjong::{Length, Tile};
use giog_rules::tiles::{Claim, TilesAction, TilesAsk, TilesDecision, TilesOptions};
use giog_rules::tricks::Ceremony;
use giog_rules::{Action, Decision, Level, Match, Observer, Options, Seat, Terms, Verb};

use crate::played::played;

const SEATS: usize = 4;
/// What a win may need at least.
pub const MIN_FAAN: [u8; 3] = [3, 0, 1];

/// A tile that a seat could discard, and what the others would have done.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The number of the match.
    pub number: u32,
    pub min_faan: u8,
    /// Whether it was discarded.
    pub was_discarded: bool,
    /// What is known of each of the others.
    pub signs: Vec<[usize; SIGNS]>,
    /// Whether each of them claims it for a win.
    pub wins: Vec<bool>,
}

/// The least faan of the match with this number.
pub const fn min_faan(number: u32) -> u8 {
    // Matches of even and of odd numbers have all of them.
    MIN_FAAN[number as usize / 2 % MIN_FAAN.len()]
}

/// A match, who sat where, and random numbers for more.
pub struct Seated {
    pub record: Record,
    pub seats: Vec<Level>,
    numbers: Numbers,
}

/// Plays the match with this number, each seat one of these levels by chance.
pub fn seated(number: u32, seed: &str, levels: &[Level], length: Length) -> Seated {
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&number.to_be_bytes());
    for (byte, &named) in bytes[4..].iter_mut().zip(seed.as_bytes()) {
        *byte = named;
    }
    let first = u64::from_be_bytes(bytes[..8].try_into().expect("eight"));
    let mut numbers = Numbers::new(first);
    let mut any = |count: usize| numbers.below(u32::try_from(count).expect("few")) as usize;
    let seats: Vec<Level> = (0..SEATS).map(|_| levels[any(levels.len())]).collect();
    let options = Options {
        tiles: TilesOptions {
            length: Some(length),
            min_faan: Some(min_faan(number)),
            flowers: Some(any(2) == 0),
            dead_wall: Some([0, 14][any(2)]),
            ..TilesOptions::default()
        },
        ..Options::default()
    };
    let terms = Terms::new(VARIANT, SEATS, options, Ceremony::Server).expect("terms");
    let record = played(
        &terms,
        ServerSeed::new(bytes),
        number,
        usize::MAX,
        |game, seat| choose(seats[seat.index()], game, seat),
    );
    Seated {
        record,
        seats,
        numbers,
    }
}

/// What a level does; none for a claim without a choice.
fn choose(level: Level, game: &Match, seat: Seat) -> Option<Action> {
    let decision = game.decision(seat)?;
    if let Decision::Tiles(TilesDecision {
        ask: TilesAsk::Claim { choices, .. },
        ..
    }) = &decision
        && choices.len() == 1
    {
        return None;
    }
    let view = game.view(Observer::Seat(seat));
    match level {
        Level::Simple => giog_bots::choose(&view, &decision),
        level => play(level, &view, &decision, 0),
    }
}

/// Of each turn of all seats in a match what was discarded, and another tile that was chosen at random.
pub fn samples(number: u32, seed: &str, levels: &[Level], length: Length) -> Vec<Sample> {
    let Seated {
        record,
        mut numbers,
        ..
    } = seated(number, seed, levels, length);
    let mut samples = Vec::new();
    for seat in (0..SEATS).map(Seat::new) {
        let looked = decisions(&record, seat, |game, asked| {
            let TilesAsk::Choose { may, .. } = &asked.ask else {
                return;
            };
            let Some((knowledge, _)) = Knowledge::of(&asked.view) else {
                return;
            };
            let TilesAction::Discard { tile: laid } = &asked.did else {
                return;
            };
            let discards = may.iter().filter(|kind| kind.verb == Verb::Discard);
            let tiles: Vec<&String> = discards
                .flat_map(|kind| kind.choices.iter().flatten())
                .collect();
            let any = numbers.below(u32::try_from(tiles.len()).expect("few")) as usize;
            let Some((hand, _)) = seen(&asked.view) else {
                return;
            };
            let table = Table::of(hand, &asked.past, seat);
            for (tile, was_discarded) in [(laid, true), (tiles[any], false)] {
                let kind = Tile::read(tile).expect("a tile")[0].index();
                samples.push(Sample {
                    number,
                    min_faan: knowledge.min_faan,
                    was_discarded,
                    signs: table.signs(&knowledge.unseen, kind),
                    wins: wins(game, seat, tile),
                });
            }
        });
        looked.expect("it was played");
    }
    samples
}

/// Whether each of the others could win with a discard: all levels do, if they can.
pub fn wins(game: &Match, seat: Seat, tile: &str) -> Vec<bool> {
    let mut game = game.clone();
    let tile = tile.to_owned();
    let discard = Action::Tiles(TilesAction::Discard { tile });
    game.act(seat, &discard).expect("it is legal");
    let others = (0..SEATS).map(Seat::new).filter(|&other| other != seat);
    let wins = others.map(|other| {
        let Some(Decision::Tiles(decision)) = game.decision(other) else {
            return false;
        };
        matches!(decision.ask, TilesAsk::Claim { choices, .. } if choices.contains(&Claim::Win))
    });
    wins.collect()
}
