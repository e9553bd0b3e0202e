//! Playing on at random, for players that search and for measuring: without events, text or heap.

use crate::position::{Choice, Open, Phase, Position, marked};
use crate::ranking::Combination;
use crate::{Deal, End, Generals, Match, Outcome, Pieces, Seat, Sign, Terms};

/// More stacks than any layout has.
const MOST_STACKS: usize = 16;

/// A match to be played on from where it stands, copied at little cost. It knows every hand.
#[derive(Clone, Copy, Debug)]
pub struct Playout<'a> {
    deal: &'a Deal,
    position: Position,
}

impl Match {
    /// The match as it stands, to be played on at random.
    pub fn playout(&self) -> Playout<'_> {
        Playout {
            deal: &self.deal,
            position: self.position,
        }
    }
}

impl<'a> Playout<'a> {
    /// A match from its beginning, without what the readable form keeps.
    pub fn new(terms: &Terms, deal: &'a Deal) -> Self {
        Self {
            deal,
            position: Position::new(*terms, deal).0,
        }
    }

    /// Plays to the end; `uniform(n)` gives numbers from 0 to `n - 1`. Every lead that is legal is as likely as any other,
    /// and so is every piece of a hand for a follower.
    pub fn finish(&mut self, mut uniform: impl FnMut(u32) -> u32) {
        while self.position.phase != Phase::Over {
            let seats = self.position.hands.seats();
            for seat in seats {
                match self.position.open(seat) {
                    Some(Open::Choose(choice)) => self.choose(seat, choice, &mut uniform),
                    Some(Open::Lead) => self.lead(seat, &mut uniform),
                    Some(Open::Follow(led)) => {
                        let count = led.pieces.len();
                        let pieces = self.pick(seat, count, &mut uniform);
                        self.lay(seat, Some(led), pieces);
                    }
                    Some(Open::TakeBack) | None => {}
                }
            }
        }
    }

    /// How it ended, once it has been played to its end.
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

    /// Pieces captured so far by a seat.
    pub fn captured(&self, seat: Seat) -> u8 {
        self.position.captured[seat]
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
                let end = [End::Left, End::Right][pick_index(2, uniform)];
                position.name_end(deal, seat, end);
                Ok(())
            }
            Choice::NameOrder => {
                let stacks = usize::from(deal.arrangement().ring().stacks());
                let mut order = [0; MOST_STACKS];
                for (stack, number) in order.iter_mut().zip(0..) {
                    *stack = number;
                }
                for last in (1..stacks).rev() {
                    order.swap(last, pick_index(last + 1, uniform));
                }
                position.name_order(deal, seat, &order[..stacks]).map(drop)
            }
            _ => {
                let (mut legal, mut count) = ([0; MOST_STACKS], 0);
                position.each_stack(deal, seat, choice, |stack| {
                    legal[count] = i64::from(stack);
                    count += 1;
                });
                let stack = legal[pick_index(count, uniform)];
                match choice {
                    Choice::Reveal => position.reveal(deal, seat, stack).map(drop),
                    Choice::Expose => position.expose(deal, seat, stack).map(drop),
                    _ => position.take(deal, seat, choice, stack).map(drop),
                }
            }
        };
        debug_assert!(done.is_ok(), "listed choices are legal");
    }

    fn lead(&mut self, seat: Seat, uniform: &mut impl FnMut(u32) -> u32) {
        // Each one takes the place of those before it as often as leaves all of them as likely.
        let mut chosen = Pieces::EMPTY;
        for (lead, count) in self.position.leads(seat).zip(1..) {
            if uniform(count) == 0 {
                chosen = lead.pieces;
            }
        }
        self.lay(seat, None, chosen);
    }

    /// So many pieces of the hand; without generals where they are refused.
    fn pick(&self, seat: Seat, count: u8, uniform: &mut impl FnMut(u32) -> u32) -> Pieces {
        let hand = self.position.hands[seat];
        let others = hand.without_generals();
        let led = self.position.trick.led;
        let refused = others != hand
            && others.len() >= count
            && self
                .position
                .ban(seat, led)
                .is_some_and(|ban| ban.meaning_of_generals(count) == Generals::Refused);
        let from = if refused { others } else { hand };
        let mut rest = from;
        for left in ((from.len() - count + 1)..=from.len()).rev() {
            let piece = rest.nth(pick_index(left.into(), uniform));
            rest.remove(piece);
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
