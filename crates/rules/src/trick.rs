//! The trick that is being played, and who wins it.

use crate::ranking::{Combination, CombinationTable};
use crate::{BySeat, Pieces, Seat, WonBy};

/// What lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trick {
    /// From 0.
    pub number: u8,
    pub leader: Seat,
    /// What was led; none before the lead.
    pub led: Option<Combination>,
    /// What each seat has laid; empty if nothing, since nobody may lay nothing.
    pub laid: BySeat<Pieces>,
    /// How often each seat has taken a play back.
    pub take_backs: BySeat<u8>,
}

impl Trick {
    pub fn new(number: u8, leader: Seat, seats: usize) -> Self {
        Self {
            number,
            leader,
            led: None,
            laid: BySeat::new(seats),
            take_backs: BySeat::new(seats),
        }
    }

    /// Whether the seat has laid.
    pub fn has_laid(&self, seat: Seat) -> bool {
        !self.laid[seat].is_empty()
    }

    /// Whether everybody has laid.
    pub fn is_complete(&self) -> bool {
        self.laid.values().all(|laid| !laid.is_empty())
    }

    /// Who wins what was laid: the highest of the led type; of equals the leader, and then the first by `place`
    /// (`docs/RULES.md` §5).
    pub fn winner(
        &self,
        led: Combination,
        table: &CombinationTable,
        place: impl Fn(Seat) -> u8,
    ) -> (Seat, WonBy) {
        let rank = |laid: Pieces| match table.find(laid) {
            Some(combination) if combination.kind == led.kind => Some(combination.rank),
            _ => None,
        };
        let (mut best, mut winner, mut won_by) = (led.rank, self.leader, WonBy::Highest);
        for (seat, &laid) in self.laid.iter().filter(|&(seat, _)| seat != self.leader) {
            let Some(rank) = rank(laid) else { continue };
            if rank > best {
                (best, winner, won_by) = (rank, seat, WonBy::Highest);
            } else if rank == best && winner == self.leader {
                won_by = WonBy::Leader;
            } else if rank == best {
                won_by = WonBy::Order;
                if place(seat) < place(winner) {
                    winner = seat;
                }
            }
        }
        (winner, won_by)
    }
}
