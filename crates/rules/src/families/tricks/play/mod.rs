//! The state of a match: the choices before the first lead, the tricks, legal choices, winners.

mod ban;
mod ceremony;
mod choices;
mod listed;
mod position;
mod score;
mod trick;

pub(crate) use ban::BanSituation;
pub(crate) use position::{Choice, Finished, Open, Phase, Position, marked};
pub(crate) use score::{LastTrick, Standing};
pub(crate) use trick::{Contest, Trick};
