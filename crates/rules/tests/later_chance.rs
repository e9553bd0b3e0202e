//! Records of games with random numbers during the match (further walls, throws after the last bet) and with decisions that are taken
//! together: contradictions to the seeds or the commitments are detected.

use giog_rules::fairness::{
    Commitment, Entropy, EntropyCommitment, ServerSeed, Signer, Stream, match_seed, seal,
    seed_commitment,
};
use giog_rules::record::{
    BadRecord, By, Closing, Player, Record, RecordAction, RecordStatus, StartFacts,
};
use giog_rules::tiles::{TilesOptions, TilesTerms, TilesVariant};
use giog_rules::{
    BySeat, Ceremony, CheckName, Deal, Event, HandedOn, Judgement, Match, MatchId, Proof,
    RULES_VERSION, Sealed, Stage, Terms, Timestamp, judge_line, replay, verify,
};
use uuid::Uuid;

/// 2026-01-31T12:00:00Z.
const STARTED_MS: i64 = 1_769_860_800_000;
const MATCH_ID: MatchId = MatchId(Uuid::from_u128(7));

/// The games with their seats, and options with which there is a second deal.
fn games() -> impl Iterator<Item = (TilesVariant, usize, &'static str)> {
    TilesVariant::ALL.into_iter().map(|game| {
        let players = game.players();
        let options = match TilesOptions::defaults(game).rounds {
            Some(_) => r#"{"rounds":3}"#,
            None => r#"{"length":"round","min_faan":0}"#,
        };
        (game, 3.clamp(*players.start(), *players.end()), options)
    })
}

fn operator() -> Signer {
    Signer::new(&[7; 32])
}

/// How long a match is played.
#[derive(Clone, Copy, PartialEq)]
enum Until {
    /// To its end.
    End,
    /// To the end of its first deal.
    FirstDeal,
    /// For this number of actions.
    Actions(usize),
}

/// The default actions of all players, with their sealed content.
fn play_defaults(game: &mut Match, until: Until) -> (Vec<RecordAction>, Vec<Sealed>) {
    let (mut actions, mut sealed) = (Vec::new(), Vec::new());
    while game.stage() != Stage::Over && until != Until::Actions(actions.len()) {
        let seat = game.waiting().next().expect("somebody is waited for");
        let action = game.default_action(seat).expect("there is a default");
        let events = game.act(seat, &action).expect("a default is legal");
        sealed.extend(events.iter().flat_map(Event::sealed).cloned());
        actions.push(RecordAction {
            seat,
            action,
            at_ms: 1_000 * actions.len() as u64,
            by: By::Clock,
        });
        if until == Until::FirstDeal && events.iter().any(Event::is_reveal) {
            break;
        }
    }
    (actions, sealed)
}

fn record(game: (TilesVariant, usize, &str)) -> Record {
    record_until(game, Until::End)
}

fn record_until((variant, seats, options): (TilesVariant, usize, &str), until: Until) -> Record {
    let options = serde_json::from_str(options).expect("options");
    let terms = Terms::Tiles(TilesTerms::new(variant, seats, options).expect("terms"));
    let server_seed = ServerSeed::new([5; 32]);
    let entropy = BySeat::from_fn(seats, |_| Entropy::default());
    let mut stream = Stream::new(&match_seed(&server_seed, MATCH_ID, &entropy));
    let deal = Deal::from_stream(&terms, HandedOn::default(), &mut stream);
    let mut game = Match::start(&terms, deal, Some(stream)).game;
    let (actions, sealed) = play_defaults(&mut game, until);
    let start = StartFacts {
        match_id: MATCH_ID,
        rules: RULES_VERSION,
        variant: variant.into(),
        seats: u8::try_from(seats).expect("few seats"),
        options: terms.options(),
        ceremony: Ceremony::Players,
        previous: None,
        players: BySeat::from_fn(seats, |_| Player::Bot {
            bot: "steady".to_owned(),
        }),
        seed_commitment: seed_commitment(MATCH_ID, &server_seed),
        entropy_commitments: BySeat::from_fn(seats, |_| EntropyCommitment(None)),
        entropy,
    };
    let commitments = sealed.iter().map(|sealed| Commitment {
        label: sealed.label,
        commitment: seal(&server_seed, MATCH_ID, sealed).commitment,
    });
    let closing = Closing {
        start_signature: operator().sign_start(&start),
        start,
        stand_ins: BySeat::from_fn(seats, |_| Vec::new()),
        deal: game.deal(),
        actions,
        status: match game.stage() {
            Stage::Over => RecordStatus::Over,
            _ => RecordStatus::Abandoned,
        },
        started_at: Timestamp::from_unix_ms(STARTED_MS),
        ended_at: Timestamp::from_unix_ms(STARTED_MS + 600_000),
        commitments: commitments.collect(),
        server_seed,
    };
    Record::sign(closing, &operator()).expect("it was played")
}

/// The failing checks after the operator has signed it.
fn failed(mut record: Record) -> Vec<CheckName> {
    record.signature = operator().sign_record(&record.unsigned_bytes());
    let report = verify(&record.canonical_bytes(), None, &[operator().public_key()]);
    let failed = report.checks.iter();
    let failed = failed.filter(|check| check.result == Proof::Fail);
    failed.map(|check| check.name).collect()
}

/// A wall with two different tiles exchanged. Every tile has two characters.
fn other_wall(wall: &str) -> String {
    let mut tiles: Vec<&str> = (0..wall.len())
        .step_by(2)
        .map(|at| &wall[at..at + 2])
        .collect();
    let other = tiles.iter().position(|&tile| tile != tiles[0]);
    tiles.swap(0, other.expect("not all tiles are the same"));
    tiles.concat()
}

fn expect(record: &Record, name: CheckName, alter: impl FnOnce(&mut Record)) {
    let mut altered = record.clone();
    alter(&mut altered);
    let failed = failed(altered);
    assert!(
        failed.contains(&name),
        "{}: {name:?} is not among {failed:?}",
        record.variant
    );
}

#[test]
fn what_is_dealt_and_thrown_later_is_proven() {
    for game in games() {
        let record = record(game);
        assert_eq!(failed(record.clone()), [], "{}", record.variant);
        let deals = record.walls.len() + record.throws.len();
        assert!(deals >= 2, "{}: chance goes on", record.variant);
        expect(&record, CheckName::Shuffle, |record| {
            if let Some(wall) = record.walls.last_mut() {
                *wall = other_wall(wall);
            }
            if let Some(throw) = record.throws.last_mut() {
                throw[0] = throw[0] % 6 + 1;
            }
        });
        let last = record.walls.last().cloned();
        let throw = record.throws.last().copied();
        expect(&record, CheckName::Rules, |record| {
            drop((record.walls.pop(), record.throws.pop()));
        });
        expect(&record, CheckName::Rules, |record| {
            record.walls.extend(last);
            record.throws.extend(throw);
        });
    }
}

/// Reading a record gives what was written, after any number of actions: the fields of games are distinguished.
#[test]
fn a_record_is_read_and_proven_wherever_its_match_was_abandoned() {
    for game in games() {
        for until in [
            Until::Actions(0),
            Until::Actions(1),
            Until::Actions(5),
            Until::FirstDeal,
        ] {
            let record = record_until(game, until);
            assert_eq!(record.status, RecordStatus::Abandoned);
            let read: Record = serde_json::from_slice(&record.canonical_bytes()).expect("JSON");
            assert_eq!(read, record);
            assert_eq!(failed(record), [], "{}", game.0);
        }
    }
}

#[test]
fn a_record_without_its_first_wall_is_not_by_the_rules() {
    let mut walls = 0;
    for game in games() {
        let record = record_until(game, Until::Actions(0));
        walls += record.walls.len();
        if !record.walls.is_empty() {
            expect(&record, CheckName::Rules, |record| record.walls.clear());
        }
    }
    assert_eq!(walls, 2, "of mahjong and of pai gow");
}

#[test]
fn what_was_sealed_is_proven_also_of_decisions_that_are_taken_together() {
    for game in games() {
        let record = record(game);
        let count = record.fairness.commitments.len();
        assert!(count > 0, "{}: something is sealed", record.variant);
        for index in [count / 2, count - 1] {
            expect(&record, CheckName::Plays, |record| {
                record.fairness.commitments[index].commitment.0[0] ^= 1;
            });
        }
        expect(&record, CheckName::Commitments, |record| {
            record.fairness.commitments.truncate(count - 1);
        });
    }
}

/// A record is judged only by the version of the rules with which it was played.
#[test]
fn a_record_of_rules_that_nobody_knows_is_neither_proven_nor_refuted() {
    for game in games() {
        let mut record = record(game);
        record.rules = RULES_VERSION + 1;
        record.fairness.start_signature = operator().sign_start(&record.start_facts());
        record.signature = operator().sign_record(&record.unsigned_bytes());
        let known = [operator().public_key()];
        let report = verify(&record.canonical_bytes(), None, &known);
        for check in &report.checks {
            let by_rules = matches!(
                check.name,
                CheckName::Rules | CheckName::Result | CheckName::Plays | CheckName::Commitments
            );
            let expected = if by_rules {
                Proof::Unknown
            } else {
                Proof::Pass
            };
            assert_eq!(
                check.result, expected,
                "{}: {:?}",
                record.variant, check.name
            );
        }
        // It is neither replayed nor judged by other rules.
        let again = replay(&record).expect_err("its rules are not known");
        assert!(matches!(again, BadRecord::Rules(2)), "{again}");
        let line = String::from_utf8(record.canonical_bytes()).expect("JSON");
        match judge_line(&line) {
            Some(Judgement::Invalid(invalid)) => {
                assert!(invalid.error.contains("rules 2"), "{}", invalid.error);
            }
            other => panic!("{other:?}"),
        }
    }
}
