//! News about people that servers of a cluster send each other through the database.

use giog_rules::PlayerId;
use serde::{Deserialize, Serialize};

use crate::SecretHash;

/// A message from one server to the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum News {
    /// The operator's announcement to everybody; an empty text withdraws the lasting one.
    Announced {
        /// The text.
        text: String,
        /// Whether people who connect later see it, too.
        stays: bool,
    },
    /// Tokens of a person have ended. The store sends it in the transaction in which they end.
    Ended {
        /// The person.
        player: PlayerId,
        /// The hashes of the tokens.
        tokens: Vec<SecretHash>,
    },
}

impl News {
    /// Its stored form.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("news have only text keys")
    }
}
