//! The start of a match: the facts that the server signs before the shuffle.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::fairness::{
    Digest, Entropy, EntropyCommitment, PublicKey, Signature, Signer, canonical, verify,
};
use crate::families::tricks::Ceremony;
use crate::game::{Options, Variant};
use crate::table::{BySeat, MatchId, PlayerId};

/// Who sits on a seat when a match begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Player {
    /// A person.
    Person {
        /// Who.
        id: PlayerId,
    },
    /// A bot.
    Bot {
        /// The name of the bot.
        bot: String,
    },
}

impl Default for Player {
    /// A bot without a name. It fills the unused places of [`BySeat`].
    fn default() -> Self {
        Self::Bot { bot: String::new() }
    }
}

/// Everything that is fixed before the shuffle. Because it is signed, nobody can change it later without being noticed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StartFacts {
    /// The match.
    pub match_id: MatchId,
    /// The version of the rules.
    pub rules: u32,
    /// The game.
    pub variant: Variant,
    /// The number of players.
    pub seats: u8,
    /// The options in force.
    pub options: Options,
    /// Who makes the choices before the first lead.
    pub ceremony: Ceremony,
    /// The room's previous match.
    pub previous: Option<MatchId>,
    /// Who sits where.
    pub players: BySeat<Player>,
    /// The commitment to the server's seed.
    pub seed_commitment: Digest,
    /// For each seat the commitment to its entropy.
    pub entropy_commitments: BySeat<EntropyCommitment>,
    /// For each seat its entropy.
    pub entropy: BySeat<Entropy>,
}

/// The domain of start signatures, so that a signature is not valid for anything else.
const START_DOMAIN: &[u8] = b"giog/start/v1";

impl StartFacts {
    /// The signed bytes: the domain, then the facts as canonical JSON (RFC 8785).
    pub fn signed_bytes(&self) -> Vec<u8> {
        signed_bytes(self)
    }
}

fn signed_bytes(facts: &impl Serialize) -> Vec<u8> {
    [START_DOMAIN, &canonical(facts)].concat()
}

impl Signer {
    /// Signs the start of a match.
    pub fn sign_start(&self, facts: &StartFacts) -> Signature {
        self.sign(&facts.signed_bytes())
    }
}

/// Verifies the signature of a start.
pub fn verify_start(key: &PublicKey, facts: &StartFacts, signature: &Signature) -> bool {
    verify(key, &facts.signed_bytes(), signature)
}

/// The same for facts that were read as JSON fields, of any game.
pub(super) fn verify_start_fields(
    key: &PublicKey,
    facts: &Map<String, Value>,
    signature: &Signature,
) -> bool {
    verify(key, &signed_bytes(facts), signature)
}
