//! The layout after the shuffle, and what else chance decided.

use crate::fairness::Stream;
use crate::{Seat, Stack, Terms};

/// What lies on the table when a match begins. Having one proves that it is a layout of the terms it was made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    stacks: Vec<Stack>,
    six: Option<Seat>,
}

/// Stacks that are no layout of the variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadDeal {
    /// Not so many stacks, or not of the right heights.
    #[error("the layout has {expected} stacks of other heights than these")]
    Heights {
        /// How many stacks there should be.
        expected: usize,
    },
    /// Not the pieces of the variant's set.
    #[error("the stacks don't hold the pieces of the set")]
    Pieces,
    /// No seat of the table.
    #[error("there is no seat {0} to have the row of six")]
    Six(i64),
}

impl Deal {
    /// Shuffles and lays out (`docs/FAIRNESS.md`). `previous_winner` is the sole winner of the room's previous match of
    /// the same variant, if seated in this one.
    pub fn from_stream(terms: &Terms, previous_winner: Option<Seat>, stream: &mut Stream) -> Self {
        let _ = (terms, previous_winner, stream);
        todo!()
    }

    /// The layout of a record. `six` means something with three players only.
    pub fn from_record(terms: &Terms, stacks: Vec<Stack>, six: Option<i64>) -> Result<Self, BadDeal> {
        let _ = (terms, stacks, six);
        todo!()
    }

    /// The stacks, in the order of their numbers.
    pub fn stacks(&self) -> &[Stack] {
        &self.stacks
    }

    /// The seat whose row has six stacks, where one has.
    pub fn six(&self) -> Option<Seat> {
        self.six
    }
}
