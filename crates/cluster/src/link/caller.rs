//! The caller's end of a link.

use bytes::Bytes;

use super::live::{Heard, Live};
use super::message::Message;
use super::{Direction, Effect, Input, LinkName, Loss, RETRY_MS, SILENCE_MS};
use crate::ClusterKey;

/// The caller's end of a link: it tries to open the link until that succeeds, and again whenever the link is lost.
#[derive(Debug)]
pub struct Caller {
    name: LinkName,
    key: ClusterKey,
    live: Live,
    is_open: bool,
    /// When it tries to open the link again, and the interval after that.
    again_at_ms: u64,
    pause_ms: u64,
}

impl Caller {
    /// A link that was not opened yet, and the effects that open it.
    pub fn new(name: LinkName, key: ClusterKey, now_ms: u64) -> (Self, Vec<Effect>) {
        let live = Live::new(&key, name, 0, Direction::FromCaller, now_ms);
        let mut caller = Self {
            name,
            key,
            live,
            is_open: false,
            again_at_ms: now_ms,
            pause_ms: RETRY_MS,
        };
        let mut effects = Vec::new();
        caller.open(now_ms, &mut effects);
        (caller, effects)
    }

    /// Whether the link is open.
    pub const fn is_open(&self) -> bool {
        self.is_open
    }

    /// When the next [`Input::Tick`] is due.
    pub fn wake_at_ms(&self) -> u64 {
        if self.is_open {
            self.live.wake_at_ms()
        } else {
            self.again_at_ms
        }
    }

    /// Handles an input. Returns the effects, to be carried out in this order.
    pub fn handle(&mut self, input: Input, now_ms: u64) -> Vec<Effect> {
        let mut effects = Vec::new();
        match input {
            Input::Send(item) if self.is_open => {
                effects.extend(self.live.push(item).map_err(Effect::Full).err());
            }
            Input::Flush if self.is_open => self.live.flush(now_ms, &mut effects),
            Input::Send(_) | Input::Flush => {}
            Input::Received(message) => self.hear(&message, now_ms, &mut effects),
            Input::Tick => self.tick(now_ms, &mut effects),
            Input::Break => self.lose(Loss::EndedByUser, now_ms, &mut effects),
        }
        effects
    }

    fn hear(&mut self, message: &Bytes, now_ms: u64, effects: &mut Vec<Effect>) {
        let Some(message) = Message::read(message) else {
            return effects.push(Effect::Forged);
        };
        let header = message.header;
        let is_ours = header.name == self.name && header.direction == Direction::FromCallee;
        if !is_ours || header.link > self.live.link() {
            return effects.push(Effect::Forged);
        }
        if header.link < self.live.link() {
            // A late message of an opening that has ended.
            return;
        }
        match self.live.hear(&message, now_ms) {
            Heard::Items(items) => {
                if !self.is_open {
                    self.is_open = true;
                    effects.push(Effect::Opened);
                }
                effects.extend(items.into_iter().map(Effect::Delivered));
                self.live.flush(now_ms, effects);
            }
            Heard::Again => {}
            Heard::Forged => effects.push(Effect::Forged),
            Heard::Gap => self.lose(Loss::Gap, now_ms, effects),
            Heard::Reset => self.lose(Loss::EndedByPeer, now_ms, effects),
        }
    }

    fn tick(&mut self, now_ms: u64, effects: &mut Vec<Effect>) {
        if !self.is_open {
            if now_ms >= self.again_at_ms {
                self.open(now_ms, effects);
            }
        } else if self.live.is_silent(now_ms) {
            self.lose(Loss::Silence, now_ms, effects);
        } else {
            self.live.beat(now_ms, effects);
        }
    }

    /// Ends this opening. Opens the link again: at once if it was open, otherwise when the interval is over.
    fn lose(&mut self, loss: Loss, now_ms: u64, effects: &mut Vec<Effect>) {
        if self.is_open {
            self.is_open = false;
            self.pause_ms = RETRY_MS;
            effects.push(Effect::Lost(loss));
            self.open(now_ms, effects);
        }
    }

    fn open(&mut self, now_ms: u64, effects: &mut Vec<Effect>) {
        let link = self.live.link() + 1;
        self.live = Live::new(&self.key, self.name, link, Direction::FromCaller, now_ms);
        self.live.speak(now_ms, effects);
        self.again_at_ms = now_ms + self.pause_ms;
        self.pause_ms = (2 * self.pause_ms).min(SILENCE_MS);
    }
}
