//! The words of a variant: names of combinations, and reasons for winning a trick.

use crate::families::tricks::{
    CombinationType, Options, Pieces, TurnOrder, Variant, VariantInfo, WonBy,
};
use crate::record::By;
use crate::record::text::Style;
use crate::record::text::line::counted;
use crate::table::{OptionInfo, OptionValue};

/// The Chinese term for beheading generals.
const BEHEADED_CHINESE: &str = "砍鸡头";

/// The words of a variant.
#[derive(Clone, Debug)]
pub(super) struct Words {
    pub variant: Variant,
    pub style: Style,
    pub turn_order: TurnOrder,
    title: String,
    reconstruction: bool,
    goal: String,
    /// For each type: its name, and the leader's announcement with the name.
    types: Vec<(CombinationType, String, String)>,
    options: Vec<String>,
}

impl Words {
    pub fn new(variant: Variant, options: Options, style: Style) -> Self {
        let info = variant.describe();
        let types = info.combinations.iter().map(|combination| {
            let name = combination.name.clone();
            let said = match combination.announcement.as_str() {
                "" => name.clone(),
                word => {
                    let chinese = style.chinese(&combination.announcement_chinese);
                    format!("{word}{chinese} ({name})")
                }
            };
            (combination.kind, name, said)
        });
        Self {
            variant,
            style,
            turn_order: info.turn_order,
            title: match style {
                Style::Both => format!(
                    "{}{} ({variant})",
                    info.name,
                    style.chinese(&info.name_chinese)
                ),
                Style::Codes => variant.to_string(),
            },
            reconstruction: info.reconstruction,
            types: types.collect(),
            options: chosen(&info, options),
            goal: info.goal,
        }
    }

    /// The heading: the game, the number of players, and how it is won.
    pub fn heading(&self, seats: usize) -> Vec<String> {
        let mut lines = vec![format!("{}, {seats} players", self.title)];
        if self.reconstruction {
            lines.push("A reconstruction: much of these rules is this project's guess.".to_owned());
        }
        lines.push(format!("Goal: {}", self.goal));
        lines.extend(self.options.iter().cloned());
        lines
    }

    /// The leader's announcement, with an explanation.
    pub fn said(&self, kind: CombinationType) -> String {
        self.of(kind)
            .map_or_else(|| kind.to_string(), |(_, _, said)| said.clone())
    }

    /// The name of the type.
    fn name(&self, kind: CombinationType) -> String {
        self.of(kind)
            .map_or_else(|| kind.to_string(), |(_, name, _)| name.clone())
    }

    fn of(&self, kind: CombinationType) -> Option<&(CombinationType, String, String)> {
        self.types.iter().find(|(of, _, _)| *of == kind)
    }

    /// Why these pieces cannot win a trick with this lead; empty if they can.
    pub fn beside(&self, pieces: Pieces, led: Pieces, trick: u8) -> String {
        let rules = self.variant.rules();
        let find = |pieces| rules.combinations.find(pieces);
        match (find(pieces), find(led)) {
            (None, _) => ", no combination".to_owned(),
            (Some(play), Some(led)) if play.kind != led.kind => {
                format!(", {}, which does not compete", self.name(play.kind))
            }
            (Some(play), Some(led)) if play.suit != led.suit => {
                ", of another suit, which does not compete".to_owned()
            }
            (Some(_), _) if pieces.meets(rules.powerless(trick)) => {
                ", which wins nothing in this trick".to_owned()
            }
            (Some(_), _) => String::new(),
        }
    }

    /// Why the winner has the trick, as the end of a sentence that says so.
    pub fn reason(&self, won_by: WonBy, kind: CombinationType) -> String {
        match won_by {
            WonBy::Highest => format!(" with the highest {}", self.said(kind)),
            WonBy::Leader => ", equal to the highest and the leader".to_owned(),
            WonBy::Order if self.turn_order == TurnOrder::Priority => {
                ", equal to the highest and first of them in the order".to_owned()
            }
            WonBy::Order => {
                ", equal to the highest and earliest in turn from the leader".to_owned()
            }
            WonBy::Later => ", equal to the best before and laid later".to_owned(),
            WonBy::Nobody => String::new(),
        }
    }

    /// A sentence about the pieces of a tied trick: set aside, or out of the match after the last trick.
    pub fn tied(count: u8, last: bool) -> String {
        let pieces = counted(count);
        if last {
            format!("The highest are equal, and this was the last trick: {pieces} are nobody's.")
        } else {
            format!("The highest are equal: {pieces} lie aside for the winner of the next trick.")
        }
    }

    /// The term for being beheaded.
    pub fn beheaded(&self) -> String {
        format!(
            "beheaded{}",
            match self.style {
                Style::Both => format!(" ({BEHEADED_CHINESE})"),
                Style::Codes => String::new(),
            }
        )
    }
}

/// Who took an action, if it was not the player. Bots are not marked, because their names show it.
pub(super) const fn mark(by: By) -> &'static str {
    match by {
        By::Player | By::Bot => "",
        By::Clock => " (time ran out)",
        By::Away => " (a stand-in, while away)",
        By::Server => " (by lot)",
    }
}

/// The values of the options, if the variant has options.
fn chosen(info: &VariantInfo, options: Options) -> Vec<String> {
    let values = serde_json::to_value(options).expect("options are plain JSON");
    let meaning = |option: &OptionInfo| {
        let value = OptionValue::from(values[&option.id].as_str()?);
        let choice = option.choices.iter().find(|choice| choice.value == value)?;
        Some(format!("{} {}.", option.name, choice.meaning))
    };
    info.options.iter().filter_map(meaning).collect()
}
