//! One opening of a link, at one of its ends.

use std::collections::VecDeque;

use bytes::Bytes;

use super::message::{Header, Message, seal};
use super::{
    BATCH_BYTES, BEAT_MS, Direction, Effect, LinkName, SILENCE_MS, TELL_PART, WINDOW_BYTES,
    WINDOW_ITEMS,
};
use crate::ClusterKey;
use crate::seal::Cipher;

/// One opening of a link, at one of its ends.
#[derive(Debug)]
pub(super) struct Live {
    name: LinkName,
    direction: Direction,
    link: u64,
    sealing: Cipher,
    opening: Cipher,
    /// The numbers of the last message that was sent and of the last one that was received.
    sent: u64,
    received: u64,
    /// The received messages that are not acknowledged yet.
    untold: Weight,
    /// Items that are to be sent and were not sent yet.
    queue: VecDeque<Bytes>,
    /// For each message that was sent and is not acknowledged: its number, and the items and bytes in it.
    on_the_way: VecDeque<(u64, Weight)>,
    /// The items and bytes in all of these, and in the queue.
    unacknowledged: Weight,
    spoke_at_ms: u64,
    heard_at_ms: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Weight {
    items: usize,
    bytes: usize,
}

impl Weight {
    fn of(items: &[Bytes]) -> Self {
        Self {
            items: items.len(),
            bytes: items.iter().map(Bytes::len).sum(),
        }
    }

    fn add(&mut self, other: Self) {
        self.items += other.items;
        self.bytes += other.bytes;
    }

    fn subtract(&mut self, other: Self) {
        self.items -= other.items;
        self.bytes -= other.bytes;
    }
}

/// The kind of a received message.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// The next one in order.
    Items(Vec<Bytes>),
    /// A repeated one.
    Again,
    /// A message before it is missing.
    Gap,
    /// The other side ends the link.
    Reset,
    /// It was not sent by the other side.
    Forged,
}

/// The cipher of one direction of one opening.
fn cipher(key: &ClusterKey, name: LinkName, link: u64, direction: Direction) -> Cipher {
    // All parts have a fixed length, so two different contexts never have the same bytes.
    let mut context = Vec::with_capacity(42);
    context.extend_from_slice(name.caller.0.as_bytes());
    context.extend_from_slice(name.callee.0.as_bytes());
    context.extend_from_slice(&link.to_le_bytes());
    context.extend_from_slice(&[name.lane, direction.bit()]);
    key.cipher(&context)
}

impl Live {
    pub(super) fn new(
        key: &ClusterKey,
        name: LinkName,
        link: u64,
        direction: Direction,
        now_ms: u64,
    ) -> Self {
        Self {
            name,
            direction,
            link,
            sealing: cipher(key, name, link, direction),
            opening: cipher(key, name, link, direction.other()),
            sent: 0,
            received: 0,
            untold: Weight::default(),
            queue: VecDeque::new(),
            on_the_way: VecDeque::new(),
            unacknowledged: Weight::default(),
            spoke_at_ms: now_ms,
            heard_at_ms: now_ms,
        }
    }

    pub(super) const fn link(&self) -> u64 {
        self.link
    }

    /// Takes an item to be sent. Returns it if the window is full.
    pub(super) fn push(&mut self, item: Bytes) -> Result<(), Bytes> {
        let Weight { items, bytes } = self.unacknowledged;
        if items >= WINDOW_ITEMS || items > 0 && bytes + item.len() > WINDOW_BYTES {
            return Err(item);
        }
        self.unacknowledged
            .add(Weight::of(std::slice::from_ref(&item)));
        self.queue.push_back(item);
        Ok(())
    }

    /// Sends what is in the queue, and an acknowledgement if much was received.
    pub(super) fn flush(&mut self, now_ms: u64, effects: &mut Vec<Effect>) {
        while !self.queue.is_empty() {
            let batch = self.next_batch();
            effects.push(self.message(&batch, false, now_ms));
        }
        let Weight { items, bytes } = self.untold;
        if items >= WINDOW_ITEMS / TELL_PART || bytes >= WINDOW_BYTES / TELL_PART {
            self.speak(now_ms, effects);
        }
    }

    fn next_batch(&mut self) -> Vec<Bytes> {
        let (mut batch, mut bytes) = (Vec::new(), 0);
        while let Some(item) = self.queue.front() {
            bytes += item.len();
            if !batch.is_empty() && bytes > BATCH_BYTES {
                break;
            }
            batch.extend(self.queue.pop_front());
        }
        batch
    }

    /// Sends a message without items.
    pub(super) fn speak(&mut self, now_ms: u64, effects: &mut Vec<Effect>) {
        effects.push(self.message(&[], false, now_ms));
    }

    /// Ends the link.
    pub(super) fn reset(mut self, now_ms: u64) -> Effect {
        self.message(&[], true, now_ms)
    }

    fn message(&mut self, items: &[Bytes], is_reset: bool, now_ms: u64) -> Effect {
        self.sent += 1;
        self.untold = Weight::default();
        self.spoke_at_ms = now_ms;
        if !items.is_empty() {
            self.on_the_way.push_back((self.sent, Weight::of(items)));
        }
        let header = Header {
            name: self.name,
            direction: self.direction,
            is_reset,
            link: self.link,
            number: self.sent,
            ack: self.received,
        };
        Effect::Publish(seal(&header, items, &self.sealing))
    }

    /// Handles a message of this opening.
    pub(super) fn hear(&mut self, message: &Message<'_>, now_ms: u64) -> Heard {
        let header = &message.header;
        if header.number <= self.received {
            return Heard::Again;
        }
        let Some(items) = message.open(&self.opening) else {
            return Heard::Forged;
        };
        if header.is_reset {
            return Heard::Reset;
        }
        if header.number != self.received + 1 || header.ack > self.sent {
            return Heard::Gap;
        }
        self.received = header.number;
        self.untold.add(Weight::of(&items));
        self.heard_at_ms = now_ms;
        while let Some(&(number, weight)) = self.on_the_way.front() {
            if number > header.ack {
                break;
            }
            self.unacknowledged.subtract(weight);
            self.on_the_way.pop_front();
        }
        Heard::Items(items)
    }

    /// Whether the other side has been silent for too long.
    pub(super) const fn is_silent(&self, now_ms: u64) -> bool {
        now_ms >= self.heard_at_ms + SILENCE_MS
    }

    /// Sends a beat if one is due.
    pub(super) fn beat(&mut self, now_ms: u64, effects: &mut Vec<Effect>) {
        if now_ms >= self.spoke_at_ms + BEAT_MS {
            self.speak(now_ms, effects);
        }
    }

    /// When it has to be called again.
    pub(super) fn wake_at_ms(&self) -> u64 {
        (self.spoke_at_ms + BEAT_MS).min(self.heard_at_ms + SILENCE_MS)
    }
}
