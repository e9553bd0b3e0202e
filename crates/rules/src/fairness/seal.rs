//! Commitments to hidden decisions: face-down plays, throws, splits, bets and claims.

use compact_str::CompactString;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Digest, Hex, Nonce, ServerSeed, hash, mac};
use crate::table::{MatchId, Seat};

/// Hidden content, with the label of its commitment (`docs/FAIRNESS.md`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// Which decision it is. This is public.
    pub label: SealLabel,
    /// The kind of content.
    pub kind: SealKind,
    /// The hidden content: the canonical text of the pieces, the sign, the split, the bets or the claim. Most are so short that they
    /// need no allocation.
    pub text: CompactString,
}

/// The kind of hidden content. Each kind is hashed with its own domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealKind {
    /// The pieces of a play in a trick game.
    Play,
    /// A sign of rock-paper-scissors.
    Throw,
    /// A split of four dominoes.
    Split,
    /// Bets on a throw of dice.
    Bet,
    /// A claim in mahjong.
    Claim,
}

impl SealKind {
    /// The domains of the nonce and of the commitment.
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
        /// How many plays this seat had taken back before in this trick.
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
        /// The number of deals or throws of the match that were finished before.
        deal: u16,
        /// The seat.
        seat: Seat,
        /// How often this seat had taken back in this deal before.
        attempt: u8,
    },
    /// A claim.
    Claim {
        /// The number of hands of the match that were finished before.
        deal: u16,
        /// The number of earlier tiles in this hand that could be claimed.
        window: u16,
        /// The seat.
        seat: Seat,
    },
}

/// The most bytes of a label.
const MAX_LABEL: usize = 5;

impl SealLabel {
    /// The label in the form that is hashed: a buffer, and how many of its bytes are used.
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

    /// The number of the deal, in games with several; none in trick games.
    pub const fn deal(self) -> Option<u16> {
        match self {
            Self::Play { .. } | Self::Throw { .. } => None,
            Self::Deal { deal, .. } | Self::Claim { deal, .. } => Some(deal),
        }
    }

    /// The seat whose decision it is.
    pub const fn seat(self) -> Seat {
        match self {
            Self::Play { seat, .. }
            | Self::Throw { seat, .. }
            | Self::Deal { seat, .. }
            | Self::Claim { seat, .. } => seat,
        }
    }
}

/// A commitment and its nonce.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Seal {
    /// The owner gets it at once; it is published when the content is revealed.
    pub nonce: Nonce,
    /// Published when the decision is made.
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

/// Computes the commitment to hidden content. The nonce is derived from the server's seed.
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

/// The commitment to hidden content with this nonce.
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
