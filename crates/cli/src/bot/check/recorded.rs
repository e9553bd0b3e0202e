//! Recorded turns of all games: random matches, the same every time, as one seat is asked in them.

use std::collections::BTreeSet;

use giog_protocol::bot::{Place, Turn};
use giog_rules::fairness::{MatchSeed, ServerSeed, Stream, match_seed};
use giog_rules::{
    Action, BySeat, Ceremony, Deal, Event, HandedOn, Match, MatchId, Observer, Options, Outcome,
    Seat, SeenEvent, Terms, Variant,
};
use uuid::Uuid;

/// The most actions of a match that are played: a random match on a board can be long.
const MOST_STEPS: usize = 300;
/// The most turns of a match that are kept.
const MOST_TURNS: usize = 10;
/// So many of the first turns are always kept.
const FIRST_TURNS: usize = 4;

/// A match as one seat is asked in it.
pub struct Recorded {
    pub place: Place,
    pub options: Options,
    pub turns: Vec<Asked>,
    /// None if the match was not played to its end.
    pub outcome: Option<Outcome>,
}

/// A turn, with the match in which it is asked.
pub struct Asked {
    pub turn: Turn,
    game: Match,
}

impl Asked {
    /// Whether the action is legal.
    pub fn accepts(&self, action: &Action) -> bool {
        let seat = self.turn.place.you;
        self.game.clone().act(seat, action).is_ok()
    }
}

/// What the seat has seen and done so far.
#[derive(Default)]
struct Watched {
    events: Vec<SeenEvent>,
    taken: u32,
    kinds: BTreeSet<String>,
    has_forced: bool,
}

impl Recorded {
    /// The match of this game with this number.
    ///
    /// # Panics
    /// Never: the game's own terms are good, and listed actions are legal.
    pub fn of(variant: Variant, number: u8) -> Self {
        let seats = *variant.players().start();
        let terms = Terms::new(variant, seats, Options::default(), Ceremony::Players)
            .expect("the usual terms of a game are good");
        let (mut stream, mut lots) = (Stream::new(&seed(number)), Stream::new(&seed(!number)));
        let deal = Deal::from_stream(&terms, HandedOn::default(), &mut stream);
        let started = Match::start(&terms, deal, Some(stream));
        let mut game = started.game;
        let you = game.waiting().next().unwrap_or(Seat::new(0));
        let mut recorded = Self {
            place: Place {
                match_id: MatchId(Uuid::from_u128(u128::from(number) + 1)),
                game: variant,
                seats: u8::try_from(seats).unwrap_or(u8::MAX),
                you,
            },
            options: terms.options(),
            turns: Vec::new(),
            outcome: None,
        };
        let mut watched = Watched::default();
        watched.see(&started.opening, you);
        for _ in 0..MOST_STEPS {
            let Some(seat) = game.waiting().next() else {
                break;
            };
            let decision = game.decision(seat);
            let mut decision = decision.expect("who is waited for decides something");
            game.list_actions(seat, &mut decision);
            let actions = decision.actions().unwrap_or_default();
            if seat == you {
                recorded.keep(&game, &mut watched, decision);
                watched.taken += 1;
            }
            let action = &actions[lots.index(actions.len())];
            let events = game.act(seat, action).expect("listed actions are legal");
            watched.see(&events, you);
        }
        recorded.outcome = game.outcome();
        recorded
    }

    /// Keeps this turn, if it is one of the first or shows something new.
    fn keep(&mut self, game: &Match, watched: &mut Watched, decision: giog_rules::Decision) {
        let asked = serde_json::to_value(&decision).unwrap_or_default();
        let is_new = watched.kinds.insert(asked["do"].to_string());
        let is_forced = decision.actions().is_some_and(|actions| actions.len() == 1);
        let is_first_forced = is_forced && !std::mem::replace(&mut watched.has_forced, is_forced);
        let is_wanted = self.turns.len() < FIRST_TURNS || is_new || is_first_forced;
        if is_wanted && self.turns.len() < MOST_TURNS {
            let view = game.view(Observer::Seat(self.place.you));
            let events = std::mem::take(&mut watched.events);
            let turn = self.place.turn(watched.taken, None, view, events, decision);
            let game = game.clone();
            self.turns.push(Asked { turn, game });
        }
    }
}

impl Watched {
    fn see(&mut self, events: &[Event], you: Seat) {
        let told = events.iter().filter(|event| event.is_told());
        self.events
            .extend(told.map(|event| event.seen_by(Observer::Seat(you))));
    }
}

fn seed(number: u8) -> MatchSeed {
    let entropy = BySeat::new(0);
    match_seed(
        &ServerSeed::new([number; 32]),
        MatchId(Uuid::nil()),
        &entropy,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_turns_whose_fallback_is_legal() {
        for variant in Variant::ALL {
            let recorded = Recorded::of(variant, 1);
            assert!(recorded.turns.len() >= 2, "{variant}");
            for asked in &recorded.turns {
                let fallback = asked.turn.fallback().expect("the board is seen");
                assert!(asked.accepts(&fallback), "{variant}: {fallback:?}");
            }
        }
    }
}
