//! Commands of the operator, and of the server itself.

use std::collections::BTreeSet;
use std::sync::Arc;

use giog_protocol::ErrorCode;
use giog_protocol::server::{CloseReason, LeftReason, StandReason};
use giog_rules::PlayerId;
use serde::{Deserialize, Serialize};

use super::Room;
use super::entry::Entry;
use super::state::RoomStage;
use crate::context::Random;

/// What a room is ordered to do, whoever is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AdminCommand {
    /// End the match that runs as abandoned, and close.
    Stop,
    /// Put a person out, and give their seat up.
    Expel(PlayerId),
    /// Name these people nowhere any more: they had themselves forgotten, and come no more. It is done when everything that
    /// named them is durable, so that whoever reads the log then has all of it before them.
    Forget(Arc<BTreeSet<PlayerId>>),
    /// Begin no match any more, or do again.
    Drain(bool),
    /// The same, since the disk is nearly full, or is no more.
    DiskLow(bool),
}

impl Room {
    pub(super) fn run_admin_command(
        &mut self,
        command: AdminCommand,
        random: &mut dyn Random,
    ) -> Result<(), ErrorCode> {
        match command {
            AdminCommand::Drain(draining) => {
                self.no_matches.draining = draining;
                self.begin_again();
                Ok(())
            }
            AdminCommand::DiskLow(low) => {
                self.no_matches.disk_low = low;
                self.begin_again();
                Ok(())
            }
            AdminCommand::Stop => self.stop(),
            AdminCommand::Expel(player) => self.expel(player, random),
            AdminCommand::Forget(players) => players
                .iter()
                .try_for_each(|&player| self.forget(player, random)),
        }
    }

    /// Begins matches again, if nothing keeps it from it any more.
    fn begin_again(&mut self) {
        if self.begins_no_match().is_none() {
            self.no_matches.over_ms = Some(self.clock.ms());
            self.start_if_ready();
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

    /// What they have here they give up as if they left: in the middle of a match others play their seat to its end.
    fn forget(&mut self, player: PlayerId, random: &mut dyn Random) -> Result<(), ErrorCode> {
        if matches!(self.state.stage, RoomStage::Closed) {
            return Ok(());
        }
        let is_named =
            self.state.names(player) || self.journal.names(player) || self.marks.name(player);
        if is_named {
            if let Some(code) = self.cannot_write() {
                return Err(code);
            }
            self.write(Entry::Forgotten { player });
        }
        self.give_up(player, StandReason::Left, random)?;
        self.put_out(player, LeftReason::Left);
        self.people.forget(player);
        self.forget_chatter(player);
        Ok(())
    }
}
