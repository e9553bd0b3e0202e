//! Commitments to what is laid or thrown hidden.

use compact_str::CompactString;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Digest, Hex, Nonce, ServerSeed, hash, mac};
use crate::table::{MatchId, Seat};

/// Content that was laid hidden, with the label under which it is committed to (`docs/FAIRNESS.md`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// What it is, which everybody may know.
    pub label: SealLabel,
    /// What kind of content it is.
    pub kind: SealKind,
    /// What is hidden: the canonical text of the pieces, the sign, the split, the bets or the claim. Most are so short that they are
    /// no allocation.
    pub text: CompactString,
}

/// The kind of content that was laid hidden. Each is committed to under a domain of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealKind {
    /// Pieces of a trick game.
    Play,
    /// A sign that was thrown.
    Throw,
    /// How four dominoes were split.
    Split,
    /// Bets on a throw.
    Bet,
    /// What a tile of mahjong was claimed for.
    Claim,
}

impl SealKind {
    /// The domains of nonce and commitment.
    const fn domains(self) -> [&'static [u8]; 2] {
        match self {
            Self::Play => [b"giog/nonce/v1", b"giog/lay/v1"],
            Self::Throw => [b"giog/throw-nonce/v1", b"giog/throw/v1"],
            Self::Split => [b"giog/split-nonce/v1", b"giog/split/v1"],
            Self::Bet => [b"giog/bet-nonce/v1", b"giog/bet/v1"],
            Self::Claim => [b"giog/claim-nonce/v1", b"giog/claim/v1"],
        }
    }
}

/// Which hidden content a commitment is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SealLabel {
    /// A face-down play.
    Play {
        /// The trick, from 0.
        trick: u8,
        /// Who laid it.
        seat: Seat,
        /// How many plays this seat had taken back in this trick before.
        attempt: u8,
    },
    /// A hidden throw.
    Throw {
        /// The round of throws, from 0.
        round: u8,
        /// Who threw it.
        seat: Seat,
    },
    /// A split or bets.
    Deal {
        /// How many deals or throws were finished before in the match.
        deal: u16,
        /// Whose it is.
        seat: Seat,
        /// How often this seat had taken back in this deal before.
        attempt: u8,
    },
    /// A claim.
    Claim {
        /// How many hands were finished before in the match.
        deal: u16,
        /// How many tiles could be claimed before in this hand.
        window: u16,
        /// Whose it is.
        seat: Seat,
    },
}

/// The most bytes of a label.
const MAX_LABEL: usize = 5;

impl SealLabel {
    /// The bytes that are hashed: so many of these.
    fn bytes(self) -> ([u8; MAX_LABEL], usize) {
        let mut bytes = [0; MAX_LABEL];
        let mut count = 0;
        let mut put = |part: &[u8]| {
            bytes[count..count + part.len()].copy_from_slice(part);
            count += part.len();
        };
        match self {
            Self::Play {
                trick,
                seat,
                attempt,
            } => put(&[trick, seat.into(), attempt]),
            Self::Throw { round, seat } => put(&[round, seat.into()]),
            Self::Deal {
                deal,
                seat,
                attempt,
            } => {
                put(&deal.to_be_bytes());
                put(&[seat.into(), attempt]);
            }
            Self::Claim { deal, window, seat } => {
                put(&deal.to_be_bytes());
                put(&window.to_be_bytes());
                put(&[seat.into()]);
            }
        }
        (bytes, count)
    }

    /// The deal of a game that has several.
    pub const fn deal(self) -> Option<u16> {
        match self {
            Self::Play { .. } | Self::Throw { .. } => None,
            Self::Deal { deal, .. } | Self::Claim { deal, .. } => Some(deal),
        }
    }

    /// Who laid it.
    pub const fn seat(self) -> Seat {
        match self {
            Self::Play { seat, .. }
            | Self::Throw { seat, .. }
            | Self::Deal { seat, .. }
            | Self::Claim { seat, .. } => seat,
        }
    }
}

/// A commitment with what opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Seal {
    /// Known to the owner at once, and to all when the content is.
    pub nonce: Nonce,
    /// Published when the content is laid.
    pub commitment: Digest,
}

/// A commitment as it is published and recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Commitment {
    /// What it covers.
    #[serde(flatten)]
    pub label: SealLabel,
    /// The commitment.
    pub commitment: Digest,
}

/// The commitment to hidden content.
pub fn seal(seed: &ServerSeed, match_id: MatchId, sealed: &Sealed) -> Seal {
    let [nonce_domain, _] = sealed.kind.domains();
    let (label, count) = sealed.label.bytes();
    let key = mac(seed.as_bytes(), &[nonce_domain, &label[..count]]);
    let mut nonce = [0; 16];
    nonce.copy_from_slice(&key[..16]);
    let nonce = Hex(nonce);
    Seal {
        nonce,
        commitment: hidden_commitment(match_id, sealed, nonce),
    }
}

/// The commitment that hidden content and this nonce open.
pub fn hidden_commitment(match_id: MatchId, sealed: &Sealed, nonce: Nonce) -> Digest {
    let [_, domain] = sealed.kind.domains();
    let (label, count) = sealed.label.bytes();
    hash(&[
        domain,
        match_id.as_bytes(),
        &label[..count],
        &nonce.0,
        sealed.text.as_bytes(),
    ])
}
