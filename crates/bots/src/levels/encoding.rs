//! What a net is told: which rows of its first layer a decision and a play switch on.
//!
//! Files of weights name the [`VERSION`] that they were learned with. Another order or meaning of rows is another version.

use giog_rules::{Piece, Pieces, Seat};

use super::sight::Sight;
use crate::generals;
use crate::ranking::{Ranking, TypeRanking};

/// The version of this encoding.
pub const VERSION: u8 = 1;

/// The most pieces of each kind, and so the rows for it; 32 in all.
const OF_KIND: [usize; Piece::COUNT] = [1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 5, 5];
/// The first of the rows of each kind.
const FIRST_OF_KIND: [usize; Piece::COUNT] = {
    let (mut first, mut kind) = ([0; Piece::COUNT], 1);
    while kind < Piece::COUNT {
        first[kind] = first[kind - 1] + OF_KIND[kind - 1];
        kind += 1;
    }
    first
};
/// Rows for a multiset of pieces.
const PIECES: usize = 32;
/// The most seats of a trick game.
const SEATS: usize = 5;
/// The most types of combinations of a game.
const TYPES: usize = 20;
/// Combinations of five pieces and more are told apart no further.
const SIZES: usize = 5;
/// How many combinations are higher: 0, 1, 2, 3, 4, at most 6, at most 9, more.
const HIGHER: usize = 8;
/// The most pieces of a hand.
const HAND: usize = 16;
/// Captured pieces are counted in twos.
const CAPTURED: usize = 16;
/// Strong single pieces that stay in the hand are counted up to this.
const STAYING: usize = 6;

const OWN: usize = 0;
const UNSEEN: usize = OWN + PIECES;
const KNOWN: usize = UNSEEN + PIECES;
const CAPTURES: usize = KNOWN + (SEATS - 1) * PIECES;
const ASIDE: usize = CAPTURES + SEATS * CAPTURED;
const SIZE: usize = ASIDE + 4;
const LED: usize = SIZE + HAND;
const LEADER: usize = LED + TYPES + 1;
const PLACE: usize = LEADER + SEATS;
const EARLIER: usize = PLACE + SEATS;
const BEHEADED: usize = EARLIER + SEATS;
const BEST: usize = BEHEADED + SEATS;
const AFTER: usize = BEST + SEATS;
const LAID: usize = AFTER + SEATS;
const LEADS: usize = LAID + PIECES;
const FOLLOWS: usize = LEADS + SIZES * HIGHER;
const SURE: usize = FOLLOWS + SIZES * HIGHER;
const SHEDS: usize = SURE + SIZES * 8;
const MASTERS: usize = SHEDS + SIZES;
const NEXT_BEST: usize = MASTERS + STAYING;
const STAYS: usize = NEXT_BEST + STAYING;
const GENERALS: usize = STAYS + SIZES * 4;
const BEHEADS: usize = GENERALS + 3;

/// The number of rows.
pub const ROWS: usize = BEHEADS + 1;

/// A combination in the hand.
#[derive(Clone, Copy, Debug)]
struct Held {
    pieces: Pieces,
    size: usize,
    /// The index of its type.
    kind: usize,
    /// How many combinations of its type that others may have are higher, and how many are not.
    higher: u16,
    others: u16,
}

/// A decision, with what is computed once for all its plays.
#[derive(Debug)]
pub struct Decided<'a> {
    sight: &'a Sight,
    held: Vec<Held>,
    /// The index of the type that was led.
    led: Option<usize>,
    powerless: Pieces,
}

impl<'a> Decided<'a> {
    /// What a seat knows, made ready.
    pub fn new(sight: &'a Sight, ranking: &Ranking) -> Self {
        let pool = sight
            .known
            .values()
            .fold(sight.unseen, |pool, &known| pool.plus(known));
        let powerless = sight.variant.powerless(sight.trick);
        let led = sight.led.and_then(|(kind, _)| {
            let mut types = ranking.types().iter();
            types.position(|ranked| ranked.kind == kind)
        });
        let mut held = Vec::with_capacity(32);
        for (kind, ranked) in ranking.types().iter().enumerate() {
            add_held(&mut held, kind, ranked, sight.hand, pool);
        }
        Self {
            sight,
            held,
            led,
            powerless,
        }
    }

    /// The rows of the decision.
    pub fn rows(&self, mut on: impl FnMut(usize)) {
        let sight = self.sight;
        pieces(OWN, sight.hand, &mut on);
        pieces(UNSEEN, sight.unseen, &mut on);
        let seats = sight.places.len();
        let from_me = |seat: Seat| (seat.index() + seats - sight.me.index()) % seats;
        for (seat, &known) in sight.known.iter() {
            if !known.is_empty() {
                pieces(KNOWN + (from_me(seat) - 1) * PIECES, known, &mut on);
            }
        }
        for (seat, &captured) in sight.captured.iter() {
            for two in 0..usize::from(captured / 2).min(CAPTURED) {
                on(CAPTURES + from_me(seat) * CAPTURED + two);
            }
            if sight.beheaded[seat] {
                on(BEHEADED + from_me(seat));
            }
        }
        for some in 0..usize::from(sight.aside).div_ceil(4).min(4) {
            on(ASIDE + some);
        }
        on(SIZE + usize::from(sight.hand.len()).clamp(1, HAND) - 1);
        on(LED + self.led.map_or(0, |kind| 1 + kind.min(TYPES - 1)));
        on(LEADER + from_me(sight.leader));
        on(PLACE + usize::from(sight.places[sight.me]));
        let earlier = |seat: &Seat| sight.places[*seat] < sight.places[sight.me];
        let others = sight.places.seats().filter(|&seat| seat != sight.leader);
        on(EARLIER + others.filter(earlier).count());
        if let Some((seat, _)) = sight.best {
            on(BEST + from_me(seat));
            on(AFTER + usize::from(sight.after));
        }
    }

    /// The rows of a play.
    pub fn play_rows(&self, play: Pieces, beheads: bool, mut on: impl FnMut(usize)) {
        let size = usize::from(play.len()).clamp(1, SIZES) - 1;
        pieces(LAID, play, &mut on);
        let found = self
            .held
            .iter()
            .find(|held| held.pieces == play && self.led.is_none_or(|kind| kind == held.kind));
        let competes = found.filter(|_| self.led.is_none() || !play.meets(self.powerless));
        let competes = competes.filter(|_| {
            let best = self.sight.best.map(|(_, best)| best);
            best.is_none_or(|best| {
                let compared = self.sight.variant.compare(play, best);
                compared.is_some_and(std::cmp::Ordering::is_ge)
            })
        });
        match (competes, self.led) {
            (Some(held), None) => on(LEADS + size * HIGHER + bucket(held.higher)),
            (Some(held), Some(_)) => {
                on(FOLLOWS + size * HIGHER + bucket(held.higher));
                let all = (held.higher + held.others).max(1);
                on(SURE + size * 8 + usize::from((held.higher * 8 / all).min(7)));
            }
            (None, _) => on(SHEDS + size),
        }
        let rest = self.sight.hand.saturating_minus(play);
        let (mut masters, mut next_best) = (0, 0);
        let mut stays = [None::<usize>; SIZES];
        for held in &self.held {
            if held.size == 1 {
                let count = usize::from(rest.count(held.pieces.nth(0)));
                match held.higher {
                    0 => masters += count,
                    1 | 2 => next_best += count,
                    _ => {}
                }
            } else if rest.contains(held.pieces) {
                let stays = &mut stays[held.size.min(SIZES) - 1];
                let higher = usize::from(held.higher.min(3));
                *stays = Some(stays.map_or(higher, |before| before.min(higher)));
            }
        }
        on(MASTERS + masters.min(STAYING - 1));
        on(NEXT_BEST + next_best.min(STAYING - 1));
        for (size, higher) in stays.iter().enumerate() {
            if let Some(higher) = higher {
                on(STAYS + size * 4 + higher);
            }
        }
        if generals::are_banned(self.sight.variant) {
            on(GENERALS + usize::from(rest.generals().min(2)));
        }
        if beheads {
            on(BEHEADS);
        }
    }
}

/// Adds the combinations of a type in a hand; others may have those in the pool.
fn add_held(held: &mut Vec<Held>, kind: usize, ranked: &TypeRanking, hand: Pieces, pool: Pieces) {
    let mut so_far = [0_u16; 4];
    let begin = held.len();
    for (suit, class) in ranked.classes() {
        let so_far = &mut so_far[usize::from(suit).min(3)];
        let higher = *so_far;
        for &pieces in class {
            if pool.contains(pieces) {
                *so_far += match pieces.len() {
                    1 => u16::from(pool.count(pieces.nth(0))),
                    _ => 1,
                };
            }
            if hand.contains(pieces) {
                held.push(Held {
                    pieces,
                    size: pieces.len().into(),
                    kind,
                    higher,
                    others: 0,
                });
            }
        }
    }
    let all: u16 = so_far.iter().sum();
    for held in &mut held[begin..] {
        held.others = all - held.higher;
    }
}

fn bucket(higher: u16) -> usize {
    match higher {
        0..=4 => higher.into(),
        5 | 6 => 5,
        7..=9 => 6,
        _ => 7,
    }
}

/// A row for each piece: for the first of a kind, the second and so on.
fn pieces(from: usize, of: Pieces, on: &mut impl FnMut(usize)) {
    let mut rest = of;
    while !rest.is_empty() {
        let piece = rest.nth(0);
        let first = from + FIRST_OF_KIND[piece.index()];
        for copy in 0..usize::from(of.count(piece)).min(OF_KIND[piece.index()]) {
            on(first + copy);
        }
        rest = rest.without_kinds(Pieces::one(piece));
    }
}
