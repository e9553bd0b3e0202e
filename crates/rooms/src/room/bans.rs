//! Whom the owner of a room puts out, who may not come back, and whether spectators may talk.

use giog_protocol::client::{Silence, Unban};
use giog_protocol::server::{Answer, ErrorReply, LeftReason, StandReason};
use giog_protocol::{ErrorCode, Person, Problem};
use giog_rules::PlayerId;

use super::Room;
use super::entry::Entry;
use crate::conn::ConnId;

/// People who can be banned from one room: as many as may watch. A room that more people trouble wants a password.
const MAX_BANNED: usize = 100;

impl Room {
    /// Puts a person out, and keeps them out if that is wanted. While a match runs, whoever has a seat in it stays.
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
        self.put_out(player, LeftReason::Removed);
        Ok(())
    }

    /// The person to be banned.
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

    /// Tells the owner who watches, and who is banned.
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
