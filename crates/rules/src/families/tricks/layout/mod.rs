//! The layout of stacks on the table, and how they are shared out.

mod arrangement;
mod portions;
mod ring;
mod rows;
mod stack_set;

pub(crate) use arrangement::Arrangement;
pub use arrangement::Shape;
pub(crate) use portions::Portions;
pub(crate) use ring::{Direction, Ring};
pub(crate) use rows::Rows;
pub(crate) use stack_set::{MAX_STACKS, StackSet};
