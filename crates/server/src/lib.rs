//! The server: WebSocket and REST on one address, settings, start and stop.
//!
//! It moves bytes and knows who is who; what a room is belongs to `giog-rooms`, and of the rules it knows nothing.

mod ambient;
mod guests;
mod rest;
mod router;
mod settings;
mod state;
mod ws;

pub use ambient::{OsRandom, SystemClock, os_random};
pub use guests::{Guests, NewGuest};
pub use router::router;
pub use settings::{LogFormat, ServerLimits, Settings};
pub use state::App;
pub use ws::{Next, Session};
