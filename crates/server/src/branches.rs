//! Branches of finished matches: computed behind everything that plays, and kept nowhere.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use giog_protocol::ErrorCode;
use giog_protocol::rest::{BranchInput, ProblemCode};
use giog_rooms::{Bot, Branched, NoBranch, branch};
use giog_rules::record::BadRecord;
use giog_rules::{Action, MatchId, Record};

use crate::cost::{AddressRate, Costs, Rate};
use crate::places::{BRANCHES, Places};
use crate::problem::RestError;
use crate::records::{HeldRecord, Hold};
use crate::workers::Workers;

/// Branches whose bots' decisions are known for whoever plays on: many more than are played at a time.
const KNOWN: usize = 128;
/// Decisions of a branch that are kept for that: those of nearly all whole matches. All together take some MiB.
const KNOWN_DECISIONS: usize = 512;

/// What branches need.
pub(crate) struct Branches {
    places: Places,
    workers: Workers,
    /// How many milliseconds bots may think for an address: a purse of its own, so that it never keeps anybody from playing.
    thinking_ms: Arc<AddressRate>,
    known: Arc<Known>,
}

/// What bots decided in the branches that were played last, the latest last. Without it the same comes out, and takes longer.
#[derive(Default)]
struct Known(Mutex<VecDeque<(Key, Vec<Action>)>>);

/// A branch: its match, and what it follows from.
#[derive(Clone, PartialEq, Eq)]
struct Key(MatchId, BranchInput);

impl Key {
    fn of(match_id: MatchId, asked: &BranchInput) -> Self {
        let left_out = 0;
        Self(
            match_id,
            BranchInput {
                left_out,
                ..asked.clone()
            },
        )
    }

    /// The branch before its last play.
    fn before(mut self) -> Self {
        self.1.plays.pop();
        self
    }
}

impl Known {
    fn lock(&self) -> MutexGuard<'_, VecDeque<(Key, Vec<Action>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a branch: all of it, or that before its last play.
    fn find(&self, key: &Key) -> Vec<Action> {
        let kept = self.lock();
        let of = |key: &Key| kept.iter().rev().find(|(kept, _)| kept == key);
        let found = of(key).or_else(|| of(&key.clone().before()));
        found
            .map(|(_, decided)| decided.clone())
            .unwrap_or_default()
    }

    fn keep(&self, key: Key, decided: Vec<Action>) {
        let mut kept = self.lock();
        kept.retain(|(other, _)| *other != key);
        if decided.len() <= KNOWN_DECISIONS {
            kept.push_back((key, decided));
        }
        let too_many = kept.len().saturating_sub(KNOWN);
        kept.drain(..too_many);
    }
}

impl Branches {
    /// Addresses are charged for the decisions of bots.
    pub fn new(costs: &Costs) -> Self {
        let thinking_ms = AddressRate::by_address(costs, |limits| {
            Rate::per_minute(limits.branch_ms_per_minute)
        });
        Self {
            places: Places::new(BRANCHES, costs.addresses.clone()),
            workers: Workers::for_branches(BRANCHES.all),
            thinking_ms: Arc::new(thinking_ms),
            known: Arc::default(),
        }
    }

    /// Plays a branch of a record, for an address; gives it as JSON. If nobody waits for it any more when it is being played, it is finished,
    /// charged and known all the same, and has its place until then.
    pub async fn play(
        &self,
        address: IpAddr,
        record: HeldRecord,
        asked: BranchInput,
    ) -> Result<(Vec<u8>, Hold), RestError> {
        let admitted = self.thinking_ms.admit(address);
        admitted.map_err(RestError::too_much)?;
        let place = self.places.take(address)?;
        let (known, thinking_ms) = (Arc::clone(&self.known), Arc::clone(&self.thinking_ms));
        let work = move || {
            let _place = place;
            let HeldRecord { bytes, hold } = record;
            let record: Record = serde_json::from_slice(&bytes).ok()?;
            let key = Key::of(record.match_id, &asked);
            let Branched {
                branch,
                cost_us,
                decided,
            } = branch(&record, &asked, Bot::default(), known.find(&key));
            thinking_ms.charge(address, cost_us / 1_000);
            if branch.is_ok() {
                known.keep(key, decided);
            }
            Some((branch, hold))
        };
        let done = self.workers.run(work).await?;
        let (branch, hold) = done.ok_or(ProblemCode::Internal)?;
        let branch = branch.map_err(|no| refusal(&no))?;
        let bytes = serde_json::to_vec(&branch).map_err(|error| {
            tracing::error!(%error, "a branch cannot be written");
            ProblemCode::Internal
        })?;
        let hold = hold.resized(bytes.len())?;
        Ok((bytes, hold))
    }
}

fn refusal(no: &NoBranch) -> RestError {
    let code = match no {
        NoBranch::NoSeat => return ErrorCode::NoSuchSeat.into(),
        NoBranch::NoLevel(_) => return ErrorCode::NoSuchLevel.into(),
        NoBranch::NoDecision | NoBranch::NoBots | NoBranch::Record(BadRecord::Rules(_)) => {
            ProblemCode::NoBranch
        }
        NoBranch::Refused { .. } => ProblemCode::BadPlay,
        NoBranch::TooLong => ProblemCode::BranchTooLong,
        NoBranch::Record(_) | NoBranch::Stuck => {
            tracing::error!(error = %no, "a branch cannot be played");
            ProblemCode::Internal
        }
    };
    RestError::Explained(code, no.to_string())
}
