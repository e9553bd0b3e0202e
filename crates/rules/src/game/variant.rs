//! The games of all families.

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::each_family;
use crate::families::boards::{BoardInfo, BoardOptions, BoardVariant, OnTime};
use crate::families::tiles::{TilesInfo, TilesVariant};
use crate::families::tricks;

/// A game that rooms play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// A trick-taking game (`docs/RULES.md`).
    Tricks(tricks::Variant),
    /// A game on a board (`docs/BOARDS.md`).
    Board(BoardVariant),
    /// A game of tiles or dice (`docs/TILES.md`).
    Tiles(TilesVariant),
}

/// Everything a client needs to offer and show a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "AnyVariantInfo")]
pub enum VariantInfo {
    /// A trick-taking game.
    Tricks(Box<tricks::VariantInfo>),
    /// A game on a board.
    Board(Box<BoardInfo>),
    /// A game of tiles or dice.
    Tiles(Box<TilesInfo>),
}

impl VariantInfo {
    /// Its name in Latin letters.
    pub fn name(&self) -> &str {
        each_family!(self, info => &info.name)
    }
}

/// The text is not the id of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no variant `{0}`")]
pub struct NoSuchVariant(String);

const TRICKS: usize = tricks::Variant::ALL.len();
const BOARDS: usize = BoardVariant::ALL.len();
const TILES: usize = TilesVariant::ALL.len();

impl Variant {
    /// All games, in the order in which clients offer them.
    pub const ALL: [Self; TRICKS + BOARDS + TILES] = {
        let mut all = [Self::Tricks(tricks::Variant::Giog); TRICKS + BOARDS + TILES];
        let mut index = 0;
        while index < TRICKS {
            all[index] = Self::Tricks(tricks::Variant::ALL[index]);
            index += 1;
        }
        while index < TRICKS + BOARDS {
            all[index] = Self::Board(BoardVariant::ALL[index - TRICKS]);
            index += 1;
        }
        while index < TRICKS + BOARDS + TILES {
            all[index] = Self::Tiles(TilesVariant::ALL[index - TRICKS - BOARDS]);
            index += 1;
        }
        all
    };

    /// The id in records and messages.
    pub const fn id(self) -> &'static str {
        each_family!(self, variant => variant.id())
    }

    /// Whether records of its matches say how each seat opened.
    pub const fn has_openings(self) -> bool {
        match self {
            Self::Tricks(_) | Self::Board(_) => true,
            Self::Tiles(_) => false,
        }
    }

    /// The possible numbers of players.
    pub fn players(self) -> RangeInclusive<usize> {
        each_family!(self, variant => variant.players())
    }

    /// The default number of players.
    pub fn usual_players(self) -> usize {
        let players = self.players();
        match self {
            Self::Board(variant) => variant.usual_players(),
            Self::Tricks(_) | Self::Tiles(_) => 4.clamp(*players.start(), *players.end()),
        }
    }

    /// Whether a player whose time runs out loses, with default options.
    pub fn loses_on_time(self) -> bool {
        match self {
            Self::Tricks(_) | Self::Tiles(_) => false,
            Self::Board(variant) => BoardOptions::defaults(variant).on_time == Some(OnTime::Lose),
        }
    }

    /// Whether it can be played with the clocks of boards: only a bank, or days per decision.
    pub const fn has_board_clocks(self) -> bool {
        matches!(self, Self::Board(_))
    }

    /// Whether the game has claims: all others may claim a tile at the same time, within a time limit.
    pub fn has_windows(self) -> bool {
        matches!(self, Self::Tiles(variant) if variant.has_windows())
    }

    /// The description for clients.
    pub fn describe(self) -> VariantInfo {
        each_family!(self, variant, of: VariantInfo => of(Box::new(variant.describe())))
    }
}

impl Default for Variant {
    fn default() -> Self {
        Self::Tricks(tricks::Variant::Giog)
    }
}

impl From<tricks::Variant> for Variant {
    fn from(variant: tricks::Variant) -> Self {
        Self::Tricks(variant)
    }
}

impl From<TilesVariant> for Variant {
    fn from(variant: TilesVariant) -> Self {
        Self::Tiles(variant)
    }
}

impl From<BoardVariant> for Variant {
    fn from(variant: BoardVariant) -> Self {
        Self::Board(variant)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Variant {
    type Err = NoSuchVariant;

    fn from_str(id: &str) -> Result<Self, NoSuchVariant> {
        let named = |variant: &Self| variant.id() == id;
        let found = Self::ALL.into_iter().find(named);
        found.ok_or_else(|| NoSuchVariant(id.to_owned()))
    }
}

impl Serialize for Variant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Variant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = Cow::<'de, str>::deserialize(deserializer)?;
        id.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Variant {
    fn schema_name() -> Cow<'static, str> {
        "Variant".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A game that rooms play.",
            "type": "string",
            "enum": Self::ALL.map(Self::id),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_read_by_its_name() {
        for variant in Variant::ALL {
            let json = serde_json::to_value(variant).expect("a text");
            assert_eq!(json, variant.id());
            assert_eq!(serde_json::from_value::<Variant>(json).ok(), Some(variant));
            assert!(variant.players().contains(&variant.usual_players()));
        }
        assert_eq!("go".parse::<Variant>(), Err(NoSuchVariant("go".to_owned())));
    }
}
