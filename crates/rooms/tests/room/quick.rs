//! Quick play, and the consequences of leaving strangers in the middle of a match.

use giog_protocol::client::{OpenEntropy, Ready, RoomCommand};
use giog_protocol::server::{RoomEvent, StandReason};
use giog_protocol::{ErrorCode, Occupant, Phase, SeatState};
use giog_rooms::{AdminCommand, ConnId, Input};
use giog_rules::Seat;
use giog_rules::fairness::{Entropy, entropy_commitment};

use crate::table::{A, B, C, D, Table, command, person, player};

const FILL: &str = r#"{"type":"add_bot","all":true}"#;

#[test]
fn four_strangers_begin_as_soon_as_they_are_there() {
    let mut table = Table::quick(r#"{"seats":4}"#);
    for conn in [B, C] {
        assert_eq!(table.quick_join(conn), Ok(()));
        assert!(table.snapshot(conn).game.is_none());
    }
    assert_eq!(table.quick_join(B), Ok(()), "who sits there already");
    assert_eq!(table.quick_join(D), Ok(()));
    assert!(table.snapshot(A).game.is_some());
    let owner = table.snapshot(A).state.owner;
    assert_eq!(owner, None);
    assert!(table.snapshot(A).state.quick);
}

#[test]
fn a_full_table_or_one_of_friends_takes_nobody_and_nothing_changes() {
    let mut quick = Table::quick(r#"{"seats":2}"#);
    assert_eq!(quick.quick_join(B), Ok(()));
    let mut friends = Table::new(r#"{"seats":3}"#);
    for table in [&mut quick, &mut friends] {
        let rows = table.rows.len();
        assert_eq!(table.quick_join(C), Err(ErrorCode::NoFreeSeat));
        assert_eq!(table.rows.len(), rows);
        table.refused(C, r#"{"type":"sit"}"#, ErrorCode::NotJoined);
    }
}

#[test]
fn a_table_that_goes_on_elsewhere_says_who_sits_there_when_they_have_come_along() {
    let mut table = Table::quick(r#"{"seats":3}"#);
    table.quick_join(B).expect("a seat");
    let seen = table.events(A).last().expect("events").0;
    table.move_on(50);
    table.summaries.clear();
    table.handle(Input::Resumed {
        conn: B,
        person: person(B),
        after: seen,
    });
    assert_eq!(table.summaries.len(), 1, "with where they come from");
}

#[test]
fn who_gives_the_seat_up_again_and_again_holds_no_table_of_strangers_back() {
    let mut table = Table::quick(r#"{"seats":3}"#);
    table.quick_join(B).expect("a seat");
    for round in 1..=3 {
        // The others wait, each time for another person.
        table.pass(3_000);
        table.ok(A, r#"{"type":"stand"}"#);
        if round < 3 {
            table.ok(A, r#"{"type":"sit"}"#);
        }
    }
    for crashed in [false, true] {
        if crashed {
            table.crash(0);
            table.ok(A, r#"{"type":"join"}"#);
            table.ok(B, r#"{"type":"join"}"#);
        }
        table.refused(A, r#"{"type":"sit"}"#, ErrorCode::NoFreeSeat);
        table.refused(A, r#"{"type":"join","sit":true}"#, ErrorCode::NoFreeSeat);
        assert_eq!(table.quick_join(A), Err(ErrorCode::NoFreeSeat));
    }
    for conn in [C, D] {
        table.quick_join(conn).expect("a seat");
    }
    assert!(table.snapshot(B).game.is_some(), "the others play");
    table.play_to_end(&[B, C, D]);
    table.ok(C, r#"{"type":"leave"}"#);
    table.ok(A, r#"{"type":"sit"}"#);
}

#[test]
fn who_changes_seats_again_and_again_holds_no_table_of_strangers_back() {
    let mut table = Table::quick(r#"{"seats":3}"#);
    table.quick_join(B).expect("a seat");
    table.ok(B, r#"{"type":"unready"}"#);
    table.pass(10_000);
    let mut changes = 0;
    while table.snapshot(A).game.is_none() {
        assert!(changes < 10, "A waits for ever");
        table.pass(29_000);
        let seats = table.snapshot(B).state.seats;
        let Some(free) = seats.iter().position(is_bot) else {
            break;
        };
        let sit = command(&format!(r#"{{"type":"sit","seat":{free}}}"#));
        if table.ask(B, sit).is_err() {
            table.pass(30_000);
        }
        changes += 1;
    }
    assert!(table.snapshot(A).game.is_some(), "A plays");
    assert_eq!(table.seat_of(B), None);
}

#[test]
fn nobody_owns_it() {
    let mut table = Table::quick(r#"{"seats":4}"#);
    table.quick_join(B).expect("a seat");
    for json in [
        r#"{"type":"configure","settings":{}}"#,
        r#"{"type":"remove","seat":1}"#,
        r#"{"type":"close_room"}"#,
        r#"{"type":"new_series"}"#,
        r#"{"type":"pass_ownership","seat":1}"#,
    ] {
        table.refused(A, json, ErrorCode::NotOwner);
    }
    table.ok(A, r#"{"type":"stand"}"#);
    table.ok(A, r#"{"type":"sit"}"#);
    assert_eq!(table.snapshot(A).state.owner, None);
}

#[test]
fn bots_take_the_free_seats_by_themselves_when_nobody_else_has_come_in_time() {
    let mut table = Table::quick(r#"{"seats":4}"#);
    assert_eq!(table.now_of(A).bots_left_ms, Some(10_000));
    let early = table.ask(A, command(FILL)).expect_err("too early");
    assert_eq!(
        (early.code, early.wait_ms),
        (ErrorCode::TooEarly, Some(10_000))
    );
    table.pass(6_000);
    table.quick_join(B).expect("a seat");
    assert_eq!(table.now_of(B).bots_left_ms, Some(4_000));
    table.pass(3_999);
    assert!(table.snapshot(A).game.is_none());
    table.pass(1);
    let snapshot = table.snapshot(A);
    assert!(snapshot.game.is_some(), "everybody is ready");
    let bots = snapshot.state.seats.iter().filter(|&at| is_bot(at));
    assert_eq!(bots.count(), 2);
    table.ok(C, r#"{"type":"join"}"#);
    table.refused(C, FILL, ErrorCode::NotSeated);
    table.ok(B, FILL);
}

#[test]
fn bots_come_only_while_a_person_is_connected() {
    let mut table = Table::quick(r#"{"seats":3}"#);
    table.ok(B, r#"{"type":"join"}"#);
    table.handle(Input::Detached { conn: A });
    table.pass(20_000);
    let free = |table: &mut Table| {
        let seats = table.snapshot(B).state.seats;
        seats.iter().filter(|at| at.occupant.is_none()).count()
    };
    assert_eq!(free(&mut table), 2, "nobody waits");
    table.ok(A, r#"{"type":"join"}"#);
    assert_eq!(free(&mut table), 0);
}

#[test]
fn bots_come_after_a_crash_too() {
    let mut table = Table::quick(r#"{"seats":3}"#);
    table.pass(6_000);
    table.crash(0);
    table.ok(A, r#"{"type":"join"}"#);
    let left_ms = table.now_of(A).bots_left_ms.expect("bots are awaited");
    table.pass(left_ms - 1);
    assert!(table.snapshot(A).game.is_none());
    table.pass(1);
    assert!(table.snapshot(A).game.is_some());
}

#[test]
fn a_seat_that_is_given_up_between_matches_is_a_bots_again() {
    let mut table = Table::quick(r#"{"seats":3,"reveal_pause_ms":0}"#);
    table.quick_join(B).expect("a seat");
    table.pass(10_000);
    table.play_to_end(&[A, B]);
    table.ok(B, r#"{"type":"leave"}"#);
    table.pass(10_000);
    let seats = table.snapshot(A).state.seats;
    assert_eq!(seats.iter().filter(|&at| is_bot(at)).count(), 2);
}

fn is_bot(seat: &SeatState) -> bool {
    matches!(seat.occupant, Some(Occupant::Bot { .. }))
}

#[test]
fn people_take_the_seats_of_bots_for_the_next_match() {
    let mut table = Table::quick(r#"{"seats":3,"reveal_pause_ms":0}"#);
    table.pass(10_000);
    table.ok(A, FILL);
    assert_eq!(table.quick_join(B), Err(ErrorCode::NoFreeSeat));
    table.play_to_end(&[A]);
    assert_eq!(table.quick_join(B), Ok(()));
    assert_eq!(table.seat_of(B).map(u8::from), Some(1));
    let made_way = table.events(A).into_iter().any(|(_, event)| {
        matches!(
            event,
            RoomEvent::Stood {
                reason: StandReason::MadeWay,
                ..
            }
        )
    });
    assert!(made_way);
    assert_eq!(table.quick_join(A), Ok(()), "once more, and ready");
    let snapshot = table.snapshot(A);
    assert_eq!(snapshot.state.phase, Phase::Playing);
    assert_eq!(snapshot.state.series.matches, 1);
}

#[test]
fn a_spectator_can_take_the_seat_of_a_bot() {
    let mut table = Table::quick(r#"{"seats":3,"reveal_pause_ms":0}"#);
    table.pass(10_000);
    table.ok(A, FILL);
    table.ok(B, r#"{"type":"join"}"#);
    table.refused(B, r#"{"type":"sit","seat":2}"#, ErrorCode::MatchRunning);
    table.play_to_end(&[A]);
    table.refused(B, r#"{"type":"sit","seat":0}"#, ErrorCode::SeatTaken);
    table.ok(B, r#"{"type":"sit","seat":2}"#);
    assert_eq!(table.seat_of(B).map(u8::from), Some(2));
    table.ok(C, r#"{"type":"join"}"#);
    table.ok(C, r#"{"type":"sit"}"#);
    assert_eq!(table.seat_of(C).map(u8::from), Some(1));
    table.ok(D, r#"{"type":"join"}"#);
    table.refused(D, r#"{"type":"sit"}"#, ErrorCode::NoFreeSeat);
}

#[test]
fn a_bot_keeps_its_seat_while_entropy_is_opened_and_a_crash_keeps_who_took_it_afterwards() {
    let mut table = Table::quick(r#"{"seats":3,"reveal_pause_ms":0}"#);
    table.ok(B, r#"{"type":"join"}"#);
    let match_id = table.next_match();
    let entropy = Entropy::new(vec![7; 16]).expect("16 bytes");
    let ready = Ready {
        match_id: Some(match_id),
        entropy_commitment: Some(entropy_commitment(match_id, Seat::new(0), &entropy)),
    };
    table.ready(A, ready).expect("ready");
    table.pass(10_000);
    table.ok(A, FILL);
    assert_eq!(table.snapshot(A).state.phase, Phase::Opening);
    table.refused(B, r#"{"type":"sit","seat":2}"#, ErrorCode::MatchRunning);
    table.refused(B, r#"{"type":"sit"}"#, ErrorCode::MatchRunning);
    assert_eq!(table.quick_join(C), Err(ErrorCode::NoFreeSeat));
    let open = OpenEntropy { match_id, entropy };
    table
        .ask(A, RoomCommand::OpenEntropy(open))
        .expect("opened");
    table.play_to_end(&[A]);
    let next = table.next_match();
    table.ok(B, r#"{"type":"sit","seat":2}"#);
    assert_eq!(table.next_match(), next, "what others got ready for stays");
    table.crash(0);
    table.ok(B, r#"{"type":"join"}"#);
    assert_eq!(table.seat_of(B).map(u8::from), Some(2));
    let state = table.snapshot(B).state;
    assert!(state.seats[2].ready, "who takes a bot's seat is ready");
    assert_eq!(state.phase, Phase::Gathering);
}

/// Two people at a table of four have played a match, after which one of them, `A`, is ready.
fn ready_after_a_match() -> Table {
    let mut table = Table::quick(r#"{"seats":4,"reveal_pause_ms":0}"#);
    table.quick_join(B).expect("a seat");
    table.pass(10_000);
    table.play_to_end(&[A, B]);
    table.quick_join(A).expect("ready for the next match");
    assert_eq!(table.now_of(A).start_left_ms, Some(30_000));
    table
}

#[test]
fn the_deadline_of_those_who_are_ready_is_moved_by_nobody_who_comes_and_goes() {
    for second in [1, 9, 26] {
        let mut table = ready_after_a_match();
        let mut left_ms = 30_000;
        for guest in 1_000.. {
            let pass_ms = left_ms.min(second * 1_000);
            table.pass(pass_ms);
            left_ms -= pass_ms;
            if left_ms == 0 {
                break;
            }
            // A person takes the seat of a bot, sets unready, and gives it up later.
            let guest = ConnId(guest);
            table.ok(guest, r#"{"type":"join"}"#);
            if table.ask(guest, command(r#"{"type":"sit"}"#)).is_ok() {
                table.ok(guest, r#"{"type":"unready"}"#);
                assert_eq!(table.now_of(A).start_left_ms, Some(left_ms));
            }
            table.ok(guest, r#"{"type":"leave"}"#);
        }
        assert!(table.snapshot(A).game.is_some(), "A plays");
        assert_eq!(table.seat_of(B), None, "B was not ready in time");
    }
}

#[test]
fn people_who_sit_on_free_seats_and_are_not_ready_do_not_move_it_either() {
    let mut table = Table::quick(r#"{"seats":4}"#);
    table.pass(9_000);
    for conn in [B, C, D] {
        table.ok(conn, r#"{"type":"join"}"#);
        table.ok(conn, r#"{"type":"sit"}"#);
    }
    table.ok(D, r#"{"type":"ready"}"#);
    table.pass(20_999);
    assert!(table.snapshot(A).game.is_none());
    table.pass(1);
    assert!(table.snapshot(A).game.is_some(), "30 s after A was ready");
    assert!(table.seat_of(D).is_some());
    assert_eq!((table.seat_of(B), table.seat_of(C)), (None, None));
}

#[test]
fn a_person_who_sits_after_the_time_to_get_ready_keeps_the_seat() {
    let mut table = Table::quick(r#"{"seats":4}"#);
    table.handle(Input::Detached { conn: A });
    // A's seat is kept for a minute, and no bots are added meanwhile.
    table.pass(35_000);
    table.ok(B, r#"{"type":"join"}"#);
    table.ok(B, r#"{"type":"sit"}"#);
    table.pass(1);
    assert!(table.seat_of(B).is_some());
    assert!(table.snapshot(B).game.is_some(), "with bots on the others");
}

#[test]
fn a_bots_seat_is_taken_by_getting_ready() {
    let mut table = ready_after_a_match();
    table.ok(B, r#"{"type":"unready"}"#);
    for (conn, json) in [
        (C, r#"{"type":"join","sit":true}"#),
        (D, r#"{"type":"join"}"#),
        (D, r#"{"type":"sit"}"#),
    ] {
        table.ok(conn, json);
    }
    let seats = table.snapshot(A).state.seats;
    let ready: Vec<bool> = seats.iter().map(|seat| seat.ready).collect();
    assert_eq!(ready, [true, false, true, true], "all but B");
    table.ok(B, r#"{"type":"ready"}"#);
    assert!(table.snapshot(A).game.is_some());
}

#[test]
fn bots_seats_change_hands_as_often_as_there_are_seats_before_a_match() {
    let mut table = ready_after_a_match();
    table.ok(A, r#"{"type":"unready"}"#);
    table.pass(10_000);
    for guest in (1_000..1_004).map(ConnId) {
        table.quick_join(guest).expect("a bot's seat");
        table.ok(guest, r#"{"type":"leave"}"#);
        table.pass(1);
    }
    let late = ConnId(1_004);
    for crashed in [false, true] {
        if crashed {
            table.crash(0);
            table.ok(A, r#"{"type":"join"}"#);
            table.ok(B, r#"{"type":"join"}"#);
        }
        assert_eq!(table.quick_join(late), Err(ErrorCode::NoFreeSeat));
        table.ok(late, r#"{"type":"join"}"#);
        for json in [r#"{"type":"sit"}"#, r#"{"type":"sit","seat":3}"#] {
            table.refused(late, json, ErrorCode::NoFreeSeat);
        }
    }
    for conn in [A, B] {
        table.ok(conn, r#"{"type":"ready"}"#);
    }
    table.play_to_end(&[A, B]);
    assert_eq!(table.quick_join(late), Ok(()), "before the next match");
}

#[test]
fn the_bots_of_a_table_with_an_owner_stay_where_they_were_put() {
    let mut table = Table::new(r#"{"seats":2}"#);
    table.ok(A, FILL);
    table.ok(B, r#"{"type":"join"}"#);
    table.refused(B, r#"{"type":"sit","seat":1}"#, ErrorCode::SeatTaken);
    table.refused(B, r#"{"type":"sit"}"#, ErrorCode::NoFreeSeat);
}

#[test]
fn coming_back_by_quick_play_is_coming_back() {
    let mut table = Table::quick(r#"{"seats":2}"#);
    table.quick_join(B).expect("a seat");
    table.ok(B, r#"{"type":"leave"}"#);
    assert!(table.is_away(1));
    assert_eq!(table.quick_join(B), Ok(()));
    assert!(!table.is_away(1));
    assert_eq!(table.leavers, [(player(B), true), (player(B), false)]);
}

#[test]
fn leaving_or_not_coming_back_counts_at_public_tables_only() {
    for (settings, counts) in [
        (r#"{"seats":2}"#, true),
        (r#"{"seats":2,"access":"unlisted"}"#, false),
    ] {
        let mut table = Table::playing(&[A, B], settings);
        table.ok(B, r#"{"type":"leave"}"#);
        table.handle(Input::Detached { conn: A });
        table.pass(61_000);
        let expected = [(player(B), true), (player(A), true)];
        assert_eq!(table.leavers, if counts { &expected[..] } else { &[] });
    }
}

#[test]
fn leaving_counts_where_nobody_stands_in_and_a_lost_connection_does_not() {
    for settings in [
        r#"{"variant":"xiangqi","clock":{"kind":"bank","bank_ms":300000,"increment_ms":1000}}"#,
        r#"{"variant":"xiangqi","clock":{"kind":"days","days":2}}"#,
    ] {
        let mut table = Table::playing(&[A, B], settings);
        table.handle(Input::Detached { conn: A });
        table.pass(61_000);
        assert_eq!(table.leavers, [], "{settings}");
        table.ok(B, r#"{"type":"leave"}"#);
        assert_eq!(table.leavers, [(player(B), true)], "{settings}");
        table.ok(B, r#"{"type":"join"}"#);
        assert_eq!(table.leavers, [(player(B), true), (player(B), false)]);
        assert!(!table.is_away(0) && !table.is_away(1), "{settings}");
        // A player who had not left does not count as returned.
        table.leavers.clear();
        table.handle(Input::Detached { conn: B });
        table.ok(B, r#"{"type":"join"}"#);
        assert_eq!(table.leavers, []);
        // Rooms that are not public do not count.
        let settings = settings.replacen('{', r#"{"access":"unlisted","#, 1);
        let mut table = Table::playing(&[A, B], &settings);
        table.ok(B, r#"{"type":"leave"}"#);
        table.ok(B, r#"{"type":"join"}"#);
        assert_eq!(table.leavers, []);
    }
}

#[test]
fn an_away_player_who_leaves_has_left_once() {
    let mut table = Table::playing(&[A, B], r#"{"seats":2}"#);
    // No decision was taken.
    while !table.is_away(1) {
        table.pass(1_000);
    }
    table.ok(B, r#"{"type":"leave"}"#);
    let of_b = table.leavers.iter().filter(|&&(who, _)| who == player(B));
    assert_eq!(of_b.count(), 1);
}

#[test]
fn too_many_requests_for_ones_own_table_are_refused_for_a_while() {
    let mut table = Table::quick(r#"{"seats":2}"#);
    let refused = (0..100).find_map(|_| table.quick_join(A).err());
    assert_eq!(refused, Some(ErrorCode::Busy));
    table.pass(1_000);
    assert_eq!(table.quick_join(A), Ok(()));
}

#[test]
fn nobody_sits_down_in_a_room_that_is_about_to_be_gone() {
    let mut table = Table::quick(r#"{"seats":2}"#);
    table.commits = false;
    for command in [AdminCommand::Stop, AdminCommand::Expel(player(A))] {
        table.handle(Input::AdminCommand { ticket: 0, command });
    }
    assert_eq!(table.room.summary().phase, Phase::Closed);
    let rows = table.rows.len();
    table.handle(Input::QuickJoin {
        ticket: 0,
        conn: A,
        person: person(A),
        re: 9,
    });
    assert_eq!(table.rows.len(), rows);
    table.commit();
    assert_eq!(table.done[2..], [Err(ErrorCode::NoSuchRoom)]);
    let kept = table.room.summary().seats.iter().flatten().count();
    assert_eq!(kept, 1, "nothing happens in a closed room");
}
