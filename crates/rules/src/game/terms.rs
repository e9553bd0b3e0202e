//! What the players agree on before a match, and what is decided before its first action.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Variant;
use crate::fairness::Stream;
use crate::families::boards::{BadBoardDeal, BadBoardTerms, BoardDeal, BoardOptions, BoardTerms};
use crate::families::tiles::{BadTilesDeal, BadTilesTerms, TilesDeal, TilesOptions, TilesTerms};
use crate::families::tricks::{self, Ceremony};
use crate::table::Seat;

/// The options of a match: those of its game. As they are asked for, what is left out is the game's default; in force, each
/// one is decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Options {
    /// Those of trick games.
    #[serde(flatten)]
    pub tricks: tricks::OptionsInput,
    /// Those of games on boards.
    #[serde(flatten)]
    pub boards: BoardOptions,
    /// Those of games of tiles and dice.
    #[serde(flatten)]
    pub tiles: TilesOptions,
}

impl Options {
    /// The name of an option that is given and is of another family than the game.
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

/// What a match is played by. Having it proves that so many can play the game so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Terms {
    /// Of a trick game.
    Tricks(tricks::Terms),
    /// Of a game on a board.
    Board(BoardTerms),
    /// Of a game of tiles or dice.
    Tiles(TilesTerms),
}

impl From<tricks::Terms> for Terms {
    fn from(terms: tricks::Terms) -> Self {
        Self::Tricks(terms)
    }
}

/// Terms that no match can be played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTerms {
    /// Not of this trick game.
    #[error(transparent)]
    Tricks(#[from] tricks::BadTerms),
    /// Not of this game on a board.
    #[error(transparent)]
    Board(#[from] BadBoardTerms),
    /// Not of this game of tiles or dice.
    #[error(transparent)]
    Tiles(#[from] BadTilesTerms),
    /// An option is given that games of another family have.
    #[error("{variant} has no option `{option}`")]
    Option {
        /// The game.
        variant: Variant,
        /// The option.
        option: &'static str,
    },
}

impl Terms {
    /// The terms, if so many can play the game with these options.
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

    /// The terms, if they are those of a trick game.
    pub const fn tricks(&self) -> Option<&tricks::Terms> {
        match self {
            Self::Tricks(terms) => Some(terms),
            Self::Board(_) | Self::Tiles(_) => None,
        }
    }

    /// The game.
    pub const fn variant(&self) -> Variant {
        match self {
            Self::Tricks(terms) => Variant::Tricks(terms.variant()),
            Self::Board(terms) => Variant::Board(terms.variant()),
            Self::Tiles(terms) => Variant::Tiles(terms.variant()),
        }
    }

    /// The number of players.
    pub const fn seats(&self) -> usize {
        match self {
            Self::Tricks(terms) => terms.seats(),
            Self::Board(terms) => terms.seats(),
            Self::Tiles(terms) => terms.seats(),
        }
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

    /// Who makes the choices before play: in games of other families than tricks the players.
    pub const fn ceremony(&self) -> Ceremony {
        match self {
            Self::Tricks(terms) => terms.ceremony(),
            Self::Board(_) | Self::Tiles(_) => Ceremony::Players,
        }
    }
}

/// What the last match of the game in the room hands on to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandedOn {
    /// The seat whose person won it alone.
    pub winner: Option<Seat>,
    /// Who did not begin it, if the same two play again.
    pub second: Option<Seat>,
}

/// What is decided before the first action. A layout in it is secret while the match runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deal {
    /// Of a trick game.
    Tricks(tricks::Deal),
    /// Of a game on a board.
    Board(BoardDeal),
    /// Of a game of tiles or dice: what chance has decided so far.
    Tiles(TilesDeal),
}

impl From<tricks::Deal> for Deal {
    fn from(deal: tricks::Deal) -> Self {
        Self::Tricks(deal)
    }
}

/// A layout that the game does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadDeal {
    /// Not of this trick game.
    #[error(transparent)]
    Tricks(#[from] tricks::BadDeal),
    /// Not of this game on a board.
    #[error(transparent)]
    Board(#[from] BadBoardDeal),
    /// Not of this game of tiles or dice.
    #[error(transparent)]
    Tiles(#[from] BadTilesDeal),
}

impl Deal {
    /// Shuffles, and draws what is drawn by lot.
    pub fn from_stream(terms: &Terms, handed_on: HandedOn, stream: &mut Stream) -> Self {
        match terms {
            Terms::Tricks(terms) => {
                Self::Tricks(tricks::Deal::from_stream(terms, handed_on.winner, stream))
            }
            Terms::Board(terms) => Self::Board(BoardDeal::draw(terms, handed_on.second, stream)),
            Terms::Tiles(terms) => Self::Tiles(TilesDeal::draw(terms, stream)),
        }
    }

    /// Draws on, where chance goes on in a match, until it has decided as many deals as in `other`.
    pub fn draw_on(&mut self, terms: &Terms, other: &Self, stream: &mut Stream) {
        if let (Self::Tiles(deal), Terms::Tiles(terms), Self::Tiles(other)) = (self, terms, other) {
            while deal.count() < other.count() {
                deal.draw_next(terms, stream);
            }
        }
    }

    /// The deal, if it is one of a trick game.
    pub const fn tricks(&self) -> Option<&tricks::Deal> {
        match self {
            Self::Tricks(deal) => Some(deal),
            Self::Board(_) | Self::Tiles(_) => None,
        }
    }

    /// The deal, if it is one of a game of tiles or dice.
    pub const fn tiles(&self) -> Option<&TilesDeal> {
        match self {
            Self::Tiles(deal) => Some(deal),
            Self::Tricks(_) | Self::Board(_) => None,
        }
    }

    /// Who begins, where that changes from match to match between the same two.
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

    /// An option of each family, of a game of that family.
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
