//! Finding the order of the players by turning up bottom pieces (`docs/RULES.md` §5).

use crate::families::tricks::layout::{Rows, StackSet};
use crate::families::tricks::pieces::Piece;
use crate::table::{BySeat, RefusalCode, Seat};

/// The order of the players, as far as it is known. Seats with equal places are tied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ordering {
    /// For each seat its place in the order, from 0. Tied seats all have the first of the places that they share.
    place: BySeat<u8>,
    /// For each seat the piece that it has turned up to settle its tie, if it has.
    shown: BySeat<Option<Piece>>,
    /// The stacks that were turned up.
    turned: StackSet,
}

impl Ordering {
    /// All seats are tied for the first place.
    pub fn new(seats: usize) -> Self {
        Self {
            place: BySeat::new(seats),
            shown: BySeat::new(seats),
            turned: StackSet::default(),
        }
    }

    /// Whether there are no ties.
    pub fn is_settled(&self) -> bool {
        // If seats share a place, no seat has the place after it.
        let taken = |taken, place| taken | 1_u32 << place;
        self.place.values().fold(0, taken) == (1 << self.place.len()) - 1
    }

    /// Whether the seat has to turn up a piece.
    pub fn must_choose(&self, seat: Seat) -> bool {
        self.is_tied(seat) && self.shown[seat].is_none()
    }

    /// Whether the stack was turned up.
    pub fn is_turned(&self, stack: u8) -> bool {
        self.turned.has(stack)
    }

    /// For each seat its place, from 0.
    pub const fn places(&self) -> BySeat<u8> {
        self.place
    }

    /// The stacks that the seat may turn up.
    pub fn stacks(&self, rows: &Rows, seat: Seat) -> StackSet {
        rows.beyond(seat).without(self.turned)
    }

    /// The stack with this number, or why the seat may not turn it up.
    pub fn choice(&self, rows: &Rows, seat: Seat, number: i64) -> Result<u8, RefusalCode> {
        let stack = rows.ring().stack(number).ok_or(RefusalCode::NoSuchStack)?;
        if self.is_turned(stack) {
            Err(RefusalCode::StackTaken)
        } else if self.stacks(rows, seat).has(stack) {
            Ok(stack)
        } else {
            Err(RefusalCode::OwnRow)
        }
    }

    /// Turns up the bottom piece of a stack that the seat may turn up.
    pub fn turn_up(&mut self, rows: &Rows, seat: Seat, stack: u8, bottom: Piece) {
        self.turned = self.turned.with(StackSet::one(stack));
        self.shown[seat] = Some(bottom);
        let tie = self.place[seat];
        if self.tied(tie).all(|tied| self.shown[tied].is_some()) {
            self.settle(tie);
        }
        // The stacks may run out for other ties, too.
        for seat in self.place.seats() {
            if self.stacks(rows, seat).is_empty() && self.must_choose(seat) {
                self.settle_by_seat(self.place[seat]);
            }
        }
    }

    fn tied(&self, place: u8) -> impl Iterator<Item = Seat> {
        let places = self.place;
        places.seats().filter(move |&seat| places[seat] == place)
    }

    fn is_tied(&self, seat: Seat) -> bool {
        self.tied(self.place[seat]).count() > 1
    }

    /// Orders the tied seats by the pieces they have shown. Seats with equal pieces stay tied.
    fn settle(&mut self, tie: u8) {
        let before = *self;
        for seat in before.tied(tie) {
            let stronger = before
                .tied(tie)
                .filter(|&other| before.shown[other] < before.shown[seat])
                .count();
            #[expect(clippy::cast_possible_truncation, reason = "at most MAX_SEATS")]
            let places = stronger as u8;
            self.place[seat] = tie + places;
            self.shown[seat] = None;
        }
    }

    /// Orders tied seats by their numbers, because no stack is left to turn up.
    fn settle_by_seat(&mut self, tie: u8) {
        let before = *self;
        for (seat, place) in before.tied(tie).zip(tie..) {
            self.place[seat] = place;
            self.shown[seat] = None;
        }
    }
}
