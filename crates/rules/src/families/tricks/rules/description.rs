//! What a game says of itself to clients, where its rules do not tell it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::options::Options;
use super::turn_order::TurnOrder;
use crate::families::tricks::layout::Shape;
use crate::families::tricks::pieces::{CombinationType, Pieces, RankedType};
use crate::table::{NameInfo, OptionInfo, OptionValue};

/// What a game says of itself for its description (`VariantInfo`), where its rules do not tell it. The fields are those of the same name there.
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

/// A source's name of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PieceNameInfo {
    /// The level of the piece, from 7 for the generals to 1 for the soldiers.
    pub level: u8,
    /// The name.
    pub name: String,
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
