//! A seat of a room between matches.

use giog_protocol::Occupant;
use giog_rules::fairness::{Digest, Entropy};
use giog_rules::{Level, PlayerId, Variant};
use serde::{Deserialize, Serialize};

use crate::time::bounded;

/// A seat, and its occupant's preparations for the next match.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Place {
    pub occupant: Option<Occupant>,
    /// When they sat down.
    #[serde(deserialize_with = "bounded")]
    pub since_ms: u64,
    pub ready: bool,
    pub commitment: Option<Digest>,
    pub entropy: Option<Entropy>,
    /// The game that they suggest as the next one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggests: Option<Variant>,
}

impl Place {
    pub fn person(&self) -> Option<PlayerId> {
        self.occupant.as_ref()?.person().map(|person| person.player)
    }

    pub fn is_bot(&self) -> bool {
        matches!(self.occupant, Some(Occupant::Bot { .. }))
    }

    /// The level of the bot that has the seat, if one has.
    pub fn level(&self) -> Option<Level> {
        match &self.occupant {
            Some(Occupant::Bot { bot }) => Some(level_of(bot)),
            Some(Occupant::Person(_)) | None => None,
        }
    }

    /// Whether the occupant is ready: a bot always is, a person after saying so.
    pub fn is_ready(&self) -> bool {
        self.is_bot() || (self.person().is_some() && self.ready)
    }

    /// Withdraws all that, and the suggestion: there are other settings, or the next match begins.
    pub fn clear_for_next_match(&mut self) {
        self.unready();
        self.suggests = None;
    }

    /// Withdraws readiness, commitment and entropy for the next match.
    pub fn unready(&mut self) {
        self.ready = false;
        self.commitment = None;
        self.entropy = None;
    }
}

/// The level of the bot with this name: bots of other names, as in old logs, are `simple`.
pub(super) fn level_of(bot: &str) -> Level {
    bot.parse().unwrap_or_default()
}
