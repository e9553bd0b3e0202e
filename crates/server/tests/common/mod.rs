//! A whole server without sockets: its state on its own database, a clock that the test sets, and the same random numbers in every run.

mod conn;
mod reply;
mod server;

pub use conn::{Conn, play_out, settle};
pub use reply::Reply;
pub use server::{OPERATOR, TestServer, hash, quiet};
