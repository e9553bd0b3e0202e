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
use crate::lobby::is_left_with_bots;

/// A command to a room, independent of who is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AdminCommand {
    /// End the running match as abandoned, and close the room.
    Stop,
    /// Remove a person from the room and from their seat.
    Expel(PlayerId),
    /// Remove these people and their names: their data was deleted, and they will not come back. The command is done when everything that
    /// contained their names is durable, so that a reader of the log then finds all of it.
    Forget(Arc<BTreeSet<PlayerId>>),
    /// Close the room, because its creator wants another one and has too many; only if they have left it with bots: nobody is connected,
    /// no match is running, and all seats but the creator's are bots'. Otherwise the answer is `too_many_of_yours`.
    MakeWay(PlayerId),
    /// Start no more matches (true), or start matches again (false).
    Drain(bool),
    /// The same because the disk is nearly full (true), or not any more (false).
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
            AdminCommand::MakeWay(creator) => self.make_way(creator),
            AdminCommand::Expel(player) => self.expel(player, random),
            AdminCommand::Forget(players) => players
                .iter()
                .try_for_each(|&player| self.forget(player, random)),
        }
    }

    /// Starts matches again, if nothing else prevents it.
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

    fn make_way(&mut self, creator: PlayerId) -> Result<(), ErrorCode> {
        if let Some(code) = self.cannot_write() {
            return Err(code);
        }
        let is_gathering = matches!(self.state.stage, RoomStage::Gathering);
        let is_left = is_gathering && !self.people.is_anybody_here();
        if !is_left || !is_left_with_bots(&self.summary(), creator) {
            return Err(ErrorCode::TooManyOfYours);
        }
        self.close_for(CloseReason::Owner);
        Ok(())
    }

    fn expel(&mut self, player: PlayerId, random: &mut dyn Random) -> Result<(), ErrorCode> {
        if matches!(self.state.stage, RoomStage::Closed) {
            return Ok(());
        }
        self.give_up(player, StandReason::Expelled, random)?;
        self.remove_connections_of(player, LeftReason::Expelled);
        Ok(())
    }

    /// They leave the room as if by request: during a match a stand-in plays their seat to its end.
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
        self.forget_owner(player)?;
        self.remove_connections_of(player, LeftReason::Left);
        self.people.forget(player);
        self.forget_chatter(player);
        Ok(())
    }
}
