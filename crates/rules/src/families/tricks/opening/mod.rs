//! The deal, and the choices before the first lead.

mod ceremony;
mod deal;
mod steps;
mod taking;
mod throws;
mod turn_up;

pub use deal::{BadDeal, Deal, Lots};
pub(crate) use taking::Takings;
pub(crate) use throws::{Round, Throws};
pub(crate) use turn_up::Ordering;
