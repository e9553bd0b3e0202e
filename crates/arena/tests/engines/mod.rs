//! Engines and runs for tests.

#![allow(dead_code, reason = "every user takes a part")]

use std::sync::{Arc, Mutex};

use giog_arena::{
    ArenaSeed, Asked, Before, Builtin, Choice, Contest, Engine, EngineSpec, Fault, Report, Run,
    Seatings, Start,
};
use giog_bots::Numbers;
use giog_rules::tiles::TilesOptions;
use giog_rules::tiles::mahjong::Length;
use giog_rules::tricks::{self, Ceremony};
use giog_rules::{Decision, Options, Seat, SeenEvent, Terms, Variant, View};

/// An engine that is built in.
pub fn builtin(name: &str) -> EngineSpec {
    EngineSpec::builtin(Builtin::named(name).expect("it is built in"))
}

/// What is played of a game: with the usual options, but of mahjong one hand.
pub fn terms(variant: Variant) -> Terms {
    let length = (variant.id() == "mahjong").then_some(Length::Hand);
    let options = Options {
        tiles: TilesOptions {
            length,
            ..TilesOptions::default()
        },
        ..Options::default()
    };
    let seats = variant.usual_players();
    Terms::new(variant, seats, options, Ceremony::Server).expect("the usual terms")
}

/// A contest between these engines.
pub fn contest(
    variant: Variant,
    seatings: Seatings,
    engines: &[EngineSpec],
    seed: &str,
) -> Contest {
    let names = engines.iter().map(|engine| engine.name().to_owned());
    Contest::new(
        terms(variant),
        ArenaSeed::named(seed),
        seatings,
        names.collect(),
    )
}

/// Plays without records.
pub fn run(contest: &Contest, engines: &[EngineSpec], deals: u32, jobs: usize) -> Report {
    let played = Run::new(contest, engines, deals, jobs).play(None, &mut |_| {});
    played.expect("it is played")
}

/// Plays with records, and goes on with what was played before.
pub fn run_with_records(
    contest: &Contest,
    engines: &[EngineSpec],
    deals: u32,
    jobs: usize,
    before: Before,
) -> (Report, String) {
    let mut records = Vec::new();
    let run = Run {
        before,
        ..Run::new(contest, engines, deals, jobs)
    };
    let report = run
        .play(Some(&mut records), &mut |_| {})
        .expect("it is played");
    (
        report,
        String::from_utf8(records).expect("records are text"),
    )
}

/// Lays any of the listed plays, with random numbers of its own.
pub struct Salted(u64);

impl Salted {
    pub fn spec(salt: u64) -> EngineSpec {
        EngineSpec::made(format!("salted {salt}"), move |_, _| {
            Ok(Box::new(Self(salt)))
        })
    }
}

impl Engine for Salted {
    fn decide(&mut self, asked: &Asked<'_>) -> Result<Choice, Fault> {
        let decision = asked.decision();
        let Some(plays) = decision.plays() else {
            return Ok(Choice::Default);
        };
        let mut numbers = Numbers::new(asked.seed().rotate_left(7) ^ self.0);
        let count = u32::try_from(plays.len()).expect("few plays");
        let pieces = plays[numbers.below(count) as usize].to_string();
        Ok(Choice::Action(tricks::Action::Play { pieces }.into()))
    }
}

/// What an engine was asked with: its seat, what that saw, and the events since it was last asked.
pub type Prompt = (Seat, View, Vec<SeenEvent>);
/// What [`Spy`]s were asked with.
pub type Log = Arc<Mutex<Vec<Prompt>>>;

/// Decides at random, and writes down what it is asked with.
pub struct Spy {
    random: Box<dyn Engine>,
    log: Log,
    told: usize,
}

impl Spy {
    pub fn spec(log: &Log) -> EngineSpec {
        let log = log.clone();
        EngineSpec::made("spy", move |terms, _| {
            let random = Builtin::named("random").expect("it is built in");
            Ok(Box::new(Self {
                random: random.make(terms).expect("it plays every game"),
                log: log.clone(),
                told: 0,
            }))
        })
    }
}

impl Engine for Spy {
    fn listens(&self) -> bool {
        true
    }

    fn begin(&mut self, start: &Start<'_>) {
        self.told = 0;
        self.random.begin(start);
    }

    fn decide(&mut self, asked: &Asked<'_>) -> Result<Choice, Fault> {
        let view = asked.view();
        assert_eq!(view.you(), Some(asked.seat()));
        if let Decision::Tricks(decision) = asked.decision() {
            assert!(decision.must);
        }
        let new = &asked.events()[self.told..];
        self.told = asked.events().len();
        let prompt = (asked.seat(), view, new.to_vec());
        self.log.lock().expect("nobody panicked").push(prompt);
        self.random.decide(asked)
    }
}
