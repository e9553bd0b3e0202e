//! Windows: several seats decide at the same time, and all decisions take effect together (claims of a discard in mahjong).
//!
//! Before that, nobody else may know who has decided, or what. So each decision is checked, logged and acknowledged when it arrives, and
//! is applied to the game when the window closes: all in one row, in the order of the game, not of arrival. When the window closes
//! depends on the settings and on when the last decision arrived, not on whose it was.

use giog_protocol::client::Act;
use giog_protocol::server::{Answer, ServerMessage};
use giog_protocol::{ErrorCode, WindowMode};
use giog_rules::fairness::seal;
use giog_rules::record::By;
use giog_rules::{Action, BySeat, Observer, PlayerId, RefusalCode, Sealed, Seat};

use super::Room;
use super::apply::CannotApply;
use super::entry::Entry;
use super::outbox::Secret;
use super::playing::Playing;

/// After the least time, a window closes only at whole seconds after it.
const STEP_MS: u64 = 1_000;

/// An open window.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// When it opened, in the room's time.
    opened_ms: u64,
    pub(super) held: BySeat<Option<Held>>,
    /// When the last missing decision arrived, in the room's time.
    complete_ms: Option<u64>,
}

/// A decision that has not taken effect yet.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub action: Action,
    by: By,
    /// What the commitment to the decision is computed from.
    sealed: Sealed,
}

impl Playing {
    /// Opens the window if the game waits for decisions that are taken together, and closes it if it does not.
    pub(super) fn update_window(&mut self, at_ms: u64) {
        if self.game.batch().is_empty() {
            self.window = None;
        } else if self.window.is_none() {
            self.window = Some(Window {
                opened_ms: at_ms.max(self.quiet_until_ms),
                held: BySeat::new(self.seats.len()),
                complete_ms: None,
            });
        }
    }

    /// The seat's decision that is held until the window closes.
    pub(super) fn held(&self, seat: Seat) -> Option<&Held> {
        self.window.as_ref()?.held[seat].as_ref()
    }

    /// How many actions a seat has taken, including a held decision.
    pub(super) fn turn(&self, seat: Seat) -> usize {
        self.seats[seat].turns.len() + usize::from(self.held(seat).is_some())
    }

    /// The action that a seat took in this turn, which may be a held decision.
    pub(super) fn taken(&self, seat: Seat, turn: usize) -> Option<&Action> {
        let turns = &self.seats[seat].turns;
        let held = self.held(seat).filter(|_| turn == turns.len());
        turns.get(turn).or(held.map(|held| &held.action))
    }

    /// Keeps a decision until the window closes.
    pub(super) fn hold(
        &mut self,
        seat: Seat,
        action: &Action,
        by: By,
        at_ms: u64,
    ) -> Result<(), RefusalCode> {
        let batch = self.game.batch();
        let window = self.window.as_mut().ok_or(RefusalCode::NotYourTurn)?;
        if window.held[seat].is_some() {
            return Err(RefusalCode::NotYourTurn);
        }
        window.held[seat] = Some(Held {
            sealed: self.game.check_in_batch(seat, action)?,
            action: action.clone(),
            by,
        });
        if by.is_player() {
            self.touched_ms = at_ms;
        }
        if batch.iter().all(|&seat| window.held[seat].is_some()) {
            window.complete_ms = Some(at_ms);
        }
        Ok(())
    }

    /// The deadline of the open window, in the room's time; none without a clock or without an open window.
    pub(super) fn window_deadline_ms(&self) -> Option<u64> {
        self.pace?;
        Some(self.window.as_ref()?.opened_ms + u64::from(self.windows.most_ms))
    }

    /// When the open window closes, at the latest at `deadline_ms`; none while a decision is missing and there is no deadline. On a
    /// practice server with the last decision: how long somebody thought is no secret there.
    pub(super) fn window_closes_ms(&self, deadline_ms: Option<u64>, practice: bool) -> Option<u64> {
        let window = self.window.as_ref()?;
        if practice && window.complete_ms.is_some() {
            return window.complete_ms;
        }
        let least_ms = match self.seat_players.people() {
            0 => 0,
            _ => u64::from(self.windows.least_ms),
        };
        #[cfg(feature = "leak-on-purpose")]
        let least_ms = least_ms + window.leaked_delay_ms();
        let least_ms = window.opened_ms + least_ms;
        let closes_ms = window.complete_ms.map(|complete_ms| {
            let late_ms = complete_ms.saturating_sub(least_ms);
            match (self.windows.mode, deadline_ms) {
                _ if late_ms == 0 => least_ms,
                (WindowMode::Strict, Some(deadline_ms)) => deadline_ms,
                _ => least_ms + late_ms.div_ceil(STEP_MS) * STEP_MS,
            }
        });
        closes_ms.into_iter().chain(deadline_ms).min()
    }

    /// What an observer sees: the view of the game and, for a seat, its own held decision.
    pub(super) fn view(&self, observer: Observer) -> giog_rules::View {
        let mut view = self.game.view(observer);
        if let Observer::Seat(seat) = observer
            && let Some(held) = self.held(seat)
        {
            view.show_own_decision(&held.action);
        }
        view
    }
}

impl Room {
    /// The people to whom alone a row with only such decisions is visible; none if the row is visible to everybody.
    pub(super) fn secret(&self, entries: &[Entry]) -> Option<Secret> {
        let playing = self.state.playing()?;
        let decided = entries.iter().map(|entry| match entry {
            Entry::Decided { seat, .. } => Some(*seat),
            _ => None,
        });
        let seats: Vec<Seat> = decided.collect::<Option<_>>()?;
        let players = seats.into_iter();
        let players: Vec<PlayerId> = players
            .filter_map(|seat| playing.seat_players.person(seat))
            .collect();
        let conns = players
            .iter()
            .flat_map(|&player| self.people.conns_of(player));
        Some(Secret {
            conns: conns.collect(),
            players,
        })
    }

    /// Takes a person's decision in an open window.
    pub(super) fn decide_in_window(
        &mut self,
        seat: Seat,
        player: PlayerId,
        act: Act,
    ) -> Result<Answer, ErrorCode> {
        let entry = Entry::Decided {
            seat,
            action: act.action,
            by: By::Player,
        };
        match self.try_write(entry) {
            Ok(()) => {}
            Err(CannotApply::Refused(code)) => return Err(ErrorCode::Refused(code)),
            Err(error @ (CannotApply::Unfit { .. } | CannotApply::Settings(_))) => {
                panic!("room {}: a decision of a match: {error}", self.id)
            }
        }
        let own_seal = self.state.playing().and_then(|playing| {
            let sealed = &playing.held(seat)?.sealed;
            let match_id = playing.start.facts.match_id;
            Some(seal(playing.server_seed(), match_id, sealed))
        });
        let connections = self.people.iter().filter(|&(_, other)| other == player);
        let connections = connections.map(|(conn, _)| conn).collect();
        let now = self.now_for(Some(player));
        self.send(connections, ServerMessage::Now(now));
        Ok(Answer::Acted {
            turn: act.turn + 1,
            nonce: own_seal.map(|seal| seal.nonce),
            commitment: own_seal.map(|seal| seal.commitment),
        })
    }

    /// Closes the window: all decisions take effect. The default action is taken for seats without a decision.
    pub(super) fn close_window(&mut self) {
        let Some(playing) = self.state.playing() else {
            return;
        };
        let decisions: Vec<(Seat, Action, By)> = playing
            .game
            .batch()
            .into_iter()
            .filter_map(|seat| {
                let held = playing.held(seat).cloned();
                let away = playing.seats[seat].away.is_some();
                let by = if away { By::Away } else { By::Clock };
                match held {
                    Some(Held { action, by, .. }) => Some((seat, action, by)),
                    None => Some((seat, playing.game.default_action(seat)?, by)),
                }
            })
            .collect();
        // A player takes the seat back only if they decided themselves, are still connected, and may come back.
        let is_back = |&(seat, player): &(Seat, PlayerId)| {
            self.people.is_connected(player) && self.away_seat_of(player) == Some(seat)
        };
        let back: Vec<(Seat, PlayerId)> = decisions
            .iter()
            .filter(|(.., by)| by.is_player())
            .filter_map(|&(seat, ..)| Some((seat, playing.seat_players.person(seat)?)))
            .filter(is_back)
            .collect();
        for (seat, action, by) in decisions {
            self.write(Entry::acted(seat, action, by));
        }
        for (seat, player) in back {
            if self.state.playing().is_some() && !self.is_recording() {
                self.come_back(seat, player);
            }
        }
    }
}
