//! Text for people: a match as an observer saw it, event by event.
//!
//! The text is made only from what the observer was sent, so it cannot show anything that is hidden from them. Lines are short enough
//! for every terminal, without colours or cursor movements, and suitable for screen readers.

mod board;
mod frame;
mod line;
mod narrator;
mod record;
mod table;
mod tiles;
mod tricks;

pub use board::BoardNarrator;
pub use frame::Sight;
pub use line::{COLUMNS, Style, wrapped};
pub use narrator::Narrator;
pub use record::record_text;
pub use table::{EventContext, Pace, Table};
pub use tiles::TilesNarrator;
pub use tricks::TrickNarrator;
