//! The server: WebSocket and REST on one address, settings, start and stop.
//!
//! It moves bytes and knows who is who; what a room is belongs to `giog-rooms`, and of the rules it knows nothing.

mod accept;
mod ambient;
mod guests;
mod holder;
mod key;
mod lease;
mod rest;
mod retention;
mod router;
mod run;
mod settings;
mod state;
mod ws;

pub use ambient::{OsRandom, SystemClock, os_random};
pub use guests::{Guests, NewGuest};
pub use key::{KeyError, SigningKey};
pub use router::{router, routes};
pub use run::{Ready, RunError, app, app_with, room_limits, run};
pub use settings::{
    BadSettings, DEFAULT_FILE, LogFormat, Overrides, Retention, ServerLimits, Settings,
};
pub use state::App;
pub use ws::{Next, Session};
