//! Games of tiles and dice in a room: laid face down by all at once, opened together, with new random numbers during the match, through
//! crashes, to a valid record.

use std::sync::Arc;

use giog_protocol::ErrorCode;
use giog_protocol::client::{Act, RoomCommand};
use giog_protocol::server::{Answer, GameEvent, OpenedSeal, RoomEvent, ServerMessage};
use giog_rooms::{Acting, AdminCommand, ConnId, Input, RoomQuery, replayed_events};
use giog_rules::fairness::Stream;
use giog_rules::record::{By, Judgement, Proof, judge_line, verify};
use giog_rules::tiles::{
    Claim, SeenTilesEvent, Stake, TilesAction, TilesDeal, TilesSight, TilesVariant, TilesView,
};
use giog_rules::{
    Action, BySeat, Deal, Observer, Options, Record, RefusalCode, Seat, SeenEvent, Terms, Verb,
};
use giog_store::{MAX_FLOOR_BYTES, MAX_RECORD_BYTES, SHORT_RECORD_BYTES};
use serde_json::Value;

use crate::table::{A, B, C, D, Table, command, context, person, player, record_of};

/// Decisions of a person after which the room comes back from its log.
const DECISIONS_TO_A_CRASH: usize = 3;
/// The pairs of records that one observer cannot tell apart, of each game.
const LEAKS: [&str; 5] = [
    include_str!("../../../rules/tests/vectors/pai-gow-leaks.jsonl"),
    include_str!("../../../rules/tests/vectors/sic-bo-leaks.jsonl"),
    include_str!("../../../rules/tests/vectors/grand-hazard-leaks.jsonl"),
    include_str!("../../../rules/tests/vectors/chuck-a-luck-leaks.jsonl"),
    include_str!("../../../rules/tests/vectors/mahjong-leaks.jsonl"),
];

fn view(table: &mut Table, conn: ConnId) -> Option<TilesView> {
    let game = table.snapshot(conn).game?;
    Some(game.view.tiles().expect("a game of tiles or dice").clone())
}

fn seen(event: &GameEvent) -> &SeenTilesEvent {
    match &event.event {
        SeenEvent::Tiles(event) => event,
        other => panic!("{other:?} of another family"),
    }
}

/// Does something; gives why not, if it is refused.
fn act(table: &mut Table, conn: ConnId, action: TilesAction) -> Result<(), ErrorCode> {
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

/// The record of the match that ended last: it proves itself, the referee agrees with it, and it tells what was told.
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

/// A point on nearly all there is at sic bo.
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
    /// What everybody may take back in a match, and a last play beyond that.
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
    // Without what is taken back, the longest match is five times as long.
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
    // Settings are replaced as a whole: nothing is left of the game before.
    for variant in ["mahjong", "xiangqi", "tam-cuc", "sic-bo"] {
        let configure = format!(r#"{{"type":"configure","settings":{{"variant":"{variant}"}}}}"#);
        table.ok(A, &configure);
    }
    let settings = table.snapshot(A).state.settings;
    assert_eq!(settings.options.tiles.stock, Some(100));
}

const MAHJONG: &str = r#"{"variant":"mahjong","options":{"length":"hand","min_faan":0},"clock":{"kind":"timed","decision_ms":5000,"bank_ms":0},"reveal_pause_ms":0}"#;

/// Four people at mahjong, the dealer having discarded; the three others, by their connections.
fn in_a_window() -> (Table, Vec<ConnId>) {
    in_a_window_of(Table::new(MAHJONG))
}

/// The same at a table that its first player has made.
fn in_a_window_of(mut table: Table) -> (Table, Vec<ConnId>) {
    for conn in [B, C, D] {
        table.ok(conn, r#"{"type":"join"}"#);
        table.ok(conn, r#"{"type":"sit"}"#);
    }
    table.all_ready(&[A, B, C, D]);
    let dealer = [A, B, C, D]
        .into_iter()
        .find(|&conn| table.must_decide(conn));
    table.act_default(dealer.expect("the dealer begins"));
    let others = [A, B, C, D]
        .into_iter()
        .filter(|&conn| Some(conn) != dealer);
    let others: Vec<ConnId> = others.collect();
    (table, others)
}

fn is_window_open(table: &mut Table) -> bool {
    let Some(view) = view(table, WATCHER) else {
        return false;
    };
    let TilesSight::Mahjong { hand, .. } = view.sight else {
        panic!("mahjong");
    };
    hand.is_some_and(|hand| hand.pending.is_some())
}

const PASS: TilesAction = TilesAction::Claim { claim: Claim::Pass };

#[test]
fn of_a_claim_nobody_else_is_told_before_all_have_claimed() {
    let (mut table, others) = in_a_window();
    let (asked, left) = (
        table.now_of(A).deciding,
        table.now_of(A).deciding[0].left_ms,
    );
    assert_eq!(left, Some(8_000));
    assert!(
        asked
            .iter()
            .all(|open| open.left_ms == left && open.bank_ms.is_none())
    );
    let got = |table: &Table| {
        others
            .iter()
            .map(|&conn| table.all(conn).len())
            .collect::<Vec<_>>()
    };
    let before = got(&table);
    let turn = table.now_of(others[0]).you.expect("a seat").turn;
    let answer = table
        .act(others[0], turn, Action::Tiles(PASS))
        .expect("a claim");
    assert!(matches!(
        answer,
        Answer::Acted {
            nonce: Some(_),
            commitment: Some(_),
            ..
        }
    ));
    assert_eq!(
        got(&table),
        [before[0] + 2, before[1], before[2]],
        "an ok, and a now"
    );
    assert!(
        table
            .now_of(others[0])
            .you
            .expect("a seat")
            .decision
            .is_none()
    );
    assert_eq!(
        table.now_of(others[0]).deciding,
        asked,
        "all three are asked still"
    );
    let again = table
        .act(others[0], turn, Action::Tiles(PASS))
        .expect_err("sent again");
    assert_eq!(again.code, ErrorCode::Already);
    assert_eq!(
        act(&mut table, others[0], PASS),
        Err(ErrorCode::Refused(RefusalCode::NotYourTurn)),
        "a claim is final"
    );
    // It survives the server, and its owner sees it.
    table.crash(0);
    let TilesSight::Mahjong { claim, .. } = view(&mut table, others[0]).expect("a match").sight
    else {
        panic!("mahjong");
    };
    assert_eq!(claim, Some(Claim::Pass));
    for &conn in &others[1..] {
        table.snapshot(conn);
        act(&mut table, conn, PASS).expect("a claim");
    }
    assert!(is_window_open(&mut table), "not before the least time");
    table.pass(1_500);
    assert!(!is_window_open(&mut table));
}

#[test]
fn a_window_closes_at_whole_seconds_or_at_its_deadline() {
    let (mut table, others) = in_a_window();
    table.snapshot(WATCHER);
    table.pass(2_000);
    for &conn in &others {
        act(&mut table, conn, PASS).expect("a claim");
    }
    table.pass(499);
    assert!(is_window_open(&mut table));
    table.pass(1);
    assert!(
        !is_window_open(&mut table),
        "two and a half seconds after it opened"
    );

    let (mut table, others) = in_a_window();
    table.snapshot(WATCHER);
    act(&mut table, others[0], PASS).expect("a claim");
    for _ in 0..2 {
        table.pass(7_999);
        assert!(is_window_open(&mut table));
        table.pass(1);
        assert!(!is_window_open(&mut table));
        // Nobody is away for having missed it, whatever they miss besides.
        assert!((0..4).all(|seat| !table.is_away(seat)));
        table.pass(5_000);
    }
    // That it was the clock that passed is not told, by what follows neither.
    let events = table.game_events(WATCHER);
    let mut closed = 0;
    for event in &events {
        match seen(event) {
            SeenTilesEvent::Claimed { .. } => {
                closed += 1;
                assert_eq!((event.seals.len(), event.by), (3, By::Player));
                let passes = |opened: &OpenedSeal| opened.by == By::Player && opened.text == "pass";
                assert!(event.opened.iter().all(passes), "{event:?}");
            }
            SeenTilesEvent::Drew { .. } => assert_eq!(event.by, By::Player),
            _ => {}
        }
    }
    assert_eq!(closed, 2);
}

/// What a connection got since this was asked last, but for the numbers of requests.
fn got(table: &mut Table, conn: ConnId) -> Vec<Value> {
    table.take(conn).iter().map(written).collect()
}

/// Who discarded.
fn discarder(others: &[ConnId]) -> ConnId {
    let mut all = [A, B, C, D].into_iter();
    all.find(|conn| !others.contains(conn)).expect("a dealer")
}

/// Decides in a window; gives the request's number.
fn claim(table: &mut Table, conn: ConnId) -> u64 {
    let act = table.defaults(&[conn]).remove(0);
    table.send(conn, RoomCommand::Act(act.act))
}

/// What the others get while the row of a claim is being stored, if there is one: the discarder, who asks all that leads
/// to nothing, one of those who still have to claim, a spectator, and those who ask from outside. At the end, when the
/// room closes the window.
fn seen_while_a_claim_is_stored(claims: bool) -> (Vec<Vec<Value>>, String, Option<u64>) {
    let (mut table, others) = in_a_window();
    table.snapshot(WATCHER);
    let watching = [discarder(&others), others[1], WATCHER];
    for conn in watching {
        table.take(conn);
    }
    table.pass(300);
    table.commits = false;
    let claimed = claims.then(|| claim(&mut table, others[0]));
    let mut seen = Vec::new();
    for _ in 0..3 {
        table.pass(700);
        for conn in watching {
            table.send(conn, command(r#"{"type":"sit","seat":0}"#));
            table.send(conn, command(r#"{"type":"act","turn":0,"do":"win"}"#));
            table.send(conn, command(r#"{"type":"join"}"#));
            seen.push(got(&mut table, conn));
        }
        let (person, query) = (Some(player(watching[0])), RoomQuery::Room);
        table.handle(Input::Ask {
            ticket: 1,
            person,
            query,
        });
    }
    assert_eq!(table.answers.len(), 3);
    let told = claimed.map(|re| table.reply(others[0], re).is_some());
    assert_ne!(told, Some(true), "it is not durable yet");
    let wake = table.room.wake_at_mono_ms();
    table.commit();
    assert_eq!(table.room.wake_at_mono_ms(), wake);
    let told = claimed.map(|re| table.reply(others[0], re).is_some());
    assert_ne!(told, Some(false), "now it is");
    let answers = format!("{:?}", table.answers);
    (seen, answers, wake)
}

#[test]
fn a_claim_that_is_being_stored_delays_nobody_else_and_stops_no_clock() {
    let seen = seen_while_a_claim_is_stored(true);
    assert_eq!(seen, seen_while_a_claim_is_stored(false));
    assert!(seen.2.is_some());
    for got in seen.0 {
        let is_reply = |message: &&Value| message["type"] == "ok" || message["type"] == "error";
        assert_eq!(got.iter().filter(is_reply).count(), 3, "{got:?}");
    }
}

#[test]
fn whoever_claims_is_told_nothing_before_it_is_durable() {
    let (mut table, others) = in_a_window();
    table.snapshot(WATCHER);
    let (first, second) = (others[0], ConnId(others[0].0 + 100));
    let match_id = table.match_id(second);
    let third = ConnId(others[0].0 + 200);
    for conn in [second, WATCHER] {
        table.take(conn);
    }
    let before = table.all(first).len();
    table.commits = false;
    let claimed = claim(&mut table, first);
    // Neither on another connection, nor on one that is new, nor from outside.
    for conn in [first, second, third] {
        table.send(conn, command(r#"{"type":"join"}"#));
    }
    table.handle(Input::Ask {
        ticket: 1,
        person: Some(player(first)),
        query: RoomQuery::Match {
            match_id,
            seen_as: None,
        },
    });
    for (conn, before) in [(first, before), (second, 0), (third, 0)] {
        assert_eq!(table.all(conn).len(), before, "it may be lost");
    }
    assert!(table.answers.is_empty());
    // Others get what is theirs meanwhile.
    table.send(
        WATCHER,
        command(r#"{"type":"chat","key":"1","phrase":"good_luck"}"#),
    );
    assert!(!table.take(WATCHER).is_empty());
    table.commit();
    let got = &table.all(first)[before..];
    assert!(matches!(got[0], ServerMessage::Now(_)), "{got:?}");
    assert!(matches!(&got[1], ServerMessage::Ok(ok) if ok.re == claimed));
    assert!(matches!(&got[2], ServerMessage::Ok(_)), "{got:?}");
    for conn in [second, third] {
        assert!(!table.all(conn).is_empty());
    }
    assert_eq!(table.answers.len(), 1);
}

#[test]
fn an_action_that_comes_together_with_a_claim_and_is_refused_does_not_wait_for_it() {
    let (mut table, others) = in_a_window();
    table.commits = false;
    let refused = discarder(&others);
    let act = Act {
        turn: 0,
        match_id: None,
        action: Action::Tiles(PASS),
    };
    let mut acts = table.defaults(&others[..1]);
    let claimed = acts.remove(0);
    let (conn, re) = (claimed.conn, claimed.re);
    let input = Input::Command {
        conn,
        person: claimed.person,
        re,
        command: RoomCommand::Act(claimed.act),
    };
    let together = Acting {
        conn: refused,
        person: person(refused),
        re: 1_000,
        act,
    };
    assert!(table.handle_with(input, vec![together]).is_empty());
    assert!(
        table
            .reply(refused, 1_000)
            .is_some_and(|reply| reply.is_err())
    );
    assert_eq!(table.reply(conn, re), None);
    table.commit();
    assert!(table.reply(conn, re).is_some_and(|reply| reply.is_ok()));
}

#[test]
fn a_window_closes_in_time_though_the_claims_are_still_being_stored() {
    for lost in [0, 1, 4] {
        let (mut table, others) = in_a_window();
        table.snapshot(WATCHER);
        table.commits = false;
        let before = table.rows.len();
        let claimed: Vec<u64> = others.iter().map(|&conn| claim(&mut table, conn)).collect();
        assert_eq!(table.rows.len(), before + 3);
        let told: Vec<usize> = others.iter().map(|&conn| table.all(conn).len()).collect();
        table.take(WATCHER);
        table.pass(1_499);
        assert_eq!(table.rows.len(), before + 3);
        table.pass(1);
        assert_eq!(table.rows.len(), before + 4, "a row of its own, in order");
        // From there on nobody's time passes before they are told.
        assert_eq!(table.room.wake_at_mono_ms(), None);
        table.send(WATCHER, command(r#"{"type":"join"}"#));
        assert_eq!(table.all(WATCHER), []);
        let still: Vec<usize> = others.iter().map(|&conn| table.all(conn).len()).collect();
        assert_eq!(told, still);
        if lost == 0 {
            table.commit();
            for (&conn, &re) in others.iter().zip(&claimed) {
                assert!(table.reply(conn, re).is_some_and(|reply| reply.is_ok()));
            }
            let events = table.game_events(WATCHER);
            let first = events.first().map(seen);
            assert!(matches!(first, Some(SeenTilesEvent::Claimed { .. })));
        } else {
            // Nobody was told of what is lost, and what is not lost stands.
            table.crash(lost);
            table.commits = true;
            table.snapshot(WATCHER);
            for &conn in &others {
                table.snapshot(conn);
                assert_eq!(table.must_decide(conn), lost == 4);
            }
            assert!(is_window_open(&mut table));
        }
    }
}

#[test]
fn claims_on_their_way_make_the_room_busy_for_nobody() {
    let mut context = context();
    context.limits.rows_waiting = 1;
    let (mut table, others) = in_a_window_of(Table::with(MAHJONG, context));
    table.commits = false;
    let claimed: Vec<u64> = others.iter().map(|&conn| claim(&mut table, conn)).collect();
    let left = table.send(discarder(&others), command(r#"{"type":"leave"}"#));
    table.commit();
    for (&conn, re) in others.iter().zip(claimed) {
        assert!(table.reply(conn, re).is_some_and(|reply| reply.is_ok()));
    }
    let left = table.reply(discarder(&others), left);
    assert!(left.is_some_and(|reply| reply.is_ok()));
}

#[test]
fn whoever_claims_and_leaves_does_not_come_back_by_the_claim() {
    let (mut table, others) = in_a_window();
    let gone = others.iter().copied().find(|&conn| conn != A);
    let gone = gone.expect("two of them");
    let seat = table.seat_of(gone).expect("a seat").index();
    act(&mut table, gone, PASS).expect("a claim");
    table.ok(gone, r#"{"type":"leave"}"#);
    table.pass(8_000);
    let claimed = |event: &GameEvent| matches!(seen(event), SeenTilesEvent::Claimed { .. });
    assert!(table.game_events(A).iter().any(claimed));
    assert!(table.is_away(seat));
    assert_eq!(table.leavers, [(player(gone), true)]);
    // By their own coming they do.
    table.ok(gone, r#"{"type":"join"}"#);
    assert!(!table.is_away(seat));
    assert_eq!(table.leavers, [(player(gone), true), (player(gone), false)]);
}

#[test]
fn a_claim_brings_back_who_is_there_but_nobody_who_left_too_often() {
    let leave = r#"{"type":"leave"}"#;
    let join = r#"{"type":"join"}"#;
    let (mut table, others) = in_a_window();
    let mut others = others.into_iter().filter(|&conn| conn != A);
    let mut next = || others.next().expect("two of them");
    let (back, given_up) = (next(), next());
    let [back_seat, given_up_seat] =
        [back, given_up].map(|conn| table.seat_of(conn).expect("a seat").index());
    table.ok(back, leave);
    // The storage is away for the moment of joining, so that joining alone brings nobody back.
    table.handle(Input::Storage { available: false });
    table.ok(back, join);
    table.handle(Input::Storage { available: true });
    act(&mut table, back, PASS).expect("a claim");
    assert!(table.is_away(back_seat), "nobody learns of it yet");
    for _ in 0..3 {
        table.ok(given_up, leave);
        table.ok(given_up, join);
    }
    act(&mut table, given_up, PASS).expect("a claim");
    table.ok(given_up, leave);
    table.ok(given_up, join);
    table.pass(8_000);
    assert!(!table.is_away(back_seat));
    assert!(table.is_away(given_up_seat));
}

#[test]
fn settings_of_windows_are_mahjongs() {
    let mut table = Table::new(MAHJONG);
    table.ok(A, r#"{"type":"configure","settings":{"variant":"mahjong","windows":"strict","window_ms":3000,"window_least_ms":3000}}"#);
    for bad in [
        r#"{"variant":"mahjong","window_ms":1000}"#,
        r#"{"variant":"mahjong","window_ms":3000,"window_least_ms":3001}"#,
        r#"{"variant":"giog","windows":"strict"}"#,
    ] {
        let configure = format!(r#"{{"type":"configure","settings":{bad}}}"#);
        table.refused(A, &configure, ErrorCode::BadSettings);
    }
}

/// The connection of a seat.
fn conn_of(seat: usize) -> ConnId {
    ConnId(1 + seat as u64)
}

/// A spectator's.
const WATCHER: ConnId = ConnId(50);

/// Plays a record's actions with its chance; gives every byte that the observer got, but for commitments.
fn told(record: &Value, observer: Option<usize>) -> String {
    let variant: giog_rules::Variant =
        serde_json::from_value(record["variant"].clone()).expect("a game");
    let list = |field: &str| serde_json::from_value(record[field].clone()).unwrap_or_default();
    let walls: Vec<String> = list("walls");
    let throws = serde_json::from_value(record["throws"].clone()).unwrap_or_default();
    let throws: Vec<[u8; 3]> = throws;
    let dice: Option<BySeat<i64>> = serde_json::from_value(record["dice"].clone()).ok();
    let mut context = context();
    context.limits.take_backs_per_trick = u8::MAX;
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
        // Claims come at one moment; whatever follows has waited for the window to close.
        if !matches!(action, Action::Tiles(TilesAction::Claim { .. })) {
            table.pass(3_000);
        }
        let turn = table.now_of(conn).you.expect("a seat").turn;
        table.act(conn, turn, action).expect("a legal action");
    }
    let observer = observer.map_or(WATCHER, conn_of);
    table.snapshot(observer);
    let got: Vec<Value> = table.all(observer).iter().map(written).collect();
    serde_json::to_string_pretty(&got).expect("JSON")
}

/// A message without commitments: what they are of can't be seen in them.
fn written(message: &ServerMessage) -> Value {
    fn mask(value: &mut Value) {
        match value {
            Value::Object(fields) => fields.iter_mut().for_each(|(name, value)| {
                // The number of a request tells how many the test has sent.
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
    for line in LEAKS.into_iter().flat_map(str::lines) {
        let case: Value = serde_json::from_str(line).expect("a case");
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
