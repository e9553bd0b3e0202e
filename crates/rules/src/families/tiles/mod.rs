//! Tiles and dice (`docs/TILES.md`): mahjong, pai gow, sic bo, grand hazard, chuck-a-luck.
//!
//! A game is a folder of its own with a type that is a [`Game`]. To add one: its name in [`TilesVariant`], its rules, what
//! its verdict says alone in [`GameFields`], its options and layout in `record/judge/tiles.rs`, its vectors in
//! `tests/vectors/`.

mod action;
mod deal;
mod decision;
pub mod dice;
mod event;
mod fields;
mod game;
mod hand_event;
mod info;
pub mod mahjong;
pub mod pai_gow;
mod result;
mod table;
mod terms;
mod variant;
mod view;

pub use action::{Claim, SeatAction, Stake, TilesAction};
pub use deal::{BadTilesDeal, TilesDeal};
pub use decision::{TilesAsk, TilesDecision};
pub use event::{SeenTilesEvent, TilesEvent, TilesOutcome};
pub use fields::GameFields;
pub use game::{End, Game};
pub use info::{TilesBetInfo, TilesChoiceInfo, TilesInfo, TilesOptionInfo, TilesValue};
pub use result::TilesResult;
pub use table::TilesTable;
pub use terms::{BadTilesTerms, TilesOptions, TilesTerms};
pub use variant::TilesVariant;
pub use view::{SeenHand, TilesSight, TilesView};

/// A match of tiles or dice, of any kind.
#[derive(Clone, Debug)]
pub enum TilesGame {
    /// Pai gow.
    PaiGow(pai_gow::PaiGow),
    /// Mahjong.
    Mahjong(Box<mahjong::Mahjong>),
    /// Dice.
    Dice(dice::Dice),
}
