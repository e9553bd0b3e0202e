//! What the operator orders.

use giog_protocol::ErrorCode;
use giog_protocol::server::{CloseReason, LeftReason, StandReason};
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
            RoomStage::Playing(_) => self.write(Entry::Abandoned),
            RoomStage::Gathering | RoomStage::Opening { .. } => {}
        }
        self.close_for(CloseReason::Operator);
        Ok(())
    }

    fn expel(&mut self, player: PlayerId, random: &mut dyn Random) -> Result<(), ErrorCode> {
        if matches!(self.state.stage, RoomStage::Closed) {
            return Ok(());
        }
        self.give_up(player, StandReason::Expelled, random)?;
        self.put_out(player, LeftReason::Expelled);
        Ok(())
    }
}
