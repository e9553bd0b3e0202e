//! Bots that search: if a decision takes much computing, the room requests a search on another thread and continues meanwhile.
//!
//! The room requests the search as soon as the decision is open ([`Effect::Think`]). The result comes back as
//! [`Input::Thought`](super::Input) and is kept until the bot acts, at a time that depends neither on the result nor on the duration of
//! the search. A result that is late is used as soon as it arrives. If none arrives within [`PATIENCE_MS`], the bot decides without a
//! search ([`crate::Bot::choose`]), so that neither a full queue nor a fault in the search stops a match.
//!
//! None of this is logged; the log contains only the action. After a restart, the same search is requested again.

use std::collections::BTreeMap;

use giog_protocol::StandIn;
use giog_rules::{Action, Seat};

use super::playing::Player;
use super::think::{Think, Ticket};
use super::{Effect, Room};

/// How long a search may be late, in milliseconds; more than a full queue takes ([`crate::bot_threads`]).
const PATIENCE_MS: u64 = 10_000;

/// The searches that were requested, and results that were not used yet.
#[derive(Debug, Default)]
pub(super) struct Thoughts(BTreeMap<Seat, Thought>);

#[derive(Debug)]
struct Thought {
    ticket: Ticket,
    answer: Answer,
}

#[derive(Debug)]
enum Answer {
    Awaited,
    /// The action; none if there was no result.
    Came(Option<Action>),
}

impl Thought {
    const fn is_awaited(&self) -> bool {
        matches!(self.answer, Answer::Awaited)
    }
}

impl Thoughts {
    /// Whether the seat's search has no result yet.
    fn awaits(&self, seat: Seat) -> bool {
        let thought = self.0.get(&seat);
        thought.is_some_and(Thought::is_awaited)
    }

    /// Takes the result of the search for the seat.
    pub fn take(&mut self, seat: Seat) -> Option<Action> {
        match self.0.remove(&seat)?.answer {
            Answer::Came(action) => action,
            Answer::Awaited => None,
        }
    }

    /// Stores the result of a search. A result that is not expected any more is ignored.
    pub fn came(&mut self, ticket: Ticket, action: Option<Action>) {
        let thought = self.0.get_mut(&ticket.seat);
        let thought = thought.filter(|thought| thought.ticket == ticket && thought.is_awaited());
        if let Some(thought) = thought {
            thought.answer = Answer::Came(action);
        }
    }
}

impl Room {
    /// Requests searches for decisions of bots that have opened, and drops those for decisions that are no longer open.
    pub(super) fn request_thoughts(&mut self) {
        let playing = self.state.playing().filter(|_| !self.is_recording());
        let nodes = playing.and_then(|playing| (self.context.bot.nodes)(playing.variant()));
        let (Some(playing), Some(nodes)) = (playing, nodes) else {
            self.thoughts.0.clear();
            return;
        };
        let seats = playing.game.waiting();
        let thinking: Vec<Seat> = seats
            .filter(|&seat| self.is_played_by_bot(&playing.seats[seat]))
            .filter(|&seat| !playing.is_too_far_ahead(seat))
            .collect();
        self.thoughts.0.retain(|&seat, thought| {
            thinking.contains(&seat) && Some(thought.ticket) == Ticket::of(playing, seat)
        });
        let known = &self.thoughts.0;
        let new = thinking.iter().filter(|seat| !known.contains_key(seat));
        let asked: Vec<Think> = new
            .filter_map(|&seat| Think::of(playing, seat, nodes))
            .collect();
        for think in asked {
            let ticket = think.ticket;
            let answer = Answer::Awaited;
            let thought = Thought { ticket, answer };
            self.thoughts.0.insert(ticket.seat, thought);
            self.work.effects.push(Effect::Think(Box::new(think)));
        }
    }

    /// When a bot acts: at `due_ms`, or [`PATIENCE_MS`] later while its search has no result.
    pub(super) fn due_with_thought_ms(&self, seat: Seat, due_ms: u64) -> u64 {
        if self.thoughts.awaits(seat) {
            due_ms + PATIENCE_MS
        } else {
            due_ms
        }
    }

    /// Whether a bot decides for the seat: its occupant, or a stand-in.
    pub(super) fn is_played_by_bot(&self, player: &Player) -> bool {
        player.bot || (player.away.is_some() && self.state.settings.stand_in == StandIn::Bot)
    }
}
