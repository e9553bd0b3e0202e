//! Builds the frames for all connections from the messages that a room sends at one time.
//!
//! A connection that asked for it gets all of them as one `news`, perhaps in short forms; every other one gets a frame for each message.
//! Parts that several connections get are serialized once in each form, and copied into the frame of each.

#[cfg(test)]
mod tests;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::ops::Range;

use bytes::Bytes;
use giog_protocol::server::{Answer, NewsNow, Now, OkReply, SeqEvent, ServerMessage, short};
use serde::Serialize;
use smallvec::SmallVec;

use crate::conn::ConnId;
use crate::frame_queue::{Batches, FrameSender};

/// The most bytes of legal plays that `news` lists; clients must request longer lists. Enough for plays of one or two pieces, and less
/// than the rest of a decision.
const LISTED_BYTES: usize = 256;
/// The largest buffer, in bytes, that a thread keeps for the next flush: what a table of four gets at one time, many times over.
const KEPT_BYTES: usize = 64 * 1024;
/// The largest list of open frames that a thread keeps for the next flush, in frames: enough for a table with many spectators.
const KEPT_FRAMES: usize = 64;

thread_local! {
    /// The buffer for parts of frames, shared by all rooms of a thread. Frames are copied from it before they are sent.
    static WRITTEN: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
    /// The empty list of open frames, kept for its capacity.
    static OPEN: Cell<Vec<Open>> = const { Cell::new(Vec::new()) };
}

/// The messages that a room sends at one time.
pub(crate) struct Flush<'a> {
    frame_senders: &'a BTreeMap<ConnId, FrameSender>,
    /// Whether an event tells the player who laid something its commitment and nonce immediately.
    events_tell_seals: bool,
    /// The serialized parts, one after another.
    written: Vec<u8>,
    /// Frames to which parts can still be added, at most one for each connection.
    open: Vec<Open>,
}

/// A frame to which parts can still be added.
struct Open {
    conn: ConnId,
    handle: u32,
    ok: Option<Range<usize>>,
    /// Usually at most a trick and its plays.
    events: SmallVec<[Range<usize>; 4]>,
    seq: u64,
    now: Option<Range<usize>>,
}

impl<'a> Flush<'a> {
    /// Starts without messages, with the buffers that the thread kept.
    pub fn new(frame_senders: &'a BTreeMap<ConnId, FrameSender>, events_tell_seals: bool) -> Self {
        Self {
            frame_senders,
            events_tell_seals,
            written: WRITTEN.take(),
            open: OPEN.take(),
        }
    }

    /// Adds a message for these connections.
    pub fn send(&mut self, to: &[ConnId], message: ServerMessage) {
        match message {
            ServerMessage::Event(event) => self.event(to, &event),
            ServerMessage::Now(now) => self.now(to, now),
            ServerMessage::Ok(ok) => self.ok(to, &ok),
            message => self.alone(to, &message),
        }
    }

    /// Sends a connection messages that belong together: all, or none if its queue cannot hold them. Returns false in that case.
    pub fn send_together(&mut self, to: ConnId, messages: Vec<ServerMessage>) -> bool {
        let Some(frame_sender) = self.frame_senders.get(&to) else {
            return true;
        };
        self.close_of(to);
        let frames = if let Some(batches) = frame_sender.batches() {
            self.missed(to, batches, messages)
        } else {
            messages.iter().map(|message| self.whole(message)).collect()
        };
        frame_sender.send_together(frames)
    }

    /// The missed messages for a connection that gets `news`.
    fn missed(&mut self, conn: ConnId, batches: Batches, missed: Vec<ServerMessage>) -> Vec<Bytes> {
        let (mut frames, mut news) = (Vec::new(), Open::new(conn, batches.handle));
        for message in missed {
            match message {
                ServerMessage::Event(event) => {
                    let part = self.event_part(&event, batches.short);
                    news.events.push(part);
                    news.seq = event.seq;
                }
                ServerMessage::Now(now) => {
                    news.seq = now.seq;
                    let part = self.now_part(&shortened(now.into()), batches.short);
                    news.now = Some(part);
                }
                message => frames.push(self.whole(&message)),
            }
        }
        frames.push(self.frame(&news));
        frames
    }

    /// Sends all open frames, and keeps the buffers for the next flush.
    pub fn finish(&mut self) {
        let mut open = std::mem::take(&mut self.open);
        for open in open.drain(..) {
            self.close(&open);
        }
        // The next flush reuses the buffer.
        let mut written = std::mem::take(&mut self.written);
        if written.capacity() <= KEPT_BYTES {
            written.clear();
            WRITTEN.set(written);
        }
        if open.capacity() <= KEPT_FRAMES {
            OPEN.set(open);
        }
    }

    fn event(&mut self, to: &[ConnId], event: &SeqEvent) {
        let mut single = None;
        let [mut full, mut short] = [None, None];
        for frame_sender in frame_senders(self.frame_senders, to) {
            let Some(batches) = frame_sender.batches() else {
                let frame = single.get_or_insert_with(|| self.single(event));
                frame_sender.send(frame.clone());
                continue;
            };
            let part = if batches.short { &mut short } else { &mut full };
            let part = part.get_or_insert_with(|| self.event_part(event, batches.short));
            let open = open(&mut self.open, frame_sender.conn(), batches.handle);
            open.events.push(part.clone());
            open.seq = event.seq;
        }
    }

    fn now(&mut self, to: &[ConnId], now: Now) {
        let (seq, all) = (now.seq, self.frame_senders);
        let frame_senders_of = |batched| {
            let frame_senders = frame_senders(all, to);
            frame_senders.filter(move |frame_sender| frame_sender.batches().is_some() == batched)
        };
        if frame_senders_of(false).next().is_some() {
            let frame = self.whole(&ServerMessage::Now(now.clone()));
            frame_senders_of(false).for_each(|frame_sender| frame_sender.send(frame.clone()));
        }
        if frame_senders_of(true).next().is_none() {
            return;
        }
        let now = shortened(now.into());
        let [mut full, mut short] = [None, None];
        for frame_sender in frame_senders(self.frame_senders, to) {
            if let Some(batches) = frame_sender.batches() {
                let part = if batches.short { &mut short } else { &mut full };
                let part = part.get_or_insert_with(|| self.now_part(&now, batches.short));
                let open = open(&mut self.open, frame_sender.conn(), batches.handle);
                (open.seq, open.now) = (seq, Some(part.clone()));
            }
        }
    }

    fn ok(&mut self, to: &[ConnId], ok: &OkReply) {
        for frame_sender in frame_senders(self.frame_senders, to) {
            frame_sender.was_answered(ok.re);
            let Some(batches) = frame_sender.batches() else {
                frame_sender.send(self.whole(&ServerMessage::Ok(ok.clone())));
                continue;
            };
            // The reply must come before its effects, so what was collected before it is sent first.
            self.close_of(frame_sender.conn());
            let leaves_out_seals = batches.short && self.events_tell_seals;
            let part = self.part(&as_told(ok.clone(), batches.handle, leaves_out_seals));
            open(&mut self.open, frame_sender.conn(), batches.handle).ok = Some(part);
        }
    }

    /// Sends a message that is always a separate frame.
    fn alone(&mut self, to: &[ConnId], message: &ServerMessage) {
        let frame = self.whole(message);
        for frame_sender in frame_senders(self.frame_senders, to) {
            self.close_of(frame_sender.conn());
            frame_sender.send(frame.clone());
            frame_sender.answered(message);
            if let ServerMessage::Snapshot(_) = message {
                frame_sender.shown(frame.len());
            }
        }
    }

    /// Sends the open frame of a connection, if there is one.
    fn close_of(&mut self, conn: ConnId) {
        if let Some(at) = self.open.iter().position(|open| open.conn == conn) {
            let open = self.open.remove(at);
            self.close(&open);
        }
    }

    fn close(&mut self, open: &Open) {
        if let Some(frame_sender) = self.frame_senders.get(&open.conn) {
            let frame = self.frame(open);
            frame_sender.send(frame);
        }
    }

    /// Builds the frame from its parts.
    fn frame(&mut self, open: &Open) -> Bytes {
        let from = self.written.len();
        open.write(&mut self.written);
        self.taken_from(from)
    }

    /// A message as a separate frame.
    fn whole(&mut self, message: &ServerMessage) -> Bytes {
        let from = self.part(message).start;
        self.taken_from(from)
    }

    /// Copies everything after this position of the buffer into a frame, and removes it from the buffer.
    fn taken_from(&mut self, from: usize) -> Bytes {
        let taken = Bytes::copy_from_slice(&self.written[from..]);
        self.written.truncate(from);
        taken
    }

    /// An event as a separate frame.
    fn single(&mut self, event: &SeqEvent) -> Bytes {
        let from = self.written.len();
        let head = "{\"type\":\"event\",\"room\":\"";
        write!(
            self.written,
            "{head}{}\",\"seq\":{},\"event\":",
            event.room.0, event.seq
        )
        .expect("there is always place in memory");
        self.part(&event.event);
        self.written.push(b'}');
        self.taken_from(from)
    }

    fn event_part(&mut self, event: &SeqEvent, short: bool) -> Range<usize> {
        let from = self.written.len();
        if short && short::write_event(&mut self.written, &event.event) {
            from..self.written.len()
        } else {
            self.part(&event.event)
        }
    }

    fn now_part(&mut self, now: &NewsNow, short: bool) -> Range<usize> {
        let from = self.written.len();
        if short && short::write_now(&mut self.written, now) {
            from..self.written.len()
        } else {
            self.part(now)
        }
    }

    fn part(&mut self, part: &impl Serialize) -> Range<usize> {
        let from = self.written.len();
        serde_json::to_writer(&mut self.written, part)
            .expect("messages have only text keys and finite numbers");
        from..self.written.len()
    }
}

impl Open {
    /// An empty frame for a connection on which the room has this handle.
    const fn new(conn: ConnId, handle: u32) -> Self {
        Self {
            conn,
            handle,
            ok: None,
            events: SmallVec::new_const(),
            seq: 0,
            now: None,
        }
    }

    /// Appends the frame to the buffer that contains its parts: `news`, or only `ok` if there is just a reply.
    fn write(&self, written: &mut Vec<u8>) {
        if let Some(ok) = &self.ok
            && self.events.is_empty()
            && self.now.is_none()
        {
            written.extend(b"{\"type\":\"ok\",");
            // Without the opening brace of the part.
            written.extend_from_within(ok.start + 1..ok.end);
        } else {
            written.extend(b"{\"type\":\"news\",\"room\":");
            number(written, self.handle.into());
            if let Some(ok) = &self.ok {
                written.extend(b",\"ok\":");
                written.extend_from_within(ok.clone());
            }
            written.extend(b",\"seq\":");
            number(written, self.seq);
            for (index, event) in self.events.iter().enumerate() {
                written.extend(if index == 0 {
                    &b",\"events\":["[..]
                } else {
                    b","
                });
                written.extend_from_within(event.clone());
            }
            if !self.events.is_empty() {
                written.push(b']');
            }
            if let Some(now) = &self.now {
                written.extend(b",\"now\":");
                written.extend_from_within(now.clone());
            }
            written.push(b'}');
        }
    }
}

/// Those of these connections that still exist.
fn frame_senders<'a>(
    all: &'a BTreeMap<ConnId, FrameSender>,
    to: &[ConnId],
) -> impl Iterator<Item = &'a FrameSender> {
    to.iter().filter_map(|conn| all.get(conn))
}

/// The open frame of a connection; a new one if there is none.
fn open(all: &mut Vec<Open>, conn: ConnId, handle: u32) -> &mut Open {
    let at = all.iter().position(|open| open.conn == conn);
    let at = at.unwrap_or_else(|| {
        all.push(Open::new(conn, handle));
        all.len() - 1
    });
    &mut all[at]
}

fn number(frame: &mut Vec<u8>, number: u64) {
    write!(frame, "{number}").expect("there is always place in memory");
}

/// Completes a reply for a connection with `news`: on joining, it contains the room's handle. In short forms, the reply to an action
/// omits the nonce and the commitment, because the event that follows contains them.
const fn as_told(mut ok: OkReply, room: u32, leaves_out_seals: bool) -> OkReply {
    match &mut ok.answer {
        Answer::Room { handle, .. } => *handle = Some(room),
        Answer::Acted {
            nonce, commitment, ..
        } if leaves_out_seals => (*nonce, *commitment) = (None, None),
        _ => {}
    }
    ok
}

/// Replaces a long list of plays by their number.
fn shortened(mut now: NewsNow) -> NewsNow {
    if let Some(you) = &mut now.you
        && let Some(decision) = &mut you.decision
        && let Some(unlisted) = decision.unlist_plays_over(LISTED_BYTES)
    {
        you.choices = u32::try_from(unlisted).ok();
    }
    now
}
