//! The score table.

use std::collections::BTreeSet;
use std::sync::Arc;

use giog_protocol::server::RoomEvent;
use giog_protocol::{ErrorCode, Person, Series};
use giog_rooms::{AdminCommand, ConnId};
use giog_rules::{Action, tricks};
use serde_json::Value;

use crate::table::{A, B, C, Table, player, record_of};

/// The last score table that a connection got.
fn told(table: &Table, conn: ConnId) -> Option<Series> {
    let events = table.events(conn).into_iter().rev();
    events.into_iter().find_map(|(_, event)| match event {
        RoomEvent::Series(series) => Some(series),
        _ => None,
    })
}

/// Plays a match between these people to its end.
fn play(table: &mut Table, people: &[ConnId]) {
    table.all_ready(people);
    table.play_to_end(people);
}

fn check_sums(settings: &str, matches: u32) {
    let people = [A, B, C];
    let mut table = Table::of(&people, settings);
    for _ in 0..matches {
        play(&mut table, &people);
    }
    let series = table.snapshot(A).state.series;
    assert_eq!(told(&table, B), Some(series.clone()), "events tell it too");
    assert_eq!((series.matches, series.rows.len()), (matches, 3));
    let finished = table.finished();
    let sum = |count: fn(&giog_protocol::SeriesRow) -> u32| series.rows.iter().map(count).sum();
    let captured: u32 = sum(|row| row.captured.unwrap_or(0));
    assert!(captured > 0 && captured <= 32 * matches);
    let wins: u32 = sum(|row| row.won);
    assert!(wins <= matches);
    assert!(series.rows.iter().all(|row| row.played == matches));
    for (row, seat) in series.rows.iter().zip((0..).map(giog_rules::Seat::new)) {
        let mut expected = None;
        for finished in &finished {
            let record: giog_rules::Record =
                serde_json::from_slice(&record_of(finished)).expect("a record");
            if let Some(scores) = record.result.tricks().expect("a trick game").scores {
                expected = Some(expected.unwrap_or(0) + i64::from(scores[seat]));
            }
        }
        assert_eq!(row.score, expected, "the sum of the scores of the records");
    }
    table.crash(0);
    assert_eq!(
        table.snapshot(A).state.series,
        series,
        "a room from its log has the same"
    );
}

#[test]
fn a_series_adds_up_what_its_matches_say() {
    check_sums(r#"{"seats":3}"#, 2);
    check_sums(r#"{"seats":3,"variant":"ju-ma-pao-30"}"#, 3);
    check_sums(r#"{"seats":3,"variant":"zhi-hu"}"#, 2);
}

/// Plays a match in which everybody lays the first play that the rules offer, which may cost them their heads.
fn play_rashly(table: &mut Table, people: &[ConnId]) {
    table.all_ready(people);
    while let Some(&conn) = people.iter().find(|&&conn| table.must_decide(conn)) {
        let you = table.now_of(conn).you.expect("a seat");
        let decision = you.decision.expect("a decision");
        let plays = decision.plays().map(<[_]>::to_vec).unwrap_or_default();
        let rash = plays.first().map(|play| {
            let pieces = play.to_string();
            Action::Tricks(tricks::Action::Play { pieces })
        });
        let action = rash
            .or_else(|| decision.default_action())
            .expect("an action");
        table.act(conn, you.turn, action).expect("it is legal");
    }
}

#[test]
fn what_the_beheaded_forfeit_counts_nothing_in_the_table_and_as_ever_in_logs_of_earlier_versions() {
    let people = [A, B, C];
    let settings =
        r#"{"seats":3,"ceremony":"server","reveal_pause_ms":0,"options":{"general_ban":"behead"}}"#;
    let mut table = Table::of(&people, settings);
    for _ in 0..4 {
        play_rashly(&mut table, &people);
    }
    let (mut captured, mut counted) = ([0; 3], [0; 3]);
    for finished in table.finished() {
        let record: giog_rules::Record =
            serde_json::from_slice(&record_of(finished)).expect("a record");
        let result = record.result.tricks().expect("a trick game").clone();
        for (seat, &pieces) in result.captured.iter() {
            captured[seat.index()] += u32::from(pieces);
            if !result
                .beheaded
                .as_ref()
                .is_some_and(|all| all.contains(&seat))
            {
                counted[seat.index()] += u32::from(pieces);
            }
        }
    }
    assert_ne!(captured, counted, "somebody with pieces was beheaded");
    let rows = |series: &Series| -> Vec<u32> {
        let rows = series.rows.iter();
        rows.map(|row| row.captured.expect("pieces")).collect()
    };
    let series = table.snapshot(A).state.series;
    assert_eq!(rows(&series), counted);
    table.crash(0);
    table.ok(A, r#"{"type":"join"}"#);
    assert_eq!(table.snapshot(A).state.series, series);
    // Rows as earlier versions wrote them.
    let mut log = table.whole_log();
    for (_, row) in &mut log.rows {
        *row = row.replace(r#""e":"finished","forfeits":true"#, r#""e":"finished""#);
    }
    table.room = table.replay(log).expect("a log makes a room");
    table.ok(A, r#"{"type":"join"}"#);
    assert_eq!(rows(&table.snapshot(A).state.series), captured);
}

#[test]
fn another_game_begins_another_series_and_the_owner_may_too() {
    let people = [A, B];
    let mut table = Table::of(&people, r#"{"seats":2}"#);
    play(&mut table, &people);
    table.ok(
        A,
        r#"{"type":"configure","settings":{"seats":2,"chat":"off"}}"#,
    );
    assert_eq!(table.snapshot(A).state.series.matches, 1, "the same game");
    table.refused(B, r#"{"type":"new_series"}"#, ErrorCode::NotOwner);
    table.ok(A, r#"{"type":"new_series"}"#);
    let begun = told(&table, B).expect("all are told");
    assert_eq!((begun.matches, begun.rows.len()), (0, 0));
    assert_eq!(begun.evening[0].matches, 1, "the evening goes on");
    let shown = table.summaries.last().expect("the lobby is told");
    assert_eq!(shown.matches, 0);
    play(&mut table, &people);
    let wiki = r#"{"type":"configure","settings":{"seats":2,"variant":"giog-wiki"}}"#;
    table.ok(A, wiki);
    let Series { matches, rows, .. } = table.snapshot(B).state.series;
    assert_eq!((matches, rows.len()), (0, 0));
}

#[test]
fn the_results_of_an_evening_stay_when_the_game_changes() {
    let people = [A, B];
    let mut table = Table::of(&people, r#"{"seats":2}"#);
    table.ok(C, r#"{"type":"join"}"#);
    for _ in 0..2 {
        play(&mut table, &people);
    }
    assert_eq!(
        table.snapshot(C).state.series.evening,
        [],
        "one game so far"
    );
    table.ok(B, r#"{"type":"suggest","variant":"giog-wiki"}"#);
    table.ok(A, r#"{"type":"take_suggestion","variant":"giog-wiki"}"#);
    let told = told(&table, C).expect("a spectator is told");
    assert_eq!((told.matches, told.evening.len()), (0, 1));
    play(&mut table, &people);
    let evening = table.snapshot(C).state.series.evening;
    let played: Vec<_> = evening
        .iter()
        .map(|game| (game.variant.id(), game.matches, game.rows.len()))
        .collect();
    assert_eq!(
        played,
        [("giog", 2, 2), ("giog-wiki", 1, 2)],
        "never summed"
    );
    for game in &evening {
        for row in &game.rows {
            assert_eq!(row.played, game.matches);
            assert_eq!(
                row.places.iter().sum::<u32>(),
                game.matches,
                "a place for each match"
            );
            assert_eq!(row.places[0], row.won + row.shared, "whoever wins is first");
        }
    }
    table.ok(A, r#"{"type":"new_series"}"#);
    assert_eq!(table.snapshot(C).state.series.evening, evening);
    table.crash(0);
    for conn in [A, B, C] {
        table.ok(conn, r#"{"type":"join"}"#);
    }
    assert_eq!(table.snapshot(C).state.series.evening, evening);
    let forget = AdminCommand::Forget(Arc::new(BTreeSet::from([player(B)])));
    table.admin_command(forget).expect("forgotten");
    let forgotten = Person::forgotten(player(B));
    let named = table.snapshot(C).state.series;
    assert!(
        named
            .people()
            .all(|person| person.player != player(B) || *person == forgotten)
    );
}

#[test]
fn the_results_of_before_an_upgrade_belong_to_the_evening() {
    let people = [A, B];
    let mut table = Table::of(&people, r#"{"seats":2}"#);
    for _ in 0..3 {
        play(&mut table, &people);
    }
    let (_, floor) = table.floors.last_mut().expect("a floor");
    let mut body: Value = serde_json::from_str(&floor.body).expect("JSON");
    let before = body["room"]["series"].clone();
    let matches = before["matches"].as_u64().expect("a number");
    assert!(matches > 0, "the floor is of after a match");
    let room = body["room"].as_object_mut().expect("a state");
    room.remove("evening").expect("the evening");
    floor.body = body.to_string();
    table.crash(0);
    for conn in people {
        table.ok(conn, r#"{"type":"join"}"#);
    }
    let wiki = r#"{"type":"configure","settings":{"seats":2,"variant":"giog-wiki"}}"#;
    table.ok(A, wiki);
    let evening = table.snapshot(A).state.series.evening;
    assert_eq!((evening.len(), evening[0].matches), (1, 3));
    for (row, was) in evening[0]
        .rows
        .iter()
        .zip(before["rows"].as_array().expect("rows"))
    {
        assert_eq!(row.played, 3);
        let counted = row.places.iter().sum::<u32>();
        assert_eq!(
            u64::from(counted),
            3 - matches,
            "places of before are not known"
        );
        assert!(u64::from(row.won) >= was["won"].as_u64().expect("a number"));
    }
}

#[test]
fn whoever_comes_when_a_room_opens_does_not_see_the_evening_before() {
    let people = [A, B];
    let mut table = Table::of(&people, r#"{"seats":2,"access":"unlisted"}"#);
    play(&mut table, &people);
    table.ok(
        A,
        r#"{"type":"configure","settings":{"seats":2,"variant":"giog-wiki","access":"unlisted"}}"#,
    );
    assert_eq!(table.snapshot(A).state.series.evening.len(), 1);
    table.ok(
        A,
        r#"{"type":"configure","settings":{"seats":2,"variant":"giog-wiki"}}"#,
    );
    assert_eq!(table.snapshot(A).state.series, Series::default());
}

#[test]
fn an_abandoned_match_does_not_count() {
    let people = [A, B];
    let mut table = Table::playing(&people, r#"{"seats":2,"clock":{"kind":"none"}}"#);
    table.pass(8 * 24 * 3_600_000);
    let state = table.snapshot(A).state;
    assert!(state.previous.expect("a match").outcome.is_none());
    assert_eq!(state.series, Series::default());
}

#[test]
fn people_who_change_seats_keep_their_row_and_bots_have_one_for_each_seat() {
    let mut table = Table::of(&[A], r#"{"seats":3}"#);
    table.ok(A, r#"{"type":"add_bot","all":true}"#);
    play(&mut table, &[A]);
    table.ok(A, r#"{"type":"remove","seat":2}"#);
    table.ok(A, r#"{"type":"sit","seat":2}"#);
    table.ok(A, r#"{"type":"add_bot","all":true}"#);
    play(&mut table, &[A]);
    let rows = table.snapshot(A).state.series.rows;
    let played: Vec<_> = rows
        .iter()
        .map(|row| (row.seat.map(u8::from), row.played))
        .collect();
    assert_eq!(
        played,
        [(None, 2), (Some(1), 2), (Some(2), 1), (Some(0), 1)]
    );
}
