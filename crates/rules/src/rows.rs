//! Rows of stacks before the seats, which together are a ring (`docs/RULES.md` §5).

use crate::ring::{Direction, Ring};
use crate::{BySeat, Seat};

/// The rows of a layout: row after row from seat 0's on, and the last stack lies next to the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rows {
    lengths: BySeat<u8>,
}

impl Rows {
    /// Rows of these lengths, by seat.
    pub const fn new(lengths: BySeat<u8>) -> Self {
        Self { lengths }
    }

    /// The ring that all rows are together.
    pub fn ring(self) -> Ring {
        Ring::new(self.lengths.values().sum())
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

    /// The stacks from which a taking may begin, ascending.
    pub fn ends(self) -> impl Iterator<Item = u8> {
        (0..self.ring().stacks()).filter(move |&stack| self.inward(stack).is_some())
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
            assert_eq!(rows.ends().collect::<Vec<_>>(), expected);
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
