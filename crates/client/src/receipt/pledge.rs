//! The commitment to entropy for the next match, and whether the server has acknowledged it.

use giog_protocol::NextMatch;
use giog_rules::fairness::{Digest, Entropy, entropy_commitment};
use giog_rules::{MatchId, Seat};

/// Bytes of entropy: as many as the server's own seed has.
const ENTROPY_BYTES: usize = 32;

/// A commitment to entropy.
#[derive(Clone, Debug)]
pub(super) struct Pledge {
    pub next: NextMatch,
    pub seat: Seat,
    pub entropy: Entropy,
    pub commitment: Digest,
    /// Whether the server has acknowledged it, and no event shows that it has another one since. Before that, a match may have started
    /// without it although the server is honest.
    pub acknowledged: bool,
    answer: RoomAnswer,
}

/// What the room's events say about the commitment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RoomAnswer {
    /// Nothing yet: the next event that the seat is ready belongs to this commitment.
    Nothing,
    /// The seat is ready with it.
    Ready,
    /// The seat is not ready any more.
    Unready,
    /// The seat got ready again, by another device of the same person: the server may have the commitment of that device.
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
            answer: RoomAnswer::Nothing,
        }
    }

    pub fn is_for(&self, match_id: MatchId) -> bool {
        self.next.match_id == match_id
    }

    /// The server has acknowledged the commitment.
    pub fn acknowledge(&mut self) {
        self.acknowledged = matches!(self.answer, RoomAnswer::Nothing | RoomAnswer::Ready);
    }

    /// The commitment is sent again, which causes an event if the seat is not ready.
    pub fn send_again(&mut self) {
        if self.answer == RoomAnswer::Unready {
            self.answer = RoomAnswer::Nothing;
        }
    }

    /// An event says that the seat is ready.
    pub fn got_ready(&mut self) {
        if self.answer == RoomAnswer::Nothing {
            self.answer = RoomAnswer::Ready;
        } else {
            (self.answer, self.acknowledged) = (RoomAnswer::Replaced, false);
        }
    }

    /// An event says that the seat is not ready any more. If the event of its own readiness has not come yet, this one is from before.
    pub fn got_unready(&mut self) {
        if self.answer != RoomAnswer::Nothing {
            (self.answer, self.acknowledged) = (RoomAnswer::Unready, false);
        }
    }

    /// A snapshot shows whether the seat is ready.
    pub fn shown(&mut self, is_ready: bool) {
        if !is_ready {
            (self.answer, self.acknowledged) = (RoomAnswer::Unready, false);
        } else if self.answer == RoomAnswer::Nothing {
            self.answer = RoomAnswer::Ready;
        }
    }
}
