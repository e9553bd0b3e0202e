//! The choices before the first lead: who is first, and who takes which stacks.

use super::position::{Choice, Phase, Position};
use super::score::LastTrick;
use super::trick::Trick;
use crate::families::tricks::exchange::{RowEnd, Sign};
use crate::families::tricks::layout::{Direction, StackSet};
use crate::families::tricks::opening::{Deal, Ordering, Round, Takings, Throws};
use crate::families::tricks::pieces::Piece;
use crate::families::tricks::rules::{Opening, Options, Order, Rules};
use crate::families::tricks::variant::Terms;
use crate::table::{BySeat, RefusalCode, Seat};

impl Position {
    /// The position before the first action, and the takings if no choice is left.
    pub fn new(terms: Terms, deal: &Deal) -> (Self, Option<Takings>) {
        let rules = terms.variant().rules();
        let mut position = Self::before_choices(rules, terms.options(), terms.seats());
        let takings = position.open_ceremony(deal);
        (position, takings)
    }

    /// Before anybody has chosen anything.
    pub fn before_choices(rules: &'static Rules, options: Options, seats: usize) -> Self {
        let first = Seat::new(0);
        Self {
            rules,
            options,
            phase: Phase::Ceremony(Choice::Reveal),
            chooser: first,
            ordering: Ordering::new(seats),
            throws: Throws::new(seats),
            order: None,
            first_stack: None,
            hands: BySeat::new(seats),
            trick: Trick::new(0, first, seats),
            captured: BySeat::new(seats),
            aside: 0,
            beheaded: BySeat::new(seats),
            last_trick: LastTrick::default(),
            decided: BySeat::new(seats),
        }
    }

    fn open_ceremony(&mut self, deal: &Deal) -> Option<Takings> {
        let dice = |position: &mut Self| {
            let first = deal.highest_die().expect("a deal of this game has dice");
            position.settle_order(first);
            first
        };
        let (choice, chooser) = match self.rules.opening {
            Opening::Pack => return Some(self.deal_pack(deal)),
            Opening::Reveals => (Choice::Reveal, Seat::new(0)),
            Opening::Exposure => {
                let exposer = deal.exposer().expect("a deal of this game has an exposer");
                (Choice::Expose, exposer)
            }
            Opening::Throws => (Choice::Throw, Seat::new(0)),
            Opening::DiceAndEnd => (Choice::NameEnd, dice(self)),
            Opening::DiceAndOrder => (Choice::NameOrder, dice(self)),
        };
        self.ask(choice, chooser);
        // If a stack is split, it is at one end and the taking must begin at the other, so there is no choice.
        let split = (self.rules.portions)(self.hands.len()).split;
        split.then(|| self.deal_out(deal, 0..deal.arrangement().ring().stacks()))
    }

    fn ask(&mut self, choice: Choice, chooser: Seat) {
        self.phase = Phase::Ceremony(choice);
        self.chooser = chooser;
    }

    /// Sets the order of turns from the first player on.
    fn settle_order(&mut self, first: Seat) {
        let seats = self.hands.len();
        self.order = Some(Order::of_turns(self.rules.turn_order, first, seats));
    }

    /// Turns up the bottom piece of a stack for a seat that has to; returns the stack and the piece.
    pub fn reveal(
        &mut self,
        deal: &Deal,
        seat: Seat,
        number: i64,
    ) -> Result<(u8, Piece), RefusalCode> {
        let rows = deal.arrangement().rows_of_seats();
        let stack = self.ordering.choice(rows, seat, number)?;
        let bottom = deal.stack(stack).bottom().ok_or(RefusalCode::NoSuchStack)?;
        self.ordering.turn_up(rows, seat, stack, bottom);
        self.decided[seat] += 1;
        if self.ordering.is_settled() {
            let order = Order::of_priority(self.ordering.places());
            self.order = Some(order);
            self.ask(Choice::TakeEnd, order.at(0));
        }
        Ok((stack, bottom))
    }

    /// Turns up both pieces of a stack for the exposer; returns the stack, which the starter takes.
    pub fn expose(&mut self, deal: &Deal, seat: Seat, number: i64) -> Result<u8, RefusalCode> {
        let stack = deal
            .arrangement()
            .ring()
            .stack(number)
            .ok_or(RefusalCode::NoSuchStack)?;
        self.decided[seat] += 1;
        let sum: usize = deal
            .stack(stack)
            .pieces()
            .iter()
            .map(|piece| exposed_value(*piece))
            .sum();
        // The neighbour on the exposer's left counts as 1.
        let starter = Seat::new((seat.index() + sum) % self.hands.len());
        self.settle_order(starter);
        self.take_first(stack);
        Ok(stack)
    }

    /// Gives the first stack to the starter; the next player takes one beside it.
    fn take_first(&mut self, stack: u8) {
        self.first_stack = Some(stack);
        let next = self.known_order().at(1);
        self.ask(Choice::TakeNeighbour, next);
    }

    /// Throws a sign for a contestant; returns the round if it is finished.
    pub fn throw(&mut self, seat: Seat, sign: Sign) -> Option<Round> {
        self.decided[seat] += 1;
        let round = self.throws.throw(seat, sign)?;
        if let Some(starter) = round.starter {
            self.settle_order(starter);
            self.ask(Choice::TakeAny, starter);
        }
        Some(round)
    }

    /// Takes a stack for the seat that chooses; returns the stack and, if that decides the rest, all takings.
    pub fn take(
        &mut self,
        deal: &Deal,
        seat: Seat,
        choice: Choice,
        number: i64,
    ) -> Result<(u8, Option<Takings>), RefusalCode> {
        let arrangement = deal.arrangement();
        let ring = arrangement.ring();
        let stack = ring.stack(number).ok_or(RefusalCode::NoSuchStack)?;
        let (first, direction) = match (choice, self.first_stack) {
            (Choice::TakeNeighbour, Some(first)) if stack == first => {
                return Err(RefusalCode::StackTaken);
            }
            (Choice::TakeNeighbour, Some(first)) => {
                let beside = ring.direction(first, stack);
                (first, beside.ok_or(RefusalCode::NotANeighbour)?)
            }
            (Choice::TakeAny, _) => {
                self.decided[seat] += 1;
                self.take_first(stack);
                return Ok((stack, None));
            }
            _ => {
                let inward = arrangement.rows_of_seats().inward(stack);
                (stack, inward.ok_or(RefusalCode::NotAnEnd)?)
            }
        };
        self.decided[seat] += 1;
        Ok((
            stack,
            Some(self.deal_out(deal, ring.round(first, direction))),
        ))
    }

    /// The first player names the end from which stacks are taken; returns all takings.
    pub fn name_end(&mut self, deal: &Deal, seat: Seat, end: RowEnd) -> Takings {
        let ring = deal.arrangement().ring();
        let (first, direction) = match end {
            RowEnd::Left => (0, Direction::Up),
            RowEnd::Right => (ring.stacks() - 1, Direction::Down),
        };
        self.decided[seat] += 1;
        self.deal_out(deal, ring.round(first, direction))
    }

    /// The first player names the order in which stacks are taken; returns all takings.
    pub fn name_order(
        &mut self,
        deal: &Deal,
        seat: Seat,
        numbers: &[i64],
    ) -> Result<Takings, RefusalCode> {
        let ring = deal.arrangement().ring();
        let mut named = StackSet::default();
        for &number in numbers {
            let stack = ring.stack(number).ok_or(RefusalCode::BadOrder)?;
            if named.has(stack) {
                return Err(RefusalCode::BadOrder);
            }
            named = named.with(StackSet::one(stack));
        }
        if numbers.len() != usize::from(ring.stacks()) {
            return Err(RefusalCode::BadOrder);
        }
        self.decided[seat] += 1;
        let stacks = numbers.iter().filter_map(|&number| ring.stack(number));
        Ok(self.deal_out(deal, stacks))
    }

    /// Deals the pack one piece at a time. The seat with the first piece leads. No stacks are taken.
    fn deal_pack(&mut self, deal: &Deal) -> Takings {
        let (pack, starter) = deal
            .cards()
            .zip(deal.starter())
            .expect("a deal of this game has a pack and a starter");
        self.settle_order(starter);
        let order = self.known_order().seats().collect::<Vec<_>>();
        for (&piece, &seat) in pack.pieces().iter().zip(order.iter().cycle()) {
            self.hands[seat].add(piece);
        }
        self.deal_out(deal, std::iter::empty())
    }

    /// Gives the stacks, in this order, to the players; then the first player leads.
    fn deal_out(&mut self, deal: &Deal, stacks: impl Iterator<Item = u8>) -> Takings {
        let seats = self.hands.len();
        let order = self.known_order();
        let takings = Takings::new((self.rules.portions)(seats), order, stacks);
        self.trick = Trick::new(0, order.at(0), seats);
        for taking in takings.iter() {
            let hand = &mut self.hands[taking.seat];
            *hand = hand.plus(taking.pieces(deal));
        }
        self.phase = Phase::Play;
        takings
    }
}

/// The value of an exposed piece for finding the starter (`docs/RULES.md` §6).
fn exposed_value(piece: Piece) -> usize {
    match piece {
        Piece::BlackSoldier => 8,
        Piece::RedSoldier => 1,
        _ => 9 - usize::from(piece.level()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exposed_pieces_count_the_more_the_weaker_they_are_but_for_red_soldiers() {
        let values = Piece::ALL.map(exposed_value);
        assert_eq!(values, [2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 1, 8]);
    }
}
