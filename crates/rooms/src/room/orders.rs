//! What the operator orders.

use giog_protocol::ErrorCode;
use giog_protocol::server::{CancelReason, CloseReason, LeftReason, StandReason};
use giog_rules::PlayerId;

use super::Room;
use super::entry::Entry;
use super::state::RoomStage;
use crate::context::Random;

/// What the operator orders a room to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// End the match that runs as abandoned, and close.
    Stop,
    /// Put a person out, and give their seat up.
    Expel(PlayerId),
    /// Begin no match any more, or do again.
    Drain(bool),
}

impl Room {
    pub(super) fn obey(&mut self, order: Order, random: &mut dyn Random) -> Result<(), ErrorCode> {
        match order {
            Order::Drain(draining) => {
                self.draining = draining;
                self.start_if_ready();
                Ok(())
            }
            Order::Stop => self.stop(),
            Order::Expel(player) => self.expel(player, random),
        }
    }

    fn stop(&mut self) -> Result<(), ErrorCode> {
        if let Some(code) = self.cannot_write() {
            return Err(code);
        }
        match self.state.stage {
            RoomStage::Closed => return Ok(()),
            RoomStage::Gathering => {}
            RoomStage::Opening { .. } => self.write(Entry::Cancelled {
                reason: CancelReason::Closed,
                seat: None,
            }),
            RoomStage::Playing(_) => self.write(Entry::Abandoned),
        }
        self.write(Entry::Closed {
            reason: CloseReason::Operator,
        });
        Ok(())
    }

    fn expel(&mut self, player: PlayerId, random: &mut dyn Random) -> Result<(), ErrorCode> {
        if matches!(self.state.stage, RoomStage::Closed) {
            return Ok(());
        }
        let seat = self.state.seat_of(player);
        let owns = self.state.owner == Some(player);
        if (seat.is_some() || owns)
            && let Some(code) = self.cannot_write()
        {
            return Err(code);
        }
        if let Some(seat) = seat {
            match self.state.stage {
                RoomStage::Playing(_) => self.set_away(seat, true),
                _ => self.vacate(seat, StandReason::Expelled, random),
            }
        }
        self.pass_ownership(player);
        self.put_out(player, LeftReason::Expelled);
        Ok(())
    }
}
