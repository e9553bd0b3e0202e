//! What happened at a table, as people are told of it among the lines of the chat.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::StandReason;
use crate::{Person, Settings};

/// Something that happened at a table, and where it stands among the lines of the chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Happened {
    /// How many lines of the snapshot's `chat` came before it.
    pub after: u32,
    /// What happened.
    #[serde(flatten)]
    pub what: Happening,
}

/// Something that happened at a table. People have the name that they had then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Happening {
    /// Somebody sat down.
    Sat {
        /// Who.
        who: Person,
    },
    /// Somebody lost or gave up their seat.
    Stood {
        /// Who.
        who: Person,
        /// Why.
        reason: StandReason,
    },
    /// A stand-in began to play for somebody.
    Away {
        /// For whom.
        who: Person,
    },
    /// Somebody played again.
    Back {
        /// Who.
        who: Person,
    },
    /// The room had a new owner.
    Owner {
        /// Who.
        who: Person,
    },
    /// The score table began anew.
    Series,
    /// The owner changed the settings. Both are the same if only the password is another one.
    Configured {
        /// The settings before; not told by an older server.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<Box<Settings>>,
        /// The settings since then; not told by an older server.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        settings: Option<Box<Settings>>,
    },
}

impl Happening {
    /// The person whom it is about, if any.
    pub const fn who(&self) -> Option<&Person> {
        match self {
            Self::Sat { who }
            | Self::Stood { who, .. }
            | Self::Away { who }
            | Self::Back { who }
            | Self::Owner { who } => Some(who),
            Self::Series | Self::Configured { .. } => None,
        }
    }
}
