//! Seats on a Giog server, for programs that play: an ordinary client with a token and receipts in the user's folder, a connection that is
//! restored when it breaks, and matches from getting ready to the result. A [`Player`] only decides.

mod address;
pub mod chance;
mod keep;
mod link;
mod player;
mod reason;
mod tables;

pub use address::{Address, file_name};
pub use keep::{Identity, Keep};
pub use link::{Link, Tell};
pub use player::{Answered, Player};
pub use reason::stand_reason;
pub use tables::{Happening, Tables};
