//! Rows of stacks before the seats, which together are a ring, and the taking round it.

use crate::{BySeat, Layout, Seat, Shape};

/// The rows of a layout: row after row from seat 0's on, and the last stack lies next to the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rows {
    lengths: BySeat<u8>,
}

/// Which way round the ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Up,
    Down,
}

/// How many pieces each stack of a row has.
const HEIGHT: u8 = 2;

impl Rows {
    /// Rows of these lengths, by seat.
    pub const fn new(lengths: BySeat<u8>) -> Self {
        Self { lengths }
    }

    /// How many stacks there are.
    pub fn stacks(self) -> u8 {
        self.lengths.values().sum()
    }

    /// The stack with this number, if there is one.
    pub fn stack(self, number: i64) -> Option<u8> {
        u8::try_from(number)
            .ok()
            .filter(|&stack| stack < self.stacks())
    }

    /// The seat before which a stack lies.
    pub fn row_of(self, stack: u8) -> Seat {
        let mut end = 0;
        self.lengths
            .iter()
            .find(|&(_, length)| {
                end += length;
                stack < end
            })
            .map(|(seat, _)| seat)
            .expect("every stack lies in a row")
    }

    /// Which way a row goes from this stack, if it is an end of the row.
    pub fn inward(self, stack: u8) -> Option<Direction> {
        let row = self.row_of(stack);
        let first: u8 = self.lengths.values().take(row.index()).sum();
        if stack == first {
            Some(Direction::Up)
        } else if stack + 1 == first + self.lengths[row] {
            Some(Direction::Down)
        } else {
            None
        }
    }

    /// The stacks in the order in which they are taken from `first` on.
    pub fn round(self, first: u8, direction: Direction) -> impl Iterator<Item = u8> + use<> {
        let stacks = self.stacks();
        (0..stacks).map(move |step| match direction {
            Direction::Up => (first + step) % stacks,
            Direction::Down => (first + stacks - step) % stacks,
        })
    }

    /// The layout as everybody sees it.
    pub fn layout(self) -> Layout {
        Layout {
            shape: Shape::Rows,
            heights: vec![HEIGHT; usize::from(self.stacks())],
            rows: (0..self.stacks()).map(|stack| self.row_of(stack)).collect(),
        }
    }

    /// How many pieces each stack has at the start.
    pub fn heights(self) -> impl Iterator<Item = u8> + use<> {
        std::iter::repeat_n(HEIGHT, usize::from(self.stacks()))
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
            let ends: Vec<u8> = (0..16)
                .filter(|&stack| rows.inward(stack).is_some())
                .collect();
            assert_eq!(ends, expected);
        }
    }

    #[test]
    fn the_round_goes_over_the_gap_between_last_and_first() {
        let rows = rows(&[8, 8]);
        let round = |first| {
            rows.round(first, rows.inward(first).expect("an end"))
                .take(10)
                .collect::<Vec<_>>()
        };
        assert_eq!(round(8), [8, 9, 10, 11, 12, 13, 14, 15, 0, 1]);
        assert_eq!(round(7), [7, 6, 5, 4, 3, 2, 1, 0, 15, 14]);
    }
}
