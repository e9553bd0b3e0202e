//! A match that was played once, with everything that everybody received; and the same match played again with other pieces.

use std::ops::Range;

use giog_rules::record::By;
use giog_rules::{Action, Stage};

use crate::author::Author;
use crate::chance::Chance;
use crate::gathering::gather;
use crate::log::Log;
use crate::redeal::Other;
use crate::script::{RoomQuery, Step};
use crate::server::Opening;
use crate::table::Table;
use crate::test_server::{Heard, TestServer};
use crate::truth::{Deed, Truth};
use crate::turned::{Fate, Ranks};

/// The most steps of a match: many more than a match has.
const MOST_STEPS: usize = 400;

/// A match, from the creation of the room on, with everything that everybody received.
pub struct Played {
    pub table: Table,
    pub opening: Opening,
    pub steps: Vec<PlayedStep>,
    pub deeds: Vec<Deed>,
    /// The fate of each action, by the end of the match.
    pub fates: Vec<Fate>,
    pub heard: Vec<Heard>,
    pub log: String,
    /// The combinations of the game.
    pub ranks: Ranks,
}

/// A step that was done.
pub struct PlayedStep {
    pub step: Step,
    /// The actions in it, of people, the clock and bots.
    pub deeds: Range<usize>,
    /// The number of frames of all people after it.
    pub heard: usize,
    /// The number of log lines after it.
    pub logged: usize,
    /// Whether the match was over after it.
    pub over: bool,
}

impl PlayedStep {
    /// The action of a step, if it is one.
    pub fn own_deed(&self) -> Option<usize> {
        matches!(self.step, Step::Act { .. }).then_some(self.deeds.start)
    }
}

/// What people received of a match that was played again, up to some step.
pub struct Again {
    pub heard: Vec<Heard>,
    /// The answers of REST, in the order of the requests.
    pub answers: Vec<Answered>,
    pub log: String,
}

/// A request to REST with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    pub question: RoomQuery,
    pub answer: String,
}

impl Played {
    /// Plays a match at a table.
    pub fn new(table: &Table) -> Self {
        let log = Log::default();
        log.during(async || play(table, &log).await)
    }

    /// Plays it again up to and with step `until`, and then sends the REST requests; with another deal, if one is given.
    pub fn again(&self, other: Option<&Other>, until: usize, questions: &[RoomQuery]) -> Again {
        let log = Log::default();
        log.during(async || {
            let deal = other.map_or(&self.opening.deal, |other| &other.deal);
            let mut server = TestServer::open(&self.table, Some(deal.clone())).await;
            gather(&self.table, &mut server).await;
            for (index, done) in self.steps[..=until].iter().enumerate() {
                let step = other.map_or_else(|| done.step.clone(), |other| other.step(index, done));
                step.perform(&self.table, &mut server).await;
            }
            let mut truth = Truth::new(&server.opening());
            truth.learn(&server.store().entries_after(&mut 0));
            if let Some(other) = other {
                let actions = truth.deeds.iter().map(|deed| &deed.action);
                assert!(
                    actions.eq(&other.actions),
                    "the match went otherwise than it was to: this is a mistake of the test"
                );
            }
            Again {
                heard: server.heard(),
                answers: ask(&server, questions).await,
                log: log.text(),
            }
        })
    }
}

async fn play(table: &Table, log: &Log) -> Played {
    let mut server = TestServer::open(table, None).await;
    gather(table, &mut server).await;
    let mut seen = 0;
    let opening = server.opening();
    let mut truth = Truth::new(&opening);
    let ranks = Ranks::of(table.variant);
    let mut author = Author::new(table, &ranks, Chance::new(table.seed_of(0x5ec2)));
    let mut steps: Vec<PlayedStep> = Vec::new();
    while truth.game.stage() != Stage::Over {
        assert!(
            steps.len() < MOST_STEPS,
            "{table:?} does not come to an end"
        );
        let step = author.next(&truth, &server.heard());
        let first = truth.deeds.len();
        step.perform(table, &mut server).await;
        truth.learn(&server.store().entries_after(&mut seen));
        check_taken(&step, &truth.deeds[first..]);
        steps.push(PlayedStep {
            step,
            deeds: first..truth.deeds.len(),
            heard: server.heard_count(),
            logged: log.text().len(),
            over: truth.game.stage() == Stage::Over,
        });
    }
    Played {
        table: table.clone(),
        opening,
        steps,
        fates: ranks.fates(&truth.deeds, table.seats),
        deeds: truth.deeds,
        heard: server.heard(),
        log: log.text(),
        ranks,
    }
}

/// Checks that requests were accepted or refused as in the script.
fn check_taken(step: &Step, deeds: &[Deed]) {
    let players = deeds.iter().filter(|deed| deed.by == By::Player).count();
    match step {
        Step::Act { seat, action, .. } => {
            let first = deeds.first().map(|deed| (deed.seat, &deed.action));
            assert_eq!(first, Some((*seat, action)), "a legal action was not taken");
            assert_eq!(players, 1);
        }
        _ => assert_eq!(players, 0, "{step:?} was taken"),
    }
}

/// Sends the requests to REST.
pub async fn ask(server: &TestServer, questions: &[RoomQuery]) -> Vec<Answered> {
    let mut answers = Vec::new();
    for question in questions {
        answers.push(Answered {
            question: question.clone(),
            answer: server.get(&question.path, question.caller).await,
        });
    }
    answers
}

/// The differences of the other deal, for failure messages.
pub fn describe(deeds: &[Deed], actions: &[Action]) -> String {
    let both = deeds.iter().zip(actions).enumerate();
    let lines = both.filter(|(_, (deed, action))| deed.action != **action);
    let lines = lines.map(|(number, (deed, action))| {
        let (seat, before) = (deed.seat, &deed.action);
        format!("  action {number}, of seat {seat}: {action:?} instead of {before:?}")
    });
    lines.collect::<Vec<_>>().join("\n")
}
