//! News about people that servers of a cluster send each other through the database.

use giog_rules::PlayerId;
use serde::{Deserialize, Serialize};

use crate::SecretHash;
use crate::postgres_pool::NOW_MS_SQL;

/// How long news that do not stay can be read, in milliseconds: many times the interval in which a living server reads them.
pub(crate) const NEWS_MS: i64 = 600_000;

/// The statement that sends news to the other servers, if there are any. Parameters: the sender, the text, whether it stays, and
/// [`NEWS_MS`].
pub(crate) fn send_news_sql() -> String {
    format!(
        "WITH over AS (DELETE FROM cluster_news WHERE CASE WHEN stays THEN $3 ELSE at < {NOW_MS_SQL} - $4 END)
         INSERT INTO cluster_news (node, at, stays, news)
         SELECT $1, {NOW_MS_SQL}, $3, $2 WHERE EXISTS (SELECT FROM nodes WHERE state <> 'fenced')"
    )
}

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
