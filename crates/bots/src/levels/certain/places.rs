//! Where pieces that a seat does not see may be, and whether they can be there in some world.

use std::cell::Cell;

use giog_rules::tricks::Variant;
use giog_rules::{BySeat, Piece, Pieces, Seat};

use super::flow::{FIRST, Flow};
use crate::levels::worlds::{FaceDown, Worlds};

/// How often pieces are put into places for one question, at most; then what was asked is taken to be possible.
const MOST_TRIES: u32 = 256;
/// How often for all questions of a view together; then whatever is asked is taken to be possible.
pub const ALL_TRIES: u32 = 16_384;

/// A set of places, a bit for each.
pub type Set = u64;

/// A place that takes a number of pieces.
#[derive(Clone, Debug)]
struct Place {
    /// How many it takes.
    size: u8,
    /// How many of each kind it takes at most.
    most: [u8; Piece::COUNT],
    /// If it is a play of several pieces that stayed face down: which.
    play: Option<FaceDown>,
}

/// Pieces of one kind that are in these places.
#[derive(Clone, Copy, Debug)]
struct Lot {
    piece: Piece,
    count: u8,
    places: Set,
}

/// Something that is asked: whether at least so many pieces of a kind can be in these places.
#[derive(Clone, Copy, Debug)]
pub struct Demand {
    pub piece: Piece,
    pub count: u8,
    pub places: Set,
}

/// All places of pieces that a seat does not see: hands of others, plays that stayed face down, and out of the game.
#[derive(Debug)]
pub struct Places {
    variant: Variant,
    all: Vec<Place>,
    lots: Vec<Lot>,
    /// The hand of each other seat; what it has laid unseen in the open trick counts as held.
    pub hands: BySeat<Set>,
    /// All hands of others.
    pub held: Set,
    /// How often pieces may still be put into places.
    left: Cell<u32>,
}

impl Places {
    /// Those of the seat whose worlds these are; none if there are too many.
    pub fn of(worlds: &Worlds<'_>) -> Option<Self> {
        let sight = &worlds.mine;
        let mut found = Self {
            variant: sight.variant,
            all: Vec::new(),
            lots: Vec::new(),
            hands: BySeat::new(worlds.held.len()),
            held: 0,
            left: Cell::new(ALL_TRIES),
        };
        let mut own: BySeat<Set> = BySeat::new(worlds.held.len());
        let mut left = sight.unseen.len();
        for (seat, &size) in worlds.held.iter().filter(|&(seat, _)| seat != sight.me) {
            found.hands[seat] = found.add(Place::of(size, Pieces::EMPTY))?;
            own[seat] |= found.hands[seat];
            found.held |= found.hands[seat];
            left = (left + sight.known[seat].len()).checked_sub(size)?;
        }
        let mut alike: Vec<(Seat, Pieces, usize)> = Vec::new();
        for play in &worlds.face_down {
            left = left.checked_sub(play.count)?;
            let mut of_one = alike.iter().filter(|_| play.count == 1);
            // Single pieces that the same ones cannot be are a place together.
            let place = of_one.find(|&&(seat, not, _)| (seat, not) == (play.seat, play.not));
            if let Some(&(.., place)) = place {
                found.all[place].grow();
                continue;
            }
            if play.count == 1 {
                alike.push((play.seat, play.not, found.all.len()));
            }
            let place = Place::of(play.count, play.not);
            own[play.seat] |= found.add(Place {
                play: (play.count > 1).then_some(*play),
                ..place
            })?;
        }
        found.add(Place::of(left, Pieces::EMPTY))?;
        for (of, places) in [(sight.unseen, Set::MAX)].into_iter().chain(
            own.iter()
                .map(|(seat, &places)| (sight.known[seat], places)),
        ) {
            let lots = of.kinds().map(|(piece, count)| Lot {
                piece,
                count,
                places,
            });
            found.lots.extend(lots);
        }
        Some(found)
    }

    /// Adds a place; its set.
    fn add(&mut self, place: Place) -> Option<Set> {
        let set = Set::checked_shl(1, u32::try_from(self.all.len()).ok()?);
        self.all.push(place);
        set
    }

    /// Whether there is a world in which all of this is so, or too many would have to be looked for.
    pub fn can(&self, demands: &[Demand]) -> bool {
        let left = self.left.get();
        if left == 0 {
            return true;
        }
        let most = MOST_TRIES.min(left);
        let mut tries = most;
        let can = self.meets(&self.lots, demands, &mut tries);
        self.left.set(left - (most - tries));
        can
    }

    /// How often pieces may still be put into places.
    #[cfg(test)]
    pub const fn left(&self) -> &Cell<u32> {
        &self.left
    }

    fn meets(&self, lots: &[Lot], demands: &[Demand], tries: &mut u32) -> bool {
        let Some((
            &Demand {
                piece,
                count,
                places,
            },
            rest,
        )) = demands.split_first()
        else {
            let most: Vec<_> = self.all.iter().map(|place| place.most).collect();
            return self.fits(lots, &most, tries);
        };
        let of_kind = lots.iter().filter(|lot| lot.piece == piece);
        let surely = of_kind.filter(|lot| lot.places & !places == 0);
        let surely: u8 = surely.map(|lot| lot.count).sum();
        let Some(open @ 1..) = count.checked_sub(surely) else {
            return self.meets(lots, rest, tries);
        };
        let is_both =
            |lot: &Lot| lot.piece == piece && lot.places & places != 0 && lot.places & !places != 0;
        let Some(at) = lots.iter().position(is_both) else {
            return false;
        };
        let lot = lots[at];
        (0..=lot.count.min(open)).rev().any(|there| {
            // What else there is of the lot may be there, too, if this is enough; otherwise it is elsewhere.
            let is_enough = there == open;
            let rest = if is_enough {
                lot.places
            } else {
                lot.places & !places
            };
            let mut lots = lots.to_vec();
            lots[at] = Lot {
                count: lot.count - there,
                places: rest,
                ..lot
            };
            lots.push(Lot {
                count: there,
                places: lot.places & places,
                ..lot
            });
            self.meets(&lots, demands, tries)
        })
    }

    /// Whether these lots fit into the places, so that no play that stayed face down would have been turned up.
    fn fits(&self, lots: &[Lot], most: &[[u8; Piece::COUNT]], tries: &mut u32) -> bool {
        if *tries == 0 {
            return true;
        }
        *tries -= 1;
        let Some(filled) = self.filled(lots, most) else {
            return false;
        };
        let mut plays = self.all.iter().zip(filled).enumerate();
        let wrong = plays.find(|(_, (place, pieces))| {
            let play = place.play.as_ref();
            play.is_some_and(|play| play.would_be_up(self.variant, *pieces))
        });
        let Some((at, (_, pieces))) = wrong else {
            return true;
        };
        // Another play of as many pieces has fewer of some kind.
        pieces.kinds().any(|(piece, count)| {
            let mut most = most.to_vec();
            most[at][piece.index()] = count - 1;
            self.fits(lots, &most, tries)
        })
    }

    /// The pieces in each place, if all have one.
    fn filled(&self, lots: &[Lot], most: &[[u8; Piece::COUNT]]) -> Option<Vec<Pieces>> {
        let (places, pieces) = (self.all.len(), lots.iter().map(|lot| lot.count).sum());
        let first_place = FIRST + lots.len();
        let first_kind = first_place + places;
        let mut flow = Flow::new(first_kind + places * Piece::COUNT);
        for (at, place) in self.all.iter().enumerate() {
            flow.end(first_place + at, place.size);
            for (kind, &most) in most[at].iter().enumerate() {
                if (1..place.size).contains(&most) {
                    flow.arc(
                        first_kind + at * Piece::COUNT + kind,
                        first_place + at,
                        most,
                    );
                }
            }
        }
        let mut arcs = Vec::new();
        for (number, lot) in lots.iter().enumerate().filter(|(_, lot)| lot.count > 0) {
            flow.begin(FIRST + number, lot.count);
            let kind = lot.piece.index();
            for (at, place) in self.all.iter().enumerate() {
                let most = most[at][kind];
                if lot.places >> at & 1 == 0 || most == 0 {
                    continue;
                }
                let to = if most < place.size {
                    first_kind + at * Piece::COUNT + kind
                } else {
                    first_place + at
                };
                arcs.push((at, lot.piece, flow.arc(FIRST + number, to, lot.count)));
            }
        }
        if !flow.fill(pieces) {
            return None;
        }
        let mut filled = vec![Pieces::EMPTY; places];
        for (at, piece, arc) in arcs {
            filled[at] = filled[at].plus(Pieces::of(piece, flow.through(arc)));
        }
        Some(filled)
    }
}

impl Place {
    /// One for so many pieces, but not of these kinds.
    fn of(size: u8, not: Pieces) -> Self {
        let most = Piece::ALL.map(|piece| if not.has(piece) { 0 } else { size });
        Self {
            size,
            most,
            play: None,
        }
    }

    /// Makes it take one more.
    fn grow(&mut self) {
        self.size += 1;
        for most in self.most.iter_mut().filter(|most| **most > 0) {
            *most += 1;
        }
    }
}
