//! Tiles and dice (`docs/TILES.md`): mahjong, pai gow, sic bo, grand hazard, chuck-a-luck.
//!
//! Each game is a folder with a type that implements [`Game`]. To add one: add its name to [`TilesVariant`], implement its rules, add
//! the fields of its verdict to [`GameFields`], its options and deal to `record/judge/tiles.rs`, and its folder to
//! `tests/games/`.

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
pub use info::{TilesBetInfo, TilesInfo};
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
