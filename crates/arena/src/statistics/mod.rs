//! Statistics of duplicate matches. The matches of one deal depend on each other, so the deal is what is counted: each is one value.

mod clusters;
mod ratio;
mod sprt;

pub use clusters::{Clusters, Interval};
pub use ratio::Ratio;
pub use sprt::{BadSprt, Sprt, SprtState, SprtVerdict};
