//! The arrangement of stacks on the table: rows in front of the seats, a circle, one row, or a pack without stacks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{MAX_STACKS, Ring, Rows};
use crate::table::{BySeat, Seat};

/// The form of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A row in front of each seat; together they form a ring.
    Rows,
    /// A circle of stacks that belong to nobody.
    Circle,
    /// One row of stacks that belong to nobody.
    Row,
    /// No stacks: a shuffled pack, from which hands are dealt.
    Pack,
}

/// The stacks of a layout, without their pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arrangement {
    shape: Shape,
    heights: [u8; MAX_STACKS],
    stacks: u8,
    rows: Rows,
}

/// The number of pieces in each stack of rows and circles.
const PAIR: u8 = 2;

impl Arrangement {
    /// 16 stacks of two pieces in rows in front of the seats. If they cannot be divided evenly, the row of `six` has one stack more
    /// than the others.
    pub fn rows(seats: usize, six: Option<Seat>) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "at most MAX_SEATS")]
        let length = MAX_STACKS as u8 / seats as u8;
        Self {
            rows: Rows::new(BySeat::from_fn(seats, |seat| {
                length + u8::from(Some(seat) == six)
            })),
            ..Self::of(Shape::Rows, &[PAIR; MAX_STACKS])
        }
    }

    /// A circle of stacks of two pieces.
    pub fn circle(stacks: usize) -> Self {
        Self::of(Shape::Circle, &[PAIR; MAX_STACKS][..stacks])
    }

    /// One row of stacks with these heights.
    pub fn row(heights: &[u8]) -> Self {
        Self::of(Shape::Row, heights)
    }

    /// A pack without stacks.
    pub fn pack() -> Self {
        Self::of(Shape::Pack, &[])
    }

    fn of(shape: Shape, some: &[u8]) -> Self {
        let mut heights = [0; MAX_STACKS];
        heights[..some.len()].copy_from_slice(some);
        #[expect(clippy::cast_possible_truncation, reason = "at most MAX_STACKS")]
        Self {
            shape,
            heights,
            stacks: some.len() as u8,
            rows: Rows::new(BySeat::new(0)),
        }
    }

    /// The form.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// All stacks as a ring. In one row the two ends are not neighbours, but no game with one row takes stacks past an end.
    pub const fn ring(&self) -> Ring {
        Ring::new(self.stacks)
    }

    /// The rows in front of the seats; empty in other layouts.
    pub const fn rows_of_seats(&self) -> &Rows {
        &self.rows
    }

    /// How many pieces each stack has at the start.
    pub fn heights(&self) -> impl Iterator<Item = u8> {
        self.heights.into_iter().take(usize::from(self.stacks))
    }
}
