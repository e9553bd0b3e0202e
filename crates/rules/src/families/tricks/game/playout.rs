//! Random playouts, for search and for statistics: without events, text or heap allocation.

use super::Match;
use crate::fairness::shuffle;
use crate::families::tricks::exchange::{Outcome, RowEnd, Sign};
use crate::families::tricks::layout::MAX_STACKS;
use crate::families::tricks::opening::Deal;
use crate::families::tricks::pieces::{Combination, Pieces};
use crate::families::tricks::play::{Choice, Open, Phase, Position, Trick, marked};
use crate::families::tricks::variant::Terms;
use crate::table::Seat;

/// A match that can be played to its end at random. It is cheap to copy, and knows every hand.
#[derive(Clone, Copy, Debug)]
pub struct Playout<'a> {
    deal: &'a Deal,
    position: Position,
}

impl Match {
    /// The match in its current state, for random playouts.
    pub fn playout(&self) -> Playout<'_> {
        Playout {
            deal: &self.deal,
            position: self.position,
        }
    }
}

impl<'a> Playout<'a> {
    /// A match at its beginning.
    pub fn new(terms: &Terms, deal: &'a Deal) -> Self {
        Self {
            deal,
            position: Position::new(*terms, deal).0,
        }
    }

    /// Plays to the end at random; `uniform(n)` returns numbers from 0 to `n - 1`. All legal leads are equally likely, and so are all
    /// pieces of the hand when following.
    pub fn finish(&mut self, mut uniform: impl FnMut(u32) -> u32) {
        loop {
            match self.position.phase {
                Phase::Ceremony(choice) => self.choose_all(choice, &mut uniform),
                Phase::Play => self.trick(&mut uniform),
                Phase::Over => return,
            }
        }
    }

    /// The outcome, after [`Self::finish`].
    pub fn outcome(&self) -> Outcome {
        let (position, goal) = (&self.position, self.position.rules.goal);
        let standing = position.standing();
        Outcome {
            captured: position.captured,
            beheaded: marked(position.beheaded),
            scores: standing.scores(goal),
            winners: marked(standing.winners(goal)),
        }
    }

    /// The pieces that a seat has captured so far.
    pub fn captured(&self, seat: Seat) -> u8 {
        self.position.captured[seat]
    }

    /// Makes a choice before the first lead for every seat that has to choose.
    fn choose_all(&mut self, choice: Choice, uniform: &mut impl FnMut(u32) -> u32) {
        for seat in self.position.hands.seats() {
            if self.position.open(seat) == Some(Open::Choose(choice)) {
                self.choose(seat, choice, uniform);
            }
        }
    }

    /// Plays the current trick to its end.
    fn trick(&mut self, uniform: &mut impl FnMut(u32) -> u32) {
        let Trick {
            leader, led, laid, ..
        } = self.position.trick;
        let led = match led {
            Some(led) => led,
            None => self.lead(leader, uniform),
        };
        // All lay in order, also in games in which the order does not matter.
        let followers = self.position.known_order().led_by(leader).skip(1);
        for seat in followers.filter(|&seat| laid[seat].is_empty()) {
            let pieces = self.pick(seat, led, uniform);
            self.lay(seat, Some(led), pieces);
        }
    }

    fn choose(&mut self, seat: Seat, choice: Choice, uniform: &mut impl FnMut(u32) -> u32) {
        let (deal, position) = (self.deal, &mut self.position);
        let done = match choice {
            Choice::Throw => {
                let sign = Sign::ALL[pick_index(Sign::ALL.len(), uniform)];
                position.throw(seat, sign);
                Ok(())
            }
            Choice::NameEnd => {
                let end = [RowEnd::Left, RowEnd::Right][pick_index(2, uniform)];
                position.name_end(deal, seat, end);
                Ok(())
            }
            Choice::NameOrder => {
                let stacks = usize::from(deal.arrangement().ring().stacks());
                let mut order = [0; MAX_STACKS];
                for (stack, number) in order.iter_mut().zip(0..) {
                    *stack = number;
                }
                shuffle(&mut order[..stacks], uniform);
                position.name_order(deal, seat, &order[..stacks]).map(drop)
            }
            _ => {
                let stacks = position.stacks(deal, seat, choice);
                let picked = stacks.iter().nth(pick_index(stacks.len(), uniform));
                let stack = picked.expect("an index of the stacks").into();
                match choice {
                    Choice::Reveal => position.reveal(deal, seat, stack).map(drop),
                    Choice::Expose => position.expose(deal, seat, stack).map(drop),
                    _ => position.take(deal, seat, choice, stack).map(drop),
                }
            }
        };
        debug_assert!(done.is_ok(), "listed choices are legal");
    }

    fn lead(&mut self, seat: Seat, uniform: &mut impl FnMut(u32) -> u32) -> Combination {
        let leads = self.position.leads(seat);
        let picked = pick_index(leads.count(), uniform);
        let lead = self.position.leads(seat).nth(picked);
        let lead = *lead.expect("there is always something to lead");
        self.lay(seat, None, lead.pieces);
        lead
    }

    /// Random pieces, as many as were led.
    fn pick(&self, seat: Seat, led: Combination, uniform: &mut impl FnMut(u32) -> u32) -> Pieces {
        let from = self.position.follower_may_lay(seat, led);
        let mut rest = from;
        for left in ((from.len() - led.pieces.len() + 1)..=from.len()).rev() {
            #[expect(clippy::cast_possible_truncation, reason = "below `left`")]
            let number = uniform(left.into()) as u8;
            rest.remove(rest.nth(number));
        }
        from.minus(rest).unwrap_or_default()
    }

    fn lay(&mut self, seat: Seat, led: Option<Combination>, pieces: Pieces) {
        let laid = self.position.lay(seat, led, pieces);
        debug_assert!(laid.is_ok(), "only legal plays are picked");
    }
}

fn pick_index(len: usize, uniform: &mut impl FnMut(u32) -> u32) -> usize {
    #[expect(clippy::cast_possible_truncation, reason = "lists of a game are short")]
    let len = len as u32;
    uniform(len) as usize
}
