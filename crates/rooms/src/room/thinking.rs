//! Bots that search: if a decision takes much computing, the room requests a search on another thread and continues meanwhile.
//!
//! The room requests the search as soon as the decision is open ([`Effect::Think`]). The result comes back as
//! [`Input::Thought`](super::Input) and is kept until the bot acts, at a time that depends neither on the result nor on the duration of
//! the search. If there is none then, a bot of a level above `simple` decides at the same moment without a search ([`crate::Bot::choose`]),
//! and what comes later is not used: somebody could tell from the time of a play how long the search for it took. In games on boards, where
//! `simple` itself searches and a seat sees nothing that others do not see, a result that is late is used as soon as it arrives, or none
//! after [`PATIENCE_MS`]. So neither a full queue nor a fault in the search stops a match.
//!
//! None of this is logged; the log contains only the action. After a restart, the same search is requested again.

use std::collections::BTreeMap;

use giog_bots::levels;
use giog_protocol::StandIn;
use giog_rules::{Action, Level, Seat, Variant};

use super::playing::{Player, Playing};
use super::think::{Search, Think, Ticket};
use super::{Effect, Room};

/// How long a search may be late in a game on a board, in milliseconds; more than a full queue takes ([`crate::bot_threads`]).
const PATIENCE_MS: u64 = 10_000;

/// The searches that were requested, and results that were not used yet.
#[derive(Debug, Default)]
pub(super) struct Thoughts(BTreeMap<Seat, Thought>);

#[derive(Debug)]
struct Thought {
    ticket: Ticket,
    /// How long it may be late.
    patience_ms: u64,
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
    /// How long the seat's search is waited for; 0 if it has a result.
    fn patience_ms(&self, seat: Seat) -> u64 {
        let thought = self.0.get(&seat).filter(|thought| thought.is_awaited());
        thought.map_or(0, |thought| thought.patience_ms)
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
        let Some(playing) = self.state.playing().filter(|_| !self.is_recording()) else {
            self.thoughts.0.clear();
            return;
        };
        let seats = playing.game.waiting();
        let searches = seats
            .filter(|&seat| !playing.is_too_far_ahead(seat))
            .filter_map(|seat| Some((seat, self.search_for(playing, seat)?)));
        let thinking: BTreeMap<Seat, Search> = searches.collect();
        self.thoughts.0.retain(|&seat, thought| {
            thinking.contains_key(&seat) && Some(thought.ticket) == Ticket::of(playing, seat)
        });
        let known = &self.thoughts.0;
        let new = thinking
            .iter()
            .filter(|(seat, _)| !known.contains_key(seat));
        let asked: Vec<Think> = new
            .filter_map(|(&seat, &search)| Think::of(playing, seat, search))
            .collect();
        let patience_ms = if levels::may_be_late(playing.variant()) {
            PATIENCE_MS
        } else {
            0
        };
        for think in asked {
            let ticket = think.ticket;
            let thought = Thought {
                ticket,
                patience_ms,
                answer: Answer::Awaited,
            };
            self.thoughts.0.insert(ticket.seat, thought);
            self.work.effects.push(Effect::Think(Box::new(think)));
        }
    }

    /// The search for a seat's decisions in this match, if a bot plays it that searches.
    fn search_for(&self, playing: &Playing, seat: Seat) -> Option<Search> {
        let player = &playing.seats[seat];
        if player.level > Level::Simple {
            return Some(Search::Level(player.level));
        }
        let nodes = (self.context.bot.nodes)(playing.variant());
        nodes
            .filter(|_| self.is_played_by_bot(player))
            .map(Search::Nodes)
    }

    /// When the bot that plays a seat acts: as late after its decision has opened as bots of its level always do. A search whose
    /// result a restart has lost has as much time as any other. A search in a game on a board may be late.
    pub(super) fn bot_due_ms(
        &self,
        variant: Variant,
        seat: Seat,
        player: &Player,
        opened_ms: u64,
    ) -> u64 {
        let delay_ms = self.context.times.bot_delay_ms;
        let least_ms = levels::least_ms(player.level, variant);
        let due_ms = (opened_ms + delay_ms.max(least_ms)).max(self.resumed_ms + least_ms);
        due_ms + self.thoughts.patience_ms(seat)
    }

    /// The level above which no bot may play in the match that begins, since the server's budget for searches lacks; none if each
    /// may play at its own. What the match costs is spent.
    pub(super) fn lower_levels(&self) -> Option<Level> {
        let settings = &self.state.settings;
        let (variant, seats) = (settings.variant, usize::from(settings.seats));
        let chosen = self.state.levels().max()?;
        let cost_us = |most: Level| {
            let costs = self.state.levels().map(|level| level.min(most));
            costs
                .map(|level| levels::match_cost_us(level, variant, seats))
                .sum()
        };
        let mut lower = Level::ALL.into_iter().rev().filter(|&most| most <= chosen);
        let mono_ms = self.clock.mono_ms();
        let most = lower.find(|&most| self.context.thinking.spend(cost_us(most), mono_ms))?;
        if most == chosen {
            return None;
        }
        tracing::info!(room = %self.id, %chosen, %most, "the budget for searches lacks: computer players begin at a lower level");
        Some(most)
    }

    /// Whether a bot decides for the seat: its occupant, or a stand-in.
    pub(super) fn is_played_by_bot(&self, player: &Player) -> bool {
        player.bot || (player.away.is_some() && self.state.settings.stand_in == StandIn::Bot)
    }
}
