use giog_protocol::server::{
    CloseReason, Deciding, ErrorReply, News, Resumed, RoomEvent, YourTurn,
};
use giog_protocol::{ErrorCode, RoomId};
use giog_rules::fairness::{EntropyCommitment, Hex};
use giog_rules::tricks::{Ask, Generals};
use giog_rules::{BySeat, Decision, MatchId, Pieces, Seat, Stage, tricks};
use uuid::Uuid;

use super::*;
use crate::frame_queue::{FrameReceiver, FrameSender};

const ROOM: RoomId = RoomId(Uuid::from_u128(0x6ad2_b4a2_4e5b_4cb3_a7a6_3b6b_5b0f_7f10));
/// Single frames, `news` of a room called 7, single frames again, and `news` in short forms.
const CONNS: [ConnId; 4] = [ConnId(1), ConnId(2), ConnId(3), ConnId(4)];

struct Ends {
    frame_senders: BTreeMap<ConnId, FrameSender>,
    frame_receivers: BTreeMap<ConnId, FrameReceiver>,
}

impl Ends {
    fn new() -> Self {
        let (mut frame_senders, mut frame_receivers) = (BTreeMap::new(), BTreeMap::new());
        for conn in CONNS {
            let (frame_sender, frame_receiver) = FrameSender::new(conn, 16);
            let batches = |short| Batches { handle: 7, short };
            let frame_sender = match CONNS.iter().position(|&one| one == conn) {
                Some(1) => frame_sender.in_batches(batches(false)),
                Some(3) => frame_sender.in_batches(batches(true)),
                _ => frame_sender,
            };
            frame_senders.insert(conn, frame_sender);
            frame_receivers.insert(conn, frame_receiver);
        }
        Self {
            frame_senders,
            frame_receivers,
        }
    }

    /// Everything that a connection got.
    fn got(&mut self, conn: ConnId) -> Vec<String> {
        let frame_receiver = self.frame_receivers.get_mut(&conn).expect("one of them");
        std::iter::from_fn(|| frame_receiver.try_next())
            .map(|frame| String::from_utf8(frame.to_vec()).expect("frames are text"))
            .collect()
    }
}

fn event(seq: u64) -> RoomEvent {
    match seq % 3 {
        0 => RoomEvent::Closed {
            reason: CloseReason::Owner,
        },
        1 => RoomEvent::Silenced { silenced: true },
        _ => RoomEvent::Committed {
            match_id: MatchId(Uuid::nil()),
            entropy_commitments: Box::new(BySeat::from_fn(2, |_| EntropyCommitment(None))),
        },
    }
}

fn told(seq: u64) -> ServerMessage {
    ServerMessage::Event(SeqEvent {
        room: ROOM,
        seq,
        event: event(seq),
    })
}

fn waited_for(seq: u64, plays: usize) -> Now {
    let pieces: Pieces = "KkAaEe".parse().expect("pieces");
    let ask = Ask::Play {
        trick: 0,
        lead: true,
        kind: None,
        count: None,
        generals: Generals::Free,
        plays: Some(vec![pieces; plays]),
    };
    let decision = Decision::Tricks(tricks::Decision {
        decision: 0,
        must: true,
        stage: Stage::Play,
        ask,
        default: None,
        actions: None,
        more_actions: false,
    });
    Now {
        room: ROOM,
        seq,
        deciding: Vec::new(),
        you: Some(YourTurn {
            turn: 3,
            decision: Some(decision),
            choices: None,
            may: Vec::new(),
            held: None,
        }),
        start_left_ms: Some(1),
        bots_left_ms: None,
        pause_left_ms: None,
    }
}

fn acted(re: u64) -> OkReply {
    let answer = Answer::Acted {
        turn: 4,
        nonce: Some(Hex([7; 16])),
        commitment: Some(Hex([9; 32])),
    };
    OkReply { re, answer }
}

fn news(ok: Option<OkReply>, seqs: std::ops::RangeInclusive<u64>, now: Option<Now>) -> String {
    let news = News {
        room: 7,
        ok: ok.map(Box::new),
        seq: *seqs.end(),
        events: seqs.map(event).collect(),
        now: now.map(NewsNow::from),
    };
    ServerMessage::News(Box::new(news)).encode()
}

#[test]
fn what_leaves_together_is_one_frame_for_who_wants_that_and_one_for_each_message_for_others() {
    let mut ends = Ends::new();
    let mut flush = Flush::new(&ends.frame_senders, true);
    flush.send(&[CONNS[1]], ServerMessage::Ok(acted(5)));
    flush.send(&CONNS, told(8));
    flush.send(&CONNS, ServerMessage::Now(waited_for(8, 1)));
    flush.send(&CONNS, told(9));
    flush.send(&CONNS, ServerMessage::Now(waited_for(9, 2)));
    flush.finish();
    let single = [
        told(8),
        ServerMessage::Now(waited_for(8, 1)),
        told(9),
        ServerMessage::Now(waited_for(9, 2)),
    ];
    let single = single.map(|message| message.encode());
    assert_eq!(ends.got(CONNS[0]), single);
    assert_eq!(ends.got(CONNS[2]), single);
    let together = news(Some(acted(5)), 8..=9, Some(waited_for(9, 2)));
    assert_eq!(ends.got(CONNS[1]), [together]);
}

#[test]
fn short_forms_are_one_frame_that_says_the_same_but_what_an_event_says_as_well() {
    let mut ends = Ends::new();
    let mut flush = Flush::new(&ends.frame_senders, true);
    let to = &CONNS[3..];
    flush.send(to, ServerMessage::Ok(acted(5)));
    flush.send(to, told(8));
    flush.send(to, ServerMessage::Now(now(8)));
    flush.finish();
    let ok = r#""ok":{"re":5,"turn":4}"#;
    let event = serde_json::to_string(&event(8)).expect("JSON");
    let frame = format!(
        r#"{{"type":"news","room":7,{ok},"seq":8,"events":[{event}],"now":[[1],3,["play",0,0,null,null,"free",["KkAaEe"],"A"]]}}"#
    );
    assert_eq!(ends.got(CONNS[3]), [frame]);
    let missed = vec![told(4), ServerMessage::Now(now(5))];
    assert!(Flush::new(&ends.frame_senders, true).send_together(CONNS[3], missed));
    let got = ends.got(CONNS[3]);
    assert!(got[0].contains(r#""now":[[1],3,"#), "{got:?}");
}

/// What is waited for, where it has a short form.
fn now(seq: u64) -> Now {
    let mut now = waited_for(seq, 1);
    now.start_left_ms = None;
    now.deciding = vec![Deciding {
        seat: Seat::new(1),
        left_ms: None,
        bank_ms: None,
    }];
    let pieces = "A".to_owned();
    if let Some(Decision::Tricks(decision)) = now.you.as_mut().and_then(|you| you.decision.as_mut())
    {
        decision.default = Some(tricks::Action::Play { pieces });
    }
    now
}

#[test]
fn frames_of_their_own_and_second_replies_keep_their_place() {
    let mut ends = Ends::new();
    let mut flush = Flush::new(&ends.frame_senders, true);
    let to = &[CONNS[1]];
    let room = |handle| OkReply {
        re: 1,
        answer: Answer::Room { room: ROOM, handle },
    };
    let error = ServerMessage::Error(ErrorReply::new(Some(2), ErrorCode::Busy.into()));
    flush.send(to, ServerMessage::Ok(room(None)));
    flush.send(to, error.clone());
    flush.send(to, told(1));
    flush.send(to, ServerMessage::Ok(acted(3)));
    flush.send(to, told(2));
    flush.finish();
    let expected = [
        ServerMessage::Ok(room(Some(7))).encode(),
        error.encode(),
        news(None, 1..=1, None),
        news(Some(acted(3)), 2..=2, None),
    ];
    assert_eq!(ends.got(CONNS[1]), expected);
    let mut flush = Flush::new(&ends.frame_senders, true);
    flush.send(&CONNS[..1], ServerMessage::Ok(room(None)));
    let expected = ServerMessage::Ok(room(None)).encode();
    assert_eq!(ends.got(CONNS[0]), [expected], "others know no handles");
}

#[test]
fn plays_are_listed_in_news_where_the_list_is_short() {
    let mut ends = Ends::new();
    // Each has 6 pieces, quotes and a comma.
    let fits = LISTED_BYTES / 9;
    for (plays, listed) in [(fits, true), (fits + 1, false)] {
        let now = waited_for(4, plays);
        let mut flush = Flush::new(&ends.frame_senders, true);
        flush.send(&CONNS, ServerMessage::Now(now.clone()));
        flush.finish();
        let single = ServerMessage::Now(now.clone()).encode();
        assert_eq!(ends.got(CONNS[0]), [single]);
        let mut shorter = now;
        if !listed {
            let you = shorter.you.as_mut().expect("a decision");
            you.choices = Some(u32::try_from(plays).expect("few"));
            let decision = you.decision.as_mut().expect("a decision");
            assert_eq!(decision.unlist_plays_over(0), Some(plays));
        }
        let empty = News {
            room: 7,
            ok: None,
            seq: 4,
            events: Vec::new(),
            now: Some(shorter.into()),
        };
        let expected = ServerMessage::News(Box::new(empty)).encode();
        assert_eq!(ends.got(CONNS[1]), [expected]);
    }
}

#[test]
fn short_forms_leave_out_of_a_reply_what_an_event_tells_at_once() {
    for events_tell in [true, false] {
        let mut ends = Ends::new();
        let mut flush = Flush::new(&ends.frame_senders, events_tell);
        flush.send(&CONNS, ServerMessage::Ok(acted(5)));
        flush.finish();
        let tells = |text: &str| text.contains("nonce") && text.contains("commitment");
        assert!(tells(&ends.got(CONNS[1])[0]));
        assert_eq!(tells(&ends.got(CONNS[3])[0]), !events_tell);
    }
}

#[test]
fn what_somebody_missed_says_the_same_in_both_forms() {
    let missed = vec![
        ServerMessage::Resumed(Resumed {
            room: ROOM,
            after: 3,
            you: None,
        }),
        told(4),
        told(5),
        ServerMessage::Now(waited_for(5, 1)),
    ];
    let mut ends = Ends::new();
    let mut flush = Flush::new(&ends.frame_senders, true);
    for conn in &CONNS[..2] {
        assert!(flush.send_together(*conn, missed.clone()));
    }
    let single: Vec<String> = missed.iter().map(ServerMessage::encode).collect();
    assert_eq!(ends.got(CONNS[0]), single);
    let together = news(None, 4..=5, Some(waited_for(5, 1)));
    assert_eq!(ends.got(CONNS[1]), [single[0].clone(), together]);
}
