//! Which player takes which stacks.

use super::Deal;
use crate::families::tricks::layout::{MAX_STACKS, Portions};
use crate::families::tricks::pieces::Pieces;
use crate::families::tricks::rules::Order;
use crate::table::{BySeat, Seat};

/// A stack, or a part of it, and the seat that takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Taking {
    pub seat: Seat,
    pub stack: u8,
    pub part: Part,
}

/// The part of a stack that is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Whole,
    /// The two top pieces.
    Top,
    /// The two bottom pieces.
    Bottom,
}

/// The most takings: one for each stack, and one more because one stack can be split.
const MOST: usize = MAX_STACKS + 1;

/// All takings, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Takings {
    list: [Taking; MOST],
    len: usize,
    seats: usize,
}

impl Takings {
    /// Shares out the stacks, given in the order of taking, among the players in their order.
    pub fn new(portions: Portions, order: &Order, stacks: impl Iterator<Item = u8>) -> Self {
        let seats = order.seats().count();
        let mut takings = Self {
            list: [Taking {
                seat: order.at(0),
                stack: 0,
                part: Part::Whole,
            }; MOST],
            len: 0,
            seats,
        };
        let mut stacks = stacks.fuse();
        let whole = stacks.by_ref().take(usize::from(portions.whole));
        let (mut place, mut at_once) = (0, 0);
        for stack in whole {
            if at_once == portions.at_once {
                (place, at_once) = (place + 1, 0);
            }
            if place == seats {
                place = 0;
            }
            takings.add(order.at(place), stack, Part::Whole);
            at_once += 1;
        }
        if portions.split
            && let (Some(split), Some(last)) = (stacks.next(), stacks.next())
        {
            takings.add(order.at(0), split, Part::Top);
            takings.add(order.at(1), split, Part::Bottom);
            takings.add(order.at(2), last, Part::Whole);
        }
        takings
    }

    fn add(&mut self, seat: Seat, stack: u8, part: Part) {
        self.list[self.len] = Taking { seat, stack, part };
        self.len += 1;
    }

    /// All takings, in order.
    pub fn iter(&self) -> impl Iterator<Item = Taking> {
        self.list[..self.len].iter().copied()
    }

    /// For each seat the stacks that it takes, completely or in part.
    pub fn by_seat(&self) -> BySeat<Vec<u8>> {
        let mut taken: BySeat<Vec<u8>> = BySeat::new(self.seats);
        for Taking { seat, stack, .. } in self.iter() {
            taken[seat].push(stack);
        }
        taken
    }
}

impl Taking {
    /// The pieces that are taken.
    pub fn pieces(self, deal: &Deal) -> Pieces {
        /// The number of pieces in each half of a split stack.
        const HALF: usize = 2;
        let stack = deal.stack(self.stack);
        match self.part {
            Part::Whole => stack.contents(),
            Part::Top => stack.pieces().iter().skip(HALF).copied().collect(),
            Part::Bottom => stack.pieces().iter().take(HALF).copied().collect(),
        }
    }
}
