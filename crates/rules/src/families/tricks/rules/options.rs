//! Options: rules that players may want in different ways.

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

/// The options in force in a match. Options that the game does not have are omitted. The eight games of `docs/RECORD.md` have both,
/// also if they have no effect there.
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

/// Options as a room or record sets them: options that are left out have the variant's default.
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
    /// The options of a game without any.
    pub const NONE: Self = Self {
        general_ban: None,
        beheading: None,
    };

    /// The options of a game in which generals are, or could be, banned.
    pub(in crate::families::tricks) const fn of(
        general_ban: GeneralBan,
        beheading: Beheading,
    ) -> Self {
        Self {
            general_ban: Some(general_ban),
            beheading: Some(beheading),
        }
    }
}

impl Default for Options {
    /// The options of pagat's rules.
    fn default() -> Self {
        Self::of(GeneralBan::default(), Beheading::default())
    }
}

impl OptionsInput {
    /// The name of an option that is set, if any.
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

    /// The options in force, with `defaults` for those that are left out; none if an option is set that the game does not have.
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
