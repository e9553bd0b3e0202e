//! Options, terms and deals: what is fixed before the first action of a match.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Variant, each_family};
use crate::fairness::Stream;
use crate::families::boards::{BadBoardDeal, BadBoardTerms, BoardDeal, BoardOptions, BoardTerms};
use crate::families::tiles::{BadTilesDeal, BadTilesTerms, TilesDeal, TilesOptions, TilesTerms};
use crate::families::tricks::{self, Ceremony};
use crate::table::Seat;

/// The options of a match. In requests, omitted options have the game's default; elsewhere, all options of the game are present.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Options {
    /// The options of trick games.
    #[serde(flatten)]
    pub tricks: tricks::OptionsInput,
    /// The options of games on boards.
    #[serde(flatten)]
    pub boards: BoardOptions,
    /// The options of games of tiles and dice.
    #[serde(flatten)]
    pub tiles: TilesOptions,
}

impl Options {
    /// Those of a match with strangers, where they are not the usual ones.
    pub fn with_strangers(variant: Variant) -> Self {
        let tiles = match variant {
            Variant::Tiles(variant) => variant.with_strangers(),
            Variant::Tricks(_) | Variant::Board(_) => TilesOptions::default(),
        };
        Self {
            tiles,
            ..Self::default()
        }
    }

    /// The name of an option that is set although it belongs to another family than the game.
    fn of_another_family(self, variant: Variant) -> Option<&'static str> {
        let Self {
            tricks,
            boards,
            tiles,
        } = self;
        match variant {
            Variant::Tricks(_) => boards.given().or_else(|| tiles.given()),
            Variant::Board(_) => tricks.given().or_else(|| tiles.given()),
            Variant::Tiles(_) => tricks.given().or_else(|| boards.given()),
        }
    }
}

impl From<tricks::Options> for Options {
    fn from(options: tricks::Options) -> Self {
        Self {
            tricks: options.into(),
            ..Self::default()
        }
    }
}

/// The terms of a match: game, number of seats, options, and who makes the choices before play. A value proves that the game can be
/// played so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Terms {
    /// In trick games.
    Tricks(tricks::Terms),
    /// In games on boards.
    Board(BoardTerms),
    /// In games of tiles and dice.
    Tiles(TilesTerms),
}

impl From<tricks::Terms> for Terms {
    fn from(terms: tricks::Terms) -> Self {
        Self::Tricks(terms)
    }
}

/// The game cannot be played by such terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTerms {
    /// The error of a trick game.
    #[error(transparent)]
    Tricks(#[from] tricks::BadTerms),
    /// The error of a game on a board.
    #[error(transparent)]
    Board(#[from] BadBoardTerms),
    /// The error of a game of tiles or dice.
    #[error(transparent)]
    Tiles(#[from] BadTilesTerms),
    /// An option of another family is set.
    #[error("{variant} has no option `{option}`")]
    Option {
        /// The game.
        variant: Variant,
        /// The option.
        option: &'static str,
    },
}

impl Terms {
    /// The terms, or why the game cannot be played with so many players or these options.
    pub fn new(
        variant: Variant,
        seats: usize,
        options: Options,
        ceremony: Ceremony,
    ) -> Result<Self, BadTerms> {
        if let Some(option) = options.of_another_family(variant) {
            return Err(BadTerms::Option { variant, option });
        }
        Ok(match variant {
            Variant::Tricks(variant) => Self::Tricks(tricks::Terms::new(
                variant,
                seats,
                options.tricks,
                ceremony,
            )?),
            Variant::Board(variant) => {
                Self::Board(BoardTerms::new(variant, seats, options.boards)?)
            }
            Variant::Tiles(variant) => Self::Tiles(TilesTerms::new(variant, seats, options.tiles)?),
        })
    }

    /// The terms, if they are of a trick game.
    pub const fn tricks(&self) -> Option<&tricks::Terms> {
        match self {
            Self::Tricks(terms) => Some(terms),
            Self::Board(_) | Self::Tiles(_) => None,
        }
    }

    /// The game.
    pub const fn variant(&self) -> Variant {
        each_family!(self, terms, of: Variant => of(terms.variant()))
    }

    /// The number of players.
    pub const fn seats(&self) -> usize {
        each_family!(self, terms => terms.seats())
    }

    /// The options in force.
    pub fn options(&self) -> Options {
        match self {
            Self::Tricks(terms) => terms.options().into(),
            Self::Board(terms) => Options {
                boards: terms.options(),
                ..Options::default()
            },
            Self::Tiles(terms) => Options {
                tiles: terms.options(),
                ..Options::default()
            },
        }
    }

    /// Who makes the choices before play; only trick games leave a choice, in the others it is the players.
    pub const fn ceremony(&self) -> Ceremony {
        match self {
            Self::Tricks(terms) => terms.ceremony(),
            Self::Board(_) | Self::Tiles(_) => Ceremony::Players,
        }
    }
}

/// What a match takes over from the room's previous match of the same game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandedOn {
    /// The seat whose player won it alone, if any.
    pub winner: Option<Seat>,
    /// The seat that did not begin it, if the same two people play again.
    pub second: Option<Seat>,
}

/// Everything that chance decides before the first action. A layout in it is secret while the match runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deal {
    /// In trick games.
    Tricks(tricks::Deal),
    /// In games on boards.
    Board(BoardDeal),
    /// Of a game of tiles or dice: everything that chance has decided so far.
    Tiles(TilesDeal),
}

impl From<tricks::Deal> for Deal {
    fn from(deal: tricks::Deal) -> Self {
        Self::Tricks(deal)
    }
}

/// The deal is not possible in the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadDeal {
    /// The error of a trick game.
    #[error(transparent)]
    Tricks(#[from] tricks::BadDeal),
    /// The error of a game on a board.
    #[error(transparent)]
    Board(#[from] BadBoardDeal),
    /// The error of a game of tiles or dice.
    #[error(transparent)]
    Tiles(#[from] BadTilesDeal),
}

impl Deal {
    /// Draws a deal from the stream.
    pub fn from_stream(terms: &Terms, handed_on: HandedOn, stream: &mut Stream) -> Self {
        match terms {
            Terms::Tricks(terms) => {
                Self::Tricks(tricks::Deal::from_stream(terms, handed_on.winner, stream))
            }
            Terms::Board(terms) => Self::Board(BoardDeal::draw(terms, handed_on.second, stream)),
            Terms::Tiles(terms) => Self::Tiles(TilesDeal::draw(terms, stream)),
        }
    }

    /// In games with several deals: draws from the stream until there are as many deals as in `other`.
    pub fn draw_on(&mut self, terms: &Terms, other: &Self, stream: &mut Stream) {
        if let (Self::Tiles(deal), Terms::Tiles(terms), Self::Tiles(other)) = (self, terms, other) {
            while deal.count() < other.count() {
                deal.draw_next(terms, stream);
            }
        }
    }

    /// The deal, if it is of a trick game.
    pub const fn tricks(&self) -> Option<&tricks::Deal> {
        match self {
            Self::Tricks(deal) => Some(deal),
            Self::Board(_) | Self::Tiles(_) => None,
        }
    }

    /// The deal, if it is of a game of tiles or dice.
    pub const fn tiles(&self) -> Option<&TilesDeal> {
        match self {
            Self::Tiles(deal) => Some(deal),
            Self::Tricks(_) | Self::Board(_) => None,
        }
    }

    /// The seat that begins, in games for two in which that alternates from match to match.
    pub const fn first(&self) -> Option<Seat> {
        match self {
            Self::Tricks(_) | Self::Tiles(_) => None,
            Self::Board(deal) => deal.first(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// For each family: games of it with an option and its value.
    const OF_FAMILIES: [[(&str, &str, &str); 3]; 3] = [
        [
            ("giog", "general_ban", r#""behead""#),
            ("giog-wiki", "beheading", r#""forfeit""#),
            ("zhi-hu", "general_ban", r#""refuse""#),
        ],
        [
            ("xiangqi", "check", r#""table""#),
            ("blind-chess", "on_time", r#""lose""#),
            ("square-chess", "board", r#""7x7""#),
        ],
        [
            ("pai-gow", "rounds", "5"),
            ("mahjong", "flowers", "true"),
            ("sic-bo", "any_triple", "false"),
        ],
    ];

    fn terms(variant: Variant, option: &str, value: &str) -> Result<Terms, BadTerms> {
        let options = serde_json::from_str(&format!(r#"{{"{option}":{value}}}"#)).expect("options");
        let seats = variant.usual_players();
        Terms::new(variant, seats, options, Ceremony::Players)
    }

    #[test]
    fn a_game_has_no_option_of_another_family_whatever_its_value() {
        for (family, options) in OF_FAMILIES.iter().enumerate() {
            for &(of, option, value) in options {
                let own: Variant = of.parse().expect("a game");
                assert!(terms(own, option, value).is_ok(), "{of} {option}");
                let others = OF_FAMILIES.iter().enumerate();
                let others = others.filter(|&(other, _)| other != family);
                for &(game, ..) in others.flat_map(|(_, games)| games) {
                    let variant: Variant = game.parse().expect("a game");
                    let refused = terms(variant, option, value).map_err(|error| error.to_string());
                    let why = format!("{game} has no option `{option}`");
                    assert_eq!(refused, Err(why));
                }
            }
        }
    }

    #[test]
    fn an_option_that_is_given_is_found_by_its_name() {
        let given = |option: &str, value: &Value| {
            let options: Options = serde_json::from_value(json!({ option: value })).expect("one");
            let Options {
                tricks,
                boards,
                tiles,
            } = options;
            [tricks.given(), boards.given(), tiles.given()]
        };
        let mut found = 0;
        for variant in Variant::ALL {
            let seats = variant.usual_players();
            let usual = Terms::new(variant, seats, Options::default(), Ceremony::Players);
            let options = json!(usual.expect("the usual terms").options());
            for (option, value) in options.as_object().expect("an object") {
                let names: Vec<_> = given(option, value).into_iter().flatten().collect();
                assert_eq!(names, [option], "{variant}");
                found += 1;
            }
        }
        assert!(found > 30, "{found}");
        assert_eq!(given("weather", &json!("sun")), [None; 3]);
    }
}
