//! Descriptions of games of tiles and dice, with which clients offer and show them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::dice::DiceGame;
use super::{TilesOptions, TilesVariant};
use crate::table::{NameInfo, OptionInfo, OptionValue};

/// Everything a client needs to offer and show a game of tiles or dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TilesInfo {
    /// The variant.
    pub id: TilesVariant,
    /// Its family: `tiles`.
    pub family: String,
    /// Its name in Latin letters.
    pub name: String,
    /// Its name in Chinese characters.
    pub name_chinese: String,
    /// Other names.
    pub also: Vec<String>,
    /// Its names, or translations of its name, in other languages of the sources.
    #[serde(default)]
    pub names: Vec<NameInfo>,
    /// What the game is, in a few sentences.
    pub summary: String,
    /// Whether large parts of the rules are guesses of this project; clients must tell players so.
    #[serde(default)]
    pub reconstruction: bool,
    /// The fewest players.
    pub min_players: u8,
    /// The most players.
    pub max_players: u8,
    /// The options with their choices.
    pub options: Vec<OptionInfo>,
    /// The default options.
    pub default_options: TilesOptions,
    /// The possible bets, in the order in which they are listed; none in games without bets. `any-triple` of chuck-a-luck can be turned
    /// off by an option.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bets: Vec<TilesBetInfo>,
    /// How the winner is found.
    pub goal: String,
    /// Where the rules come from.
    pub source: String,
}

/// A possible bet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TilesBetInfo {
    /// Its name in `bet`.
    pub on: String,
    /// The odds to one: the points won for each point bet. For a single number, they are paid for each die that shows it.
    pub odds: i64,
}

impl TilesVariant {
    /// The description for clients.
    pub fn describe(self) -> TilesInfo {
        let [name, name_chinese, summary, goal] = self.texts();
        let number = |seats: usize| u8::try_from(seats).unwrap_or(u8::MAX);
        let bets = self.dice_game().into_iter().flat_map(DiceGame::bets);
        TilesInfo {
            id: self,
            family: "tiles".to_owned(),
            name: name.to_owned(),
            name_chinese: name_chinese.to_owned(),
            also: self.also().iter().map(|&name| name.to_owned()).collect(),
            names: Vec::new(),
            summary: summary.to_owned(),
            reconstruction: false,
            min_players: number(*self.players().start()),
            max_players: number(*self.players().end()),
            options: self.options(),
            default_options: TilesOptions::defaults(self),
            bets: bets
                .map(|(on, odds)| TilesBetInfo {
                    on: on.to_owned(),
                    odds,
                })
                .collect(),
            goal: goal.to_owned(),
            source: "docs/TILES.md".to_owned(),
        }
    }

    /// The dice game; none for other games.
    pub(super) const fn dice_game(self) -> Option<DiceGame> {
        match self {
            Self::SicBo => Some(DiceGame::SicBo),
            Self::GrandHazard => Some(DiceGame::GrandHazard),
            Self::ChuckALuck => Some(DiceGame::ChuckALuck),
            Self::PaiGow | Self::Mahjong => None,
        }
    }

    /// The name, the name in Chinese characters, the summary, and how the winner is found.
    const fn texts(self) -> [&'static str; 4] {
        match self {
            Self::PaiGow => [
                "Pai gow",
                "牌九",
                "Chinese dominoes: everybody splits four tiles into a lower and a higher hand, face down and at the same time, and plays both against the banker's. The bank goes round.",
                "Whoever has most points after the last deal wins.",
            ],
            Self::Mahjong => [
                "Mahjong",
                "麻將",
                "Four players draw and discard tiles, and claim what others discard, until one has four sets and a pair. Hong Kong old style.",
                "Whoever has most points after the last hand wins.",
            ],
            Self::SicBo => [
                "Sic bo",
                "骰寶",
                "Everybody bets on three dice, face down and at the same time; then the dice are thrown. Points, never money.",
                "Whoever has most points after the last throw wins.",
            ],
            Self::GrandHazard => [
                "Grand hazard",
                "",
                "Everybody bets on three dice, on the English table of raffles and totals. Points, never money.",
                "Whoever has most points after the last throw wins.",
            ],
            Self::ChuckALuck => [
                "Chuck-a-luck",
                "",
                "Everybody bets on the numbers that three dice in a cage will show. Points, never money.",
                "Whoever has most points after the last throw wins.",
            ],
        }
    }

    const fn also(self) -> &'static [&'static str] {
        match self {
            Self::PaiGow => &["Paai gau"],
            Self::SicBo => &["Tai sai", "Big and small"],
            Self::ChuckALuck => &["Birdcage"],
            Self::Mahjong | Self::GrandHazard => &[],
        }
    }

    fn options(self) -> Vec<OptionInfo> {
        let defaults = &TilesOptions::defaults(self);
        let number = |id: &str, name: &str| {
            let bounds = TilesOptions::bounds(self, id);
            OptionInfo {
                least: bounds.as_ref().map(|bounds| *bounds.start()),
                most: bounds.as_ref().map(|bounds| *bounds.end()),
                ..OptionInfo::of(id, name, defaults, Vec::new())
            }
        };
        match self {
            Self::PaiGow => vec![number("rounds", "How often everybody is the banker")],
            Self::Mahjong => mahjong(defaults),
            Self::SicBo | Self::GrandHazard | Self::ChuckALuck => vec![
                number("rounds", "Throws; with a bank in turn, for each player"),
                OptionInfo::of(
                    "bank",
                    "Bank",
                    defaults,
                    vec![
                        (OptionValue::from("house"), "Nobody's seat is the bank."),
                        (
                            OptionValue::from("turns"),
                            "Every player in turn is the bank.",
                        ),
                    ],
                ),
                number("stock", "Points to begin with"),
                number("limit", "The most points to bet on a throw"),
                OptionInfo::of(
                    "any_triple",
                    "The bet on any triple",
                    defaults,
                    vec![
                        (OptionValue::Flag(true), "It is offered."),
                        (
                            OptionValue::Flag(false),
                            "Chuck-a-luck does not have it; the other games always do.",
                        ),
                    ],
                ),
            ],
        }
    }
}

fn mahjong(defaults: &TilesOptions) -> Vec<OptionInfo> {
    vec![
        OptionInfo::of(
            "length",
            "Length",
            defaults,
            vec![
                (OptionValue::from("round"), "The east round."),
                (OptionValue::from("hand"), "One hand."),
                (OptionValue::from("full"), "Four rounds."),
            ],
        ),
        OptionInfo::of(
            "min_faan",
            "The least faan of a winning hand",
            defaults,
            vec![
                (OptionValue::Number(3), "Three, without those of flowers."),
                (OptionValue::Number(0), "None."),
                (OptionValue::Number(1), "One, without those of flowers."),
            ],
        ),
        OptionInfo::of(
            "payment",
            "Who pays for a discard that wins",
            defaults,
            vec![
                (
                    OptionValue::from("shared"),
                    "The discarder twice, the others once.",
                ),
                (
                    OptionValue::from("discarder"),
                    "The discarder alone, for all.",
                ),
            ],
        ),
        OptionInfo::of(
            "flowers",
            "Flowers",
            defaults,
            vec![
                (
                    OptionValue::Flag(true),
                    "Eight flowers and seasons are played with.",
                ),
                (OptionValue::Flag(false), "They are left out."),
            ],
        ),
        OptionInfo::of(
            "dead_wall",
            "Dead wall",
            defaults,
            vec![
                (OptionValue::Number(0), "All tiles are drawn."),
                (OptionValue::Number(14), "Fourteen tiles are left."),
            ],
        ),
    ]
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::families::tiles::TilesTerms;

    #[test]
    fn every_choice_that_is_offered_is_one_that_the_game_takes() {
        for variant in TilesVariant::ALL {
            let info = variant.describe();
            let defaults = serde_json::to_value(info.default_options).expect("options are JSON");
            assert_eq!(
                defaults.as_object().map(serde_json::Map::len),
                Some(info.options.len()),
                "{variant}"
            );
            for option in info.options {
                let bounds = option.least.into_iter().chain(option.most);
                let values = option.choices.iter().map(|choice| json!(choice.value));
                for value in values.chain(bounds.map(|number| json!(number))) {
                    let asked = json!({ option.id.as_str(): value });
                    let read: TilesOptions =
                        serde_json::from_value(asked.clone()).expect("an option");
                    assert_eq!(serde_json::to_value(read).ok(), Some(asked));
                    let seats = *variant.players().start();
                    assert!(TilesTerms::new(variant, seats, read).is_ok());
                }
            }
        }
    }
}
