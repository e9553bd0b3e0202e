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

/// The options in force in a match, every one decided; those that the game does not have are left out. The eight games of
/// `docs/RECORD.md` have both, whether or not they mean something there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TrickOptions")]
pub struct Options {
    /// What happens to an avoidable play with a general in the first or last trick.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub general_ban: Option<GeneralBan>,
    /// What being beheaded costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beheading: Option<Beheading>,
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

impl Options {
    /// Of a game that has no options.
    pub const NONE: Self = Self {
        general_ban: None,
        beheading: None,
    };

    /// Of a game in which generals are, or could be, banned.
    pub(super) const fn of(general_ban: GeneralBan, beheading: Beheading) -> Self {
        Self {
            general_ban: Some(general_ban),
            beheading: Some(beheading),
        }
    }
}

impl Default for Options {
    /// As pagat has them.
    fn default() -> Self {
        Self::of(GeneralBan::default(), Beheading::default())
    }
}

impl OptionsInput {
    /// The name of an option that is given, if any is.
    pub(crate) const fn given(self) -> Option<&'static str> {
        let Self {
            general_ban,
            beheading,
        } = self;
        match (general_ban, beheading) {
            (Some(_), _) => Some("general_ban"),
            (None, Some(_)) => Some("beheading"),
            (None, None) => None,
        }
    }

    /// The options in force, with `defaults` for what is left out; none where one is given that has no default, because the
    /// game does not have it.
    pub fn resolve(self, defaults: Options) -> Option<Options> {
        let given = Options {
            general_ban: self.general_ban.or(defaults.general_ban),
            beheading: self.beheading.or(defaults.beheading),
        };
        let known = given.general_ban.is_some() == defaults.general_ban.is_some()
            && given.beheading.is_some() == defaults.beheading.is_some();
        known.then_some(given)
    }
}
