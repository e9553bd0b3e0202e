//! The layout after the shuffle, and what else chance decided.

use crate::fairness::Stream;
use crate::rows::Rows;
use crate::{Pieces, Seat, Stack, Terms};

/// What lies on the table when a match begins. Having one proves that it is a layout of the terms it was made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    stacks: Vec<Stack>,
    six: Option<Seat>,
    rows: Rows,
}

/// Stacks that are no layout of the variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadDeal {
    /// Not so many stacks, or not of the right heights.
    #[error("the layout has {expected} stacks; these are not as many, or not as high")]
    Heights {
        /// How many stacks there should be.
        expected: usize,
    },
    /// Not the pieces of the variant's set.
    #[error("the stacks don't hold the pieces of the set, each as often as there")]
    Pieces,
    /// No seat of the table.
    #[error("there is no seat {0} to have the row of six")]
    Six(i64),
}

impl Deal {
    /// Shuffles and lays out (`docs/FAIRNESS.md`). `previous_winner` is the sole winner of the room's previous match of
    /// the same variant, if seated in this one.
    pub fn from_stream(terms: &Terms, previous_winner: Option<Seat>, stream: &mut Stream) -> Self {
        let rules = terms.variant().rules();
        let mut pieces: Vec<_> = (rules.set)(terms.seats()).iter().collect();
        stream.shuffle(&mut pieces);
        let previous_winner = previous_winner.filter(|seat| seat.index() < terms.seats());
        let six = rules
            .has_six(terms.seats())
            .then_some(previous_winner.unwrap_or(Seat::new(0)));
        let rows = rules.rows(terms.seats(), six);
        let mut rest = pieces.as_slice();
        let stacks = rows
            .heights()
            .map(|height| {
                let (stack, others) = rest.split_at(usize::from(height));
                rest = others;
                Stack::new(stack).expect("layouts have stacks of at most MAX_STACK_HEIGHT")
            })
            .collect();
        Self { stacks, six, rows }
    }

    /// The layout of a record. `six` means something with three players only, and is seat 0 where it is missing.
    pub fn from_record(
        terms: &Terms,
        stacks: Vec<Stack>,
        six: Option<i64>,
    ) -> Result<Self, BadDeal> {
        let rules = terms.variant().rules();
        let six = if rules.has_six(terms.seats()) {
            let number = six.unwrap_or(0);
            let seat = usize::try_from(number)
                .ok()
                .filter(|&seat| seat < terms.seats());
            Some(Seat::new(seat.ok_or(BadDeal::Six(number))?))
        } else {
            None
        };
        let rows = rules.rows(terms.seats(), six);
        if !stacks.iter().map(Stack::height).eq(rows.heights()) {
            return Err(BadDeal::Heights {
                expected: usize::from(rows.stacks()),
            });
        }
        // Every kind is counted before it is added: a stranger's stacks may hold any number of one.
        let set = (rules.set)(terms.seats());
        let mut missing = set;
        for &piece in stacks.iter().flat_map(Stack::pieces) {
            if !missing.remove(piece) {
                return Err(BadDeal::Pieces);
            }
        }
        if missing == Pieces::EMPTY {
            Ok(Self { stacks, six, rows })
        } else {
            Err(BadDeal::Pieces)
        }
    }

    /// The stacks, in the order of their numbers.
    pub fn stacks(&self) -> &[Stack] {
        &self.stacks
    }

    /// The seat whose row has six stacks, where one has.
    pub fn six(&self) -> Option<Seat> {
        self.six
    }

    pub(crate) const fn rows(&self) -> Rows {
        self.rows
    }

    pub(crate) fn stack(&self, stack: u8) -> &Stack {
        &self.stacks[usize::from(stack)]
    }
}
