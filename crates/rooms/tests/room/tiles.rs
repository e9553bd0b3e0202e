//! Games of tiles and dice in a room: laid face down by all at once, opened together, with new random numbers during the match, through
//! crashes, to a valid record.

use std::sync::Arc;

use giog_protocol::ErrorCode;
use giog_protocol::server::{GameEvent, RoomEvent, ServerMessage};
use giog_rooms::{AdminCommand, ConnId, replayed_events};
use giog_rules::fairness::Stream;
use giog_rules::record::{By, Judgement, Proof, judge_line, verify};
use giog_rules::tiles::{
    SeenTilesEvent, Stake, TilesAction, TilesDeal, TilesSight, TilesVariant, TilesView,
};
use giog_rules::{
    Action, BySeat, Deal, Observer, Options, Record, RefusalCode, Seat, SeenEvent, Terms, Verb,
};
use giog_store::{MAX_FLOOR_BYTES, MAX_RECORD_BYTES, SHORT_RECORD_BYTES};
use serde_json::Value;

use crate::games;
use crate::table::{A, B, C, D, Table, context, record_of};

/// After this number of decisions of a person the room is restored from its log.
const DECISIONS_TO_A_CRASH: usize = 3;
/// The running match as a person sees it, if there is one.
pub fn view(table: &mut Table, conn: ConnId) -> Option<TilesView> {
    let game = table.snapshot(conn).game?;
    Some(game.view.tiles().expect("a game of tiles or dice").clone())
}

/// The events, as they are seen.
pub fn seen(event: &GameEvent) -> &SeenTilesEvent {
    match &event.event {
        SeenEvent::Tiles(event) => event,
        other => panic!("{other:?} of another family"),
    }
}

/// Takes an action; returns the refusal, if any.
pub fn act(table: &mut Table, conn: ConnId, action: TilesAction) -> Result<(), ErrorCode> {
    let turn = table.now_of(conn).you.expect("a seat").turn;
    let answer = table.act(conn, turn, Action::Tiles(action));
    answer.map(drop).map_err(|error| error.code)
}

fn bet(on: &str, points: i64) -> TilesAction {
    TilesAction::Bet {
        bets: vec![Stake {
            on: on.to_owned(),
            points,
        }],
    }
}

fn may_take_back(table: &Table, conn: ConnId) -> bool {
    let you = table.now_of(conn).you.expect("a seat");
    you.may.iter().any(|kind| kind.verb == Verb::TakeBack)
}

/// The record of the last match, after checks: it is valid, the referee agrees with it, and it matches what was sent.
fn record(table: &Table, told_to: ConnId, seat: Option<usize>) -> Record {
    let record = table.proven_record();
    let observer = seat.map_or(Observer::Spectator, |seat| Observer::Seat(Seat::new(seat)));
    let again = replayed_events(&record, observer).expect("a record can be replayed");
    let games = |event: RoomEvent| match event {
        RoomEvent::Game(game) => Some(*game),
        _ => None,
    };
    let again: Vec<GameEvent> = again.into_iter().filter_map(games).collect();
    assert_eq!(table.game_events(told_to), again, "it tells what was told");
    record
}

#[test]
fn every_game_is_played_with_computer_players_through_crashes_to_a_record() {
    for variant in TilesVariant::ALL {
        let (seats, options) = match variant {
            TilesVariant::Mahjong => (4, r#"{"length":"round","min_faan":0}"#),
            _ => (3, r#"{"rounds":3}"#),
        };
        let settings = format!(
            r#"{{"variant":"{variant}","seats":{seats},"options":{options},"clock":{{"kind":"none"}},"reveal_pause_ms":0}}"#
        );
        let mut table = Table::new(&settings);
        for _ in 1..seats {
            table.ok(A, r#"{"type":"add_bot"}"#);
        }
        table.all_ready(&[A]);
        let mut decisions = 0;
        while view(&mut table, A).is_some() {
            if !table.must_decide(A) {
                table.pass(1_000);
                continue;
            }
            table.act_default(A);
            decisions += 1;
            if decisions % DECISIONS_TO_A_CRASH == 0 {
                let shown = view(&mut table, A);
                let kept = table.take(A);
                table.crash(0);
                assert_eq!(view(&mut table, A), shown, "{variant}: nothing is lost");
                assert!(kept.len() > 1, "{variant}: something was told before");
            }
        }
        assert!(decisions >= 3, "{variant}");
        let record = table.proven_record();
        let deals = record.walls.len() + record.throws.len();
        let expected = match variant {
            TilesVariant::PaiGow => 9..=9,
            TilesVariant::Mahjong => 4..=32,
            _ => 3..=3,
        };
        assert!(expected.contains(&deals), "{variant}: chance went on");
        let winners = record.result.winners().map(<[Seat]>::to_vec);
        let previous = table.snapshot(A).state.previous.expect("it was played");
        let outcome = previous.result.expect("to its end");
        assert_eq!(winners.as_deref(), Some(outcome.winners()));
    }
}

/// No game has longer matches than mahjong over four rounds: every dealer deals eight hands, and each is drawn.
#[test]
fn the_longest_match_fits_into_a_record_and_a_floor() {
    /// Dealers in four rounds, and hands of each.
    const HANDS: usize = 16 * 8;
    let settings =
        r#"{"variant":"mahjong","seats":4,"options":{"length":"hand"},"clock":{"kind":"none"}}"#;
    let people = [A, B, C, D];
    let mut table = Table::playing(&people, settings);
    table.play_to_end(&people);
    let record = table.proven_record();
    assert_eq!(record.result.winners().map(<[Seat]>::len), Some(4), "drawn");
    assert!(
        record.actions.len() > 300,
        "{} actions",
        record.actions.len()
    );
    let actions = record.actions.iter().map(|taken| &taken.action);
    let turns = serde_json::to_vec(&actions.collect::<Vec<_>>()).expect("JSON");
    let finished = table.finished();
    let finished = finished.last().expect("a match");
    let bytes = record_of(finished).len();
    assert!(
        finished.record.stored_bytes() < bytes * 2 / 3,
        "compressed before it is stored"
    );
    println!(
        "a drawn hand: {bytes} bytes, {} of them actions",
        turns.len()
    );
    // Half as much again, for claims that prolong a hand, and for longer times.
    assert!(bytes * HANDS * 3 / 2 <= MAX_RECORD_BYTES, "{bytes}");
    assert!(
        turns.len() * HANDS * 3 / 2 <= MAX_FLOOR_BYTES,
        "{}",
        turns.len()
    );
}

#[test]
fn splits_are_seen_by_nobody_else_before_all_are_laid() {
    let settings = r#"{"variant":"pai-gow","seats":2,"options":{"rounds":1},"clock":{"kind":"none"},"reveal_pause_ms":0}"#;
    let mut table = Table::playing(&[A, B], settings);
    table.snapshot(C);
    table.act_default(A);
    for (conn, sees) in [(A, true), (B, false), (C, false)] {
        let events = table.game_events(conn);
        let Some(SeenTilesEvent::Split { low, .. }) = events.last().map(seen) else {
            panic!("{events:?}");
        };
        assert_eq!(low.is_some(), sees);
        let sealed = events.last().and_then(|event| event.sealed.clone());
        assert_eq!(sealed.expect("a commitment").nonce.is_some(), sees);
        let TilesSight::PaiGow { low, .. } = view(&mut table, conn).expect("a match").sight else {
            panic!("pai gow");
        };
        assert_eq!(low.is_some(), sees);
    }
    table.act_default(B);
    let events = table.game_events(C);
    let opened = events.iter().find(|event| !event.opened.is_empty());
    let opened = opened.expect("all splits are opened");
    assert!(matches!(seen(opened), SeenTilesEvent::Splits { .. }));
    assert_eq!(opened.opened.len(), 2);
    table.play_to_end(&[A, B]);
    record(&table, B, Some(1));
}

#[test]
fn what_is_taken_back_is_opened_at_the_end() {
    let settings = r#"{"variant":"sic-bo","seats":2,"options":{"rounds":1},"clock":{"kind":"none"},"reveal_pause_ms":0}"#;
    let mut table = Table::playing(&[A, B], settings);
    assert!(!may_take_back(&table, A));
    act(&mut table, A, bet("big", 20)).expect("a bet");
    assert!(may_take_back(&table, A));
    assert_eq!(
        act(&mut table, A, bet("small", 1)),
        Err(ErrorCode::Refused(RefusalCode::NotYourTurn))
    );
    act(&mut table, A, TilesAction::TakeBack).expect("taken back");
    for limit in 1.. {
        assert!(limit < 100, "there is a limit");
        act(&mut table, A, bet("any-triple", 1)).expect("a bet");
        if !may_take_back(&table, A) {
            break;
        }
        act(&mut table, A, TilesAction::TakeBack).expect("taken back");
    }
    assert_eq!(
        act(&mut table, A, TilesAction::TakeBack),
        Err(ErrorCode::TooManyTakeBacks)
    );
    act(&mut table, B, TilesAction::Bet { bets: Vec::new() }).expect("no bet is a bet");
    let ended = table.game_events(B);
    let ended = ended.last().expect("an end");
    assert!(matches!(seen(ended), SeenTilesEvent::Ended(_)));
    assert_eq!(ended.opened[0].text, "big:20");
    record(&table, B, Some(1));
}

#[test]
fn a_match_of_dice_that_is_stopped_before_its_first_throw_is_judged_and_proven() {
    let mut table = Table::playing(&[A, B], r#"{"variant":"sic-bo","seats":2}"#);
    table.admin_command(AdminCommand::Stop).expect("stopped");
    let record = record_of(table.finished()[0]);
    assert_eq!(verify(&record, None, &[]).verdict, Proof::Unknown);
    let line = String::from_utf8(record).expect("JSON");
    let judged = judge_line(&line).expect("a line");
    assert!(matches!(judged, Judgement::Tiles(_)), "{judged}");
}

#[test]
fn that_the_clock_bet_is_told_when_the_bets_are_opened() {
    let settings = r#"{"variant":"sic-bo","seats":2,"options":{"rounds":1},"clock":{"kind":"timed","decision_ms":5000,"bank_ms":0},"reveal_pause_ms":0}"#;
    let mut table = Table::playing(&[A, B], settings);
    table.pass(2_000);
    act(&mut table, A, bet("big", 20)).expect("a bet");
    table.pass(3_000);
    let events = table.game_events(A);
    let by =
        |event: &GameEvent| matches!(seen(event), SeenTilesEvent::Bet { .. }).then_some(event.by);
    let told: Vec<By> = events.iter().filter_map(by).collect();
    assert_eq!(told, [By::Player, By::Player]);
    let opened = events.iter().find(|event| !event.opened.is_empty());
    let by = opened.expect("bets are opened").opened.iter();
    let by: Vec<By> = by.map(|opened| opened.by).collect();
    assert_eq!(by, [By::Player, By::Clock]);
    record(&table, A, Some(0));
}

/// One point on nearly every bet of sic bo.
fn bet_on_everything() -> TilesAction {
    let pairs = (1..=6).flat_map(|low| (low + 1..=6).map(move |high| format!("pair-{low}-{high}")));
    let alike = (1..=6).flat_map(|face| [format!("double-{face}"), format!("triple-{face}")]);
    let totals = (4..=17).map(|total| format!("total-{total}"));
    let bets = pairs.chain(alike).chain(totals);
    TilesAction::Bet {
        bets: bets.map(|on| Stake { on, points: 1 }).collect(),
    }
}

/// In the longest match of dice everybody is the bank once in each of twenty rounds.
#[test]
fn whatever_all_take_back_a_record_and_a_floor_can_be_stored() {
    const SEATS: usize = 8;
    const ROUNDS: usize = 20;
    const PLAYED: usize = 4;
    /// All take-backs that everybody may have in a match, and a last play.
    const WITHDRAWN: usize = SEATS * 130 * 1024;
    let settings = r#"{"variant":"sic-bo","seats":8,"options":{"bank":"turns","rounds":4,"stock":1000,"limit":1000},"clock":{"kind":"none"},"reveal_pause_ms":0}"#;
    let people: Vec<ConnId> = (1..=8).map(ConnId).collect();
    let mut table = Table::playing(&people, settings);
    let everything = bet_on_everything();
    let mut taken_back = 0;
    while table.finished().is_empty() {
        for &conn in &people {
            if !table.must_decide(conn) {
                continue;
            }
            act(&mut table, conn, everything.clone()).expect("a bet");
            while table.finished().is_empty() && may_take_back(&table, conn) {
                act(&mut table, conn, TilesAction::TakeBack).expect("taken back");
                act(&mut table, conn, everything.clone()).expect("a bet");
                taken_back += 1;
            }
        }
    }
    assert!(taken_back > 100, "{taken_back}");
    let record = record_of(table.finished()[0]).len();
    let action = serde_json::to_vec(&everything).expect("JSON").len();
    assert!(
        taken_back * action <= WITHDRAWN,
        "{taken_back} of {action} bytes"
    );
    // Without take-backs the longest match is five times as long.
    let beside = record - taken_back * action;
    assert!(
        beside * ROUNDS / PLAYED + 2 * WITHDRAWN <= MAX_RECORD_BYTES,
        "{beside}"
    );
    let turns = SEATS * SEATS * ROUNDS * action;
    assert!(turns + WITHDRAWN <= MAX_FLOOR_BYTES, "{turns}");
}

#[test]
fn a_record_of_many_bets_takes_long_to_make_however_few_actions_it_has() {
    const ACTIONS: usize = 8 * 6;
    let settings = r#"{"variant":"sic-bo","seats":8,"options":{"bank":"house","rounds":6,"stock":1000,"limit":1000},"clock":{"kind":"none"},"reveal_pause_ms":0}"#;
    let people: Vec<ConnId> = (1..=8).map(ConnId).collect();
    for (bets, long) in [(bet_on_everything(), true), (bet("big", 1), false)] {
        let mut table = Table::playing(&people, settings);
        while table.finished().is_empty() {
            for &conn in &people {
                if table.must_decide(conn) {
                    act(&mut table, conn, bets.clone()).expect("a bet");
                }
            }
        }
        assert_eq!(table.proven_record().actions.len(), ACTIONS);
        let record = record_of(table.finished()[0]).len();
        assert_eq!(record > SHORT_RECORD_BYTES, long, "{record} bytes");
        assert_eq!(table.long, [long]);
    }
}

#[test]
fn the_series_counts_what_was_won_and_lost() {
    let settings = r#"{"variant":"sic-bo","seats":2,"options":{"rounds":1},"clock":{"kind":"none"},"reveal_pause_ms":0}"#;
    let mut table = Table::playing(&[A, B], settings);
    act(&mut table, A, bet("big", 20)).expect("a bet");
    act(&mut table, B, bet("small", 20)).expect("a bet");
    let series = table.snapshot(A).state.series;
    let scores: Vec<Option<i64>> = series.rows.iter().map(|row| row.score).collect();
    let won = scores
        .iter()
        .flatten()
        .any(|score| [-20, 20].contains(score));
    assert!(won, "{scores:?}");
    assert!(series.rows.iter().all(|row| row.captured.is_none()));
}

#[test]
fn options_are_those_of_the_game() {
    let mut table = Table::new(r#"{"variant":"sic-bo","clock":{"kind":"none"}}"#);
    for (options, good) in [
        (
            r#"{"stock":500,"limit":1000,"bank":"turns","rounds":20}"#,
            true,
        ),
        (r#"{"stock":5}"#, false),
        (r#"{"rounds":21}"#, false),
        (r#"{"min_faan":3}"#, false),
        (r#"{"general_ban":"refuse"}"#, false),
        (r#"{"on_time":"move"}"#, false),
    ] {
        let configure = format!(
            r#"{{"type":"configure","settings":{{"variant":"sic-bo","options":{options}}}}}"#
        );
        if good {
            table.ok(A, &configure);
        } else {
            table.refused(A, &configure, ErrorCode::BadSettings);
        }
    }
    let settings = table.snapshot(A).state.settings;
    assert_eq!(settings.options.tiles.stock, Some(500));
    // Settings are replaced as a whole: nothing is left of the previous game.
    for variant in ["mahjong", "xiangqi", "giog", "sic-bo"] {
        let configure = format!(r#"{{"type":"configure","settings":{{"variant":"{variant}"}}}}"#);
        table.ok(A, &configure);
    }
    let settings = table.snapshot(A).state.settings;
    assert_eq!(settings.options.tiles.stock, Some(100));
}

/// The connection of a seat.
fn conn_of(seat: usize) -> ConnId {
    ConnId(1 + seat as u64)
}

/// A spectator's.
pub const WATCHER: ConnId = ConnId(50);

/// Plays a record's actions with its random data; returns every byte that the observer got, without commitments.
fn told(record: &Value, observer: Option<usize>) -> String {
    let variant: giog_rules::Variant =
        serde_json::from_value(record["variant"].clone()).expect("a game");
    let list = |field: &str| serde_json::from_value(record[field].clone()).unwrap_or_default();
    let walls: Vec<String> = list("walls");
    let throws = serde_json::from_value(record["throws"].clone()).unwrap_or_default();
    let throws: Vec<[u8; 3]> = throws;
    let dice: Option<BySeat<i64>> = serde_json::from_value(record["dice"].clone()).ok();
    let mut context = context();
    context.limits.take_backs_per_round = u8::MAX;
    context.dealer = Arc::new(move |terms: &Terms, seed, _| {
        let Terms::Tiles(terms) = terms else {
            panic!("a game of tiles or dice");
        };
        let deal = TilesDeal::from_record(terms, &walls, &throws, dice).expect("its chance");
        (Deal::Tiles(deal), Stream::new(seed))
    });
    let seats = usize::try_from(record["seats"].as_u64().expect("seats")).expect("few");
    let options: Options = serde_json::from_value(record["options"].clone()).unwrap_or_default();
    let options = serde_json::to_value(options).expect("JSON");
    let settings = serde_json::json!({
        "variant": variant, "seats": seats, "options": options, "clock": {"kind": "none"}, "reveal_pause_ms": 0,
    });
    let mut table = Table::with(&settings.to_string(), context);
    let people: Vec<ConnId> = (0..seats).map(conn_of).collect();
    for &conn in &people[1..] {
        table.ok(conn, r#"{"type":"join"}"#);
        table.ok(conn, r#"{"type":"sit"}"#);
    }
    table.ok(WATCHER, r#"{"type":"join"}"#);
    table.all_ready(&people);
    for action in record["actions"].as_array().expect("actions") {
        let seat = usize::try_from(action["seat"].as_u64().expect("a seat")).expect("a seat");
        let action: Action = serde_json::from_value(action.clone()).expect("an action");
        let conn = conn_of(seat);
        // Claims come at the same time; everything after them waits for the window to close, which may have been lengthened.
        if !matches!(action, Action::Tiles(TilesAction::Claim { .. })) {
            table.pass(6_000);
        }
        let turn = table.now_of(conn).you.expect("a seat").turn;
        table.act(conn, turn, action).expect("a legal action");
    }
    let observer = observer.map_or(WATCHER, conn_of);
    table.snapshot(observer);
    let got: Vec<Value> = table.all(observer).iter().map(written).collect();
    serde_json::to_string_pretty(&got).expect("JSON")
}

/// A message without commitments, which reveal nothing of their content.
pub fn written(message: &ServerMessage) -> Value {
    fn mask(value: &mut Value) {
        match value {
            Value::Object(fields) => fields.iter_mut().for_each(|(name, value)| {
                // The number of a request depends on how many the test has sent.
                if name == "commitment" || name == "re" {
                    *value = Value::Null;
                }
                mask(value);
            }),
            Value::Array(values) => values.iter_mut().for_each(mask),
            _ => {}
        }
    }
    let mut value = serde_json::to_value(message).expect("JSON");
    mask(&mut value);
    value
}

#[test]
fn nobody_is_told_what_they_may_not_know() {
    let mut pairs = 0;
    let cases = TilesVariant::ALL.into_iter();
    for case in cases.flat_map(|game| games::lines(game, "leaks.jsonl")) {
        let observer = case["observer"].as_u64();
        let observer = observer.map(|seat| usize::try_from(seat).expect("a seat"));
        let [one, other] = [0, 1].map(|record| told(&case["records"][record], observer));
        let different = one
            .lines()
            .zip(other.lines())
            .find(|(one, other)| one != other);
        assert_eq!(different, None, "{}", case["name"]);
        assert_eq!(one.len(), other.len(), "{}", case["name"]);
        pairs += 1;
    }
    assert!(pairs >= 125, "{pairs}");
}
