//! Chat, and reports to the operator.

use std::collections::BTreeSet;
use std::sync::Arc;

use giog_protocol::server::{Happened, Happening, RoomEvent, RoomNotice, ServerMessage};
use giog_protocol::{Audience, ChatLine, ErrorCode, Said};
use giog_rooms::{AdminCommand, ConnId, Input};
use giog_store::{Fact, Report};
use serde_json::Value;

use crate::table::{A, B, C, D, Table, command, player};

/// The lines that a connection got.
fn lines(table: &Table, conn: ConnId) -> Vec<ChatLine> {
    let messages = table.all(conn).iter();
    messages
        .filter_map(|message| match message {
            ServerMessage::Notice(notice) => match &notice.notice {
                RoomNotice::Chat(line) => Some(line.clone()),
                RoomNotice::Presence(_) | RoomNotice::Nudge(_) => None,
            },
            _ => None,
        })
        .collect()
}

fn texts(table: &Table, conn: ConnId) -> Vec<String> {
    let text = |line: ChatLine| match line.said {
        Said::Text(text) => text.to_string(),
        Said::Phrase(phrase) => format!("{phrase:?}"),
    };
    lines(table, conn).into_iter().map(text).collect()
}

fn say(key: &str, text: &str) -> String {
    format!(r#"{{"type":"chat","key":"{key}","text":"{text}"}}"#)
}

/// Two players and two spectators.
fn watched() -> Table {
    let mut table = Table::playing(&[A, B], r#"{"seats":2}"#);
    for conn in [C, D] {
        table.ok(conn, r#"{"type":"join"}"#);
    }
    table
}

#[test]
fn between_matches_everybody_hears_everybody() {
    let mut table = Table::of(&[A, B], r#"{"seats":3}"#);
    table.ok(C, r#"{"type":"join"}"#);
    table.ok(A, &say("1", "  one \\n table "));
    table.ok(C, r#"{"type":"chat","key":"1","phrase":"good_luck"}"#);
    for conn in [A, B, C] {
        assert_eq!(texts(&table, conn), ["one table", "GoodLuck"]);
    }
    let line = &lines(&table, B)[0];
    assert_eq!(line.from.player, player(A));
    assert_eq!(
        (line.seat.map(u8::from), line.to),
        (Some(0), Audience::Room)
    );
}

#[test]
fn during_a_match_players_and_spectators_are_apart() {
    let mut table = watched();
    table.ok(A, &say("1", "mine"));
    table.ok(C, &say("1", "look at that"));
    for conn in [A, B] {
        assert_eq!(texts(&table, conn), ["mine"]);
    }
    for conn in [C, D] {
        assert_eq!(texts(&table, conn), ["look at that"]);
    }
}

/// What a connection is shown of the chat when it sees everything once more, as after a reload.
fn shown_again(table: &mut Table, conn: ConnId) -> Vec<String> {
    let lines = table.snapshot(conn).chat.into_iter();
    let text = |line: ChatLine| match line.said {
        Said::Text(text) => text.to_string(),
        Said::Phrase(phrase) => format!("{phrase:?}"),
    };
    lines.map(text).collect()
}

#[test]
fn whoever_comes_back_is_shown_the_last_lines_that_had_reached_them_and_no_others() {
    let mut table = watched();
    table.ok(A, &say("1", "mine"));
    table.ok(C, &say("1", "look at that"));
    table.ok(D, &format!(r#"{{"type":"mute","player":"{}"}}"#, player(C)));
    table.ok(C, &say("2", "not for all"));
    for conn in [A, B] {
        assert_eq!(shown_again(&mut table, conn), ["mine"]);
    }
    assert_eq!(
        shown_again(&mut table, C),
        ["look at that", "not for all"],
        "and one's own"
    );
    let none: [&str; 0] = [];
    assert_eq!(shown_again(&mut table, D), none, "muted, also before");
    table.ok(
        D,
        &format!(
            r#"{{"type":"mute","player":"{}","muted":false}}"#,
            player(C)
        ),
    );
    assert_eq!(shown_again(&mut table, D), ["look at that"]);
    // Who was not there when it was said is told nothing of it.
    let late = ConnId(77);
    table.ok(late, r#"{"type":"join"}"#);
    assert_eq!(shown_again(&mut table, late), none);
}

/// What a snapshot says of what happened, each with the number of lines before it.
fn past(table: &mut Table, conn: ConnId) -> Vec<String> {
    let happened = table.snapshot(conn).happened.into_iter();
    let told = happened.map(|Happened { after, what }| match what {
        Happening::Stood { who, reason } => format!("{after} {} stood {reason:?}", who.name),
        Happening::Sat { who } => format!("{after} {} sat", who.name),
        Happening::Away { who } => format!("{after} {} away", who.name),
        Happening::Back { who } => format!("{after} {} back", who.name),
        Happening::Owner { who } => format!("{after} {} owner", who.name),
        Happening::Series => format!("{after} series"),
        Happening::Configured { before, settings } => {
            let [before, now] = [before, settings].map(|settings| settings.expect("what changed"));
            let (had, has) = (before.access, now.access);
            let (many, few) = (before.seats, now.seats);
            format!("{after} configured: {had:?} {many} to {has:?} {few}")
        }
    });
    told.collect()
}

#[test]
fn what_happened_is_shown_again_among_the_lines_to_whom_it_had_reached() {
    let mut table = Table::of(&[A, B], r#"{"seats":3,"access":"unlisted"}"#);
    let names = [A, B, C].map(|conn| crate::table::person(conn).name.to_string());
    let [a, b, c] = &names;
    table.ok(A, &say("1", "hello"));
    table.ok(C, r#"{"type":"join","sit":true}"#);
    table.ok(B, &say("2", "hello, all"));
    table.ok(C, r#"{"type":"stand"}"#);
    table.ok(A, r#"{"type":"pass_ownership","seat":1}"#);
    let of_all = [
        format!("{b} sat"),
        format!("1 {c} sat"),
        format!("2 {c} stood Stood"),
        format!("2 {b} owner"),
    ];
    let shown = past(&mut table, A);
    assert!(shown[0].ends_with(&of_all[0]), "{shown:?}");
    assert_eq!(shown[1..], of_all[1..]);
    assert_eq!(
        past(&mut table, C),
        [
            format!("0 {c} sat"),
            format!("1 {c} stood Stood"),
            format!("1 {b} owner"),
        ],
        "who came later knows nothing of what was before"
    );
    assert_eq!(past(&mut table, D), [""; 0]);
    assert_eq!(
        table.admin_command(AdminCommand::Forget(Arc::new([player(C)].into()))),
        Ok(())
    );
    let shown = past(&mut table, A);
    assert!(shown.iter().all(|told| !told.contains(c)), "{shown:?}");
    assert!(
        shown
            .iter()
            .any(|told| told.contains(a) || told.contains(b))
    );
    table.ok(
        B,
        r#"{"type":"configure","settings":{"seats":3,"access":"public"}}"#,
    );
    assert_eq!(
        past(&mut table, A),
        ["0 configured: Unlisted 3 to Public 3"],
        "the past is gone when access is opened"
    );
    table.ok(
        B,
        r#"{"type":"configure","settings":{"seats":4,"access":"public"}}"#,
    );
    assert_eq!(
        past(&mut table, A).last().map(String::as_str),
        Some("0 configured: Public 3 to Public 4")
    );
    table.crash(0);
    table.ok(A, r#"{"type":"join"}"#);
    assert_eq!(past(&mut table, A), [""; 0], "nothing of it is in the log");
}

#[test]
fn thirty_lines_are_shown_again_and_none_that_was_said_before_the_room_was_opened() {
    let mut table = Table::of(&[A, B], r#"{"seats":3,"access":"unlisted"}"#);
    for n in 0..35 {
        table.pass(60_000);
        table.ok(A, &say(&format!("{n}"), &format!("line {n}")));
    }
    let lines = shown_again(&mut table, B);
    assert_eq!(lines.len(), 30);
    assert_eq!(lines.last().map(String::as_str), Some("line 34"));
    table.ok(
        A,
        r#"{"type":"configure","settings":{"seats":3,"access":"public"}}"#,
    );
    let none: [&str; 0] = [];
    for conn in [A, B] {
        assert_eq!(shown_again(&mut table, conn), none);
    }
    table.ok(A, &say("new", "since"));
    assert_eq!(shown_again(&mut table, B), ["since"]);
}

#[test]
fn lines_of_somebody_who_is_forgotten_are_not_shown_again() {
    let mut table = Table::of(&[A, B], r#"{"seats":3}"#);
    table.ok(C, r#"{"type":"join"}"#);
    table.ok(A, &say("1", "hello"));
    table.ok(C, &say("1", "about me"));
    assert_eq!(shown_again(&mut table, B), ["hello", "about me"]);
    let who = Arc::new(BTreeSet::from([player(C)]));
    table
        .admin_command(AdminCommand::Forget(who))
        .expect("forgotten");
    assert_eq!(shown_again(&mut table, B), ["hello"]);
}

#[test]
fn a_line_is_said_once_however_often_it_is_sent() {
    let mut table = Table::of(&[A, B], r#"{"seats":3}"#);
    for _ in 0..20 {
        table.ok(A, &say("same", "hello"));
    }
    assert_eq!(texts(&table, B), ["hello"]);
}

#[test]
fn who_loses_the_connection_says_nothing_twice_and_mutes_on_though_others_talk_meanwhile() {
    let mut table = Table::of(&[A, B], r#"{"seats":2}"#);
    let mute = format!(r#"{{"type":"mute","player":"{}"}}"#, player(B));
    table.ok(C, r#"{"type":"join"}"#);
    table.ok(C, &mute);
    table.ok(C, &say("same", "hello"));
    table.handle(Input::Detached { conn: C });
    table.ok(D, r#"{"type":"join"}"#);
    table.ok(D, &say("1", "who was that"));
    table.ok(C, r#"{"type":"join"}"#);
    table.ok(C, &say("same", "hello"));
    table.ok(B, &say("1", "nobody"));
    assert_eq!(texts(&table, A), ["hello", "who was that", "nobody"]);
    assert_eq!(texts(&table, C), ["hello"]);
}

/// How many lines of these people are accepted in this number of seconds, if each sends one every tenth of a second.
fn said_in(table: &mut Table, seconds: u64, people: &[ConnId]) -> usize {
    let mut said = 0;
    for tenth in 0..seconds * 10 {
        for &conn in people {
            let key = format!("{tenth}");
            said += usize::from(table.ask(conn, command(&say(&key, "x"))).is_ok());
        }
        table.pass(100);
    }
    said
}

#[test]
fn a_crowd_of_spectators_says_no_more_than_can_be_read_and_leaves_the_players_their_say() {
    let mut table = Table::of(&[A, B], r#"{"seats":3}"#);
    let crowd: Vec<ConnId> = (1_000..1_100).map(ConnId).collect();
    for &conn in &crowd {
        table.ok(conn, r#"{"type":"join"}"#);
    }
    let said = said_in(&mut table, 20, &crowd);
    assert!((20..=25).contains(&said), "{said} lines in 20 s");
    assert_eq!(lines(&table, A).len(), said);
    for key in ["a", "b", "c"] {
        table.ok(A, &say(key, "mine"));
    }
}

#[test]
fn people_who_sit_down_to_talk_are_not_heard_more() {
    let mut table = Table::of(&[A], r#"{"seats":3}"#);
    let crowd: Vec<ConnId> = (1_000..1_050).map(ConnId).collect();
    let mut said = 0;
    for &conn in &crowd {
        table.ok(conn, r#"{"type":"join","sit":true}"#);
        said += said_in(&mut table, 1, &[conn]);
        table.ok(conn, r#"{"type":"leave"}"#);
    }
    assert!((150..=190).contains(&said), "{said} lines in 50 s");
}

#[test]
fn the_owner_silences_spectators() {
    let mut table = Table::of(&[A, B], r#"{"seats":3}"#);
    table.ok(C, r#"{"type":"join"}"#);
    table.refused(B, r#"{"type":"silence"}"#, ErrorCode::NotOwner);
    table.ok(A, r#"{"type":"silence"}"#);
    table.ok(A, r#"{"type":"silence"}"#);
    table.refused(C, &say("1", "x"), ErrorCode::ChatOff);
    table.ok(B, &say("1", "players talk on"));
    let silenced: Vec<bool> = table
        .events(C)
        .into_iter()
        .filter_map(|(_, event)| match event {
            RoomEvent::Silenced { silenced } => Some(silenced),
            _ => None,
        })
        .collect();
    assert_eq!(silenced, [true], "they are told so");
    table.crash(0);
    for conn in [A, C] {
        table.ok(conn, r#"{"type":"join"}"#);
    }
    assert!(table.snapshot(C).state.silenced);
    table.refused(C, &say("2", "x"), ErrorCode::ChatOff);
    table.ok(A, r#"{"type":"silence","silenced":false}"#);
    table.ok(C, &say("3", "x"));
}

#[test]
fn nobody_floods_a_room() {
    let mut table = Table::of(&[A, B], r#"{"seats":3}"#);
    for key in 0..5 {
        table.ok(A, &say(&key.to_string(), "x"));
    }
    let refused = table.ask(A, command(&say("6", "x"))).expect_err("too fast");
    assert_eq!(refused.code, ErrorCode::RateLimited);
    let wait_ms = refused.wait_ms.expect("how long to wait");
    table.pass(wait_ms - 1);
    table.refused(A, &say("7", "x"), ErrorCode::RateLimited);
    table.ok(B, &say("1", "y"));
    table.pass(1);
    table.ok(A, &say("8", "x"));
    assert_eq!(texts(&table, B).len(), 7);
}

#[test]
fn a_room_may_have_set_phrases_only_or_no_chat() {
    let mut table = Table::of(&[A], r#"{"seats":3,"chat":"phrases"}"#);
    table.refused(A, &say("1", "x"), ErrorCode::ChatOff);
    table.ok(A, r#"{"type":"chat","key":"2","phrase":"hello"}"#);
    table.ok(
        A,
        r#"{"type":"configure","settings":{"seats":3,"chat":"off"}}"#,
    );
    table.refused(
        A,
        r#"{"type":"chat","key":"3","phrase":"hello"}"#,
        ErrorCode::ChatOff,
    );
    assert_eq!(texts(&table, A), ["Hello"]);
}

#[test]
fn lines_of_a_muted_person_are_not_sent_to_the_person_who_muted_them() {
    let mut table = Table::of(&[A, B, C], r#"{"seats":3}"#);
    let mute = |muted: bool| {
        let player = player(A);
        format!(r#"{{"type":"mute","player":"{player}","muted":{muted}}}"#)
    };
    table.ok(B, &mute(true));
    table.ok(A, &say("1", "x"));
    table.ok(B, &mute(false));
    table.ok(A, &say("2", "y"));
    assert_eq!(texts(&table, B), ["y"]);
    assert_eq!(texts(&table, C), ["x", "y"]);
}

fn reports(table: &Table) -> Vec<&Report> {
    let facts = table.facts.iter();
    facts
        .filter_map(|fact| match fact {
            Fact::Reported(report) => Some(report),
            _ => None,
        })
        .collect()
}

#[test]
fn a_report_has_the_match_the_seat_and_the_last_lines() {
    let mut table = watched();
    for key in 0..5 {
        table.ok(A, &say(&key.to_string(), &format!("rude {key}")));
    }
    table.ok(C, &say("1", "unheard by players"));
    let about = player(A);
    let report = format!(r#"{{"type":"report","player":"{about}","text":"he insults"}}"#);
    table.ok(B, &report);
    table.ok(B, &report);
    let match_id = table.match_id(A);
    let kept = reports(&table);
    assert_eq!(kept.len(), 1, "the same report again is no other report");
    let kept = kept[0];
    assert_eq!((kept.reported, kept.reporter), (about, player(B)));
    assert_eq!((kept.match_id, kept.seat), (Some(match_id), Some(0)));
    assert_eq!(kept.reason, "he insults");
    let chat: Vec<ChatLine> = serde_json::from_str(&kept.chat).expect("lines");
    assert_eq!(chat.len(), 6);
    assert_eq!(table.replayed().summary(), table.room.summary());
    let id = kept.report_id;
    // Its answer was lost when the server ended.
    table.crash(0);
    table.ok(B, r#"{"type":"join"}"#);
    table.ok(B, &report);
    let ids: Vec<_> = reports(&table).iter().map(|one| one.report_id).collect();
    assert_eq!(ids, [id, id], "the store keeps one of each id");
    table.crash(0);
    table.ok(B, r#"{"type":"join"}"#);
    table.ok(B, &report.replace("insults", "threatens"));
    assert_ne!(reports(&table).last().expect("a report").report_id, id);
    let nobody = format!(
        r#"{{"type":"report","player":"{}","text":"who"}}"#,
        uuid::Uuid::nil()
    );
    table.refused(B, &nobody, ErrorCode::NoSuchPerson);
}

/// The chat texts that a report itself stores.
fn own_lines(report: &Report) -> Vec<String> {
    let lines: Vec<Value> = serde_json::from_str(&report.chat).expect("lines");
    let text = |line: &Value| line["text"].as_str().expect("a text").to_owned();
    lines.iter().map(text).collect()
}

#[test]
fn reports_of_one_room_store_a_line_of_its_chat_once() {
    let mut table = Table::of(&[A, B, C], r#"{"seats":3}"#);
    let report = |about: ConnId| {
        let about = player(about);
        format!(r#"{{"type":"report","player":"{about}","text":"x"}}"#)
    };
    table.ok(A, &say("1", "one"));
    table.ok(A, &say("2", "two"));
    table.ok(B, &report(A));
    table.ok(C, &report(A));
    table.ok(A, &say("3", "three"));
    table.ok(A, &report(B));
    table.pass(24 * 60 * 60 * 1_000);
    table.ok(C, &report(B));
    let kept = reports(&table);
    let ids: Vec<_> = kept.iter().map(|report| report.report_id).collect();
    assert_eq!(own_lines(kept[0]), ["one", "two"]);
    assert_eq!(kept[0].earlier, []);
    assert_eq!(
        (own_lines(kept[1]), &kept[1].earlier),
        (vec![], &vec![ids[0]])
    );
    assert_eq!(own_lines(kept[2]), ["three"]);
    assert_eq!(kept[2].earlier, [ids[0]]);
    // A day later the earlier reports may be deleted long before this one.
    assert_eq!(own_lines(kept[3]), ["one", "two", "three"]);
    assert_eq!(kept[3].earlier, []);
    // After a restart the room does not know which lines are already stored.
    table.crash(0);
    for conn in [A, B, C] {
        table.ok(conn, r#"{"type":"join"}"#);
    }
    table.ok(A, &say("4", "four"));
    for conn in [B, C] {
        table.ok(conn, &report(A));
        let kept = *reports(&table).last().expect("a report");
        assert_eq!(
            (own_lines(kept), &kept.earlier),
            (vec!["four".to_owned()], &vec![])
        );
    }
}

#[test]
fn nobody_reports_while_the_disk_is_nearly_full_and_bans_are_made() {
    let mut table = Table::of(&[A, B, C], r#"{"seats":3}"#);
    let report = |about: ConnId| {
        let about = player(about);
        format!(r#"{{"type":"report","player":"{about}","text":"x"}}"#)
    };
    table.ok(B, &report(A));
    assert_eq!(table.admin_command(AdminCommand::DiskLow(true)), Ok(()));
    table.refused(C, &report(A), ErrorCode::DiskLow);
    // A report that is already stored is not refused.
    table.ok(B, &report(A));
    let ban = player(C);
    table.ok(
        A,
        &format!(r#"{{"type":"remove","player":"{ban}","ban":true}}"#),
    );
    assert_eq!(table.admin_command(AdminCommand::DiskLow(false)), Ok(()));
    table.ok(B, &report(C));
    assert_eq!(reports(&table).len(), 2);
}

#[test]
fn the_reports_of_a_room_are_bounded_for_all_people_together() {
    let mut table = Table::of(&[A], r#"{"seats":2}"#);
    let report = format!(r#"{{"type":"report","player":"{}","text":"x"}}"#, player(A));
    for number in 1_000..1_201 {
        let conn = ConnId(number);
        // Heavy writers must wait.
        table.pass(60_000);
        table.ok(conn, r#"{"type":"join"}"#);
        table.ok(conn, r#"{"type":"sit"}"#);
        if number < 1_200 {
            table.ok(conn, &report);
        } else {
            table.refused(conn, &report, ErrorCode::RateLimited);
        }
        table.ok(conn, r#"{"type":"leave"}"#);
    }
    assert_eq!(reports(&table).len(), 200);
}

#[test]
fn a_report_after_a_match_has_the_seat_that_somebody_had_in_it() {
    let settings = r#"{"seats":2,"ceremony":"server","clock":{"kind":"none"}}"#;
    let mut table = Table::playing(&[A, B], settings);
    let match_id = table.match_id(A);
    table.ok(B, r#"{"type":"leave"}"#);
    table.play_to_end(&[A]);
    assert_eq!(table.seat_of(B), None);
    let about = player(B);
    let report = format!(r#"{{"type":"report","player":"{about}","text":"he leaves"}}"#);
    table.ok(A, &report);
    let kept = reports(&table)[0];
    assert_eq!((kept.match_id, kept.seat), (Some(match_id), Some(1)));
}

#[test]
fn a_report_is_remembered_when_its_reporter_has_gone_and_others_talk() {
    let mut table = Table::of(&[A], r#"{"seats":3}"#);
    let report = format!(r#"{{"type":"report","player":"{}","text":"x"}}"#, player(A));
    for _ in 0..2 {
        for conn in [B, C] {
            table.ok(conn, r#"{"type":"join"}"#);
            table.ok(conn, &report);
            table.ok(conn, r#"{"type":"leave"}"#);
        }
    }
    assert_eq!(reports(&table).len(), 2, "one of each");
}

#[test]
fn however_many_spectators_report_somebody_players_still_can() {
    let mut table = Table::of(&[A, B], r#"{"seats":2}"#);
    let report = format!(r#"{{"type":"report","player":"{}","text":"x"}}"#, player(A));
    for number in 1_000..1_100 {
        let conn = ConnId(number);
        table.ok(conn, r#"{"type":"join"}"#);
        table.ok(conn, &report);
        table.ok(conn, r#"{"type":"leave"}"#);
    }
    table.ok(C, r#"{"type":"join"}"#);
    table.refused(C, &report, ErrorCode::RateLimited);
    table.ok(B, &report);
    assert_eq!(reports(&table).len(), 101);
}
