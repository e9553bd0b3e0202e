//! The server's seed and the match seed.

use std::fmt;

use super::{Digest, Entropy, Hex, hash, mac};
use crate::table::{BySeat, MatchId, Seat};

/// The server's part of the match seed: 32 random bytes, secret until the match is over.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerSeed([u8; 32]);

/// The match seed, from which all random numbers of the match are derived. It is a hash of the server's seed and everybody's entropy.
#[derive(Clone, PartialEq, Eq)]
pub struct MatchSeed([u8; 32]);

impl ServerSeed {
    /// A seed from 32 bytes, which must come from the operating system's random generator.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The secret bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The seed in the form that is published when the match is over.
    pub const fn publish(&self) -> Hex<32> {
        Hex(self.0)
    }
}

impl From<Hex<32>> for ServerSeed {
    fn from(published: Hex<32>) -> Self {
        Self(published.0)
    }
}

impl MatchSeed {
    /// The secret bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for ServerSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServerSeed(secret)")
    }
}

impl fmt::Debug for MatchSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MatchSeed(secret)")
    }
}

/// The commitment to the server's seed, published before anybody opens their entropy.
pub fn seed_commitment(match_id: MatchId, seed: &ServerSeed) -> Digest {
    hash(&[b"giog/seed/v1", match_id.as_bytes(), &seed.0])
}

/// Computes the match seed.
pub fn match_seed(seed: &ServerSeed, match_id: MatchId, entropy: &BySeat<Entropy>) -> MatchSeed {
    let mut parts = Vec::new();
    for entropy in entropy.values() {
        let bytes = entropy.as_bytes();
        parts.push(u8::try_from(bytes.len()).expect("entropy has at most MAX_ENTROPY_BYTES"));
        parts.extend_from_slice(bytes);
    }
    MatchSeed(mac(
        &seed.0,
        &[b"giog/match/v1", match_id.as_bytes(), &parts],
    ))
}

/// The seed for a bot's search in one decision of a seat (`docs/BOTS.md`). It is derived from the server's seed and as secret, so that
/// nobody can predict what the bot will do.
pub fn thinking_seed(seed: &ServerSeed, match_id: MatchId, seat: Seat, decision: u32) -> u64 {
    let number = u8::try_from(seat.index()).expect("a table has few seats");
    let decision = decision.to_be_bytes();
    first_word(seed, b"giog/think/v1", match_id, &[&[number], &decision])
}

/// The seed for how long the window that opens after so many actions of a match stays open (`docs/SECURITY.md`). It is derived from the
/// server's seed and as secret, so that nobody in the match can tell a window that was lengthened from one in which somebody thought.
pub fn window_seed(seed: &ServerSeed, match_id: MatchId, actions: u32) -> u64 {
    first_word(seed, b"giog/window/v1", match_id, &[&actions.to_be_bytes()])
}

fn first_word(seed: &ServerSeed, domain: &[u8], match_id: MatchId, parts: &[&[u8]]) -> u64 {
    let all = [&[domain, match_id.as_bytes()], parts].concat();
    let [first, ..] = *mac(&seed.0, &all).as_chunks::<8>().0 else {
        unreachable!("it has 32 bytes")
    };
    u64::from_be_bytes(first)
}
