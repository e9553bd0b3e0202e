//! `/guests`: who one is.

pub mod create;
pub mod me;
pub mod offer;
pub mod rename;
pub mod take;
