//! Tiles and dice (`docs/TILES.md`): mahjong, pai gow, sic bo, grand hazard, chuck-a-luck.
//!
//! A game is a folder of its own with a type that is a [`Game`]. To add one: its name in [`TilesVariant`], its rules, what
//! its verdict says alone in [`GameFields`], its options and layout in `record/judge/tiles.rs`, its vectors in
//! `tests/vectors/`.

mod action;
pub mod dice;
mod fields;
mod game;
pub mod mahjong;
pub mod pai_gow;
mod variant;

pub use action::{Claim, SeatAction, Stake, TilesAction};
pub use fields::GameFields;
pub use game::{End, Game};
pub use variant::TilesVariant;
