//! The options of a match: rulings that players may reasonably want otherwise.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What happens to a play with a general in the first or last trick while another is legal (`docs/RULES.md` §4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GeneralBan {
    /// It is refused; only a player who has no other play is beheaded.
    #[default]
    Refuse,
    /// It is accepted and beheads the player, as at a table.
    Behead,
}

/// What being beheaded costs (`docs/RULES.md` §4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Beheading {
    /// The player counts as having captured nothing (pagat).
    #[default]
    Forfeit,
    /// The player keeps their count, but ranks below everyone who is not beheaded (wiki).
    Last,
}

/// The options in force in a match, every one decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
pub struct Options {
    /// What happens to an avoidable play with a general in the first or last trick.
    pub general_ban: GeneralBan,
    /// What being beheaded costs.
    pub beheading: Beheading,
}

/// Options as somebody asks for them: what is left out is the variant's default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
pub struct OptionsInput {
    /// What happens to an avoidable play with a general in the first or last trick.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub general_ban: Option<GeneralBan>,
    /// What being beheaded costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beheading: Option<Beheading>,
}

impl OptionsInput {
    /// The options in force, with `defaults` for what is left out.
    pub fn resolve(self, defaults: Options) -> Options {
        Options {
            general_ban: self.general_ban.unwrap_or(defaults.general_ban),
            beheading: self.beheading.unwrap_or(defaults.beheading),
        }
    }
}
