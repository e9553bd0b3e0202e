//! `/players`: public data of people.

pub mod export;
pub mod matches;
pub mod one;
pub mod stats;
