//! The callee's end of a link.

use bytes::Bytes;

use super::live::{Heard, Live};
use super::message::Message;
use super::{Direction, Effect, Input, LinkName, Loss};
use crate::ClusterKey;

/// The callee's end of a link. Keep it as long as the caller lives, and do not create it again for the same caller: it remembers which
/// openings it has already seen.
#[derive(Debug)]
pub struct Callee {
    name: LinkName,
    key: ClusterKey,
    /// The highest opening number that was received.
    highest: u64,
    live: Option<Live>,
}

impl Callee {
    /// A link that was not opened yet.
    pub const fn new(name: LinkName, key: ClusterKey) -> Self {
        Self {
            name,
            key,
            highest: 0,
            live: None,
        }
    }

    /// Whether the link is open.
    pub const fn is_open(&self) -> bool {
        self.live.is_some()
    }

    /// When the next [`Input::Tick`] is due; none while the link is not open.
    pub fn wake_at_ms(&self) -> Option<u64> {
        self.live.as_ref().map(Live::wake_at_ms)
    }

    /// Handles an input. Returns the effects, to be carried out in this order.
    pub fn handle(&mut self, input: Input, now_ms: u64) -> Vec<Effect> {
        let mut effects = Vec::new();
        match (input, &mut self.live) {
            (Input::Received(message), _) => self.hear(&message, now_ms, &mut effects),
            (Input::Break, _) => self.give_up(Loss::EndedByUser, now_ms, &mut effects),
            (Input::Send(item), Some(live)) => {
                effects.extend(live.push(item).map_err(Effect::Full).err());
            }
            (Input::Flush, Some(live)) => live.flush(now_ms, &mut effects),
            (Input::Tick, Some(live)) if live.is_silent(now_ms) => {
                self.give_up(Loss::Silence, now_ms, &mut effects);
            }
            (Input::Tick, Some(live)) => live.beat(now_ms, &mut effects),
            (Input::Send(_) | Input::Flush | Input::Tick, None) => {}
        }
        effects
    }

    fn hear(&mut self, message: &Bytes, now_ms: u64, effects: &mut Vec<Effect>) {
        let Some(message) = Message::read(message) else {
            return effects.push(Effect::Forged);
        };
        let header = message.header;
        if header.name != self.name || header.direction != Direction::FromCaller {
            return effects.push(Effect::Forged);
        }
        if header.link > self.highest {
            return self.hear_opening(&message, now_ms, effects);
        }
        let live = self.live.as_mut();
        let Some(live) = live.filter(|live| live.link() == header.link) else {
            // A late or repeated message of an opening that has ended.
            return;
        };
        match live.hear(&message, now_ms) {
            Heard::Items(items) => {
                effects.extend(items.into_iter().map(Effect::Delivered));
                live.flush(now_ms, effects);
            }
            Heard::Again => {}
            Heard::Forged => effects.push(Effect::Forged),
            Heard::Gap => self.give_up(Loss::Gap, now_ms, effects),
            Heard::Reset => self.give_up(Loss::EndedByPeer, now_ms, effects),
        }
    }

    /// Handles a message of a new opening.
    fn hear_opening(&mut self, message: &Message<'_>, now_ms: u64, effects: &mut Vec<Effect>) {
        let link = message.header.link;
        let mut live = Live::new(&self.key, self.name, link, Direction::FromCallee, now_ms);
        let heard = live.hear(message, now_ms);
        if matches!(heard, Heard::Forged | Heard::Again) {
            return effects.push(Effect::Forged);
        }
        self.highest = link;
        if self.live.take().is_some() {
            effects.push(Effect::Lost(Loss::Reopened));
        }
        if let Heard::Items(items) = heard {
            effects.push(Effect::Opened);
            live.speak(now_ms, effects);
            effects.extend(items.into_iter().map(Effect::Delivered));
            self.live = Some(live);
        } else {
            // The first message of the opening is missing.
            effects.push(live.reset(now_ms));
        }
    }

    fn give_up(&mut self, loss: Loss, now_ms: u64, effects: &mut Vec<Effect>) {
        if let Some(live) = self.live.take() {
            effects.extend([live.reset(now_ms), Effect::Lost(loss)]);
        }
    }
}
