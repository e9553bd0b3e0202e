//! `/matches`: finished matches, and running ones as far as the caller may see them.

pub mod branch;
pub mod events;
pub mod export;
pub mod list;
pub mod one;
pub mod record;
pub mod review;

mod find;

pub(crate) use self::find::missing;

#[cfg(test)]
mod tests;
