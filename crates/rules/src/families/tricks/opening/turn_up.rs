//! The order of the players, found by turning up bottom pieces (`docs/RULES.md` §5).

use crate::families::tricks::layout::{Rows, StackSet};
use crate::families::tricks::pieces::Piece;
use crate::table::{BySeat, RefusalCode, Seat};

/// How far the order is known. Seats with the same place are tied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ordering {
    /// For each seat its place in the order, from 0; tied seats have the first place of those they share.
    place: BySeat<u8>,
    /// What each tied seat has turned up to settle the tie, if it has.
    shown: BySeat<Option<Piece>>,
    /// The stacks that were turned up.
    turned: StackSet,
}

impl Ordering {
    /// Everybody is tied for the first place.
    pub fn new(seats: usize) -> Self {
        Self {
            place: BySeat::new(seats),
            shown: BySeat::new(seats),
            turned: StackSet::default(),
        }
    }

    /// Whether no tie is left.
    pub fn is_settled(&self) -> bool {
        // Of seats that share a place, none has the one after it.
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

    /// The stack that the seat means, if it may turn it up.
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

    /// The seat turns up the bottom piece of a stack that it may turn up.
    pub fn turn_up(&mut self, rows: &Rows, seat: Seat, stack: u8, bottom: Piece) {
        self.turned = self.turned.with(StackSet::one(stack));
        self.shown[seat] = Some(bottom);
        let tie = self.place[seat];
        if self.tied(tie).all(|tied| self.shown[tied].is_some()) {
            self.settle(tie);
        }
        // Stacks run out for ties other than this one, too.
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

    /// Orders the seats of a tie by what they have shown; those who showed the same stay tied.
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

    /// Orders a tie by seat: somebody in it has to choose, and no stack is left to choose.
    fn settle_by_seat(&mut self, tie: u8) {
        let before = *self;
        for (seat, place) in before.tied(tie).zip(tie..) {
            self.place[seat] = place;
            self.shown[seat] = None;
        }
    }
}
