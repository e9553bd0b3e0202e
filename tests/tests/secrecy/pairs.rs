//! Pairs of matches with different hidden information for which one observer must receive the same bytes; docs/TILES.md says what is
//! hidden. A match here begins with the random data of a record, and ends with the record's last action.
//!
//! Afterwards the observer and a spectator look again: over a new connection, after the server was killed, and over REST.

use giog_protocol::{Access, Clock};
use giog_rules::tiles::{TilesAction, TilesDeal, TilesTerms, TilesVariant};
use giog_rules::{Action, Ceremony, Deal, Observer, Seat};
use serde_json::Value;

use crate::compare::between;
use crate::games;
use crate::gathering::gather;
use crate::log::Log;
use crate::played::{Again, ask};
use crate::script::{Step, questions};
use crate::table::{Person, Table};
use crate::test_server::{Heard, TestServer};
use crate::wanted;

/// Long enough for the window of claims to close, and for the reveal.
const CLOSED_MS: u64 = 6_000;
/// People look again at a multiple of this, so that the number of claims does not change the time.
const LOOKED_MS: u64 = 60_000;

/// The number of groups of games; each group is a test, so that several cores are used.
const GROUPS: usize = 2;

#[test]
fn pairs_look_alike() {
    check_group(0);
}

#[test]
fn pairs_of_other_games_look_alike() {
    check_group(1);
}

fn check_group(group: usize) {
    for game in wanted(TilesVariant::ALL).skip(group).step_by(GROUPS) {
        let pairs = games::lines(game, "leaks.jsonl");
        assert!(!pairs.is_empty(), "{game}: there are pairs");
        for (seed, pair) in (1..).zip(pairs) {
            check(&pair, seed);
        }
    }
}

/// Plays both matches of a pair.
fn check(pair: &Value, seed: u64) {
    let seen_by = pair["observer"]
        .as_u64()
        .map_or(Observer::Spectator, |seat| {
            Observer::Seat(Seat::new(number(seat)))
        });
    let table = table(&pair["records"][0], seed);
    let [one, other] = [0, 1].map(|record| {
        let record = &pair["records"][record];
        told(&table, deal(record), &steps(&table, record), seen_by)
    });
    if let Some(difference) = told_apart(&table, &one, &other, seen_by) {
        panic!(
            "{seen_by:?} could tell what is hidden, by {difference}\n\nin the {}",
            pair["name"]
        );
    }
}

/// A table for a record: people have all seats, and one watches.
fn table(record: &Value, seed: u64) -> Table {
    let variant: TilesVariant = serde_json::from_value(record["variant"].clone()).expect("a game");
    let seats = number(record["seats"].as_u64().expect("a number of seats"));
    let options = match &record["options"] {
        Value::Null => Value::Object(serde_json::Map::new()),
        options => options.clone(),
    };
    Table {
        seats,
        options,
        ceremony: Ceremony::Server,
        clock: Clock::None,
        access: Access::Public,
        spectators: true,
        take_backs: true,
        most_take_backs: u8::MAX,
        reveal_pause_ms: 0,
        rematch: false,
        bots: 0,
        entropy: vec![false; seats],
        ..Table::new(seed, variant.into())
    }
}

fn number(number: u64) -> usize {
    usize::try_from(number).expect("a small number")
}

/// What everybody gets in a match with this random data and these actions, and when they look again.
pub fn told(table: &Table, deal: Deal, steps: &[Step], seen_by: Observer) -> Again {
    let log = Log::default();
    log.during(async || {
        let mut server = TestServer::open(table, Some(deal)).await;
        gather(table, &mut server).await;
        let begun = server.heard_count();
        for step in steps {
            step.perform(table, &mut server).await;
        }
        let heard = server.heard();
        let is_refusal = |heard: &&Heard| heard.frame.contains("\"type\":\"error\"");
        let refused: Vec<&Heard> = heard[begun..].iter().filter(is_refusal).collect();
        let tries = steps.iter().filter(|step| matches!(step, Step::Try { .. }));
        assert_eq!(
            refused.len(),
            tries.count(),
            "what is legal is taken, and nothing else: {refused:?}"
        );
        look_again(table, &mut server, seen_by).await;
        let questions = questions(table, seen_by);
        Again {
            heard: server.heard(),
            answers: ask(&server, &questions).await,
            log: log.text(),
        }
    })
}

/// The difference by which the observer could distinguish the matches, if there is one.
pub fn told_apart(table: &Table, one: &Again, other: &Again, seen_by: Observer) -> Option<String> {
    let one = (one.heard.as_slice(), one.answers.as_slice(), &*one.log);
    between(table, one, other, seen_by)
}

/// The random data of a record.
fn deal(record: &Value) -> Deal {
    let of = |field: &str| record[field].clone();
    let variant: TilesVariant = serde_json::from_value(of("variant")).expect("a game");
    let seats = number(record["seats"].as_u64().expect("a number of seats"));
    let options = serde_json::from_value(of("options")).unwrap_or_default();
    let terms = TilesTerms::new(variant, seats, options).expect("good terms");
    let walls: Vec<String> = serde_json::from_value(of("walls")).unwrap_or_default();
    let throws: Vec<[u8; 3]> = serde_json::from_value(of("throws")).unwrap_or_default();
    let dice = serde_json::from_value(of("dice")).ok();
    Deal::Tiles(TilesDeal::from_record(&terms, &walls, &throws, dice).expect("its chance"))
}

/// The actions of people: claims are made at the same time; everything after them waits for the window to close.
fn steps(table: &Table, record: &Value) -> Vec<Step> {
    let mut turns = vec![0; table.seats];
    let mut steps = Vec::new();
    for action in record["actions"].as_array().expect("actions") {
        let seat = Seat::new(number(action["seat"].as_u64().expect("a seat")));
        let action: Action = serde_json::from_value(action.clone()).expect("an action");
        if !matches!(action, Action::Tiles(TilesAction::Claim { .. })) {
            steps.push(Step::Wait { ms: CLOSED_MS });
        }
        let turn = turns[seat.index()];
        turns[seat.index()] += 1;
        steps.push(Step::Act { seat, turn, action });
    }
    steps
}

/// The observer and the spectator join again: for a snapshot, and for all events since the room was created.
async fn look_again(table: &Table, server: &mut TestServer, seen_by: Observer) {
    server.wait_for_multiple(LOOKED_MS).await;
    let watcher = Person(table.seats);
    let looks: Vec<Person> = match seen_by {
        Observer::Seat(seat) => vec![table.person(seat), watcher],
        Observer::Spectator => vec![watcher],
    };
    for killed in [false, true] {
        if killed {
            Step::Restart { killed }.perform(table, server).await;
        }
        for after in [None, Some(0)] {
            for &person in &looks {
                Step::Come { person, after }.perform(table, server).await;
            }
        }
    }
}
