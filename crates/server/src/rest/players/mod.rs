//! `/players`: people, as everybody may know them.

pub mod matches;
pub mod one;
