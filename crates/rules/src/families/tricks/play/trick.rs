//! The current trick, and who wins it.

use crate::families::tricks::exchange::WonBy;
use crate::families::tricks::pieces::{Combination, Pieces};
use crate::families::tricks::rules::{Order, Reveal, Rules, Ties};
use crate::table::{BySeat, Seat};

/// The current trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trick {
    /// Its number, from 0.
    pub number: u8,
    pub leader: Seat,
    /// The lead; none before it.
    pub led: Option<Combination>,
    /// The pieces that each seat has laid; empty if none, because every play has at least one piece.
    pub laid: BySeat<Pieces>,
    /// How often each seat has taken back a play in this trick.
    pub take_backs: BySeat<u8>,
}

/// The comparison of the plays in a trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contest {
    /// The winner; none if the trick is set aside.
    pub winner: Option<Seat>,
    pub won_by: WonBy,
    /// The seats whose plays are turned up, or were laid face up.
    pub shown: BySeat<bool>,
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

    /// The seat whose turn it is, in games in which plays are laid in turn.
    pub fn next_in_turn(&self, order: &Order) -> Option<Seat> {
        order.led_by(self.leader).find(|&seat| !self.has_laid(seat))
    }

    /// Compares the plays laid so far, in the order in which they count. Only plays of the led type and suit compete (`docs/RULES.md`
    /// §3), and only without pieces that cannot win this trick. The variant's rule decides between equal plays.
    pub fn contest(&self, led: Combination, order: &Order, rules: &Rules) -> Contest {
        let together = rules.reveal == Reveal::Together;
        let mut shown = self.laid.map(|_, _| together);
        shown[self.leader] = true;
        let (mut best, mut holder, mut tied) = (led.rank, self.leader, false);
        let followers = order.led_by(self.leader).skip(1);
        let powerless = rules.powerless(self.number);
        for seat in followers.filter(|&seat| self.has_laid(seat)) {
            let Some(play) = rules.combinations.find(self.laid[seat]) else {
                continue;
            };
            if play.kind != led.kind || play.suit != led.suit || play.pieces.meets(powerless) {
                continue;
            }
            if play.rank > best {
                (best, holder, tied) = (play.rank, seat, false);
                shown[seat] = true;
            } else if play.rank == best {
                tied = true;
                if rules.ties == Ties::Later {
                    holder = seat;
                    shown[seat] = true;
                }
            }
        }
        // If equal plays stay face down, telling that one equals the best would reveal it.
        let tied = tied && rules.reveal != Reveal::IfHigher;
        Contest {
            winner: (!tied || rules.ties != Ties::SetAside).then_some(holder),
            won_by: match rules.ties {
                _ if !tied => WonBy::Highest,
                Ties::SetAside => WonBy::Nobody,
                Ties::Later => WonBy::Later,
                Ties::Earlier if holder == self.leader => WonBy::Leader,
                Ties::Earlier => WonBy::Order,
            },
            shown,
        }
    }
}
