//! Queries about a room from outside, over REST.

use giog_protocol::server::{RoomEvent, Snapshot};
use giog_protocol::{ErrorCode, RoomState};
use giog_rules::{MatchId, Observer, PlayerId};
use serde::{Deserialize, Serialize};

use super::Room;
use crate::conn::ConnId;

/// A query about a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RoomQuery {
    /// The room without its match.
    Room,
    /// Who is in the room; only for the operator.
    Inside,
    /// The running match with its events.
    Match {
        /// The expected match.
        match_id: MatchId,
        /// The requested observer; if left out, the observer that the person is.
        seen_as: Option<Observer>,
        /// Whether the events and the chat are left out.
        #[serde(default)]
        alone: bool,
    },
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum RoomAnswer {
    /// The room.
    Room {
        /// The room without its match.
        state: Box<RoomState>,
        /// The running match.
        match_id: Option<MatchId>,
    },
    /// The match.
    Match(Box<MatchAnswer>),
    /// Everything except the match, for the operator.
    Inside {
        /// The room.
        state: Box<RoomState>,
        /// The running match.
        match_id: Option<MatchId>,
        /// The connected people, each with the number of their connections.
        people: Vec<(PlayerId, usize)>,
    },
}

/// A running match, as the person may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchAnswer {
    /// The observer whose view it is.
    pub observer: Observer,
    /// The room with the match.
    pub snapshot: Snapshot,
    /// How many events of the match are not kept any more.
    #[serde(default)]
    pub left_out: u64,
    /// The later events of the match so far; all since its start if `left_out` is 0.
    pub events: Vec<RoomEvent>,
    /// Whether its players see less than spectators, or perhaps: a node of an earlier version does not say it.
    #[serde(default = "perhaps")]
    pub hides_from_players: bool,
}

const fn perhaps() -> bool {
    true
}

impl Room {
    /// Whether a connection is in the room.
    pub(crate) fn has(&self, conn: ConnId) -> bool {
        self.people.has(conn)
    }

    pub(super) fn answer(
        &self,
        person: Option<PlayerId>,
        query: &RoomQuery,
    ) -> Result<RoomAnswer, ErrorCode> {
        let seated = person.is_some_and(|player| self.has_seat(player));
        let inside = person.is_some_and(|player| self.people.is_connected(player));
        let asks_operator = *query == RoomQuery::Inside;
        if self.state.password.is_some() && !seated && !inside && !asks_operator {
            return Err(ErrorCode::WrongPassword);
        }
        match *query {
            RoomQuery::Room => Ok(RoomAnswer::Room {
                state: Box::new(self.state.public()),
                match_id: self.match_id(),
            }),
            RoomQuery::Inside => Ok(self.inside()),
            RoomQuery::Match {
                match_id,
                seen_as,
                alone,
            } => {
                let answer = self.answer_match(person, match_id, (seen_as, alone), seated)?;
                Ok(RoomAnswer::Match(Box::new(answer)))
            }
        }
    }

    /// The running match.
    pub(super) fn match_id(&self) -> Option<MatchId> {
        let playing = self.state.playing()?;
        Some(playing.start.facts.match_id)
    }

    fn inside(&self) -> RoomAnswer {
        let here = self.people.players().into_iter();
        RoomAnswer::Inside {
            state: Box::new(self.state.public()),
            match_id: self.match_id(),
            people: here
                .map(|player| (player, self.people.conns_of(player).len()))
                .collect(),
        }
    }

    fn answer_match(
        &self,
        person: Option<PlayerId>,
        match_id: MatchId,
        (seen_as, alone): (Option<Observer>, bool),
        seated: bool,
    ) -> Result<MatchAnswer, ErrorCode> {
        let playing = self
            .state
            .playing()
            .filter(|playing| playing.start.facts.match_id == match_id);
        let playing = playing.ok_or(ErrorCode::NoMatch)?;
        if !seated && !self.state.settings.spectators {
            return Err(ErrorCode::NoSpectators);
        }
        let own = playing.seat_players.observer(person);
        let observer = seen_as.unwrap_or(own);
        // Everybody may have the view of spectators, except players of games in which they see less than spectators; the view of a seat
        // is only for its own player.
        let hides_from_players = playing.game.hides_from_players();
        let sees_less = matches!(own, Observer::Seat(_)) && hides_from_players;
        let person = match observer {
            Observer::Spectator if sees_less => return Err(ErrorCode::NotSeated),
            Observer::Spectator => None,
            Observer::Seat(_) if observer == own => person,
            Observer::Seat(_) => return Err(ErrorCode::NotSeated),
        };
        let mut snapshot = self.snapshot_for(person);
        let before_start = self.marks.last_seq();
        let before_kept = if alone {
            (snapshot.chat, snapshot.happened) = (Vec::new(), Vec::new());
            snapshot.seq
        } else {
            before_start.max(self.journal.first_seq() - 1)
        };
        let kept = self.journal.after(before_kept).into_iter().flatten();
        Ok(MatchAnswer {
            observer,
            snapshot,
            left_out: before_kept - before_start,
            events: kept.map(|(_, event)| event.seen_by(person)).collect(),
            hides_from_players,
        })
    }
}
