//! Descriptions of variants, with which clients offer and show them.

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::families::tricks::games::Variant;
use crate::families::tricks::layout::Shape;
use crate::families::tricks::pieces::{Color, Piece, Pieces};
use crate::families::tricks::rules::{CombinationInfo, Options, PieceNameInfo, Rules, TurnOrder};
use crate::table::{NameInfo, OptionInfo, Seat};

/// Everything a client needs to offer and show a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VariantInfo {
    /// The variant.
    pub id: Variant,
    /// Its family: `tricks`.
    #[serde(default = "family")]
    pub family: String,
    /// Its name in Latin letters.
    pub name: String,
    /// Its name in Chinese characters; empty where it has none.
    pub name_chinese: String,
    /// Other names.
    pub also: Vec<String>,
    /// Its names, or translations of its name, in other languages of the sources.
    #[serde(default)]
    pub names: Vec<NameInfo>,
    /// What the game is, in a few sentences.
    pub summary: String,
    /// Whether large parts of the rules are guesses of this project; clients must tell players so.
    pub reconstruction: bool,
    /// The fewest players.
    pub min_players: u8,
    /// The most players.
    pub max_players: u8,
    /// The number of pieces in use, for each number of players from the fewest on.
    pub pieces: Vec<u8>,
    /// The number of pieces in a hand, for each number of players from the fewest on.
    #[serde(default)]
    pub hand_sizes: Vec<u8>,
    /// The kinds of pieces, the strongest first.
    #[serde(default)]
    pub kinds: Vec<PieceInfo>,
    /// The source's names of the pieces, from the general down; omitted if it has no names of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub piece_names: Vec<PieceNameInfo>,
    /// The form of the layout.
    pub shape: Shape,
    /// How the first player is found, and who takes which stacks.
    #[serde(default)]
    pub opening: String,
    /// The order of turns.
    pub turn_order: TurnOrder,
    /// Whether all lay face down at the same time; otherwise plays are laid in turn.
    pub simultaneous: bool,
    /// The options with their choices.
    pub options: Vec<OptionInfo>,
    /// The default options.
    pub default_options: Options,
    /// The types of combinations, those of few pieces first.
    pub combinations: Vec<CombinationInfo>,
    /// The kinds of pieces that cannot win the first trick, and may not be led in it; omitted if there are none.
    #[serde(default, skip_serializing_if = "Pieces::is_none")]
    pub powerless_first: Pieces,
    /// How ties for the highest play are decided.
    pub ties: String,
    /// How the winner is found.
    pub goal: String,
    /// Where the rules come from.
    pub source: String,
}

impl VariantInfo {
    /// The description of a variant: what it says of itself, and what follows from its definition.
    pub(super) fn of(variant: Variant) -> Self {
        let definition = variant.definition();
        let (players, rules) = (&definition.players, variant.rules());
        let said = (definition.describe)();
        #[expect(clippy::cast_possible_truncation, reason = "at most MAX_SEATS")]
        let number = |players: &usize| *players as u8;
        Self {
            id: variant,
            family: family(),
            name: said.name,
            name_chinese: said.name_chinese,
            also: said.also,
            names: said.names,
            summary: said.summary,
            reconstruction: said.reconstruction,
            min_players: number(players.start()),
            max_players: number(players.end()),
            pieces: piece_counts(players.clone(), rules),
            hand_sizes: hand_sizes(players.clone(), rules),
            kinds: kinds(players, rules),
            piece_names: said.piece_names,
            shape: said.shape,
            opening: said.opening,
            turn_order: said.turn_order,
            simultaneous: said.simultaneous,
            options: said.options,
            default_options: definition.default_options,
            combinations: said.combinations,
            powerless_first: rules.powerless(0),
            ties: said.ties,
            goal: said.goal,
            source: said.source,
        }
    }
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PieceInfo {
    /// Its letter.
    pub piece: Piece,
    /// Its colour.
    pub color: Color,
    /// Its level, from 7 for the generals to 1 for the soldiers.
    pub level: u8,
    /// The Chinese character on it.
    pub character: String,
    /// How the character is read in Mandarin.
    pub pinyin: String,
    /// Its English name.
    pub name: String,
    /// How many of this kind are in use, for each number of players from the fewest on.
    pub counts: Vec<u8>,
}

/// The number of pieces used, for each number of players.
fn piece_counts(players: RangeInclusive<usize>, rules: &Rules) -> Vec<u8> {
    players.map(|seats| (rules.set)(seats).len()).collect()
}

/// The number of pieces in a hand, for each number of players.
fn hand_sizes(players: RangeInclusive<usize>, rules: &Rules) -> Vec<u8> {
    let of = |seats: usize| {
        #[expect(clippy::cast_possible_truncation, reason = "at most MAX_SEATS")]
        let each = |pieces: u8| pieces / seats as u8;
        if rules.has_pack() {
            return each((rules.set)(seats).len());
        }
        let portions = (rules.portions)(seats);
        let arrangement = (rules.arrangement)(seats, Some(Seat::new(0)));
        let taken = if portions.split {
            arrangement.heights().count()
        } else {
            usize::from(portions.whole)
        };
        each(arrangement.heights().take(taken).sum())
    };
    players.map(of).collect()
}

/// The kinds of pieces, with their numbers for each number of players.
fn kinds(players: &RangeInclusive<usize>, rules: &Rules) -> Vec<PieceInfo> {
    let described = |piece: Piece| PieceInfo {
        piece,
        color: piece.color(),
        level: piece.level(),
        character: piece.character().to_string(),
        pinyin: piece.pinyin().to_owned(),
        name: piece.name().to_owned(),
        counts: (players.clone())
            .map(|seats| (rules.set)(seats).count(piece))
            .collect(),
    };
    let weakest_first = rules.combinations.weakest_first().iter();
    weakest_first.rev().copied().map(described).collect()
}

/// The family of all games described here.
fn family() -> String {
    "tricks".to_owned()
}
