//! Everything random in a run follows from one named seed.

use giog_rules::fairness::{Entropy, ServerSeed, Stream, match_seed, thinking_seed};
use giog_rules::{BySeat, MatchId, Seat};
use sha2::{Digest as _, Sha256};
use uuid::{Builder, Uuid};

/// The seed of a run: the same name gives the same deals, and the same random numbers to the engine at a seat.
#[derive(Clone, Debug)]
pub struct ArenaSeed {
    name: String,
    seed: ServerSeed,
}

impl ArenaSeed {
    /// The seed with this name.
    pub fn named(name: &str) -> Self {
        let hash = Sha256::new()
            .chain_update(b"giog/arena/v1")
            .chain_update(name);
        Self {
            name: name.to_owned(),
            seed: ServerSeed::new(hash.finalize().into()),
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The random stream of a deal: it is the same in every seating.
    pub fn stream(&self, deal: u32) -> Stream {
        let none = BySeat::<Entropy>::new(0);
        Stream::new(&match_seed(&self.seed, deal_id(deal), &none))
    }

    /// The random number that the engine at this seat may use for its decision with this number. It depends on the deal and the seat
    /// and not on who sits where: what differs between two seatings is then what the engines do, not what chance does.
    pub fn of_decision(&self, deal: u32, seat: Seat, decision: u32) -> u64 {
        thinking_seed(&self.seed, deal_id(deal), seat, decision)
    }

    /// The id of a match: another one in each run with another seed, pairing, deal or seating. It tells nothing of the deal.
    pub fn match_id(&self, pairing: usize, deal: u32, seating: usize) -> MatchId {
        let hash = Sha256::new()
            .chain_update(b"giog/arena/match/v1")
            .chain_update(self.seed.as_bytes())
            .chain_update((pairing as u64).to_be_bytes())
            .chain_update(deal.to_be_bytes())
            .chain_update((seating as u64).to_be_bytes());
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash.finalize()[..16]);
        MatchId(Builder::from_random_bytes(bytes).into_uuid())
    }
}

fn deal_id(deal: u32) -> MatchId {
    MatchId(Uuid::from_u128(deal.into()))
}
