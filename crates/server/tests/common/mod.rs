//! A whole server without sockets: its state on a database of its own, a clock that is turned by hand, and randomness that
//! every run has again.

mod conn;
mod reply;
mod server;

pub use conn::{Conn, play_out, settle};
pub use reply::Reply;
pub use server::{OPERATOR, TestServer, hash, quiet};
