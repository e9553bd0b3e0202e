//! Computer players that think: where a decision is dear, the room asks for a thought beside itself and goes on.
//!
//! The room says what is to be thought over as soon as the decision is open ([`Effect::Think`]). The thought comes back as
//! [`Input::Thought`](super::Input) and waits here for the moment at which the computer player acts, which is the same whatever
//! it is and however long it took. One that is not there at that moment is taken when it is there; without one the player
//! that decides at once is asked ([`Bot::choose`]), so that a full queue or a fault of the thinking stops no match.
//!
//! Nothing of this is logged: the log has the action. After a start of the server the same is asked again.

use std::collections::BTreeMap;

use giog_rules::fairness::thinking_seed;
use giog_rules::{Action, Decision, MatchId, Observer, Seat, View};

use super::playing::{Player, Playing};
use super::{Effect, Room};
use crate::context::Bot;
use giog_protocol::StandIn;

/// How long a thought is waited for beyond its moment, in milliseconds: longer than a full queue of them takes
/// ([`crate::bot_threads`]).
const PATIENCE_MS: u64 = 10_000;

/// Which decision a thought is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    match_id: MatchId,
    seat: Seat,
    /// Its number. What is done beside it, as declining a draw, makes no other one of it.
    number: u32,
    /// How many seats had resigned. Where the others play on, what was theirs is gone: another decision.
    resignations: u32,
}

/// A decision that a computer player is to think over, as its seat sees it.
#[derive(Clone, Debug)]
pub struct Think {
    /// Which decision it is.
    pub ticket: Ticket,
    view: View,
    decision: Decision,
    seed: u64,
    nodes: u32,
}

impl Think {
    /// What this computer player decides, thinking.
    pub fn action(&self, bot: Bot) -> Option<Action> {
        (bot.think)(&self.view, &self.decision, self.seed, self.nodes)
    }
}

/// The thoughts that a room waits for, or has and does not use yet.
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
    /// What to do; none where nobody could think.
    Came(Option<Action>),
}

impl Thought {
    const fn is_awaited(&self) -> bool {
        matches!(self.answer, Answer::Awaited)
    }
}

impl Thoughts {
    /// Whether the seat's thought has yet to come.
    fn awaits(&self, seat: Seat) -> bool {
        let thought = self.0.get(&seat);
        thought.is_some_and(Thought::is_awaited)
    }

    /// What was thought for the seat.
    pub fn take(&mut self, seat: Seat) -> Option<Action> {
        match self.0.remove(&seat)?.answer {
            Answer::Came(action) => action,
            Answer::Awaited => None,
        }
    }

    /// A thought has come. One that nobody waits for any more changes nothing.
    pub fn came(&mut self, ticket: Ticket, action: Option<Action>) {
        let thought = self.0.get_mut(&ticket.seat);
        let thought = thought.filter(|thought| thought.ticket == ticket && thought.is_awaited());
        if let Some(thought) = thought {
            thought.answer = Answer::Came(action);
        }
    }
}

impl Room {
    /// Requests thoughts about decisions of bots that have opened, and forgets thoughts about decisions that are no longer open.
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
            .collect();
        self.thoughts.0.retain(|&seat, thought| {
            thinking.contains(&seat) && Some(thought.ticket) == ticket(playing, seat)
        });
        let known = &self.thoughts.0;
        let new = thinking.iter().filter(|seat| !known.contains_key(seat));
        let asked: Vec<Think> = new
            .filter_map(|&seat| think(playing, seat, nodes))
            .collect();
        for think in asked {
            let ticket = think.ticket;
            let answer = Answer::Awaited;
            let thought = Thought { ticket, answer };
            self.thoughts.0.insert(ticket.seat, thought);
            self.work.effects.push(Effect::Think(Box::new(think)));
        }
    }

    /// When a computer player acts that would at `due_ms`, if its thought were there.
    pub(super) fn due_with_thought_ms(&self, seat: Seat, due_ms: u64) -> u64 {
        if self.thoughts.awaits(seat) {
            due_ms + PATIENCE_MS
        } else {
            due_ms
        }
    }

    /// Whether a computer player decides for the seat: its own, or one that stands in.
    pub(super) fn is_played_by_bot(&self, player: &Player) -> bool {
        player.bot || (player.away.is_some() && self.state.settings.stand_in == StandIn::Bot)
    }
}

/// Which decision the match waits for from the seat, if it does.
fn ticket(playing: &Playing, seat: Seat) -> Option<Ticket> {
    Some(Ticket {
        match_id: playing.start.facts.match_id,
        seat,
        number: playing.game.awaited_decision(seat)?,
        resignations: playing.resignations,
    })
}

fn think(playing: &Playing, seat: Seat, nodes: u32) -> Option<Think> {
    let decision = playing.game.decision(seat)?;
    let ticket = ticket(playing, seat)?;
    let Ticket {
        match_id, number, ..
    } = ticket;
    Some(Think {
        ticket,
        view: playing.game.view(Observer::Seat(seat)),
        decision,
        seed: thinking_seed(playing.server_seed(), match_id, seat, number),
        nodes,
    })
}
