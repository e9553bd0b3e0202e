//! Descriptions of variants, with which clients offer and show them.

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Options, Rules, Variant};
use crate::families::tricks::layout::Shape;
use crate::families::tricks::pieces::{Color, CombinationType, Piece, Pieces, RankedType};
use crate::table::{NameInfo, OptionInfo, OptionValue, Seat};

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

/// What a game says of itself for [`VariantInfo`], where its rules do not tell it. The fields are those of the same name there.
pub(crate) struct Description {
    pub name: String,
    pub name_chinese: String,
    pub also: Vec<String>,
    pub names: Vec<NameInfo>,
    pub summary: String,
    pub reconstruction: bool,
    pub piece_names: Vec<PieceNameInfo>,
    pub shape: Shape,
    pub opening: String,
    pub turn_order: TurnOrder,
    pub simultaneous: bool,
    pub options: Vec<OptionInfo>,
    pub combinations: Vec<CombinationInfo>,
    pub ties: String,
    pub goal: String,
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

/// A source's name of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PieceNameInfo {
    /// The level of the piece, from 7 for the generals to 1 for the soldiers.
    pub level: u8,
    /// The name.
    pub name: String,
}

/// The order of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TurnOrder {
    /// In the order found before the dealing.
    Priority,
    /// Clockwise.
    Clockwise,
    /// Counter-clockwise.
    CounterClockwise,
}

/// A type of combinations with its ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CombinationInfo {
    /// The type.
    #[serde(rename = "type")]
    pub kind: CombinationType,
    /// Its name for people.
    pub name: String,
    /// The leader's announcement in the game's own language; empty if the source has none, then the name is announced.
    pub announcement: String,
    /// The same in Chinese characters.
    pub announcement_chinese: String,
    /// How many pieces it has.
    pub count: u8,
    /// Its combinations from high to low; those of one inner list are equal.
    pub ranking: Vec<Vec<Pieces>>,
    /// For each inner list of the ranking its suit, numbered from 0 in the order of the summary, in games in which only plays of one
    /// suit compete; otherwise omitted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suits: Vec<u8>,
    /// Rules that the ranking does not express; omitted if there are none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// The names with their languages.
pub(in crate::families::tricks) fn names(list: &[(&str, &str)]) -> Vec<NameInfo> {
    let of = |&(language, name): &(&str, &str)| NameInfo {
        language: language.to_owned(),
        name: name.to_owned(),
    };
    list.iter().map(of).collect()
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

/// The option `general_ban`, with the default from `defaults`.
pub(in crate::families::tricks) fn general_ban(defaults: Options) -> OptionInfo {
    OptionInfo::of(
        "general_ban",
        "A general in the first or last trick",
        &defaults,
        vec![
            (
                OptionValue::from("refuse"),
                "is refused while the player has another play; who has none is beheaded",
            ),
            (
                OptionValue::from("behead"),
                "is accepted, and the player is beheaded",
            ),
        ],
    )
}

/// The option `beheading`, with the default from `defaults`.
pub(in crate::families::tricks) fn beheading(defaults: Options) -> OptionInfo {
    OptionInfo::of(
        "beheading",
        "A beheaded player",
        &defaults,
        vec![
            (
                OptionValue::from("forfeit"),
                "counts as having captured nothing",
            ),
            (
                OptionValue::from("last"),
                "keeps what they captured, but ranks below everyone who is not beheaded",
            ),
        ],
    )
}

/// The types of combinations for clients. If any type has suits, all types list them.
pub(in crate::families::tricks) fn combinations(types: &[RankedType]) -> Vec<CombinationInfo> {
    let has_suits = types
        .iter()
        .flat_map(|ranked| &ranked.groups)
        .any(|group| group.suit > 0);
    types
        .iter()
        .map(|ranked| combination(ranked, has_suits))
        .collect()
}

fn combination(ranked: &RankedType, has_suits: bool) -> CombinationInfo {
    let groups = || ranked.groups.iter();
    CombinationInfo {
        kind: ranked.kind,
        name: ranked.name.clone(),
        announcement: ranked.announcement.to_owned(),
        announcement_chinese: ranked.chinese.to_owned(),
        count: groups()
            .find_map(|group| group.pieces.first())
            .map_or(0, |pieces| pieces.len()),
        ranking: groups().map(|group| group.pieces.clone()).collect(),
        suits: groups()
            .map(|group| group.suit)
            .filter(|_| has_suits)
            .collect(),
        note: ranked.note.to_owned(),
    }
}
