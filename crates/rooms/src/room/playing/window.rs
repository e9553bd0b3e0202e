//! Windows: several seats decide at the same time, and all decisions take effect together (claims of a discard in mahjong).
//!
//! Before that, nobody else may know who has decided, or what. So each decision is checked, logged and acknowledged when it arrives, and
//! is applied to the game when the window closes: all in one row, in the order of the game, not of arrival. When the window closes
//! depends on the settings, on when the last decision arrived, not on whose it was, and on what the server drew for this window.

use giog_protocol::WindowMode;
use giog_rules::fairness::window_seed;
use giog_rules::record::By;
use giog_rules::{Action, BySeat, Observer, RefusalCode, Sealed, Seat};

use super::Playing;

/// After the least time, a window closes only at whole seconds after it.
const STEP_MS: u64 = 1_000;

/// One of so many windows stays open longer than the least time though all have decided: otherwise a longer one would tell that somebody
/// could claim and thought about it, since the page and bots pass early where there is nothing to claim. `docs/SECURITY.md` says what
/// still tells.
const LENGTHENED_ONE_OF: u64 = 3;
/// The most steps by which it is lengthened; each number of them is as likely.
const LENGTHENED_STEPS: u64 = 3;

/// An open window.
#[derive(Clone, Debug)]
pub(in crate::room) struct Window {
    /// When it opened, in the room's time.
    opened_ms: u64,
    /// How long after the least time it stays open at least.
    lengthened_ms: u64,
    pub(in crate::room) held: BySeat<Option<HeldDecision>>,
    /// When the last missing decision arrived, in the room's time.
    complete_ms: Option<u64>,
}

/// A decision that has not taken effect yet.
#[derive(Clone, Debug)]
pub(in crate::room) struct HeldDecision {
    pub action: Action,
    pub by: By,
    /// What the commitment to the decision is computed from.
    pub sealed: Sealed,
}

impl Playing {
    /// Opens the window if the game waits for decisions that are taken together, and closes it if it does not.
    pub(in crate::room) fn update_window(&mut self, at_ms: u64) {
        if self.game.batch().is_empty() {
            self.window = None;
        } else if self.window.is_none() {
            self.window = Some(Window {
                opened_ms: at_ms.max(self.quiet_until_ms),
                lengthened_ms: self.lengthened_ms(),
                held: BySeat::new(self.seats.len()),
                complete_ms: None,
            });
        }
    }

    /// By how much the window that opens now is lengthened: where fewer than two people play, by nothing, since nobody's thinking could be
    /// noticed by another one.
    fn lengthened_ms(&self) -> u64 {
        let match_id = self.start.facts.match_id;
        let drawn = window_seed(self.server_seed(), match_id, self.action_count());
        if self.seat_players.people() < 2 || !drawn.is_multiple_of(LENGTHENED_ONE_OF) {
            return 0;
        }
        (1 + drawn / LENGTHENED_ONE_OF % LENGTHENED_STEPS) * STEP_MS
    }

    /// The seat's decision that is held until the window closes.
    pub(in crate::room) fn held(&self, seat: Seat) -> Option<&HeldDecision> {
        self.window.as_ref()?.held[seat].as_ref()
    }

    /// How many actions a seat has taken, including a held decision.
    pub(in crate::room) fn turn(&self, seat: Seat) -> usize {
        self.seats[seat].turns.len() + usize::from(self.held(seat).is_some())
    }

    /// The action that a seat took in this turn, which may be a held decision.
    pub(in crate::room) fn taken(&self, seat: Seat, turn: usize) -> Option<&Action> {
        let turns = &self.seats[seat].turns;
        let held = self.held(seat).filter(|_| turn == turns.len());
        turns.get(turn).or(held.map(|held| &held.action))
    }

    /// Keeps a decision until the window closes.
    pub(in crate::room) fn hold(
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
        window.held[seat] = Some(HeldDecision {
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
    pub(in crate::room) fn window_deadline_ms(&self) -> Option<u64> {
        self.pace?;
        Some(self.window.as_ref()?.opened_ms + u64::from(self.windows.most_ms))
    }

    /// When the open window closes, at the latest at `deadline_ms`; none while a decision is missing and there is no deadline. On a
    /// practice server with the last decision: how long somebody thought is no secret there.
    pub(in crate::room) fn window_closes_ms(
        &self,
        deadline_ms: Option<u64>,
        practice: bool,
    ) -> Option<u64> {
        let window = self.window.as_ref()?;
        if practice && window.complete_ms.is_some() {
            return window.complete_ms;
        }
        let least_ms = match self.seat_players.people() {
            0 => 0,
            _ => u64::from(self.windows.least_ms),
        };
        let least_ms = window.opened_ms + least_ms;
        let closes_ms = window.complete_ms.map(|complete_ms| {
            let late_ms = complete_ms
                .saturating_sub(least_ms)
                .max(window.lengthened_ms);
            match (self.windows.mode, deadline_ms) {
                _ if late_ms == 0 => least_ms,
                (WindowMode::Strict, Some(deadline_ms)) => deadline_ms,
                _ => least_ms + late_ms.div_ceil(STEP_MS) * STEP_MS,
            }
        });
        closes_ms.into_iter().chain(deadline_ms).min()
    }

    /// What an observer sees: the view of the game and, for a seat, its own held decision.
    pub(in crate::room) fn view(&self, observer: Observer) -> giog_rules::View {
        let mut view = self.game.view(observer);
        if let Observer::Seat(seat) = observer
            && let Some(held) = self.held(seat)
        {
            view.show_own_decision(&held.action);
        }
        view
    }
}
