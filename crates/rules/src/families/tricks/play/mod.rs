//! The tricks: the state, legal choices, winners, and random playouts.

mod ban;
mod choices;
mod playout;
mod position;
mod score;
mod trick;
mod turn_order;

pub(crate) use ban::BanSituation;
pub use playout::Playout;
pub(crate) use position::{Choice, Finished, Open, Phase, Position, marked};
pub(crate) use score::{LastTrick, Standing};
pub(crate) use trick::{Contest, Trick};
pub(crate) use turn_order::Order;
