//! Suggestions of the next game: people with a seat make them, and the owner takes one.

use giog_protocol::client::{Suggest, TakeSuggestion};
use giog_protocol::{ErrorCode, Problem};
use giog_rules::PlayerId;

use super::Room;
use super::entry::Entry;

impl Room {
    /// Suggests a game, in place of the person's former suggestion: one for each seat.
    pub(super) fn suggest(&mut self, player: PlayerId, suggest: &Suggest) -> Result<(), Problem> {
        let seat = self.state.seat_of(player).ok_or(ErrorCode::NotSeated)?;
        self.must_be_gathering()?;
        if self.state.quick {
            let text = "a quick-play table keeps its game; create a room to choose another one";
            return Err(Problem::new(ErrorCode::NotOwner, text));
        }
        let variant = suggest.variant;
        if self.state.seats[seat].suggests == variant {
            return Ok(());
        }
        if variant == Some(self.state.settings.variant) {
            let text = "this table has that game already";
            return Err(Problem::new(ErrorCode::BadSettings, text));
        }
        self.may_write(player)?;
        self.write(Entry::Suggested { seat, variant });
        Ok(())
    }

    /// Changes to a suggested game; the other settings and the password stay. If the game has fewer seats, those beyond them are lost.
    pub(super) fn take_suggestion(
        &mut self,
        player: PlayerId,
        take: &TakeSuggestion,
    ) -> Result<(), Problem> {
        self.must_be_owner(player)?;
        self.must_be_gathering()?;
        let variant = take.variant;
        if variant == self.state.settings.variant {
            return Ok(());
        }
        let mut places = self.state.seats.values();
        if !places.any(|place| place.suggests == Some(variant)) {
            let text = "nobody at the table suggests this game any more";
            return Err(Problem::new(ErrorCode::NoSuchPerson, text));
        }
        let settings = self.state.settings.for_game(variant);
        let settings =
            settings.map_err(|bad| Problem::new(ErrorCode::BadSettings, bad.to_string()))?;
        self.change_settings(player, settings, self.state.password)
    }
}
