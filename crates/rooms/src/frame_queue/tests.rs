use std::sync::Mutex;

use giog_protocol::RoomId;
use giog_protocol::server::{Answer, ErrorReply, Left, LeftReason, OkReply};

use super::*;

#[derive(Default)]
struct Heard(Mutex<Vec<(u64, Result<(), ErrorCode>)>>);

impl Answered for Heard {
    fn answered(&self, re: u64, answer: Result<(), ErrorCode>) {
        let mut heard = self.0.lock().expect("nobody panics");
        heard.push((re, answer));
    }

    fn shown(&self, _: usize) {}

    fn may_be_shown(&self) -> Result<(), Duration> {
        Ok(())
    }
}

#[test]
fn who_measures_hears_of_answers_and_of_nothing_else() {
    let heard = Arc::new(Heard::default());
    let frame_sender = FrameSender::new(ConnId(1), 2).0;
    let frame_sender = frame_sender.watched(Arc::clone(&heard) as _);
    let answer = Answer::Nothing {};
    frame_sender.answered(&ServerMessage::Ok(OkReply { re: 7, answer }));
    let problem = ErrorCode::Busy;
    frame_sender.answered(&ServerMessage::Error(ErrorReply::new(
        Some(8),
        problem.into(),
    )));
    frame_sender.answered(&ServerMessage::Error(ErrorReply::new(None, problem.into())));
    let (room, reason) = (RoomId(uuid::Uuid::nil()), LeftReason::Left);
    frame_sender.answered(&ServerMessage::Left(Left { room, reason }));
    assert_eq!(
        *heard.0.lock().expect("nobody panics"),
        [(7, Ok(())), (8, Err(problem))]
    );
}

#[tokio::test]
async fn frames_that_belong_together_are_sent_whole_where_there_is_place_for_more_and_else_not_at_all()
 {
    let frames = |count: usize| vec![Bytes::from_static(b"a"); count];
    let (frame_sender, mut frame_receiver) = FrameSender::new(ConnId(1), 8);
    assert!(
        !frame_sender.send_together(frames(7)),
        "two places stay free"
    );
    assert!(frame_sender.send_together(frames(4)));
    assert!(!frame_sender.send_together(frames(3)), "four are waiting");
    assert!(frame_sender.send_together(frames(2)));
    for _ in 0..6 {
        assert_eq!(frame_receiver.try_next(), Some(Bytes::from_static(b"a")));
    }
    assert_eq!(frame_receiver.try_next(), None, "nothing was sent in part");
    let large = Bytes::from(vec![b'a'; MISSED_BYTES / 2 + 1]);
    assert!(frame_sender.send_together(vec![large.clone()]));
    assert!(!frame_sender.send_together(vec![large.clone(), large]));
}

#[test]
fn what_somebody_missed_takes_no_more_bytes_than_all_else_however_often_they_ask_for_it() {
    let (frame_sender, mut frame_receiver) = FrameSender::new(ConnId(1), 512);
    let missed = || vec![Bytes::from(vec![b'a'; MISSED_BYTES])];
    let sent = (0..16).filter(|_| frame_sender.send_together(missed()));
    assert_eq!(
        sent.count(),
        WAITING_BYTES / MISSED_BYTES - 1,
        "a quarter stays free"
    );
    // A snapshot still fits.
    frame_sender.send(Bytes::from(vec![b'a'; MISSED_BYTES]));
    for _ in 0..WAITING_BYTES / MISSED_BYTES {
        assert!(frame_receiver.try_next().is_some());
    }
    assert_eq!(frame_receiver.try_next(), None);
}

/// A connection on another node: its capacity, whether the link is filling, and how many frames were sent to it.
struct Away(usize, bool, Mutex<usize>);

impl Remote for Away {
    fn send(&self, _: Bytes) {
        *self.2.lock().expect("nobody panics") += 1;
    }

    fn send_back(&self) {}

    fn moved(&self, _: RoomId, _: Moved) {}

    fn returned(&self, _: RoomId, _: Person, _: u64, _: RoomCommand) {}

    fn stop_serving(&self) {}

    fn is_served(&self) -> bool {
        true
    }

    fn is_filling(&self) -> bool {
        self.1
    }

    fn places(&self) -> Option<usize> {
        Some(self.0)
    }
}

#[test]
fn no_more_frames_that_belong_together_are_sent_to_another_node_than_can_wait_there() {
    let frames = |count: usize| vec![Bytes::from_static(b"a"); count];
    let away = Arc::new(Away(8, false, Mutex::default()));
    let frame_sender = FrameSender::to_node(ConnId(1), Arc::clone(&away) as _);
    for (count, is_sent) in [(7, false), (6, true)] {
        assert_eq!(frame_sender.send_together(frames(count)), is_sent);
    }
    assert_eq!(*away.2.lock().expect("nobody panics"), 6);
}

#[test]
fn over_a_link_that_is_filling_no_more_is_sent_together_than_a_snapshot_has() {
    for (is_filling, bytes, is_sent) in [
        (false, MISSED_BYTES_FILLING + 1, true),
        (true, MISSED_BYTES_FILLING + 1, false),
        (true, MISSED_BYTES_FILLING, true),
    ] {
        let away = Arc::new(Away(8, is_filling, Mutex::default()));
        let frame_sender = FrameSender::to_node(ConnId(1), away);
        let missed = vec![Bytes::from(vec![b'a'; bytes])];
        assert_eq!(frame_sender.send_together(missed), is_sent);
    }
}

#[tokio::test]
async fn a_connection_that_does_not_keep_up_is_told_so_before_anything_else() {
    let (frame_sender, mut frame_receiver) = FrameSender::new(ConnId(1), 2);
    for text in ["a", "b", "c"] {
        frame_sender.send(Bytes::from(text));
    }
    assert_eq!(frame_receiver.next().await, NextFrame::Overflow);
}

#[tokio::test]
async fn few_frames_that_are_long_are_bounded_as_many_short_ones_are() {
    let (frame_sender, mut frame_receiver) = FrameSender::new(ConnId(1), 512);
    let long = Bytes::from(vec![b'a'; WAITING_BYTES + 1]);
    frame_sender.send(long.clone());
    assert_eq!(frame_receiver.next().await, NextFrame::Frame(long));
    let half = Bytes::from(vec![b'a'; WAITING_BYTES / 2]);
    for _ in 0..2 {
        frame_sender.send(half.clone());
        frame_sender.send(half.clone());
        assert_eq!(frame_receiver.next().await, NextFrame::Frame(half.clone()));
        assert_eq!(frame_receiver.try_next(), Some(half.clone()));
    }
    for _ in 0..3 {
        frame_sender.send(half.clone());
    }
    assert_eq!(frame_receiver.next().await, NextFrame::Overflow);
}
