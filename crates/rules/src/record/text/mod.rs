//! A match in plain text for people: what an observer saw, trick by trick.
//!
//! It is made from what the observer was told and from nothing else, so that it can show nothing that is hidden from them.
//! Lines are plain: short enough for any terminal, without colours or movements of a cursor, good to listen to as well.

mod board;
mod line;
mod narrator;
mod record;
mod tiles;
mod tricks;

pub use board::BoardNarrator;
pub use line::{COLUMNS, Style, wrapped};
pub use narrator::{Narrator, Pace, Table, Told};
pub use record::{Sight, record_text};
pub use tiles::TilesNarrator;
pub use tricks::TrickNarrator;
