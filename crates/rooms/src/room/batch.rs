//! Decisions that several seats take at the same time, in an open window ([`super::playing::window`]).

use giog_protocol::ErrorCode;
use giog_protocol::client::Act;
use giog_protocol::server::Answer;
use giog_rules::fairness::seal;
use giog_rules::record::By;
use giog_rules::{Action, PlayerId, Seat};

use super::Room;
use super::apply::CannotApply;
use super::entry::Entry;
use super::outbox::Secret;
use super::playing::window::HeldDecision;

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
    pub(super) fn decide_in_window(&mut self, seat: Seat, act: Act) -> Result<Answer, ErrorCode> {
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
        self.show_held_claim(seat);
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
                    Some(HeldDecision { action, by, .. }) => Some((seat, action, by)),
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
