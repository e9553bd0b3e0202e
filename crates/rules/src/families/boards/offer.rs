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

/// What has been offered and answered.
#[derive(Clone, Debug)]
pub(super) struct Offers {
    open: Option<Offer>,
    /// For each seat whether it has offered since its last action on the board.
    offered: Vec<bool>,
}

impl Offers {
    /// Nothing offered yet at a table of so many.
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

    /// `seat` offers a draw.
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

    /// `seat` accepts the open offer; gives whether all others have accepted now.
    pub fn accept(&mut self, seat: Seat) -> Result<bool, RefusalCode> {
        let others = self.offered.len() - 1;
        let accepted = &mut self.answered_by(seat)?.accepted;
        accepted.push(seat);
        accepted.sort_unstable();
        Ok(accepted.len() == others)
    }

    /// `seat` declines the open offer.
    pub fn decline(&mut self, seat: Seat) -> Result<(), RefusalCode> {
        self.answered_by(seat)?;
        self.open = None;
        Ok(())
    }

    /// `seat` has acted on the board: between two players that declines the other's offer.
    pub fn acted(&mut self, seat: Seat) {
        self.offered[seat.index()] = false;
        if self.offered.len() == 2 && self.open.as_ref().is_some_and(|offer| offer.by != seat) {
            self.open = None;
        }
    }

    /// The open offer, if `seat` is one that can still answer it.
    fn answered_by(&mut self, seat: Seat) -> Result<&mut Offer, RefusalCode> {
        self.open
            .as_mut()
            .filter(|offer| offer.by != seat && !offer.accepted.contains(&seat))
            .ok_or(RefusalCode::NoOffer)
    }
}
