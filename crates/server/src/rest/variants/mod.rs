//! `/variants`: the games of the server.

pub mod list;
pub mod one;
pub mod stats;
