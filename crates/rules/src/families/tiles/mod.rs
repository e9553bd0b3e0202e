//! Tiles and dice (`docs/TILES.md`): mahjong, pai gow, and games with three dice. `games` has them, each with its definition, and the list of
//! them; everything else is what they share. The rules of a game are a type that implements [`Game`]; the fields of its verdict are a variant
//! of [`GameFields`]. `dice` plays all games with three dice, which differ in their bets.

mod action;
mod deal;
mod decision;
pub mod dice;
mod event;
mod fields;
mod game;
mod games;
mod hand_event;
mod info;
mod options;
mod result;
mod seen_event;
mod table;
mod terms;
mod view;

pub use action::{Claim, SeatAction, Stake, TilesAction};
pub use deal::{BadTilesDeal, TilesDeal};
pub use decision::{TilesAsk, TilesDecision};
pub use event::TilesEvent;
pub use fields::GameFields;
pub use game::{Game, TilesEnd};
pub use games::{TilesGame, TilesVariant, mahjong, pai_gow};
pub use info::{TilesBetInfo, TilesInfo};
pub use options::TilesOptions;
pub use result::TilesResult;
pub use seen_event::{SeenTilesEvent, TilesOutcome};
pub use table::TilesTable;
pub use terms::{BadTilesTerms, TilesTerms};
pub use view::{SeenHand, TilesSight, TilesView};
