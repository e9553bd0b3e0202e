//! Matches for programs that learn (`docs/ENCODING.md`): decisions one by one in this process, with actions and observations as
//! integers of fixed number.
//!
//! An [`Encoding`] belongs to a game with its options and number of seats. An [`Env`] is one match, a [`Batch`] many at once. What a seat
//! observes is a function of its view and its decision, which are those of the message `turn`, and of nothing else.

mod actions;
mod batch;
mod encoding;
mod env;
mod observation;

pub use batch::{Batch, BatchError};
pub use encoding::{BadGame, ENCODING, Encoding};
pub use env::{Env, Illegal};
pub use observation::Field;
