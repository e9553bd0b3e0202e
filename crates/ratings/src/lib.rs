//! Ratings of people: which matches count together ([`Pool`]), the ranks of a match ([`ranks`]), what it changes ([`rate`], [`Dan`]), and
//! what a new [`Season`] changes. Of computer players it has [`anchors`], and for measurements [`fit`].
//!
//! This crate knows no rules, rooms and databases. Floating-point arithmetic may differ between machines, so a rating is stored as whole
//! numbers and never computed again.

mod anchors;
mod dan;
pub mod fit;
pub mod pairs;
mod pool;
mod rank;
mod rating;
mod season;

pub use anchors::{Anchor, anchor, anchors, seated_anchor};
pub use dan::Dan;
pub use pool::{BadPool, Pace, Pool, SeatGroup};
pub use rank::{SeatResult, ranks};
pub use rating::{Parameters, Rated, Rating, rate, winning_chances};
pub use season::{BadSeason, Season};
