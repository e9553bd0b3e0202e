//! News about people that servers of a cluster send each other through the database.

use giog_rules::PlayerId;
use serde::{Deserialize, Serialize};

use crate::SecretHash;

/// What one server tells the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum News {
    /// The operator tells everybody something; an empty text takes back what stays.
    Announced {
        /// What.
        text: String,
        /// Whether those who come later are told it, too.
        stays: bool,
    },
    /// Tokens of somebody have ended. The store tells it in the transaction in which they end.
    Ended {
        /// Whose.
        player: PlayerId,
        /// Their hashes.
        tokens: Vec<SecretHash>,
    },
}

impl News {
    /// What is stored of it.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("news have only text keys")
    }
}
