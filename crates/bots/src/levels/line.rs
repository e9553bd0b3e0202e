//! A line of play: a match with supposed hands that is played on, with what each seat knows in it.

use giog_rules::tricks::{Goal, Supposed, Variant, View};
use giog_rules::{BySeat, Pieces, RefusalCode, Seat};

use super::net::WIN;
use super::sight::{Sight, known_at_first, left_over, places, set};

/// The most plays of a follower that are looked at, besides those of the type that was led.
pub const MOST_FOLLOWS: usize = 64;
/// How much of what a match is worth is the part of the pieces that were captured, which tells more often than a win how good a play was; in
/// games in which pieces count.
const OF_PIECES: f32 = 0.05;

/// A match with supposed hands.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    variant: Variant,
    game: Supposed,
    places: BySeat<u8>,
    /// For each seat the pieces whose place it does not know.
    unseen: BySeat<Pieces>,
    /// For each seat the pieces that all know it to hold, or to have laid unseen.
    known: BySeat<Pieces>,
    /// In games in turn: the plays of the trick that lie face up.
    up: BySeat<Pieces>,
}

impl Line {
    /// The match that an observer sees, before its first lead, if these had been the hands. None if nobody has to lead yet.
    pub fn new(view: &View, hands: BySeat<Pieces>) -> Option<Self> {
        let known = known_at_first(view);
        let left = left_over(view).fold(set(view), Pieces::saturating_minus);
        let unseen = hands.map(|me, &hand| {
            let others = known.iter().filter(|&(seat, _)| seat != me);
            let others = others.map(|(_, &known)| known);
            others.fold(left.saturating_minus(hand), Pieces::saturating_minus)
        });
        Some(Self {
            variant: view.variant,
            game: Supposed::new(view, hands)?,
            places: places(view)?,
            unseen,
            known,
            up: BySeat::new(hands.len()),
        })
    }

    /// The match.
    pub const fn game(&self) -> &Supposed {
        &self.game
    }

    /// What a match that is over is worth for a seat, from 0 to 1: what nets learn, and what lines of a search are compared by.
    pub fn worth(&self, seat: Seat) -> f32 {
        let (winners, captured) = (self.game.winners(), self.game.captured());
        let count = winners.values().filter(|&&won| won).count().max(1);
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let part = 1.0 / count as f32;
        let share = if winners[seat] { part } else { 0.0 };
        if self.variant.goal() == Goal::LastTrick {
            return share;
        }
        let all: u8 = captured.values().sum();
        let pieces = f32::from(captured[seat]) / f32::from(all.max(1));
        share * (1.0 - OF_PIECES) + pieces * OF_PIECES
    }

    /// The same in parts of [`WIN`].
    pub fn value(&self, seat: Seat) -> i32 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            reason = "at most WIN, a power of two"
        )]
        let value = (self.worth(seat) * WIN as f32) as i32;
        value
    }

    /// The seat that is asked next: of those that lay at the same time, the first in the order of seats. None if the match is over.
    pub fn asks(&self) -> Option<Seat> {
        let mut seats = self.game.hands().seats();
        seats.find(|&seat| self.game.waits_for(seat))
    }

    /// What a seat that has to lay knows.
    pub fn sight(&self, me: Seat) -> Sight {
        let mut known = self.known;
        known[me] = Pieces::EMPTY;
        let best = if self.is_in_turn() {
            self.game.best()
        } else {
            None
        };
        let after = if self.is_in_turn() {
            let empty = self.game.laid().values().filter(|laid| laid.is_empty());
            u8::try_from(empty.count() - 1).unwrap_or_default()
        } else {
            0
        };
        Sight {
            variant: self.variant,
            me,
            hand: self.game.hands()[me],
            unseen: self.unseen[me],
            known,
            captured: *self.game.captured(),
            aside: self.game.aside(),
            beheaded: self.game.beheaded(),
            places: self.places,
            trick: self.game.trick(),
            leader: self.game.leader(),
            led: self.game.led(),
            best: best.map(|seat| (seat, self.up[seat])),
            after,
        }
    }

    /// Whether plays are laid in turn, and those that are best lie face up at once.
    fn is_in_turn(&self) -> bool {
        self.variant.lays_in_turn()
    }

    /// The plays of a seat that has to lay.
    pub fn plays(&self, seat: Seat, into: &mut Vec<Pieces>) {
        self.game.plays(seat, MOST_FOLLOWS, into);
    }

    /// Lays pieces; what all have seen of a trick that this finished, by seat.
    pub fn lay(&mut self, seat: Seat, pieces: Pieces) -> Result<Option<Finish>, RefusalCode> {
        let (up, finished) = self.game.lay(seat, pieces)?;
        if up {
            self.up[seat] = pieces;
            self.show(seat, pieces);
        }
        let Some(trick) = finished else {
            return Ok(None);
        };
        for (seat, &pieces) in trick.plays.iter() {
            if trick.shown[seat] && self.up[seat].is_empty() {
                self.show(seat, pieces);
            }
        }
        self.up = BySeat::new(self.up.len());
        Ok(Some(Finish {
            plays: trick
                .plays
                .map(|seat, &play| trick.shown[seat].then_some(play)),
            winner: trick.winner,
        }))
    }

    /// All see what a seat has laid.
    fn show(&mut self, seat: Seat, pieces: Pieces) {
        let new = pieces.saturating_minus(self.known[seat]);
        self.known[seat] = self.known[seat].saturating_minus(pieces);
        for (other, unseen) in self.unseen.seats().zip(self.unseen.values_mut()) {
            if other != seat {
                *unseen = unseen.saturating_minus(new);
            }
        }
    }
}

/// What all see of a finished trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finish {
    /// The plays; none for those that stay face down.
    pub plays: BySeat<Option<Pieces>>,
    /// The winner; none if it was set aside.
    pub winner: Option<Seat>,
}
