//! A search for a bot's decision, which runs outside the room.

use giog_rules::fairness::thinking_seed;
use giog_rules::{Action, Decision, Level, MatchId, Observer, Seat, View};

use super::playing::Playing;
use crate::context::Bot;

/// Identifies the decision for which a search was requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    match_id: MatchId,
    /// Whose decision it is.
    pub(super) seat: Seat,
    /// The number of the decision. Actions off turn, such as declining a draw, do not change it.
    number: u32,
    /// How many players had resigned. If the others play on, the resigned player's pieces are removed, so this is a different decision.
    resignations: u32,
}

impl Ticket {
    /// The ticket of the seat's open decision; none if it has none.
    pub(super) fn of(playing: &Playing, seat: Seat) -> Option<Self> {
        Some(Self {
            match_id: playing.start.facts.match_id,
            seat,
            number: playing.game.awaited_decision(seat)?,
            resignations: playing.resignations,
        })
    }
}

/// A request to search for a bot's decision, with what its seat sees.
#[derive(Clone, Debug)]
pub struct Think {
    /// Which decision it is.
    pub ticket: Ticket,
    view: View,
    decision: Decision,
    seed: u64,
    search: Search,
}

/// How a bot searches; never for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Search {
    /// The bot of all games, for so many positions.
    Nodes(u32),
    /// A level above it.
    Level(Level),
}

impl Think {
    /// The search for the seat's open decision; none if it has none.
    pub(super) fn of(playing: &Playing, seat: Seat, search: Search) -> Option<Self> {
        let decision = playing.game.decision(seat)?;
        let ticket = Ticket::of(playing, seat)?;
        let Ticket {
            match_id, number, ..
        } = ticket;
        Some(Self {
            ticket,
            view: playing.game.view(Observer::Seat(seat)),
            decision,
            seed: thinking_seed(playing.server_seed(), match_id, seat, number),
            search,
        })
    }

    /// Runs the search. Returns the action; none if the bot finds none.
    pub fn action(&self, bot: Bot) -> Option<Action> {
        let (view, decision, seed) = (&self.view, &self.decision, self.seed);
        match self.search {
            Search::Nodes(nodes) => (bot.think)(view, decision, seed, nodes),
            Search::Level(level) => (bot.play)(level, view, decision, seed),
        }
    }
}
