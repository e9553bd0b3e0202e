//! `/guests`: who one is.

pub mod create;
pub mod me;
pub mod rename;
