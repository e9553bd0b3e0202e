//! The early end of a match, to which all who play agree.

use giog_protocol::client::EndMatch;
use giog_protocol::{ErrorCode, Problem};
use giog_rules::PlayerId;

use super::Room;
use super::entry::Entry;
use super::playing::Playing;

impl Room {
    /// Notes whether a player agrees to end the match early. Somebody for whom a stand-in plays comes back with it.
    pub(super) fn agree_to_end(&mut self, player: PlayerId, end: &EndMatch) -> Result<(), Problem> {
        let Some(playing) = self.state.playing() else {
            let previous = self.state.previous.as_ref();
            let is_ended = previous.is_some_and(|it| {
                it.match_id == end.match_id && it.outcome.is_none() && end.agrees
            });
            return if is_ended {
                Ok(())
            } else {
                Err(ErrorCode::NoMatch.into())
            };
        };
        if playing.start.facts.match_id != end.match_id {
            return Err(ErrorCode::StaleMatch.into());
        }
        let seat = playing.seat_players.seat_of(player);
        let seat = seat.ok_or(ErrorCode::NotSeated)?;
        let own = &playing.seats[seat];
        if own.is_given_up() {
            return Err(ErrorCode::LeftTooOften.into());
        }
        if !playing.game.is_in(seat) {
            let text = "your seat is out of the game; those who still play decide";
            return Err(Problem::new(ErrorCode::NotSeated, text));
        }
        let (is_away, has_changed) = (own.away.is_some(), own.ending != end.agrees);
        if !has_changed {
            return Ok(());
        }
        self.may_write(player)?;
        if is_away {
            self.come_back(seat, player);
        }
        let agrees = end.agrees;
        self.write(Entry::Ending { seat, agrees });
        Ok(())
    }

    /// Ends the match when all who play agree: at once, or when the last one who does not agree is gone.
    pub(super) fn end_if_agreed(&mut self) {
        let playing = self.state.playing();
        let is_agreed = playing.is_some_and(Playing::all_agree_to_end);
        if is_agreed && !self.is_recording() && self.cannot_write().is_none() {
            self.write(Entry::Agreed);
        }
    }
}
