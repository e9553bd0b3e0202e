//! The WebSocket, `/ws`, through which people play.
//!
//! [`Session`] is one connection without its socket: text frames come in, and go out through its frame sender. The socket's code
//! transfers frames, keeps the connection alive, and closes it when it exceeds a limit.

mod latency;
mod matches;
mod outgoing;
mod pauses;
mod session;
mod socket;

pub use session::{Next, Session};
pub use socket::upgrade;
