//! What a game on a board is to everything outside its own file or folder.

use std::ops::RangeInclusive;

use crate::families::boards::{BadFen, BoardGame, BoardOptions};
use crate::table::Seat;

/// A game on a board.
pub(crate) struct Definition {
    /// Its name in Latin letters.
    pub name: &'static str,
    /// Its name in Chinese characters; empty if it has none.
    pub name_chinese: &'static str,
    /// Other names.
    pub also: &'static [&'static str],
    /// What the game is, in a few sentences.
    pub summary: &'static str,
    /// How the winner is found.
    pub goal: &'static str,
    /// Whether large parts of the rules are guesses of this project.
    pub reconstruction: bool,
    /// The possible numbers of players.
    pub players: RangeInclusive<usize>,
    /// The default number of players.
    pub usual_players: usize,
    /// The number of boards: 1 or 2.
    pub boards: usize,
    /// The options that it has, with their defaults.
    pub options: BoardOptions,
    /// The field of records for the seat that begins, if that alternates from match to match; none if seat 0 always begins.
    pub first: Option<&'static str>,
    /// Whether the set of pieces is shuffled and lies on the board in that order.
    pub is_shuffled: bool,
    /// Whether records may say from which position the match starts on each board.
    pub has_start: bool,
    /// A match at its beginning.
    pub begin: fn(&Setup) -> Result<BoardGame, BadSetup>,
}

/// What a match begins with.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    /// The number of seats, which the game can be played by.
    pub seats: usize,
    /// The options in force: all that the game has.
    pub options: BoardOptions,
    /// The seat that begins.
    pub first: Seat,
    /// The field `stacks` of a record, if it is a list of texts: in a game that is shuffled, the pieces in order; in other games it has no
    /// meaning.
    pub stacks: Option<Vec<String>>,
    /// The position on each board; none for the usual start.
    pub start: Option<Vec<String>>,
}

/// No match can begin with that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSetup {
    /// A starting position is not valid.
    #[error("`start`: {0}")]
    Start(#[from] BadFen),
    /// The number of starting positions is wrong.
    #[error("`start` has to be a list of two positions")]
    Starts,
    /// There is the layout of a trick game.
    #[error("`stacks` has the layout of another game")]
    OtherLayout,
    /// The layout is not valid.
    #[error(transparent)]
    Layout(#[from] BadLayout),
}

/// The layout is not 32 squares with the pieces of the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the layout has to be 32 texts of one letter, the pieces of a set")]
pub struct BadLayout;
