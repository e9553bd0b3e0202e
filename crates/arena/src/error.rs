//! Why a run cannot go on.

use std::io;

use giog_rules::Variant;

/// Why a run cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// A match does not end.
    #[error("the match of deal {deal} does not end")]
    Endless {
        /// The deal.
        deal: u32,
    },
    /// An engine that is built in does not play the game with so many seats.
    #[error("builtin:{name} does not play {game} for {seats}")]
    NotPlayed {
        /// The engine's name.
        name: &'static str,
        /// The game.
        game: Variant,
        /// The number of seats.
        seats: usize,
    },
    /// A program does not exist, or cannot be started.
    #[error("the program of {name} cannot be started")]
    Program {
        /// The engine's name.
        name: String,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// A program had to be started again too often.
    #[error("{name} had to be started again more than {most} times")]
    Restarts {
        /// The engine's name.
        name: String,
        /// How often it may be.
        most: u32,
    },
    /// A sequential test is asked for between other than two engines.
    #[error("a sequential test is between two engines, not {engines}")]
    TestOfMany {
        /// How many there are.
        engines: usize,
    },
    /// A record cannot be written.
    #[error("the records cannot be written")]
    Write(#[source] io::Error),
    /// The records of the run that is to be continued cannot be read.
    #[error("the records cannot be read")]
    Read(#[source] io::Error),
    /// A line is no record of an arena.
    #[error("line {line} of the records is none of an arena")]
    NoRecord {
        /// Its number, from 1.
        line: u64,
    },
    /// A line is the record of another run.
    #[error(
        "line {line} of the records is of another run: of another game, seed or seating, or other engines"
    )]
    OtherRun {
        /// Its number, from 1.
        line: u64,
    },
}
