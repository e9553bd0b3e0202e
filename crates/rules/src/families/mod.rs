//! The families of games. No family knows another.

pub mod boards;
pub mod tiles;
pub mod tricks;
