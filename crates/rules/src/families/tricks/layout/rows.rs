//! Rows of stacks in front of the seats, which together form a ring (`docs/RULES.md` §5).

use super::{Direction, Ring, StackSet};
use crate::table::{BySeat, Seat};

/// The rows of a layout. Stacks are numbered row by row from seat 0, and the last one is next to the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rows {
    rows: BySeat<Row>,
    stacks: u8,
}

/// The stacks in front of one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Row {
    first: u8,
    length: u8,
}

impl Row {
    fn stacks(self) -> StackSet {
        StackSet::run(self.first, self.length)
    }

    fn last(self) -> u8 {
        self.first + self.length - 1
    }
}

impl Rows {
    /// Rows of these lengths, by seat. No row may be empty.
    pub fn new(lengths: BySeat<u8>) -> Self {
        let mut stacks = 0;
        let rows = lengths.map(|_, &length| {
            let first = stacks;
            stacks += length;
            Row { first, length }
        });
        Self { rows, stacks }
    }

    /// All rows as one ring.
    pub const fn ring(&self) -> Ring {
        Ring::new(self.stacks)
    }

    /// The seat in whose row a stack is.
    pub fn row_of(&self, stack: u8) -> Seat {
        self.rows
            .seats()
            .find(|&seat| stack <= self.rows[seat].last())
            .expect("every stack lies in a row")
    }

    /// The stacks in the rows of all other seats.
    pub fn beyond(&self, seat: Seat) -> StackSet {
        self.ring().all().without(self.rows[seat].stacks())
    }

    /// The direction from this end of a row into the row; none if the stack is not an end.
    pub fn inward(&self, stack: u8) -> Option<Direction> {
        let row = self.rows[self.row_of(stack)];
        if stack == row.first {
            Some(Direction::Up)
        } else if stack == row.last() {
            Some(Direction::Down)
        } else {
            None
        }
    }

    /// The stacks with which the taking may begin: the ends of rows.
    pub fn ends(&self) -> StackSet {
        let ends = |row: &Row| StackSet::one(row.first).with(StackSet::one(row.last()));
        self.rows
            .values()
            .map(ends)
            .fold(StackSet::default(), StackSet::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(lengths: &[u8]) -> Rows {
        Rows::new(BySeat::from_fn(lengths.len(), |seat| lengths[seat.index()]))
    }

    #[test]
    fn ends_of_rows_are_where_a_taking_may_begin() {
        for (lengths, expected) in [
            (&[4, 4, 4, 4][..], &[0, 3, 4, 7, 8, 11, 12, 15][..]),
            (&[5, 6, 5], &[0, 4, 5, 10, 11, 15]),
        ] {
            let rows = rows(lengths);
            assert_eq!(rows.ends().iter().collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn the_round_goes_over_the_gap_between_last_and_first() {
        let rows = rows(&[8, 8]);
        let round = |first| {
            rows.ring()
                .round(first, rows.inward(first).expect("an end"))
                .take(10)
                .collect::<Vec<_>>()
        };
        assert_eq!(round(8), [8, 9, 10, 11, 12, 13, 14, 15, 0, 1]);
        assert_eq!(round(7), [7, 6, 5, 4, 3, 2, 1, 0, 15, 14]);
    }
}
