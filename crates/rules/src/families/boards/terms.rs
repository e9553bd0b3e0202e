//! Terms and deals of games on boards.

use super::games::{BadSetup, BoardVariant, Setup};
use super::options::BoardOptions;
use crate::fairness::Stream;
use crate::table::{Piece, Seat};

impl BoardOptions {
    /// The default options of a game.
    pub fn defaults(variant: BoardVariant) -> Self {
        variant.definition().options
    }

    /// The options in force, with defaults for those that are not set; or the name of an option that the game does not have.
    fn resolve(self, variant: BoardVariant) -> Result<Self, &'static str> {
        fn decide<T>(
            name: &'static str,
            asked: Option<T>,
            default: Option<T>,
        ) -> Result<Option<T>, &'static str> {
            match (asked, default) {
                (Some(_), None) => Err(name),
                (asked, default) => Ok(asked.or(default)),
            }
        }
        let defaults = Self::defaults(variant);
        Ok(Self {
            on_time: decide("on_time", self.on_time, defaults.on_time)?,
            check: decide("check", self.check, defaults.check)?,
            blindfold: decide("blindfold", self.blindfold, defaults.blindfold)?,
            ally_attack: decide("ally_attack", self.ally_attack, defaults.ally_attack)?,
            board: decide("board", self.board, defaults.board)?,
        })
    }
}

/// The terms of a match on a board. A value proves that the game can be played so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardTerms {
    variant: BoardVariant,
    seats: u8,
    options: BoardOptions,
}

/// No match on a board can be played by such terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadBoardTerms {
    /// The game cannot be played by this number of players.
    #[error("{variant} is for {} to {} players, not for {seats}", .variant.players().start(), .variant.players().end())]
    Seats {
        /// The game.
        variant: BoardVariant,
        /// The requested number of players.
        seats: usize,
    },
    /// The game has no such option.
    #[error("{variant} has no option `{option}`")]
    Option {
        /// The game.
        variant: BoardVariant,
        /// The option.
        option: &'static str,
    },
}

impl BoardTerms {
    /// The terms, or why the game cannot be played so.
    pub fn new(
        variant: BoardVariant,
        seats: usize,
        options: BoardOptions,
    ) -> Result<Self, BadBoardTerms> {
        let number = u8::try_from(seats)
            .ok()
            .filter(|_| variant.players().contains(&seats))
            .ok_or(BadBoardTerms::Seats { variant, seats })?;
        let options = options
            .resolve(variant)
            .map_err(|option| BadBoardTerms::Option { variant, option })?;
        Ok(Self {
            variant,
            seats: number,
            options,
        })
    }

    /// The game.
    pub const fn variant(&self) -> BoardVariant {
        self.variant
    }

    /// The number of players.
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// The options in force.
    pub const fn options(&self) -> BoardOptions {
        self.options
    }

    /// Whether the players do not see the board.
    pub fn is_blindfold(&self) -> bool {
        self.options.blindfold == Some(true)
    }
}

/// What is decided before the first action: by the seeds, and by the room's previous match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardDeal {
    first: Option<Seat>,
    squares: Vec<Piece>,
}

/// The layout or the first seat is not possible in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadBoardDeal {
    /// The seat that begins is given although the game does not leave it open, or is missing, or is not a seat of the table.
    #[error("who begins has to be seat 0 or 1, and is said of xiangqi and blind chess alone")]
    First,
    /// The layout is not valid.
    #[error(transparent)]
    Layout(#[from] BadSetup),
    /// There is a layout, in a game without one.
    #[error("this game has no layout")]
    NoLayout,
}

impl BoardDeal {
    /// Shuffles, in games with a layout. `first` is the seat that begins, in games in which that alternates; default is seat 0.
    pub fn draw(terms: &BoardTerms, first: Option<Seat>, stream: &mut Stream) -> Self {
        let game = terms.variant.definition();
        let mut squares = Vec::new();
        if game.is_shuffled {
            let each = |piece: Piece| std::iter::repeat_n(piece, usize::from(piece.count_in_set()));
            squares.extend(Piece::ALL.into_iter().flat_map(each));
            stream.shuffle(&mut squares);
        }
        Self {
            first: game.first.map(|_| first.unwrap_or(Seat::new(0))),
            squares,
        }
    }

    /// The deal of a record.
    pub fn from_record(
        terms: &BoardTerms,
        first: Option<Seat>,
        squares: Vec<Piece>,
    ) -> Result<Self, BadBoardDeal> {
        let game = terms.variant.definition();
        let is_first = match first {
            Some(seat) => game.first.is_some() && seat.index() < terms.seats(),
            None => game.first.is_none(),
        };
        if !is_first {
            return Err(BadBoardDeal::First);
        }
        let deal = Self { first, squares };
        if game.is_shuffled {
            (game.begin)(&deal.setup(*terms))?;
        } else if !deal.squares.is_empty() {
            return Err(BadBoardDeal::NoLayout);
        }
        Ok(deal)
    }

    /// The seat that begins (in xiangqi the red one), in xiangqi and blind chess; none in the other games.
    pub const fn first(&self) -> Option<Seat> {
        self.first
    }

    /// The piece on each square, face down; empty in games without a layout.
    pub fn squares(&self) -> &[Piece] {
        &self.squares
    }

    /// What a match begins with.
    pub(super) fn setup(&self, terms: BoardTerms) -> Setup {
        Setup {
            seats: terms.seats(),
            options: terms.options,
            first: self.first.unwrap_or(Seat::new(0)),
            stacks: Some(self.squares.iter().map(ToString::to_string).collect()),
            start: None,
        }
    }
}
