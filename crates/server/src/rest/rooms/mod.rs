//! `/rooms`: the rooms that are open, and what is left of those that were.

pub mod cancelled_starts;
pub mod list;
pub mod one;
