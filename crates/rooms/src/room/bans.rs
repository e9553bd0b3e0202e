//! Moderation by the owner: removing and banning people, and silencing spectators.

use giog_protocol::client::{Silence, Unban};
use giog_protocol::server::{Answer, ErrorReply, LeftReason, StandReason};
use giog_protocol::{ErrorCode, Person, Problem};
use giog_rules::PlayerId;

use super::Room;
use super::entry::Entry;
use crate::conn::ConnId;

/// The most people who can be banned from a room: as many as may watch. A room with more trouble should have a password.
const MAX_BANNED: usize = 100;

impl Room {
    /// Removes a person, and bans them if requested. A player of the running match stays.
    pub(super) fn remove_person(
        &mut self,
        owner: PlayerId,
        player: PlayerId,
        ban: bool,
    ) -> Result<(), Problem> {
        if player == owner {
            let text = "nobody can put themselves out; leave the room instead";
            return Err(Problem::new(ErrorCode::BadRequest, text));
        }
        let seat = self.state.seat_of(player);
        if seat.is_some() {
            self.must_be_gathering()?;
        }
        let newly_banned = (ban && !self.state.is_banned(player))
            .then(|| self.may_ban(player))
            .transpose()?;
        if seat.is_some() || newly_banned.is_some() {
            self.may_write(owner)?;
        }
        if let Some(seat) = seat {
            let reason = StandReason::Removed;
            self.write(Entry::Stood { seat, reason });
        }
        if let Some(person) = newly_banned {
            self.write(Entry::Banned { person });
        }
        self.remove_connections_of(player, LeftReason::Removed);
        Ok(())
    }

    /// The person to ban, if that is allowed.
    fn may_ban(&self, player: PlayerId) -> Result<Person, Problem> {
        if self.state.banned.len() >= MAX_BANNED {
            let text = format!(
                "{MAX_BANNED} people are banned from this room; let somebody in again first"
            );
            return Err(Problem::new(ErrorCode::BadRequest, text));
        }
        self.known_person(player)
            .ok_or_else(|| ErrorCode::NoSuchPerson.into())
    }

    pub(super) fn unban(&mut self, owner: PlayerId, unban: &Unban) -> Result<(), Problem> {
        self.must_be_owner(owner)?;
        let player = unban.player;
        if self.state.is_banned(player) {
            self.may_write(owner)?;
            self.write(Entry::Unbanned { player });
        }
        Ok(())
    }

    /// Sends the owner the lists of spectators and of banned people.
    pub(super) fn list_people(&mut self, conn: ConnId, player: PlayerId, re: u64) {
        if let Err(problem) = self.must_be_owner(player) {
            return self.reply_error(conn, ErrorReply::new(Some(re), problem));
        }
        let watching = self.people.players().into_iter();
        let watching = watching.filter(|&player| !self.has_seat(player));
        let spectators = watching.filter_map(|player| self.people.person(player).cloned());
        let answer = Answer::People {
            spectators: spectators.collect(),
            banned: self.state.banned.clone(),
        };
        self.reply(conn, re, answer);
    }

    pub(super) fn silence(&mut self, owner: PlayerId, silence: &Silence) -> Result<(), Problem> {
        self.must_be_owner(owner)?;
        let silenced = silence.silenced;
        if self.state.silenced != silenced {
            self.may_write(owner)?;
            self.write(Entry::Silenced { silenced });
        }
        Ok(())
    }
}
