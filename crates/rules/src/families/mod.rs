//! The families of games. No family uses another.

pub mod boards;
pub mod tiles;
pub mod tricks;
