//! Descriptions of games of tiles and dice, with which clients offer and show them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::games::TilesVariant;
use super::options::TilesOptions;
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
        let game = self.definition();
        let number = |seats: usize| u8::try_from(seats).unwrap_or(u8::MAX);
        let bets = game.bets.iter().flat_map(|bets| (bets.all)().all());
        TilesInfo {
            id: self,
            family: "tiles".to_owned(),
            name: game.name.to_owned(),
            name_chinese: game.name_chinese.to_owned(),
            also: game.also.iter().map(|&name| name.to_owned()).collect(),
            names: Vec::new(),
            summary: game.summary.to_owned(),
            reconstruction: false,
            min_players: number(*game.players.start()),
            max_players: number(*game.players.end()),
            options: self.options(),
            default_options: game.options,
            bets: bets
                .map(|(on, odds)| TilesBetInfo {
                    on: on.to_owned(),
                    odds,
                })
                .collect(),
            goal: game.goal.to_owned(),
            source: "docs/TILES.md".to_owned(),
        }
    }

    fn options(self) -> Vec<OptionInfo> {
        let game = self.definition();
        let defaults = game.options;
        let number = |id: &str, name: &str| {
            let bounds = TilesOptions::bounds(self, id)?;
            Some(OptionInfo {
                least: Some(*bounds.start()),
                most: Some(*bounds.end()),
                ..OptionInfo::of(id, name, &defaults, Vec::new())
            })
        };
        let choice =
            |has: bool, option: fn(&TilesOptions) -> OptionInfo| has.then(|| option(&defaults));
        let rounds = game.rounds.as_ref();
        let offered = [
            rounds.and_then(|rounds| number("rounds", rounds.name)),
            choice(defaults.length.is_some(), length),
            choice(defaults.min_faan.is_some(), min_faan),
            choice(defaults.payment.is_some(), payment),
            choice(defaults.flowers.is_some(), flowers),
            choice(defaults.dead_wall.is_some(), dead_wall),
            choice(defaults.bank.is_some(), bank),
            number("stock", "Points to begin with"),
            number("limit", "The most points to bet on a throw"),
            choice(defaults.any_triple.is_some(), any_triple),
        ];
        offered.into_iter().flatten().collect()
    }
}

fn length(defaults: &TilesOptions) -> OptionInfo {
    OptionInfo::of(
        "length",
        "Length",
        defaults,
        vec![
            (OptionValue::from("round"), "The east round."),
            (OptionValue::from("hand"), "One hand."),
            (OptionValue::from("full"), "Four rounds."),
        ],
    )
}

fn min_faan(defaults: &TilesOptions) -> OptionInfo {
    OptionInfo::of(
        "min_faan",
        "The least faan of a winning hand",
        defaults,
        vec![
            (OptionValue::Number(3), "Three, without those of flowers."),
            (OptionValue::Number(0), "None."),
            (OptionValue::Number(1), "One, without those of flowers."),
        ],
    )
}

fn payment(defaults: &TilesOptions) -> OptionInfo {
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
    )
}

fn flowers(defaults: &TilesOptions) -> OptionInfo {
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
    )
}

fn dead_wall(defaults: &TilesOptions) -> OptionInfo {
    OptionInfo::of(
        "dead_wall",
        "Dead wall",
        defaults,
        vec![
            (OptionValue::Number(0), "All tiles are drawn."),
            (OptionValue::Number(14), "Fourteen tiles are left."),
        ],
    )
}

fn bank(defaults: &TilesOptions) -> OptionInfo {
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
    )
}

fn any_triple(defaults: &TilesOptions) -> OptionInfo {
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
    )
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
