//! Draw offers (`docs/BOARDS.md` §1.2).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::table::{RefusalCode, Seat};

/// An open draw offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Offer {
    /// Who offered.
    pub by: Seat,
    /// Who has accepted, ascending.
    pub accepted: Vec<Seat>,
}

/// The draw offers of a match.
#[derive(Clone, Debug)]
pub(super) struct Offers {
    open: Option<Offer>,
    /// For each seat, whether it has offered a draw since its last action on the board.
    offered: Vec<bool>,
}

impl Offers {
    /// No offers yet, at a table with this number of seats.
    pub fn new(seats: usize) -> Self {
        Self {
            open: None,
            offered: vec![false; seats],
        }
    }

    /// The open offer.
    pub const fn open(&self) -> Option<&Offer> {
        self.open.as_ref()
    }

    /// Notes that `seat` offers a draw.
    pub fn offer(&mut self, seat: Seat) -> Result<(), RefusalCode> {
        if self.open.is_some() {
            return Err(RefusalCode::OfferOpen);
        }
        if self.offered[seat.index()] {
            return Err(RefusalCode::TooSoon);
        }
        self.offered[seat.index()] = true;
        self.open = Some(Offer {
            by: seat,
            accepted: Vec::new(),
        });
        Ok(())
    }

    /// Notes that `seat` accepts the open offer; true if all others have accepted it now.
    pub fn accept(&mut self, seat: Seat) -> Result<bool, RefusalCode> {
        let others = self.offered.len() - 1;
        let accepted = &mut self.answered_by(seat)?.accepted;
        accepted.push(seat);
        accepted.sort_unstable();
        Ok(accepted.len() == others)
    }

    /// Notes that `seat` declines the open offer.
    pub fn decline(&mut self, seat: Seat) -> Result<(), RefusalCode> {
        self.answered_by(seat)?;
        self.open = None;
        Ok(())
    }

    /// Notes that `seat` has acted on the board. With two players, this declines the other's offer.
    pub fn acted(&mut self, seat: Seat) {
        self.offered[seat.index()] = false;
        if self.offered.len() == 2 && self.open.as_ref().is_some_and(|offer| offer.by != seat) {
            self.open = None;
        }
    }

    /// The open offer, if `seat` can still answer it.
    fn answered_by(&mut self, seat: Seat) -> Result<&mut Offer, RefusalCode> {
        self.open
            .as_mut()
            .filter(|offer| offer.by != seat && !offer.accepted.contains(&seat))
            .ok_or(RefusalCode::NoOffer)
    }
}
