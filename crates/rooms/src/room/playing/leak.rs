//! Deliberate leaks (see `giog_rules::leak`) of a match and its window.

use giog_rules::leak::{is_on, laid};
use giog_rules::tiles::{Claim, TilesAction};
use giog_rules::{Action, Color, Observer, Seat, View, tricks};

use super::Playing;
use super::window::Window;

impl Playing {
    /// Something that depends on a seat's hidden pieces.
    pub(in crate::room) fn holds_an_odd_number_of_red(&self, seat: Seat) -> bool {
        let View::Tricks(view) = self.game.view(Observer::Seat(seat)) else {
            return false;
        };
        let red =
            |hand: giog_rules::Pieces| hand.iter().filter(|piece| piece.color() == Color::Red);
        view.hand.is_some_and(|hand| red(hand).count() % 2 == 1)
    }

    pub(in crate::room) fn somebody_holds_an_odd_number_of_red(&self) -> bool {
        let mut seats = self.seats.seats();
        seats.any(|seat| self.holds_an_odd_number_of_red(seat))
    }
}

impl Window {
    /// `window`: the time at which a window closes reveals how many players have claimed something.
    pub(super) fn leaked_delay_ms(&self) -> u64 {
        let passes = Action::Tiles(TilesAction::Claim { claim: Claim::Pass });
        let held = self.held.iter().filter_map(|(_, held)| held.as_ref());
        let claims = held.filter(|held| held.action != passes).count();
        if is_on("window") { claims as u64 } else { 0 }
    }
}

/// `log`: what was laid is logged.
pub(super) fn log_laid(action: &Action) {
    let play = matches!(action, Action::Tricks(tricks::Action::Play { .. }));
    if is_on("log") && play {
        tracing::info!(pieces = %laid(), "somebody has laid");
    }
}
