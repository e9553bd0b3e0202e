//! What a run has found, for people and programs.

use giog_rules::tricks::Ceremony;
use giog_rules::{Options, Variant};
use serde::Serialize;

use crate::contest::Contest;
use crate::statistics::{Interval, Sprt, SprtState};
use crate::tally::{EngineTally, PairingTally, Tally, fair};

/// What a run has found. The same run gives the same report, but for the times.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The game.
    pub variant: Variant,
    /// The number of players.
    pub seats: u8,
    /// The options in force.
    pub options: Options,
    /// Who made the choices before the first lead.
    pub ceremony: Ceremony,
    /// The name of the seed.
    pub seed: String,
    /// Which seatings were played: `both` or `alone`.
    pub seatings: &'static str,
    /// The fair share of a side.
    pub fair: f64,
    /// How many matches were played.
    pub matches: u64,
    /// The engines.
    pub engines: Vec<EngineReport>,
    /// Each engine against each other.
    pub pairings: Vec<PairingReport>,
}

/// An engine in all its matches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EngineReport {
    /// Its name.
    pub name: String,
    /// How many decisions it was asked for.
    pub decisions: u64,
    /// How often the default was taken instead of an answer.
    pub faults: Faults,
    /// How often its program had to be started again.
    pub restarts: u64,
    /// Its mean gain over all others, where each deal is one value; null if only the first one of each pairing was alone.
    pub gain: Option<Interval>,
    /// How long it took; null if nobody measured.
    pub times: Option<Times>,
}

/// How often the default was taken instead of an answer, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Faults {
    /// The answer was no legal action.
    pub illegal: u64,
    /// There was no answer in time.
    pub late: u64,
    /// The program ended.
    pub crashed: u64,
    /// The program was not asked any more in that match.
    pub gone: u64,
}

impl Faults {
    /// All of them.
    pub const fn total(&self) -> u64 {
        self.illegal + self.late + self.crashed + self.gone
    }
}

/// How long decisions took.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Times {
    /// The mean, in microseconds.
    pub mean_us: f64,
    /// The longest, in microseconds.
    pub longest_us: f64,
}

/// Two engines against each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairingReport {
    /// The name of the first one.
    pub first: String,
    /// The name of the second one.
    pub second: String,
    /// How many deals they played, each in all seatings.
    pub deals: u32,
    /// The share of the wins of the first one alone on a side, the second one everywhere else.
    pub alone: Option<Interval>,
    /// The share of the wins of the second one alone on a side; null if that was not played.
    pub other: Option<Interval>,
    /// By how much the first one's share is greater: half the difference of both shares; if only the first one was alone, the difference
    /// from the fair share.
    pub gain: Option<Interval>,
    /// The points a match of the first one alone on a side; null in games without scores.
    pub points: Option<Interval>,
    /// The sequential test, if one was made.
    pub sprt: Option<SprtState>,
}

impl Report {
    pub(crate) fn of(contest: &Contest, tally: &Tally, sprt: Option<&Sprt>) -> Self {
        let terms = contest.terms();
        let names = contest.engines().iter();
        let pairings = contest.pairings().iter().zip(&tally.pairings);
        Self {
            variant: terms.variant(),
            seats: u8::try_from(terms.seats()).expect("a table has few seats"),
            options: terms.options(),
            ceremony: terms.ceremony(),
            seed: contest.seed().name().to_owned(),
            seatings: contest.seatings().name(),
            fair: fair(contest),
            matches: tally.matches,
            engines: names
                .zip(&tally.engines)
                .map(|(name, tally)| EngineReport::of(name, tally))
                .collect(),
            pairings: pairings
                .map(|(pairing, tally)| {
                    let name = |engine: usize| contest.engines()[engine].clone();
                    PairingReport::of(name(pairing.first), name(pairing.second), tally, sprt)
                })
                .collect(),
        }
    }

    /// How often the default was taken instead of an answer, of all engines.
    pub fn faults(&self) -> u64 {
        self.engines
            .iter()
            .map(|engine| engine.faults.total())
            .sum()
    }
}

impl EngineReport {
    #[expect(clippy::cast_precision_loss, reason = "times are shown rounded")]
    fn of(name: &str, tally: &EngineTally) -> Self {
        let us = |ns: u64| ns as f64 / 1e3;
        let times = Times {
            mean_us: us(tally.time_ns) / (tally.decisions.max(1) as f64),
            longest_us: us(tally.longest_ns),
        };
        Self {
            name: name.to_owned(),
            decisions: tally.decisions,
            faults: Faults {
                illegal: tally.illegal,
                late: tally.late,
                crashed: tally.crashed,
                gone: tally.gone,
            },
            restarts: tally.restarts,
            gain: tally.gain.interval(Some((-1.0, 1.0))),
            times: (tally.longest_ns > 0).then_some(times),
        }
    }
}

impl PairingReport {
    fn of(first: String, second: String, tally: &PairingTally, sprt: Option<&Sprt>) -> Self {
        Self {
            first,
            second,
            deals: tally.alone.count(),
            alone: tally.alone.interval(Some((0.0, 1.0))),
            other: tally.other.interval(Some((0.0, 1.0))),
            gain: tally.gain.interval(Some((-1.0, 1.0))),
            points: tally.points.interval(None),
            sprt: sprt.map(|sprt| sprt.after(&tally.gain)),
        }
    }
}
