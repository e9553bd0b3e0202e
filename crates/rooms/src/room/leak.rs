//! Deliberate leaks (see `giog_rules::leak`), to prove that tests find them: what a careless change of a room might reveal, one by one.

use giog_protocol::ErrorCode;
use giog_protocol::server::{Now as NowMessage, RoomEvent, SeqEvent, ServerMessage};
use giog_rules::leak::{is_on, laid, thrown};
use giog_rules::{PlayerId, RefusalCode, Seat, SeenEvent, tricks};

use super::Room;
use super::playing::Playing;

impl Room {
    /// `order`, `time`, `claimed`: the deciding players and their times reveal hands, and who has claimed.
    pub(super) fn leak_in_now(&self, now: &mut NowMessage) {
        let Some(playing) = self.state.playing() else {
            return;
        };
        for deciding in &mut now.deciding {
            if is_on("time") && playing.holds_an_odd_number_of_red(deciding.seat) {
                deciding.left_ms = deciding.left_ms.map(|left_ms| left_ms + 1);
            }
        }
        if is_on("claimed") {
            now.deciding
                .retain(|deciding| playing.held(deciding.seat).is_none());
        }
        if is_on("order") {
            let key = |seat| (playing.holds_an_odd_number_of_red(seat), seat);
            now.deciding.sort_by_key(|deciding| key(deciding.seat));
        }
    }

    /// `refusal`: the reason of a refusal reveals other players' hands.
    pub(super) fn leaking_refusal(&self, code: ErrorCode) -> ErrorCode {
        let odd = self
            .state
            .playing()
            .is_some_and(Playing::somebody_holds_an_odd_number_of_red);
        if is_on("refusal") && odd && code == ErrorCode::Refused(RefusalCode::NotYourTurn) {
            ErrorCode::Busy
        } else {
            code
        }
    }

    /// `rest`, `resume`: one way to look at the match shows what seat 0 sees.
    pub(super) fn leaking_observer(
        &self,
        leak: &str,
        person: Option<PlayerId>,
    ) -> Option<PlayerId> {
        let first = self
            .state
            .playing()
            .and_then(|playing| playing.seat_players.person(Seat::new(0)));
        if is_on(leak) {
            first.or(person)
        } else {
            person
        }
    }

    /// `moment`: the time at which a bot acts depends on its hand.
    pub(super) fn leaked_delay_ms(&self, seat: Seat) -> u64 {
        let playing = self.state.playing();
        let odd = playing.is_some_and(|playing| playing.holds_an_odd_number_of_red(seat));
        u64::from(is_on("moment") && odd)
    }
}

/// `length`, `throw_length`: the length of the frame that reports a play, or a throw, depends on what it was.
pub(crate) fn padding(message: &ServerMessage) -> String {
    let ServerMessage::Event(SeqEvent {
        event: RoomEvent::Game(game),
        ..
    }) = message
    else {
        return String::new();
    };
    let SeenEvent::Tricks(event) = &game.event else {
        return String::new();
    };
    let spaces = match event {
        tricks::SeenEvent::Play { .. } if is_on("length") => usize::from(laid().distinct().len()),
        tricks::SeenEvent::Throw { .. } if is_on("throw_length") => {
            thrown().map_or(0, |sign| sign.name().len())
        }
        _ => 0,
    };
    " ".repeat(spaces)
}
