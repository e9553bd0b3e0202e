//! A process of its own for each match: a program then plays one match and nothing else, and no table waits for another one.

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

use giog_client::Refusal;
use giog_protocol::bot::{Place, Turn};
use giog_rules::{Action, MatchId, Options, Outcome, Variant};
use giog_seats::{Answered, Player};
use tokio::time::Instant;

use super::program::Program;
use super::report::Report;

/// Programs with the same command, one for each match.
#[derive(Debug)]
pub struct Crowd {
    command: Vec<String>,
    options: BTreeMap<String, String>,
    most: Duration,
    /// The first one, which waits for its match: so a command that cannot be started is known before.
    first: Option<Program>,
    programs: BTreeMap<MatchId, Program>,
    /// What those of matches that are over did wrong.
    report: Report,
}

impl Crowd {
    /// Starts the first one, with its arguments and options.
    pub fn start(
        command: &[String],
        options: BTreeMap<String, String>,
        most: Duration,
        report: Report,
    ) -> anyhow::Result<Self> {
        let mut crowd = Self {
            command: command.to_vec(),
            options,
            most,
            first: None,
            programs: BTreeMap::new(),
            report,
        };
        crowd.first = Some(crowd.another()?);
        Ok(crowd)
    }

    /// What all of them did wrong.
    pub fn into_report(mut self) -> Report {
        for program in self.programs.values() {
            self.report.add(program.report());
        }
        self.report
    }

    fn another(&self) -> anyhow::Result<Program> {
        let report = self.report.another()?;
        Program::start(&self.command, self.options.clone(), self.most, report)
    }

    /// The program of a match; it is started if there is none.
    fn of(&mut self, id: MatchId) -> anyhow::Result<&mut Program> {
        let program = match (self.programs.remove(&id), self.first.take()) {
            (Some(program), first) => {
                self.first = first;
                program
            }
            (None, Some(first)) => first,
            (None, None) => self.another()?,
        };
        Ok(self.programs.entry(id).or_insert(program))
    }
}

impl Player for Crowd {
    fn plays(&self, _variant: Variant) -> bool {
        true
    }

    async fn begin(&mut self, place: Place, options: Options) -> anyhow::Result<()> {
        self.of(place.match_id)?.begin(place, options).await
    }

    async fn ask(&mut self, turn: Turn, by: Option<Instant>) -> anyhow::Result<()> {
        self.of(turn.place.match_id)?.ask(turn, by).await
    }

    async fn answer(&mut self) -> anyhow::Result<Answered> {
        let programs = self.programs.values_mut();
        let mut answers: Vec<Pin<Box<_>>> = programs.map(|one| Box::pin(one.answer())).collect();
        poll_fn(|context| {
            let polled = answers.iter_mut();
            let mut ready = polled.map(|answer| answer.as_mut().poll(context));
            ready.find(Poll::is_ready).unwrap_or(Poll::Pending)
        })
        .await
    }

    async fn go_on(&mut self) -> anyhow::Result<()> {
        for program in self.programs.values_mut() {
            program.go_on().await?;
        }
        Ok(())
    }

    async fn refused(
        &mut self,
        answered: &Answered,
        refusal: &Refusal,
    ) -> anyhow::Result<Option<Action>> {
        let program = self.of(answered.place.match_id)?;
        program.refused(answered, refusal).await
    }

    async fn withdraw(&mut self, match_id: MatchId) -> anyhow::Result<()> {
        match self.programs.get_mut(&match_id) {
            Some(program) => program.withdraw(match_id).await,
            None => Ok(()),
        }
    }

    async fn end(
        &mut self,
        place: Place,
        outcome: Option<Outcome>,
        record: Option<String>,
    ) -> anyhow::Result<()> {
        if let Some(mut program) = self.programs.remove(&place.match_id) {
            program.end(place, outcome, record).await?;
            self.report.add(program.report());
        }
        Ok(())
    }
}
