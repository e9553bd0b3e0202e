//! The playing state: everything that acting changes, small, without heap, and copied freely by searchers.

use crate::ban::BanSituation;
use crate::ordering::Ordering;
use crate::ranking::{Combination, CombinationTable};
use crate::score;
use crate::trick::Trick;
use crate::variant::Rules;
use crate::{
    BySeat, CombinationType, Deal, Generals, Options, Piece, Pieces, RefusalCode, Seat, Terms,
    WonBy,
};

/// Where a match stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position {
    pub rules: &'static Rules,
    pub options: Options,
    pub phase: Phase,
    pub ordering: Ordering,
    /// Without what lies in the trick.
    pub hands: BySeat<Pieces>,
    pub trick: Trick,
    pub captured: BySeat<u8>,
    pub beheaded: BySeat<bool>,
    /// How many decisions each seat has made, without plays taken back.
    pub decided: BySeat<u8>,
}

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Players turn up pieces to find their order.
    Ordering,
    /// The first in order takes a stack.
    Taking,
    Play,
    Over,
}

/// What a seat may decide now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Open {
    Reveal,
    Take,
    Lead,
    Follow(Combination),
    TakeBack,
}

/// What came of a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Laid {
    /// The type, if it was the lead.
    pub lead: Option<CombinationType>,
    /// The trick, if it was the last play in it.
    pub finished: Option<Finished>,
}

/// A trick that was just finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Finished {
    pub trick: Trick,
    pub kind: CombinationType,
    pub winner: Seat,
    pub won_by: WonBy,
    /// Who was beheaded in it.
    pub beheaded: BySeat<bool>,
}

impl Position {
    /// Before the first action.
    pub fn new(terms: Terms) -> Self {
        let seats = terms.seats();
        Self {
            rules: terms.variant().rules(),
            options: terms.options(),
            phase: Phase::Ordering,
            ordering: Ordering::new(seats),
            hands: BySeat::new(seats),
            trick: Trick::new(0, Seat::new(0), seats),
            captured: BySeat::new(seats),
            beheaded: BySeat::new(seats),
            decided: BySeat::new(seats),
        }
    }

    /// The combinations of the variant.
    pub fn table(&self) -> &'static CombinationTable {
        &self.rules.combinations
    }

    /// What the seat may decide now, if anything.
    pub fn open(&self, seat: Seat) -> Option<Open> {
        self.hands.get(seat)?;
        match self.phase {
            Phase::Ordering => self.ordering.must_choose(seat).then_some(Open::Reveal),
            Phase::Taking => (self.ordering.place(seat) == 0).then_some(Open::Take),
            Phase::Play => match self.trick.led {
                None => (seat == self.trick.leader).then_some(Open::Lead),
                Some(_) if seat == self.trick.leader => None,
                // The trick is finished with the last play, so that somebody has still to lay.
                Some(_) if self.trick.has_laid(seat) => Some(Open::TakeBack),
                Some(led) => Some(Open::Follow(led)),
            },
            Phase::Over => None,
        }
    }

    /// Whether the match waits for the seat.
    pub fn waits_for(&self, seat: Seat) -> bool {
        !matches!(self.open(seat), None | Some(Open::TakeBack))
    }

    /// A seat that must turns up the bottom piece of a stack; gives the stack and the piece.
    pub fn reveal(
        &mut self,
        deal: &Deal,
        seat: Seat,
        number: i64,
    ) -> Result<(u8, Piece), RefusalCode> {
        let rows = deal.rows();
        let stack = self.ordering.choice(rows, seat, number)?;
        let bottom = deal.stack(stack).bottom().ok_or(RefusalCode::NoSuchStack)?;
        self.ordering.turn_up(rows, seat, stack, bottom);
        self.decided[seat] += 1;
        if self.ordering.is_settled() {
            self.phase = Phase::Taking;
        }
        Ok((stack, bottom))
    }

    /// The first in order takes a stack, from which the whole taking follows; gives for each seat the stacks it took.
    pub fn take(
        &mut self,
        deal: &Deal,
        seat: Seat,
        number: i64,
    ) -> Result<BySeat<Vec<u8>>, RefusalCode> {
        let rows = deal.rows();
        let first = rows.stack(number).ok_or(RefusalCode::NoSuchStack)?;
        let direction = rows.inward(first).ok_or(RefusalCode::NotAnEnd)?;
        let seats = self.hands.len();
        let stacks = usize::from((self.rules.stacks_each)(seats)) * seats;
        let mut taken: BySeat<Vec<u8>> = BySeat::new(seats);
        for (turn, stack) in rows.round(first, direction).take(stacks).enumerate() {
            let owner = self
                .ordering
                .at(turn % seats)
                .expect("the order is settled before the taking");
            self.hands[owner] = self.hands[owner].plus(deal.stack(stack).contents());
            taken[owner].push(stack);
        }
        self.decided[seat] += 1;
        self.trick = Trick::new(0, seat, seats);
        self.phase = Phase::Play;
        Ok(taken)
    }

    /// What a general in a play of this seat would mean; `led` is none for the leader.
    pub fn ban(&self, seat: Seat, led: Option<Combination>) -> Option<BanSituation> {
        self.rules.general_ban.then_some(BanSituation {
            option: self.options.general_ban,
            first_trick: self.trick.number == 0,
            hand: self.hands[seat],
            count: led.map(|led| led.pieces.len()),
        })
    }

    /// A seat that must lays pieces; `led` is none for the leader.
    pub fn lay(
        &mut self,
        seat: Seat,
        led: Option<Combination>,
        pieces: Pieces,
    ) -> Result<Laid, RefusalCode> {
        let rest = self.hands[seat]
            .minus(pieces)
            .ok_or(RefusalCode::NotInHand)?;
        let announced = match led {
            Some(led) if led.pieces.len() != pieces.len() => return Err(RefusalCode::WrongCount),
            Some(_) => None,
            None => Some(
                *self
                    .table()
                    .find(pieces)
                    .ok_or(RefusalCode::NotACombination)?,
            ),
        };
        if pieces.generals() > 0
            && self
                .ban(seat, led)
                .is_some_and(|ban| ban.meaning(pieces) == Generals::Refused)
        {
            return Err(RefusalCode::GeneralBanned);
        }
        self.hands[seat] = rest;
        self.trick.laid[seat] = pieces;
        self.decided[seat] += 1;
        if announced.is_some() {
            self.trick.led = announced;
        }
        let finished = if self.trick.is_complete() {
            self.finish_trick()
        } else {
            None
        };
        Ok(Laid {
            lead: announced.map(|combination| combination.kind),
            finished,
        })
    }

    /// A follower who has laid takes it back; gives what they had laid.
    pub fn take_back(&mut self, seat: Seat) -> Pieces {
        let pieces = std::mem::take(&mut self.trick.laid[seat]);
        self.hands[seat] = self.hands[seat].plus(pieces);
        self.decided[seat] -= 1;
        // Rooms allow few of them; a record with more is still judged.
        self.trick.take_backs[seat] = self.trick.take_backs[seat].saturating_add(1);
        pieces
    }

    fn finish_trick(&mut self) -> Option<Finished> {
        let trick = self.trick;
        let led = trick.led?;
        let (winner, won_by) = trick.winner(led, self.table(), |seat| self.ordering.place(seat));
        let seats = self.hands.len();
        let last = self.hands[winner].is_empty();
        let banned = self.rules.general_ban && (trick.number == 0 || last);
        let beheaded = trick.laid.map(|_, laid| banned && laid.generals() > 0);
        for seat in beheaded.seats() {
            self.beheaded[seat] |= beheaded[seat];
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 32 pieces")]
        let won = led.pieces.len() * seats as u8;
        self.captured[winner] += won;
        self.trick = Trick::new(trick.number + 1, winner, seats);
        if last {
            self.phase = Phase::Over;
        }
        Some(Finished {
            trick,
            kind: led.kind,
            winner,
            won_by,
            beheaded,
        })
    }

    /// Who has won, when the match is over.
    pub fn winners(&self) -> BySeat<bool> {
        score::most_pieces(self.captured, self.beheaded, self.options.beheading)
    }

    /// The seats in their order, once it is known.
    pub fn order(&self) -> Option<Vec<Seat>> {
        (self.phase != Phase::Ordering).then(|| {
            (0..self.hands.len())
                .filter_map(|place| self.ordering.at(place))
                .collect()
        })
    }
}

/// The seats with a mark, ascending.
pub(crate) fn marked(marks: BySeat<bool>) -> Vec<Seat> {
    marks
        .iter()
        .filter(|&(_, &mark)| mark)
        .map(|(seat, _)| seat)
        .collect()
}
