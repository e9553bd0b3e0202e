//! Records of random matches.

use giog_rules::fairness::{
    Commitment, Entropy, EntropyCommitment, PublicKey, Signer, entropy_commitment, seal,
    seed_commitment,
};
use giog_rules::record::{
    By, Closing, Player, Record, RecordAction, RecordStatus, StandIn, StartFacts,
};
use giog_rules::tricks::{Event, Variant};
use giog_rules::{
    BySeat, CheckName, MatchId, PlayerId, Proof, RULES_VERSION, Receipt, Report, Stage, Timestamp,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use uuid::Uuid;

use super::{Played, Setup, setups_among};

/// 2026-01-31T12:00:00Z.
const STARTED_MS: i64 = 1_769_860_800_000;

pub fn operator() -> Signer {
    Signer::new(&[7; 32])
}

pub fn start_facts(setup: &Setup) -> StartFacts {
    let seats = setup.terms.seats();
    let committed = |seat, entropy: &Entropy| {
        EntropyCommitment(
            (!entropy.is_none()).then(|| entropy_commitment(setup.match_id, seat, entropy)),
        )
    };
    StartFacts {
        match_id: setup.match_id,
        rules: RULES_VERSION,
        variant: setup.terms.variant().into(),
        seats: u8::try_from(seats).expect("few seats"),
        options: setup.terms.options().into(),
        ceremony: setup.terms.ceremony(),
        // The winner of the room's previous match has the row of six, or exposes.
        previous: setup.previous_winner.map(|_| MatchId(Uuid::from_u128(99))),
        players: BySeat::from_fn(seats, |seat| {
            if setup.entropy[seat].is_none() {
                Player::Bot {
                    bot: "steady".to_owned(),
                }
            } else {
                Player::Person {
                    id: PlayerId(Uuid::from_u128(seat.index() as u128)),
                }
            }
        }),
        seed_commitment: seed_commitment(setup.match_id, &setup.server_seed),
        entropy_commitments: setup.entropy.map(committed),
        entropy: setup.entropy.clone(),
    }
}

pub fn closing(setup: &Setup, played: &Played) -> Closing {
    let facts = start_facts(setup);
    let by_server = setup.start().steps.len();
    let actions = played
        .steps
        .iter()
        .enumerate()
        .map(|(index, step)| RecordAction {
            seat: step.seat,
            action: step.action.clone().into(),
            at_ms: index as u64 * 1500,
            by: if index < by_server {
                By::Server
            } else if index % 5 == 4 {
                By::Clock
            } else {
                By::Player
            },
        });
    let commitments = played
        .steps
        .iter()
        .flat_map(|step| &step.events)
        .filter_map(Event::sealed)
        .map(|sealed| Commitment {
            label: sealed.label,
            commitment: seal(&setup.server_seed, setup.match_id, sealed).commitment,
        });
    Closing {
        start_signature: operator().sign_start(&facts),
        start: facts,
        stand_ins: BySeat::from_fn(setup.terms.seats(), |seat| match seat.index() {
            1 => vec![StandIn {
                from: 3,
                to: 9,
                by: By::Bot,
            }],
            _ => Vec::new(),
        }),
        deal: played.game.deal().clone().into(),
        actions: actions.collect(),
        status: if played.game.stage() == Stage::Over {
            RecordStatus::Over
        } else {
            RecordStatus::Abandoned
        },
        started_at: Timestamp::from_unix_ms(STARTED_MS),
        ended_at: Timestamp::from_unix_ms(STARTED_MS + 600_000),
        server_seed: setup.server_seed.clone(),
        commitments: commitments.collect(),
    }
}

pub fn record(setup: &Setup, most: usize) -> Record {
    Record::sign(closing(setup, &setup.play(most, |_, _| ())), &operator())
        .expect("a played match can be recorded")
}

/// The receipt of the first person.
pub fn receipt(record: &Record) -> Receipt {
    let fairness = &record.fairness;
    let seat = fairness
        .entropy
        .iter()
        .find(|(_, entropy)| !entropy.is_none())
        .map(|(seat, _)| seat);
    let seat = seat.expect("a person plays");
    Receipt {
        match_id: record.match_id,
        seed_commitment: fairness.seed_commitment,
        seat,
        entropy: fairness.entropy[seat].clone(),
        start_signature: fairness.start_signature,
        commitments: fairness
            .commitments
            .iter()
            .skip(1)
            .step_by(2)
            .copied()
            .collect(),
        late: false,
    }
}

pub fn known() -> [PublicKey; 1] {
    [operator().public_key()]
}

pub fn failed(report: &Report) -> Vec<CheckName> {
    report
        .checks
        .iter()
        .filter(|check| check.result == Proof::Fail)
        .map(|check| check.name)
        .collect()
}

/// A fixed match.
pub fn some_setup(wanted: impl Fn(&Setup) -> bool) -> Setup {
    some_setup_of(&mut TestRunner::deterministic(), wanted)
}

/// A fixed match of a game, independent of other games.
pub fn some_setup_in(variant: Variant, wanted: impl Fn(&Setup) -> bool) -> Setup {
    next_setup(&[variant], &mut TestRunner::deterministic(), wanted)
}

/// The next value of a test runner.
pub fn some_setup_of(runner: &mut TestRunner, wanted: impl Fn(&Setup) -> bool) -> Setup {
    next_setup(&Variant::ALL, runner, wanted)
}

fn next_setup(
    variants: &[Variant],
    runner: &mut TestRunner,
    wanted: impl Fn(&Setup) -> bool,
) -> Setup {
    std::iter::repeat_with(|| {
        setups_among(variants)
            .new_tree(runner)
            .expect("setups have no filter")
            .current()
    })
    .find(wanted)
    .expect("repeated for ever")
}
