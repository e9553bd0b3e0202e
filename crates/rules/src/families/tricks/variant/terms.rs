//! The terms of a trick game: what the players agree on before the shuffle.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::families::tricks::games::Variant;
use crate::families::tricks::rules::{Options, OptionsInput};

/// Who makes the choices before the first lead (`docs/FAIRNESS.md`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ceremony {
    /// The players.
    #[default]
    Players,
    /// The server, from the match's seed, so that a match begins with the first lead.
    Server,
}

/// The terms of a match. A value proves that the variant can be played by this number of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    variant: Variant,
    seats: u8,
    options: Options,
    ceremony: Ceremony,
}

/// The variant cannot be played by such terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTerms {
    /// The variant cannot be played by this number of players.
    #[error("{variant} is for {} to {} players, not for {seats}", .variant.players().start(), .variant.players().end())]
    Seats {
        /// The variant.
        variant: Variant,
        /// The requested number of players.
        seats: usize,
    },
    /// An option is set that the variant does not have.
    #[error("{0} has no such option")]
    Option(Variant),
}

impl Terms {
    /// The terms, or why the variant cannot be played so.
    pub fn new(
        variant: Variant,
        seats: usize,
        options: OptionsInput,
        ceremony: Ceremony,
    ) -> Result<Self, BadTerms> {
        let number = u8::try_from(seats)
            .ok()
            .filter(|_| variant.players().contains(&seats))
            .ok_or(BadTerms::Seats { variant, seats })?;
        let resolved = options
            .resolve(variant.default_options())
            .ok_or(BadTerms::Option(variant))?;
        Ok(Self {
            variant,
            seats: number,
            options: resolved,
            // If nobody has a choice before the first lead, none can be left to the server.
            ceremony: if variant.rules().has_pack() {
                Ceremony::Players
            } else {
                ceremony
            },
        })
    }

    /// The game.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The number of players.
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// The options in force.
    pub const fn options(&self) -> Options {
        self.options
    }

    /// Who makes the choices before the first lead.
    pub const fn ceremony(&self) -> Ceremony {
        self.ceremony
    }
}

impl From<Options> for OptionsInput {
    fn from(options: Options) -> Self {
        Self {
            general_ban: options.general_ban,
            beheading: options.beheading,
        }
    }
}
