//! `/players`: public data of people.

pub mod matches;
pub mod one;
