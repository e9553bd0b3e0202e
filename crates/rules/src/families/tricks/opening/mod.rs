//! The deal, and what the choices before the first lead settle: the order of the players, and who takes which stacks.

mod deal;
mod taking;
mod throws;
mod turn_up;

pub use deal::{BadDeal, Deal, Lots};
pub(crate) use taking::Takings;
pub(crate) use throws::{Round, Throws};
pub(crate) use turn_up::Ordering;
