//! Entropy that was committed to for the next match, and whether the server has said that it has the commitment.

use giog_protocol::NextMatch;
use giog_rules::fairness::{Digest, Entropy, entropy_commitment};
use giog_rules::{MatchId, Seat};

/// How many bytes of entropy are given: as many as the server's own seed has.
const ENTROPY_BYTES: usize = 32;

/// Entropy that was committed to.
#[derive(Clone, Debug)]
pub(super) struct Pledge {
    pub next: NextMatch,
    pub seat: Seat,
    pub entropy: Entropy,
    pub commitment: Digest,
    /// Whether the server has said that it has it, and nothing tells that it has another one since. Before that the match may
    /// have begun already without any dishonesty.
    pub acknowledged: bool,
    told: Told,
}

/// What the room's events tell of a pledge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// Nothing yet: the next readiness of the seat is the one that was asked for.
    Nothing,
    /// That the seat is ready with it.
    Ready,
    /// That the seat was not ready any more.
    Unready,
    /// That the seat got ready once more, which another device of the same person did: the server may have its commitment.
    Replaced,
}

impl Pledge {
    pub fn new(next: NextMatch, seat: Seat, random: impl FnOnce(&mut [u8])) -> Self {
        let mut bytes = vec![0; ENTROPY_BYTES];
        random(&mut bytes);
        let entropy = Entropy::new(bytes).expect("entropy may have as many bytes");
        let commitment = entropy_commitment(next.match_id, seat, &entropy);
        Self {
            next,
            seat,
            entropy,
            commitment,
            acknowledged: false,
            told: Told::Nothing,
        }
    }

    pub fn is_for(&self, match_id: MatchId) -> bool {
        self.next.match_id == match_id
    }

    /// The server has answered that it has it.
    pub fn acknowledge(&mut self) {
        self.acknowledged = matches!(self.told, Told::Nothing | Told::Ready);
    }

    /// It is sent once more, which leads to an event where the seat is not ready.
    pub fn send_again(&mut self) {
        if self.told == Told::Unready {
            self.told = Told::Nothing;
        }
    }

    /// An event says that its seat is ready.
    pub fn got_ready(&mut self) {
        if self.told == Told::Nothing {
            self.told = Told::Ready;
        } else {
            (self.told, self.acknowledged) = (Told::Replaced, false);
        }
    }

    /// An event says that its seat is not ready any more. Where its own readiness is still to come, that was before it.
    pub fn got_unready(&mut self) {
        if self.told != Told::Nothing {
            (self.told, self.acknowledged) = (Told::Unready, false);
        }
    }

    /// A whole picture says whether its seat is ready.
    pub fn shown(&mut self, is_ready: bool) {
        if !is_ready {
            (self.told, self.acknowledged) = (Told::Unready, false);
        } else if self.told == Told::Nothing {
            self.told = Told::Ready;
        }
    }
}
