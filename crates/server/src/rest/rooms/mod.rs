//! `/rooms`: the open rooms, and what is left of closed ones.

pub mod cancelled_starts;
pub mod featured;
pub mod list;
pub mod one;
