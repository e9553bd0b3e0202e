//! Records of the matches of a run, as JSON Lines: the referee judges them (`docs/RECORD.md`), and a run goes on from them.

use std::io::BufRead;

use giog_rules::{BySeat, MatchId, PlainRecord, Seat};
use serde::{Deserialize, Serialize};

use crate::contest::Contest;
use crate::error::ArenaError;
use crate::play::{Effort, FaultAt, Played};
use crate::tally::{Item, Summary};

/// A line of the file.
#[derive(Serialize)]
struct Line<'a> {
    match_id: MatchId,
    #[serde(flatten)]
    record: &'a PlainRecord,
    players: Vec<Player<'a>>,
    arena: InArena,
}

/// Who sat at a seat.
#[derive(Serialize)]
struct Player<'a> {
    bot: &'a str,
}

/// What a record tells of the run that it belongs to.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct InArena {
    /// What identifies the run.
    run: String,
    /// The deal, from 0.
    deal: u32,
    /// The pairing, from 0.
    pairing: usize,
    /// The seating, from 0.
    seating: usize,
    /// How many decisions each seat had.
    decisions: Vec<u32>,
    /// How often each seat's program had to be started again.
    restarts: Vec<u32>,
    /// Each seat's points, in games with scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    points: Option<Vec<i64>>,
    /// Where the default was taken instead of an answer.
    faults: Vec<FaultAt>,
}

/// What is read of a line.
#[derive(Deserialize)]
struct ReadLine {
    result: ReadResult,
    arena: InArena,
}

#[derive(Deserialize)]
struct ReadResult {
    winners: Vec<Seat>,
}

/// The line of a match, with its end.
///
/// # Panics
/// If the match was played without making its record.
pub(crate) fn line(contest: &Contest, item: Item, seating: usize, played: &Played) -> String {
    let pairing = contest.pairings()[item.pairing];
    let seated = &contest.seated()[seating];
    let bot = |&who| &*contest.engines()[pairing.engine(who)];
    let efforts = || played.efforts.values();
    let line = Line {
        match_id: contest.seed().match_id(item.pairing, item.deal, seating),
        record: played.record.as_ref().expect("the record was wanted"),
        players: seated
            .seats
            .values()
            .map(|who| Player { bot: bot(who) })
            .collect(),
        arena: InArena {
            run: contest.digest(),
            deal: item.deal,
            pairing: item.pairing,
            seating,
            decisions: efforts().map(|effort| effort.decisions).collect(),
            restarts: efforts().map(|effort| effort.restarts).collect(),
            points: played
                .points
                .map(|points| points.values().copied().collect()),
            faults: played.faults.clone(),
        },
    };
    let mut line = serde_json::to_string(&line).expect("a record is JSON");
    line.push('\n');
    line
}

/// What was played of a run before it stopped.
#[derive(Debug, Default)]
pub struct Before {
    /// The matches of each deal and pairing, in order.
    pub(crate) items: Vec<Vec<Summary>>,
    /// The bytes of the file up to the end of the last complete one. The rest has to be cut off.
    pub bytes: u64,
}

impl Before {
    /// Reads the records of a run up to the last deal of which all matches are there.
    pub fn read(contest: &Contest, mut input: impl BufRead) -> Result<Self, ArenaError> {
        let (digest, matches) = (contest.digest(), contest.seated().len());
        let mut before = Self::default();
        let (mut text, mut item, mut bytes) = (Vec::new(), Vec::new(), 0);
        for number in 1.. {
            text.clear();
            let read = input
                .read_until(b'\n', &mut text)
                .map_err(ArenaError::Read)?;
            // A line without an end was being written when the run stopped.
            if !text.ends_with(b"\n") {
                break;
            }
            bytes += read as u64;
            let line: ReadLine =
                serde_json::from_slice(&text).map_err(|_| ArenaError::NoRecord { line: number })?;
            let expected = Item::of(contest, before.items.len() as u64);
            let arena = &line.arena;
            let is_next = arena.run == digest
                && (arena.deal, arena.pairing) == (expected.deal, expected.pairing)
                && arena.seating == item.len();
            if !is_next {
                return Err(ArenaError::OtherRun { line: number });
            }
            item.push(summary(contest, line));
            if item.len() == matches {
                before.items.push(std::mem::take(&mut item));
                before.bytes = bytes;
            }
        }
        Ok(before)
    }

    /// How many matches it has.
    pub fn matches(&self) -> usize {
        self.items.iter().map(Vec::len).sum()
    }
}

fn summary(contest: &Contest, line: ReadLine) -> Summary {
    let seats = contest.terms().seats();
    let InArena {
        decisions,
        restarts,
        points,
        faults,
        ..
    } = line.arena;
    let of = |list: &[u32], seat: Seat| list.get(seat.index()).copied().unwrap_or_default();
    Summary {
        winners: line.result.winners,
        points: points.map(|points| {
            BySeat::from_fn(seats, |seat| {
                points.get(seat.index()).copied().unwrap_or_default()
            })
        }),
        efforts: BySeat::from_fn(seats, |seat| Effort {
            decisions: of(&decisions, seat),
            restarts: of(&restarts, seat),
            ..Effort::default()
        }),
        faults,
    }
}
