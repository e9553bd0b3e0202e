//! A client: connected to a node until it is gone or does not answer, and then to another one.

use crate::items::{Action, Conn, Item, Request, Room};
use crate::violated;

/// How long somebody waits for an answer before they try another node.
pub const PATIENCE_MS: u64 = 2_500;

pub struct Client {
    pub room: Room,
    pub conn: Option<Conn>,
    /// The number of the next event.
    pub after: u64,
    pub request: Option<Request>,
    pub asked_at_ms: u64,
    pub longest_wait_ms: u64,
    /// What was acknowledged, and as which event.
    pub acknowledged: Vec<(Action, u64)>,
    /// Everything that was ever asked for.
    pub asked: Vec<Action>,
    /// The events that were seen.
    pub seen: Vec<Action>,
}

impl Client {
    pub const fn new(room: Room) -> Self {
        Self {
            room,
            conn: None,
            after: 0,
            request: None,
            asked_at_ms: 0,
            longest_wait_ms: 0,
            acknowledged: Vec::new(),
            asked: Vec::new(),
            seen: Vec::new(),
        }
    }

    /// A request of this action, which may have been asked for before, on another connection.
    pub fn ask(&mut self, action: Action, re: u64, now_ms: u64) -> Request {
        if self.asked.last() != Some(&action) {
            self.asked.push(action);
        }
        let request = Request { re, action };
        (self.request, self.asked_at_ms) = (Some(request), now_ms);
        request
    }

    pub fn hear(&mut self, conn: Conn, item: Item, now_ms: u64) {
        if self.conn != Some(conn) {
            return;
        }
        match item {
            Item::Event { seq, action, .. } => {
                if seq != self.after {
                    violated!("event {seq} came after {} others", self.after);
                }
                self.after += 1;
                self.seen.push(action);
            }
            Item::Reply { re, seq, .. } => {
                let Some(request) = self.request.take_if(|request| request.re == re) else {
                    violated!("a second reply to request {re}");
                };
                self.acknowledged.push((request.action, seq));
                self.longest_wait_ms = self.longest_wait_ms.max(now_ms - self.asked_at_ms);
            }
            other => panic!("connections are not told {other:?}"),
        }
    }

    /// Compares what was told with what there is in the end.
    pub fn check(&self, log: &[Action]) {
        if self.seen != log {
            violated!("{} events were seen of {}", self.seen.len(), log.len());
        }
        for &(action, seq) in &self.acknowledged {
            let index = usize::try_from(seq).expect("a small number");
            if log.get(index) != Some(&action) {
                violated!("{action:?} was acknowledged as event {seq}, and is not there");
            }
        }
        for action in &self.asked {
            let times = log.iter().filter(|there| *there == action).count();
            if times != 1 {
                violated!("{action:?} is in the log {times} times");
            }
        }
        if let Some(request) = self.request {
            violated!("{request:?} has no reply");
        }
    }
}
