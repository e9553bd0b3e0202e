//! The socket: `/ws`, where people play.
//!
//! [`Session`] is one connection without its socket: text frames in, and out through its frame sender. The socket round it
//! moves frames, keeps the connection awake, and closes it where a bound is met.

mod kind;
mod latency;
mod outgoing;
mod pauses;
mod rate;
mod session;
mod socket;

pub use kind::kinds;
pub use session::{Next, Session};
pub use socket::upgrade;
