//! The families of games. No family uses another.

#[macro_use]
mod list;

pub mod boards;
pub mod tiles;
pub mod tricks;
