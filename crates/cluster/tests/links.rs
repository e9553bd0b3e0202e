//! Both ends of a link, with faults in the messages between them.

use bytes::Bytes;
use giog_cluster::link::{
    BATCH_BYTES, Callee, Caller, Effect, Input, LinkName, Loss, RETRY_MS, SILENCE_MS, WINDOW_BYTES,
    WINDOW_ITEMS,
};
use giog_cluster::{ClusterKey, NodeId};
use uuid::Uuid;

fn name() -> LinkName {
    LinkName {
        caller: NodeId(Uuid::from_u128(1)),
        callee: NodeId(Uuid::from_u128(2)),
        lane: 0,
    }
}

fn key() -> ClusterKey {
    ClusterKey::new([9; 32])
}

fn item(text: &str) -> Bytes {
    Bytes::copy_from_slice(text.as_bytes())
}

/// The messages among effects, and the others.
fn published(effects: Vec<Effect>) -> (Vec<Bytes>, Vec<Effect>) {
    let (mut messages, mut others) = (Vec::new(), Vec::new());
    for effect in effects {
        match effect {
            Effect::Publish(message) => messages.push(message),
            other => others.push(other),
        }
    }
    (messages, others)
}

/// Both ends, and what each of them found out.
struct Ends {
    now_ms: u64,
    caller: Caller,
    callee: Callee,
    /// On the way to the callee, and to the caller.
    to_callee: Vec<Bytes>,
    to_caller: Vec<Bytes>,
    at_caller: Vec<Effect>,
    at_callee: Vec<Effect>,
}

impl Ends {
    fn new() -> Self {
        let (caller, effects) = Caller::new(name(), key(), 0);
        Self {
            now_ms: 0,
            caller,
            callee: Callee::new(name(), key()),
            to_callee: published(effects).0,
            to_caller: Vec::new(),
            at_caller: Vec::new(),
            at_callee: Vec::new(),
        }
    }

    /// An open link, with nothing on the way.
    fn open() -> Self {
        let mut ends = Self::new();
        ends.deliver();
        assert_eq!(
            (&ends.at_caller[..], &ends.at_callee[..]),
            (&[Effect::Opened][..], &[Effect::Opened][..])
        );
        ends.forget();
        ends
    }

    fn forget(&mut self) {
        self.at_caller.clear();
        self.at_callee.clear();
    }

    fn caller(&mut self, input: Input) {
        let (messages, others) = published(self.caller.handle(input, self.now_ms));
        self.to_callee.extend(messages);
        self.at_caller.extend(others);
    }

    fn callee(&mut self, input: Input) {
        let (messages, others) = published(self.callee.handle(input, self.now_ms));
        self.to_caller.extend(messages);
        self.at_callee.extend(others);
    }

    fn call(&mut self, text: &str) {
        self.caller(Input::Send(item(text)));
        self.caller(Input::Flush);
    }

    fn answer(&mut self, text: &str) {
        self.callee(Input::Send(item(text)));
        self.callee(Input::Flush);
    }

    /// Delivers everything that is on the way, and what comes of it.
    fn deliver(&mut self) {
        while !self.to_callee.is_empty() || !self.to_caller.is_empty() {
            for message in std::mem::take(&mut self.to_callee) {
                self.callee(Input::Received(message));
            }
            for message in std::mem::take(&mut self.to_caller) {
                self.caller(Input::Received(message));
            }
        }
    }

    /// Lets time pass, as both ends want to be woken; what is said meanwhile arrives or is lost.
    fn pass(&mut self, ms: u64, arrives: bool) {
        let until_ms = self.now_ms + ms;
        loop {
            let next_ms = self
                .callee
                .wake_at_ms()
                .unwrap_or(u64::MAX)
                .min(self.caller.wake_at_ms());
            if next_ms > until_ms {
                break;
            }
            assert!(next_ms >= self.now_ms, "time goes on");
            self.now_ms = next_ms;
            self.caller(Input::Tick);
            self.callee(Input::Tick);
            if arrives {
                self.deliver();
            } else {
                self.to_callee.clear();
                self.to_caller.clear();
            }
        }
        self.now_ms = until_ms;
    }
}

fn delivered(texts: &[&str]) -> Vec<Effect> {
    texts
        .iter()
        .map(|text| Effect::Delivered(item(text)))
        .collect()
}

#[test]
fn items_arrive_in_order_both_ways() {
    let mut ends = Ends::open();
    for round in 0..3 {
        ends.call(&format!("question {round}"));
        ends.answer(&format!("answer {round}"));
        ends.deliver();
    }
    assert_eq!(
        ends.at_callee,
        delivered(&["question 0", "question 1", "question 2"])
    );
    assert_eq!(
        ends.at_caller,
        delivered(&["answer 0", "answer 1", "answer 2"])
    );
}

#[test]
fn items_that_are_sent_together_share_messages_up_to_a_size() {
    let mut ends = Ends::open();
    for text in ["a", "b", "c"] {
        ends.caller(Input::Send(item(text)));
    }
    ends.caller(Input::Flush);
    assert_eq!(ends.to_callee.len(), 1);
    ends.deliver();
    let half = item(&"x".repeat(BATCH_BYTES / 2 + 1));
    for _ in 0..3 {
        ends.caller(Input::Send(half.clone()));
    }
    ends.caller(Input::Flush);
    assert_eq!(ends.to_callee.len(), 3);
}

#[test]
fn a_link_that_nobody_uses_stays_open() {
    let mut ends = Ends::open();
    ends.pass(20 * SILENCE_MS, true);
    assert_eq!(
        (&ends.at_caller[..], &ends.at_callee[..]),
        (&[][..], &[][..])
    );
}

#[test]
fn a_missing_message_ends_it_at_both_ends_and_it_is_opened_anew() {
    for lose_first in [true, false] {
        let mut ends = Ends::open();
        ends.call("first");
        if lose_first {
            ends.to_callee.clear();
        }
        ends.call("second");
        if !lose_first {
            ends.to_callee.truncate(1);
            ends.call("third");
        }
        ends.deliver();
        let before = delivered(if lose_first { &[] } else { &["first"] });
        let ended = [Effect::Lost(Loss::Gap), Effect::Opened];
        assert_eq!(ends.at_callee, [&before[..], &ended].concat());
        assert_eq!(
            ends.at_caller,
            [Effect::Lost(Loss::EndedByPeer), Effect::Opened]
        );
        ends.forget();
        ends.call("again");
        ends.deliver();
        assert_eq!(ends.at_callee, delivered(&["again"]));
    }
}

#[test]
fn an_answer_that_is_missing_ends_it_too() {
    let mut ends = Ends::open();
    ends.answer("first");
    ends.to_caller.clear();
    ends.answer("second");
    ends.deliver();
    assert_eq!(ends.at_caller, [Effect::Lost(Loss::Gap), Effect::Opened]);
    assert_eq!(
        ends.at_callee,
        [Effect::Lost(Loss::Reopened), Effect::Opened]
    );
}

#[test]
fn silence_ends_it_at_both_ends_and_it_is_open_again_when_the_bus_is_back() {
    let mut ends = Ends::open();
    ends.pass(SILENCE_MS - 1, false);
    assert_eq!(
        (&ends.at_caller[..], &ends.at_callee[..]),
        (&[][..], &[][..])
    );
    ends.pass(10 * SILENCE_MS, false);
    assert_eq!(ends.at_caller, [Effect::Lost(Loss::Silence)]);
    assert_eq!(ends.at_callee, [Effect::Lost(Loss::Silence)]);
    ends.forget();
    ends.call("nobody hears it");
    assert!(ends.to_callee.is_empty() && !ends.caller.is_open() && !ends.callee.is_open());
    ends.pass(SILENCE_MS, true);
    assert_eq!(ends.at_caller, [Effect::Opened]);
    assert_eq!(ends.at_callee, [Effect::Opened]);
}

#[test]
fn an_opening_that_is_lost_is_tried_again() {
    let mut ends = Ends::new();
    ends.to_callee.clear();
    ends.pass(RETRY_MS, true);
    assert!(ends.caller.is_open() && ends.callee.is_open());
}

#[test]
fn what_is_repeated_has_no_effect_however_old_it_is() {
    let mut ends = Ends::new();
    let mut kept = Vec::new();
    // Three openings, with items on each.
    for round in 0..3 {
        kept.append(&mut ends.to_callee.clone());
        ends.deliver();
        ends.call(&format!("question {round}"));
        ends.answer(&format!("answer {round}"));
        kept.append(&mut ends.to_callee.clone());
        kept.append(&mut ends.to_caller.clone());
        ends.deliver();
        if round < 2 {
            ends.caller(Input::Break);
        }
    }
    ends.forget();
    for message in kept {
        ends.callee(Input::Received(message.clone()));
        ends.caller(Input::Received(message));
    }
    let is_effect = |effect: &&Effect| **effect != Effect::Forged;
    assert_eq!(ends.at_caller.iter().find(is_effect), None);
    assert_eq!(ends.at_callee.iter().find(is_effect), None);
    assert!(ends.to_caller.is_empty() && ends.to_callee.is_empty());
    ends.call("one more");
    ends.deliver();
    assert_eq!(
        ends.at_callee.last(),
        Some(&Effect::Delivered(item("one more")))
    );
}

#[test]
fn what_others_make_up_has_no_effect() {
    let mut ends = Ends::open();
    ends.call("question");
    let message = ends.to_callee[0].clone();
    let other = ClusterKey::new([8; 32]);
    let (_, effects) = Caller::new(name(), other, 0);
    let [opening] = &published(effects).0[..] else {
        panic!("one message opens a link")
    };
    let mut forged = vec![Bytes::new(), Bytes::from_static(&[1; 100]), opening.clone()];
    for bit in 0..message.len() * 8 {
        let mut altered = message.to_vec();
        altered[bit / 8] ^= 1 << (bit % 8);
        forged.push(altered.into());
    }
    for message in forged {
        ends.callee(Input::Received(message.clone()));
        ends.caller(Input::Received(message));
    }
    assert!(
        ends.at_callee
            .iter()
            .all(|effect| *effect == Effect::Forged)
    );
    assert!(
        ends.at_caller
            .iter()
            .all(|effect| *effect == Effect::Forged)
    );
    ends.forget();
    ends.deliver();
    assert_eq!(ends.at_callee, delivered(&["question"]));
}

#[test]
fn messages_of_another_link_are_none_of_this_one() {
    for other in [
        LinkName { lane: 1, ..name() },
        LinkName {
            callee: NodeId(Uuid::from_u128(3)),
            ..name()
        },
        LinkName {
            caller: NodeId(Uuid::from_u128(3)),
            ..name()
        },
    ] {
        let mut callee = Callee::new(name(), key());
        let (_, effects) = Caller::new(other, key(), 0);
        for message in published(effects).0 {
            assert_eq!(callee.handle(Input::Received(message), 0), [Effect::Forged]);
        }
        assert!(!callee.is_open());
    }
}

#[test]
fn no_more_is_on_the_way_than_may_be_until_it_has_arrived() {
    let mut ends = Ends::open();
    for _ in 0..WINDOW_ITEMS {
        ends.caller(Input::Send(item("x")));
    }
    assert!(ends.at_caller.is_empty());
    ends.caller(Input::Send(item("one more")));
    assert_eq!(ends.at_caller, [Effect::Full(item("one more"))]);
    ends.forget();
    ends.caller(Input::Flush);
    ends.deliver();
    assert_eq!(ends.at_callee.len(), WINDOW_ITEMS);
    // The other end has told at once that so much arrived.
    let half = item(&"x".repeat(WINDOW_BYTES / 2));
    for _ in 0..3 {
        ends.caller(Input::Send(half.clone()));
    }
    assert_eq!(ends.at_caller, [Effect::Full(half)]);
    ends.forget();
    ends.caller(Input::Flush);
    ends.deliver();
    let large = item(&"x".repeat(2 * WINDOW_BYTES));
    ends.caller(Input::Send(large.clone()));
    assert!(ends.at_caller.is_empty(), "one alone may be larger");
    ends.caller(Input::Flush);
    ends.deliver();
    assert_eq!(ends.at_callee.last(), Some(&Effect::Delivered(large)));
}

#[test]
fn a_node_that_does_not_keep_up_opens_it_anew() {
    let mut ends = Ends::open();
    ends.callee(Input::Break);
    ends.deliver();
    assert_eq!(
        ends.at_callee,
        [Effect::Lost(Loss::EndedByUser), Effect::Opened]
    );
    assert_eq!(
        ends.at_caller,
        [Effect::Lost(Loss::EndedByPeer), Effect::Opened]
    );
}
