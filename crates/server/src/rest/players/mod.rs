//! `/players`: public data of people.

pub mod export;
pub mod find;
pub mod matches;
pub mod one;
pub mod stats;
