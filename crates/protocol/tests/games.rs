//! `web/tests/games.jsonl`: a match of each game in the messages for a seat and for spectators, with the snapshots that the server would
//! send at some moments. The page's tests compute the same snapshots from the events alone, and check everything against the types of
//! `web/types`.

use std::path::Path;

use giog_protocol::server::{GameEvent, OpenedSeal, SealView};
use giog_rules::fairness::{ServerSeed, Stream, match_seed, seal};
use giog_rules::record::By;
use giog_rules::tricks::{self, Ask};
use giog_rules::{
    Action, BySeat, Ceremony, Deal, Event, HandedOn, Match, MatchId, Observer, Options, Seat,
    Stage, Terms, Variant,
};
use serde_json::{Value, json};
use uuid::Uuid;

/// The number of events between two snapshots.
const EVENTS_A_LOOK: usize = 8;
/// One in so many plays that may be taken back is.
const PLAYS_A_TAKE_BACK: u32 = 8;

/// A match that is played at random, and the messages that one observer gets.
struct Recorded {
    game: Match,
    observer: Observer,
    seed: ServerSeed,
    match_id: MatchId,
    events: usize,
    lines: Vec<Value>,
    seats: usize,
}

impl Recorded {
    fn start(variant: Variant, seats: usize, observer: Observer) -> (Self, Stream) {
        let number = Variant::ALL.iter().position(|&one| one == variant);
        let number = u8::try_from(number.expect("it is one of all")).expect("there are few games");
        let (seed, match_id) = (ServerSeed::new([number; 32]), MatchId(Uuid::from_u128(7)));
        let options = Options::default();
        let terms = Terms::new(variant, seats, options, Ceremony::Players).expect("usual terms");
        let entropy = BySeat::new(seats);
        let mut stream = Stream::new(&match_seed(&seed, match_id, &entropy));
        let deal = Deal::from_stream(&terms, HandedOn::default(), &mut stream);
        let started = Match::start(&terms, deal, None);
        let mut told = Self {
            game: started.game,
            observer,
            seed,
            match_id,
            events: 0,
            lines: Vec::new(),
            seats,
        };
        told.tell(&started.opening);
        (told, stream)
    }

    /// Adds the messages for the new events, and from time to time a snapshot.
    fn tell(&mut self, events: &[Event]) {
        for event in events {
            let event = self.event(event);
            self.lines.push(json!({ "event": event }));
            self.events += 1;
        }
        if self.events / EVENTS_A_LOOK > (self.events - events.len()) / EVENTS_A_LOOK
            || self.game.stage() == Stage::Over
        {
            let view = self.game.view(self.observer);
            let decision = match self.observer {
                Observer::Seat(seat) => self.game.decision(seat),
                Observer::Spectator => None,
            };
            self.lines
                .push(json!({ "view": view, "decision": decision }));
        }
    }

    fn event(&self, event: &Event) -> GameEvent {
        let seal = |sealed| seal(&self.seed, self.match_id, sealed);
        GameEvent {
            event: event.seen_by(self.observer),
            by: By::Player,
            at_ms: self.events as u64 * 1000,
            seals: Vec::new(),
            sealed: event.sealed().first().map(|sealed| SealView {
                label: sealed.label,
                commitment: seal(sealed).commitment,
                nonce: (self.observer.is(sealed.label.seat())).then(|| seal(sealed).nonce),
            }),
            opened: (event.opened().iter())
                .map(|sealed| OpenedSeal {
                    label: sealed.label,
                    text: sealed.text.clone(),
                    nonce: seal(sealed).nonce,
                    by: By::Player,
                })
                .collect(),
        }
    }

    fn play(&mut self, stream: &mut Stream) {
        while self.game.stage() != Stage::Over {
            let seats: Vec<Seat> = (0..self.seats).map(Seat::new).collect();
            let may = |&&seat: &&Seat| self.game.decision(seat).is_some();
            let seats: Vec<Seat> = seats.iter().filter(may).copied().collect();
            let seat = seats[stream.index(seats.len())];
            if let Some(action) = self.choice(seat, stream) {
                let events = self.game.act(seat, &action).expect("a legal action");
                self.tell(&events);
            }
        }
    }

    /// A random legal action of a seat, or none.
    fn choice(&self, seat: Seat, stream: &mut Stream) -> Option<Action> {
        let mut one = |stacks: &[u8]| i64::from(stacks[stream.index(stacks.len())]);
        let decision = self.game.decision(seat)?;
        match decision.tricks().expect("a trick game").ask.clone() {
            Ask::Reveal { stacks } => Some(Action::Tricks(giog_rules::tricks::Action::Reveal {
                stack: one(&stacks),
            })),
            Ask::Take { stacks } => Some(Action::Tricks(giog_rules::tricks::Action::Take {
                stack: one(&stacks),
            })),
            Ask::Expose { stacks } => Some(Action::Tricks(giog_rules::tricks::Action::Expose {
                stack: one(&stacks),
            })),
            Ask::Throw { signs, .. } => Some(Action::Tricks(giog_rules::tricks::Action::Throw {
                sign: signs[stream.index(signs.len())],
            })),
            Ask::End { ends } => Some(Action::Tricks(giog_rules::tricks::Action::End {
                end: ends[stream.index(ends.len())],
            })),
            Ask::Order { stacks } => {
                let mut stacks: Vec<i64> = (0..i64::from(stacks)).collect();
                stream.shuffle(&mut stacks);
                Some(Action::Tricks(giog_rules::tricks::Action::Order { stacks }))
            }
            Ask::Play { plays, .. } => match plays.filter(|plays| !plays.is_empty()) {
                Some(plays) => Some(Action::Tricks(giog_rules::tricks::Action::Play {
                    pieces: plays[stream.index(plays.len())].to_string(),
                })),
                None => decision.default_action(),
            },
            Ask::TakeBack { .. } => (stream.uniform(PLAYS_A_TAKE_BACK) == 0)
                .then_some(Action::Tricks(giog_rules::tricks::Action::TakeBack)),
        }
    }
}

/// A match of each game for each kind of observer, a line for each.
fn written() -> String {
    let mut lines = String::new();
    for variant in tricks::Variant::ALL.map(Variant::from) {
        let seats = *variant.players().end().min(&4);
        for observer in [Observer::Seat(Seat::new(0)), Observer::Spectator] {
            let (mut told, mut stream) = Recorded::start(variant, seats, observer);
            told.play(&mut stream);
            let you = match observer {
                Observer::Seat(seat) => Some(seat),
                Observer::Spectator => None,
            };
            let terms = Terms::new(variant, seats, Options::default(), Ceremony::Players);
            let options = terms.expect("usual terms").options();
            let told = told.lines;
            let line = json!({ "variant": variant, "seats": seats, "options": options, "you": you, "told": told });
            lines += &line.to_string();
            lines.push('\n');
        }
    }
    lines
}

#[test]
fn the_games_that_the_tests_of_the_page_know_are_as_they_are_told() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/tests/games.jsonl");
    let written = written();
    if std::env::var_os("GIOG_TEST_UPDATE").is_some() {
        std::fs::write(&path, written).expect("the file is written");
        return;
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = written
        .lines()
        .zip(there.lines())
        .position(|(new, old)| new != old);
    assert!(
        written == there,
        "web/tests/games.jsonl is not what is told of games any more (line {}): run this test with GIOG_TEST_UPDATE=1, and \
         see whether the difference is meant",
        differs.map_or(0, |line| line + 1)
    );
}
