//! The tricks: the playing state, what may be done in it, who wins, and playing on at random.

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
