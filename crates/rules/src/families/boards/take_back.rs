//! Taking back by consent (`docs/BOARDS.md` §1.7).

use std::sync::Arc;

use super::{BoardAction, BoardGame, Offer};
use crate::table::{RefusalCode, Seat};

/// How often each seat may propose to take back in a match. Taken back moves can be made again, so no rule of a game bounds this.
const MOST_PROPOSALS: u8 = 50;

/// The proposals to take back of a match between two seats, and what is needed to take back.
#[derive(Clone, Debug)]
pub(super) struct TakeBacks {
    /// The game before the first action.
    start: Arc<BoardGame>,
    /// The actions on the board that stand.
    actions: Vec<(Seat, BoardAction)>,
    /// The seat whose proposal is open.
    open: Option<Seat>,
    /// For each seat, whether it has proposed since its last action on the board.
    proposed: [bool; 2],
    /// For each seat, how often it has proposed.
    proposals: [u8; 2],
}

impl TakeBacks {
    /// No proposals yet, before the first action.
    pub fn new(start: &BoardGame) -> Self {
        Self {
            start: Arc::new(start.clone()),
            actions: Vec::new(),
            open: None,
            proposed: [false; 2],
            proposals: [0; 2],
        }
    }

    /// How many actions on the board stand.
    pub fn standing(&self) -> usize {
        self.actions.len()
    }

    /// The open proposal. The other seat's consent ends it, so nobody has accepted it yet.
    pub fn open(&self) -> Option<Offer> {
        let by = self.open?;
        Some(Offer {
            by,
            accepted: Vec::new(),
        })
    }

    /// Whether `seat` may propose now.
    pub fn may_propose(&self, seat: Seat) -> Result<(), RefusalCode> {
        if self.open.is_some() {
            return Err(RefusalCode::OfferOpen);
        }
        if self.proposed[seat.index()] {
            return Err(RefusalCode::TooSoon);
        }
        let has_acted = self.actions.iter().any(|&(by, _)| by == seat);
        if !has_acted || self.proposals[seat.index()] >= MOST_PROPOSALS {
            return Err(RefusalCode::NothingToTakeBack);
        }
        Ok(())
    }

    /// Notes that `seat` proposes.
    pub fn propose(&mut self, seat: Seat) -> Result<(), RefusalCode> {
        self.may_propose(seat)?;
        self.proposed[seat.index()] = true;
        self.proposals[seat.index()] += 1;
        self.open = Some(seat);
        Ok(())
    }

    /// Whether `seat` may answer the open proposal.
    pub fn may_answer(&self, seat: Seat) -> Result<(), RefusalCode> {
        match self.open {
            Some(by) if by != seat => Ok(()),
            _ => Err(RefusalCode::NoOffer),
        }
    }

    /// Notes that `seat` declines.
    pub fn decline(&mut self, seat: Seat) -> Result<(), RefusalCode> {
        self.may_answer(seat)?;
        self.open = None;
        Ok(())
    }

    /// Notes that `seat` accepts; returns the game before the last turn of the seat that proposed: before the actions on the board that
    /// it took in a row.
    pub fn accept(&mut self, seat: Seat) -> Result<BoardGame, RefusalCode> {
        self.may_answer(seat)?;
        let is_own = |&(by, _): &(Seat, BoardAction)| by != seat;
        let last = self.actions.iter().rposition(is_own).unwrap_or(0);
        let before = self.actions[..last]
            .iter()
            .rposition(|action| !is_own(action));
        self.actions.truncate(before.map_or(0, |at| at + 1));
        self.open = None;
        let mut game = BoardGame::clone(&self.start);
        for (by, action) in &self.actions {
            let done = game.position_mut().act(*by, action);
            done.expect("an action that was legal in this position is so again");
        }
        Ok(game)
    }

    /// Notes an action on the board. It ends an open proposal: of the other seat it declines it, of the same seat it withdraws it.
    pub fn acted(&mut self, seat: Seat, action: &BoardAction) {
        self.open = None;
        self.proposed[seat.index()] = false;
        self.actions.push((seat, action.clone()));
    }
}
